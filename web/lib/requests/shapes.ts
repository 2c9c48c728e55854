/**
 * The shapes of results and of their parts, on which the engine and the pool must agree.
 */
import type { Floats, FloatsConstructor } from '../checks/arrays.js';
import { errorAbout } from '../checks/errors.js';
import type { RawPositions } from '../checks/positions.js';
import type { RawPlan } from '../types/core.js';
import type { DType } from '../types/posenc.js';

export const arrayType = (dtype: DType): FloatsConstructor => (dtype === 'f32' ? Float32Array : Float64Array);

/** Throws if the positions have a different number of coordinates than the spec. */
export function checkAxes({ axes }: Pick<RawPlan, 'axes'>, positions: RawPositions, field = 'positions'): void {
  if (positions.axes === axes || (positions.count === 0 && 'values' in positions)) return;
  const want =
    axes === 1
      ? 'one number each: give a number n, a list of numbers or { start, count, step }'
      : `${axes} coordinates each: give a list of rows, { data, rows, cols }${axes === 2 ? ' or { grid: [H, W] }' : ''}`;
  throw errorAbout('bad_positions', field, `must have ${want}, but they have ${positions.axes}`);
}

/** Side of the square blocks of a Gram matrix of vectors of this width: each takes a few milliseconds. */
export function gramRows(width: number): number {
  const most = Math.sqrt(2 ** 25 / width); // infinite if the width is 0
  return Math.min(512, Math.max(32, Math.floor(most / 4) * 4));
}

/** Copies a block at (row, col) to its mirror image, in small squares that fit in the cache. */
export function mirror(part: Floats, rows: number, cols: number, data: Floats, n: number, row: number, col: number) {
  const side = 16;
  for (let c0 = 0; c0 < cols; c0 += side) {
    const cEnd = Math.min(c0 + side, cols);
    for (let r0 = 0; r0 < rows; r0 += side) {
      const rEnd = Math.min(r0 + side, rows);
      for (let c = c0; c < cEnd; c++) {
        const to = (col + c) * n + row;
        for (let r = r0; r < rEnd; r++) if (row + r < col + c) data[to + r] = part[r * cols + c]!;
      }
    }
  }
}
