/** Toeplitz attention biases. */
import type { BiasRequest } from '../../methods/attention-bias.js';
import type { Backend } from '../../methods/calls.js';
import { compare } from '../compare.js';
import { toeplitzProgram } from '../programs/toeplitz.js';
import { answered, type GpuMethod, type DeviceMatrix, type VerifiedProgram } from '../method.js';

async function verified(inner: Backend, request: BiasRequest): Promise<VerifiedProgram | undefined> {
  const { spec, nQuery, nKey, head, part } = request;
  if (part || nQuery === 0 || nKey === 0) return undefined;
  const vector = await answered(inner.run('biasVector', { spec, nQuery, nKey, head }, {}));
  if (!vector || vector.rows === 0) return undefined;
  const { data, rows: heads, cols: length } = vector;
  return {
    program: toeplitzProgram(data, heads, nQuery, nKey),
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
async function deviceMatrix(inner: Backend, request: BiasRequest): Promise<DeviceMatrix> {
  const { spec, nQuery, nKey, head } = request;
  const { heads } = await inner.run('shape', { spec }, {});
  const part = async (first: number, rows: number) =>
    (await inner.run('attentionBias', { ...request, part: { first, rows } }, {})).data;
  const made = await verified(inner, request);
  if (!made) await part(0, 0); // the module reports invalid arguments
  return {
    rows: nQuery * (head === undefined ? heads : 1),
    cols: nKey,
    what: 'the bias',
    field: 'nQuery',
    verified: made,
    part,
  };
}

export const attentionBias: GpuMethod<'attentionBias'> = { verified, deviceMatrix };
