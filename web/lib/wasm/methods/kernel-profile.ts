/** Functions of the offset only. */
import { allocate } from '../../checks/arrays.js';
import type { Control } from '../../checks/control.js';
import { fillPositions, type RawPositions } from '../../checks/positions.js';
import type { OnPositions } from '../../requests/requests.js';
import { checkAxes } from '../../requests/shapes.js';
import { inputOf, isRawError, type Plan, pacerFor, view } from '../plan.js';
import type { Pieces } from '../pacer.js';

export const kernelProfile = (plan: Plan, { positions }: OnPositions, control: Control): Pieces<Float64Array> =>
  profile(plan, 'kernelProfile', positions, control);

/** n offsets in, n values out. */
export function* profile(
  plan: Plan,
  method: 'kernelProfile' | 'decayBound',
  offsets: RawPositions,
  control: Control,
): Pieces<Float64Array> {
  checkAxes(plan.sizes, offsets, 'offsets');
  const values = allocate(Float64Array, offsets.count, { field: 'offsets', what: 'the result' });
  const pacer = pacerFor(plan, control, 8, { cost: plan.sizes.pairs });
  if (offsets.count === 0) plan.call((core) => core[method](plan.handle, 0));
  for (let first = 0; first < offsets.count;) {
    const piece = pacer.next(offsets.count - first);
    plan.call((core) => {
      fillPositions(offsets, first, inputOf(core, piece * offsets.axes));
      const block = core[method](plan.handle, piece);
      if (isRawError(block)) return block;
      values.set(view(core, block, piece, Float64Array), first);
    });
    first += piece;
    if (pacer.due(first / offsets.count)) yield;
  }
  return values;
}
