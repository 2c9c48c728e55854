/**
 * The caller's arrays for cosines and sines: one array for both, or one each.
 */
import type { CacheArray, CacheDType, CacheLayout } from '../types/posenc.js';
import { PosencError } from './errors.js';
import { guarded, readRecord, refuseUnknown, type Entries } from './record.js';
import { oneOf, shown } from './show.js';
import { typedArrayName } from './typed-array-name.js';

/** Arrays that the module writes: floats, or the bits of 16-bit floats. */
export type CacheNumbers = Float32Array | Float64Array | Uint16Array;

/** Names of the array classes allowed for each dtype; f16 also allows its bits. */
const classes: Readonly<Record<CacheDType, readonly string[]>> = {
  f32: ['Float32Array'],
  f64: ['Float64Array'],
  f16: ['Float16Array', 'Uint16Array'],
  bf16: ['Uint16Array'],
};
const views = { f32: Float32Array, f64: Float64Array, f16: Uint16Array, bf16: Uint16Array } as const;

export interface GivenCache {
  readonly names: readonly string[];
  readonly given: readonly CacheArray[];
  /** Views of the same memory, with the original methods of their class. */
  readonly views: readonly CacheNumbers[];
}

export function cacheArraysOf(entries: Entries, dtype: CacheDType, layout: CacheLayout): GivenCache | undefined {
  const into = entries.get('into');
  if (into === undefined) return undefined;
  const names = layout === 'concatenated' ? ['data'] : ['cos', 'sin'];
  const what = `an object with ${names.join(' and ')}, because layout is '${layout}'`;
  const arrays = readRecord(into, { code: 'bad_argument', field: 'options.into', what });
  refuseUnknown(arrays, names, 'bad_argument', 'options.into.', `layout ${layout}`);
  const given = names.map((name) => {
    const [array, field] = [arrays.get(name), `options.into.${name}`];
    if (classes[dtype].includes(typedArrayName(array) ?? '')) return array as CacheArray;
    const text = `${field} must be a ${oneOf(classes[dtype])}, because dtype is '${dtype}', but ${shown(array)} was given`;
    throw new PosencError('bad_argument', field, text);
  });
  const own = guarded({ code: 'bad_argument', field: 'options.into', what }, () =>
    given.map((array) => new views[dtype](array.buffer as ArrayBuffer, array.byteOffset, array.length)),
  );
  if (own.length === 2 && overlap(own[0]!, own[1]!))
    throw new PosencError('bad_argument', 'options.into', 'options.into.cos and options.into.sin share memory');
  return { names, given, views: own };
}

const overlap = (a: CacheNumbers, b: CacheNumbers): boolean =>
  a.buffer === b.buffer && a.byteOffset < b.byteOffset + b.byteLength && b.byteOffset < a.byteOffset + a.byteLength;

/** Throws if an array's length differs from its part of the result. */
export function checkCacheLength(name: string, array: CacheNumbers, rows: number, cols: number): void {
  if (array.length === rows * cols) return;
  const field = `options.into.${name}`;
  const text = `${field} must have ${rows} x ${cols} = ${rows * cols} items, but it has ${array.length}`;
  throw new PosencError('bad_shape', field, text);
}

/** Returns the result in the caller's arrays, copying what the module did not write there. */
export function inCache<R extends { readonly rows: number; readonly cols: number }>(made: R, cache: GivenCache): R {
  const { names, given, views: own } = cache;
  const found = made as unknown as Record<string, CacheNumbers>;
  names.forEach((name, i) => {
    const [from, to] = [found[name]!, own[i]!];
    if (from.buffer === to.buffer) return;
    checkCacheLength(name, to, made.rows, made.cols);
    to.set(from);
  });
  return { ...made, ...Object.fromEntries(names.map((name, i) => [name, given[i]])) };
}
