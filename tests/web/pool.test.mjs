/**
 * The pool of workers: the same bits for any number of them, workers that die, aborts, progress, memory.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { PoolClient } from '../../dist/lib/pool/pool.js';
import { sharesOf } from '../../dist/lib/pool/shares.js';
import { methods } from '../../dist/lib/methods/index.js';
import { apiOf } from '../../dist/lib/api.js';
import { PosencError, create, llama31, refused } from './support/posenc.mjs';
import { divided, same } from './support/divided.mjs';
import { killable, packaged } from './support/pool.mjs';
import { random } from './support/random.mjs';
import { turnsUntil } from './support/turns.mjs';

const spec = { encoding: 'sinusoidal', dim: 512 };
const long = (pe, options) => pe.kernelProfile(spec, 1_000_000, options);
const full = process.env.POSENC_FULL !== undefined;
const many = full ? 1000 : 6;

describe('the same bits for any number of workers', () => {
  const counts = full ? [2, 3, 1] : [2];
  let own;
  let pools;
  before(async () => {
    own = await create();
    pools = await Promise.all(counts.map((workers) => create({ workers })));
  });
  after(() => [own, ...pools].forEach((pe) => pe.dispose()));

  for (const [name, { much, call }] of Object.entries(divided)) {
    test(name, async () => {
      for (const n of full ? [0, 1, 2, 67, much] : [0, 2, much]) {
        const expected = await call(own, n);
        for (const pe of pools) assert.ok(same(await call(pe, n), expected), `${n} rows`);
      }
    });
  }

  test('each of these is in fact divided, and only by workers that have something to do', async () => {
    const asked = [];
    const [two] = pools;
    const { WorkerClient } = await import('../../dist/lib/worker/client.js');
    const ask = WorkerClient.prototype.run;
    WorkerClient.prototype.run = function (method, request, control, moved) {
      if (request.spec?.prepared !== undefined) asked.push(method); // as parts have it
      return ask.call(this, method, request, control, moved);
    };
    try {
      for (const [name, { much, call }] of Object.entries(divided)) {
        asked.length = 0;
        await call(two, much);
        assert.ok(asked.length >= 2, `${name}: ${asked.length} parts`);
        asked.length = 0;
        await call(two, 1);
        assert.equal(asked.length, 0, `${name}: one row is divided`);
      }
    } finally {
      WorkerClient.prototype.run = ask;
    }
    const tested = new Set(Object.keys(divided).map((name) => name.split(',')[0]));
    const stated = Object.keys(methods).filter((method) => methods[method].split);
    assert.deepEqual([...tested].sort(), stated.sort());
  });

  test('blocks: the same as the table, in order', async () => {
    const expected = await own.table(spec, 3001, { dtype: 'f64' });
    for (const pe of pools) {
      for (const blockRows of [7, 1000, 3001, 5000]) {
        let next = 0;
        for await (const { firstRow, rows, cols, data } of pe.tableBlocks(spec, 3001, { dtype: 'f64', blockRows })) {
          assert.equal(firstRow, next);
          assert.ok(same(data, expected.data.subarray(next * cols, (next + rows) * cols)));
          next += rows;
        }
        assert.equal(next, 3001);
      }
      const none = [];
      for await (const block of pe.tableBlocks(spec, 0)) none.push(block);
      assert.deepEqual(none, [{ data: new Float32Array(0), rows: 0, cols: 512, firstRow: 0, backend: 'wasm' }]);
    }
  });

  test('what is wrong is said in the same words', async () => {
    const wrong = [
      (pe) => pe.table({ encoding: 'sinusoidal', dim: 7 }, 1e6),
      (pe) => pe.table(spec, 1e12),
      (pe) => pe.table(spec, [[1, 2]]),
      (pe) => pe.table(spec, 100_000, { into: new Float32Array(7) }),
      (pe) => pe.table({ encoding: 'alibi', heads: 8 }, 1e6),
      (pe) => pe.table({ encoding: 'learned', dim: 64, count: 1000, seed: 1 }, 100_000),
      (pe) => pe.derivative(spec, 1e5, { axis: 1 }),
      (pe) => pe.gram(spec, { start: 0.5, count: 1e6 }),
      (pe) => pe.attentionBias({ encoding: 'alibi', heads: 8 }, 1e5, 1e5),
      (pe) => pe.attentionBias({ encoding: 'alibi', heads: 8 }, 4096, 4096, { head: 9 }),
      (pe) => pe.kernelProfile({ encoding: 'learned', dim: 64, count: 1000 }, 1e6),
      (pe) => pe.precision({ encoding: 'rope', dim: 64, scaling: { type: 'linear', factor: 2 } }, 1000),
      (pe) => pe.tableBlocks(spec, [[1, 2]]).next(),
      (pe) => pe.tableBlocks(spec, 1e12, { blockRows: 1e9 }).next(),
      (pe) => pe.tableBlocks({ encoding: 'rope', dim: 3 }, 10).next(),
      (pe) => pe.tableBlocks({ encoding: 'alibi', heads: 8 }, 10).next(),
    ];
    for (const call of wrong) {
      const told = (thrown) => {
        assert.ok(thrown instanceof PosencError, String(thrown));
        return [thrown.code, thrown.field, thrown.message];
      };
      const expected = told(
        await call(own).then(
          () => assert.fail(`${call} did not fail`),
          (error) => error,
        ),
      );
      for (const pe of pools) assert.deepEqual(told(await call(pe).catch((error) => error)), expected);
    }
    for (const pe of pools) assert.equal((await pe.table(spec, 1)).rows, 1);
  });
});

test('the error of a worker leads to where it was thrown there', async () => {
  const pe = await create({ worker: true });
  const error = await refused(pe.table({ encoding: 'rope', dim: 3 }, 4), 'bad_param', 'dim');
  assert.ok(error.cause instanceof Error, String(error.cause));
  assert.equal(error.cause.message, error.message);
  assert.match(error.cause.stack, /lib\/wasm\//);
  assert.doesNotMatch(error.stack, /lib\/wasm\//);
  pe.dispose();
});

describe('arguments', () => {
  test('workers, worker and both', async () => {
    for (const workers of [0, -1, 1.5, 65, NaN, Infinity, '2', true, null, 2n, [2], {}])
      await refused(create({ workers }), 'bad_argument', 'options.workers');
    await refused(create({ worker: false, workers: 2 }), 'bad_argument', 'options.workers');
    await refused(create({ workers: 2, wrkers: 1 }), 'bad_argument', 'options.wrkers');
    for (const options of [{ workers: 1 }, { workers: 3 }, { worker: true, workers: 2 }, { workers: undefined }]) {
      const pe = await create(options);
      assert.equal((await pe.table(spec, 1)).rows, 1);
      pe.dispose();
      await refused(pe.table(spec, 1), 'disposed', '');
    }
  });

  test('one that cannot start ends them all', async () => {
    let made = 0;
    const ended = [];
    const workerFactory = () => {
      if (++made > 2) throw new Error('no more');
      return { postMessage: () => undefined, terminate: () => ended.push(1) };
    };
    await refused(create({ workers: 3, workerFactory }), 'worker_failed', 'options.workerFactory');
    assert.equal(ended.length, 2);
  });

  test('dispose ends every worker and every call', async () => {
    const { pe, ports } = await killable(3);
    const calls = [long(pe), pe.table(spec, 1_000_000), pe.report(llama31), pe.tableBlocks(spec, 1e6).next()];
    await sleep(20);
    pe.dispose();
    const told = await Promise.allSettled(calls);
    assert.deepEqual(
      told.filter(({ status }) => status === 'rejected').map(({ reason }) => reason.code),
      told.filter(({ status }) => status === 'rejected').map(() => 'disposed'),
    );
    assert.ok(told.some(({ status }) => status === 'rejected'));
    for (let i = 0; ports.size > 0 && i < 100; i++) await sleep(10);
    assert.equal(ports.size, 0);
  });
});

describe('a worker that dies', () => {
  test(`at ${many} random times, under every kind of call: nobody notices`, async (t) => {
    const { pe, kill, buried, started } = await killable(2);
    const own = await create();
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
    own.dispose();
  });

  test('what ends its worker each time fails the call, soon; the next call works', async () => {
    let started = 0;
    const { startNodeWorker } = await import('../../dist/lib/worker/start.node.js');
    const start = startNodeWorker(undefined);
    const deadly = (message) => message.method === 'run' && message.args[1].positions?.count > 0;
    let armed = true;
    const client = new PoolClient(
      (onMessage, onFail) => {
        started++;
        const port = start(onMessage, onFail);
        return {
          ...port,
          post: (message, transfer) => (armed && deadly(message) ? port.terminate() : port.post(message, transfer)),
        };
      },
      packaged(),
      2,
      methods,
    );
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

  /** A pool of one worker that ends itself when `deadly` says so, told of the message and of the calls it has. */
  async function mortal(deadly) {
    const { startNodeWorker } = await import('../../dist/lib/worker/start.node.js');
    const start = startNodeWorker(undefined);
    const client = new PoolClient(
      (onMessage, onFail) => {
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
      },
      packaged(),
      1,
      methods,
    );
    await client.start();
    return apiOf(client);
  }
  const rows = (i) => ({ start: i, count: 50 + i });

  test('a death that several calls share is charged to none: all of them succeed, however many there are', async () => {
    let kills = 0;
    const pe = await mortal((_, calls) => calls >= 2 && kills-- > 0);
    const own = await create();
    for (const n of [1, 2, 4, 9]) {
      kills = n;
      const made = await Promise.all(Array.from({ length: 8 }, (_, i) => pe.table(spec, rows(i))));
      for (const [i, table] of made.entries()) assert.ok(same(table, await own.table(spec, rows(i))), `${n} deaths`);
    }
    pe.dispose();
    own.dispose();
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
    const { pe } = await killable(2);
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
      // where workers write into the caller's memory, the call ends when they have stopped
      assert.ok(turns <= 3 || i % calls.length === 2, `${turns} turns late`);
      if (i % 5 === 0) assert.equal((await pe.table(spec, 3)).rows, 3);
    }
    pe.dispose();
  });

  test('shared memory is left alone once the call has rejected', async () => {
    const { pe } = await killable(2);
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
    const { pe, kill } = await killable(3);
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

describe('memory', () => {
  test('blocks ahead: as many as there are workers, beside the one that is used', async () => {
    for (const workers of [1, 3]) {
      const { pe, client } = await killable(workers);
      const { WorkerClient } = await import('../../dist/lib/worker/client.js');
      const run = WorkerClient.prototype.run;
      let begun = 0;
      WorkerClient.prototype.run = function (method, ...rest) {
        if (method === 'table') begun++;
        return run.call(this, method, ...rest);
      };
      try {
        const blocks = pe.tableBlocks(spec, 1e9, { blockRows: 100 });
        for (let used = 1; used < 20; used++) {
          await blocks.next();
          await sleep(1);
          assert.ok(begun <= used + workers, `${begun} begun, ${used} used`);
        }
        await blocks.return();
      } finally {
        WorkerClient.prototype.run = run;
      }
      client.dispose();
    }
  });

  test('parts reuse their memory, and it does not grow', async () => {
    const pe = await create({ workers: 2 });
    const into = new Float32Array(60_000 * 512);
    const call = () => pe.table(spec, 60_000, { into });
    for (let i = 0; i < 5; i++) await call();
    const before = process.memoryUsage();
    const times = full ? 30 : 10;
    for (let i = 0; i < times; i++) await call();
    const { arrayBuffers } = process.memoryUsage();
    const grown = (arrayBuffers - before.arrayBuffers) / 2 ** 20;
    assert.ok(grown < 24, `${grown} MiB of array buffers more after ${times} calls of 117 MiB`);
    pe.dispose();
  });

  test('no plan stays behind in a worker', async () => {
    const { pe, client } = await killable(2);
    const { WorkerClient } = await import('../../dist/lib/worker/client.js');
    const released = [];
    const release = WorkerClient.prototype.release;
    WorkerClient.prototype.release = function (prepared) {
      released.push(prepared);
      return release.call(this, prepared);
    };
    try {
      await pe.kernelProfile(spec, 50_000);
      assert.equal(released.length, 2, 'both workers are told');
      assert.equal(new Set(released).size, 1);
    } finally {
      WorkerClient.prototype.release = release;
    }
    client.dispose();
  });
});

describe('into', () => {
  for (const [mode, options] of Object.entries({
    'in process': {},
    'one worker': { workers: 1 },
    'two workers': { workers: 2 },
  })) {
    test(`plain, shared and handed over, ${mode}`, async () => {
      const pe = await create(options);
      const rope = { encoding: 'rope', dim: 64 };
      const rows = full ? 70_000 : 20_000;
      const x = { data: new Float32Array(rows * 64).map((_, i) => i % 7), rows, cols: 64 };
      const calls = {
        table: [rows * 64, (into) => pe.table(rope, rows, into)],
        rotate: [rows * 64, (into) => pe.rotate(rope, x, rows, { dtype: 'f32', ...into })],
        attentionBias: [4 * 1500 * 1501, (into) => pe.attentionBias({ encoding: 'alibi', heads: 4 }, 1500, 1501, into)],
      };
      for (const [length, call] of Object.values(calls)) {
        const expected = await call({});
        const plain = new Float32Array(length + 3).subarray(1, length + 1);
        const intoPlain = await call({ into: plain });
        assert.equal(intoPlain.data, plain);
        assert.ok(same(intoPlain, expected));
        const shared = new Float32Array(new SharedArrayBuffer(4 * length + 16), 8, length);
        const intoShared = await call({ into: shared });
        assert.equal(intoShared.data, shared);
        assert.ok(same(intoShared, expected));
        const given = new Float32Array(new ArrayBuffer(4 * length + 16), 8, length);
        const handed = await call({ into: given, transfer: true });
        assert.equal(given.length, 0, 'detached');
        assert.deepEqual([handed.data.byteOffset, handed.data.buffer.byteLength], [8, 4 * length + 16]);
        assert.ok(same(handed, expected));
        await refused(call({ into: new Float32Array(3) }), 'bad_shape', 'options.into');
      }
      pe.dispose();
    });
  }

  test('what cannot be handed over', async () => {
    const pe = await create();
    const shared = new Float32Array(new SharedArrayBuffer(4 * 512));
    await refused(pe.table(spec, 1, { into: shared, transfer: true }), 'bad_argument', 'options.transfer');
    await refused(pe.table(spec, 1, { transfer: true }), 'bad_argument', 'options.transfer');
    await refused(pe.table(spec, 1, { into: new Float32Array(512), transfer: 1 }), 'bad_argument', 'options.transfer');
    const wasm = new Float32Array(new WebAssembly.Memory({ initial: 1 }).buffer, 0, 512);
    await refused(pe.table(spec, 1, { into: wasm, transfer: true }), 'bad_argument', 'options.into');
    await refused(pe.gram(spec, 1, { into: new Float64Array(1) }), 'bad_argument', 'options.into');
    const kept = new Float32Array(512);
    await refused(pe.table({ encoding: 'rop' }, 1, { into: kept, transfer: true }), 'unknown_encoding', 'encoding');
    assert.equal(kept.length, 512, 'a bad argument leaves the memory');
    pe.dispose();
  });
});

test('shares: all rows once, in order, large ones first, none of them too small but the last', () => {
  const cost = { bytes: 4096, nanoseconds: 500 };
  for (const step of [1, 64, 128]) {
    for (const inPlace of [false, true]) {
      const parts = [...sharesOf({ rows: 65_537, cost, step, workers: 3, inPlace })];
      let next = 0;
      for (const [i, { first, rows }] of parts.entries()) {
        assert.equal(first, next);
        next += rows;
        if (i + 1 < parts.length) assert.ok(rows % step === 0 && rows * cost.nanoseconds >= 0.25e6);
        assert.ok(i === 0 || rows <= parts[i - 1].rows);
        assert.ok(inPlace || rows * cost.bytes <= 4 * 2 ** 20);
      }
      assert.equal(next, 65_537);
    }
  }
  assert.deepEqual([...sharesOf({ rows: 100, cost, step: 1, workers: 8, inPlace: false })], []);
});
