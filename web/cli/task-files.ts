/**
 * Data of the user's own in an experiment: '@FILE' in a task stands for the numbers of a CSV, .npy or safetensors file.
 */
import { parseNumbersCsv, parseSquaresCsv } from '../lib/files/read-csv.js';
import { misuse } from './command.js';
import { readText } from './input.js';
import { numbersOf } from './tensor-files.js';

/** As the task `own-squares` numbers them. */
const splits = ['train', 'test', 'shifted'];
/** One puzzle in so many of a condition is for the test. */
const testShare = 10;

const isFile = (value: unknown): value is string => typeof value === 'string' && value.startsWith('@');

/**
 * A task in which every '@FILE' has become numbers. `values` tell `nodes`, where they are not given; `cells` may be a
 * list of CSV files with puzzles, which tell answers, conditions and splits too.
 */
export async function withTaskFiles(task: object): Promise<object> {
  const filled = new Map<string, unknown>(Object.entries(task));
  for (const [name, value] of [...filled]) {
    const files = Array.isArray(value) ? value : [value];
    if (name === 'cells' && files.length > 0 && files.every(isFile))
      for (const [list, numbers] of Object.entries(await squaresOf(files))) filled.set(list, numbers);
    else if (isFile(value)) {
      const { numbers, cols } = /\.(csv|tsv|txt)$/i.test(value)
        ? await tableOf(value.slice(1))
        : await numbersOf(value.slice(1));
      filled.set(name, numbers);
      if (name === 'values' && !filled.has('nodes')) filled.set('nodes', cols);
    }
  }
  return Object.fromEntries(filled);
}

async function tableOf(path: string): Promise<{ numbers: Float64Array; cols: number }> {
  const { data, cols } = parseNumbersCsv(await readText(path));
  return { numbers: data, cols };
}

/** Each file '@FILE' or '@FILE#SPLIT'. Lists that not all files have, or where none has a split, are left to the task. */
async function squaresOf(files: readonly string[]): Promise<Readonly<Record<string, readonly number[]>>> {
  const lists = { cells: [] as number[], answers: [] as number[], vectors: [] as number[], splits: [] as number[] };
  let conditions = true;
  const seen = new Map<number | undefined, number>();
  for (const file of files) {
    const [path, split] = partsOf(file);
    const { cells, answers, vectors } = parseSquaresCsv(await readText(path));
    for (const cell of cells) lists.cells.push(cell);
    answers.forEach((answer, i) => {
      lists.answers.push(answer);
      const condition = vectors?.[i];
      if (condition !== undefined) lists.vectors.push(condition);
      const count = (seen.get(condition) ?? 0) + (split === undefined ? 1 : 0);
      seen.set(condition, count);
      lists.splits.push(split ?? (count % testShare === 0 ? 1 : 0));
    });
    conditions &&= vectors !== undefined;
  }
  const known = Object.entries(lists).filter(
    ([name]) => (name !== 'vectors' || conditions) && (name !== 'splits' || files.some((file) => file.includes('#'))),
  );
  return Object.fromEntries(known);
}

function partsOf(file: string): [string, number | undefined] {
  const at = file.lastIndexOf('#');
  if (at < 0) return [file.slice(1), undefined];
  const name = file.slice(at + 1);
  const split = splits.indexOf(name);
  if (split < 0) throw misuse('task.cells', `#${name} must be one of ${splits.join(', ')}`);
  return [file.slice(1, at), split];
}
