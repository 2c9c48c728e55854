/**
 * Matrix arguments (vectors to rotate, queries, keys): { data, rows, cols } or a list of rows.
 */
import { allocate, type Floats, type FloatsConstructor, isFloats } from './arrays.js';
import { errorAbout, mustBe, type PosencError } from './errors.js';
import { maxMatrixSide } from './limits.js';
import type { Matrix } from '../types/posenc.js';
import { guarded, readRecord } from './record.js';
import { shown } from './show.js';
import { typedArrayName } from './typed-array-name.js';

/** Requirements for the matrix; omitted dimensions are unrestricted. */
export interface RowsWanted {
  readonly field: string;
  /** Required number of rows, and what each row is for. */
  readonly rows?: { readonly count: number; readonly of: string } | undefined;
  readonly cols?: number | undefined;
}

/** Finite numbers in float64, row-major. */
export function readRows(x: unknown, wanted: RowsWanted): Matrix<Float64Array> {
  const { field } = wanted;
  return guarded({ code: 'bad_argument', field, what: 'a matrix' }, () => {
    if (Array.isArray(x)) return readNested(x, wanted);
    const { data, rows, cols } = matrixOf(x, wanted);
    const copy = allocate(Float64Array, rows * cols, { field, what: field });
    copy.set(data);
    checkFinite(copy, `${field}.data`);
    return { data: copy, rows, cols };
  });
}

/** Returns the given array with its values unchecked (checkFinite), or a checked copy of nested lists. */
export function borrowRows(x: unknown, wanted: RowsWanted): Matrix {
  return guarded({ code: 'bad_argument', field: wanted.field, what: 'a matrix' }, () =>
    Array.isArray(x) ? readNested(x, wanted) : matrixOf(x, wanted),
  );
}

function readNested(x: readonly unknown[], { field, rows, cols }: RowsWanted): Matrix<Float64Array> {
  if (rows && x.length !== rows.count)
    throw errorAbout(
      'bad_shape',
      field,
      `must have one row for each of the ${rows.count} ${rows.of}, but it has ${x.length}`,
    );
  const first: unknown = x[0];
  const width = cols ?? (Array.isArray(first) || isFloats(first) ? first.length : 0);
  const copy = allocate(Float64Array, x.length * width, { field, what: field });
  for (let i = 0; i < x.length; i++) {
    const row: unknown = x[i];
    const name = `${field}[${i}]`;
    if (!Array.isArray(row) && !isFloats(row)) throw mustBe('bad_argument', name, 'a list of numbers', row);
    if (row.length !== width)
      throw errorAbout('bad_shape', name, `must have dim = ${width} numbers, but it has ${row.length}`);
    fill(row, copy, i * width, width, (j) => `${name}[${j}]`);
  }
  return { data: copy, rows: x.length, cols: width };
}

/** Returns a view of the given array with the original methods. */
function matrixOf(x: unknown, { field, rows, cols }: RowsWanted): Matrix {
  const allowed = `a list of rows or { data, rows: ${rows?.count ?? 'n'}, cols: ${cols ?? 'dim'} }`;
  const entries = readRecord(x, { code: 'bad_argument', field, what: allowed });
  const data = entries.get('data');
  if (!isFloats(data)) throw mustBe('bad_argument', `${field}.data`, 'a Float32Array or Float64Array', data);
  const [n, width] = [entries.get('rows'), entries.get('cols')];
  const isSize = (value: unknown): value is number =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
  if (!isSize(n) || !isSize(width) || (rows && n !== rows.count) || (cols !== undefined && width !== cols)) {
    const given = [n, width].map((size) => (size === undefined ? 'missing' : shown(size)));
    throw errorAbout(
      'bad_shape',
      field,
      `must be ${allowed} (${rows?.of ?? 'rows'} x dim), but rows is ${given[0]} and cols is ${given[1]}`,
    );
  }
  if (n > maxMatrixSide || width > maxMatrixSide)
    throw errorAbout(
      'too_large',
      field,
      `may have at most ${maxMatrixSide} rows and columns, but it is ${n} x ${width}`,
    );
  if (data.length !== n * width)
    throw errorAbout(
      'bad_shape',
      `${field}.data`,
      `must have rows * cols = ${n * width} items, but it has ${data.length}`,
    );
  const type: FloatsConstructor = typedArrayName(data) === 'Float32Array' ? Float32Array : Float64Array;
  return { data: new type(data.buffer as ArrayBuffer, data.byteOffset, data.length), rows: n, cols: width };
}

/** @param first index of `data[0]` in the array that `field` names */
export function checkFinite(data: Floats, field: string, first = 0): void {
  if (hasFiniteSum(data)) return;
  const i = data.findIndex((value) => !Number.isFinite(value));
  if (i < 0) return; // only the sum overflows
  throw notFinite(`${field}[${first + i}]`, data[i]);
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
    if (typeof value !== 'number' || !Number.isFinite(value)) throw notFinite(field(i), value);
    copy[offset + i] = value;
  }
}

/** A non-finite value makes the sum non-finite. Sums blocks: optimised code runs from the second call on. */
function hasFiniteSum(data: Floats): boolean {
  const some = 4096;
  let sum = 0;
  for (let i = 0; i < data.length; i += some) sum += sumOf(data, i, Math.min(i + some, data.length));
  return Number.isFinite(sum);
}

/** Four independent sums, which run in parallel. */
function sumOf(data: Floats, first: number, end: number): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let i = first;
  for (; i + 4 <= end; i += 4) {
    a += data[i]!;
    b += data[i + 1]!;
    c += data[i + 2]!;
    d += data[i + 3]!;
  }
  for (; i < end; i++) a += data[i]!;
  return a + b + c + d;
}

const notFinite = (field: string, value: unknown): PosencError =>
  errorAbout('bad_argument', field, `must be a finite number, but ${shown(value)} was given`);
