/**
 * A notebook as .ipynb (nbformat 4.5): in JavaScript for Deno's kernel, or in Python with NumPy. Code is not
 * translated: an author can add an equivalent Python cell after a JavaScript cell. Without it the Python notebook has
 * the JavaScript as a comment, with a note.
 */
import { type Program, parse } from 'acorn';
import type { AnyNode } from '../references.js';
import type { Cell, Notebook } from '../format.js';
import { holdsAnswer, posesExercise } from '../exercise-cells.js';
import type { Curve, Output } from '../protocol.js';
import { citedBy, plainCitations } from '../citations/citation.js';
import { numbersOf, plainNumbers } from '../numbered.js';
import { withoutNotes } from '../present/slides.js';
import { written } from '../template.js';
import { javascriptPreamble, pythonPreamble, seededPreamble } from './preambles.js';

type Posed = Extract<Output, { kind: 'exercise' }>;
export type Flavour = 'javascript' | 'python';

interface JupyterCell {
  readonly id: string;
  readonly cell_type: 'markdown' | 'code';
  readonly metadata: object;
  readonly source: readonly string[];
  readonly execution_count?: null;
  readonly outputs?: readonly object[];
}
/** Content of a cell as shown: prose with current values, and outputs in Jupyter's format. */
export interface ShownCell {
  readonly text?: string | undefined;
  readonly outputs?: readonly object[];
  readonly exercises?: readonly Posed[];
}
export interface JupyterOptions {
  readonly shown?: (cell: Cell) => ShownCell;
  /** For authors: exercises with their source, and the answers in Python. */
  readonly solutions?: boolean;
  /** The student number from which `seeded` makes numbers. */
  readonly student?: number;
}

const kernels: Readonly<Record<Flavour, object>> = {
  javascript: {
    kernelspec: { name: 'deno', display_name: 'Deno', language: 'typescript' },
    language_info: { name: 'typescript', file_extension: '.ts', mimetype: 'text/x.typescript' },
  },
  python: {
    kernelspec: { name: 'python3', display_name: 'Python 3', language: 'python' },
    language_info: { name: 'python', file_extension: '.py', mimetype: 'text/x-python' },
  },
};

export function toJupyter(notebook: Notebook, flavour: Flavour, options: JupyterOptions = {}): string {
  const { title, cells } = notebook;
  const { shown = (): ShownCell => ({}), solutions = false, student = 0 } = options;
  const numbers = numbersOf(cells);
  const made = cells.flatMap((cell, i) => {
    if ((solutions && flavour === 'python') || !holdsAnswer(cell, cells))
      return cellsOf(cell, cells[i + 1], flavour, { ...shown(cell), numbers });
    return posesExercise(cell) ? asked(`cell-${cell.id}`, shown(cell).exercises ?? [], flavour) : [];
  });
  const takes = flavour === 'javascript' && made.some(({ source }) => /\bseeded\(/.test(source.join('')));
  const preamble = flavour === 'python' ? pythonPreamble : javascriptPreamble + (takes ? seededPreamble(student) : '');
  const all = [code('preamble', preamble), ...made, ...references(cells)];
  return `${JSON.stringify({ cells: all, metadata: { ...kernels[flavour], title }, nbformat: 4, nbformat_minor: 5 }, null, 1)}\n`;
}

/** A cell that shows a figure of the page, and computes nothing. */
const onlyFigure = /^\s*display\(Views\.figure\([^;]*\)\);?\s*$/;

function cellsOf(
  cell: Cell,
  next: Cell | undefined,
  flavour: Flavour,
  shown: ShownCell & { readonly numbers: ReadonlyMap<string, number> },
): JupyterCell[] {
  const { mode, value } = cell;
  const id = `cell-${cell.id}`;
  if (mode === 'md')
    return [markdown(id, plainNumbers(plainCitations(withoutNotes(shown.text ?? written(value))), shown.numbers))];
  if (mode === 'tex') return [markdown(id, `$$${value}$$`)];
  if (mode === 'python') return flavour === 'python' ? [code(id, value)] : [];
  if (mode === 'js' && flavour === 'javascript') return [code(id, forDeno(value), shown.outputs)];
  if (mode === 'js' && (next?.mode === 'python' || (flavour === 'python' && onlyFigure.test(value)))) return [];
  const language = mode === 'js' ? 'JavaScript' : mode;
  const commented = value.split('\n').map((line) => `# ${line}`.trimEnd());
  if (flavour === 'python')
    return [
      code(id, [`# This cell is written in ${language}, and has no version in Python:`, ...commented].join('\n')),
    ];
  return [markdown(id, `This cell is written in ${language}, and does not run here:\n\n\`\`\`\n${value}\n\`\`\``)];
}

function references(cells: readonly Cell[]): JupyterCell[] {
  const list = citedBy(cells).map(({ full, address }) => `* ${full}${address ? ` <${address}>` : ''}`);
  return list.length > 0 ? [markdown('references', ['## References', '', ...list].join('\n'))] : [];
}

const wantedOf: Readonly<Record<Posed['answer'], string>> = {
  number: 'a number',
  text: 'a text',
  choice: 'one of the letters',
  code: 'code',
  order: 'the letters in the right order',
  point: 'a place on the curve',
};

/** The question, and a placeholder for the answer. */
function asked(id: string, exercises: readonly Posed[], flavour: Flavour): JupyterCell[] {
  const [comment, empty] = flavour === 'python' ? ['#', 'answer = ...'] : ['//', 'var answer = undefined;'];
  return exercises.flatMap(({ question, choices, answer, curve }, i) => {
    const letters = choices.map((choice, k) => `${String.fromCharCode(65 + k)}. ${choice}`);
    const wanted = wantedOf[answer];
    const drawn = curve ? `${curveSource(curve, flavour)}\n` : '';
    const place = answer === 'code' ? `${comment} Your code:` : `${drawn}${comment} Your answer, ${wanted}:\n${empty}`;
    return [
      markdown(`${id}-question-${i}`, [`**Exercise.** ${question}`, ...letters].join('\n\n')),
      code(`${id}-answer-${i}`, place),
    ];
  });
}

/** Numbers have the same syntax in both languages. */
function curveSource({ xs, values, label }: Curve, flavour: Flavour): string {
  const name = `The curve${label ? ` over ${label.replace(/\s+/g, ' ')}` : ''}`;
  return flavour === 'python'
    ? `# ${name}:\ncurve_x = [${xs.join(', ')}]\ncurve_y = [${values.join(', ')}]\nif plt:\n    plt.plot(curve_x, curve_y)`
    : `// ${name}:\nvar curve = { x: [${xs.join(', ')}], y: [${values.join(', ')}] };`;
}

const markdown = (id: string, text: string): JupyterCell => ({
  id,
  cell_type: 'markdown',
  metadata: {},
  source: lines(text),
});
const code = (id: string, text: string, outputs: readonly object[] = []): JupyterCell => ({
  id,
  cell_type: 'code',
  metadata: {},
  execution_count: null,
  source: lines(text),
  outputs,
});
/** Lines with their terminators, as Jupyter stores them. */
const lines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** Rewrites imports to npm names; the functions of the preamble draw charts as SVG. */
function forDeno(value: string): string {
  let root: Program;
  try {
    root = parse(value, { ecmaVersion: 2024, sourceType: 'module', allowAwaitOutsideFunction: true });
  } catch {
    return value; // source with syntax errors stays as it is
  }
  let text = value;
  const imports = (root.body as unknown as AnyNode[]).filter(({ type }) => type === 'ImportDeclaration').reverse();
  for (const one of imports) {
    const source = one['source'] as AnyNode;
    const name = String(source['value']).replace(/^npm:/, '');
    const head = text.slice(one.start, source.start);
    const by =
      name === 'posenc/charts'
        ? `${head
            .replace(/^import/, 'const')
            .replace(/\bas\b/g, ':')
            .replace(/from\s*$/, '=')} charts;`
        : `${head}"npm:${name}";`;
    text = text.slice(0, one.start) + by + text.slice(one.end);
  }
  return text;
}
