/**
 * Writes safetensors: 8 bytes of header length, a JSON header, then the tensors.
 * https://github.com/huggingface/safetensors#format
 */
import type { Matrix } from '../types/posenc.js';
import { readRecord } from '../checks/record.js';
import { printable } from '../checks/show.js';
import { checkedText } from '../checks/tensors.js';
import { announced, type Blocks, bytesOf, checkedBlocks, joined, readMeta, type TableMeta } from './chunks.js';

export interface SafetensorsMeta extends TableMeta {
  /** Strings for the file's `__metadata__`; the spec as JSON goes here. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** Name of the tensor; 'table' by default. */
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

/** Checks strings by name. */
export function checkedMetadata(metadata: unknown, field: string): Readonly<Record<string, string>> {
  const entries = readRecord(metadata, { code: 'bad_argument', field, what: 'strings by name' });
  return Object.fromEntries(
    [...entries].map(([key, value]) => [key, checkedText(value, `${field}.${printable(key)}`)]),
  );
}

function safetensorsHeader({ rows, dtype, metadata, name }: Required<SafetensorsMeta>, cols: number): Uint8Array {
  const bytes = rows * cols * (dtype === 'f32' ? 4 : 8);
  const tensor = { dtype: dtype === 'f32' ? 'F32' : 'F64', shape: [rows, cols], data_offsets: [0, bytes] };
  return headerOf(metadata, { [name]: tensor });
}

/** Padded with spaces to a multiple of 8, so that the data is aligned. */
export function headerOf(
  metadata: Readonly<Record<string, string>>,
  tensors: Readonly<Record<string, object>>,
): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify({ __metadata__: metadata, ...tensors }));
  const header = new Uint8Array(8 + Math.ceil(text.length / 8) * 8).fill(0x20);
  new DataView(header.buffer).setBigUint64(0, BigInt(header.length - 8), true);
  header.set(text, 8);
  return header;
}
