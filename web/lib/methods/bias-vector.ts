/** The vectors that generate attention biases. */
import { controlOf, readOptions } from '../checks/options.js';
import type { Matrix } from '../types/posenc.js';
import { biasRequest, type BiasRequest } from './attention-bias.js';
import type { Method } from './method.js';

export const biasVector: Method<BiasRequest, Matrix<Float32Array>> = {
  takes: ['nQuery', 'nKey'],
  matrix: true,
  read(spec, nQuery, nKey, options) {
    const entries = readOptions(options, ['head']);
    return { request: biasRequest('biasVector', spec, nQuery, nKey, entries), control: controlOf(entries) };
  },
};
