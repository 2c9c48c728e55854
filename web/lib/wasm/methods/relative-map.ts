/** Relative maps, some rows at a time. */
import { allocate } from '../../checks/arrays.js';
import type { Control } from '../../checks/control.js';
import type { OnPairs } from '../../requests/requests.js';
import type { Matrix } from '../../types/posenc.js';
import { isRawError, type Plan, pacerFor, view } from '../plan.js';
import type { Pieces } from '../pacer.js';
import { checkLengths } from '../heads.js';

export function* relativeMap(
  plan: Plan,
  { nQuery, nKey, part }: OnPairs,
  control: Control,
): Pieces<Matrix<Float64Array>> {
  const { first, rows } = part ?? { first: 0, rows: nQuery };
  const data = allocate(Float64Array, rows * nKey, { field: 'nQuery', what: 'the map' });
  checkLengths(plan, nQuery, nKey, 8);
  if (data.length === 0) plan.call((core) => core.relativeMap(plan.handle, nQuery, nKey, 0, 0));
  const pacer = pacerFor(plan, control, 8 * nKey, { cost: nKey });
  for (let row = 0; nKey > 0 && row < rows;) {
    const piece = pacer.next(rows - row);
    plan.call((core) => {
      const block = core.relativeMap(plan.handle, nQuery, nKey, first + row, piece);
      if (isRawError(block)) return block;
      data.set(view(core, block, piece * nKey, Float64Array), row * nKey);
    });
    row += piece;
    if (pacer.due(row / rows)) yield;
  }
  return { data, rows, cols: nKey };
}
