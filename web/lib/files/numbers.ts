/**
 * Converts the number types of tensor files to float32 or float64 without loss. Names are those of safetensors; .npy
 * types are translated to them.
 */
import { allocate, type Floats } from '../checks/arrays.js';
import { errorAbout } from '../checks/errors.js';

/** Bytes per number of every supported type. */
export const numberBytes = {
  F64: 8,
  F32: 4,
  F16: 2,
  BF16: 2,
  I64: 8,
  I32: 4,
  I16: 2,
  I8: 1,
  U64: 8,
  U32: 4,
  U16: 2,
  U8: 1,
  BOOL: 1,
} as const;
export type NumberType = keyof typeof numberBytes;

export const isNumberType = (name: unknown): name is NumberType =>
  typeof name === 'string' && Object.hasOwn(numberBytes, name);

/** Bytes that are not shared. `Uint8Array<ArrayBuffer>` requires TypeScript 5.7. */
export type OwnBytes = ReturnType<typeof Uint8Array.of>;

/**
 * Decodes `bytes`, which this function owns and may change: the result may use their buffer. float32 if that holds
 * every value of the type, otherwise float64; throws for 64-bit integers beyond 2^53.
 */
export function decodeNumbers(bytes: OwnBytes, type: NumberType, field: string): Floats {
  const { buffer } = bytes;
  const purpose = { field, what: 'this tensor' };
  switch (type) {
    case 'F64':
      return new Float64Array(buffer);
    case 'F32':
      return new Float32Array(buffer);
    case 'F16':
      return fromHalves(new Uint16Array(buffer), allocate(Float32Array, bytes.length / 2, purpose));
    case 'BF16': {
      const result = allocate(Float32Array, bytes.length / 2, purpose);
      const bits = new Uint32Array(result.buffer);
      new Uint16Array(buffer).forEach((half, i) => (bits[i] = half << 16));
      return result;
    }
    case 'I64':
      return fromBigInts(new BigInt64Array(buffer), allocate(Float64Array, bytes.length / 8, purpose), field);
    case 'U64':
      return fromBigInts(new BigUint64Array(buffer), allocate(Float64Array, bytes.length / 8, purpose), field);
    case 'I32':
      return filled(allocate(Float64Array, bytes.length / 4, purpose), new Int32Array(buffer));
    case 'U32':
      return filled(allocate(Float64Array, bytes.length / 4, purpose), new Uint32Array(buffer));
    case 'I16':
      return filled(allocate(Float32Array, bytes.length / 2, purpose), new Int16Array(buffer));
    case 'U16':
      return filled(allocate(Float32Array, bytes.length / 2, purpose), new Uint16Array(buffer));
    case 'I8':
      return filled(allocate(Float32Array, bytes.length, purpose), new Int8Array(buffer));
    case 'U8':
    case 'BOOL':
      return filled(allocate(Float32Array, bytes.length, purpose), bytes);
  }
}

function filled<A extends Floats>(result: A, source: ArrayLike<number>): A {
  result.set(source);
  return result;
}

/** IEEE 754 half precision to float32 by bits, which is exact. */
function fromHalves(halves: Uint16Array, result: Float32Array<ArrayBuffer>): Float32Array {
  const bits = new Uint32Array(result.buffer);
  halves.forEach((half, i) => {
    const sign = (half & 0x8000) << 16;
    const exponent = (half >> 10) & 31;
    const fraction = half & 0x3ff;
    if (exponent === 0) result[i] = (sign ? -fraction : fraction) * 2 ** -24;
    else bits[i] = sign | ((exponent === 31 ? 255 : exponent + 112) << 23) | (fraction << 13);
  });
  return result;
}

function fromBigInts(integers: BigInt64Array | BigUint64Array, result: Float64Array, field: string): Float64Array {
  for (let i = 0; i < integers.length; i++) {
    const integer = integers[i]!;
    const number = Number(integer);
    if (BigInt(number) !== integer)
      throw errorAbout('bad_argument', field, `holds the integer ${integer}, which float64 cannot represent`);
    result[i] = number;
  }
  return result;
}

/** Reverses the bytes of every number, in place. */
export function swapBytes(bytes: Uint8Array, size: number): void {
  for (let begin = 0; begin < bytes.length; begin += size) {
    for (let low = begin, high = begin + size - 1; low < high; low++, high--) {
      const byte = bytes[low]!;
      bytes[low] = bytes[high]!;
      bytes[high] = byte;
    }
  }
}

/** Converts numbers from Fortran order (the first index runs fastest) to C order. */
export function fromFortranOrder(numbers: Floats, shape: readonly number[]): Floats {
  const result = numbers.slice();
  const strides: number[] = [];
  let stride = 1;
  for (const n of shape) {
    strides.push(stride);
    stride *= n;
  }
  const index = shape.map(() => 0);
  let from = 0;
  for (let to = 0; to < result.length; to++) {
    result[to] = numbers[from]!;
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      from += strides[axis]!;
      if (++index[axis]! < shape[axis]!) break;
      from -= strides[axis]! * shape[axis]!;
      index[axis] = 0;
    }
  }
  return result;
}
