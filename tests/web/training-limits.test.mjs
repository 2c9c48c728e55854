/**
 * Limits of training: a step or an evaluation of a large model yields, reports progress and can be aborted. Models that
 * do not fit are rejected with their size before any allocation. The number of unclosed runs is limited.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pe } from './support/instance.mjs';
import { refused } from './support/posenc.mjs';
import { tiny } from './support/experiments.mjs';

const large = {
  task: { id: 'latin-square', puzzles: 200, shifted: 4 },
  model: { dim: 512, blocks: 2, hidden: 2048 },
  positions: [],
  batch: 256,
  steps: 2,
};

describe('a large model', () => {
  for (const [name, call] of Object.entries({
    advance: (run, options) => run.advance(1, options),
    evaluate: (run, options) => run.evaluate(options),
  }))
    test(`${name} shows how far it is, and hears an abort in the middle`, async () => {
      const run = await pe.train(large);
      const abort = new AbortController();
      const shown = [];
      const onProgress = (fraction) => {
        shown.push(fraction);
        if (shown.length === 3) abort.abort();
      };
      await assert.rejects(call(run, { signal: abort.signal, onProgress }), (error) => error === abort.signal.reason);
      assert.equal(shown.length, 3);
      assert.ok(0 < shown[0] && shown[0] < shown[1] && shown[1] < shown[2] && shown[2] < 0.5, shown.join());
      assert.equal(run.step, 0);
      run.close();
    });

  test('a step that was left in the middle is made whole by the next call, to the same weights', async () => {
    const half = { ...large, model: { dim: 128, blocks: 2, hidden: 512 }, steps: 1 };
    const [left, whole] = [await pe.train(half), await pe.train(half)];
    const abort = new AbortController();
    const leaving = left.advance(1, { signal: abort.signal, onProgress: () => abort.abort() });
    await leaving.catch(() => undefined);
    await left.advance();
    await whole.advance();
    const hashes = [await left.evaluate(), await whole.evaluate()].map(({ weightsHash }) => weightsHash);
    assert.equal(hashes[0], hashes[1]);
    left.close();
    whole.close();
  });
});

test('what does not fit is refused with the bytes that it needs', async () => {
  const wide = { ...tiny, model: { dim: 4096, hidden: 16_384, blocks: 2 }, positions: [] };
  const error = await refused(pe.train(wide), 'too_large', 'dim');
  assert.match(error.message, /needs \d{10,} bytes of memory, at most \d+/);
  const run = await pe.train(tiny);
  const checkpoint = await run.checkpoint();
  run.close();
  const other = { ...tiny, model: { ...tiny.model, hidden: 64 }, task: { id: 'latin-square', puzzles: 3000 } };
  const wrong = await refused(pe.train(other, { checkpoint }), 'bad_argument', 'checkpoint');
  assert.match(wrong.message, new RegExp(`has ${checkpoint.length} bytes, and a run of this experiment has \\d+ of`));
});

test('so many runs are open at most, and the error says what to do', async () => {
  const small = {
    ...tiny,
    model: { dim: 4 },
    positions: [],
    batch: 4,
    task: { id: 'latin-square', puzzles: 10, shifted: 1 },
  };
  const open = [];
  let error;
  while (!error && open.length < 1000) open.push(await pe.train(small).catch((thrown) => void (error = thrown)));
  open.pop();
  assert.equal(error.code, 'too_large');
  assert.match(error.message, new RegExp(`${open.length} training runs are open .* close\\(\\)`));
  open.pop().close();
  open.push(await pe.train(small));
  for (const run of open) run.close();
});
