/**
 * Toeplitz biases of attention.
 */
import type { Backend, BiasRequest } from '../../requests/calls.js';
import { compare } from '../compare.js';
import { toeplitzKernel } from '../kernels/toeplitz.js';
import { answered, type Kept, type Plan } from './plan.js';

export async function biasPlan(inner: Backend, request: BiasRequest): Promise<Plan | undefined> {
  const { spec, nQuery, nKey, head, part } = request;
  if (part || nQuery === 0 || nKey === 0) return undefined;
  const made = await answered(inner.run('biasVector', { spec, nQuery, nKey, head }, {}));
  if (!made || made.rows === 0) return undefined;
  const { data, rows: heads, cols: length } = made;
  return {
    kernel: toeplitzKernel(data, heads, nQuery, nKey),
    rows: heads * nQuery,
    cols: nKey,
    purpose: { field: 'nQuery', what: 'the bias' },
    async verify(row, got) {
      const start = Math.floor(row / nQuery) * length + nQuery - 1 - (row % nQuery);
      compare(got, data.subarray(start, start + nKey), () => 0);
    },
  };
}

/** (heads * nQuery, nKey). */
export async function keptBias(inner: Backend, request: BiasRequest): Promise<Kept> {
  const { spec, nQuery, nKey, head } = request;
  const { heads } = await inner.run('shape', { spec }, {});
  const part = async (first: number, rows: number) =>
    (await inner.run('attentionBias', { ...request, part: { first, rows } }, {})).data;
  const plan = await biasPlan(inner, request);
  if (!plan) await part(0, 0); // what is wrong with the arguments, the module says
  return {
    rows: nQuery * (head === undefined ? heads : 1),
    cols: nKey,
    what: 'the bias',
    field: 'nQuery',
    plan,
    part,
  };
}
