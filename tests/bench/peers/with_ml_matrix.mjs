/** ml-matrix: float64 in plain JavaScript. */
import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { matrixOf, tableOf } from './kernel_data.mjs';
import { installed, serve } from './serve.mjs';

const matrix = (data, rows, cols) => Matrix.from1DArray(rows, cols, data);

const tasks = {
  gram(workload) {
    const table = matrix(tableOf(workload), workload.rows, workload.dim);
    return () => {
      const gram = table.mmul(table.transpose());
      return (k) => gram.get(Math.floor(k / workload.rows), k % workload.rows);
    };
  },
  eigen(workload) {
    const symmetric = matrix(matrixOf(workload), workload.rows, workload.rows);
    return () => {
      const ascending = new EigenvalueDecomposition(symmetric, { assumeSymmetric: true }).realEigenvalues;
      return (k) => ascending[workload.rows - 1 - k];
    };
  },
};

await serve({ version: `ml-matrix ${installed('ml-matrix')}`, prepare: (workload) => tasks[workload.task](workload) });
