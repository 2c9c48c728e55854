/** Offsets on a grid: (Δrow, Δcolumn) ordered by Δrow, with (Δ) and (-Δ) merged. */
import { stepped } from '../calls.js';
import type { CellLine } from '../../lib/charts/index.js';
import { short } from '../widgets/format.js';
import type { Offsets } from './offsets.js';

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
    sorted: (profile) => stepped('at', profile, order),
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
