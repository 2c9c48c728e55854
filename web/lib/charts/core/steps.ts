/** Operations on the results of calls before drawing. The set is closed, because embedding code names them in JSON. */
import type { Matrix } from '../../types/values.js';
import { maxNumbers } from './checks.js';

type Numbers = ArrayLike<number>;
type Step = (given: never, ...by: never[]) => Matrix | Matrix['data'];

export const steps = {
  times: (list: Numbers, factor: number): Float64Array => Float64Array.from(list, (x) => x * factor),
  exp: (list: Numbers): Float64Array => Float64Array.from(list, Math.exp),
  /** The difference; 0 if both are the same infinity. */
  minus: (list: Numbers, other: ArrayLike<number>): Float64Array =>
    Float64Array.from(list, (x, i) => (Object.is(x, other[i]) ? 0 : x - other[i]!)),
  /** NaN for values that are not above `floor`. */
  above: (list: Numbers, floor: number): Float64Array => Float64Array.from(list, (x) => (x > floor ? x : NaN)),
  /** The first `count` values, padded with NaN. */
  first(list: Numbers, count: number): Float64Array {
    if (!(count <= maxNumbers)) throw new RangeError(`at most ${maxNumbers} numbers`);
    return Float64Array.from({ length: count }, (_, i) => list[i] ?? NaN);
  },
  /** The values at these indices. */
  at: (list: Numbers, places: ArrayLike<number>): Float64Array => Float64Array.from(places, (i) => list[i]!),
  /** The elements of a matrix, row by row. */
  data: ({ data }: Matrix): Matrix['data'] => data,
  row: ({ data, cols }: Matrix, row: number): Matrix['data'] => data.slice(row * cols, (row + 1) * cols),
  column: ({ data, rows, cols }: Matrix, col: number): Float64Array =>
    Float64Array.from({ length: rows }, (_, r) => data[r * cols + col]!),
  /** Absolute residual of a target along a vector with norm² `cols`, one value per row. */
  left: ({ data, rows, cols }: Matrix, along: ArrayLike<number>, target: ArrayLike<number>): Float64Array =>
    Float64Array.from({ length: rows }, (_, r) => {
      let sum = 0;
      for (let c = 0; c < cols; c++) sum += along[c]! * (target[c]! - data[r * cols + c]!);
      return Math.abs(sum) / cols;
    }),
  /** Wavelengths from frequencies with this many axes. */
  wavelengths: (list: Numbers, axes: number): Float64Array =>
    Float64Array.from(
      { length: list.length / axes },
      (_, pair) => (2 * Math.PI) / Math.hypot(...Array.from({ length: axes }, (_, a) => list[pair * axes + a]!)),
    ),
  /** The cosine of one frequency at offsets, scaled to [low, high]. */
  wave: (list: Numbers, item: number, offsets: ArrayLike<number>, low: number, high: number): Float64Array =>
    Float64Array.from(offsets, (x) => low + ((high - low) * (1 + Math.cos(list[item]! * x))) / 2),
  /** Normalises rows to length 1; zero rows are unchanged. */
  unitRows: ({ data, rows, cols }: Matrix): Matrix<Float64Array> => {
    const out = Float64Array.from(data);
    for (let i = 0; i < rows; i++) {
      const row = out.subarray(i * cols, (i + 1) * cols);
      const length = Math.hypot(...row);
      if (length > 0) row.forEach((x, c) => (row[c] = x / length));
    }
    return { data: out, rows, cols };
  },
} satisfies Readonly<Record<string, Step>>;

export type Steps = typeof steps;
export type StepName = keyof Steps;
