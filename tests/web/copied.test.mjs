/** Arguments of calls whose code loads late: what is copied, and what is passed on. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copied } from '../../dist/lib/checks/copied.js';

test('numbers, lists and plain objects are copied, at any depth', () => {
  const given = { list: [1, [2]], numbers: Float32Array.of(1, -0, NaN), bytes: Buffer.from([1, 2]), text: 'a' };
  const copy = copied(given);
  assert.deepEqual(copy, given);
  given.list[1][0] = given.numbers[0] = given.bytes[0] = 7;
  assert.deepEqual([copy.list[1][0], copy.numbers[0], copy.bytes[0]], [2, 1, 1]);
});

test('a part of a large buffer is copied alone', () => {
  const part = new Float64Array(new ArrayBuffer(8000), 16, 2);
  assert.equal(copied(part).buffer.byteLength, 16);
});

test('signals, functions, getters and objects with methods are passed on', () => {
  const device = { createBuffer() {} };
  const options = { signal: new AbortController().signal, onProgress: () => {}, device };
  for (const [name, value] of Object.entries(copied(options))) assert.equal(value, options[name], name);
  const throwing = Object.defineProperty({}, 'dim', { enumerable: true, get: () => assert.fail('was read') });
  assert.equal(copied(throwing), throwing);
  assert.deepEqual(Object.keys(copied(Object.defineProperty({ a: 1 }, 'hidden', { value: 2 }))), ['a']);
});
