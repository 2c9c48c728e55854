/** What is done to numbers of a call before they are drawn: few and closed, since code that embeds a chart says them as JSON. */
import type { Matrix } from '../../types/values.js';
import { maxNumbers } from './checks.js';

type Numbers = ArrayLike<number>;
type Step = (given: never, ...by: never[]) => Matrix | Matrix['data'];

export const steps = {
  times: (list: Numbers, factor: number): Float64Array => Float64Array.from(list, (x) => x * factor),
  exp: (list: Numbers): Float64Array => Float64Array.from(list, Math.exp),
  /** The difference; 0 where both are the same infinity, too. */
  minus: (list: Numbers, other: ArrayLike<number>): Float64Array =>
    Float64Array.from(list, (x, i) => (Object.is(x, other[i]) ? 0 : x - other[i]!)),
  /** What is not above this is not there. */
  above: (list: Numbers, floor: number): Float64Array => Float64Array.from(list, (x) => (x > floor ? x : NaN)),
  /** So many; what is missing is not there. */
  first(list: Numbers, count: number): Float64Array {
    if (!(count <= maxNumbers)) throw new RangeError(`at most ${maxNumbers} numbers`);
    return Float64Array.from({ length: count }, (_, i) => list[i] ?? NaN);
  },
  /** Those at these places. */
  at: (list: Numbers, places: ArrayLike<number>): Float64Array => Float64Array.from(places, (i) => list[i]!),
  /** The numbers of a matrix, row by row. */
  data: ({ data }: Matrix): Matrix['data'] => data,
  row: ({ data, cols }: Matrix, row: number): Matrix['data'] => data.slice(row * cols, (row + 1) * cols),
  column: ({ data, rows, cols }: Matrix, col: number): Float64Array =>
    Float64Array.from({ length: rows }, (_, r) => data[r * cols + col]!),
  /** What is left of a target along a vector, a number for each row, over the vector's square. */
  left: ({ data, rows, cols }: Matrix, along: ArrayLike<number>, target: ArrayLike<number>): Float64Array =>
    Float64Array.from({ length: rows }, (_, r) => {
      let sum = 0;
      for (let c = 0; c < cols; c++) sum += along[c]! * (target[c]! - data[r * cols + c]!);
      return Math.abs(sum) / cols;
    }),
  /** From frequencies of so many axes. */
  wavelengths: (list: Numbers, axes: number): Float64Array =>
    Float64Array.from(
      { length: list.length / axes },
      (_, pair) => (2 * Math.PI) / Math.hypot(...Array.from({ length: axes }, (_, a) => list[pair * axes + a]!)),
    ),
  /** The cosine of one frequency at offsets, between two numbers. */
  wave: (list: Numbers, item: number, offsets: ArrayLike<number>, low: number, high: number): Float64Array =>
    Float64Array.from(offsets, (x) => low + ((high - low) * (1 + Math.cos(list[item]! * x))) / 2),
  /** Rows of length 1; one of zeros stays. */
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
