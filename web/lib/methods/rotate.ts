/** Rotation of queries and keys. */
import type { Floats } from '../checks/arrays.js';
import { controlOf, intoOf, readOptions, sideOf, wholeOption } from '../checks/options.js';
import { checkPositions, repeated } from '../checks/positions.js';
import { borrowRows } from '../checks/rows.js';
import { type OnGpuInput, readGpuMatrix, targetBeside } from '../requests/gpu-arguments.js';
import { given, type Into, onPositions, type OnPositions } from '../requests/requests.js';
import { arrayType } from '../requests/shapes.js';
import type { ComputedMatrix, DType, Matrix } from '../types/posenc.js';
import { computed, type Computed, dtypeFor, dtypeOfArray, type OnGpuMethod, type ReturningMethod } from './method.js';
import { matrixArrays, positionPart, rowsOf } from './split.js';

export interface RotateRequest extends OnPositions, Into {
  /** The caller's memory until the call first yields, if the backend `borrows`. */
  x: Matrix;
  /** True if the values must still be checked to be finite. */
  readonly check?: boolean;
  /** True if `x` is a copy. */
  own?: boolean;
  /** Progress; used by the engine only. */
  state?: { readonly data: Floats };
  readonly side: 0 | 1 | 2;
  readonly dtype: DType;
  /** Vectors in a row of the caller's matrix; `x` has each in a row of its own. */
  readonly heads?: number;
}
export interface RotateOnGpuRequest extends OnPositions {
  readonly x: OnGpuInput;
  readonly side: 0 | 1 | 2;
}

export const rotate: ReturningMethod<RotateRequest, Computed<Matrix>, ComputedMatrix> = {
  takes: ['x', 'positions'],
  matrix: true,
  read(spec, x, positions, options) {
    const entries = readOptions(options, ['side', 'heads', 'dtype', 'into', 'transfer']);
    const raw = spec('rotate');
    const at = checkPositions(positions);
    const heads = wholeOption(entries, 'heads') ?? 1;
    const dim = raw.numbers['dim']!;
    // a number is easily confused with a position
    const of = typeof positions === 'number' ? `positions below ${at.count} ([${at.count}] is one)` : 'positions';
    const rows = { count: at.count, of };
    const given = borrowRows(x, { field: 'x', rows, cols: heads * dim });
    const dtype = dtypeFor(entries, dtypeOfArray(given.data));
    const vectors = { data: given.data, rows: heads * at.count, cols: dim };
    const each = heads === 1 ? at : repeated(at, heads);
    const request = { spec: raw, positions: each, x: vectors, heads, check: true, side: sideOf(entries), dtype };
    return { request, control: controlOf(entries), into: intoOf(entries, dtype) };
  },
  returned: ({ rows, cols, ...made }, { heads = 1 }) =>
    computed({ ...made, rows: rows / heads, cols: heads * cols }) as ComputedMatrix,
  split: {
    rows: ({ positions }) => positions.count,
    cost: ({ dtype }, { rotatedWidth }) => ({
      bytes: rotatedWidth * (dtype === 'f32' ? 4 : 8),
      nanoseconds: rotatedWidth * 2,
    }),
    part: (request, part) => ({ ...positionPart(request, part), x: rowsOf(request.x, part) }),
    into: ({ dtype }) => arrayType(dtype),
    ...matrixArrays,
  },
};

export const rotateOnGpu: OnGpuMethod<RotateOnGpuRequest> = {
  takes: ['spec', 'x', 'positions'],
  options: ['side', 'into'],
  read: (entries, spec, x, positions) => ({
    ...onPositions('rotate', given(spec), positions),
    x: readGpuMatrix(x, 'x'),
    side: sideOf(entries),
  }),
  target: (entries, { x }) => targetBeside(entries, x),
};
