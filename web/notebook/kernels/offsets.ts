/**
 * The offsets between positions, as the stationarity analysis lists its profile: 0, 1, … on a line; on
 * a grid (Δrow, Δcolumn) by rows of Δrow, with (Δ) and (-Δ) together. Charts show them by distance.
 */
import { derived } from '../../lib/charts/core/origin.js';
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

export function gridOffsets(rows: number, cols: number, step: number): Offsets {
  const listed: { down: number; right: number }[] = [];
  for (let down = 0; down < rows; down++)
    for (let right = down === 0 ? 0 : 1 - cols; right < cols; right++) listed.push({ down, right });
  const far = ({ down, right }: { down: number; right: number }): number => Math.hypot(down, right);
  const order = [...listed.keys()].sort((a, b) => far(listed[a]!) - far(listed[b]!) || a - b);
  const place = new Map(order.map((original, k) => [keyOf(listed[original]!), k]));
  const at = (k: number): { down: number; right: number } => listed[order[k]!] ?? { down: 0, right: 0 };
  const size = Math.abs(step);
  return {
    count: listed.length,
    grid: true,
    distances: Float64Array.from(order, (original) => far(listed[original]!) * size),
    sorted: (profile) => derived('at', profile, order),
    label: (k) => `(${short(at(k).down * size)}, ${short(at(k).right * size)})`,
    between(i, j) {
      const [first, second] = i >= j ? [i, j] : [j, i];
      const down = Math.floor(first / cols) - Math.floor(second / cols);
      const right = (first % cols) - (second % cols);
      return place.get(keyOf(down === 0 ? { down, right: Math.abs(right) } : { down, right })) ?? 0;
    },
    cells(k) {
      const { down, right } = at(k);
      const length = cols - Math.abs(right);
      const lines: CellLine[] = [];
      for (let row = 0; row + down < rows; row++) {
        const i = (row + down) * cols + Math.max(0, right);
        const j = row * cols + Math.max(0, -right);
        lines.push({ from: [i, j], to: [i + length - 1, j + length - 1] });
        if (k > 0) lines.push({ from: [j, i], to: [j + length - 1, i + length - 1] });
      }
      return lines;
    },
    vector: (k) => [at(k).down * size, at(k).right * size],
  };
}

const keyOf = ({ down, right }: { down: number; right: number }): string => `${down},${right}`;
