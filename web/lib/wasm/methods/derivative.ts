/** Derivatives of tables, as another kind of rows. */
import { allocate } from '../../checks/arrays.js';
import type { Control } from '../../checks/control.js';
import { errorAbout } from '../../checks/errors.js';
import type { DerivativeRequest } from '../../methods/derivative.js';
import type { Matrix } from '../../types/posenc.js';
import type { Plan } from '../plan.js';
import type { Pieces } from '../pacer.js';
import { fillRows, kinds, tablePacer } from './table.js';

export function* derivative(
  plan: Plan,
  { positions, axis }: DerivativeRequest,
  control: Control,
): Pieces<Matrix<Float64Array>> {
  const { width, axes } = plan.sizes;
  if (axis >= axes)
    throw errorAbout(
      'bad_argument',
      'options.axis',
      `must be below ${axes}, the coordinates of a position, but ${axis} was given`,
    );
  const { count } = positions;
  const data = allocate(Float64Array, count * width, { field: 'positions', what: 'the derivative' });
  yield* fillRows(
    plan,
    kinds.derivative,
    positions,
    0,
    data,
    tablePacer(plan, kinds.derivative, positions, control),
    count,
    axis,
  );
  return { data, rows: count, cols: width };
}
