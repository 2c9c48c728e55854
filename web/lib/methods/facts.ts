/** Facts that a row reports about itself. */
import type { OnSpec } from '../requests/requests.js';
import type { Fact } from '../types/posenc.js';
import { type Method, plain } from './method.js';

export const facts: Method<OnSpec, readonly Fact[]> = {
  takes: [],
  matrix: false,
  read: (spec, options) => plain({ spec: spec('facts') }, options),
};
