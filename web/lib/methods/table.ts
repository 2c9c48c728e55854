/** Tables. */
import { controlOf, intoOf, readOptions } from '../checks/options.js';
import { isExactRange } from '../checks/positions.js';
import { type Into, onPositions, type OnPositions, given } from '../requests/requests.js';
import { arrayType } from '../requests/shapes.js';
import type { ComputedMatrix, DType, Matrix } from '../types/posenc.js';
import { computed, type Computed, dtypeFor, type OnGpuMethod, type ReturningMethod } from './method.js';
import { matrixArrays, positionPart, turned, wave } from './split.js';

export interface TableRequest extends OnPositions, Into {
  readonly dtype: DType;
}

export const table: ReturningMethod<TableRequest, Computed<Matrix>, ComputedMatrix> = {
  takes: ['positions'],
  matrix: true,
  read(spec, positions, options) {
    const entries = readOptions(options, ['dtype', 'into', 'transfer']);
    const dtype = dtypeFor(entries, 'f32');
    const request = { ...onPositions('table', spec, positions), dtype };
    return { request, control: controlOf(entries), into: intoOf(entries, dtype) };
  },
  returned: computed,
  split: {
    rows: ({ positions }) => positions.count,
    cost: ({ positions, dtype }, { width }) =>
      dtype === 'f32'
        ? { bytes: 4 * width, nanoseconds: width * (isExactRange(positions) ? turned : wave) }
        : { bytes: 8 * width, nanoseconds: width * wave },
    step: () => 64, // rows that one block advances by rotation
    part: positionPart,
    into: ({ dtype }) => arrayType(dtype),
    ...matrixArrays,
  },
};

export const tableOnGpu: OnGpuMethod<OnPositions> = {
  takes: ['spec', 'positions'],
  options: [],
  read: (_, spec, positions) => onPositions('table', given(spec), positions),
};
