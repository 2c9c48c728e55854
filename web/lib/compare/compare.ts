/**
 * Compares two tables over the same positions: how far apart they are, and from which position on. Detects a table with
 * the channels of the other in another order or with other signs.
 *
 * Letters: n = positions, w = channels, a = coordinates of a position.
 */
import { type ChannelOrder, nameOrder } from './channel-order.js';
import { PosencError } from '../checks/errors.js';
import { columnsOf, type Columns, differ, matchColumns, type Matching, signsOf, tieClasses } from './match-columns.js';
import type { ChannelMapping, Comparison, Matrix } from '../types/posenc.js';
import { defaultTolerance, tableWords, type Words } from './words.js';

/** Entries of each table in which a mapping is searched; it is then checked on all of them. */
const searchedEntries = 2 ** 23;

/** @param positionOf the position of a row */
export function compareTables(
  a: Matrix,
  b: Matrix,
  positionOf: (row: number) => number | number[],
  tolerance = defaultTolerance,
  words = tableWords,
): Comparison {
  if (a.rows !== b.rows) {
    const given = `A has ${a.rows} rows and B ${b.rows}`;
    throw new PosencError('bad_shape', 'rows', `both tables need a row for each ${words.row}, but ${given}`);
  }
  if (a.cols !== b.cols) {
    const one = `no ${words.column} of one stands for one of the other`;
    return without(false, `A has ${counted(a.cols, words.column)} and B has ${b.cols}: ${one}.`);
  }
  if (a.rows === 0 || a.cols === 0) return without(true, 'There are no entries to compare.');

  const found = difference(a, b, tolerance);
  const rowPosition = (row: number): RowPosition => ({ row, position: positionOf(row) });
  const { mapping, maxDifferenceAfterMapping, sentence } = mapped(a, b, tolerance, found, words);
  return {
    sameShape: true,
    maxDifference: found.most,
    at: found.most === 0 ? null : { ...rowPosition(found.row), channel: found.channel },
    firstBeyond: found.firstBeyond === undefined ? null : rowPosition(found.firstBeyond),
    mapping,
    maxDifferenceAfterMapping,
    sentence: `${differenceSentence(found, a.rows, tolerance, rowPosition, words)}${sentence}`,
  };
}

interface RowPosition {
  readonly row: number;
  readonly position: number | number[];
}

function without(sameShape: boolean, sentence: string): Comparison {
  return {
    sameShape,
    maxDifference: null,
    at: null,
    firstBeyond: null,
    mapping: null,
    maxDifferenceAfterMapping: null,
    sentence,
  };
}

interface Difference {
  /** max |a - b|; Infinity if only one of them is finite. */
  readonly most: number;
  readonly row: number;
  readonly channel: number;
  readonly firstBeyond: number | undefined;
}

/** Compares column c of B with signs[c] times column permutation[c] of A. */
function difference(
  a: Matrix,
  b: Matrix,
  tolerance: number,
  { permutation, signs }: Partial<Matching> = {},
): Difference {
  const w = a.cols;
  let [most, row, channel] = [0, 0, 0];
  let firstBeyond: number | undefined;
  for (let r = 0; r < a.rows; r++) {
    for (let c = 0; c < w; c++) {
      const x = a.data[r * w + (permutation ? permutation[c]! : c)]! * (signs ? signs[c]! : 1);
      const y = b.data[r * w + c]!;
      if (!differ(x, y, 0)) continue;
      const gap = Math.abs(x - y);
      const size = Number.isNaN(gap) ? Infinity : gap;
      if (size > most) [most, row, channel] = [size, r, c];
      if (firstBeyond === undefined && size > tolerance) firstBeyond = r;
    }
  }
  return { most, row, channel, firstBeyond };
}

type Mapped = Pick<Comparison, 'mapping' | 'maxDifferenceAfterMapping' | 'sentence'>;
const unmapped = (sentence: string): Mapped => ({ mapping: null, maxDifferenceAfterMapping: null, sentence });

function mapped(a: Matrix, b: Matrix, tolerance: number, found: Difference, words: Words): Mapped {
  const w = a.cols;
  if (found.most <= tolerance) {
    const mapping: ChannelMapping = {
      kind: 'identity',
      permutation: Int32Array.from({ length: w }, (_, c) => c),
      signs: new Int8Array(w).fill(1),
      sentence: `The ${words.column}s stand in the same order with the same signs.`,
    };
    return { mapping, maxDifferenceAfterMapping: found.most, sentence: '' };
  }
  const rows = Math.min(a.rows, Math.max(1, Math.floor(searchedEntries / w)));
  const [ofA, ofB] = [columnsOf(a.data, rows, w), columnsOf(b.data, rows, w)];
  const matching = matchColumns(ofA, ofB, tolerance);
  if (matching === 'unknown')
    return unmapped(
      ` Too many ${words.column}s are nearly equal to tell whether some order of them makes A and B equal.`,
    );
  if (!matching && w === 1) return unmapped(' They do so with the sign of one reversed, too.');
  if (!matching) return unmapped(` No order and no signs of the ${words.column}s make them equal.`);

  const classOf = tieClasses(ofA, tolerance);
  const named = namedMatching(ofA, ofB, matching, classOf, tolerance);
  const ties = tiesOf(ofA, classOf, tolerance);
  // the order of equal channels is only meaningful if there is nothing else to report
  const determined = ties.tied === 0 || (!ties.moving && ties.anyMoving) || (named !== undefined && 2 * ties.tied <= w);
  if (!determined) {
    const which = `${ties.tied} of ${counted(w, words.column)} of A are equal to another one`;
    const where = a.rows === 1 ? `this ${words.row}` : `these ${words.row}s`;
    return unmapped(
      ` Some order of the ${words.column}s makes them equal, but ${which} at ${where}, so which one is not determined; give other or more ${words.row}s.`,
    );
  }
  const chosen = named ?? matching;
  const after = difference(a, b, tolerance, chosen);
  if (after.firstBeyond !== undefined)
    return unmapped(` An order that makes the first ${rows} rows equal does not do so for all ${a.rows}.`);
  const mapping = describe(chosen, named?.words, ties.tied, words);
  const rest = after.most === 0 ? 'nothing differs' : `the largest difference is ${short(after.most)}`;
  return {
    mapping,
    maxDifferenceAfterMapping: after.most,
    sentence: ` ${mapping.sentence} With that, ${rest}.`,
  };
}

/** The matching as a well-known order, if exchanges of tied channels make it one. */
function namedMatching(
  a: Columns,
  b: Columns,
  { permutation }: Matching,
  classOf: Int32Array,
  tolerance: number,
): (Matching & ChannelOrder) | undefined {
  const order = nameOrder(permutation, classOf);
  const signs = order && signsOf(a, b, order.permutation, tolerance);
  return signs && { ...order, signs };
}

interface Ties {
  /** Channels that equal another one. */
  readonly tied: number;
  /** True if a tied channel varies over the rows. */
  readonly moving: boolean;
  /** True if any channel varies. */
  readonly anyMoving: boolean;
}
function tiesOf(a: Columns, classOf: Int32Array, tolerance: number): Ties {
  const members = new Int32Array(a.w);
  for (const first of classOf) members[first]!++;
  let tied = 0;
  let [moving, anyMoving] = [false, false];
  for (let c = 0; c < a.w; c++) {
    const column = a.data.subarray(c * a.n, (c + 1) * a.n);
    const moves = column.some((x) => differ(x, column[0]!, 2 * tolerance));
    anyMoving ||= moves;
    if (members[classOf[c]!]! < 2) continue;
    tied++;
    moving ||= moves;
  }
  return { tied, moving, anyMoving };
}

function describe(
  { permutation, signs }: Matching,
  order: string | undefined,
  tied: number,
  { row, column }: Words,
): ChannelMapping {
  const w = permutation.length;
  const flipped = [...signs.keys()].filter((c) => signs[c] === -1);
  const ordered = order ?? `its ${column}s in another order, none that has a name`;
  const parts = [
    ...(ordered === '' ? [] : [ordered]),
    ...(flipped.length ? [`the sign reversed of ${signWords(flipped, w, column)}`] : []),
  ];
  const equal = `${counted(tied, column)} of A equal another one at these ${row}s; which is which says nothing`;
  const note = tied === 0 ? '' : ` (${equal})`;
  return {
    kind: flipped.length ? 'signed permutation' : 'permutation',
    permutation,
    signs,
    sentence: `B is A with ${parts.join(', and ')}${note}.`,
  };
}

/** Describes the columns of B whose sign is reversed. */
function signWords(flipped: readonly number[], w: number, column: string): string {
  const is = (test: (c: number) => boolean): boolean =>
    flipped.every(test) && flipped.length === Array.from({ length: w }, (_, c) => c).filter(test).length;
  if (flipped.length === w) return `every ${column}`;
  if (is((c) => c % 2 === 1)) return `every odd ${column} of B`;
  if (is((c) => c % 2 === 0)) return `every even ${column} of B`;
  if (is((c) => c < w / 2)) return 'the first half of B';
  if (is((c) => c >= w / 2)) return 'the second half of B';
  const list = flipped.slice(0, 8).join(', ');
  return `${counted(flipped.length, column)} of B (${list}${flipped.length > 8 ? ', …' : ''})`;
}

function differenceSentence(
  { most, row, channel, firstBeyond }: Difference,
  n: number,
  tolerance: number,
  rowPosition: (row: number) => RowPosition,
  words: Words,
): string {
  const where = n === 1 ? `at the one ${words.row}` : `at all ${n} ${words.row}s`;
  if (most === 0) return `A and B are equal ${where}.`;
  const at = (r: number): string => {
    const { position } = rowPosition(r);
    return `${words.row} ${typeof position === 'number' ? position : `(${position.join(', ')})`}`;
  };
  const size = most === Infinity ? 'in what is finite' : `by up to ${short(most)}`;
  const worst = `${size}, at ${at(row)} in ${words.column} ${channel}`;
  if (firstBeyond === undefined) return `A and B are equal within ${tolerance} ${where}; they differ ${worst}.`;
  const since =
    firstBeyond === row ? '' : `; ${at(firstBeyond)} is the first where they differ by more than ${tolerance}`;
  return `A and B differ ${worst}${since}.`;
}

const counted = (count: number, noun: string): string => (count === 1 ? `1 ${noun}` : `${count} ${noun}s`);
const short = (value: number): string => String(Number(value.toPrecision(3)));
