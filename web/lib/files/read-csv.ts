/**
 * Reads tables from text: numbers, and puzzles in the form of github.com/ljhearne/LSTNN_public. Cells are separated by
 * tabs, semicolons or commas, whichever the first line contains, and may be quoted. Errors name line and column, from
 * 1.
 */
import { allocate } from '../checks/arrays.js';
import { errorAbout, PosencError } from '../checks/errors.js';
import { printable } from '../checks/show.js';
import type { Matrix } from '../types/values.js';

/** The puzzles of a file, in the form of the task `own-squares`. */
export interface Squares {
  /** 16 per puzzle in reading order: 0 blank, 1 to 4 given, 5 the target. */
  readonly cells: Float64Array;
  /** 1 to 4 for each puzzle. */
  readonly answers: Float64Array;
  /** 1 to 3: vectors that must be seen together; only if the file has conditions. */
  readonly vectors: Float64Array | undefined;
}

const numberText = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const conditions = ['binary', 'ternary', 'quaternary'];

/**
 * One row per line, all of equal length; a first line that is not all numbers is a header. Errors: bad_argument with
 * line and column for anything but a finite number; bad_shape if line lengths differ.
 */
export function parseNumbersCsv(text: string): Matrix<Float64Array> {
  const lines = linesOf(text);
  if (lines[0] && !lines[0].cells.every((cell) => numberText.test(cell))) lines.shift();
  if (lines.length === 0) refuse(1, 1, 'it has no numbers');
  const cols = lines[0]!.cells.length;
  const data = allocate(Float64Array, lines.length * cols, { field: 'csv', what: 'this table' });
  lines.forEach(({ number, cells }, row) => {
    if (cells.length !== cols) {
      const what = `it has ${cells.length} cells, but line ${lines[0]!.number} has ${cols}`;
      throw new PosencError('bad_shape', 'csv', messageAt(number, cells.length, what));
    }
    cells.forEach((cell, col) => {
      const value = numberText.test(cell) ? Number(cell) : NaN;
      if (!Number.isFinite(value)) refuse(number, col + 1, `'${printable(cell)}' is not a finite number`);
      data[row * cols + col] = value;
    });
  });
  return { data, rows: lines.length, cols };
}

/**
 * Columns `puzzles` (16 digits) and `solutions`, and optionally `condition` (beginning with Binary, Ternary or
 * Quaternary); others are ignored. Errors: bad_argument with line and column.
 */
export function parseSquaresCsv(text: string): Squares {
  const [header, ...lines] = linesOf(text);
  const names = header?.cells.map((name) => name.toLowerCase()) ?? [];
  const columnOf = (name: string): number => {
    const at = names.indexOf(name);
    return at >= 0 ? at : refuse(1, 1, `its first line must name a column '${name}'`);
  };
  const [puzzle, solution] = [columnOf('puzzles'), columnOf('solutions')];
  const condition = names.indexOf('condition');
  if (lines.length === 0) refuse(2, 1, 'it has no puzzles');
  const purpose = { field: 'csv', what: 'these puzzles' };
  const cells = allocate(Float64Array, 16 * lines.length, purpose);
  const answers = allocate(Float64Array, lines.length, purpose);
  const vectors = condition >= 0 ? allocate(Float64Array, lines.length, purpose) : undefined;
  lines.forEach((line, i) => {
    const cellOf = (column: number, pattern: RegExp, what: string): string => {
      const cell = line.cells[column] ?? '';
      return pattern.test(cell) ? cell : refuse(line.number, column + 1, `'${printable(cell)}' is not ${what}`);
    };
    const digits = cellOf(puzzle, /^(?=[0-4]*5[0-4]*$).{16}$/, '16 digits 0 to 4 and one 5, which is the target');
    [...digits].forEach((digit, k) => (cells[16 * i + k] = Number(digit)));
    answers[i] = Number(cellOf(solution, /^[1-4]$/, 'a solution, 1 to 4'));
    if (!vectors) return;
    const kind = cellOf(condition, /^(binary|ternary|quaternary)/i, `one of ${conditions.join(', ')}`).toLowerCase();
    vectors[i] = 1 + conditions.findIndex((name) => kind.startsWith(name));
  });
  return { cells, answers, vectors };
}

interface Line {
  /** From 1. */
  readonly number: number;
  readonly cells: readonly string[];
}

/** All lines that are not empty. */
function linesOf(text: string): Line[] {
  if (typeof text !== 'string') throw errorAbout('bad_argument', 'csv', 'must be the text of a file');
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  const first = lines.find((line) => line.trim() !== '') ?? '';
  const mark = ['\t', ';'].find((one) => first.includes(one)) ?? ',';
  return lines.flatMap((line, i) =>
    line.trim() === '' ? [] : [{ number: i + 1, cells: line.split(mark).map((cell) => unquoted(cell.trim())) }],
  );
}
const unquoted = (cell: string): string => (/^"[^"]*"$/.test(cell) ? cell.slice(1, -1).trim() : cell);

const messageAt = (line: number, column: number, what: string): string =>
  `this CSV file cannot be read: line ${line}, column ${column}: ${what}`;
function refuse(line: number, column: number, what: string): never {
  throw new PosencError('bad_argument', 'csv', messageAt(line, column, what));
}
