/**
 * Writes NumPy .npy, version 1.0: a header with a Python dict literal, then the numbers, little-endian.
 * https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
 */
import type { DType, Matrix } from '../types/posenc.js';
import { announced, type Blocks, bytesOf, checkedBlocks, joined, readMeta, type TableMeta } from './chunks.js';
import { npyMagic } from './read-npy.js';

const descriptors: Readonly<Record<DType, string>> = { f32: '<f4', f64: '<f8' };

/** The file, piece by piece. */
export async function* npyChunks(given: TableMeta, blocks: Blocks): AsyncGenerator<Uint8Array, void, undefined> {
  const meta = readMeta(given);
  let begun = false;
  for await (const block of checkedBlocks(meta, blocks)) {
    if (!begun) yield npyHeader(descriptors[meta.dtype], meta.rows, block.cols);
    begun = true;
    yield bytesOf(block);
  }
}

/** The whole file. */
export const npyBytes = async (table: Matrix): Promise<Uint8Array> => joined(npyChunks(...announced(table)));

/** The header ends with a newline at a multiple of 64 bytes, so that the data can be mapped. */
export function npyHeader(descriptor: string, rows: number, cols: number): Uint8Array {
  const dict = `{'descr': '${descriptor}', 'fortran_order': False, 'shape': (${rows}, ${cols}), }`;
  const total = Math.ceil((10 + dict.length + 1) / 64) * 64;
  const text = `${dict.padEnd(total - 11)}\n`;
  const header = new Uint8Array(total);
  header.set([...npyMagic, 1, 0, text.length & 255, text.length >> 8]);
  header.set(new TextEncoder().encode(text), 10);
  return header;
}
