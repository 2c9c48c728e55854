/** The source of an analysis input: an encoding in some form, or numbers pasted or dropped. */
import { parseNpy } from 'posenc';
import type { Matrix } from '../../lib/types/posenc.js';
import type { AnalysisInput, InputForm } from '../../lib/types/registry.js';
import { button, fileInput, select } from '../kit/elements.js';
import { fill, freshId, h, html } from '../kit/html.js';
import { messageOf } from '../kit/errors.js';
import { short } from './format.js';
import { readable } from './readable.js';
import { said } from './said.js';

const forms: Readonly<Record<InputForm, string>> = {
  table: 'table (n, d)',
  derivative: 'derivative (n, d)',
  gram: 'Gram matrix (n, n)',
  channelGram: 'channel Gram matrix (d, d)',
  kernelProfile: 'kernel profile (n)',
  frequencies: 'frequencies (p)',
  attentionBias: 'attention bias (n, n)',
};
/** Inputs of these forms are lists: numbers may be on one line or one per line. */
const lists: readonly InputForm[] = ['kernelProfile', 'frequencies'];
const numbers = 'numbers';
const none = '';
/** Larger files are rejected before they are read; no analysis takes that much. */
const largestFile = 256 * 1024 * 1024;

export type Chosen =
  | { readonly kind: 'none' }
  | { readonly kind: 'encoding'; readonly encoding: string; readonly form: InputForm }
  | { readonly kind: 'numbers'; readonly matrix: Matrix | undefined; readonly wrong: string | undefined };

export interface MatrixSource {
  readonly element: HTMLElement;
  readonly name: string;
  chosen(): Chosen;
  setError(message: string | undefined): void;
}

/** @param encodings ids and titles; @param start an id, or none; @param given initial numbers */
export function matrixSource(
  input: AnalysisInput,
  encodings: readonly { readonly id: string; readonly title: string }[],
  start: string | undefined,
  onChange: () => void,
  given?: string,
): MatrixSource {
  // Tables are rarely square.
  const usual: InputForm = input.square && input.form === 'table' ? 'gram' : input.form;
  const offered = [
    ...(input.required ? [] : [[none, 'not given'] as const]),
    ...encodings.map(({ id, title }) => [id, title] as const),
    [numbers, 'numbers of your own'] as const,
  ];
  const source = select(offered, { id: freshId('source'), name: input.name }, changed);
  source.value = given !== undefined ? numbers : (start ?? (input.required ? (encodings[0]?.id ?? numbers) : none));
  const form = select(Object.entries(forms), { 'aria-label': `Form of ${readable(input.name)}` }, changed);
  form.value = usual;
  const area: HTMLTextAreaElement = h('textarea', {
    ...{ rows: 4, class: 'mono', spellcheck: 'false', placeholder: '1 0.5\n0.5 1' },
    'aria-label': `Numbers of ${readable(input.name)}: a line a row, or drop a .npy`,
    onchange: () => take(() => parseRows(area.value)),
  });
  const file = fileInput(`Choose a file for ${readable(input.name)}`, '.npy,.csv,.txt,.json', open);
  const size = h('p', { class: 'field-doc' }, 'A line a row, JSON, or a .npy dropped here.');
  const dropped = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
    open((event as DragEvent).dataTransfer?.files[0]);
  };
  const own = html`<div
    class="own-numbers stack gap-2"
    ondragover=${(event: Event) => event.preventDefault()}
    ondrop=${dropped}
  >
    ${area}
    <div class="own-file flow">${button('Choose a file', () => file.click())}${file}${size}</div>
  </div>`;
  const error = h('p', { class: 'field-error', role: 'alert' });
  const element = html`<div class="field source" data-input=${input.name}>
    <label for=${source.id}
      >${readable(input.name)}${!input.required && html`<span class="means"> optional</span>`}</label
    >
    <div class="field-control">${source}${form}</div>
    ${own}
    <p class="field-doc">${said(input.doc)}</p>
    ${error}
  </div>`;
  let matrix: Matrix | undefined = given === undefined ? undefined : parseRows((area.value = given));
  let wrong: string | undefined;
  arrange();
  return {
    element,
    name: input.name,
    chosen() {
      if (source.value === none) return { kind: 'none' };
      if (source.value === numbers)
        return { kind: 'numbers', matrix: lists.includes(input.form) ? column(matrix) : matrix, wrong };
      return { kind: 'encoding', encoding: source.value, form: form.value as InputForm };
    },
    setError(message) {
      fill(error, message ?? '');
      element.classList.toggle('invalid', message !== undefined);
    },
  };

  function changed(): void {
    arrange();
    fill(error);
    onChange();
  }
  function arrange(): void {
    own.hidden = source.value !== numbers;
    form.hidden = source.value === numbers || source.value === none;
  }
  function take(read: () => Matrix | undefined): void {
    try {
      matrix = read();
      wrong = undefined;
      fill(error);
      fill(size, matrix === undefined ? 'No numbers yet.' : `${short(matrix.rows)} × ${short(matrix.cols)} numbers`);
    } catch (reason) {
      matrix = undefined;
      wrong = messageOf(reason);
      fill(size);
      fill(error, wrong);
    }
    onChange();
  }
  function open(given: File | undefined): void {
    if (given === undefined) return;
    if (given.size > largestFile) {
      fill(error, `${given.name} has ${short(given.size)} bytes; at most ${short(largestFile)} are read.`);
      return;
    }
    const npy = given.name.toLowerCase().endsWith('.npy');
    (npy ? given.arrayBuffer() : given.text()).then(
      (content) => {
        area.value = typeof content === 'string' && content.length < 20_000 ? content : '';
        area.placeholder = given.name;
        take(() => (typeof content === 'string' ? parseRows(content) : ofNpy(new Uint8Array(content))));
      },
      () => fill(error, `${given.name} could not be read.`),
    );
  }
}

function ofNpy(bytes: Uint8Array): Matrix {
  const { shape, data } = parseNpy(bytes);
  if (shape.length > 2) throw new Error(`the file has shape (${shape.join(', ')}); one or two dimensions are taken`);
  const [rows = data.length, cols = 1] = shape;
  return { data, rows, cols };
}

/** Parses rows on lines, with numbers separated by commas or white space, or a JSON list of rows. */
export function parseRows(text: string): Matrix<Float64Array> | undefined {
  if (text.trim() === '') return undefined;
  const rows = text.trimStart().startsWith('[') ? ofJson(text) : ofLines(text);
  const cols = rows[0]?.length ?? 0;
  const odd = rows.findIndex((row) => row.length !== cols);
  if (odd >= 0) throw new Error(`row ${odd} has ${rows[odd]?.length} numbers, and row 0 has ${cols}`);
  return { data: Float64Array.from(rows.flat()), rows: rows.length, cols };
}

function column(matrix: Matrix | undefined): Matrix | undefined {
  return matrix?.rows === 1 ? { data: matrix.data, rows: matrix.cols, cols: 1 } : matrix;
}

function ofJson(text: string): number[][] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('this is no JSON: give a list of rows, such as [[1, 0.5], [0.5, 1]]');
  }
  const rows = (Array.isArray(value) ? value : []) as unknown[];
  return rows.map((row) => (Array.isArray(row) ? (row as unknown[]) : [row]).map((one) => checked(one, String(one))));
}

function ofLines(text: string): number[][] {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.split(/[\s,;]+/).filter((word) => word !== ''))
    .filter((words) => words.length > 0);
  // A first line of names is a header.
  const header = lines.length > 1 && lines[0]?.every((word) => Number.isNaN(Number(word))) === true;
  return lines.slice(header ? 1 : 0).map((words) => words.map((word) => checked(Number(word), word)));
}

function checked(value: unknown, text: string): number {
  if (typeof value !== 'number' || Number.isNaN(value))
    throw new Error(`'${text.slice(0, 20)}' is no number; give numbers between commas or spaces, a line a row`);
  return value;
}
