/**
 * An analysis is one call into the module. In a worker, an abort ends the worker, which is replaced; nothing else in
 * the worker is lost. In this thread the analysis runs to its end, and the call rejects then.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { tiny } from './support/experiments.mjs';
import { pe } from './support/instance.mjs';
import { create } from './support/posenc.mjs';
import { turnsUntil } from './support/turns.mjs';

const spec = { encoding: 'sinusoidal', dim: 16 };
/** Takes minutes, with progress. */
const long = { analysis: 'rahaman', steps: 100_000, width: 256 };

/** Starts `long` and aborts it at its first progress. */
async function abortLong(pe) {
  const controller = new AbortController();
  let begun;
  const progress = new Promise((resolve) => (begun = resolve));
  const call = pe.analyse(long, {}, { signal: controller.signal, onProgress: begun });
  const outcome = call.catch((error) => error);
  assert.ok((await progress) < 1);
  controller.abort('enough');
  assert.ok((await turnsUntil(outcome)) <= 3);
  assert.equal(await outcome, 'enough');
}

describe('an analysis is aborted in a worker', () => {
  test('progress comes while it runs, and the next calls are answered at once', async () => {
    const pe = await create({ worker: true });
    const prepared = await pe.prepare(spec);
    const before = await prepared.table(3);
    await abortLong(pe);
    assert.deepEqual((await prepared.table(3)).data, before.data);
    assert.equal((await pe.analyse({ analysis: 'induced-kernel' }, { table: [[1, 2]] })).kernel.data[0], 5);
    pe.dispose();
  });

  test('other calls and training runs of that worker go on, with the same bits', async () => {
    const own = await create();
    const wanted = await own.train(tiny);
    await wanted.advance(6);
    const table = await own.table(spec, 5);
    const pe = await create({ worker: true });
    const run = await pe.train(tiny);
    await run.advance(3);
    const other = pe.table(spec, 5);
    await abortLong(pe);
    assert.deepEqual((await other).data, table.data);
    await run.advance(3);
    assert.deepEqual(await run.weights(), await wanted.weights());
    own.dispose();
    pe.dispose();
  });

  test('while its inputs cross, too', async () => {
    const pe = await create({ worker: true });
    const controller = new AbortController();
    const table = { data: new Float64Array(2 ** 23).fill(1), rows: 2 ** 11, cols: 2 ** 12 };
    const call = pe.analyse({ analysis: 'induced-kernel' }, { table }, { signal: controller.signal });
    const heard = call.catch((error) => error);
    for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
    controller.abort('enough');
    assert.ok((await turnsUntil(heard)) <= 3);
    assert.equal(await heard, 'enough');
    assert.equal((await pe.table(spec, 1)).rows, 1);
    pe.dispose();
  });
});

describe('an analysis in this thread', () => {
  const short = { analysis: 'rahaman', steps: 200, width: 8 };

  test('runs to its end, reports progress meanwhile, and rejects where it was aborted', async () => {
    const controller = new AbortController();
    const seen = [];
    const call = pe.analyse(
      short,
      {},
      {
        signal: controller.signal,
        onProgress: (done) => {
          seen.push(done);
          controller.abort('enough');
        },
      },
    );
    assert.equal(await call.catch((error) => error), 'enough');
    assert.equal(seen.at(-1), 1);
    seen.forEach((done, i) => assert.ok(done >= (seen[i - 1] ?? 0)));
    assert.ok((await pe.analyse(short, {})).loss.length > 0);
  });

  test('aborted before it begins it does nothing', async () => {
    const controller = new AbortController();
    const call = pe.analyse(long, {}, { signal: controller.signal }).catch((error) => error);
    controller.abort('enough');
    assert.equal(await call, 'enough');
  });
});

test('what is too large is refused before it is made, and the next call works', async () => {
  for (const options of [{}, { worker: true }]) {
    const pe = await create(options);
    const huge = pe.analyse({ analysis: 'similarity' }, { x: { spec, positions: 2 ** 40 }, y: { spec, positions: 4 } });
    assert.equal((await huge.catch((error) => error)).code, 'too_large');
    assert.equal((await pe.analyse({ analysis: 'induced-kernel' }, { table: [[1, 2]] })).kernel.data[0], 5);
    pe.dispose();
  }
});
