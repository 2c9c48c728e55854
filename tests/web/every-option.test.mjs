/**
 * Methods ignore no option: over all rows, its value changes the result or throws, naming the option.
 * every-param.test.mjs covers the parameters of encodings; those of analyses are below.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pe } from './support/instance.mjs';
import { analyses, checkedError, create, encodings, refused } from './support/posenc.mjs';
import { Walk, digest } from './support/walk.mjs';

const start = { dim: 16, heads: 6 };
const specOf = (row) => ({
  encoding: row.id,
  ...Object.fromEntries(row.params.filter((param) => param.required).map(({ name }) => [name, start[name]])),
});
const positionsOf = ({ axes, extent }, n) =>
  Array.from({ length: n }, (_, i) =>
    Array.from({ length: axes }, (_, a) => (extent.length ? (i + a) % extent[a] : i + 1 + 0.5 * a)),
  );
const drawn = (rows, cols) => ({
  data: Float64Array.from({ length: rows * cols }, (_, i) => ((i * 37) % 11) / 4 - 1.25),
  rows,
  cols,
});

/** Each method with options: a call, and two values of each option. */
const methods = {
  table: [(pe, spec, shape, options) => pe.table(spec, positionsOf(shape, 3), options), { dtype: ['f32', 'f64'] }],
  tableBlocks: [
    async (pe, spec, shape, options) => {
      const blocks = [];
      for await (const block of pe.tableBlocks(spec, positionsOf(shape, 3), options)) blocks.push(block);
      return blocks;
    },
    { dtype: ['f32', 'f64'], blockRows: [1, 2] },
  ],
  derivative: [(pe, spec, shape, options) => pe.derivative(spec, positionsOf(shape, 3), options), { axis: [0, 1] }],
  gram: [(pe, spec, shape, options) => pe.gram(spec, positionsOf(shape, 3), options), { dtype: ['f32', 'f64'] }],
  rotate: [
    (pe, spec, shape, options) => pe.rotate(spec, drawn(3, shape.headDim || start.dim), positionsOf(shape, 3), options),
    { side: ['q', 'k'], dtype: ['f32', 'f64'] },
  ],
  cosSin: [
    (pe, spec, shape, options) => pe.cosSin(spec, 3, 2, options),
    { dtype: ['f16', 'bf16'], layout: ['doubled', 'repeated'] },
  ],
  attentionBias: [
    (pe, spec, { cells }, options) => pe.attentionBias(spec, cells || 4, cells || 4, options),
    { head: [0, 1] },
  ],
  biasVector: [
    (pe, spec, { cells }, options) => pe.biasVector(spec, cells || 4, cells || 4, options),
    { head: [0, 1] },
  ],
  attentionScores: [
    (pe, spec, shape, options) => {
      const n = shape.cells || 3;
      const rows = drawn(n, shape.scoreDim || 4);
      return pe.attentionScores(spec, rows, rows, options);
    },
    { head: [0, 1] },
  ],
  precision: [
    (pe, spec, shape, options) => pe.precision(spec, positionsOf(shape, 2), options),
    { scores: [true, false], methods: [['torch-f32'], []] },
  ],
};
const stageOf = { tableBlocks: 'table', cosSin: 'rotate' };

/** Options that may change nothing, and why they are accepted. */
const exceptions = {
  'forgetting.head': 'heads are alike where one logit is given for all',
  'nope.head': 'each head adds the same, a mask alone',
  side: 'names the vector that is given: programs say it for every encoding, also for those that treat both alike',
};
/** Parameters that make an option effective: more than one head. */
const more = { nope: { heads: 2 } };
const noReason = new Set(['not_defined', 'bad_shape', 'bad_positions']);

describe('options of methods', () => {
  for (const [method, [call, options]] of Object.entries(methods)) {
    test(method, async () => {
      const seen = new Set();
      for (const row of encodings.filter(({ stages }) => stages.includes(stageOf[method] ?? method))) {
        const spec = { ...specOf(row), ...more[row.id] };
        const shape = await pe.shape(spec);
        for (const [name, values] of Object.entries(options)) {
          const outcomes = await Promise.all(
            values.map((value) =>
              call(pe, spec, shape, { [name]: value }).then(digest, (error) => checkedError(error)),
            ),
          );
          const errors = outcomes.filter((outcome) => typeof outcome !== 'string');
          const refusals = errors.filter(({ field }) => field.startsWith(`options.${name}`));
          if (errors.some(({ code }) => noReason.has(code))) continue; // this row has no such result
          const differ = outcomes[0] !== outcomes[1];
          if (differ && refusals.length < values.length) seen.add(name);
          assert.ok(
            differ || refusals.length > 0 || name in exceptions || `${row.id}.${name}` in exceptions,
            `${method} of ${row.id}: ${name} is ignored`,
          );
        }
      }
      assert.deepEqual([...seen].sort(), Object.keys(options).sort(), 'options that change nothing for any row');
    });
  }

  test('options of create that another one leaves without an effect', async () => {
    const module = new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
    for (const [options, field] of [
      [{ workerFactory: () => undefined }, 'options.workerFactory'],
      [{ worker: false, workerFactory: () => undefined }, 'options.workerFactory'],
      [{ worker: false, workers: 2 }, 'options.workers'],
      [{ modules: { core: module }, wasmUrl: 'core.wasm' }, 'options.wasmUrl'],
    ])
      await refused(create(options), 'bad_argument', field);
  });

  test('an input of an analysis has a head only where it is a bias', async () => {
    const spec = { encoding: 'sinusoidal', dim: 4 };
    const kernel = { spec, positions: 4, head: 0 };
    await refused(pe.analyse({ analysis: 'stationarity' }, { kernel }), 'bad_argument', 'inputs.kernel.head');
  });
});

const spec = { encoding: 'sinusoidal', dim: 8 };
const at = (form, positions = 12) => ({ spec, positions, form });
const column = (n) => Array.from({ length: n }, (_, i) => [((i * 37) % 17) / 8 - 1]);
const table = at('table');
const gram = at('gram');
/** Combinations of inputs, if the required ones are not enough. */
const inputs = {
  'induced-kernel': [{ table }],
  stationarity: [{ kernel: gram }],
  spectrum: [{ table }, { kernel: gram }],
  mercer: [{ table }],
  'continuous-profile': [{ offsets: column(5) }],
  bandwidth: [{ frequencies: at('frequencies', 1) }],
  uniqueness: [{ table }, { frequencies: at('frequencies', 1) }],
  'shift-operator': [{ table }],
  'linear-probe': [{ table }],
  'fisher-information': [{ table }, { derivative: at('derivative') }, { table, derivative: at('derivative') }],
  similarity: [
    { x: table, y: { ...table, spec: { ...spec, base: 10 } } },
    { kernelX: gram, kernelY: { ...gram, spec: { ...spec, base: 10 } } },
  ],
  'network-kernel': [{ x: table }, { covariance: gram }, { profile: at('kernelProfile') }],
  'attention-kernel': [{ x: table }, { x: table, positions: gram }, { covariance: gram }],
  'siren-kernel': [{ x: column(6) }],
  'periodic-network': [
    { frequencies: column(4) },
    {
      frequencies: column(4),
      pairs: [
        [1, 2],
        [3, 9],
      ],
    },
  ],
  'empirical-ntk': [{ x: column(6) }],
  'ntk-convergence': [{ x: column(4) }],
  'training-prediction': [{ kernel: gram, y: column(12) }],
  'train-network': [{ x: column(6), y: column(6) }],
  'design-frequencies': [{}, { profile: column(8) }],
};
/** Values that are legal and cheap. */
const values = {
  steps: [140, 200],
  time: [0.1, 0.2],
  width: [8, 16],
  widths: [
    [4, 8],
    [8, 16],
  ],
  draws: [1, 2],
  hiddenLayers: [1, 2],
  points: [16, 24],
  signals: [1, 2],
  features: [4, 8],
  lags: [3, 5],
  dim: [8, 12],
  context: [32, 48],
  frequencies: [
    [1, 2],
    [2, 3],
  ],
  contextLength: [4, 64],
  gridRows: [1, 3],
  recordEvery: [2, 3],
  refinement: [0, 1],
  deviations: [
    [0.5, 1],
    [1, 2],
  ],
  vectors: [0, 2],
  ridges: [[0.1], [0.2]],
  powers: [[1], [2]],
  decays: [[1], [2]],
  offsets: [
    [1, 2],
    [3, 4],
  ],
};
const each = {
  'shift-operator': { lags: [[1], [2]] },
  'training-prediction': { times: [[1], [2]], steps: [[1], [2]] },
  'train-network': { steps: [4, 6], learningRate: [0.01, 0.02] },
  'bandwidth-sweep': { steps: [4, 6], power: [1, 2] },
  rahaman: { steps: [4, 6] },
  'ntk-convergence': { draws: [2, 3] },
};
const layers = [
  { layer: 'dense', width: 8, biasStd: 0.5 },
  { layer: 'relu' },
  { layer: 'dense', width: 1, biasStd: 0.5 },
];
/** Parameters without effect for some values of others, and why they are accepted there. */
const rules = {
  'design-frequencies.oversampling': 'a grid that holds the target is not the better for being finer',
  'design-frequencies.maxFrequency': 'a bound that the answer does not reach',
};

describe('parameters of analyses', () => {
  const used = new Set();

  for (const row of analyses) {
    test(row.id, async () => {
      const ignored = [];
      const own = { ...values, ...each[row.id] };
      for (const given of inputs[row.id] ?? [{}]) {
        const walk = new Walk(row, [(params) => pe.analyse(params, given)], own);
        const base = { analysis: row.id, ...(row.layered && { layers }) };
        for (const { name, required, kind } of row.params)
          if (required || (name in own && kind !== 'numbers' && !['vectors', 'gridRows'].includes(name)))
            base[name] = own[name]?.[0];
        if (['fourier-regression', 'amplitude-decay'].includes(row.id)) base.steps = 200;
        for (const [label, params] of await walk.contexts(base)) {
          for (const param of row.params) {
            const { [param.name]: _, ...others } = params;
            const effect = await walk.effect(others, param);
            const key = `${row.id}.${param.name}`;
            if (effect === 'used') used.add(key);
            if (effect === 'ignored' && !(key in rules))
              ignored.push(`${param.name} beside {${label}} and ${Object.keys(given).join(', ')}`);
          }
        }
      }
      assert.deepEqual(ignored, []);
      const dead = row.params.map(({ name }) => `${row.id}.${name}`).filter((key) => !used.has(key));
      assert.deepEqual(dead, [], 'parameters that never change anything');
    });
  }
});
