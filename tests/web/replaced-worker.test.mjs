/**
 * A worker that does not answer an abort is inside a step that cannot be left: it is replaced, and what others asked of
 * it is done again.
 */
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { methods } from '../../dist/lib/methods/index.js';
import { PoolClient } from '../../dist/lib/pool/pool.js';

/** What they are sent as core.wasm. */
const supply = { module: async () => new Uint8Array(8) };

/** Workers that answer all but `deaf` methods; `started` lists them. */
function workers(deaf) {
  const started = [];
  const start = (onMessage) => {
    const worker = { asked: [], ended: false };
    started.push(worker);
    return {
      post: ({ id, method, args }) => {
        worker.asked.push(method === 'run' ? args[0] : method);
        if (!deaf(worker, started.length, args[0], method))
          queueMicrotask(() => onMessage({ id, result: method === 'load' || 'done' }));
      },
      terminate: () => (worker.ended = true),
      hold: () => undefined,
    };
  };
  return { start, started };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('a worker that ignores an abort is ended after two seconds, and another call on it is done again', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const { start, started } = workers((worker, number, name, method) => number === 1 && method !== 'load');
    const pool = new PoolClient(start, supply, 1, methods);
    const abort = new AbortController();
    const stuck = pool.run('shape', { spec: 1 }, { signal: abort.signal });
    const other = pool.run('facts', { spec: 2 }, {});
    await turn();
    abort.abort();
    await assert.rejects(stuck, { name: 'AbortError' });
    await turn();
    mock.timers.tick(1999);
    await turn();
    assert.deepEqual(
      started.map(({ ended }) => ended),
      [false],
    );
    mock.timers.tick(1);
    assert.equal(await other, 'done');
    assert.deepEqual(
      started.map(({ ended }) => ended),
      [true, false],
    );
    assert.ok(started[0].asked.includes('abort'));
    assert.deepEqual(started[1].asked, ['load', 'facts'], 'what was aborted is not done again');
    pool.dispose();
  } finally {
    mock.timers.reset();
  }
});

test('a worker that answers the abort stays', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const { start, started } = workers((worker, number, name) => name === 'shape');
    const pool = new PoolClient(start, supply, 1, methods);
    const abort = new AbortController();
    const stuck = pool.run('shape', { spec: 1 }, { signal: abort.signal });
    await turn();
    abort.abort();
    await assert.rejects(stuck, { name: 'AbortError' });
    await turn();
    mock.timers.tick(10_000);
    await turn();
    assert.equal(await pool.run('facts', { spec: 2 }, {}), 'done');
    assert.deepEqual(
      started.map(({ ended }) => ended),
      [false],
    );
    pool.dispose();
  } finally {
    mock.timers.reset();
  }
});

test("deaths by replacement are nobody else's fault, however many there are", async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const { start, started } = workers((worker, number, name, method) => number <= 4 && method !== 'load');
    const pool = new PoolClient(start, supply, 1, methods);
    const other = pool.run('facts', { spec: 2 }, {});
    for (let i = 1; i <= 4; i++) {
      const abort = new AbortController();
      const stuck = pool.run('shape', { spec: 1 }, { signal: abort.signal });
      await turn();
      abort.abort();
      await assert.rejects(stuck, { name: 'AbortError' });
      await turn();
      mock.timers.tick(2000);
      await turn();
    }
    assert.equal(await other, 'done');
    assert.equal(started.length, 5);
    pool.dispose();
  } finally {
    mock.timers.reset();
  }
});
