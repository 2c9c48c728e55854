/**
 * Every wait between a call and its work in a worker can be aborted: the worker's start, the modules sent to it, and
 * large arrays that are transferred in pieces. Workers that never reply expose each of these waits.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { methods } from '../../dist/lib/methods/index.js';
import { PoolClient } from '../../dist/lib/pool/pool.js';
import { Reassembly, withoutArrays, chunksOf } from '../../dist/lib/worker/chunked-transfer.js';
import { create } from './support/posenc.mjs';
import { random } from './support/random.mjs';
import { turnsUntil } from './support/turns.mjs';

const supply = { module: async () => new Uint8Array(8) };

/** A pool of one worker that replies only to the first `answered` messages, and the messages sent to it. */
function silentAfter(answered) {
  const sent = [];
  const start = (onMessage) => ({
    post: ({ id, method, args }, transfer) => {
      sent.push({ method, args, transfer });
      if (sent.length <= answered) queueMicrotask(() => onMessage({ id, result: method === 'load' || 'done' }));
    },
    terminate: () => undefined,
    hold: () => undefined,
  });
  return { pool: new PoolClient(start, supply, 1, methods), sent };
}

const large = { data: new Float64Array(3 * 2 ** 19 + 5), rows: 3 * 2 ** 19 + 5, cols: 1 };
const request = { analysis: 'spectrum', inputs: { kernel: large }, kinds: {} };

describe('aborted while a worker does not answer', () => {
  // load core, load analysis, more than three pieces, run
  for (const [answered, waiting] of ['load', 'load', 'chunk', 'chunk', 'chunk', 'chunk', 'run'].entries()) {
    test(`${answered} answers, then none to ${waiting}`, async () => {
      const { pool, sent } = silentAfter(answered);
      const controller = new AbortController();
      const call = pool.run('analyse', request, { signal: controller.signal });
      const heard = call.catch((error) => error);
      while (sent.length <= answered) await new Promise(setImmediate);
      assert.equal(sent[answered].method, waiting);
      controller.abort('enough');
      assert.ok((await turnsUntil(heard)) <= 3);
      assert.equal(await heard, 'enough');
      const after = sent.slice(answered + 1).map(({ method }) => method);
      assert.equal(after.includes('drop'), waiting === 'chunk', 'pieces that arrived are dropped');
      assert.ok(!after.includes('run'));
      pool.dispose();
    });
  }
});

test('a large array crosses in moved pieces, and the message of the call is small', async () => {
  const { pool, sent } = silentAfter(100);
  await pool.run('analyse', request, {});
  const pieces = sent.filter(({ method }) => method === 'chunk');
  assert.equal(pieces.length, 4);
  for (const { args, transfer } of pieces) {
    assert.ok(args[0].data.byteLength <= 2 ** 22);
    assert.deepEqual(transfer, [args[0].data.buffer]);
  }
  const [, { inputs }] = sent.find(({ method }) => method === 'run').args;
  assert.deepEqual(Object.keys(inputs.kernel.data), ['inChunks']);
  assert.equal(large.data.length, large.rows, 'ours stays, for another try');
  pool.dispose();
});

test('pieces come together as what was sent, whatever their order', () => {
  const next = random('chunk');
  const numbers = (type, length) => type.from({ length }, () => next() - 0.5);
  const small = numbers(Float32Array, 10);
  const moved = numbers(Float64Array, 2 ** 20 + 1);
  const sent = {
    inputs: { a: { data: numbers(Float64Array, 2 ** 20 + 3) }, b: { data: small } },
    list: [{ x: numbers(Float32Array, 2 ** 21 + 1) }],
    moved,
    word: 'x',
    none: null,
  };
  const { light, arrays } = withoutArrays(sent, [moved.buffer]);
  assert.equal(arrays.size, 2);
  assert.equal(light.moved, moved);
  assert.equal(light.inputs.b.data, small);
  const reassembly = new Reassembly();
  for (const piece of [...chunksOf(arrays)].sort(() => next() - 0.5)) reassembly.take(structuredClone(piece));
  assert.deepEqual(reassembly.whole(structuredClone(light)), sent);
  assert.throws(() => assert.deepEqual(reassembly.whole(structuredClone(light)), sent), 'they are kept no longer');
});

test('results are those of arrays that do not cross', async () => {
  const next = random('inputs in chunks');
  const table = { data: Float64Array.from({ length: 2 ** 20 + 2 ** 11 }, next), rows: 2 ** 9 + 1, cols: 2 ** 11 };
  const [near, far] = await Promise.all([create(), create({ worker: true })]);
  const kernels = [near, far].map((pe) => pe.analyse({ analysis: 'induced-kernel' }, { table }));
  const [a, b] = await Promise.all(kernels);
  assert.deepEqual(b, a);
  near.dispose();
  far.dispose();
});
