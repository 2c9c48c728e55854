/** Gram matrices: slices of one profile if Toeplitz, else one triangle and its mirror image. */
import { allocate, type Floats, type FloatsConstructor } from '../../checks/arrays.js';
import type { Control } from '../../checks/control.js';
import { fillPositions } from '../../checks/positions.js';
import type { GramRequest } from '../../methods/gram.js';
import { arrayType, checkAxes, gramRows, mirror } from '../../requests/shapes.js';
import type { CoreModule } from '../../types/core.js';
import type { Matrix } from '../../types/posenc.js';
import { inputOf, isRawError, type Plan, pacerFor, view } from '../plan.js';
import type { Pacer, Pieces } from '../pacer.js';
import { gramProfile, theGram } from './gram-profile.js';

export function* gram(plan: Plan, request: GramRequest, control: Control): Pieces<Matrix> {
  const { positions, dtype, part } = request;
  checkAxes(plan.sizes, positions);
  const n = positions.count;
  const { first, rows: height } = part ?? { first: 0, rows: n };
  const cols = n - first;
  const data = allocate(arrayType(dtype), height * cols, theGram); // float64 rows set into float32 are rounded once
  // Rewritten for each chunk, because another call may have used the input since.
  const fill = (core: CoreModule) => fillPositions(positions, 0, inputOf(core, n * positions.axes));
  const profile = yield* gramProfile(plan, request, control);
  if (profile.length > 0) {
    yield* fillToeplitz(data, profile, height, cols, pacerFor(plan, control, 8, { cost: n }));
    return { data, rows: height, cols };
  }
  // One triangle in squares, and its mirror image. A part uses the same squares as the whole.
  const side = gramRows(plan.sizes.width);
  const pacer = pacerFor(plan, control, 8 * side * side, { cost: side * side, constant: true });
  for (let row = 0; row < height; row += side) {
    const rows = Math.min(side, height - row);
    for (let col = row; col < cols; col += side) {
      const wide = Math.min(side, cols - col);
      pacer.next(1);
      plan.call((core) => {
        fill(core);
        const block = core.gram(plan.handle, n, first + row, rows, first + col, wide);
        if (isRawError(block)) return block;
        const square = view(core, block, rows * wide, Float64Array);
        for (let r = 0; r < rows; r++) data.set(square.subarray(r * wide, (r + 1) * wide), (row + r) * cols + col);
        if (!part) mirror(square, rows, wide, data, n, row, col);
      });
      const left = (height - row) / height;
      if (pacer.due(col + wide < cols || row + rows < height ? 1 - left * left : 1)) yield;
    }
  }
  return { data, rows: height, cols };
}

/** K[i][j] = profile[|i - j|]: every row is a slice of one list. */
function* fillToeplitz(data: Floats, profile: Float64Array, rows: number, cols: number, pacer: Pacer): Pieces<void> {
  const n = profile.length;
  const both = new (data.constructor as FloatsConstructor)(2 * n - 1);
  both.set(profile.slice().reverse());
  both.set(profile, n - 1);
  for (let row = 0; row < rows;) {
    const end = row + pacer.next(rows - row);
    for (; row < end; row++) data.set(both.subarray(n - 1 - row, n - 1 - row + cols), row * cols);
    if (pacer.due(row / rows)) yield;
  }
}
