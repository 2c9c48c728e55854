/**
 * Biases of attention that are Toeplitz (ALiBi, T5, …): row i of a head is a part of its generating vector. Words are
 * copied, so they have the module's bits, masked keys (-Infinity) included.
 */
import { type Kernel, shader } from './kernel.js';

const body = /* wgsl */ `
fn make(column: u32, first: u32, end: u32) {
  for (var row = first; row < end; row++) {
    let at = params.first + row;
    let query = at % params.queries;
    let start = at / params.queries * (params.queries + params.width - 1u);
    put(row, column, vectors[start + params.queries - 1u - query + column]);
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
