/** Derivatives of tables with respect to a coordinate. */
import { controlOf, readOptions, wholeOption } from '../checks/options.js';
import { onPositions, type OnPositions } from '../requests/requests.js';
import type { Matrix } from '../types/posenc.js';
import type { Method } from './method.js';
import { matrixArrays, positionPart, wave } from './split.js';

export interface DerivativeRequest extends OnPositions {
  /** Index of the coordinate. */
  readonly axis: number;
}

export const derivative: Method<DerivativeRequest, Matrix<Float64Array>> = {
  takes: ['positions'],
  matrix: true,
  read(spec, positions, options) {
    const entries = readOptions(options, ['axis']);
    const axis = wholeOption(entries, 'axis', 0) ?? 0;
    return { request: { ...onPositions('derivative', spec, positions), axis }, control: controlOf(entries) };
  },
  split: {
    rows: ({ positions }) => positions.count,
    cost: (_, { width }) => ({ bytes: 8 * width, nanoseconds: width * wave }),
    part: positionPart,
    ...matrixArrays,
  },
};
