/**
 * web/lib/requests by itself: what is read of specs, analyses, experiments, buffers and checkpoints, what is refused, with the code,
 * the field and the sentence, and what is said of it again. No module is needed for it, so that its mutants are tried
 * with this first (tests/campaign/mutants.mjs).
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkAnalysis, checkNetwork } from '../../dist/lib/requests/analysis.js';
import { noteOf } from '../../dist/lib/requests/checkpoint.js';
import { checkExperiment, plainExperiment } from '../../dist/lib/requests/experiment.js';
import { presentNames } from '../../dist/lib/requests/former-names.js';
import { readGpuMatrix, targetBeside, targetOf } from '../../dist/lib/requests/gpu-arguments.js';
import { newNumber } from '../../dist/lib/requests/prepared-number.js';
import { given, onPairs, onPositions } from '../../dist/lib/requests/requests.js';
import { arrayType, checkAxes, gramRows, mirror } from '../../dist/lib/requests/shapes.js';
import { keyOf } from '../../dist/lib/requests/spec-key.js';
import { checkSpec, checkStage, findRow, plainSpec, readParams, readSpec } from '../../dist/lib/requests/spec.js';
import { encodings } from '../../dist/lib/generated/encodings.js';

/** "code field: message" of what a call throws. */
function refusal(call) {
  try {
    call();
  } catch (error) {
    assert.equal(error.name, 'PosencError', error.stack);
    return `${error.code} ${error.field}: ${error.message}`;
  }
  return 'nothing is refused';
}
/** "code field" alone. */
const refused = (call) => refusal(call).split(': ')[0];
const plain = (x) => JSON.parse(JSON.stringify(x, (_, value) => (ArrayBuffer.isView(value) ? [...value] : value)));

describe('parameters', () => {
  const params = [
    { name: 'whole', kind: 'integer', required: true, min: 1, max: 8 },
    { name: 'above', kind: 'number', min: 0, minExclusive: true },
    { name: 'below', kind: 'number', max: 3 },
    { name: 'any', kind: 'number' },
    { name: 'both', kind: 'number', min: 0, minExclusive: true, max: 1 },
    { name: 'flag', kind: 'boolean' },
    { name: 'word', kind: 'choice', choices: ['one', 'two'] },
    { name: 'list', kind: 'numbers', min: 0, maxLength: 3 },
  ];
  const read = (values, extra = []) =>
    readParams(params, new Map(Object.entries({ whole: 2, ...values })), extra, 'a row', 'p.');
  const scalar = (name, value) => refusal(() => read({ [name]: value }));

  test('numbers: both ends of a range, and what the range is called', () => {
    const say = (name, value, allowed) =>
      assert.equal(scalar(name, value), `bad_param p.${name}: p.${name} must be ${allowed}, but ${value} was given`);
    for (const value of [0, 9, 1.5, -1]) say('whole', value, 'an integer from 1 to 8');
    for (const value of [0, -1]) say('above', value, 'a finite number greater than 0');
    say('below', 3.5, 'a finite number at most 3');
    say('any', Infinity, 'a finite number');
    say('any', NaN, 'a finite number');
    for (const value of [0, 1.5]) say('both', value, 'a finite number greater than 0 and at most 1');
    for (const [name, values] of Object.entries({
      whole: [1, 8],
      above: [5e-324, 1e308],
      below: [3, -1e308],
      any: [0, -0, 1.5],
      both: [1, 0.5],
    }))
      for (const value of values)
        assert.ok(Object.is(read({ [name]: value }).numbers[name], value), `${name} ${value}`);
    assert.match(
      scalar('any', '1'),
      /^bad_param p\.any: p\.any must be a finite number, but '1' \(a string\) was given/,
    );
    assert.equal(
      refused(() => read({ whole: 2 ** 53 })),
      'bad_param p.whole',
    );
  });

  test('switches and choices become numbers', () => {
    assert.deepEqual(plain(read({ flag: true, word: 'two' })), { numbers: { whole: 2, flag: 1, word: 1 }, arrays: {} });
    assert.equal(read({ flag: false }).numbers.flag, 0);
    assert.equal(read({ word: 'one' }).numbers.word, 0);
    assert.match(scalar('flag', 1), /^bad_param p\.flag: p\.flag must be true or false, but 1 was given/);
    assert.match(
      scalar('word', 'three'),
      /^bad_param p\.word: p\.word must be one of 'one' or 'two', but 'three' \(a string\) was given/,
    );
    assert.equal(
      refused(() => read({ word: 1 })),
      'bad_param p.word',
    );
  });

  test('lists: a copy of what was given, refused before a number of them is read where they are too long', () => {
    const given = new Float32Array([0, 1, 2]);
    const { list } = read({ list: given }).arrays;
    given[0] = 7;
    assert.deepEqual(list, new Float64Array([0, 1, 2]));
    assert.deepEqual(read({ list: [] }).arrays.list, new Float64Array());
    assert.match(
      scalar('list', [0, -1]),
      /^bad_param p\.list\[1\]: p\.list\[1\] must be a finite number at least 0, but -1/,
    );
    assert.match(
      scalar('list', 3),
      /^bad_param p\.list: p\.list must be a list, each item a finite number at least 0, but 3/,
    );
    assert.equal(
      refused(() => read({ list: new Uint8Array(2) })),
      'bad_param p.list',
    );
    const long = Array.from({ length: 4 });
    Object.defineProperty(long, 0, { get: () => assert.fail('a number of it was read') });
    assert.equal(
      refusal(() => read({ list: long })),
      'bad_shape p.list: p.list has 4 items; at most 3 are allowed',
    );
    const none = params.map((param) => (param.name === 'list' ? { ...param, maxLength: undefined } : param));
    assert.equal(
      refused(() => readParams(none, new Map(Object.entries({ whole: 2, list: [1] })), [], 'a row', '')),
      'bad_shape list',
    );
    const odd = new Proxy([], { get: (list, name) => (name === 'length' ? 1.5 : list[name]) });
    assert.equal(
      refused(() => read({ list: odd })),
      'bad_shape p.list',
    );
  });

  test('what is missing, unknown or has no effect', () => {
    assert.equal(
      refusal(() => readParams(params, new Map(), [], 'a row', '')),
      'missing_param whole: a row needs whole: an integer from 1 to 8',
    );
    assert.equal(
      refused(() => read({ other: 1 })),
      'unknown_param p.other',
    );
    assert.equal(
      refused(() => read({ other: 1 }, ['other'])),
      'nothing is refused',
    );
    const where = { words: 'flag is true', any: undefined };
    const row = encodings.find(({ params: own }) => own.some((param) => param.where));
    assert.ok(row && where);
    // sinusoidal: a padding index beside a first row of zeros
    const both = { encoding: 'sinusoidal', dim: 4, zeroFirst: true, paddingIndex: 1 };
    assert.equal(
      refusal(() => checkSpec(both)),
      'bad_param paddingIndex: paddingIndex has no effect here: it counts only where zeroFirst is false',
    );
  });
});

describe('specs', () => {
  const yarn = {
    encoding: 'rope',
    dim: 8,
    layout: 'interleaved',
    scaling: { type: 'yarn', factor: 4, originalContext: 64 },
  };

  test('are read into indices and flags, and said again', () => {
    const raw = checkSpec(yarn, 'table');
    assert.equal(raw.encoding, 'rope');
    assert.equal(raw.numbers.dim, 8);
    assert.equal(raw.numbers.layout, 1);
    assert.equal(raw.scaling.type, 'yarn');
    assert.deepEqual(plain(raw.scaling.numbers), { factor: 4, originalContext: 64 });
    assert.deepEqual(plainSpec(raw), yarn);
    const lists = { encoding: 'rope-nd', dim: 8, axes: 2, widths: [4, 4], centring: 'none' };
    assert.deepEqual(plainSpec(checkSpec(lists)), lists);
    const flags = { encoding: 'sinusoidal', dim: 4, zeroFirst: false };
    assert.deepEqual(plainSpec(checkSpec(flags)), flags);
    assert.deepEqual(plainSpec(checkSpec({ ...flags, zeroFirst: true })), { ...flags, zeroFirst: true });
    assert.equal('scaling' in checkSpec({ encoding: 'rope', dim: 8 }), false);
  });

  test('refuse names, stages and extensions that are none', () => {
    assert.match(
      refusal(() => checkSpec(undefined)),
      /^bad_argument spec: /,
    );
    assert.match(
      refusal(() => checkSpec({ dim: 4 })),
      /^missing_param encoding: encoding is missing; give sinusoidal, timestep, /,
    );
    assert.match(
      refusal(() => checkSpec({ encoding: 'rop', dim: 4 })),
      /^unknown_encoding encoding: encoding must be one of .*, but 'rop' \(a string\) was given \(did you mean 'rope'\?\)$/s,
    );
    assert.match(
      refusal(() => checkSpec({ encoding: 4 })),
      /^unknown_encoding encoding: .*, but 4 was given$/s,
    );
    assert.match(
      refusal(() => checkSpec({ encoding: 'alibi', heads: 2 }, 'table')),
      /^not_defined encoding: 'alibi' has no table; it has /,
    );
    assert.equal(
      refused(() => checkSpec({ encoding: 'alibi', heads: 2 })),
      'nothing is refused',
    );
    assert.equal(
      refused(() => checkSpec({ encoding: 'alibi', heads: 2, scaling: {} })),
      'unknown_param scaling',
    );
    assert.equal(
      refused(() => checkSpec({ ...yarn, scaling: 'yarn' })),
      'bad_param scaling',
    );
    assert.equal(
      refused(() => checkSpec({ ...yarn, scaling: {} })),
      'missing_param scaling.type',
    );
    assert.equal(
      refused(() => checkSpec({ ...yarn, scaling: { type: 'yar' } })),
      'unknown_scaling scaling.type',
    );
    assert.equal(
      refusal(() => checkSpec({ ...yarn, scaling: { type: 'yarn', factor: 4 } })),
      "missing_param scaling.originalContext: scaling 'yarn' needs scaling.originalContext: an integer from 1 to 9007199254740991",
    );
    assert.equal(
      refused(() => checkSpec({ ...yarn, scaling: { ...yarn.scaling, factr: 1 } })),
      'unknown_param scaling.factr',
    );
    const alibi = encodings.find(({ id }) => id === 'alibi');
    assert.equal(
      refused(() => checkStage(alibi, 'attentionBias')),
      'nothing is refused',
    );
  });

  test('of a list: prefixes, names beside them, and what a model says', () => {
    const entries = (values) => new Map(Object.entries(values));
    assert.equal(
      refused(() => readSpec(entries({ encoding: 'rope', where: 'x' }))),
      'unknown_param where',
    );
    assert.equal(
      refused(() => readSpec(entries({ encoding: 'rope', where: 'x' }), { prefix: 'positions[1].' })),
      'unknown_param positions[1].where',
    );
    const own = { prefix: 'positions[1].', extra: ['where'] };
    assert.equal(
      refused(() => readSpec(entries({ encoding: 'rope', where: 'x' }), own)),
      'missing_param positions[1].dim',
    );
    assert.deepEqual(plain(readSpec(entries({ encoding: 'rope', where: 'x' }), { ...own, fitted: true }).numbers), {});
    assert.equal(
      refused(() => readSpec(entries({ encoding: 'rope', dim: 4, scaling: { type: 'x' } }), own)),
      'unknown_scaling positions[1].scaling.type',
    );
    assert.equal(
      refused(() => readSpec(entries({ encoding: 'rope', dim: 4, scaling: 3 }), own)),
      'bad_param positions[1].scaling',
    );
    assert.equal(
      refused(() => readSpec(entries({}), own)),
      'missing_param positions[1].encoding',
    );
    assert.equal(
      refused(() => readSpec(entries({ encoding: 'rope', dim: 0 }), own)),
      'bad_param positions[1].dim',
    );
  });

  test('a row is found by its id alone', () => {
    const rows = [{ id: 'a' }, { id: 'b' }];
    assert.equal(findRow(rows, 'b', 'f', 'bad_param'), rows[1]);
    assert.equal(
      refusal(() => findRow(rows, undefined, 'f', 'bad_param')),
      'missing_param f: f is missing; give a or b',
    );
    assert.match(
      refusal(() => findRow(rows, 'c', 'f', 'unknown_method')),
      /^unknown_method f: f must be one of a or b, but 'c'/,
    );
  });

  test('keys: the same for the same spec, another for each other one, none for long lists', () => {
    const spec = (numbers, arrays = {}, scaling) => ({ encoding: 'e', numbers, arrays, ...(scaling && { scaling }) });
    assert.equal(keyOf(spec({ dim: 4 }), 10), 'e dim 4');
    assert.equal(keyOf(spec({ dim: 4, scale: -0 }), 10), 'e dim 4 scale -0');
    assert.equal(keyOf(spec({ scale: 0 }), 10), 'e scale 0');
    assert.equal(keyOf(spec({}, { x: new Float64Array([1, -0, 0.5]) }), 10), 'e x [1,-0,0.5]');
    const extended = spec(
      { dim: 4 },
      {},
      { type: 't', numbers: { factor: 2 }, arrays: { l: new Float64Array([1, 2]) } },
    );
    assert.equal(keyOf(extended, 10), 'e dim 4 / t factor 2 l [1,2]');
    const lists = spec({}, { x: new Float64Array(3), y: new Float64Array(2) });
    assert.equal(keyOf(lists, 5), 'e x [0,0,0] y [0,0]');
    assert.equal(keyOf(lists, 4), undefined);
    assert.equal(keyOf(extended, 2), 'e dim 4 / t factor 2 l [1,2]');
    assert.equal(keyOf(extended, 1), undefined);
  });
});

describe('analyses', () => {
  const dense = { layer: 'dense' };
  const network = (layers) => checkNetwork({ layers });

  test('layers: a list of at most 256, each named by its place', () => {
    assert.match(
      refusal(() => network()),
      /^missing_param layers: layers is missing; give a list of layers$/,
    );
    assert.match(
      refusal(() => network('dense')),
      /^bad_param layers: layers must be a list of at most 256 layers, but 'dense'/,
    );
    assert.equal(network(Array(256).fill(dense)).layers.length, 256);
    assert.match(
      refusal(() => network(Array(257).fill(dense))),
      /^bad_param layers: layers must be a list of at most 256 layers/,
    );
    assert.deepEqual(network([]).layers, []);
    assert.equal(
      refused(() => network([dense, 4])),
      'bad_param layers[1]',
    );
    assert.equal(
      refused(() => network([dense, {}])),
      'missing_param layers[1].layer',
    );
    assert.equal(
      refused(() => network([dense, { layer: 'dens' }])),
      'bad_param layers[1].layer',
    );
    assert.equal(
      refused(() => network([{ layer: 'dense', weightStd: -1 }])),
      'bad_param layers[0].weightStd',
    );
    assert.match(
      refusal(() => network([{ layer: 'dense', weight: 1 }])),
      /^unknown_param layers\[0\]\.weight: layer 'dense' has no parameter 'weight'/,
    );
    const { analysis, layers } = network([{ layer: 'dense', weightStd: 1.5 }, { layer: 'relu' }]);
    assert.equal(analysis, 'network-kernel');
    assert.deepEqual(
      layers.map(({ layer }) => layer),
      ['dense', 'relu'],
    );
    assert.deepEqual(plain(layers[0].numbers), { weightStd: 1.5 });
  });

  test('a network takes the parameters of its analysis but the width of its inputs', () => {
    assert.equal(
      refused(() => checkNetwork(3)),
      'bad_argument network',
    );
    assert.equal(
      refused(() => checkNetwork({ layers: [], inputDim: 2 })),
      'unknown_param inputDim',
    );
    assert.equal(checkNetwork({ layers: [], parameterization: 'standard' }).numbers.parameterization, 1);
  });

  test('inputs: matrices, lists of numbers, or what an encoding gives', () => {
    const first = checkAnalysis(
      { analysis: 'network-kernel', layers: [dense] },
      {
        x: [
          [1, 2],
          [3, 4],
        ],
      },
    );
    assert.deepEqual(plain(first.inputs.x), { data: [1, 2, 3, 4], rows: 2, cols: 2 });
    assert.equal(first.raw.layers.length, 1);
    const profile = (value) =>
      checkAnalysis({ analysis: 'network-kernel', layers: [], inputDim: 2 }, { profile: value }).inputs.profile;
    for (const column of [[1, 0.5], new Float64Array([1, 0.5]), new Float32Array([1, 0.5])])
      assert.deepEqual(plain(profile(column)), { data: [1, 0.5], rows: 2, cols: 1 });
    assert.deepEqual(plain(profile([1])), { data: [1], rows: 1, cols: 1 });
    assert.equal(
      refused(() => profile(new Uint8Array(2))),
      'bad_argument inputs.profile',
    );
    assert.equal(
      refused(() => checkAnalysis(4, {})),
      'bad_argument spec',
    );
    assert.equal(
      refused(() => checkAnalysis({ analysis: 'x' }, {})),
      'unknown_method analysis',
    );
    assert.equal(
      refused(() => checkAnalysis({ analysis: 'mercer' }, 4)),
      'bad_argument inputs',
    );
    assert.equal(
      refused(() => checkAnalysis({ analysis: 'mercer', layers: [] }, {})),
      'unknown_param layers',
    );
    assert.match(
      refusal(() => checkAnalysis({ analysis: 'mercer' }, {})),
      /^missing_param inputs\.\w+: mercer needs inputs\.\w+: /,
    );
    assert.equal(
      refused(() => checkAnalysis({ analysis: 'mercer' }, { another: [[1]] })),
      'bad_argument inputs.another',
    );
  });

  test('inputs by an encoding: form, head, stage and positions', () => {
    const rope = { encoding: 'rope', dim: 4 };
    const of = (input) =>
      checkAnalysis({ analysis: 'spectrum' }, { kernel: { spec: rope, positions: 5, ...input } }).inputs.kernel;
    const usual = of({});
    assert.equal(usual.spec.encoding, 'rope');
    assert.equal(usual.positions.count, 5);
    assert.equal(usual.head, undefined);
    assert.equal(of({ form: 'channelGram' }).form, 'channelGram');
    assert.equal(
      refused(() => of({ form: 'channelGram', positions: [1, 2] })),
      'bad_positions inputs.kernel.positions',
    );
    assert.equal(
      refused(() => of({ positions: 'x' })),
      'bad_positions inputs.kernel.positions',
    );
    assert.match(
      refusal(() => of({ form: 'x' })),
      /^bad_argument inputs\.kernel\.form: inputs\.kernel\.form must be table, derivative, .*, but 'x' \(a string\) was given/,
    );
    assert.equal(
      refused(() => of({ other: 1 })),
      'bad_argument inputs.kernel.other',
    );
    assert.match(
      refusal(() => of({ head: 0 })),
      /^bad_argument inputs\.kernel\.head: inputs\.kernel\.head is that of an attention bias, not of form '\w+'$/,
    );
    const alibi = { spec: { encoding: 'alibi', heads: 2 }, form: 'attentionBias' };
    assert.equal(of({ ...alibi, head: 1 }).head, 1);
    assert.equal(of(alibi).head, undefined);
    assert.equal(
      refused(() => of({ ...alibi, head: -1 })),
      'bad_argument inputs.kernel.head',
    );
    assert.equal(
      refused(() => of({ spec: alibi.spec, form: 'table' })),
      'not_defined encoding',
    );
  });

  test('a matrix that must be square is', () => {
    const square = {
      covariance: [
        [1, 0],
        [0, 1],
      ],
    };
    const spec = { analysis: 'network-kernel', layers: [] };
    assert.equal(checkAnalysis(spec, square).inputs.covariance.rows, 2);
    assert.equal(
      refusal(() => checkAnalysis(spec, { covariance: [[1, 0]] })),
      'bad_shape inputs.covariance: inputs.covariance must be square, but it is 1 x 2',
    );
  });
});

describe('experiments', () => {
  const latin = { task: { id: 'latin-square' } };

  test('are read with their task, model, positions and training, and said again', () => {
    const whole = {
      task: { id: 'latin-square' },
      model: { dim: 16 },
      positions: [{ encoding: 'rope' }, { encoding: 'learned', where: 'blocks' }],
      steps: 7,
    };
    const raw = checkExperiment(whole);
    assert.equal(raw.task.id, 'latin-square');
    assert.equal(raw.model.numbers.dim, 16);
    assert.equal(raw.positions.length, 2);
    assert.equal(raw.training.numbers.steps, 7);
    assert.deepEqual(plainExperiment(raw), whole);
    assert.deepEqual(plain(checkExperiment(latin).positions), []);
    assert.deepEqual(plain(checkExperiment(latin).model.numbers), {});
  });

  test('are refused by the name of what is wrong', () => {
    assert.equal(
      refused(() => checkExperiment(4)),
      'bad_argument experiment',
    );
    assert.equal(
      refused(() => checkExperiment({})),
      'bad_argument task',
    );
    assert.equal(
      refused(() => checkExperiment({ task: {} })),
      'missing_param task.id',
    );
    assert.equal(
      refused(() => checkExperiment({ task: { id: 'x' } })),
      'unknown_method task.id',
    );
    assert.equal(
      refused(() => checkExperiment({ task: { id: 'latin-square', x: 1 } })),
      'unknown_param task.x',
    );
    assert.equal(
      refused(() => checkExperiment({ ...latin, model: 4 })),
      'bad_argument model',
    );
    assert.equal(
      refused(() => checkExperiment({ ...latin, model: { x: 4 } })),
      'unknown_param model.x',
    );
    assert.equal(
      refused(() => checkExperiment({ ...latin, x: 4 })),
      'unknown_param x',
    );
    const positions = (list) => checkExperiment({ ...latin, positions: list });
    assert.match(
      refusal(() => positions(4)),
      /^bad_param positions: positions must be a list of at most 16 encodings, but 4 was given/,
    );
    assert.equal(positions(Array(16).fill({ encoding: 'rope' })).positions.length, 16);
    assert.equal(
      refused(() => positions(Array(17).fill({ encoding: 'rope' }))),
      'bad_param positions',
    );
    assert.equal(
      refused(() => positions([{ encoding: 'rope' }, 4])),
      'bad_param positions[1]',
    );
    assert.equal(
      refused(() => positions([{ encoding: 'rop' }])),
      'unknown_encoding positions[0].encoding',
    );
    assert.equal(
      refused(() => positions([{ encoding: 'rope', where: 'x' }])),
      'bad_param positions[0].where',
    );
    assert.equal(
      refused(() => positions([{ encoding: 'rope', wher: 'x' }])),
      'unknown_param positions[0].wher',
    );
  });

  test('former names: in the place of the present ones, unless both are given', () => {
    const params = [{ name: 'rate', formerly: 'speed' }, { name: 'size' }];
    const read = (values, prefix) => [...presentNames(params, new Map(Object.entries(values)), prefix)];
    assert.deepEqual(read({ size: 1, speed: 2, other: 3 }), [
      ['size', 1],
      ['rate', 2],
      ['other', 3],
    ]);
    assert.deepEqual(read({ rate: 2 }), [['rate', 2]]);
    assert.equal(
      refusal(() => read({ rate: 2, speed: 2 })),
      'bad_param speed: speed is the former name of rate, which is given, too',
    );
    assert.equal(
      refusal(() => read({ rate: 2, speed: 2 }, 'model.')),
      'bad_param model.speed: model.speed is the former name of model.rate, which is given, too',
    );
  });
});

test('a checkpoint begins with the text of its experiment', () => {
  const bytes = (text, length = text.length, magic = 'posenc run 1\n') => {
    const made = new Uint8Array(magic.length + 8 + text.length);
    made.set(new TextEncoder().encode(magic));
    new DataView(made.buffer).setBigUint64(magic.length, BigInt(length), true);
    made.set(new TextEncoder().encode(text), magic.length + 8);
    return made;
  };
  assert.equal(noteOf(bytes('{"a":1}')), '{"a":1}');
  assert.equal(noteOf(bytes('{"a":1} and weights', 7)), '{"a":1}');
  assert.equal(noteOf(bytes('')), '');
  const inside = new Uint8Array(100);
  inside.set(bytes('note'), 5);
  assert.equal(noteOf(inside.subarray(5, 60)), 'note');
  const wrong =
    'bad_argument checkpoint: checkpoint does not begin with the experiment of a run, or is of another version than 1';
  for (const none of [
    bytes('abc', 4),
    bytes('abc', 3, 'posenc run 2\n'),
    new Uint8Array(3),
    new Uint8Array(40),
    bytes('abc', 2 ** 52),
  ])
    assert.equal(
      refusal(() => noteOf(none)),
      wrong,
    );
  const broken = bytes('abc');
  broken[broken.length - 1] = 0xff;
  assert.equal(
    refusal(() => noteOf(broken)),
    wrong,
  );
});

describe('requests', () => {
  const rope = given({ encoding: 'rope', dim: 4 });
  test('on positions and on pairs', () => {
    const positions = onPositions('table', rope, 3);
    assert.equal(positions.spec.encoding, 'rope');
    assert.equal(positions.positions.count, 3);
    assert.equal(
      refused(() => onPositions('attentionBias', rope, 3)),
      'not_defined encoding',
    );
    assert.equal(
      refused(() => onPositions('table', rope, 'x', 'keys')),
      'bad_positions keys',
    );
    assert.equal(
      refused(() => onPositions('table', rope, 'x')),
      'bad_positions positions',
    );
    const bias = given({ encoding: 'alibi', heads: 1 });
    const { nQuery, nKey } = onPairs('attentionBias', bias, 0, 5);
    assert.deepEqual([nQuery, nKey], [0, 5]);
    assert.equal(onPairs('attentionBias', bias, 5, 0).nKey, 0);
    assert.equal(
      refused(() => onPairs('attentionBias', bias, -1, 0)),
      'bad_argument nQuery',
    );
    assert.equal(
      refused(() => onPairs('attentionBias', bias, 0, -1)),
      'bad_argument nKey',
    );
    assert.equal(
      refused(() => onPairs('attentionBias', bias, 0, 1.5)),
      'bad_argument nKey',
    );
  });

  test('numbers of prepared specs follow one another', () => {
    const first = newNumber();
    assert.equal(newNumber(), first + 1);
    assert.ok(first >= 1);
  });
});

describe('shapes', () => {
  test('types of arrays', () => {
    assert.equal(arrayType('f32'), Float32Array);
    assert.equal(arrayType('f64'), Float64Array);
  });

  test('positions have the coordinates of the spec, or are an empty list', () => {
    const values = (count, axes) => ({ count, axes, values: new Float64Array() });
    checkAxes({ axes: 2 }, values(3, 2));
    checkAxes({ axes: 2 }, values(0, 1));
    assert.equal(
      refused(() => checkAxes({ axes: 2 }, { count: 0, axes: 1, start: 0, step: 1 })),
      'bad_positions positions',
    );
    assert.equal(
      refusal(() => checkAxes({ axes: 1 }, values(3, 2), 'keys')),
      'bad_positions keys: keys must have one number each: give a number n, a list of numbers or { start, count, step }, but they have 2',
    );
    assert.match(
      refusal(() => checkAxes({ axes: 2 }, values(3, 1))),
      /2 coordinates each: .* \{ data, rows, cols \} or \{ grid: \[H, W\] \}, but they have 1$/,
    );
    assert.match(
      refusal(() => checkAxes({ axes: 3 }, values(3, 1))),
      /3 coordinates each: .* \{ data, rows, cols \}, but they have 1$/,
    );
  });

  test('squares of a Gram matrix: whole fours from 32 to 512, of about as many products', () => {
    for (const width of [0, 1, 128, 129, 200, 1000, 4096, 32767, 32768, 32769, 65536, 2 ** 24]) {
      const rows = gramRows(width);
      assert.ok(rows % 4 === 0 && rows >= 32 && rows <= 512, `${width}: ${rows}`);
      // as large as it may be: another four rows would be more than 2^25 products
      if (rows < 512) assert.ok((rows + 4) ** 2 * width > 2 ** 25, `${width}: ${rows}`);
      if (rows > 32) assert.ok(rows ** 2 * width <= 2 ** 25, `${width}: ${rows}`);
    }
  });

  test('a block is written onto its mirror images below the diagonal, and nothing else is', () => {
    const n = 70;
    for (const [rows, cols, row, col] of [
      [20, 33, 3, 30],
      [17, 16, 0, 0],
      [40, 40, 10, 10],
      [1, 50, 69, 20],
      [16, 32, 5, 5],
    ]) {
      const part = Float64Array.from({ length: rows * cols }, (_, i) => i + 1);
      const data = new Float64Array(n * n);
      mirror(part, rows, cols, data, n, row, col);
      const expected = new Float64Array(n * n);
      for (let r = 0; r < rows; r++)
        for (let c = 0; c < cols; c++) if (row + r < col + c) expected[(col + c) * n + row + r] = part[r * cols + c];
      assert.deepEqual(data, expected);
    }
  });
});

describe('on a GPU', () => {
  const buffer = (size, usage = 0x4 | 0x8 | 0x80) => ({ size, usage, mapAsync: () => undefined });
  const device = {
    queue: {},
    createBuffer: () => undefined,
    createShaderModule: () => undefined,
    lost: Promise.resolve(),
  };
  const entries = (values) => new Map(Object.entries(values));

  test('matrices: a buffer of enough bytes with the flags that are needed', () => {
    const b = buffer(24);
    assert.deepEqual(readGpuMatrix({ buffer: b, rows: 2, cols: 3 }, 'x'), {
      buffer: b,
      rows: 2,
      cols: 3,
      device: undefined,
    });
    assert.equal(readGpuMatrix({ buffer: buffer(0), rows: 0, cols: 3 }, 'x').rows, 0);
    assert.equal(readGpuMatrix({ buffer: buffer(24, 0x84), rows: 2, cols: 3 }, 'x').cols, 3);
    assert.equal(
      refusal(() => readGpuMatrix({ buffer: buffer(23), rows: 2, cols: 3 }, 'x')),
      'bad_shape x.buffer: x.buffer must have 4 * rows * cols = 24 bytes, but it has 23',
    );
    assert.match(
      refusal(() => readGpuMatrix({ buffer: b, rows: 1.5, cols: 3 }, 'x')),
      /^bad_shape x\.rows: x\.rows must be a whole number, but 1\.5/,
    );
    assert.match(
      refusal(() => readGpuMatrix({ buffer: b, rows: 1, cols: -1 }, 'x')),
      /^bad_shape x\.cols: /,
    );
    assert.match(
      refusal(() => readGpuMatrix({ buffer: b, rows: '1', cols: 1 }, 'x')),
      /^bad_shape x\.rows: /,
    );
    assert.equal(
      refused(() => readGpuMatrix(4, 'x')),
      'bad_argument x',
    );
    for (const none of [undefined, null, {}, { ...b, size: '24' }, { ...b, usage: undefined }, { ...b, mapAsync: 1 }])
      assert.match(
        refusal(() => readGpuMatrix({ buffer: none, rows: 2, cols: 3 }, 'x')),
        /^bad_argument x\.buffer: x\.buffer must be a GPUBuffer, but .* was given/,
      );
    assert.equal(
      refusal(() => readGpuMatrix({ buffer: buffer(24, 0x80), rows: 2, cols: 3 }, 'x')),
      'bad_argument x.buffer: x.buffer must be a GPUBuffer with the usage flags STORAGE, COPY_SRC, but it lacks COPY_SRC',
    );
    assert.match(
      refusal(() => readGpuMatrix({ buffer: buffer(24, 0x4), rows: 2, cols: 3 }, 'x')),
      /lacks STORAGE$/,
    );
    // a flag is that bit alone: 1 is MAP_READ
    const lacking = (usage) => refusal(() => readGpuMatrix({ buffer: buffer(24, usage), rows: 2, cols: 3 }, 'x'));
    assert.match(lacking(0x81), /lacks COPY_SRC$/);
    assert.match(lacking(0x5), /lacks STORAGE$/);
    assert.match(lacking(0x1), /lacks STORAGE, COPY_SRC$/);
    assert.match(
      refusal(() => readGpuMatrix({ buffer: b, rows: 2, cols: 3, device: 4 }, 'x')),
      /^bad_argument x\.device: x\.device must be a GPUDevice, but 4 was given/,
    );
  });

  test('where a result goes', () => {
    assert.deepEqual(targetOf(entries({})), { device: undefined, usage: 0, into: undefined });
    assert.equal(targetOf(entries({ usage: 4 })).usage, 4);
    assert.equal(
      refused(() => targetOf(entries({ usage: -1 }))),
      'bad_argument options.usage',
    );
    const x = { buffer: buffer(4), rows: 1, cols: 1, device };
    assert.deepEqual(targetBeside(entries({ usage: 1 }), x), { device, usage: 1, into: undefined });
    assert.match(
      refusal(() => targetBeside(entries({}), { ...x, device: undefined })),
      /^bad_argument options\.device: options\.device must be given, as x does not say/,
    );
    const into = buffer(4);
    assert.deepEqual(targetBeside(entries({ into }), x), { device, usage: 0, into });
    assert.match(
      refusal(() => targetBeside(entries({ into, usage: 0 }), x)),
      /^bad_argument options\.usage: options\.usage must be left out/,
    );
    assert.match(
      refusal(() => targetBeside(entries({ into: x.buffer }), x)),
      /^bad_argument options\.into: options\.into must be another buffer/,
    );
    assert.match(
      refusal(() => targetBeside(entries({ into: buffer(4, 0x84) }), x)),
      /it lacks COPY_DST$/,
    );
    assert.match(
      refusal(() => targetBeside(entries({ into: buffer(4, 0x85) }), x)),
      /it lacks COPY_DST$/,
    );
  });
});
