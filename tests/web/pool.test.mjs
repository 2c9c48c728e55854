/** The pool of workers: the same bits for any number of workers, arguments, shares, memory. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sharesOf } from '../../dist/lib/pool/shares.js';
import { methods } from '../../dist/lib/methods/index.js';
import { pe as own } from './support/instance.mjs';
import { PosencError, create, llama31, refused } from './support/posenc.mjs';
import { divided, same } from './support/divided.mjs';
import { killablePool } from './support/pool.mjs';

const spec = { encoding: 'sinusoidal', dim: 512 };
const long = (pe, options) => pe.kernelProfile(spec, 1_000_000, options);
const full = process.env.POSENC_FULL !== undefined;

describe('the same bits for any number of workers', () => {
  const counts = full ? [2, 3, 1] : [2];
  let pools;
  before(async () => (pools = await Promise.all(counts.map((workers) => create({ workers })))));
  after(() => pools.forEach((pe) => pe.dispose()));

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
      if (request.spec?.prepared !== undefined) asked.push(method); // as parts do
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
    const { pe, ports } = await killablePool(3);
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

describe('memory', () => {
  test('blocks ahead: as many as there are workers, beside the one that is used', async () => {
    for (const workers of [1, 3]) {
      const { pe, client } = await killablePool(workers);
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
    const { pe, client } = await killablePool(2);
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
    const shared = new Float32Array(new SharedArrayBuffer(4 * 512));
    await refused(own.table(spec, 1, { into: shared, transfer: true }), 'bad_argument', 'options.transfer');
    await refused(own.table(spec, 1, { transfer: true }), 'bad_argument', 'options.transfer');
    await refused(own.table(spec, 1, { into: new Float32Array(512), transfer: 1 }), 'bad_argument', 'options.transfer');
    const wasm = new Float32Array(new WebAssembly.Memory({ initial: 1 }).buffer, 0, 512);
    await refused(own.table(spec, 1, { into: wasm, transfer: true }), 'bad_argument', 'options.into');
    await refused(own.gram(spec, 1, { into: new Float64Array(1) }), 'bad_argument', 'options.into');
    const kept = new Float32Array(512);
    await refused(own.table({ encoding: 'rop' }, 1, { into: kept, transfer: true }), 'unknown_encoding', 'encoding');
    assert.equal(kept.length, 512, 'a bad argument leaves the memory');
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
