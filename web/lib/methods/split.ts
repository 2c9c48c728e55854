/**
 * How a method is divided among the workers of a pool. The rows of a divided result do not depend on one another, so that
 * its bits do not depend on the number of workers.
 */
import type { Floats, FloatsConstructor } from '../checks/arrays.js';
import { partOf, type RawPositions } from '../checks/positions.js';
import type { OnPositions, Part } from '../requests/requests.js';
import type { Matrix, Shape } from '../types/posenc.js';

/** What one row takes. */
export interface RowCost {
  /** Of the largest array of the result. */
  readonly bytes: number;
  /** Roughly, to choose blocks that are worth a message. */
  readonly nanoseconds: number;
}

export interface Split<Request, Result> {
  readonly rows: (request: Request, shape: Shape) => number;
  readonly cost: (request: Request, shape: Shape) => RowCost;
  /** Parts have a multiple of this many rows, but for the last. */
  readonly step?: (shape: Shape) => number;
  /** The request for these rows, in memory of its own. */
  readonly part: (request: Request, part: Part) => Request;
  /** The arrays of a result, all with the same number of rows; */
  readonly arrays: (result: Result) => readonly Floats[];
  /** … and the whole result around the whole arrays, from that of any part. */
  readonly whole: (arrays: readonly Floats[], any: Result, request: Request, shape: Shape) => Result;
  /** Of the result, where the worker takes memory to write it to. */
  readonly into?: (request: Request) => FloatsConstructor;
  /** Length of the whole of the i-th array, where it is not in proportion to the rows. */
  readonly length?: (request: Request) => number;
  /** Writes a part, where it is more than rows one below the other. */
  readonly put?: (whole: Floats, result: Result, part: Part) => void;
}

/** Nanoseconds for one number: a wave by itself, one of a row that is turned on from the row before, a copy. */
export const [wave, turned, copied] = [15, 0.5, 0.5];

export const positionPart = <R extends { readonly positions: RawPositions }>(request: R, { first, rows }: Part): R => ({
  ...request,
  positions: partOf(request.positions, first, rows),
});

export const rowsOf = <X extends Matrix>(x: X, { first, rows }: Part): X => ({
  ...x,
  data: x.data.slice(first * x.cols, (first + rows) * x.cols),
  rows,
});

/** Of a result that is one matrix. */
export const matrixArrays = {
  arrays: ({ data }: Matrix): Floats[] => [data],
  whole: <R extends Matrix>([data]: readonly Floats[], any: R): R => ({ ...any, data, rows: data!.length / any.cols }),
};

/** A function of the offset alone. */
export const onOffsets: Split<OnPositions, Float64Array> = {
  rows: ({ positions }) => positions.count,
  cost: (_, { pairs }) => ({ bytes: 8, nanoseconds: wave * pairs }),
  part: positionPart,
  arrays: (values) => [values],
  whole: ([values]) => values as Float64Array,
};
