/** Joins puzzles of several files into one task: github.com/ljhearne/LSTNN_public has a file for each condition. */
import { mustBe } from '../checks/errors.js';
import { guarded, readRecord, refuseUnknown } from '../checks/record.js';
import type { Squares } from './read-csv.js';

/** Splits, in the numbering of the task `own-squares`. */
export const squareSplits = ['train', 'test', 'shifted'] as const;
export type SquareSplit = (typeof squareSplits)[number];
/** In files without a split, one puzzle in this many of a condition is for the test. */
const testShare = 10;

export interface SquaresFile {
  readonly squares: Squares;
  /** The split of all its puzzles. */
  readonly split?: SquareSplit | undefined;
}
/** Parameters of the task `own-squares`. */
export interface SquareLists {
  readonly cells: readonly number[];
  readonly answers: readonly number[];
  /** Present only if all files have conditions. */
  readonly vectors?: readonly number[];
  /** Present only if a file has a split; otherwise the task draws them. */
  readonly splits?: readonly number[];
}

/**
 * The puzzles of all files in order: 16 cells and an answer each, and further parameters of `own-squares`. Errors:
 * bad_argument for anything but a list of files from `parseSquaresCsv`, or for an unknown split.
 */
export function joinSquares(files: readonly SquaresFile[]): SquareLists {
  guarded({ code: 'bad_argument', field: 'files', what: 'a list of { squares, split }' }, () => check(files));
  const lists = { cells: [] as number[], answers: [] as number[], vectors: [] as number[], splits: [] as number[] };
  const seen = new Map<number | undefined, number>();
  for (const { squares, split } of files) {
    for (const cell of squares.cells) lists.cells.push(cell);
    squares.answers.forEach((answer, i) => {
      lists.answers.push(answer);
      const condition = squares.vectors?.[i];
      if (condition !== undefined) lists.vectors.push(condition);
      const count = (seen.get(condition) ?? 0) + (split === undefined ? 1 : 0);
      seen.set(condition, count);
      lists.splits.push(split === undefined ? Number(count % testShare === 0) : squareSplits.indexOf(split));
    });
  }
  const { cells, answers, vectors, splits } = lists;
  return {
    cells,
    answers,
    ...(files.every(({ squares }) => squares.vectors !== undefined) ? { vectors } : {}),
    ...(files.some(({ split }) => split !== undefined) ? { splits } : {}),
  };
}

function check(files: readonly SquaresFile[]): void {
  const refuse = (field: string, what: string, given: unknown): never => {
    throw mustBe('bad_argument', field, what, given);
  };
  if (!Array.isArray(files)) refuse('files', 'a list of { squares, split }', files);
  for (let i = 0; i < files.length; i++) {
    const file = files[i]!;
    const field = `files[${i}]`;
    const entries = readRecord(file, { code: 'bad_argument', field, what: '{ squares, split }' });
    refuseUnknown(entries, ['squares', 'split'], 'bad_argument', `${field}.`, 'a file of puzzles');
    const { cells, answers, vectors } = Object(file.squares) as Partial<Squares>;
    const whole =
      cells instanceof Float64Array && answers instanceof Float64Array && cells.length === 16 * answers.length;
    if (!whole || (vectors !== undefined && vectors.length !== answers.length))
      refuse(`${field}.squares`, 'what parseSquaresCsv gives', file.squares);
    if (file.split !== undefined && !squareSplits.includes(file.split))
      refuse(`${field}.split`, `one of ${squareSplits.join(', ')}`, file.split);
  }
}
