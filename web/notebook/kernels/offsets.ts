/**
 * The offsets between positions, in the order of the profile of the stationarity analysis: 0, 1, … on a line, more on a
 * grid (grid-offsets.ts). Charts show them by distance.
 */
import type { CellLine } from '../../lib/charts/index.js';
import { short } from '../widgets/format.js';

export interface Offsets {
  readonly count: number;
  readonly grid: boolean;
  /** Euclidean, ascending; in units of position. */
  readonly distances: Float64Array;
  /** Sorts the values of a profile by distance. */
  readonly sorted: (profile: Float64Array) => Float64Array;
  readonly label: (offset: number) => string;
  /** The offset between two positions. */
  readonly between: (i: number, j: number) => number;
  /** The cells of the kernel matrix with this offset, as lines. */
  readonly cells: (offset: number) => CellLine[];
  /** One value per coordinate. */
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
