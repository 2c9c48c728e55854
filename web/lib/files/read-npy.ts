/**
 * Reads NumPy .npy, versions 1 to 3: a header that is a Python dict literal, then the numbers.
 * https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
 *
 * The literal is read by a parser for exactly these three keys; nothing is evaluated, and arrays of Python objects
 * (pickles, which run code on load) are rejected.
 */
import { type ErrorCode, PosencError } from '../checks/errors.js';
import { printable } from '../checks/show.js';
import { asTensorArray, decoded, fills, maxRank, type Readable, type TensorArray } from './located.js';
import { numberBytes, type NumberType } from './numbers.js';
import { viewOf } from './stored.js';

export const npyMagic = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59] as const; // \x93NUMPY
/** Header limit of numpy.load. */
const maxHeaderBytes = 10_000;
/** Bytes from the beginning that contain any supported header. */
export const npyHeadBytes = 12 + maxHeaderBytes;

const types: Readonly<Record<string, NumberType>> = {
  f8: 'F64',
  f4: 'F32',
  f2: 'F16',
  i8: 'I64',
  i4: 'I32',
  i2: 'I16',
  i1: 'I8',
  u8: 'U64',
  u4: 'U32',
  u2: 'U16',
  u1: 'U8',
  b1: 'BOOL',
};

/** The whole file as float32 or float64. Every size is checked before anything is allocated. */
export function parseNpy(bytes: Uint8Array): TensorArray {
  const view = viewOf(bytes);
  const array = locateNpy(view, view.length);
  return asTensorArray(array.shape, decoded(array, view.subarray(array.begin, array.end), 'npy'));
}

/** @param head the file's first bytes, all of them or at least `npyHeadBytes`; @param size of the file */
export function locateNpy(head: Uint8Array, size: number): Readable {
  if (head.length < 10 || npyMagic.some((byte, i) => head[i] !== byte))
    refuse('bad_argument', 'npy', 'it does not begin with \\x93NUMPY');
  const version = head[6]!;
  if (version < 1 || version > 3) refuse('bad_argument', 'npy', `its version is ${version}; 1, 2 and 3 are read`);
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const start = version === 1 ? 10 : 12;
  if (head.length < start) refuse('bad_argument', 'npy', 'its header is cut off');
  const length = version === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  if (length > maxHeaderBytes)
    refuse('too_large', 'npy', `its header has ${length} bytes; at most ${maxHeaderBytes} are read`);
  const begin = start + length;
  if (size < begin) refuse('bad_argument', 'npy', 'its header is cut off');
  const header = new HeaderReader(String.fromCharCode(...head.subarray(start, begin))).read();
  const { dtype, bigEndian } = typeOf(header.descr);
  const { shape, fortranOrder } = header;
  if (!fills(shape, numberBytes[dtype], size - begin)) {
    const given = `its shape (${shape.join(', ')}) of ${dtype} does not fill the ${size - begin} bytes of data`;
    refuse('bad_shape', 'npy.shape', given);
  }
  return { name: '', dtype, shape, begin, end: size, bigEndian, fortranOrder };
}

/** `<f4`: byte order, kind, size. */
function typeOf(descr: string): { dtype: NumberType; bigEndian: boolean } {
  const [, order, name = ''] = /^([<>|])?([a-zA-Z][0-9]{1,4})$/.exec(descr) ?? [];
  const dtype = Object.hasOwn(types, name) ? types[name] : undefined;
  if (dtype) return { dtype, bigEndian: order === '>' };
  const advice = descr.includes('O')
    ? 'it holds Python objects (a pickle), which are never read; save numbers with numpy.save(path, array.astype("float32"))'
    : descr.includes('V')
      ? 'raw bytes, which is also how NumPy stores bfloat16; save array.astype("float32")'
      : `these are read: ${Object.keys(types).join(', ')}; convert with array.astype("float32")`;
  return refuse('bad_argument', 'npy.descr', `its type is '${printable(descr)}': ${advice}`);
}

interface Header {
  descr: string;
  fortranOrder: boolean;
  shape: number[];
}

/** One pass over the dict; every pattern is anchored and bounded. */
class HeaderReader {
  #at = 0;
  constructor(readonly text: string) {}

  /** Reads the three known keys, in any order, each once. */
  read(): Header {
    const found: Partial<Header> = {};
    this.#need(/[ \t\r\n]*\{/y);
    this.#space();
    while (this.#take(/\}[ \t\r\n]*$/y) === undefined) {
      const key = this.#need(/(['"])(?:descr|fortran_order|shape)\1/y).slice(1, -1);
      this.#need(/[ \t\r\n]*:/y);
      this.#space();
      if (key === 'descr' && found.descr === undefined) found.descr = this.#descr();
      else if (key === 'fortran_order' && found.fortranOrder === undefined)
        found.fortranOrder = this.#need(/True|False/y) === 'True';
      else if (key === 'shape' && found.shape === undefined) found.shape = this.#shape();
      else refuse('bad_argument', 'npy', `its header has ${key} twice`);
      this.#space();
      if (this.#take(/,/y) === undefined && this.text[this.#at] !== '}') this.#fail();
      this.#space();
    }
    const { descr, fortranOrder, shape } = found;
    if (descr === undefined || fortranOrder === undefined || shape === undefined)
      return refuse('bad_argument', 'npy', 'its header lacks descr, fortran_order or shape');
    return { descr, fortranOrder, shape };
  }

  #descr(): string {
    if (/[[(]/.test(this.text[this.#at] ?? '')) {
      const advice = 'its items are records of several fields; save one field, as in numpy.save(path, array["field"])';
      refuse('bad_argument', 'npy.descr', advice);
    }
    return this.#need(/'[^'\\]{1,20}'|"[^"\\]{1,20}"/y).slice(1, -1);
  }

  /** `(3, 4)`, `(3,)` or `()`; Python 2 wrote `(3L, 4L)`. */
  #shape(): number[] {
    this.#need(/\(/y);
    this.#space();
    const shape: number[] = [];
    while (this.#take(/\)/y) === undefined) {
      const digits = this.#need(/[0-9]{1,40}L?/y).replace('L', '');
      const n = Number(digits);
      if (!Number.isSafeInteger(n)) refuse('too_large', 'npy.shape', `its shape holds ${digits}`);
      if (shape.push(n) > maxRank) refuse('too_large', 'npy.shape', `its shape has more than ${maxRank} dimensions`);
      this.#space();
      if (this.#take(/,/y) === undefined && this.text[this.#at] !== ')') this.#fail();
      this.#space();
    }
    return shape;
  }

  #space(): void {
    this.#take(/[ \t\r\n]*/y);
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.text)?.[0];
    if (match !== undefined) this.#at += match.length;
    return match;
  }

  #need(pattern: RegExp): string {
    return this.#take(pattern) ?? this.#fail();
  }

  #fail(): never {
    const rest = printable(this.text.slice(this.#at, this.#at + 12), 12);
    const found = rest === '' ? 'where it ends' : `at character ${this.#at}, '${rest}'`;
    refuse('bad_argument', 'npy', `its header is not a dict of descr, fortran_order and shape ${found}`);
  }
}

function refuse(code: ErrorCode, field: string, what: string): never {
  throw new PosencError(code, field, `this .npy file cannot be read: ${what}`);
}
