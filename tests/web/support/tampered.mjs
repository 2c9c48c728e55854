/** An API over the real modules, wrapped to misbehave, and a call of every method. */
import { apiOf } from '../../../dist/lib/api.js';
import { Engine } from '../../../dist/lib/wasm/engine.js';
import { modulesOf } from '../../../dist/lib/wasm/load.js';
import { nodeFetcher } from '../../../dist/lib/wasm/node.js';
import { mostKept } from '../../../dist/lib/wasm/plans.js';
import { llama31 } from './posenc.mjs';

export const sinusoidal = { encoding: 'sinusoidal', dim: 16 };
export const rope = { encoding: 'rope', dim: 16 };
export const calls = {
  frequencies: (pe) => pe.frequencies(rope),
  table: (pe) => pe.table(sinusoidal, 300),
  tableList: (pe) => pe.table(sinusoidal, { start: 0.1, count: 300, step: 0.7 }, { dtype: 'f64' }),
  tableBlocks: async (pe) => {
    const rows = [];
    for await (const block of pe.tableBlocks(sinusoidal, 300, { blockRows: 70 })) rows.push(...block.data);
    return rows;
  },
  derivative: (pe) => pe.derivative(sinusoidal, 300),
  kernelProfile: (pe) => pe.kernelProfile(sinusoidal, 300),
  cosSin: (pe) => pe.cosSin(rope, 0, 300),
  decayBound: (pe) => pe.decayBound(rope, 300),
  gram: (pe) => pe.gram(sinusoidal, { start: 0.1, count: 300, step: 0.7 }),
  gramProfile: (pe) => pe.gram(sinusoidal, 30),
  channelGram: (pe) => pe.channelGram(sinusoidal, 1e9),
  analyse: (pe) => pe.analyse({ analysis: 'spectrum', vectors: 3 }, { table: { spec: sinusoidal, positions: 30 } }),
  analyseDerived: (pe) =>
    pe.analyse({ analysis: 'stationarity' }, { kernel: { spec: sinusoidal, positions: 30, form: 'gram' } }),
  rotate: (pe) => pe.rotate(rope, { data: new Float64Array(16 * 40).map((_, i) => i), rows: 40, cols: 16 }, 40),
  rotateSingle: (pe) =>
    pe.rotate(rope, { data: new Float32Array(16 * 41).map((_, i) => i), rows: 41, cols: 16 }, 41, { dtype: 'f32' }),
  attentionBias: (pe) => pe.attentionBias({ encoding: 'alibi', heads: 4 }, 30, 40),
  biasVector: (pe) => pe.biasVector({ encoding: 'alibi', heads: 4 }, 30, 40),
  prepareGram: (pe) => pe.gram(sinusoidal, { start: 0.1, count: 30, step: 0.7 }),
  biasKeys: (pe) => pe.attentionBias({ encoding: 'fire', heads: 2 }, 30, 200),
  relativeMap: (pe) => pe.relativeMap({ encoding: 'rerope' }, 30, 40),
  attentionScores: (pe) => pe.attentionScores(rope, unit(5), unit(7)),
  facts: (pe) => pe.facts({ encoding: 'alibi', heads: 4 }),
  shape: (pe) => pe.shape(rope),
  precision: (pe) => pe.precision(rope, 30, { methods: ['hf-f32', 'bf16'] }),
  report: (pe) => pe.report(llama31),
};
/** An analysis of numbers, without the module of the encodings. */
export const analyseNumbers = (pe, options) =>
  pe.analyse(
    { analysis: 'stationarity' },
    { kernel: { data: Float64Array.of(2, 1, 1, 2), rows: 2, cols: 2 } },
    options,
  );
/** The functions that the module of the analyses exports. */
export const ofAnalysis = ['start', 'give', 'run', 'end'];
/** n rows of 16 numbers */
export function unit(n) {
  return Array.from({ length: n }, (_, i) => Array.from({ length: 16 }, (_, j) => (i + j) % 3));
}

export const real = modulesOf({}, nodeFetcher);
/**
 * An API over modules some of whose functions are replaced: `replace(module, number)` for each instance; `made.core`,
 * `made.analysis` and so on list the instances.
 */
export function tampered(replace) {
  const made = { core: [], analysis: [], train: [], config: [] };
  const making = (name) => async (signal) => {
    const module = await real[name](signal);
    made[name].push(module);
    const own = replace(module, made[name].length);
    return new Proxy(module, { get: (target, key) => (key in own ? own[key] : target[key]) });
  };
  const engine = new Engine(Object.fromEntries(Object.keys(made).map((name) => [name, making(name)])));
  return { pe: apiOf(engine), made };
}
/** A tampered API in which this function ends the instance at the first call after `arm()`. */
export function armed(name) {
  let ends = false;
  const { pe, made } = tampered((module) => ({
    [name]: (...args) => {
      if (!ends) return module[name](...args);
      ends = false;
      throw new WebAssembly.RuntimeError('unreachable');
    },
  }));
  return { pe, made, arm: () => (ends = true), isArmed: () => ends };
}
export const liveHandles = ({ core, analysis }) =>
  [...core, ...analysis].reduce((sum, module) => sum + module.liveHandles(), 0);
/** Live handles beyond the cached plans of recent specs. */
export const beside = (made) => Math.max(0, liveHandles(made) - mostKept);
