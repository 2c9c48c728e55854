/** The recipe of a method: a number from the module for each pair of positions. */
import { onPairs, type OnPairs } from '../requests/requests.js';
import type { Matrix } from '../types/posenc.js';
import { type Method, plain } from './method.js';

export const exampleMethod: Method<OnPairs, Matrix<Float64Array>> = {
  takes: ['nQuery', 'nKey'],
  matrix: true,
  read: (spec, nQuery, nKey, options) => plain(onPairs('relativeMap', spec, nQuery, nKey), options),
};
