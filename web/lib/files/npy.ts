/**
 * NumPy .npy, version 1.0: a header with a Python dict literal, then the numbers, little-endian.
 * https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
 */
import { PosencError } from '../errors.js';
import type { DType, Matrix } from '../posenc.js';
import { printable } from '../show.js';
import {
  type Blocks,
  bytesOf,
  checkedBlocks,
  joined,
  metaOf,
  ownBuffer,
  type TableMeta,
  wholeTable,
} from './chunks.js';

const magic = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59]; // \x93NUMPY
const descriptors: Readonly<Record<DType, string>> = { f32: '<f4', f64: '<f8' };
/** As numpy.load: longer headers are not parsed. */
const maxHeaderBytes = 10_000;
const maxRank = 8;

/** The file, piece by piece. */
export async function* npyChunks(meta: TableMeta, blocks: Blocks): AsyncGenerator<Uint8Array, void, undefined> {
  let begun = false;
  for await (const block of checkedBlocks(meta, blocks)) {
    if (!begun) yield npyHeader(meta, block.cols);
    begun = true;
    yield bytesOf(block);
  }
}

/** The whole file. */
export const npyBytes = (table: Matrix): Promise<Uint8Array> => joined(npyChunks(metaOf(table), wholeTable(table)));

/** The header ends with a newline at a multiple of 64 bytes, so that the data can be mapped. */
function npyHeader({ rows, dtype }: TableMeta, cols: number): Uint8Array {
  const dict = `{'descr': '${descriptors[dtype]}', 'fortran_order': False, 'shape': (${rows}, ${cols}), }`;
  const total = Math.ceil((10 + dict.length + 1) / 64) * 64;
  const text = `${dict.padEnd(total - 11)}\n`;
  const header = new Uint8Array(total);
  header.set([...magic, 1, 0, text.length & 255, text.length >> 8]);
  header.set(new TextEncoder().encode(text), 10);
  return header;
}

export interface NpyArray {
  readonly dtype: DType;
  readonly shape: readonly number[];
  /** Row-major, a copy. */
  readonly data: Float32Array | Float64Array;
}

/**
 * Reads a version 1 or 2 file of float32 or float64 in C order. Every size is checked against the
 * bytes that are there before anything is allocated; object arrays (pickles) are never read.
 */
export function parseNpy(bytes: Uint8Array): NpyArray {
  if (bytes.length < 10 || magic.some((byte, i) => bytes[i] !== byte)) refuse('it does not begin with \\x93NUMPY');
  const version = bytes[6]!;
  if (version !== 1 && version !== 2) refuse(`its version is ${version}; 1 and 2 are read`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = version === 1 ? 10 : 12;
  if (bytes.length < start) refuse('its header is cut off');
  const length = version === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  if (length > maxHeaderBytes) refuse(`its header has ${length} bytes; at most ${maxHeaderBytes} are read`);
  const end = start + length;
  if (bytes.length < end) refuse('its header is cut off');
  const { descr, fortranOrder, shape } = readDict(String.fromCharCode(...bytes.subarray(start, end)));
  const dtype = (['f32', 'f64'] as const).find((type) => descriptors[type] === descr);
  if (!dtype) return refuse(`its type is '${printable(descr)}'; '<f4' and '<f8' are read`);
  if (fortranOrder && shape.length > 1) refuse('it is in Fortran order; C order is read');
  const size = dtype === 'f32' ? 4 : 8;
  const present = bytes.length - end;
  // Divided, not multiplied: a product of shapes could overflow. A zero anywhere means no data.
  let left = present / size;
  for (const n of shape) left = n === 0 ? 0 : left / n;
  const needed = shape.includes(0) ? present === 0 : left === 1;
  if (!needed) refuse(`its shape (${shape.join(', ')}) does not fit the ${present} bytes of data`);
  const copy = ownBuffer(bytes, end, bytes.length);
  return { dtype, shape, data: dtype === 'f32' ? new Float32Array(copy) : new Float64Array(copy) };
}

interface Dict {
  descr: string;
  fortranOrder: boolean;
  shape: number[];
}

/** The three known keys of the dict, in any order, each once. */
function readDict(text: string): Dict {
  const found: Partial<Dict> = {};
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const match = pattern.exec(text)?.[0];
    if (match !== undefined) at += match.length;
    return match;
  };
  const need = (pattern: RegExp): string =>
    take(pattern) ?? refuse(`its header is not a dict of descr, fortran_order and shape, at character ${at}`);
  need(/ *\{ */y);
  while (take(/\} *\n?$/y) === undefined) {
    const key = need(/'descr'|'fortran_order'|'shape'/y);
    need(/ *: */y);
    if (key === "'descr'" && found.descr === undefined) found.descr = need(/'[^'\\]{1,20}'/y).slice(1, -1);
    else if (key === "'fortran_order'" && found.fortranOrder === undefined)
      found.fortranOrder = need(/True|False/y) === 'True';
    else if (key === "'shape'" && found.shape === undefined) found.shape = readShape(need(/\([0-9, ]*\)/y));
    else refuse(`its header has ${key} twice`);
    if (take(/ *, */y) === undefined) take(/ +/y);
  }
  const { descr, fortranOrder, shape } = found;
  if (descr === undefined || fortranOrder === undefined || shape === undefined)
    return refuse('its header lacks descr, fortran_order or shape');
  return { descr, fortranOrder, shape };
}

/** `(3, 4)`, `(3,)` or `()`. */
function readShape(text: string): number[] {
  const parts = text
    .slice(1, -1)
    .split(',')
    .map((part) => part.trim());
  if (parts.at(-1) === '') parts.pop();
  if (parts.length > maxRank) refuse(`its shape has ${parts.length} dimensions; at most ${maxRank} are read`);
  for (const part of parts) if (!/^[0-9]{1,15}$/.test(part)) refuse(`its shape holds '${printable(part)}'`);
  return parts.map(Number);
}

function refuse(what: string): never {
  throw new PosencError('bad_argument', 'npy', `this .npy file cannot be read: ${what}`);
}
