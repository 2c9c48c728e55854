/** Output array of a result: the caller's or a new one. */
import { allocate, type Floats, type FloatsConstructor } from '../checks/arrays.js';
import type { Control } from '../checks/control.js';
import { errorAbout, type PosencError } from '../checks/errors.js';
import type { Purpose } from '../checks/limits.js';
import type { Into } from '../requests/requests.js';

/** The caller's array, which must have the right length, or a new one. */
export function outputFor<A extends Floats>(
  { intoLength }: Into,
  { into }: Control,
  type: FloatsConstructor<A>,
  rows: number,
  cols: number,
  purpose: Purpose,
): A {
  const length = rows * cols;
  if (intoLength !== undefined && intoLength !== length)
    throw errorAbout(
      'bad_shape',
      'options.into',
      `must have ${rows} x ${cols} = ${length} items, but it has ${intoLength}`,
    );
  if (into && into.length !== length) throw detached();
  return (into as A | undefined) ?? allocate(type, length, purpose);
}

export const detached = (): PosencError =>
  errorAbout('bad_argument', 'options.into', 'was detached or resized during the call');
