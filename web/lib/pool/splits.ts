/**
 * Which methods a pool divides among its workers, and how: stated here once for each method. The rows of a
 * divided result do not depend on one another, so that its bits do not depend on the number of workers.
 */
import type { Floats, FloatsConstructor } from '../checks/arrays.js';
import type { Calls, Method, Part, PrecisionRequest, RawPrecision } from '../requests/calls.js';
import type { Matrix, Shape } from '../types/posenc.js';
import { isExactRange, partOf, type PositionPlan } from '../checks/positions.js';
import { arrayType, gramRows, mirror } from '../requests/shapes.js';

type Request<M extends Method> = Calls[M]['request'];
type Result<M extends Method> = Calls[M]['result'];

/** What one row takes. */
export interface RowCost {
  /** Of the largest array of the result. */
  readonly bytes: number;
  /** Roughly, to choose blocks that are worth a message. */
  readonly nanoseconds: number;
}

export interface Split<M extends Method> {
  readonly rows: (request: Request<M>, shape: Shape) => number;
  readonly cost: (request: Request<M>, shape: Shape) => RowCost;
  /** Parts have a multiple of this many rows, but for the last. */
  readonly step?: (shape: Shape) => number;
  /** The request for these rows, in memory of its own. */
  readonly part: (request: Request<M>, part: Part) => Request<M>;
  /** The arrays of a result, all with the same number of rows; */
  readonly arrays: (result: Result<M>) => readonly Floats[];
  /** … and the whole result around the whole arrays, from that of any part. */
  readonly whole: (arrays: readonly Floats[], any: Result<M>, request: Request<M>, shape: Shape) => Result<M>;
  /** Of the result, where the worker takes memory to write it to. */
  readonly into?: (request: Request<M>) => FloatsConstructor;
  /** Length of the whole of the i-th array, where it is not in proportion to the rows. */
  readonly length?: (request: Request<M>) => number;
  /** Writes a part, where it is more than rows one below the other. */
  readonly put?: (whole: Floats, result: Result<M>, part: Part) => void;
}

/** Nanoseconds for one number: a wave by itself, one of a row that is turned on from the row before, a copy. */
const [wave, turned, copied] = [15, 0.5, 0.5];

const positionPart = <R extends { readonly positions: PositionPlan }>(request: R, { first, rows }: Part): R => ({
  ...request,
  positions: partOf(request.positions, first, rows),
});
const rowsOf = (x: Matrix, { first, rows }: Part): Matrix => ({
  data: x.data.slice(first * x.cols, (first + rows) * x.cols),
  rows,
  cols: x.cols,
});

const matrix = {
  arrays: ({ data }: Matrix): Floats[] => [data],
  whole: <R extends Matrix>([data]: readonly Floats[], any: R): R => ({ ...any, data, rows: data!.length / any.cols }),
};

const onOffsets: Split<'kernelProfile' | 'decayBound'> = {
  rows: ({ positions }) => positions.count,
  cost: (_, { pairs }) => ({ bytes: 8, nanoseconds: wave * pairs }),
  part: positionPart,
  arrays: (values) => [values],
  whole: ([values]) => values as Float64Array,
};

const table: Split<'table'> = {
  rows: ({ positions }) => positions.count,
  cost: ({ positions, dtype }, { width }) =>
    dtype === 'f32'
      ? { bytes: 4 * width, nanoseconds: width * (isExactRange(positions) ? turned : wave) }
      : { bytes: 8 * width, nanoseconds: width * wave },
  step: () => 64, // so many at once are turned from row to row
  part: positionPart,
  into: ({ dtype }) => arrayType(dtype),
  ...matrix,
};

const derivative: Split<'derivative'> = {
  rows: ({ positions }) => positions.count,
  cost: (_, { width }) => ({ bytes: 8 * width, nanoseconds: width * wave }),
  part: positionPart,
  ...matrix,
};

/** Bands of one triangle; the other is their mirror. Evenly spaced positions make one row, copied: not worth it. */
const gram: Split<'gram'> = {
  rows: ({ positions }) => (isExactRange(positions) ? 0 : positions.count),
  cost: ({ positions: { count }, dtype }, { width }) => ({
    bytes: arrayType(dtype).BYTES_PER_ELEMENT * count,
    nanoseconds: (count * width) / 16,
  }),
  step: ({ width }) => gramRows(width),
  part: (request, part) => ({ ...request, part }),
  arrays: ({ data }) => [data],
  length: ({ positions: { count } }) => count * count,
  whole: ([data], _, { positions: { count } }) => ({ data: data!, rows: count, cols: count }),
  put(whole, { data, rows, cols }, { first }) {
    const n = first + cols;
    for (let r = 0; r < rows; r++) whole.set(data.subarray(r * cols, (r + 1) * cols), (first + r) * n + first);
    mirror(data, rows, cols, whole, n, first, first);
  },
};

const rotate: Split<'rotate'> = {
  rows: ({ positions }) => positions.count,
  cost: ({ dtype }, { rotatedWidth }) => ({
    bytes: rotatedWidth * (dtype === 'f32' ? 4 : 8),
    nanoseconds: rotatedWidth * 2,
  }),
  part: (request, part) => ({ ...positionPart(request, part), x: rowsOf(request.x, part) }),
  into: ({ dtype }) => arrayType(dtype),
  ...matrix,
};

const attentionBias: Split<'attentionBias'> = {
  rows: ({ nQuery, head }, { heads }) => nQuery * (head === undefined ? heads : 1),
  cost: ({ nKey }) => ({ bytes: 4 * nKey, nanoseconds: nKey * copied }),
  part: (request, part) => ({ ...request, part }),
  into: () => Float32Array,
  ...matrix,
};

const relativeMap: Split<'relativeMap'> = {
  rows: ({ nQuery }) => nQuery,
  cost: ({ nKey }) => ({ bytes: 8 * nKey, nanoseconds: nKey * copied }),
  part: (request, part) => ({ ...request, part }),
  ...matrix,
};

const attentionScores: Split<'attentionScores'> = {
  rows: ({ q }) => q.rows,
  cost: ({ q, k }, { terms }) => ({
    bytes: 8 * k.rows,
    nanoseconds: k.rows * q.cols * wave * Math.max(terms.length, 1),
  }),
  part: (request, part) => ({
    ...request,
    q: rowsOf(request.q, part) as Matrix<Float64Array>,
    queryPositions: request.queryPositions && partOf(request.queryPositions, part.first, part.rows),
    part: { first: part.first, of: request.q.rows },
  }),
  arrays: ({ data, terms }) => [data, ...terms.map((term) => term.data)],
  whole: ([data, ...terms], any, { q }) => ({
    data: data as Float64Array,
    rows: q.rows,
    cols: any.cols,
    terms: any.terms.map(({ name }, i) => ({ name, data: terms[i] as Float64Array })),
  }),
};

/** In the order that `whole` takes them. */
const precisionArrays = ({ positions, methods }: RawPrecision): Float64Array[] => [
  positions,
  ...methods.flatMap(({ errors, held, scoreErrors }) => [errors, held, ...(scoreErrors ? [scoreErrors] : [])]),
];
const precision: Split<'precision'> = {
  rows: ({ positions }) => positions.count,
  cost: ({ methods, scores }, { pairs }) => ({
    bytes: 8,
    nanoseconds: methods.length * pairs * wave * (scores ? 130 : 2),
  }),
  part: positionPart<PrecisionRequest>,
  arrays: precisionArrays,
  whole: ([positions, ...rest], any) => {
    const next = (): Float64Array => rest.shift() as Float64Array;
    return {
      positions: positions as Float64Array,
      methods: any.methods.map(({ scoreErrors }) => ({
        errors: next(),
        held: next(),
        ...(scoreErrors && { scoreErrors: next() }),
      })),
    };
  },
};

/** Every method: how it is divided, or null where one worker does all of it. */
export const splits: { readonly [M in Method]: Split<M> | null } = {
  table,
  derivative,
  kernelProfile: onOffsets as Split<'kernelProfile'>,
  decayBound: onOffsets as Split<'decayBound'>,
  gram,
  rotate,
  attentionBias,
  relativeMap,
  attentionScores,
  precision,
  // one list, or a few numbers
  frequencies: null,
  biasVector: null,
  gramProfile: null,
  facts: null,
  shape: null,
  report: null,
  // in closed form
  channelGram: null,
  // their steps follow from one another
  analyse: null,
  waveLanes: null,
};
