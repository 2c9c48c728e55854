/** The dimensions of a spec's results. */
import type { OnSpec } from '../requests/requests.js';
import type { Shape } from '../types/posenc.js';
import { type Method, plain } from './method.js';

export const shape: Method<OnSpec, Shape> = {
  takes: [],
  matrix: false,
  read: (spec, options) => plain({ spec: spec() }, options),
};
