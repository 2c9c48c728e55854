/**
 * What the writers share: a table arrives in blocks and leaves as pieces of a file.
 */
import { PosencError } from '../checks/errors.js';
import type { DType, Matrix, TableBlock } from '../types/posenc.js';

/** Number of rows and type of a table whose blocks are still to come. */
export interface TableMeta {
  readonly rows: number;
  readonly dtype: DType;
}
export type Blocks = AsyncIterable<TableBlock> | Iterable<TableBlock>;

/** The whole table as its only block. */
export const wholeTable = (table: Matrix): TableBlock[] => [{ ...table, firstRow: 0 }];

export const metaOf = (table: Matrix): TableMeta => ({
  rows: table.rows,
  dtype: table.data instanceof Float32Array ? 'f32' : 'f64',
});

/** Passes blocks on after checking that together they are exactly the table that was announced. */
export async function* checkedBlocks(meta: TableMeta, blocks: Blocks): AsyncGenerator<TableBlock, void, undefined> {
  const type = meta.dtype === 'f32' ? Float32Array : Float64Array;
  let rows = 0;
  let cols: number | undefined;
  for await (const block of blocks) {
    cols ??= block.cols;
    const fits = block.data instanceof type && block.data.length === block.rows * cols;
    if (!fits || block.cols !== cols || block.firstRow !== rows || rows + block.rows > meta.rows) {
      throw new PosencError(
        'bad_shape',
        'blocks',
        `the block at row ${block.firstRow} does not continue a table of ${meta.rows} rows of ${meta.dtype}`,
      );
    }
    rows += block.rows;
    yield block;
  }
  if (rows !== meta.rows) {
    throw new PosencError('bad_shape', 'blocks', `the blocks hold ${rows} rows, but ${meta.rows} were announced`);
  }
}

/** The bytes of a block, little-endian: every platform that runs WebAssembly stores numbers so. */
export const bytesOf = ({ data }: TableBlock): Uint8Array =>
  new Uint8Array(data.buffer, data.byteOffset, data.byteLength);

/** All pieces as one array. */
export async function joined(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    length += chunk.length;
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
