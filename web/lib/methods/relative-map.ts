/** The distance, or row of a learned table, of each pair. */
import { onPairs, type OnPairs } from '../requests/requests.js';
import type { Matrix } from '../types/posenc.js';
import { type Method, plain } from './method.js';
import { copied, matrixArrays } from './split.js';

export const relativeMap: Method<OnPairs, Matrix<Float64Array>> = {
  takes: ['nQuery', 'nKey'],
  matrix: true,
  read: (spec, nQuery, nKey, options) => plain(onPairs('relativeMap', spec, nQuery, nKey), options),
  split: {
    rows: ({ nQuery }) => nQuery,
    cost: ({ nKey }) => ({ bytes: 8 * nKey, nanoseconds: nKey * copied }),
    part: (request, part) => ({ ...request, part }),
    ...matrixArrays,
  },
};
