/** web/lib/requests on its own: parameters and specs; see requests.test.mjs. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { keyOf } from '../../dist/lib/requests/spec-key.js';
import { checkSpec, checkStage, findRow, plainSpec, readParams, readSpec } from '../../dist/lib/requests/spec.js';
import { encodings } from '../../dist/lib/generated/encodings.js';
import { plain, refuses } from './support/refusals.mjs';

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
  const readRefuses = (name, value, expected) => refuses(() => read({ [name]: value }), expected);

  test('numbers: both ends of a range, and what the range is called', () => {
    const say = (name, value, allowed) =>
      readRefuses(name, value, `bad_param p.${name}: p.${name} must be ${allowed}, but ${value} was given`);
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
    readRefuses('any', '1', /^bad_param p\.any: p\.any must be a finite number, but '1' \(a string\) was given/);
    refuses(() => read({ whole: 2 ** 53 }), 'bad_param p.whole');
  });

  test('switches and choices become numbers', () => {
    assert.deepEqual(plain(read({ flag: true, word: 'two' })), { numbers: { whole: 2, flag: 1, word: 1 }, arrays: {} });
    assert.equal(read({ flag: false }).numbers.flag, 0);
    assert.equal(read({ word: 'one' }).numbers.word, 0);
    readRefuses('flag', 1, /^bad_param p\.flag: p\.flag must be true or false, but 1 was given/);
    readRefuses(
      'word',
      'three',
      /^bad_param p\.word: p\.word must be one of 'one' or 'two', but 'three' \(a string\) was given/,
    );
    refuses(() => read({ word: 1 }), 'bad_param p.word');
  });

  test('lists: a copy of what was given, refused before a number of them is read where they are too long', () => {
    const given = new Float32Array([0, 1, 2]);
    const { list } = read({ list: given }).arrays;
    given[0] = 7;
    assert.deepEqual(list, new Float64Array([0, 1, 2]));
    assert.deepEqual(read({ list: [] }).arrays.list, new Float64Array());
    readRefuses('list', [0, -1], /^bad_param p\.list\[1\]: p\.list\[1\] must be a finite number at least 0, but -1/);
    readRefuses('list', 3, /^bad_param p\.list: p\.list must be a list, each item a finite number at least 0, but 3/);
    refuses(() => read({ list: new Uint8Array(2) }), 'bad_param p.list');
    const long = Array.from({ length: 4 });
    Object.defineProperty(long, 0, { get: () => assert.fail('a number of it was read') });
    refuses(() => read({ list: long }), 'bad_shape p.list: p.list has 4 items; at most 3 are allowed');
    const none = params.map((param) => (param.name === 'list' ? { ...param, maxLength: undefined } : param));
    refuses(
      () => readParams(none, new Map(Object.entries({ whole: 2, list: [1] })), [], 'a row', ''),
      'bad_shape list',
    );
    const odd = new Proxy([], { get: (list, name) => (name === 'length' ? 1.5 : list[name]) });
    refuses(() => read({ list: odd }), 'bad_shape p.list');
  });

  test('what is missing, unknown or has no effect', () => {
    refuses(
      () => readParams(params, new Map(), [], 'a row', ''),
      'missing_param whole: a row needs whole: an integer from 1 to 8',
    );
    refuses(() => read({ other: 1 }), 'unknown_param p.other');
    read({ other: 1 }, ['other']);
    // sinusoidal: a padding index together with a first row of zeros
    const both = { encoding: 'sinusoidal', dim: 4, zeroFirst: true, paddingIndex: 1 };
    refuses(
      () => checkSpec(both),
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
    refuses(() => checkSpec(undefined), /^bad_argument spec: /);
    refuses(() => checkSpec({ dim: 4 }), /^missing_param encoding: encoding is missing; give sinusoidal, timestep, /);
    refuses(
      () => checkSpec({ encoding: 'rop', dim: 4 }),
      /^unknown_encoding encoding: encoding must be one of .*, but 'rop' \(a string\) was given \(did you mean 'rope'\?\)$/s,
    );
    refuses(() => checkSpec({ encoding: 4 }), /^unknown_encoding encoding: .*, but 4 was given$/s);
    refuses(
      () => checkSpec({ encoding: 'alibi', heads: 2 }, 'table'),
      /^not_defined encoding: 'alibi' has no table; it has /,
    );
    checkSpec({ encoding: 'alibi', heads: 2 });
    refuses(() => checkSpec({ encoding: 'alibi', heads: 2, scaling: {} }), 'unknown_param scaling');
    refuses(() => checkSpec({ ...yarn, scaling: 'yarn' }), 'bad_param scaling');
    refuses(() => checkSpec({ ...yarn, scaling: {} }), 'missing_param scaling.type');
    refuses(() => checkSpec({ ...yarn, scaling: { type: 'yar' } }), 'unknown_scaling scaling.type');
    refuses(
      () => checkSpec({ ...yarn, scaling: { type: 'yarn', factor: 4 } }),
      "missing_param scaling.originalContext: scaling 'yarn' needs scaling.originalContext: an integer from 1 to 9007199254740991",
    );
    refuses(() => checkSpec({ ...yarn, scaling: { ...yarn.scaling, factr: 1 } }), 'unknown_param scaling.factr');
    const alibi = encodings.find(({ id }) => id === 'alibi');
    checkStage(alibi, 'attentionBias');
  });

  test('of a list: prefixes, names beside them, and what a model says', () => {
    const entries = (values) => new Map(Object.entries(values));
    refuses(() => readSpec(entries({ encoding: 'rope', where: 'x' })), 'unknown_param where');
    refuses(
      () => readSpec(entries({ encoding: 'rope', where: 'x' }), { prefix: 'positions[1].' }),
      'unknown_param positions[1].where',
    );
    const own = { prefix: 'positions[1].', extra: ['where'] };
    refuses(() => readSpec(entries({ encoding: 'rope', where: 'x' }), own), 'missing_param positions[1].dim');
    assert.deepEqual(plain(readSpec(entries({ encoding: 'rope', where: 'x' }), { ...own, fitted: true }).numbers), {});
    refuses(
      () => readSpec(entries({ encoding: 'rope', dim: 4, scaling: { type: 'x' } }), own),
      'unknown_scaling positions[1].scaling.type',
    );
    refuses(() => readSpec(entries({ encoding: 'rope', dim: 4, scaling: 3 }), own), 'bad_param positions[1].scaling');
    refuses(() => readSpec(entries({}), own), 'missing_param positions[1].encoding');
    refuses(() => readSpec(entries({ encoding: 'rope', dim: 0 }), own), 'bad_param positions[1].dim');
  });

  test('a row is found by its id alone', () => {
    const rows = [{ id: 'a' }, { id: 'b' }];
    assert.equal(findRow(rows, 'b', 'f', 'bad_param'), rows[1]);
    refuses(() => findRow(rows, undefined, 'f', 'bad_param'), 'missing_param f: f is missing; give a or b');
    refuses(() => findRow(rows, 'c', 'f', 'unknown_method'), /^unknown_method f: f must be one of a or b, but 'c'/);
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
