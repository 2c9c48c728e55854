/** The pool of workers: crashes, aborts, and progress until the end. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { apiOf } from '../../dist/lib/api.js';
import { create, refused } from './support/posenc.mjs';
import { same } from './support/divided.mjs';
import { pe as own } from './support/instance.mjs';
import { killablePool, poolOf } from './support/pool.mjs';
import { random } from './support/random.mjs';
import { turnsUntil } from './support/turns.mjs';

const spec = { encoding: 'sinusoidal', dim: 512 };
const long = (pe, options) => pe.kernelProfile(spec, 1_000_000, options);
const full = process.env.POSENC_FULL !== undefined;
const many = full ? 1000 : 6;

test('the error of a worker leads to where it was thrown there', async () => {
  const pe = await create({ worker: true });
  const error = await refused(pe.table({ encoding: 'rope', dim: 3 }, 4), 'bad_param', 'dim');
  assert.ok(error.cause instanceof Error, String(error.cause));
  assert.equal(error.cause.message, error.message);
  assert.match(error.cause.stack, /lib\/wasm\//);
  assert.doesNotMatch(error.stack, /lib\/wasm\//);
  pe.dispose();
});

test('the error of a call that was to write into shared memory is that of the call', async () => {
  const pe = await create({ worker: true });
  const into = new Float32Array(new SharedArrayBuffer(4 * 4 * 3));
  await refused(pe.table({ encoding: 'rope', dim: 3 }, 4, { into }), 'bad_param', 'dim');
  pe.dispose();
});

describe('a worker that dies', () => {
  test(`at ${many} random times, under every kind of call: nobody notices`, async (t) => {
    const { pe, kill, buried, started } = await killablePool(2);
    const chance = random('a worker that dies');
    const calls = {
      divided: (p) => p.kernelProfile({ encoding: 'sinusoidal', dim: 64 }, 60_000),
      table: (p) => p.table(spec, { start: 0.5, count: 6000, step: 0.5 }),
      whole: (p) => p.gram(spec, 1500),
      'into shared memory': (p) =>
        p.table(spec, 20_000, { into: new Float32Array(new SharedArrayBuffer(4 * 20_000 * 512)) }),
      'into memory handed over': (p) => p.table(spec, 20_000, { into: new Float32Array(20_000 * 512), transfer: true }),
      blocks: async (p) => {
        const parts = [];
        for await (const { data } of p.tableBlocks(spec, 4000, { blockRows: 500, dtype: 'f64' })) parts.push(data);
        return parts;
      },
    };
    const names = Object.keys(calls);
    const expected = {};
    const took = {};
    for (const name of names) {
      expected[name] = await calls[name](own);
      await calls[name](pe);
      const start = performance.now();
      await calls[name](pe);
      took[name] = performance.now() - start;
    }
    for (let i = 0; i < many; i++) {
      const name = names[i % names.length];
      const timer = setTimeout(kill, chance() * took[name]);
      assert.ok(same(await calls[name](pe), expected[name]), name);
      clearTimeout(timer);
      await buried();
    }
    t.diagnostic(`${started() - 2} workers were replaced`);
    assert.ok(started() - 2 >= many / 4, `only ${started() - 2} deaths`);
    pe.dispose();
  });

  test('what ends its worker each time fails the call, soon; the next call works', async () => {
    let started = 0;
    const deadly = (message) => message.method === 'run' && message.args[1].positions?.count > 0;
    let armed = true;
    const client = poolOf(2, (start, onMessage, onFail) => {
      started++;
      const port = start(onMessage, onFail);
      const post = (message, transfer) => (armed && deadly(message) ? port.terminate() : port.post(message, transfer));
      return { ...port, post };
    });
    const pe = apiOf(client);
    for (const call of [() => long(pe), () => pe.gram(spec, 100), () => pe.tableBlocks(spec, 1e6).next()]) {
      started = 0;
      const error = await refused(call(), 'worker_failed', '');
      assert.match(error.message, /given up, because the worker failed twice/);
      assert.ok(started <= 8, `${started} workers were started`);
    }
    armed = false;
    assert.equal((await pe.table(spec, 1000)).rows, 1000);
    pe.dispose();
  });

  /** A pool of one worker that ends itself if `deadly` returns true for the message and the number of its calls. */
  async function mortal(deadly) {
    const client = poolOf(1, (start, onMessage, onFail) => {
      const calls = new Set();
      const port = start((message) => {
        if (!('progress' in message)) calls.delete(message.id);
        onMessage(message);
      }, onFail);
      const post = (message, transfer) => {
        if (message.method === 'run') calls.add(message.id);
        if (message.method === 'run' && deadly(message, calls.size)) port.terminate();
        else port.post(message, transfer);
      };
      return { ...port, post };
    });
    await client.start();
    return apiOf(client);
  }
  const rows = (i) => ({ start: i, count: 50 + i });

  test('a death that several calls share is charged to none: all of them succeed, however many there are', async () => {
    let kills = 0;
    const pe = await mortal((_, calls) => calls >= 2 && kills-- > 0);
    for (const n of [1, 2, 4, 9]) {
      kills = n;
      const made = await Promise.all(Array.from({ length: 8 }, (_, i) => pe.table(spec, rows(i))));
      for (const [i, table] of made.entries()) assert.ok(same(table, await own.table(spec, rows(i))), `${n} deaths`);
    }
    pe.dispose();
  });

  test('of calls beside one another only that fails which ends its worker; one that waits can be aborted', async () => {
    const pe = await mortal((message) => message.args[1].positions?.start === 3);
    const calls = Array.from({ length: 8 }, (_, i) => pe.table(spec, rows(i)));
    const controller = new AbortController();
    const aborted = pe.table(spec, rows(3), { signal: controller.signal });
    controller.abort('enough');
    await assert.rejects(aborted, (thrown) => thrown === 'enough');
    const settled = await Promise.allSettled(calls);
    assert.deepEqual(
      settled.map(({ status }) => status),
      settled.map((_, i) => (i === 3 ? 'rejected' : 'fulfilled')),
    );
    assert.equal(settled[3].reason.code, 'worker_failed');
    pe.dispose();
  });
});

describe('aborts', () => {
  test('at random times: at once, in all workers, and the next call works', async () => {
    const { pe } = await killablePool(2);
    const shared = new Float32Array(new SharedArrayBuffer(4 * 300_000 * 512));
    const calls = [
      (signal) => long(pe, { signal }),
      (signal) => pe.table(spec, { start: 0.5, count: 300_000 }, { signal }),
      (signal) => pe.table(spec, { start: 0.5, count: 300_000 }, { signal, into: shared }),
      (signal) => pe.gram(spec, { start: 0.5, count: 6000, step: 1.5 }, { signal }),
      (signal) => pe.tableBlocks(spec, 1e8, { signal, blockRows: 1_000_000 }).next(),
    ];
    const chance = random('aborts');
    for (let i = 0; i < many; i++) {
      const controller = new AbortController();
      const reason = { i };
      const rejected = assert.rejects(calls[i % calls.length](controller.signal), (thrown) => thrown === reason);
      await sleep(chance() * 30);
      controller.abort(reason);
      const turns = await turnsUntil(rejected);
      await rejected;
      // if workers write into the caller's memory, the call ends after they have stopped
      assert.ok(turns <= 3 || i % calls.length === 2, `${turns} turns late`);
      if (i % 5 === 0) assert.equal((await pe.table(spec, 3)).rows, 3);
    }
    pe.dispose();
  });

  test('shared memory is left alone once the call has rejected', async () => {
    const { pe } = await killablePool(2);
    const into = new Float32Array(new SharedArrayBuffer(4 * 20_000 * 512));
    const chance = random('shared memory');
    for (let i = 0; i < (full ? 10 : 4); i++) {
      const controller = new AbortController();
      setTimeout(() => controller.abort('stop'), 2 + chance() * 20);
      await pe.table(spec, { start: 0.5, count: 20_000, step: 1.1 }, { into, signal: controller.signal }).then(
        () => assert.fail('it was not long enough'),
        (thrown) => assert.equal(thrown, 'stop'),
      );
      into.fill(7);
      await sleep(30);
      assert.ok(into.every((value) => value === 7));
    }
    pe.dispose();
  });
});

describe('progress', () => {
  test('is one sum, never falling, ending with 1, at most about 60 times a second', async () => {
    const { pe, kill } = await killablePool(3);
    const calls = [
      (onProgress) => pe.kernelProfile({ encoding: 'sinusoidal', dim: 64 }, 200_000, { onProgress }),
      (onProgress) => pe.gram(spec, { start: 0.5, count: 2500, step: 1.5 }, { onProgress }),
      (onProgress) => pe.gram(spec, 2000, { onProgress }),
      async (onProgress) => {
        for await (const { rows } of pe.tableBlocks(spec, 30_000, { dtype: 'f64', blockRows: 1111, onProgress }))
          assert.ok(rows > 0);
      },
    ];
    for (const call of calls) {
      for (const death of [false, true]) {
        const seen = [];
        const start = performance.now();
        if (death) setTimeout(kill, 15);
        await call((fraction) => seen.push(fraction));
        const frames = (performance.now() - start) / 16;
        assert.equal(seen.at(-1), 1);
        assert.ok(seen.length <= frames + 2, `${seen.length} in ${frames} frames`);
        seen.forEach((fraction, i) => assert.ok(fraction > (seen[i - 1] ?? 0) && fraction <= 1, seen.join()));
      }
    }
    pe.dispose();
  });

  test('what onProgress throws ends the call', async () => {
    const pe = await create({ workers: 2 });
    const mine = new Error('mine');
    const onProgress = () => {
      throw mine;
    };
    for (const call of [
      () => long(pe, { onProgress }),
      () => pe.tableBlocks(spec, 1e8, { onProgress, blockRows: 1e6 }).next(),
    ]) {
      const error = await refused(call(), 'bad_argument', 'options.onProgress');
      assert.equal(error.cause, mine);
    }
    assert.equal((await pe.table(spec, 1)).rows, 1);
    pe.dispose();
  });
});
