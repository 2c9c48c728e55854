/**
 * Stacked Toeplitz matrices: attention biases by head (ALiBi, T5, …), Gram matrices. Row i of each is a slice of its
 * generating vector. Words are copied, so they are identical to the module's, including masked keys (-Infinity).
 */
import { type Program, shader } from './program.js';

const body = /* wgsl */ `
fn make(column: u32, first: u32, end: u32) {
  let at = params.first + first;
  let length = params.height + params.width - 1u;
  var row_of_one = at % params.height;
  var index = at / params.height * length + params.height - 1u - row_of_one + column;
  for (var row = first; row < end; row++) {
    put(row, column, vectors[index]);
    // one number earlier in each row, and from the last row of a matrix to the first of the next one
    row_of_one++;
    index--;
    if (row_of_one == params.height) {
      row_of_one = 0u;
      index += length + params.height;
    }
  }
}
`;

/** @param vectors (matrices, height + width - 1), starting with the first value of the last row */
export function toeplitzProgram(vectors: Float32Array, matrices: number, height: number, width: number): Program {
  return {
    kind: 'toeplitz',
    rows: matrices * height,
    width,
    columns: width,
    code: shader(['height'], ['vectors: array<u32>'], body),
    params: [height],
    inputs: [new Uint32Array(vectors.buffer, vectors.byteOffset, vectors.length)],
  };
}
