/**
 * How a method is divided among the workers of a pool. The rows of a divided result are independent of one another, so
 * its bits do not depend on the number of workers.
 */
import type { Floats, FloatsConstructor } from '../checks/arrays.js';
import { partOf, type RawPositions } from '../checks/positions.js';
import type { OnPositions, Part } from '../requests/requests.js';
import type { Matrix, Shape } from '../types/posenc.js';

/** Cost of one row. */
export interface RowCost {
  /** Bytes in the largest array of the result. */
  readonly bytes: number;
  /** Rough estimate, to choose blocks that are worth a message. */
  readonly nanoseconds: number;
}

export interface Split<Request, Result> {
  readonly rows: (request: Request, shape: Shape) => number;
  readonly cost: (request: Request, shape: Shape) => RowCost;
  /** The rows of every part but the last are a multiple of this. */
  readonly step?: (shape: Shape) => number;
  /** Returns the request for these rows, in its own memory. */
  readonly part: (request: Request, part: Part) => Request;
  /** The arrays of a result, all with the same number of rows. */
  readonly arrays: (result: Result) => readonly Floats[];
  /** Builds the full result from the full arrays; `any` is the result of one part, for its metadata. */
  readonly whole: (arrays: readonly Floats[], any: Result, request: Request, shape: Shape) => Result;
  /** Class of the result, if the worker receives memory to write to. */
  readonly into?: (request: Request) => FloatsConstructor;
  /** Length of the full i-th array, if it is not proportional to the rows. */
  readonly length?: (request: Request) => number;
  /** Writes a part that is not simply consecutive rows. */
  readonly put?: (whole: Floats, result: Result, part: Part) => void;
}

/** Nanoseconds per element: a separately computed wave, one rotated on from the previous row, a copy. */
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

/** For a result that is one matrix. */
export const matrixArrays = {
  arrays: ({ data }: Matrix): Floats[] => [data],
  whole: <R extends Matrix>([data]: readonly Floats[], any: R): R => ({ ...any, data, rows: data!.length / any.cols }),
};

/** For functions of the offset only. */
export const onOffsets: Split<OnPositions, Float64Array> = {
  rows: ({ positions }) => positions.count,
  cost: (_, { pairs }) => ({ bytes: 8, nanoseconds: wave * pairs }),
  part: positionPart,
  arrays: (values) => [values],
  whole: ([values]) => values as Float64Array,
};
