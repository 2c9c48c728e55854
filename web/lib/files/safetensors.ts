/**
 * Writes safetensors: 8 bytes of header length, a JSON header, then the tensors.
 * https://github.com/huggingface/safetensors#format
 */
import type { Matrix, NamedTensor } from '../types/posenc.js';
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

/** A file of several float32 tensors: the weights of a training run. */
export function weightsBytes(
  tensors: readonly NamedTensor[],
  metadata: Readonly<Record<string, string>> = {},
): Uint8Array {
  let end = 0;
  const entries = tensors.map(({ name, shape, data }) => {
    const entry = { dtype: 'F32', shape, data_offsets: [end, end + data.byteLength] };
    end += data.byteLength;
    return [name, entry] as const;
  });
  const header = headerOf(metadata, Object.fromEntries(entries));
  const file = new Uint8Array(header.length + end);
  file.set(header);
  let at = header.length;
  for (const { data } of tensors) {
    file.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), at);
    at += data.byteLength;
  }
  return file;
}

function safetensorsHeader({ rows, dtype, metadata = {}, name = 'table' }: SafetensorsMeta, cols: number): Uint8Array {
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
