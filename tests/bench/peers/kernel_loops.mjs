/** Gram matrix and infinite-width kernel in plain JavaScript loops: float64, one triangle and its mirror. */
import { inputsOf, tableOf } from './kernel_data.mjs';

export const kernelTasks = {
  gram(workload) {
    const { rows: n, dim } = workload;
    const table = tableOf(workload);
    const out = new Float64Array(n * n);
    return () => fillGram(out, table, n, dim);
  },
  /** Dense and ReLU layers in turn, dense at the end; the arc-cosine kernels of Cho & Saul. */
  ntk(workload) {
    const { rows: n, dim, depth, weightStd, biasStd } = workload;
    const x = inputsOf(workload);
    const out = new Float64Array(n * n);
    const w2 = weightStd ** 2;
    const b2 = biasStd ** 2;
    return () => {
      fillGram(out, x, n, dim);
      const start = Float64Array.from({ length: n }, (_, i) => out[i * n + i] / dim);
      for (let i = 0; i < n; i++) {
        for (let j = 0; j <= i; j++) {
          let qi = w2 * start[i] + b2;
          let qj = w2 * start[j] + b2;
          let k = (w2 * out[i * n + j]) / dim + b2;
          let theta = k;
          for (let layer = 0; layer < depth; layer++) {
            const norm = Math.sqrt(qi * qj);
            const cosine = Math.min(1, Math.max(-1, k / norm));
            const turn = Math.PI - Math.acos(cosine);
            k = (w2 * norm * (Math.sqrt(1 - cosine * cosine) + turn * cosine)) / (2 * Math.PI) + b2;
            theta = k + (w2 * theta * turn) / (2 * Math.PI);
            qi = (w2 * qi) / 2 + b2;
            qj = (w2 * qj) / 2 + b2;
          }
          out[i * n + j] = out[j * n + i] = theta;
        }
      }
      return out;
    };
  },
};

function fillGram(out, x, n, dim) {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let c = 0; c < dim; c++) sum += x[i * dim + c] * x[j * dim + c];
      out[i * n + j] = out[j * n + i] = sum;
    }
  }
  return out;
}
