/** Bounded JSON: the same values as JSON.parse, better errors, limits checked before any work. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fc } from './support/random.mjs';
import { copyJson } from '../../dist/lib/checks/json.js';
import { checkedError, parseJson, runs, throwsPosencError } from './support/posenc.mjs';

describe('parseJson', () => {
  test('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.constantFrom(undefined, 1, '\t'), (text, space) => {
        const spaced = JSON.stringify(JSON.parse(text), null, space);
        assert.deepEqual(parseJson(spaced), JSON.parse(spaced));
      }),
      { numRuns: runs(1000) },
    );
    for (const text of [
      '0',
      '-0',
      '-1.5e-7',
      '1E+2',
      '""',
      '"\\ud83d\\ude00\\u0000\\/"',
      '[]',
      '{}',
      ' [1 , 2 ] ',
      '\ufeff{"a":null}',
      '{"a":{"b":[true,false]}}',
    ]) {
      assert.deepEqual(parseJson(text), JSON.parse(text.replace('\ufeff', '')));
    }
  });

  test('refuses what JSON.parse refuses', () => {
    const accepted = (parse, text) => {
      try {
        parse(text);
        return true;
      } catch (error) {
        return /stands twice/.test(error.message);
      }
    };
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      '"a"',
      '1',
      '-',
      '.',
      'e',
      '0',
      'true',
      'nul',
      ' ',
      '\n',
      'Infinity',
      '\\u12',
      '\u0001',
      "'",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(pieces, { maxLength: 12 }).map((list) => list.join('')),
          fc.string(),
        ),
        (text) => {
          assert.equal(accepted(parseJson, text), accepted(JSON.parse, text));
        },
      ),
      { numRuns: runs(5000) },
    );
  });

  test('says line and column of the first mistake', () => {
    for (const [text, place] of [
      ['', 'line 1, column 1: a value is expected, but the text ends'],
      ['{"a": 1,\n "b": }', "line 2, column 7: a value is expected, but there is '}'"],
      ['{"a": 1', "line 1, column 8: ',' or '}' is expected, but the text ends"],
      ['[1, 2', "line 1, column 6: ',' or ']' is expected, but the text ends"],
      ['{"a"', "line 1, column 5: ':' is expected, but the text ends"],
      ['{"a": "b', 'line 1, column 9: the end of a string is expected, but the text ends'],
      ['{a: 1}', "line 1, column 2: a quoted key or '}' is expected, but there is 'a: 1}'"],
      ['[1,]', "line 1, column 4: a value is expected, but there is ']'"],
      ['{"a":1,}', "line 1, column 8: a quoted key is expected, but there is '}'"],
      ['["\\x"]', "line 1, column 3: an escape sequence is expected, but there is '\\x\"]'"],
      ['01', "line 1, column 2: the end of the text is expected, but there is '1'"],
      ['{"a":1,"a":2}', "line 1, column 8: the key 'a' occurs twice in one object"],
      ['{"\\u0061":1,"a":2}', "line 1, column 13: the key 'a' occurs twice in one object"],
    ]) {
      const { message } = throwsPosencError(() => parseJson(text, { field: 'it' }), 'bad_json');
      assert.equal(message, `it is not valid JSON at ${place}`);
    }
  });

  test('depth is counted without recursion: a million brackets are refused', () => {
    const nested = (n) => '['.repeat(n) + ']'.repeat(n);
    assert.equal(JSON.stringify(parseJson(nested(64))), nested(64));
    throwsPosencError(() => parseJson(nested(65)), 'bad_json', undefined, /nested more than 64 deep/);
    throwsPosencError(() => parseJson('['.repeat(1e6)), 'bad_json', undefined, /nested/);
    throwsPosencError(() => parseJson('{"a":'.repeat(1e5)), 'bad_json', undefined, /nested/);
  });

  test('100 MB are refused before anything is read', () => {
    throwsPosencError(() => parseJson(' '.repeat(1e8)), 'too_large'); // the caller reports a missing value
    throwsPosencError(() => parseJson('[1,2,3]', { maxLength: 3 }), 'too_large');
  });

  // Quadratic work on a million characters would take a quarter of an hour; the limit only catches that.
  test('hostile text of a megabyte is read in linear time', { timeout: 120_000 }, () => {
    const n = 1e6;
    for (const text of [
      '"'.repeat(n),
      `"${'\\'.repeat(n)}`,
      `"${'a'.repeat(n)}`,
      '-'.repeat(n),
      '1'.repeat(n),
      `1e${'1'.repeat(n)}`,
      `[${'1,'.repeat(n / 2)}`,
      ' '.repeat(n),
      `{${'"a":1,'.repeat(n / 6)}`,
    ]) {
      try {
        parseJson(text);
      } catch (error) {
        checkedError(error);
      }
    }
  });

  test('constants of Python are read as numbers, where that is asked for', () => {
    const text = '{"a": [NaN, Infinity, -Infinity], "b": "NaN"}';
    assert.deepEqual(parseJson(text, { pythonConstants: true }), { a: [NaN, Infinity, -Infinity], b: 'NaN' });
    throwsPosencError(() => parseJson(text), 'bad_json');
    throwsPosencError(() => parseJson('[Infinit]', { pythonConstants: true }), 'bad_json');
    throwsPosencError(() => parseJson('{NaN: 1}', { pythonConstants: true }), 'bad_json');
  });

  test('no string is read as a constant, nor as a number, whatever else stands in the text', () => {
    const marks = ['', '\u{10ffff}', '\u{10ffff}\u{10ffff}', '\u{10ffff}'.repeat(9), '\udbff', '\ufdd0', '\0', '$'];
    const words = ['NaN', 'Infinity', '-Infinity', '12345', ''];
    const strings = marks.flatMap((mark) => words.map((word) => mark + word));
    const escaped = (text) => text.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
    for (const form of [(text) => JSON.stringify(text), (text) => `"${escaped(text)}"`]) {
      const items = strings.map((text, i) => `"${i}":${form(text)},"c${i}":${words[i % 3]}`);
      const read = parseJson(`{${items.join(',')}}`, { pythonConstants: true });
      for (const [i, text] of strings.entries()) assert.equal(read[i], text);
      for (const i of strings.keys()) assert.ok(Object.is(read[`c${i}`], Number(words[i % 3])));
      for (const [i, text] of strings.entries())
        assert.deepEqual(parseJson(`[${form(text)},NaN]`, { pythonConstants: true }), [text, NaN], `${i}`);
    }
  });
});

describe('copyJson', () => {
  test('copies JSON values', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        assert.equal(JSON.stringify(copyJson(value, 'it')), JSON.stringify(value));
      }),
      { numRuns: runs(500) },
    );
    assert.equal(Object.getPrototypeOf(copyJson({ a: 1 }, 'it')), null);
    assert.deepEqual(Object.keys(copyJson({ a: undefined, b: 1 }, 'it')), ['b']);
    assert.equal(copyJson(JSON.parse('{"__proto__":{"x":1}}'), 'it')['__proto__'].x, 1);
  });

  test('refuses the rest, naming the place', () => {
    const cyclic = { a: [1] };
    cyclic.a.push(cyclic);
    for (const [value, field, code] of [
      [{ a: { b: () => 1 } }, 'it.a.b', 'bad_json'],
      [{ a: [1, 2n] }, 'it.a[1]', 'bad_json'],
      [
        {
          get a() {
            return 1;
          },
        },
        'it.a',
        'bad_json',
      ],
      [new Map(), 'it', 'bad_json'],
      [cyclic, 'it', 'bad_json'],
      [new Array(1e9), 'it', 'too_large'],
      [Array.from({ length: 1e6 }, () => 1), 'it', 'too_large'],
      [{ a: 'x'.repeat(1e7), b: 'x'.repeat(1e7) }, 'it', 'too_large'],
    ]) {
      throwsPosencError(() => copyJson(value, 'it'), code, field);
    }
  });
});
