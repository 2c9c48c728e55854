/**
 * Boundary cases of every argument: each is accepted, or throws with the listed code and field. To add a case, add a
 * line to a table.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pe } from './support/instance.mjs';
import { create, encodings, refusal, refused, scalings } from './support/posenc.mjs';

const ok = undefined;
const wrongTypes = [
  null,
  NaN,
  Infinity,
  -Infinity,
  '4',
  '',
  true,
  4n,
  Symbol('x'),
  () => 4,
  [],
  [4],
  {},
  new Number(4),
  new Date(0),
];

/** value → code of the error */
const integers = (min, max) => [
  ...wrongTypes.map((value) => [value, 'bad_param']),
  ...[1.5, 1e12 + 0.5, 2 ** 53, -(2 ** 53), 1e308, 5e-324].map((value) => [value, 'bad_param']),
  [min - 1, 'bad_param'],
  [min, ok],
  [min + 1, ok],
  ...(max === undefined
    ? []
    : [
        [max - 1, ok],
        [max, ok],
        [max + 1, 'bad_param'],
        [2 ** 31 - 1, 'bad_param'],
        [2 ** 31 + 1, 'bad_param'],
        [2 ** 32 + 2, 'bad_param'],
        [1e12, 'bad_param'],
      ]),
];
const positives = [
  ...wrongTypes.map((value) => [value, 'bad_param']),
  [0, 'bad_param'],
  [-0, 'bad_param'],
  [-1, 'bad_param'],
  [1e-9, ok],
  [1, ok],
  [1e9, ok],
];
const booleans = [
  [true, ok],
  [false, ok],
  ...[null, 0, 1, 'true', 'false', '', [], {}, NaN].map((value) => [value, 'bad_param']),
];
const choices = (list) => [
  ...list.map((value) => [value, ok]),
  ...[null, 0, 1, '', list[0].toUpperCase(), `${list[0]} `, [list[0]], {}, true].map((value) => [value, 'bad_param']),
];

const cases = [
  ...integers(1, 65536).map(([value, code]) => [
    'dim',
    { encoding: 'sinusoidal', dim: value, oddRule: 'literal' },
    code,
  ]),
  ...integers(2, 65536)
    .filter(([value]) => typeof value !== 'number' || value % 2 === 0 || value > 65536)
    .map(([value, code]) => ['dim', { encoding: 'rope', dim: value }, code]),
  ...positives.map(([value, code]) => ['base', { encoding: 'rope', dim: 8, base: value }, code]),
  ...positives.map(([value, code]) => ['maxPeriod', { encoding: 'timestep', dim: 8, maxPeriod: value }, code]),
  ...choices(['interleaved', 'half', 'half-flipped']).map(([value, code]) => [
    'layout',
    { encoding: 'sinusoidal', dim: 8, layout: value },
    code,
  ]),
  ...choices(['d/2', 'd/2-1']).map(([value, code]) => [
    'denominator',
    { encoding: 'sinusoidal', dim: 8, denominator: value },
    code,
  ]),
  ...booleans.map(([value, code]) => ['flipSinToCos', { encoding: 'timestep', dim: 8, flipSinToCos: value }, code]),
  ...integers(0).map(([value, code]) => [
    'paddingIndex',
    { encoding: 'sinusoidal', dim: 8, paddingIndex: value },
    code,
  ]),
  ...integers(2, 8)
    .filter(([value]) => typeof value !== 'number' || value % 2 === 0 || value > 8)
    .map(([value, code]) => ['rotaryDim', { encoding: 'rope', dim: 8, rotaryDim: value }, code]),
  ...positives.map(([value, code]) => [
    'scaling.factor',
    { encoding: 'rope', dim: 8, scaling: { type: 'linear', factor: value } },
    code,
  ]),
  ...integers(1).map(([value, code]) => [
    'scaling.originalContext',
    { encoding: 'rope', dim: 8, scaling: { type: 'dynamic', factor: 2, originalContext: value } },
    code,
  ]),
  ...booleans.map(([value, code]) => [
    'scaling.truncate',
    { encoding: 'rope', dim: 8, scaling: { type: 'yarn', factor: 2, originalContext: 64, truncate: value } },
    code,
  ]),

  // the encoding
  ['encoding', {}, 'missing_param'],
  ['encoding', { dim: 8 }, 'missing_param'],
  ['encoding', { encoding: undefined, dim: 8 }, 'missing_param'],
  ...[null, 1, '', 'Rope', 'ropes', 'constructor', '__proto__', 'toString', {}, ['rope'], true].map((value) => [
    'encoding',
    { encoding: value, dim: 8 },
    'unknown_encoding',
  ]),
  ['dim', { encoding: 'rope' }, 'missing_param'],
  ['dim', { encoding: 'rope', dim: undefined }, 'missing_param'],
  ['heads', { encoding: 'alibi' }, 'missing_param'],

  // unknown parameters
  ['base', { encoding: 'alibi', heads: 8, base: 3 }, 'unknown_param'],
  ['dim', { encoding: 'alibi', heads: 8, dim: 3 }, 'unknown_param'],
  ['theta', { encoding: 'rope', dim: 8, theta: 1e4 }, 'unknown_param'],
  ['constructor', { encoding: 'rope', dim: 8, constructor: 1 }, 'unknown_param'],
  ['__proto__', JSON.parse('{"encoding":"rope","dim":8,"__proto__":{"base":3}}'), 'unknown_param'],
  ['scaling', { encoding: 'sinusoidal', dim: 8, scaling: { type: 'linear', factor: 2 } }, 'unknown_param'],
  ['x·y', { encoding: 'rope', dim: 8, 'x\ny': 1 }, 'unknown_param'],

  // widths that need a rule
  ['dim', { encoding: 'sinusoidal', dim: 7 }, 'bad_param'],
  ['dim', { encoding: 'sinusoidal', dim: 1 }, 'bad_param'],
  ['dim', { encoding: 'rope', dim: 7 }, 'bad_param'],
  ['rotaryDim', { encoding: 'rope', dim: 8, rotaryDim: 3 }, 'bad_param'],
  ['dim', { encoding: 'sinusoidal', dim: 7, oddRule: 'zero-column' }, ok],
  ['dim', { encoding: 'sinusoidal', dim: 7, oddRule: 'pad-drop' }, ok],
  ['dim', { encoding: 'timestep', dim: 7 }, ok],
  ['dim', { encoding: 'timestep', dim: 1 }, ok],
  ['downscaleFreqShift', { encoding: 'timestep', dim: 2 }, 'bad_param'],

  // allowed individually, but together beyond 2^63 rad per position
  ['', { encoding: 'sinusoidal', dim: 4, base: 5e-324 }, 'bad_param'],
  ['', { encoding: 'timestep', dim: 4, downscaleFreqShift: 2.0000001 }, 'bad_param'],
  ['', { encoding: 'rope', dim: 4, scaling: { type: 'linear', factor: 1e-300 } }, 'bad_param'],

  // scaling
  ...[null, 1, 'linear', [], () => 1, new Map([['type', 'linear']])].map((value) => [
    'scaling',
    { encoding: 'rope', dim: 8, scaling: value },
    'bad_param',
  ]),
  ['scaling', { encoding: 'rope', dim: 8, scaling: undefined }, ok],
  ['scaling.type', { encoding: 'rope', dim: 8, scaling: {} }, 'missing_param'],
  ...[null, 'Linear', 'su', '', 3, '__proto__'].map((value) => [
    'scaling.type',
    { encoding: 'rope', dim: 8, scaling: { type: value } },
    'unknown_scaling',
  ]),
  ['scaling.factor', { encoding: 'rope', dim: 8, scaling: { type: 'linear' } }, 'missing_param'],
  ['scaling.alpha', { encoding: 'rope', dim: 8, scaling: { type: 'linear', factor: 2, alpha: 1 } }, 'unknown_param'],
  ['scaling.fraction', { encoding: 'rope', dim: 8, scaling: { type: 'proportional', fraction: 1.5 } }, 'bad_param'],

  // lists
  ...[null, 4, '1,1', {}, new Set([1, 1])].map((value) => ['scaling.shortFactor', longrope(value), 'bad_param']),
  ['scaling.shortFactor', longrope([1, 1]), ok],
  ['scaling.shortFactor', longrope(new Float64Array([1, 1])), ok],
  ['scaling.shortFactor', longrope(new Float32Array([1, 1])), ok],
  ['scaling.shortFactor', longrope(new BigInt64Array([1n, 1n])), 'bad_param'],
  ['scaling.shortFactor', longrope([]), 'bad_shape'],
  ['scaling.shortFactor', longrope([1]), 'bad_shape'],
  ['scaling.shortFactor', longrope([1, 1, 1]), 'bad_shape'],
  ['scaling.shortFactor', longrope(new Array(1e6).fill(1)), 'bad_shape'],
  ['scaling.shortFactor[1]', longrope([1, NaN]), 'bad_param'],
  ['scaling.shortFactor[1]', longrope([1, 0]), 'bad_param'],
  ['scaling.shortFactor[0]', longrope(['1', 1]), 'bad_param'],
  ['scaling.shortFactor[0]', longrope(new Array(2)), 'bad_param'],

  // not a plain object
  ...[
    null,
    undefined,
    0,
    'rope',
    true,
    [],
    [{ encoding: 'rope' }],
    () => 1,
    new Map(),
    new (class Spec {})(),
    new Float64Array(3),
    new String('rope'),
    Object.create({ encoding: 'rope', dim: 8 }),
  ].map((value) => ['spec', value, 'bad_argument']),
  [
    'spec.dim',
    {
      encoding: 'rope',
      get dim() {
        return 8;
      },
    },
    'bad_argument',
  ],
  ['dim', Object.assign(Object.create(null), { encoding: 'rope', dim: 8 }), ok],
  ['dim', Object.freeze({ encoding: 'rope', dim: 8 }), ok],
];

function longrope(shortFactor) {
  return {
    encoding: 'rope',
    dim: 4,
    scaling: { type: 'longrope', originalContext: 64, factor: 2, shortFactor, longFactor: [1, 1] },
  };
}

const positions = [
  ...[
    0,
    1,
    2 ** 20,
    [],
    [0],
    [-1],
    [2 ** 53],
    [-(2 ** 53)],
    [0.5],
    [-0],
    [5e-324],
    { count: 0 },
    { count: 2, start: 2 ** 53 - 1 },
    { start: -(2 ** 53), count: 2, step: 2 ** 53 },
    { count: 3, step: 0 },
    { count: 3, step: -0.25 },
    { count: 0, step: 1e300 },
    new Float64Array(0),
    new Uint32Array([4294967295]),
  ].map((value) => [value, ok, undefined]),
  ...[-1, 1.5, NaN, Infinity, 2 ** 53].map((value) => [value, 'bad_positions', 'positions']),
  ...[null, undefined, '4', true, 4n, () => 4, {}, new Map(), new Set([1]), new DataView(new ArrayBuffer(8))].map(
    (value) => [value, 'bad_positions', undefined],
  ),
  [new BigInt64Array(1), 'bad_positions', 'positions'],
  [new Uint8Array(1), 'bad_positions', 'positions'],
  ...[null, undefined, '1', NaN, Infinity, 2 ** 53 + 2, [1], {}, 1n].map((value) => [
    [0, value],
    'bad_positions',
    'positions[1]',
  ]),
  [[, 1], 'bad_positions', 'positions[0]'],
  [new Float64Array([0, NaN]), 'bad_positions', 'positions[1]'],
  [new Float32Array([1e30]), 'bad_positions', 'positions[0]'],
  ...[null, '3', -1, 1.5, NaN, Infinity, 2 ** 53].map((value) => [
    { count: value },
    'bad_positions',
    'positions.count',
  ]),
  [{ start: 1 }, 'bad_positions', 'positions.count'],
  ...[null, '3', NaN, Infinity, 2 ** 53 + 2].map((value) => [
    { count: 3, start: value },
    'bad_positions',
    'positions.start',
  ]),
  ...[null, '3', NaN, Infinity].map((value) => [{ count: 3, step: value }, 'bad_positions', 'positions.step']),
  [{ count: 3, stop: 4 }, 'bad_positions', 'positions.stop'],
  [{ count: 2, step: 2 ** 53 + 2 }, 'bad_positions', 'positions'],
  [{ count: 2, start: 2 ** 53 }, 'bad_positions', 'positions'],
  [{ count: Number.MAX_SAFE_INTEGER, start: 3 }, 'bad_positions', 'positions'],
];

describe('boundary cases', () => {
  test(`${cases.length} specs`, async () => {
    assert.ok(cases.length >= 200);
    for (const [field, spec, code] of cases) {
      const call = spec?.encoding === 'alibi' ? pe.attentionBias(spec, 1, 1) : pe.table(spec, 1);
      if (code === ok) await call.catch((error) => assert.fail(`${field}: ${error.stack}`));
      else
        await refused(call, code, field).catch((error) =>
          assert.fail(`${field} ${typeof spec === 'object' ? Object.keys(spec ?? {}) : ''}: ${error.message}`),
        );
    }
  });

  test(`${positions.length} kinds of positions`, async () => {
    for (const [value, code, field] of positions) {
      const call = pe.table({ encoding: 'sinusoidal', dim: 2 }, value);
      if (code === ok) {
        const { rows } = await call;
        assert.equal(rows, typeof value === 'number' ? value : (value.count ?? value.length));
      } else {
        const error = await refusal(call);
        assert.equal(error.code, code);
        if (field === undefined) assert.match(error.field, /^positions/);
        else assert.equal(error.field, field);
      }
    }
  });

  test('offsets are named so', async () => {
    await refused(pe.kernelProfile({ encoding: 'sinusoidal', dim: 2 }, [NaN]), 'bad_positions', 'offsets[0]');
    await refused(pe.decayBound({ encoding: 'rope', dim: 2 }, -1), 'bad_positions', 'offsets');
  });

  test('options: unknown and wrong ones are refused', async () => {
    const table = (options) => pe.table({ encoding: 'sinusoidal', dim: 2 }, 2, options);
    for (const options of [null, 1, 'f64', [], () => 1, new Map()])
      await refused(table(options), 'bad_argument', 'options');
    for (const dtype of [null, 'f16', 'F32', 64, {}]) await refused(table({ dtype }), 'bad_argument', 'options.dtype');
    for (const signal of [null, {}, { aborted: false }, new EventTarget(), Object.create(AbortSignal.prototype)])
      await refused(table({ signal }), 'bad_argument', 'options.signal');
    for (const onProgress of [null, {}, 'log'])
      await refused(table({ onProgress }), 'bad_argument', 'options.onProgress');
    await refused(table({ dtpye: 'f64' }), 'bad_argument', 'options.dtpye');
    await refused(
      table({
        get dtype() {
          throw new Error('no');
        },
      }),
      'bad_argument',
      'options.dtype',
    );
    assert.equal(
      (await table({ dtype: undefined, signal: undefined, into: undefined, onProgress: undefined })).rows,
      2,
    );
    for (const blockRows of [0, -1, 1.5, NaN, '4', null, 2 ** 53]) {
      await refused(
        pe.tableBlocks({ encoding: 'sinusoidal', dim: 2 }, 2, { blockRows }).next(),
        'bad_argument',
        'options.blockRows',
      );
    }
    await refused(pe.exportConfig({ encoding: 'rope', dim: 8 }, { legacy: 1 }), 'bad_argument', 'options.legacy');
    await refused(create({ worker: 1 }), 'bad_argument', 'options.worker');
    await refused(create({ wasm: 1 }), 'bad_argument', 'options.wasm');
    await refused(create(null), 'bad_argument', 'options');
  });

  test('a message says what was given and what is allowed, and suggests a near name', async () => {
    const message = async (spec) => (await pe.table(spec, 1).catch((error) => error)).message;
    assert.equal(
      await message({ encoding: 'rope', dim: '4' }),
      "dim must be an integer from 2 to 65536, but '4' (a string) was given",
    );
    assert.equal(
      await message({ encoding: 'sinusoidal', dim: 8, layout: 'halves' }),
      "layout must be one of 'interleaved', 'half' or 'half-flipped', but 'halves' (a string) was given",
    );
    assert.match(await message({ encoding: 'rope', dim: 8, bse: 3 }), /did you mean 'base'\?/);
    assert.match(await message({ encoding: 'roep', dim: 8 }), /did you mean 'rope'\?/);
    assert.match(await message({ encoding: 'rope', dim: 'x'.repeat(1e6) }), /^.{1,200}$/);
    assert.doesNotMatch(await message({ encoding: '\x1b[31mred\n', dim: 8 }), /[\x00-\x1f]/);
  });

  test('names of other programs lead to those here', async () => {
    const message = async (call) => (await call.catch((error) => error)).message;
    const rope = { encoding: 'rope', dim: 4 };
    for (const [spec, meant] of [
      [{ ...rope, rope_theta: 5e5 }, 'base'],
      [{ ...rope, theta: 5e5 }, 'base'],
      [{ ...rope, layout: 'neox' }, 'half'],
      [{ ...rope, layout: 'half-split' }, 'half'],
      [{ ...rope, layout: 'gptj' }, 'interleaved'],
      [{ ...rope, layout: 'interleavd' }, 'interleaved'],
      [{ ...rope, rope_scaling: { rope_type: 'yarn' } }, 'scaling'],
      [{ ...rope, rope_type: 'yarn' }, 'scaling'],
      [{ ...rope, encoding: 'yarn' }, 'rope'],
      [{ ...rope, encoding: 'rotary' }, 'rope'],
      [{ encoding: 'rope', head_dim: 4 }, 'dim'],
      [{ encoding: 'alibi', num_heads: 4 }, 'heads'],
      [{ ...rope, scaling: { type: 'dynamic', factor: 2, original_max_position_embeddings: 8 } }, 'originalContext'],
    ])
      assert.match(
        await message(pe.table(spec, 1)),
        new RegExp(`\\(did you mean '${meant}'\\?\\)`),
        JSON.stringify(spec),
      );
    // fields of a config.json
    for (const spec of [
      { rope_type: 'yarn' },
      { type: 'rope', rope_scaling: {} },
      { ...rope, rope_type: 'yarn' },
      { ...rope, rope_theta: 5e5 },
    ])
      assert.match(await message(pe.frequencies(spec)), /; importConfig reads a config\.json$/);
    assert.doesNotMatch(await message(pe.frequencies({ ...rope, bsae: 3 })), /importConfig/);
  });

  test('the name of a file is not its text', async () => {
    const message = async (call) => (await call.catch((error) => error)).message;
    for (const name of ['config.json', '/models/a b/config.json', 'model.gguf', 'inv_freq.npy'])
      for (const call of [pe.importConfig(name), pe.report(name), pe.engines(name)])
        assert.match(await message(call), /^config must be the text .*but the name of a file was given: '.*'; read/);
  });

  test('types of numbers as in NumPy and PyTorch', async () => {
    const rope = { encoding: 'rope', dim: 4 };
    const message = async (call) => (await call.catch((error) => error)).message;
    for (const [dtype, meant] of Object.entries({
      float32: 'f32',
      'torch.float32': 'f32',
      fp64: 'f64',
      float16: 'f16',
      half: 'f16',
      bfloat16: 'bf16',
      F32: 'f32',
    }))
      assert.equal(
        await message(pe.cosSin(rope, 0, 1, { dtype })),
        `options.dtype must be 'f32', 'f64', 'f16' or 'bf16' (did you mean '${meant}'?), but '${dtype}' (a string) was given`,
      );
    assert.match(
      await message(pe.table(rope, 1, { dtype: 'float64' })),
      /'f32' or 'f64' \(did you mean 'f64'\?\), but/,
    );
    assert.match(await message(pe.table(rope, 1, { dtype: 'bfloat16' })), /must be 'f32' or 'f64', but 'bfloat16'/);
    assert.match(await message(pe.gram(rope, 1, { dtype: 32 })), /must be 'f64' or 'f32', but 32 was given/);
    assert.match(await message(pe.table(rope, 1, { out: [] })), /no parameter 'out' \(did you mean 'into'\?\)/);
  });

  test('vectors without rows, and a number for a position', async () => {
    const rope = { encoding: 'rope', dim: 4 };
    const data = new Float32Array(4);
    const message = async (x, positions) => (await pe.rotate(rope, x, positions).catch((error) => error)).message;
    assert.equal(
      await message(data, [7]),
      'x must be a list of rows or { data, rows: 1, cols: 4 }, but a Float32Array of 4 was given',
    );
    assert.equal(
      await message({ data }, [7]),
      'x must be a list of rows or { data, rows: 1, cols: 4 } (positions x dim), but rows is missing and cols is missing',
    );
    const one = { data, rows: 1, cols: 4 };
    assert.equal(
      await message(one, 4095),
      'x must be a list of rows or { data, rows: 4095, cols: 4 } (positions below 4095 ([4095] is one) x dim), but rows is 1 and cols is 4',
    );
    assert.equal(
      await message([[1, 2, 3, 4]], 4095),
      'x must have one row for each of the 4095 positions below 4095 ([4095] is one), but it has 1',
    );
    assert.equal((await pe.rotate(rope, one, [4095])).rows, 1);
  });

  test('every row of the registry works with its required parameters alone, and with its defaults spelt out', async () => {
    const required = {
      dim: 16,
      heads: 4,
      factor: 2,
      originalContext: 64,
      contextLength: 128,
      shortFactor: [1, 1, 1, 1],
      longFactor: [1, 1, 1, 1],
      mixedB: 0.6,
      fraction: 0.5,
      base: 1e5,
    };
    const fill = (params, all) =>
      Object.fromEntries(
        params
          .filter((p) => p.required || (all && 'initial' in p && !p.where))
          .map((p) => [p.name, p.initial ?? required[p.name]]),
      );
    for (const row of encodings) {
      const shapeOf = (all) => pe.shape({ encoding: row.id, ...fill(row.params, all) });
      const shape = await shapeOf(false);
      assert.deepEqual(await shapeOf(true), shape, row.id);
      if (row.axes.length > 0) assert.equal(shape.axes, row.axes.length, row.id);
    }
    for (const all of [false, true]) {
      for (const row of scalings) {
        const scaling = { type: row.id, ...fill(row.params, all), ...(row.id === 'longrope' && { factor: 2 }) };
        assert.equal((await pe.frequencies({ encoding: 'rope', dim: 8, scaling })).length, 4, row.id);
      }
    }
  });

  test('no prototype is polluted, and a polluted one is not read', async () => {
    for (const text of [
      '{"encoding":"rope","dim":8,"__proto__":{"polluted":1}}',
      '{"encoding":"rope","dim":8,"scaling":{"type":"linear","factor":2,"__proto__":{"polluted":1}}}',
      '{"encoding":"rope","dim":8,"constructor":{"prototype":{"polluted":1}}}',
    ]) {
      await refused(
        pe.table(JSON.parse(text), 1),
        'unknown_param',
        text.includes('scaling') ? 'scaling.__proto__' : text.includes('constructor') ? 'constructor' : '__proto__',
      );
    }
    assert.equal({}.polluted, undefined);
    const clean = await pe.frequencies({ encoding: 'rope', dim: 8 });
    Object.defineProperty(Object.prototype, 'base', { value: 3, configurable: true, enumerable: true });
    try {
      assert.deepEqual(await pe.frequencies({ encoding: 'rope', dim: 8 }), clean);
    } finally {
      delete Object.prototype.base;
    }
  });
});
