/**
 * Matrix arguments (vectors to rotate, queries, keys): { data, rows, cols } or a list of rows, copied to float64.
 */
import { allocate, isFloats } from './arrays.js';
import { PosencError } from './errors.js';
import type { Matrix } from './posenc.js';
import { guarded, readRecord } from './record.js';
import { shown } from './show.js';

/** What the matrix must be; a size left out is taken as it comes. */
export interface RowsWanted {
  readonly field: string;
  /** Its number of rows, and what there is one row for. */
  readonly rows?: { readonly count: number; readonly of: string } | undefined;
  readonly cols?: number | undefined;
}

/** Finite numbers, row-major. */
export function readRows(x: unknown, wanted: RowsWanted): Matrix<Float64Array> {
  const { field } = wanted;
  return guarded({ code: 'bad_argument', field, what: 'a matrix' }, () => {
    return Array.isArray(x) ? readNested(x, wanted) : readMatrix(x, wanted);
  });
}

function readNested(x: readonly unknown[], { field, rows, cols }: RowsWanted): Matrix<Float64Array> {
  if (rows && x.length !== rows.count) {
    throw new PosencError(
      'bad_shape',
      field,
      `${field} must have one row for each of the ${rows.count} ${rows.of}, but it has ${x.length}`,
    );
  }
  const first: unknown = x[0];
  const width = cols ?? (Array.isArray(first) || isFloats(first) ? first.length : 0);
  const copy = allocate(Float64Array, x.length * width, { field, what: field });
  for (let i = 0; i < x.length; i++) {
    const row: unknown = x[i];
    const name = `${field}[${i}]`;
    if (!Array.isArray(row) && !isFloats(row)) {
      throw new PosencError('bad_argument', name, `${name} must be a list of numbers, but ${shown(row)} was given`);
    }
    if (row.length !== width)
      throw new PosencError('bad_shape', name, `${name} must have dim = ${width} numbers, but it has ${row.length}`);
    fill(row, copy, i * width, width, (j) => `${name}[${j}]`);
  }
  return { data: copy, rows: x.length, cols: width };
}

function readMatrix(x: unknown, { field, rows, cols }: RowsWanted): Matrix<Float64Array> {
  const entries = readRecord(x, { code: 'bad_argument', field, what: 'a list of rows or { data, rows, cols }' });
  const data = entries.get('data');
  if (!isFloats(data)) {
    throw new PosencError(
      'bad_argument',
      `${field}.data`,
      `${field}.data must be a Float32Array or Float64Array, but ${shown(data)} was given`,
    );
  }
  const [n, width] = [entries.get('rows'), entries.get('cols')];
  const isSize = (value: unknown): value is number =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
  if (!isSize(n) || !isSize(width) || (rows && n !== rows.count) || (cols !== undefined && width !== cols)) {
    const want = `${rows ? rows.count : 'rows'} x ${cols ?? 'cols'}`;
    const given = `${shown(n)} x ${shown(width)}`;
    throw new PosencError(
      'bad_shape',
      field,
      `${field} must be ${want} (${rows?.of ?? 'rows'} x dim), but it is ${given}`,
    );
  }
  if (data.length !== n * width) {
    throw new PosencError(
      'bad_shape',
      `${field}.data`,
      `${field}.data must have rows * cols = ${n * width} items, but it has ${data.length}`,
    );
  }
  const copy = allocate(Float64Array, n * width, { field, what: field });
  fill(data, copy, 0, copy.length, (i) => `${field}.data[${i}]`);
  return { data: copy, rows: n, cols: width };
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
