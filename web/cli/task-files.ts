/**
 * A user's data in an experiment: '@FILE' in a task is replaced with the values of a CSV, .npy or safetensors file.
 */
import {
  joinSquares,
  type SquareLists,
  type SquaresFile,
  type SquareSplit,
  squareSplits,
} from '../lib/files/join-squares.js';
import { publishedSquares } from '../lib/files/published-squares.js';
import { parseNumbersCsv, parseSquaresCsv } from '../lib/files/read-csv.js';
import { published } from '../lib/studies/published.js';
import { misuse } from './command.js';
import { readText } from './input.js';
import { numbersOf } from './tensor-files.js';

const isFile = (value: unknown): value is string => typeof value === 'string' && value.startsWith('@');

/**
 * Replaces every '@FILE' of a task. `values` set `nodes` if that is missing; `cells` may be a list of CSV files with
 * puzzles, which also set answers, conditions and splits, or '@published'.
 */
export async function withTaskFiles(task: object): Promise<object> {
  const filled = new Map<string, unknown>(Object.entries(task));
  for (const [name, value] of [...filled]) {
    const files = Array.isArray(value) ? value : [value];
    if (name === 'cells' && files.length > 0 && files.every(isFile))
      for (const [list, numbers] of Object.entries(await (value === published ? publishedSquares() : squaresOf(files))))
        filled.set(list, numbers);
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

/** Reads files given as '@FILE' or '@FILE#SPLIT'. */
async function squaresOf(files: readonly string[]): Promise<SquareLists> {
  const read: SquaresFile[] = [];
  for (const file of files) {
    const [path, split] = partsOf(file);
    read.push({ squares: parseSquaresCsv(await readText(path)), split });
  }
  return joinSquares(read);
}

function partsOf(file: string): [string, SquareSplit | undefined] {
  const at = file.lastIndexOf('#');
  if (at < 0) return [file.slice(1), undefined];
  const name = file.slice(at + 1);
  const split = squareSplits.find((one) => one === name);
  if (split === undefined) throw misuse('task.cells', `#${name} must be one of ${squareSplits.join(', ')}`);
  return [file.slice(1, at), split];
}
