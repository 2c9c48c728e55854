/** posenc as a program in Node uses it: dist/, everything through the public API, specs planned in every call. */
import { readFileSync } from 'node:fs';
import { create } from '../../../dist/lib/node.js';
import { layersOf, learned } from '../workloads.mjs';
import { inputsOf, matrixOf, positionsOf } from './kernel_data.mjs';
import { serve } from './serve.mjs';

const pe = await create();

const tasks = {
  /** Into one array of the caller's. */
  table({ spec, rows, dim }) {
    const into = new Float32Array(rows * dim);
    return async () => (await pe.table(spec, rows, { into })).data;
  },
  /** The API has no `into`: cosines and sines, the allocation and checking x are part of it. */
  rotate({ spec, heads, rows, dim }) {
    const x = {
      data: Float32Array.from({ length: heads * rows * dim }, (_, i) => (i % 7) - 3),
      rows: heads * rows,
      cols: dim,
    };
    const positions = Int32Array.from({ length: heads * rows }, (_, i) => i % rows);
    return async () => (await pe.rotate(spec, x, positions, { dtype: 'f32' })).data;
  },
  index:
    ({ spec, rows }) =>
    async () =>
      (await pe.relativeMap(spec, rows, rows)).data,
  resize({ spec, dim }) {
    const { sourceHeight, sourceWidth, height, width } = spec;
    const values = Float64Array.from({ length: sourceHeight * sourceWidth * dim }, (_, i) => learned(i));
    return async () => (await pe.table({ ...spec, values }, { grid: [height, width] })).data;
  },
  /** Allocates the bias in every call. */
  bias:
    ({ spec, rows }) =>
    async () =>
      (await pe.attentionBias(spec, rows, rows)).data,
  /** Makes the table, or the profile of a stationary one, in every call. */
  gram(workload) {
    const positions = workload.positions === 'scattered' ? positionsOf(workload) : workload.rows;
    return async () => (await pe.gram(workload.spec, positions)).data;
  },
  eigen(workload) {
    const { rows } = workload;
    const kernel = { data: matrixOf(workload), rows, cols: rows };
    return async () => (await pe.analyse({ analysis: 'spectrum', vectors: rows }, { kernel })).eigenvalues;
  },
  ntk(workload) {
    const x = { data: inputsOf(workload), rows: workload.rows, cols: workload.dim };
    return async () => (await pe.analyse({ analysis: 'network-kernel', layers: layersOf(workload) }, { x })).ntk.data;
  },
  spectrum({ spec, count }) {
    const kernel = { spec, positions: { start: 0, step: 1, count }, form: 'channelGram' };
    return async () => (await pe.analyse({ analysis: 'spectrum' }, { kernel })).eigenvalues;
  },
};

await serve({
  version: `posenc ${JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')).version}`,
  prepare: (workload) => tasks[workload.task](workload),
  rows: async ({ spec, start, count }) => (await pe.table(spec, { start, count })).data,
});
