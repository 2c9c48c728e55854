/**
 * The training workloads: batch and initial weights, the same numbers for every contender (also in training.py and
 * training_work.hpp). Tensor k of a model, from 1, is noise(100000 k + i)/4; biases are 0 and the gains of norms 1.
 * The loss compares the outputs with the classes 0, 7, 14 …, modulo their number.
 */
import { noise } from './kernel_data.mjs';

export const numbersOf = (k, length) =>
  Float32Array.from({ length }, (_, i) => Math.fround(noise(100_000 * k + i)) / 4);
export const featuresOf = ({ samples, rows, inputs }) =>
  Float32Array.from({ length: samples * rows * inputs }, (_, i) => noise(i));
export const queriesOf = ({ samples, rows, lastOnly }) => samples * (lastOnly ? 1 : rows);
export const classesOf = (workload) =>
  Int32Array.from({ length: queriesOf(workload) }, (_, i) => (i * 7) % workload.outputs);

/** [name, rows, columns] of the tensors, in order; a weight maps a row to a row. */
export function tensorsOf({ rows, inputs, outputs, dim, hidden, blocks }) {
  const linear = (name, from, to) => [
    [`${name}.weight`, from, to],
    [`${name}.bias`, 1, to],
  ];
  const norm = (name) => [
    [`${name}.gain`, 1, dim],
    [`${name}.bias`, 1, dim],
  ];
  const block = () => [
    ['position', rows, dim],
    ...linear('qkv', dim, 3 * dim),
    ...linear('out', dim, dim),
    ...linear('up', dim, hidden),
    ...linear('down', hidden, dim),
    ...norm('norm1'),
    ...norm('norm2'),
  ];
  return [
    ...linear('embed', inputs, dim),
    ...Array.from({ length: blocks }, block).flat(),
    ...linear('read', dim, outputs),
  ];
}

export const weightsOf = (workload) =>
  tensorsOf(workload).map(([name, rows, cols], k) =>
    /bias|gain/.test(name)
      ? new Float32Array(rows * cols).fill(name.endsWith('gain') ? 1 : 0)
      : numbersOf(k + 1, rows * cols),
  );
