/**
 * Cuts the rows of a result into the parts that workers take in turn: large ones first, smaller ones towards
 * the end, so that a slow worker does not hold the rest.
 */
import type { RowCost } from '../methods/split.js';
import type { Part } from '../requests/requests.js';

/** Shorter work is not worth the messages … */
const leastNanoseconds = 2e6;
/** … and what is longer would be long to do again after a crash. */
const mostNanoseconds = 2.5e8;
/** A part that is copied into the result takes this much memory at most, beside it. */
export const partBytes = 4 * 2 ** 20;

export interface Divisible {
  readonly rows: number;
  readonly cost: RowCost;
  /** Parts have a multiple of this many rows. */
  readonly step: number;
  readonly workers: number;
  /** Parts are written in place: their memory is that of the result. */
  readonly inPlace: boolean;
}

/** The largest part, in rows. */
export function mostRows({ cost, step, inPlace }: Divisible): number {
  const most = Math.min(mostNanoseconds / cost.nanoseconds, inPlace ? Infinity : partBytes / cost.bytes);
  return Math.max(step, Math.floor(most / step) * step);
}

/** All parts, in order. Empty where one worker would be as fast. */
export function* sharesOf(work: Divisible): Generator<Part, void, undefined> {
  const { rows, cost, step, workers } = work;
  if (rows * cost.nanoseconds < 2 * leastNanoseconds) return;
  const most = mostRows(work);
  const least = Math.min(most, Math.max(step, Math.ceil(leastNanoseconds / cost.nanoseconds / step) * step));
  for (let first = 0; first < rows;) {
    const left = rows - first;
    const fair = Math.floor(left / (2 * workers) / step) * step;
    const next = Math.min(left, Math.max(least, Math.min(most, fair)));
    yield { first, rows: next };
    first += next;
  }
}
