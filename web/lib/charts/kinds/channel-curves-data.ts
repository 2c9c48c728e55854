/** Data of selected pairs of channels: a table and its columns. */
import { type FieldsOf, maybe, oneOf, record, whole, wholes } from '../../checks/schema.js';
import type { Matrix } from '../../types/values.js';
import type { ChartOptions, FixedAxisOptions } from '../core/kind.js';
import { fixedAxis, kindData, matrix, numbers, optionsOf } from '../core/kind-data.js';
import { every, leftSentence, mostNumbers, picked } from '../snippet/thin.js';

export interface ChannelData {
  /** One row per position, as returned by `table`. */
  readonly table: Matrix;
  /** The pairs to show. */
  readonly pairs: readonly number[];
  /** Positions of the rows; 0, 1, 2 … by default. */
  readonly positions?: ArrayLike<number> | undefined;
  /** Positions per turn, for the titles. */
  readonly wavelengths?: ArrayLike<number> | undefined;
}
export interface ChannelOptions extends ChartOptions {
  /** The position. */
  readonly x?: FixedAxisOptions | undefined;
  /** Sine and cosine, the same axis in every panel. */
  readonly y?: FixedAxisOptions | undefined;
  /** Columns of a pair's channels: adjacent (2i, 2i + 1), or half a row apart (i, i + cols / 2). */
  readonly layout?: 'interleaved' | 'half' | undefined;
  readonly columns?: number | undefined;
}

/** Pairs shown by default: fast, slower, slow. */
const someOf = (count: number): number[] => [
  ...new Set([0, 1 / 8, 1 / 4, 1 / 2].map((share) => Math.floor(share * count))),
];

export const channelData = kindData<ChannelData, ChannelOptions>({
  data: record<FieldsOf<ChannelData>>({
    table: matrix,
    pairs: wholes,
    positions: maybe(numbers),
    wavelengths: maybe(numbers),
  }),
  smallest: '{"table":{"rows":3,"cols":2,"data":[0,1,0.8,0.5,0.9,-0.4]},"pairs":[0]}',
  options: optionsOf<ChannelOptions>({
    x: maybe(fixedAxis),
    y: maybe(fixedAxis),
    layout: maybe(oneOf('interleaved', 'half')),
    columns: maybe(whole),
  }),
  /** Hidden channels become zeros, which take no room. */
  thin(given) {
    const { table, pairs, positions } = given;
    const { data, rows, cols } = table;
    if (rows * cols <= mostNumbers) return undefined;
    const items = every(rows, Math.ceil((rows * Math.max(2 * pairs.length, cols / 4)) / mostNumbers));
    const used = (c: number): boolean => [c >> 1, c, c - cols / 2].some((pair) => pairs.includes(pair));
    const kept = items.flatMap((r) => Array.from({ length: cols }, (_, c) => (used(c) ? data[r * cols + c]! : 0)));
    return {
      data: {
        ...given,
        table: { data: Float64Array.from(kept), rows: items.length, cols },
        positions: positions ? picked(positions, items) : items,
      },
      left: leftSentence(items.length, rows, 'positions, and only the channels that are shown'),
    };
  },
  async ofSpec(pe, { spec, positions }) {
    const [table, frequencies] = [await pe.table(spec, positions), await pe.frequencies(spec)];
    const wavelengths = frequencies.map((frequency) => (2 * Math.PI) / frequency);
    return [{ table, pairs: someOf(frequencies.length), wavelengths }];
  },
});
