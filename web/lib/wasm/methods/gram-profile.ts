/** The first row of a Toeplitz Gram matrix, which determines all of it. */
import { allocate } from '../../checks/arrays.js';
import type { Control } from '../../checks/control.js';
import type { Purpose } from '../../checks/limits.js';
import { fillPositions } from '../../checks/positions.js';
import type { OnPositions } from '../../requests/requests.js';
import { checkAxes } from '../../requests/shapes.js';
import { inputOf, isRawError, type Plan, pacerFor, view } from '../plan.js';
import type { Pieces } from '../pacer.js';

export const theGram: Purpose = { field: 'positions', what: 'the Gram matrix' };

/** Table elements behind a Gram matrix that are computed at once, taking a few milliseconds. */
const gramNumbers = 2 ** 18;

/** Writes the positions, and returns the first row of their Gram matrix if it is Toeplitz, else an empty array. */
export function* gramProfile(plan: Plan, { positions }: OnPositions, control: Control): Pieces<Float64Array> {
  checkAxes(plan.sizes, positions);
  const { count } = positions;
  const profile = allocate(Float64Array, count, theGram);
  const pacer = pacerFor(plan, { signal: control.signal }, 8, { cost: 1 });
  for (let made = 0; made < 1;) {
    pacer.next(1);
    made = plan.call((core) => {
      fillPositions(positions, 0, inputOf(core, count * positions.axes));
      return core.prepareGram(plan.handle, count, gramNumbers);
    }).done;
    if (pacer.due(made)) yield;
  }
  const { rows } = plan.call((core) => {
    fillPositions(positions, 0, inputOf(core, count * positions.axes));
    const block = core.gramProfile(plan.handle, count);
    if (!isRawError(block)) profile.set(view(core, block.dataPtr, block.rows, Float64Array));
    return block;
  });
  return rows === count ? profile : profile.slice(0, rows);
}
