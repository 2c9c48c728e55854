/**
 * A worker that does not respond to an abort is inside an uninterruptible step: it is replaced, and its other calls are
 * retried.
 */
import assert from 'node:assert/strict';
import { mock, test as nodeTest } from 'node:test';
import { methods } from '../../dist/lib/methods/index.js';
import { PoolClient } from '../../dist/lib/pool/pool.js';

/** Sent to the workers as core.wasm. */
const supply = { module: async () => new Uint8Array(8) };

/** Workers that reply to all but `deaf` methods; `started` lists them. */
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

/** Runs `work` with a pool of one worker, and a clock that only it advances. */
const test = (name, deaf, work) =>
  nodeTest(name, async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const { start, started } = workers(deaf);
      const pool = new PoolClient(start, supply, 1, methods);
      await work(pool, started);
      pool.dispose();
    } finally {
      mock.timers.reset();
    }
  });
/** Aborts a call after a turn; `beside` makes another call in between. */
async function aborted(pool, beside) {
  const abort = new AbortController();
  const stuck = pool.run('shape', { spec: 1 }, { signal: abort.signal });
  beside?.();
  await turn();
  abort.abort();
  await assert.rejects(stuck, { name: 'AbortError' });
  await turn();
}
const later = async (ms) => {
  mock.timers.tick(ms);
  await turn();
};
const endedOf = (started) => started.map(({ ended }) => ended);

test(
  'a worker that ignores an abort is ended after two seconds, and another call on it is done again',
  (worker, number, name, method) => number === 1 && method !== 'load',
  async (pool, started) => {
    let other;
    await aborted(pool, () => (other = pool.run('facts', { spec: 2 }, {})));
    await later(1999);
    assert.deepEqual(endedOf(started), [false]);
    mock.timers.tick(1);
    assert.equal(await other, 'done');
    assert.deepEqual(endedOf(started), [true, false]);
    assert.ok(started[0].asked.includes('abort'));
    assert.deepEqual(started[1].asked, ['load', 'facts'], 'what was aborted is not done again');
  },
);

test(
  'a worker that answers the abort stays',
  (worker, number, name) => name === 'shape',
  async (pool, started) => {
    await aborted(pool);
    await later(10_000);
    assert.equal(await pool.run('facts', { spec: 2 }, {}), 'done');
    assert.deepEqual(endedOf(started), [false]);
  },
);

test(
  "deaths by replacement are nobody else's fault, however many there are",
  (worker, number, name, method) => number <= 4 && method !== 'load',
  async (pool, started) => {
    const other = pool.run('facts', { spec: 2 }, {});
    for (let i = 1; i <= 4; i++) {
      await aborted(pool);
      await later(2000);
    }
    assert.equal(await other, 'done');
    assert.equal(started.length, 5);
  },
);

test(
  'an analysis is not asked to stop: its worker is replaced at once, and another call on it is done again',
  (worker, number, name, method) => number === 1 && method !== 'load',
  async (pool, started) => {
    const abort = new AbortController();
    const analysis = pool.run('analyse', { inputs: {} }, { signal: abort.signal });
    const other = pool.run('facts', { spec: 2 }, {});
    await turn();
    abort.abort();
    await assert.rejects(analysis, { name: 'AbortError' });
    assert.equal(await other, 'done');
    assert.deepEqual(endedOf(started), [true, false]);
    assert.ok(!started[0].asked.includes('abort'));
  },
);
