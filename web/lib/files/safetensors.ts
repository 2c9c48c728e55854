/**
 * Writes safetensors: 8 bytes of header length, a JSON header, then the tensors.
 * https://github.com/huggingface/safetensors#format
 */
import type { Matrix, NamedTensor } from '../types/posenc.js';
import { PosencError } from '../checks/errors.js';
import { whole } from '../checks/options.js';
import { guarded, readRecord } from '../checks/record.js';
import { printable, shown } from '../checks/show.js';
import { borrowRows } from '../checks/rows.js';
import { announced, type Blocks, bytesOf, checkedBlocks, joined, readMeta, type TableMeta } from './chunks.js';

export interface SafetensorsMeta extends TableMeta {
  /** Strings for the file's `__metadata__`; the spec as JSON goes here. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** Of the tensor; 'table' by default. */
  readonly name?: string;
}

/** The file, piece by piece: one tensor. */
export async function* safetensorsChunks(
  given: SafetensorsMeta,
  blocks: Blocks,
): AsyncGenerator<Uint8Array, void, undefined> {
  const meta = readMeta(given);
  const name = checkedText(meta.name ?? 'table', 'meta.name');
  const metadata = checkedMetadata(meta.metadata ?? {}, 'meta.metadata');
  let begun = false;
  for await (const block of checkedBlocks(meta, blocks)) {
    if (!begun) yield safetensorsHeader({ ...meta, name, metadata }, block.cols);
    begun = true;
    yield bytesOf(block);
  }
}

/** The whole file. */
export async function safetensorsBytes(
  table: Matrix,
  metadata: Readonly<Record<string, string>> = {},
): Promise<Uint8Array> {
  const [meta, blocks] = announced(table);
  return joined(safetensorsChunks({ ...meta, metadata }, blocks));
}

/**
 * A file of several float32 tensors: the weights of a training run. Where they name their axes its metadata has them, as
 * JSON by the tensors' names, and what `in` and `out` mean.
 */
export function weightsBytes(
  tensors: readonly NamedTensor[],
  metadata: Readonly<Record<string, string>> = {},
): Uint8Array {
  let end = 0;
  const subject = { code: 'bad_argument', field: 'tensors', what: 'tensors' } as const;
  const checked = guarded(subject, () => checkedTensors(tensors));
  const entries = checked.map(({ name, shape, data }) => {
    const entry = { dtype: 'F32', shape, data_offsets: [end, end + data.byteLength] };
    end += data.byteLength;
    return [name, entry] as const;
  });
  const named = checked.filter(({ axes }) => axes);
  const layout = named.length > 0 && {
    layout: '(in, out): y = x @ weight + bias',
    axes: JSON.stringify(Object.fromEntries(named.map(({ name, axes }) => [name, axes]))),
  };
  const header = headerOf({ ...layout, ...checkedMetadata(metadata, 'metadata') }, Object.fromEntries(entries));
  const file = new Uint8Array(header.length + end);
  file.set(header);
  let at = header.length;
  for (const { data } of checked) {
    file.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), at);
    at += data.byteLength;
  }
  return file;
}

function checkedTensors(tensors: readonly NamedTensor[]): readonly NamedTensor[] {
  const field = 'tensors';
  const what = '{ name, shape, data }';
  if (!Array.isArray(tensors)) refuse(field, `a list of ${what}`, tensors);
  return Array.from({ length: tensors.length }, (_, i) => {
    const place = `${field}[${i}]`;
    const entries = readRecord(tensors[i], { code: 'bad_argument', field: place, what });
    const shape = checkedList(entries.get('shape'), `${place}.shape`, 'a list of whole numbers', whole);
    const cols = shape.reduce((all, size) => all * size, 1);
    const { data } = borrowRows({ data: entries.get('data'), rows: 1, cols }, { field: place });
    if (!(data instanceof Float32Array)) return refuse(`${place}.data`, 'a Float32Array', entries.get('data'));
    const given = entries.get('axes');
    const axes = given === undefined ? given : checkedList(given, `${place}.axes`, 'a list of strings', checkedText);
    if (axes && axes.length !== shape.length) refuse(`${place}.axes`, `a name for each axis of shape`, axes);
    return { name: checkedText(entries.get('name'), `${place}.name`), shape, axes, data };
  });
}

/** At most 32 axes: a hostile list is as long as it says. */
function checkedList<T>(
  list: unknown,
  field: string,
  what: string,
  check: (of: unknown, field: string, min: number) => T,
): T[] {
  if (!Array.isArray(list) || list.length > 32) return refuse(field, `${what}, at most 32`, list);
  return Array.from({ length: list.length }, (_, i) => check(list[i], `${field}[${i}]`, 0));
}

/** Strings by name. */
function checkedMetadata(metadata: unknown, field: string): Readonly<Record<string, string>> {
  const entries = readRecord(metadata, { code: 'bad_argument', field, what: 'strings by name' });
  return Object.fromEntries(
    [...entries].map(([key, value]) => [key, checkedText(value, `${field}.${printable(key)}`)]),
  );
}

function checkedText(value: unknown, field: string): string {
  return typeof value === 'string' ? value : refuse(field, 'a string', value);
}

function refuse(field: string, what: string, given: unknown): never {
  throw new PosencError('bad_argument', field, `${field} must be ${what}, but ${shown(given)} was given`);
}

function safetensorsHeader({ rows, dtype, metadata, name }: Required<SafetensorsMeta>, cols: number): Uint8Array {
  const bytes = rows * cols * (dtype === 'f32' ? 4 : 8);
  const tensor = { dtype: dtype === 'f32' ? 'F32' : 'F64', shape: [rows, cols], data_offsets: [0, bytes] };
  return headerOf(metadata, { [name]: tensor });
}

/** Padded with spaces to a multiple of 8, so that the data is aligned. */
function headerOf(metadata: Readonly<Record<string, string>>, tensors: Readonly<Record<string, object>>): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify({ __metadata__: metadata, ...tensors }));
  const header = new Uint8Array(8 + Math.ceil(text.length / 8) * 8).fill(0x20);
  new DataView(header.buffer).setBigUint64(0, BigInt(header.length - 8), true);
  header.set(text, 8);
  return header;
}
