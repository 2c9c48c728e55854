/**
 * Hostile arguments for every public method: a call resolves with sound numbers or rejects with a PosencError with a
 * listed code, and the module works afterwards. `npm run test:full` makes a hundred times as many.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { hostileValues } from './support/hostile-values.mjs';
import { fc } from './support/random.mjs';
import { PosencError, analyses, checkedError, create, encodings, layers, llama31, runs } from './support/posenc.mjs';

// Hostile values would break the generator itself, so it draws their names, and `real` makes them.
class HostileValue {
  constructor(name) {
    this.name = name;
  }
}
function real(value) {
  if (value instanceof HostileValue) return hostileValues[value.name]();
  if (Array.isArray(value)) return value.map(real);
  if (value instanceof Float32Array) return value.slice(); // a call may transfer it
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, real(item)]));
}

const odd = fc.constantFrom(
  undefined,
  null,
  true,
  false,
  '',
  '4',
  'rope',
  NaN,
  Infinity,
  -Infinity,
  -0,
  -1,
  0.5,
  2 ** 31 - 1,
  2 ** 31 + 1,
  2 ** 32 + 2,
  1e12,
  2 ** 53 - 1,
  2 ** 53,
  2 ** 53 + 2,
  1e308,
  5e-324,
  4n,
  10n ** 400n,
  Symbol('x'),
  Symbol.iterator,
);
const hostile = fc.oneof(
  { weight: 3, arbitrary: odd },
  { weight: 3, arbitrary: fc.constantFrom(...Object.keys(hostileValues)).map((name) => new HostileValue(name)) },
  {
    weight: 2,
    arbitrary: fc.anything({
      withBigInt: true,
      withBoxedValues: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withObjectString: true,
      withSet: true,
      withTypedArray: true,
    }),
  },
);
/** Mostly valid, so that deeper checks are reached. */
const mostly = (good) => fc.oneof({ weight: 15, arbitrary: good }, { weight: 1, arbitrary: hostile });
const record = (model, requiredKeys = []) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.record(model, { requiredKeys: [] }) },
    { weight: 16, arbitrary: fc.record(model, { requiredKeys }) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.record(model, { requiredKeys: [] }), fc.string(), hostile)
        .map(([object, key, value]) => ({ ...object, [key]: value })),
    },
    { weight: 1, arbitrary: hostile },
  );

const smallDim = mostly(fc.integer({ min: -2, max: 40 }));
const decimal = mostly(fc.oneof(fc.double(), fc.constantFrom(1e4, 5e5, 1, 2, 0.5)));
const text = (...words) => mostly(fc.constantFrom(...words));
const scaling = record(
  {
    type: text(
      'default',
      'linear',
      'ntk',
      'dynamic',
      'ntk-by-parts',
      'yarn-paper',
      'yarn',
      'longrope',
      'llama3',
      'kexue-fixed',
      'kexue-mixed',
      'proportional',
      'abf',
      'riflex',
    ),
    factor: decimal,
    originalContext: mostly(fc.constantFrom(1, 2, 64, 8192)),
    alpha: decimal,
    betaFast: decimal,
    attentionFactor: decimal,
    shortFactor: mostly(fc.array(decimal, { maxLength: 20 })),
    longFactor: mostly(fc.array(decimal, { maxLength: 20 })),
    fraction: decimal,
  },
  ['type', 'factor', 'originalContext'],
);
/** Any row of the registry with values for any of its parameters. */
const ofRow = (row) =>
  record(
    {
      encoding: fc.constant(row.id),
      ...Object.fromEntries(
        row.params.map(({ name, kind, choices }) => {
          if (kind === 'choice') return [name, text(...choices)];
          if (kind === 'boolean') return [name, mostly(fc.boolean())];
          if (kind === 'numbers') return [name, mostly(fc.array(decimal, { maxLength: 20 }))];
          return [name, kind === 'integer' ? smallDim : decimal];
        }),
      ),
      ...(row.scalable && { scaling }),
    },
    ['encoding', ...row.params.filter((param) => param.required).map((param) => param.name)],
  );
const spec = fc.oneof(
  { weight: 12, arbitrary: fc.oneof(...encodings.map(ofRow)) },
  record(
    {
      encoding: fc.constant('sinusoidal'),
      dim: smallDim,
      base: decimal,
      layout: text('half', 'interleaved', 'half-flipped'),
      oddRule: text('error', 'literal', 'pad-drop', 'zero-column'),
      scale: decimal,
      paddingIndex: mostly(fc.nat()),
    },
    ['encoding', 'dim'],
  ),
  record(
    {
      encoding: fc.constant('timestep'),
      dim: smallDim,
      maxPeriod: decimal,
      flipSinToCos: mostly(fc.boolean()),
      downscaleFreqShift: decimal,
    },
    ['encoding', 'dim'],
  ),
  record(
    {
      encoding: fc.constant('rope'),
      dim: smallDim,
      base: decimal,
      rotaryDim: smallDim,
      layout: text('half', 'interleaved'),
      scaling,
    },
    ['encoding', 'dim'],
  ),
  record({ encoding: fc.constant('rope'), dim: fc.constant(8), scaling }, ['encoding', 'dim']),
  record(
    {
      encoding: fc.constant('alibi'),
      heads: smallDim,
      rule: text('released', 'geometric'),
      direction: text('causal', 'symmetric'),
    },
    ['encoding', 'heads'],
  ),
);
// Counts in between would be allowed, and slow.
const count = mostly(
  fc.oneof(fc.integer({ min: -2, max: 20 }), fc.integer({ min: 2 ** 33, max: Number.MAX_SAFE_INTEGER })),
);
const positions = fc.oneof(
  count,
  mostly(fc.array(mostly(fc.oneof(fc.integer(), fc.double())), { maxLength: 10 })),
  record({ start: decimal, count, step: decimal }),
  record({ grid: mostly(fc.array(mostly(fc.integer({ min: -1, max: 6 })), { maxLength: 4 })) }),
  mostly(fc.array(mostly(fc.array(decimal, { maxLength: 4 })), { maxLength: 4 })),
  record({ data: mostly(fc.float64Array({ maxLength: 8 })), rows: count, cols: count }),
  mostly(fc.float64Array({ maxLength: 8 })),
  mostly(fc.int32Array({ maxLength: 8 })),
);
const options = fc.oneof(
  { weight: 4, arbitrary: fc.constant(undefined) },
  record({
    dtype: text('f32', 'f64'),
    into: mostly(fc.float32Array({ maxLength: 8 })),
    transfer: mostly(fc.boolean()),
    blockRows: count,
    signal: hostile,
    onProgress: mostly(fc.constant(() => undefined)),
    contextLength: count,
    legacy: mostly(fc.boolean()),
    axis: count,
    side: text('q', 'k'),
    head: count,
    tolerance: decimal,
    queryPositions: positions,
    keyPositions: positions,
  }),
);
/** Blocks of the default size would be 8 MiB each. */
const fewRows = record({ dtype: text('f32', 'f64'), blockRows: fc.integer({ min: -1, max: 9 }), signal: hostile }).map(
  (given) =>
    given instanceof Object && Object.getPrototypeOf(given) === Object.prototype ? { blockRows: 5, ...given } : given,
);
const labOptions = record({
  methods: mostly(fc.array(text('hf-f32', 'f64', 'fp16', 'table-bf16'), { maxLength: 4 })),
  scores: mostly(fc.boolean()),
  signal: hostile,
});
const matrix = fc.oneof(
  mostly(fc.array(mostly(fc.array(decimal, { maxLength: 8 })), { maxLength: 4 })),
  record({ data: mostly(fc.float64Array({ maxLength: 16 })), rows: count, cols: count }),
);
const layer = record(
  {
    layer: mostly(fc.constantFrom(...layers.map((row) => row.id))),
    weightStd: mostly(fc.constantFrom(0, 1, 1.5, 1e6)),
    width: mostly(fc.integer({ min: 1, max: 20 })),
  },
  ['layer'],
);
const derived = record(
  {
    spec,
    positions,
    form: text('table', 'derivative', 'gram', 'channelGram', 'kernelProfile', 'frequencies', 'attentionBias'),
    head: count,
  },
  ['spec', 'positions'],
);
const valueOf = ({ kind, choices }) =>
  ({
    integer: mostly(fc.integer({ min: -1, max: 30 })),
    number: decimal,
    boolean: mostly(fc.boolean()),
    choice: text(...(choices ?? [''])),
    numbers: mostly(fc.array(decimal, { maxLength: 6 })),
  })[kind] ?? hostile;
/** For each row, its own parameters and inputs. */
const analysis = fc.oneof(
  ...analyses.map((row) =>
    fc.tuple(
      record(
        {
          analysis: mostly(fc.constant(row.id)),
          ...(row.layered && { layers: mostly(fc.array(layer, { maxLength: 4 })) }),
          ...Object.fromEntries(row.params.map((param) => [param.name, valueOf(param)])),
        },
        ['analysis', ...(row.layered ? ['layers'] : [])],
      ),
      record(
        Object.fromEntries(row.inputs.map(({ name }) => [name, fc.oneof(matrix, derived)])),
        row.inputs.filter(({ required }) => required).map(({ name }) => name),
      ),
      options,
    ),
  ),
);
const brokenJson = fc
  .tuple(fc.constant(JSON.stringify(llama31)), fc.nat(400), fc.nat(20), fc.string({ maxLength: 6 }))
  .map(([good, at, cut, put]) => good.slice(0, at) + put + good.slice(at + cut));
const config = fc.oneof(
  brokenJson,
  mostly(fc.constant(llama31)),
  fc.tuple(fc.constantFrom(...Object.keys(llama31)), hostile).map(([key, value]) => ({ ...llama31, [key]: value })),
  fc
    .tuple(fc.constantFrom(...Object.keys(llama31.rope_scaling)), hostile)
    .map(([key, value]) => ({ ...llama31, rope_scaling: { ...llama31.rope_scaling, [key]: value } })),
  hostile,
);

const first = async (blocks) => {
  for await (const block of blocks) return block;
  return undefined;
};
const calls = {
  frequencies: [fc.tuple(spec, options), (pe, args) => pe.frequencies(...args)],
  table: [fc.tuple(spec, positions, options), (pe, args) => pe.table(...args)],
  tableBlocks: [fc.tuple(spec, positions, fewRows), (pe, args) => first(pe.tableBlocks(...args))],
  derivative: [fc.tuple(spec, positions, options), (pe, args) => pe.derivative(...args)],
  kernelProfile: [fc.tuple(spec, positions, options), (pe, args) => pe.kernelProfile(...args)],
  decayBound: [fc.tuple(spec, positions, options), (pe, args) => pe.decayBound(...args)],
  cosSin: [
    fc.tuple(
      spec,
      count,
      count,
      record({
        dtype: text('f32', 'f64', 'f16', 'bf16'),
        layout: text('half', 'concatenated', 'doubled'),
        into: hostile,
        signal: hostile,
      }),
    ),
    (pe, args) => pe.cosSin(...args),
  ],
  gram: [fc.tuple(spec, positions, options), (pe, args) => pe.gram(...args)],
  channelGram: [fc.tuple(spec, positions, options), (pe, args) => pe.channelGram(...args)],
  analyse: [analysis, (pe, args) => pe.analyse(...args)],
  rotate: [fc.tuple(spec, matrix, positions, options), (pe, args) => pe.rotate(...args)],
  attentionBias: [fc.tuple(spec, count, count, options), (pe, args) => pe.attentionBias(...args)],
  biasVector: [fc.tuple(spec, count, count, options), (pe, args) => pe.biasVector(...args)],
  relativeMap: [fc.tuple(spec, count, count, options), (pe, args) => pe.relativeMap(...args)],
  attentionScores: [fc.tuple(spec, matrix, matrix, options), (pe, args) => pe.attentionScores(...args)],
  facts: [fc.tuple(spec, options), (pe, args) => pe.facts(...args)],
  shape: [fc.tuple(spec, options), (pe, args) => pe.shape(...args)],
  compare: [fc.tuple(spec, spec, positions, options), (pe, args) => pe.compare(...args)],
  precision: [fc.tuple(spec, positions, labOptions), (pe, args) => pe.precision(...args)],
  importConfig: [fc.tuple(config, options), (pe, args) => pe.importConfig(...args)],
  report: [fc.tuple(config, options), (pe, args) => pe.report(...args)],
  exportConfig: [fc.tuple(spec, options), (pe, args) => pe.exportConfig(...args)],
};

/** Values of masked keys; nothing else is NaN or infinite, except fp16 beyond its range. */
const masks = { attentionBias: -Infinity, biasVector: -Infinity, attentionScores: -Infinity, relativeMap: NaN };
function checkNumbers(value, method) {
  if (method === 'precision' && value?.id === 'fp16') return;
  if (typeof value === 'number')
    assert.ok(Number.isFinite(value) || Object.is(value, masks[method]), `${method} gave ${value}`);
  else if (ArrayBuffer.isView(value)) value.forEach((item) => checkNumbers(item, method));
  else if (typeof value === 'object' && value !== null)
    Object.values(value).forEach((item) => checkNumbers(item, method));
}

describe('hostile arguments', () => {
  let pe;
  let worker;
  before(async () => {
    [pe, worker] = await Promise.all([create(), create({ worker: true })]);
  });
  after(() => {
    pe.dispose();
    worker.dispose();
  });

  const counts = { resolved: 0, refused: 0 };
  for (const [method, [args, call]] of Object.entries(calls)) {
    test(`${method}: ${runs(1000)} argument lists`, async () => {
      await fc.assert(
        fc.asyncProperty(args, async (list) => {
          try {
            checkNumbers(await call(pe, real(list)), method);
            counts.resolved++;
          } catch (error) {
            checkedError(error);
            assert.notEqual(error.code, 'internal', error.message);
            counts.refused++;
          }
        }),
        { numRuns: runs(1000) },
      );
      assert.equal(
        (await pe.table({ encoding: 'sinusoidal', dim: 2 }, [1], { dtype: 'f64' })).data[0],
        0.8414709848078965,
      );
    });
  }

  test('both outcomes were common', () => {
    assert.ok(counts.resolved > runs(500) && counts.refused > runs(500), JSON.stringify(counts));
  });

  test('the worker refuses the same arguments with the same error', async () => {
    for (const [method, [args, call]] of Object.entries(calls)) {
      await fc.assert(
        fc.asyncProperty(args, async (list) => {
          const outcome = (instance) =>
            call(instance, real(list)).then(
              (value) => ({ value }),
              ({ code, field, message }) => ({ code, field, message }),
            );
          assert.deepEqual(await outcome(worker), await outcome(pe), method);
        }),
        { numRuns: runs(100) },
      );
    }
  });

  test('create: hostile options', async () => {
    await fc.assert(
      fc.asyncProperty(
        record({
          worker: hostile,
          workers: hostile,
          modules: hostile,
          wasmUrl: hostile,
          workerFactory: hostile,
          preload: hostile,
          signal: hostile,
        }),
        async (given) => {
          try {
            (await create(real(given))).dispose();
          } catch (error) {
            assert.ok(error instanceof PosencError, error?.stack);
            checkedError(error);
          }
        },
      ),
      { numRuns: runs(200) },
    );
  });

  test('nothing leaked into Object.prototype', () => {
    assert.deepEqual(Object.keys(Object.prototype), []);
    assert.deepEqual(
      Reflect.ownKeys(Object.prototype).length,
      Reflect.ownKeys(Object.getPrototypeOf(JSON.parse('{}'))).length,
    );
  });
});
