/**
 * Derivatives of tables: rows of another kind.
 */
import { allocate } from '../../checks/arrays.js';
import type { Control } from '../../checks/control.js';
import { PosencError } from '../../checks/errors.js';
import type { DerivativeRequest } from '../../methods/derivative.js';
import type { Matrix } from '../../types/posenc.js';
import type { Job } from '../job.js';
import type { Pieces } from '../pacer.js';
import { fillRows, kinds, tablePacer } from './table.js';

export function* derivative(
  job: Job,
  { positions, axis }: DerivativeRequest,
  control: Control,
): Pieces<Matrix<Float64Array>> {
  const { width, axes } = job.plan;
  if (axis >= axes) {
    throw new PosencError(
      'bad_argument',
      'options.axis',
      `options.axis must be below ${axes}, the coordinates of a position, but ${axis} was given`,
    );
  }
  const { count } = positions;
  const data = allocate(Float64Array, count * width, { field: 'positions', what: 'the derivative' });
  yield* fillRows(
    job,
    kinds.derivative,
    positions,
    0,
    data,
    tablePacer(job, kinds.derivative, positions, control),
    count,
    axis,
  );
  return { data, rows: count, cols: width };
}
