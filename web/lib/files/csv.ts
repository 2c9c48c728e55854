/**
 * CSV: a header c0,c1,… and one line per row. Numbers are the shortest decimals that parse to the same float32 or
 * float64.
 */
import type { Matrix } from '../types/posenc.js';
import { announced, type Blocks, checkedBlocks, joined, readMeta, type TableMeta } from './chunks.js';

/** Numbers per piece of text: a few milliseconds of work. */
const pieceNumbers = 8192;

/** The file, piece by piece. */
export async function* csvChunks(given: TableMeta, blocks: Blocks): AsyncGenerator<Uint8Array, void, undefined> {
  const meta = readMeta(given);
  const encoder = new TextEncoder();
  const text = meta.dtype === 'f32' ? shortestF32 : shortestF64;
  let begun = false;
  for await (const { data, rows, cols } of checkedBlocks(meta, blocks)) {
    if (!begun) yield encoder.encode(`${Array.from({ length: cols }, (_, c) => `c${c}`).join(',')}\n`);
    begun = true;
    const pieceRows = Math.max(1, Math.floor(pieceNumbers / Math.max(cols, 1)));
    for (let row = 0; row < rows; row += pieceRows) {
      let lines = '';
      for (let r = row; r < Math.min(row + pieceRows, rows); r++) {
        for (let c = 0; c < cols; c++) lines += (c === 0 ? '' : ',') + text(data[r * cols + c]!);
        lines += '\n';
      }
      yield encoder.encode(lines);
    }
  }
}

/** The whole file. */
export const csvBytes = async (table: Matrix): Promise<Uint8Array> => joined(csvChunks(...announced(table)));

export const shortestF64 = (value: number): string => (Object.is(value, -0) ? '-0' : String(value));

const smallestNormalF32 = 2 ** -126;

/**
 * Any decimal of 6 digits survives a round trip through a normal float32, so no shorter one is tried; 9 digits
 * distinguish all float32 values.
 */
export function shortestF32(value: number): string {
  if (value === 0 || !Number.isFinite(value)) return shortestF64(value);
  const fewest = Math.abs(value) < smallestNormalF32 ? 1 : 6;
  for (let digits = fewest; digits < 9; digits++) {
    const rounded = Number(value.toPrecision(digits));
    if (Math.fround(rounded) === value) return String(rounded);
  }
  return String(Number(value.toPrecision(9)));
}
