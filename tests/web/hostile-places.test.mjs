/**
 * Valid arguments of public functions, with a hostile value in each place in turn. The function returns, or throws a
 * PosencError with a listed code, and the same call with valid arguments works afterwards. Tries some of all pairs of
 * place and hostile value; in `npm run test:full` all.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import * as charts from '../../dist/lib/charts/index.js';
import * as posenc from '../../dist/lib/node.js';
import { hostileValues } from './support/hostile-values.mjs';
import { chartCases } from './support/chart-cases.mjs';
import { gguf, llamaKeys } from './support/gguf.mjs';
import { random } from './support/random.mjs';
import { checkedError, llama31, runs } from './support/posenc.mjs';

/** Wrong values, in addition to the hostile ones. */
const wrong = {
  nothing: () => undefined,
  null: () => null,
  nan: () => NaN,
  huge: () => 2 ** 53,
  negative: () => -1,
  text: () => 'rope',
  symbol: () => Symbol('x'),
  bigint: () => 4n,
  list: () => [],
  object: () => ({}),
  ...hostileValues,
};

/** A chart iterates over its lists. */
const endless = ['sparse', 'length'];

const table = () => ({ data: Float32Array.of(1, 2, 3, 4), rows: 2, cols: 2 });
const meta = { rows: 2, dtype: 'f32' };
const blocks = () => [{ ...table(), firstRow: 0 }];
const squares = () => ({ cells: new Float64Array(16), answers: Float64Array.of(1), vectors: Float64Array.of(1) });
const experiment = () => ({
  task: { id: 'latin-square', puzzles: 10, shifted: 1 },
  model: { dim: 8, blocks: 1 },
  positions: [{ encoding: 'learned', init: 'small-norm', sigma: 0.2, where: 'blocks' }],
  steps: 1,
  batch: 4,
});
const config = { ...llama31, rope_scaling: { ...llama31.rope_scaling } };
const [npy, safetensors] = await Promise.all([posenc.npyBytes(table()), posenc.safetensorsBytes(table())]);
const model = gguf(llamaKeys());
const all = async (chunks) => {
  for await (const chunk of chunks) assert.ok(chunk.length > 0);
};

/** name → makes valid arguments, and the call. */
const calls = {
  npyBytes: [() => [table()], posenc.npyBytes],
  csvBytes: [() => [table()], posenc.csvBytes],
  safetensorsBytes: [() => [table(), { spec: 'x' }], posenc.safetensorsBytes],
  npyChunks: [() => [meta, blocks()], (...args) => all(posenc.npyChunks(...args))],
  csvChunks: [() => [meta, blocks()], (...args) => all(posenc.csvChunks(...args))],
  safetensorsChunks: [
    () => [{ ...meta, name: 'a', metadata: { b: 'c' } }, blocks()],
    (...args) => all(posenc.safetensorsChunks(...args)),
  ],
  weightsBytes: [() => [[{ name: 'w', shape: [2, 2], data: table().data }], { spec: 'x' }], posenc.weightsBytes],
  joinSquares: [() => [[{ squares: squares(), split: 'train' }]], posenc.joinSquares],
  parseSquaresCsv: [() => ['puzzles,solutions\n1234341221434325,1\n'], posenc.parseSquaresCsv],
  parseNumbersCsv: [() => ['1,2\n3,4\n'], posenc.parseNumbersCsv],
  parseNpy: [() => [npy], posenc.parseNpy],
  parseSafetensors: [() => [safetensors], posenc.parseSafetensors],
  parseJson: [() => ['{"a":1}', { field: 'a' }], posenc.parseJson],
  looksLikePositions: [() => ['wpe.weight'], posenc.looksLikePositions],
  readTensors: [
    () => [npy, { maxTensors: 4, maxHeaderBytes: 1000 }],
    (...args) => posenc.readTensors(...args)[0].data(),
  ],
  openTensors: [
    () => [new Blob([npy]), { maxTensors: 4, maxHeaderBytes: 1000 }],
    async (...args) => (await posenc.openTensors(...args))[0].data(),
  ],
  readGguf: [() => [model], posenc.readGguf],
  openGguf: [() => [new Blob([model])], posenc.openGguf],
  configOfGguf: [() => [posenc.readGguf(model)], posenc.configOfGguf],
  'pe.importConfig': [() => [config, {}], (...args) => pe.importConfig(...args)],
  'pe.report': [() => [config, { contextLength: 8, engine: 'vllm' }], (...args) => pe.report(...args)],
  'pe.engines': [
    () => [config, { contextLength: 8, precisionAt: 8, engines: ['vllm'] }],
    (...args) => pe.engines(...args),
  ],
  'pe.extendContext': [() => [config, 2 ** 20, { engines: ['vllm'] }], (...args) => pe.extendContext(...args)],
  'pe.identify': [
    () => [
      { cos: table(), sin: table() },
      { config, contextLength: 8, firstPosition: 1 },
    ],
    (...args) => pe.identify(...args),
  ],
  'pe.diffConfigs': [
    () => [config, posenc.readGguf(model), { contextLength: 8 }],
    (...args) => pe.diffConfigs(...args),
  ],
  'pe.multimodalIds': [
    () => [
      {
        ...{ model: 'qwen2_5_vl', tokenTypes: [0, 1, 0, 2], attentionMask: [1, 1, 1, 1], transformers: 4 },
        ...{ images: [[1, 2, 2]], videos: [[1, 2, 2]], mergeSize: 2, secondsPerGrid: [1], tokensPerSecond: 2 },
      },
      {},
    ],
    (...args) => pe.multimodalIds(...args),
  ],
  'pe.exportConfig': [() => [{ encoding: 'rope', dim: 8 }, { legacy: true }], (...args) => pe.exportConfig(...args)],
  'pe.prepare': [() => [{ encoding: 'rope', dim: 8 }, {}], async (...args) => (await pe.prepare(...args)).dispose()],
  'prepared.table': [() => [[1, 2], { dtype: 'f64' }], (...args) => prepared.table(...args)],
  'prepared.sync.table': [() => [[1, 2], { dtype: 'f64' }], (...args) => prepared.sync.table(...args)],
  'prepared.sync.rotate': [
    () => [{ data: new Float32Array(8), rows: 1, cols: 8 }, [1], { into: new Float32Array(8) }],
    (...args) => prepared.sync.rotate(...args),
  ],
  'pe.train': [() => [experiment(), {}], (...args) => pe.train(...args)],
  'pe.resumeTraining': [() => [kept.slice(), {}], (...args) => pe.resumeTraining(...args)],
  'run.advance': [() => [1, {}], (...args) => run.advance(...args)],
  'run.evaluate': [() => [{}], (...args) => run.evaluate(...args)],
  'run.checkpoint': [() => [{}], (...args) => run.checkpoint(...args)],
  'run.table': [() => [0, {}], (...args) => run.table(...args)],
  'run.attention': [() => [0, { split: 'test', sample: 0, head: 0 }], (...args) => run.attention(...args)],
  'run.weights': [() => [{}], (...args) => run.weights(...args)],
  ...Object.fromEntries(
    charts.charts.map(({ id, make }) => [
      `chart ${id}`,
      [() => [{ ...chartCases[id].good[0].data }, { ...chartCases[id].good[0].options }], make.svg],
    ]),
  ),
};
let pe;
let prepared;
let run;
let kept;

/** Paths of all places in `value`, without those inside numbers and functions. */
function* places(value, depth = 0) {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || value instanceof Blob) return;
  if (depth > 5) return;
  for (const key of Object.keys(value).slice(0, 12)) {
    yield [key];
    for (const rest of places(value[key], depth + 1)) yield [key, ...rest];
  }
}
/** `value` with `other` at the place; copies the objects on the path. */
function replaced(value, [key, ...rest], other) {
  if (key === undefined) return other;
  const copy = Array.isArray(value) ? [...value] : { ...value };
  copy[key] = replaced(value[key], rest, other);
  return copy;
}

describe('a hostile value in every place of good arguments', () => {
  before(async () => {
    pe = await posenc.create();
    prepared = await pe.prepare({ encoding: 'rope', dim: 8 });
    run = await pe.train(experiment());
    kept = await run.checkpoint();
  });
  after(() => pe.dispose());

  for (const [name, [good, call]] of Object.entries(calls))
    test(name, async () => {
      const bad = new Map();
      const pairs = [...places(good())]
        .flatMap((path) => Object.entries(wrong).map((entry) => [path, ...entry]))
        .filter(([, hostile]) => !name.startsWith('chart') || !endless.includes(hostile));
      const next = random(name);
      const most = runs(150) / pairs.length;
      for (const [path, hostile, make] of pairs) {
        if (next() > most) continue;
        try {
          await call(...replaced(good(), path, make()));
        } catch (error) {
          try {
            checkedError(error);
            assert.notEqual(error.code, 'internal', error.message);
          } catch {
            const line = String(error?.stack ?? error)
              .split('\n')
              .slice(0, 2)
              .join(' ');
            bad.set(`${path.join('.')} = ${hostile}`, line.slice(0, 200));
          }
        }
      }
      await call(...good());
      assert.deepEqual(Object.fromEntries(bad), {});
    });
});
