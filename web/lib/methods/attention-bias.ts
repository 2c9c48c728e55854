/** Attention biases. */
import { controlOf, intoOf, readOptions, wholeOption } from '../checks/options.js';
import type { Entries } from '../checks/record.js';
import { given, type Into, onPairs, type OnPairs, type SpecOf } from '../requests/requests.js';
import type { ComputedMatrix, Matrix } from '../types/posenc.js';
import { computed, type Computed, type OnGpuMethod, type ReturningMethod } from './method.js';
import { copied, matrixArrays } from './split.js';

export interface BiasRequest extends OnPairs, Into {
  /** The only head to compute, or undefined for all. */
  readonly head: number | undefined;
}

export const biasRequest = (
  stage: 'attentionBias' | 'biasVector',
  spec: SpecOf,
  nQuery: unknown,
  nKey: unknown,
  entries: Entries,
): BiasRequest => ({ ...onPairs(stage, spec, nQuery, nKey), head: wholeOption(entries, 'head', 0) });

export const attentionBias: ReturningMethod<
  BiasRequest,
  Computed<Matrix<Float32Array>>,
  ComputedMatrix<Float32Array>
> = {
  takes: ['nQuery', 'nKey'],
  matrix: true,
  read(spec, nQuery, nKey, options) {
    const entries = readOptions(options, ['head', 'into', 'transfer']);
    const request = biasRequest('attentionBias', spec, nQuery, nKey, entries);
    return { request, control: controlOf(entries), into: intoOf(entries, 'f32') };
  },
  returned: computed,
  split: {
    rows: ({ nQuery, head }, { heads }) => nQuery * (head === undefined ? heads : 1),
    cost: ({ nKey }) => ({ bytes: 4 * nKey, nanoseconds: nKey * copied }),
    part: (request, part) => ({ ...request, part }),
    into: () => Float32Array,
    ...matrixArrays,
  },
};

export const attentionBiasOnGpu: OnGpuMethod<BiasRequest> = {
  takes: ['spec', 'nQuery', 'nKey'],
  options: ['head'],
  read: (entries, spec, nQuery, nKey) => biasRequest('attentionBias', given(spec), nQuery, nKey, entries),
};
