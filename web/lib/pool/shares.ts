/**
 * Cuts the rows of a result into parts for the workers: large parts first, smaller ones towards the end, so that a slow
 * worker does not delay the result.
 */
import type { RowCost } from '../methods/split.js';
import type { Part } from '../requests/requests.js';

/** Shorter parts are not worth their messages. */
const leastNanoseconds = 2e6;
/** Longer parts take too long to redo after a crash. */
const mostNanoseconds = 2.5e8;
/** Maximum extra memory of a part that is copied into the result. */
export const partBytes = 4 * 2 ** 20;

export interface Divisible {
  readonly rows: number;
  readonly cost: RowCost;
  /** The rows of a part are a multiple of this. */
  readonly step: number;
  readonly workers: number;
  /** Parts are written directly to the memory of the result. */
  readonly inPlace: boolean;
}

/** Rows of the largest part. */
export function mostRows({ cost, step, inPlace }: Divisible): number {
  const most = Math.min(mostNanoseconds / cost.nanoseconds, inPlace ? Infinity : partBytes / cost.bytes);
  return Math.max(step, Math.floor(most / step) * step);
}

/** Yields all parts in order; none if one worker would be as fast. */
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
