/** Frequencies of the waves. */
import type { OnSpec } from '../requests/requests.js';
import { type Method, plain } from './method.js';

export const frequencies: Method<OnSpec, Float64Array> = {
  takes: [],
  matrix: true,
  read: (spec, options) => plain({ spec: spec('frequencies') }, options),
};
