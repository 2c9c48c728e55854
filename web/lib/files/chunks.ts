/** Shared by the writers: a table arrives in blocks and is written as pieces of a file. */
import { mustBe, PosencError } from '../checks/errors.js';
import { whole } from '../checks/options.js';
import { guarded, readRecord } from '../checks/record.js';
import { borrowRows } from '../checks/rows.js';
import type { DType, Matrix, TableBlock } from '../types/posenc.js';

/** Number of rows and type of a table whose blocks follow. */
export interface TableMeta {
  readonly rows: number;
  readonly dtype: DType;
}
export type Blocks = AsyncIterable<TableBlock> | Iterable<TableBlock>;

/** A complete table: its announcement, and itself as the only block. */
export function announced(table: Matrix): [TableMeta, TableBlock[]] {
  const { data, rows, cols } = borrowRows(table, { field: 'table' });
  return [{ rows, dtype: data instanceof Float32Array ? 'f32' : 'f64' }, [{ data, rows, cols, firstRow: 0 }]];
}

/** Checks an announcement. */
export function readMeta<M extends TableMeta>(meta: M): M {
  const entries = readRecord(meta, { code: 'bad_argument', field: 'meta', what: '{ rows, dtype }' });
  const rows = entries.get('rows');
  if (!Number.isInteger(rows) || (rows as number) < 0)
    throw mustBe('bad_argument', 'meta.rows', 'a whole number of at least 0', rows);
  const dtype = entries.get('dtype');
  if (dtype === 'f32' || dtype === 'f64') return Object.fromEntries(entries) as unknown as M;
  throw mustBe('bad_argument', 'meta.dtype', "'f32' or 'f64'", dtype);
}

/** Passes blocks on after checking that together they form exactly the announced table. */
export async function* checkedBlocks(meta: TableMeta, blocks: Blocks): AsyncGenerator<TableBlock, void, undefined> {
  const type = meta.dtype === 'f32' ? Float32Array : Float64Array;
  let rows = 0;
  let cols: number | undefined;
  for await (const given of iterated(blocks)) {
    const block = readBlock(given);
    cols ??= block.cols;
    const fits = block.data instanceof type && block.cols === cols && block.firstRow === rows;
    if (!fits || rows + block.rows > meta.rows)
      throw new PosencError(
        'bad_shape',
        'blocks',
        `the block at row ${block.firstRow} does not continue a table of ${meta.rows} rows of ${meta.dtype}`,
      );
    rows += block.rows;
    yield block;
  }
  if (rows !== meta.rows)
    throw new PosencError('bad_shape', 'blocks', `the blocks hold ${rows} rows, but ${meta.rows} were announced`);
}

/** The blocks, as a list or an iterator that is started once. */
function iterated(blocks: Blocks): Blocks {
  const subject = { code: 'bad_argument', field: 'blocks', what: 'a list or an iterator of blocks' } as const;
  return guarded(subject, () => {
    if (Array.isArray(blocks)) return readAll(blocks as readonly TableBlock[]);
    const given = Object(blocks) as Partial<AsyncIterable<TableBlock> & Iterable<TableBlock>>;
    const later = given[Symbol.asyncIterator]?.();
    if (later) return { [Symbol.asyncIterator]: () => later };
    const now = given[Symbol.iterator]?.();
    if (now) return { [Symbol.iterator]: () => now };
    throw mustBe('bad_argument', 'blocks', subject.what, blocks);
  });
}

/** Reads list items first, because awaiting an item would access its `then`. */
function* readAll(blocks: readonly TableBlock[]): Generator<TableBlock, void, undefined> {
  const subject = { code: 'bad_argument', field: 'blocks', what: 'a list of blocks' } as const;
  const length = guarded(subject, () => blocks.length);
  for (let i = 0; i < length; i++) yield readBlock(guarded(subject, () => blocks[i]!));
}

function readBlock(given: TableBlock): TableBlock {
  const { data, rows, cols } = borrowRows(given, { field: 'blocks' });
  const subject = { code: 'bad_argument', field: 'blocks.firstRow', what: 'a whole number' } as const;
  return {
    data,
    rows,
    cols,
    firstRow: whole(
      guarded(subject, () => given.firstRow),
      subject.field,
      0,
    ),
  };
}

/** The bytes of a block, little-endian, as on every platform that runs WebAssembly. */
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
