/**
 * safetensors: 8 bytes of header length, a JSON header, then the tensors.
 * https://github.com/huggingface/safetensors#format
 */
import { PosencError } from '../errors.js';
import { parseJson } from '../json.js';
import type { DType, Matrix } from '../posenc.js';
import { printable, shown } from '../show.js';
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

const maxHeaderBytes = 1_000_000;
const maxTensors = 10_000;
const maxRank = 8;
const types = { F32: 'f32', F64: 'f64' } as const;

export interface SafetensorsMeta extends TableMeta {
  /** Strings for the file's `__metadata__`; the spec as JSON goes here. */
  readonly metadata?: Readonly<Record<string, string>>;
}

/** The file, piece by piece: one tensor named `table`. */
export async function* safetensorsChunks(
  meta: SafetensorsMeta,
  blocks: Blocks,
): AsyncGenerator<Uint8Array, void, undefined> {
  let begun = false;
  for await (const block of checkedBlocks(meta, blocks)) {
    if (!begun) yield safetensorsHeader(meta, block.cols);
    begun = true;
    yield bytesOf(block);
  }
}

/** The whole file. */
export const safetensorsBytes = (table: Matrix, metadata: Readonly<Record<string, string>> = {}): Promise<Uint8Array> =>
  joined(safetensorsChunks({ ...metaOf(table), metadata }, wholeTable(table)));

/** Padded with spaces to a multiple of 8, so that the data is aligned. */
function safetensorsHeader({ rows, dtype, metadata = {} }: SafetensorsMeta, cols: number): Uint8Array {
  const bytes = rows * cols * (dtype === 'f32' ? 4 : 8);
  const table = { dtype: dtype === 'f32' ? 'F32' : 'F64', shape: [rows, cols], data_offsets: [0, bytes] };
  const text = new TextEncoder().encode(JSON.stringify({ __metadata__: metadata, table }));
  const header = new Uint8Array(8 + Math.ceil(text.length / 8) * 8).fill(0x20);
  new DataView(header.buffer).setBigUint64(0, BigInt(header.length - 8), true);
  header.set(text, 8);
  return header;
}

export interface SafetensorsFile {
  readonly metadata: Readonly<Record<string, string>>;
  readonly tensors: Readonly<
    Record<
      string,
      { readonly dtype: DType; readonly shape: readonly number[]; readonly data: Float32Array | Float64Array }
    >
  >;
}
interface Entry {
  readonly name: string;
  readonly dtype: DType;
  readonly shape: readonly number[];
  readonly begin: number;
  readonly end: number;
}

/**
 * Reads a file of F32 and F64 tensors. The header is bounded, no name stands twice, and the tensors
 * cover the data exactly, without gap or overlap, before anything is copied.
 */
export function parseSafetensors(bytes: Uint8Array): SafetensorsFile {
  if (bytes.length < 8) refuse('it is shorter than 8 bytes');
  const length = new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0, true);
  if (length > BigInt(maxHeaderBytes)) refuse(`its header has ${length} bytes; at most ${maxHeaderBytes} are read`);
  const start = 8 + Number(length);
  if (bytes.length < start) refuse('its header is cut off');
  const header = readHeader(bytes.subarray(8, start));
  const names = Object.keys(header).filter((name) => name !== '__metadata__');
  if (names.length > maxTensors) refuse(`it has ${names.length} tensors; at most ${maxTensors} are read`);
  const entries = names.map((name) => readEntry(name, header[name])).sort((a, b) => a.begin - b.begin || a.end - b.end);
  let at = 0;
  for (const { name, begin, end } of entries) {
    if (begin !== at) refuse(`'${printable(name)}' begins at byte ${begin}, not ${at}: a gap or an overlap`);
    at = end;
  }
  if (at !== bytes.length - start)
    refuse(`its tensors end at byte ${at}, but there are ${bytes.length - start} bytes of data`);
  const tensors = Object.create(null) as Record<string, SafetensorsFile['tensors'][string]>;
  for (const { name, dtype, shape, begin, end } of entries) {
    const copy = ownBuffer(bytes, start + begin, start + end);
    tensors[name] = { dtype, shape, data: dtype === 'f32' ? new Float32Array(copy) : new Float64Array(copy) };
  }
  return { metadata: readMetadata(header['__metadata__']), tensors };
}

function readHeader(bytes: Uint8Array): Record<string, unknown> {
  if (bytes[0] !== 0x7b) refuse('its header does not begin with {');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse('its header is not UTF-8');
  }
  return parseJson(text, { field: 'safetensors' }) as Record<string, unknown>;
}

function readEntry(name: string, value: unknown): Entry {
  const quoted = `'${printable(name)}'`;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refuse(`${quoted} is ${shown(value)}`);
  const { dtype, shape, data_offsets: offsets, ...rest } = value as Record<string, unknown>;
  if (Object.keys(rest).length) refuse(`${quoted} has the unknown key '${printable(Object.keys(rest)[0]!)}'`);
  if (dtype !== 'F32' && dtype !== 'F64')
    return refuse(`${quoted} has the dtype ${shown(dtype)}; F32 and F64 are read`);
  if (!isSizes(shape) || shape.length > maxRank) return refuse(`${quoted} has a bad shape`);
  if (!isSizes(offsets) || offsets.length !== 2) return refuse(`${quoted} has bad data_offsets`);
  const [begin, end] = offsets as [number, number];
  const count = shape.reduce((product, n) => product * n, 1);
  // A product above 2^53 may be rounded, but then it cannot be the size of an array either.
  if (!Number.isSafeInteger(count) || end - begin !== count * (dtype === 'F32' ? 4 : 8)) {
    refuse(`${quoted} has the shape (${shape.join(', ')}) but ${end - begin} bytes`);
  }
  return { name, dtype: types[dtype], shape, begin, end };
}

function readMetadata(value: unknown): Record<string, string> {
  const metadata = Object.create(null) as Record<string, string>;
  if (value === undefined) return metadata;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refuse('its __metadata__ is not an object');
  for (const [key, text] of Object.entries(value)) {
    if (typeof text !== 'string') return refuse(`its metadata '${printable(key)}' is ${shown(text)}`);
    metadata[key] = text;
  }
  return metadata;
}

const isSizes = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((n) => Number.isSafeInteger(n) && n >= 0);

function refuse(what: string): never {
  throw new PosencError('bad_argument', 'safetensors', `this safetensors file cannot be read: ${what}`);
}
