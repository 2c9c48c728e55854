/** The common result of both tensor formats' headers: the position of the numbers in the file. */
import { PosencError } from '../checks/errors.js';
import { checkBytes } from '../checks/limits.js';
import type { DType } from '../types/posenc.js';
import type { Floats } from '../checks/arrays.js';
import { decodeNumbers, fromFortranOrder, numberBytes, type NumberType, swapBytes } from './numbers.js';

/** Maximum number of dimensions. */
export const maxRank = 8;

export interface Located {
  /** '' for an .npy file, which holds one nameless array. */
  readonly name: string;
  /** Name in safetensors; an unsupported type keeps the name in the file. */
  readonly dtype: string;
  readonly shape: readonly number[];
  /** Bytes [begin, end) of the file. */
  readonly begin: number;
  readonly end: number;
  readonly bigEndian?: boolean;
  readonly fortranOrder?: boolean;
}
/** A Located with a supported type. */
export type Readable = Located & { readonly dtype: NumberType };

/** An array of a file, decoded. */
export interface TensorArray {
  readonly dtype: DType;
  readonly shape: readonly number[];
  /** Row-major, a copy. */
  readonly data: Float32Array | Float64Array;
}

/** True if items of `size` bytes fill `bytes` bytes. A rounded product is far above any file size. */
export const fills = (shape: readonly number[], size: number, bytes: number): boolean =>
  shape.reduce((product, n) => product * n, size) === bytes;

/** Row-major numbers of a tensor with the bytes `part`, which are not changed. */
export function decoded({ dtype, shape, bigEndian, fortranOrder }: Readable, part: Uint8Array, field: string): Floats {
  const own = ownCopy(part, field);
  if (bigEndian) swapBytes(own, numberBytes[dtype]);
  const numbers = decodeNumbers(own, dtype, field);
  return fortranOrder && shape.filter((n) => n !== 1).length > 1 ? fromFortranOrder(numbers, shape) : numbers;
}

export const asTensorArray = (shape: readonly number[], data: Floats): TensorArray => ({
  dtype: data instanceof Float32Array ? 'f32' : 'f64',
  shape,
  data,
});

/** Copies bytes into a new buffer. `bytes.slice` of a Node Buffer returns a view. */
function ownCopy(bytes: Uint8Array, field: string): Uint8Array<ArrayBuffer> {
  checkBytes(bytes.length, { field, what: 'this tensor' });
  try {
    const copy = new Uint8Array(bytes.length);
    copy.set(bytes);
    return copy;
  } catch {
    throw new PosencError(
      'out_of_memory',
      field,
      `this machine has no block of ${bytes.length} bytes free for ${field}`,
    );
  }
}
