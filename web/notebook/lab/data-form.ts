/** File inputs for tasks on the reader's own data: puzzles, or samples with their known places. */
import {
  joinSquares,
  parseNpy,
  parseNumbersCsv,
  parseSquaresCsv,
  publishedSquares,
  squareSplits,
  type Squares,
  type SquareSplit,
} from 'posenc';
import { experimentTexts } from '../documented/experiments.js';
import { button, field as fieldOf, select } from '../kit/elements.js';
import { fill, freshId, h } from '../kit/dom.js';
import { failureOf } from '../kit/errors.js';
import { readable } from '../widgets/readable.js';
import { type Numbers, type OwnData, published, type TaskInfo, width } from './own-data.js';

export interface DataForm {
  readonly element: HTMLElement;
  /** Loads the puzzles of Ito et al., for tasks that use them. */
  readonly takePublished?: () => Promise<void>;
  /** Returns false if `name` is not one of its lists. */
  setError(name: string, message: string): boolean;
  clearErrors(): void;
}

/** Larger files are rejected before they are read; no task takes that much. */
const largestFile = 256 * 1024 * 1024;
const squares = 'own-squares';

/** @param onData called with undefined while required files are missing */
export function dataForm(info: TaskInfo, onData: (data: OwnData | undefined) => void): DataForm {
  return info.id === squares ? squaresForm(info, onData) : tablesForm(info, onData);
}

interface NamedSquares {
  readonly name: string;
  readonly squares: Squares;
  split: SquareSplit | undefined;
}

function squaresForm({ id: task }: TaskInfo, onData: (data: OwnData | undefined) => void): DataForm {
  let files: readonly NamedSquares[] = [];
  const list = h('ul', { class: 'lab-files stack gap-2' });
  const field = fileField({
    name: 'cells',
    label: 'puzzles',
    doc: 'CSV files with columns puzzles (16 digits: 0 blank, 5 the target) and solutions, and maybe condition, as LSTNN_public has them. Without a split, one in ten of a condition is for the test.',
    accept: '.csv,.tsv,.txt',
    multiple: true,
    async read(given) {
      files = await Promise.all(
        given.map(async (file) => ({
          name: file.name,
          squares: parseSquaresCsv(await textOf(file)),
          split: undefined,
        })),
      );
      show();
      report();
      return '';
    },
  });
  const takePublished = async (): Promise<void> => {
    files = [];
    onData({ task, params: { ...(await publishedSquares()) }, files: { cells: published } });
    fill(list, h('li', {}, 'the puzzles of Ito et al.'));
  };
  field.element.append(
    button('Take the published puzzles', () => void takePublished()),
    list,
  );
  return { ...field, takePublished };

  function show(): void {
    const splits = [['', 'train and test'] as const, ...squareSplits.map((split) => [split, split] as const)];
    const rows = files.map((file) => {
      const menu = select(splits, { 'aria-label': `What the puzzles of ${file.name} are for` }, (split) => {
        file.split = squareSplits.find((one) => one === split);
        report();
      });
      return h('li', {}, `${file.name}: ${file.squares.answers.length.toLocaleString('en')} puzzles`, menu);
    });
    fill(list, ...rows);
  }
  function report(): void {
    const names = files.map(({ name, split }) => `@${name}${split === undefined ? '' : `#${split}`}`);
    const lists = joinSquares(files.map(({ squares: read, split }) => ({ squares: read, split })));
    onData({ task, params: { ...lists }, files: { cells: names } });
  }
}

function tablesForm(info: TaskInfo, onData: (data: OwnData | undefined) => void): DataForm {
  const lists = info.params.filter(({ kind }) => kind === 'numbers');
  const tables = new Map<string, { name: string; data: Numbers; cols: number }>();
  const fields = lists.map(({ name, required }) =>
    fileField({
      name,
      label: `${readable(name)}${required ? '' : ' (optional)'}`,
      doc: experimentTexts.docOf(info.params.find((param) => param.name === name)!),
      accept: '.csv,.tsv,.txt,.npy',
      async read([file]) {
        tables.delete(name);
        onData(undefined);
        const { data, rows, cols } = await tableOf(file!);
        tables.set(name, { name: file!.name, data, cols });
        report();
        return `${file!.name}: ${rows.toLocaleString('en')} × ${cols.toLocaleString('en')}`;
      },
    }),
  );
  return {
    element: h('div', { class: 'param-form' }, ...fields.map(({ element }) => element)),
    setError: (name, message) => fields.some((field) => field.setError(name === width ? 'values' : name, message)),
    clearErrors() {
      for (const field of fields) field.clearErrors();
    },
  };

  function report(): void {
    if (lists.some(({ name, required }) => required && !tables.has(name))) return;
    const entries = [...tables];
    onData({
      task: info.id,
      params: {
        ...Object.fromEntries(entries.map(([name, { data }]) => [name, data])),
        [width]: tables.get('values')!.cols,
      },
      files: Object.fromEntries(entries.map(([name, table]) => [name, `@${table.name}`])),
    });
  }
}

interface FileFieldOptions {
  readonly name: string;
  readonly label: string;
  readonly doc: string;
  readonly accept: string;
  readonly multiple?: boolean;
  /** Returns the status message. */
  readonly read: (files: readonly File[]) => Promise<string>;
}

function fileField({ name, label, doc, accept, multiple = false, read }: FileFieldOptions): DataForm {
  const id = freshId('file');
  const input = h('input', { id, type: 'file', name, accept, multiple, onchange: () => void open() });
  const told = h('p', { class: 'field-doc', role: 'status' });
  const error = h('p', { class: 'field-error', role: 'alert' });
  const element = fieldOf(name, label, input, [h('p', { class: 'field-doc' }, doc), told, error]);
  return {
    element,
    setError(given, message) {
      if (given === name) show(message);
      return given === name;
    },
    clearErrors: () => show(''),
  };

  async function open(): Promise<void> {
    const files = [...(input.files ?? [])];
    if (files.length === 0) return;
    show('');
    try {
      for (const file of files)
        if (file.size > largestFile)
          throw new Error(
            `${file.name} has ${file.size.toLocaleString('en')} bytes; at most ${largestFile.toLocaleString('en')} are read.`,
          );
      fill(told, await read(files));
    } catch (thrown) {
      fill(told);
      show(failureOf(thrown).message);
    }
  }
  function show(message: string): void {
    fill(error, message);
    element.classList.toggle('invalid', message !== '');
  }
}

const textOf = (file: File): Promise<string> =>
  file.text().catch(() => {
    throw new Error(`${file.name} could not be read.`);
  });

async function tableOf(file: File): Promise<{ data: Numbers; rows: number; cols: number }> {
  if (!/\.npy$/i.test(file.name)) return parseNumbersCsv(await textOf(file));
  const { shape, data } = parseNpy(new Uint8Array(await file.arrayBuffer()));
  const [rows = 1, cols = 1, ...more] = shape;
  if (more.length > 0) throw new Error(`${file.name} has shape (${shape.join(', ')}); one or two dimensions are taken`);
  return { data, rows, cols };
}
