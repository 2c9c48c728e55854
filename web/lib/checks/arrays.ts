/**
 * Typed arrays: recognised in any realm, and allocated with a PosencError if memory is short.
 */
import { PosencError } from './errors.js';
import { checkBytes, type Purpose } from './limits.js';
import { typedArrayName } from './typed-array-name.js';

export type Floats = Float32Array | Float64Array;
/** A typed-array class. */
export interface NumbersConstructor<A> {
  new (length: number): A;
  new (buffer: ArrayBuffer, byteOffset: number, length: number): A;
  readonly BYTES_PER_ELEMENT: number;
  readonly name: string;
}
/** The class Float32Array or Float64Array. */
export type FloatsConstructor<A extends Floats = Floats> = NumbersConstructor<A>;
export type Numbers = Floats | Int32Array | Uint32Array;

export const isFloats = (value: unknown): value is Floats =>
  ['Float32Array', 'Float64Array'].includes(typedArrayName(value) ?? '');

export const isNumbers = (value: unknown): value is Numbers =>
  isFloats(value) || ['Int32Array', 'Uint32Array'].includes(typedArrayName(value) ?? '');

/** Returns a zeroed array of `length` elements; throws before allocating if it is too large. */
export function allocate<A>(type: NumbersConstructor<A>, length: number, purpose: Purpose): A {
  checkBytes(length * type.BYTES_PER_ELEMENT, purpose);
  try {
    return new type(length);
  } catch {
    const bytes = length * type.BYTES_PER_ELEMENT;
    throw new PosencError(
      'out_of_memory',
      purpose.field,
      `${purpose.what} needs ${bytes} bytes and this machine has no such block free`,
    );
  }
}

/** True if several threads may write to the buffer. */
export const isShared = ({ buffer }: Floats): boolean =>
  typeof SharedArrayBuffer === 'function' && buffer instanceof SharedArrayBuffer;
