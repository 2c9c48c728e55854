/**
 * Biases of attention that are Toeplitz (ALiBi, T5, …): row i of a head is a part of its generating vector. Words are
 * copied, so they have the module's bits, masked keys (-Infinity) included.
 */
import { type Kernel, shader } from './kernel.js';

const body = /* wgsl */ `
fn make(column: u32, first: u32, end: u32) {
  let at = params.first + first;
  let length = params.queries + params.width - 1u;
  var query = at % params.queries;
  var index = at / params.queries * length + params.queries - 1u - query + column;
  for (var row = first; row < end; row++) {
    put(row, column, vectors[index]);
    // one number earlier in each row, and from the last row of a head to the first of the next one
    query++;
    index--;
    if (query == params.queries) {
      query = 0u;
      index += length + params.queries;
    }
  }
}
`;

/** @param vectors (heads, nQuery + nKey - 1) */
export function biasKernel(vectors: Float32Array, heads: number, nQuery: number, nKey: number): Kernel {
  return {
    kind: 'bias',
    rows: heads * nQuery,
    width: nKey,
    columns: nKey,
    code: shader(['queries'], ['vectors: array<u32>'], body),
    params: [nQuery],
    inputs: [new Uint32Array(vectors.buffer, vectors.byteOffset, vectors.length)],
  };
}
