/**
 * The matrix argument of `rotate`: { data, rows, cols } or a list of rows, copied to float64.
 */
import { allocate, isFloats } from './arrays.js';
import { PosencError } from './errors.js';
import { guarded, readRecord } from './record.js';
import { shown } from './show.js';

/** Exactly (rows, cols) finite numbers, row-major. */
export function readRows(x: unknown, rows: number, cols: number): Float64Array {
  return guarded({ code: 'bad_argument', field: 'x', what: 'a matrix' }, () => {
    return Array.isArray(x) ? readNested(x, rows, cols) : readMatrix(x, rows, cols);
  });
}

function readNested(x: readonly unknown[], rows: number, cols: number): Float64Array {
  if (x.length !== rows) {
    throw new PosencError(
      'bad_shape',
      'x',
      `x must have one row for each of the ${rows} positions, but it has ${x.length}`,
    );
  }
  const copy = allocate(Float64Array, rows * cols, { field: 'x', what: 'x' });
  for (let i = 0; i < rows; i++) {
    const row: unknown = x[i];
    const field = `x[${i}]`;
    if (!Array.isArray(row) && !isFloats(row)) {
      throw new PosencError('bad_argument', field, `${field} must be a list of numbers, but ${shown(row)} was given`);
    }
    if (row.length !== cols)
      throw new PosencError('bad_shape', field, `${field} must have dim = ${cols} numbers, but it has ${row.length}`);
    fill(row, copy, i * cols, cols, (j) => `${field}[${j}]`);
  }
  return copy;
}

function readMatrix(x: unknown, rows: number, cols: number): Float64Array {
  const entries = readRecord(x, { code: 'bad_argument', field: 'x', what: 'a list of rows or { data, rows, cols }' });
  const data = entries.get('data');
  if (!isFloats(data)) {
    throw new PosencError(
      'bad_argument',
      'x.data',
      `x.data must be a Float32Array or Float64Array, but ${shown(data)} was given`,
    );
  }
  if (entries.get('rows') !== rows || entries.get('cols') !== cols) {
    const given = `${shown(entries.get('rows'))} x ${shown(entries.get('cols'))}`;
    throw new PosencError('bad_shape', 'x', `x must be ${rows} x ${cols} (positions x dim), but it is ${given}`);
  }
  if (data.length !== rows * cols) {
    throw new PosencError(
      'bad_shape',
      'x.data',
      `x.data must have rows * cols = ${rows * cols} items, but it has ${data.length}`,
    );
  }
  const copy = allocate(Float64Array, rows * cols, { field: 'x', what: 'x' });
  fill(data, copy, 0, copy.length, (i) => `x.data[${i}]`);
  return copy;
}

function fill(
  source: ArrayLike<unknown>,
  copy: Float64Array,
  offset: number,
  length: number,
  field: (i: number) => string,
): void {
  for (let i = 0; i < length; i++) {
    const value = source[i];
    if (typeof value !== 'number' || !Number.isFinite(value)) {
      throw new PosencError(
        'bad_argument',
        field(i),
        `${field(i)} must be a finite number, but ${shown(value)} was given`,
      );
    }
    copy[offset + i] = value;
  }
}
