/** Gram matrices of tables. */
import { controlOf, dtypeOf, readOptions } from '../checks/options.js';
import { isExactRange } from '../checks/positions.js';
import { given, onPositions, type OnPositions, type Part } from '../requests/requests.js';
import { arrayType, gramRows, mirror } from '../requests/shapes.js';
import type { ComputedMatrix, DType, Matrix } from '../types/posenc.js';
import { computed, type Computed, type OnGpuMethod, type ReturningMethod } from './method.js';

export interface GramRequest extends OnPositions {
  /** 'f32': the float64 matrix, each element rounded once. */
  readonly dtype: DType;
  /** Only these rows, from the diagonal on: (rows, n - first). Except at the end, `rows` is a multiple of gramRows. */
  readonly part?: Part;
}

export const gram: ReturningMethod<GramRequest, Computed<Matrix>, ComputedMatrix> = {
  takes: ['positions'],
  matrix: true,
  read(spec, positions, options) {
    const entries = readOptions(options, ['dtype']);
    const dtype = dtypeOf(entries, 'f64');
    return { request: { ...onPositions('gram', spec, positions), dtype }, control: controlOf(entries) };
  },
  returned: computed,
  /** Splits one triangle into bands and mirrors it. Evenly spaced positions need only one row: not split. */
  split: {
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
  },
};

export const gramOnGpu: OnGpuMethod<OnPositions> = {
  takes: ['spec', 'positions'],
  options: [],
  read: (_, spec, positions) => onPositions('gram', given(spec), positions),
};
