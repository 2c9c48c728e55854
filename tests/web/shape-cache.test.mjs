/** The shapes of recent specs: how many are kept, and which leaves first. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ShapeCache } from '../../dist/lib/pool/shape-cache.js';

test('the shapes of 32 specs are kept; the oldest leaves for another', async () => {
  const cache = new ShapeCache();
  const asked = [];
  const of = (dim) =>
    cache.of({ encoding: 'sinusoidal', numbers: { dim } }, async () => {
      asked.push(dim);
      return { width: dim };
    });
  for (let dim = 2; dim <= 66; dim += 2) assert.deepEqual(await of(dim), { width: dim });
  asked.length = 0;
  for (const dim of [66, 4, 2]) assert.deepEqual(await of(dim), { width: dim });
  assert.deepEqual(asked, [2]);
});

test('a spec that is too large to send, and one without a shape, are not kept', async () => {
  const cache = new ShapeCache();
  let asked = 0;
  const ask = async () => {
    asked += 1;
    throw new Error('no such encoding');
  };
  assert.equal(await cache.of({ encoding: 'learned', arrays: { values: new Array(5000).fill(0) } }, ask), undefined);
  assert.equal(asked, 0);
  for (let i = 0; i < 2; i++) assert.equal(await cache.of({ encoding: 'none' }, ask), undefined);
  assert.equal(asked, 2);
});
