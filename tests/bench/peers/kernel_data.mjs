/** The inputs of the kernel workloads, the same numbers for every contender (also in kernels.py and probe.cpp). */

/** Pseudo-random, in [-1/2, 1/2): the finalizer of MurmurHash3 (A. Appleby), public domain. */
export function noise(i) {
  let h = i | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 2 ** 32 - 0.5;
}

/** Real numbers below 65536, or 0 … rows - 1. */
export const positionsOf = ({ rows, positions }) =>
  Float64Array.from({ length: rows }, (_, i) => (positions === 'scattered' ? (noise(i) + 0.5) * 65536 : i));

/** A (rows, dim) sinusoidal table in float64. */
export function tableOf(workload) {
  const { dim } = workload.spec;
  const table = new Float64Array(workload.rows * dim);
  positionsOf(workload).forEach((position, r) => {
    for (let i = 0; i < dim; i += 2) {
      const angle = position * 10000 ** (-i / dim);
      table[r * dim + i] = Math.sin(angle);
      table[r * dim + i + 1] = Math.cos(angle);
    }
  });
  return table;
}

/** (rows, rows): random and positive definite, or the Gram matrix of a sinusoidal table, which is Toeplitz. */
export function matrixOf({ rows: n, spec }) {
  const matrix = new Float64Array(n * n);
  const profile = Float64Array.from({ length: n }, (_, lag) => {
    let sum = 0;
    for (let i = 0; i < (spec?.dim ?? 0); i += 2) sum += Math.cos(lag * 10000 ** (-i / spec.dim));
    return sum;
  });
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++)
      matrix[i * n + j] = spec
        ? profile[Math.abs(i - j)]
        : noise(Math.min(i, j) * n + Math.max(i, j)) + (i === j ? Math.sqrt(n) : 0);
  return matrix;
}

/** (rows, dim) */
export const inputsOf = ({ rows, dim }) => Float64Array.from({ length: rows * dim }, (_, i) => noise(i));
