/**
 * Toeplitz biases of attention.
 */
import type { Backend, BiasRequest } from '../../calls.js';
import { compare } from '../compare.js';
import { toeplitzKernel } from '../kernels/toeplitz.js';
import { answered, type Plan } from './plan.js';

export async function biasPlan(inner: Backend, request: BiasRequest): Promise<Plan | undefined> {
  const { spec, nQuery, nKey, head, part } = request;
  if (part || nQuery === 0 || nKey === 0) return undefined;
  const made = await answered(inner.run('biasVector', { spec, nQuery, nKey, head }, {}));
  if (!made || made.rows === 0) return undefined;
  const { data, rows: heads, cols: length } = made;
  return {
    kernel: toeplitzKernel(data, heads, nQuery, nKey),
    rows: heads,
    cols: nQuery * nKey,
    purpose: { field: 'nQuery', what: 'the bias' },
    async verify(row, got) {
      const start = Math.floor(row / nQuery) * length + nQuery - 1 - (row % nQuery);
      compare(got, data.subarray(start, start + nKey), () => 0);
    },
  };
}
