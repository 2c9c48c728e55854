/** posenc as a program in Node uses it: dist/, everything through the public API. */
import { readFileSync } from 'node:fs';
import { create } from '../../../dist/lib/node.js';
import { layersOf, learned } from '../workloads.mjs';
import { inputsOf, matrixOf, positionsOf } from './kernel_data.mjs';
import { serve } from './serve.mjs';

const pe = await create();
let worker;

/** The caller's array, or undefined to let the library allocate. */
const target = (what, length) => (what === 'new array' ? {} : { into: new Float32Array(length) });

const tasks = {
  async table({ spec, rows, dim }, what) {
    const prepared = await pe.prepare(spec);
    const options = target(what, rows * dim);
    return async () => (await prepared.table(rows, options)).data;
  },
  async rotate({ spec, heads, rows, dim }, what) {
    const data = Float32Array.from({ length: heads * rows * dim }, (_, i) => (i % 7) - 3);
    const positions = Int32Array.from({ length: heads * rows }, (_, i) => i % rows);
    const x = { data, rows: heads * rows, cols: dim };
    const prepared = await pe.prepare(spec);
    const options = what === 'in place' ? { into: data } : target(what, data.length);
    if (what === 'sync') return () => prepared.sync.rotate(x, positions, options).data;
    return async () => (await prepared.rotate(x, positions, options)).data;
  },
  /** A table of one row. */
  async call({ spec, dim }, what) {
    const position = [77];
    if (what === 'spec') return async () => (await pe.table(spec, position)).data;
    if (what === 'worker') {
      worker ??= await create({ worker: true });
      const far = await worker.prepare(spec);
      return async () => (await far.table(position)).data;
    }
    const prepared = await pe.prepare(spec);
    if (what === 'prepared') return async () => (await prepared.table(position)).data;
    const options = target(what, dim);
    return () => prepared.sync.table(position, options).data;
  },
  async frequencies({ spec }, what) {
    const prepared = await pe.prepare(spec);
    return what === 'sync' ? () => prepared.sync.frequencies() : () => pe.frequencies(spec);
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
  async bias({ spec, heads, rows }, what) {
    const prepared = await pe.prepare(spec);
    const options = target(what, heads * rows * rows);
    return async () => (await prepared.attentionBias(rows, rows, options)).data;
  },
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
  prepare: (workload, what) => tasks[workload.task](workload, what),
});
