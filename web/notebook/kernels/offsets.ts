/**
 * The offsets between positions, as the stationarity analysis lists its profile: 0, 1, … on a line; on
 * a grid (grid-offsets.ts) more. Charts show them by distance.
 */
import type { CellLine } from '../../lib/charts/index.js';
import { short } from '../widgets/format.js';

export interface Offsets {
  readonly count: number;
  readonly grid: boolean;
  /** Euclidean, ascending; in positions. */
  readonly distances: Float64Array;
  /** The numbers of a profile in the order of the distances. */
  readonly sorted: (profile: Float64Array) => Float64Array;
  readonly label: (offset: number) => string;
  /** The offset between two positions. */
  readonly between: (i: number, j: number) => number;
  /** The cells of the kernel matrix that have this offset, as lines. */
  readonly cells: (offset: number) => CellLine[];
  /** One number for each coordinate. */
  readonly vector: (offset: number) => readonly number[];
}

export function lineOffsets(count: number, step: number): Offsets {
  return {
    count,
    grid: false,
    distances: Float64Array.from({ length: count }, (_, k) => k * Math.abs(step)),
    sorted: (profile) => profile,
    label: (k) => short(k * Math.abs(step)),
    between: (i, j) => Math.abs(i - j),
    cells: (k) =>
      k === 0
        ? [{ from: [0, 0], to: [count - 1, count - 1] }]
        : [
            { from: [0, k], to: [count - 1 - k, count - 1] },
            { from: [k, 0], to: [count - 1, count - 1 - k] },
          ],
    vector: (k) => [k * Math.abs(step)],
  };
}
