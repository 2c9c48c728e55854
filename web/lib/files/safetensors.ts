/**
 * Writes safetensors: 8 bytes of header length, a JSON header, then the tensors.
 * https://github.com/huggingface/safetensors#format
 */
import type { Matrix } from '../types/posenc.js';
import { type Blocks, bytesOf, checkedBlocks, joined, metaOf, type TableMeta, wholeTable } from './chunks.js';

export interface SafetensorsMeta extends TableMeta {
  /** Strings for the file's `__metadata__`; the spec as JSON goes here. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** Of the tensor; 'table' by default. */
  readonly name?: string;
}

/** The file, piece by piece: one tensor. */
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
function safetensorsHeader({ rows, dtype, metadata = {}, name = 'table' }: SafetensorsMeta, cols: number): Uint8Array {
  const bytes = rows * cols * (dtype === 'f32' ? 4 : 8);
  const tensor = { dtype: dtype === 'f32' ? 'F32' : 'F64', shape: [rows, cols], data_offsets: [0, bytes] };
  const text = new TextEncoder().encode(JSON.stringify({ __metadata__: metadata, [name]: tensor }));
  const header = new Uint8Array(8 + Math.ceil(text.length / 8) * 8).fill(0x20);
  new DataView(header.buffer).setBigUint64(0, BigInt(header.length - 8), true);
  header.set(text, 8);
  return header;
}
