/**
 * Training runs through the package: the same bits in every mode, saved and continued, aborted, closed, and reopened
 * after a worker crash.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { tiny, tinyHash } from './support/experiments.mjs';
import { pe } from './support/instance.mjs';
import { killablePool } from './support/pool.mjs';
import { allModes, create, refusal, refused } from './support/posenc.mjs';
import { random } from './support/random.mjs';
import { armed, tampered } from './support/tampered.mjs';

const hashOf = async (run) => (await run.evaluate()).weightsHash;
const aborted = { name: 'AbortError' };

/** Checkpoint of `tiny` after `step` steps, made in another instance. */
async function keptAt(step) {
  const run = await pe.train(tiny);
  await run.advance(step);
  const bytes = await run.checkpoint();
  run.close();
  return bytes;
}

for (const { mode, options } of allModes)
  describe(`a run, ${mode}`, () => {
    let pe;
    before(async () => (pe = await create(options)));
    after(() => pe.dispose());

    test('has after 50 steps the weights that C++ has', async () => {
      const run = await pe.train(tiny);
      const fractions = [];
      const first = await run.advance(7);
      assert.deepEqual([first.step, first.done, first.losses.length], [7, false, 7]);
      assert.equal((await run.advance()).step, 25, 'to the next evaluation');
      const rest = await run.advance(1000, { onProgress: (fraction) => fractions.push(fraction) });
      assert.deepEqual([rest.step, rest.done, rest.losses.length, run.step], [50, true, 25, 50]);
      assert.ok(rest.losses.every(Number.isFinite));
      assert.equal(fractions.at(-1), 1);
      assert.deepEqual(
        fractions,
        fractions.toSorted((a, b) => a - b),
      );
      assert.deepEqual([(await run.advance(3)).step, (await run.advance(0)).losses.length], [50, 0]);
      assert.equal(await hashOf(run), tinyHash);
      run.close();
    });

    test('evaluations at their steps, and the end', async () => {
      const run = await pe.train({ ...tiny, steps: 50, evaluateEvery: 20 });
      const steps = [];
      const hashes = [];
      for await (const evaluation of run.evaluations()) {
        steps.push(evaluation.step);
        hashes.push(evaluation.weightsHash);
      }
      assert.deepEqual(steps, [0, 20, 40, 50]);
      assert.equal(hashes.at(-1), tinyHash);
      assert.equal(new Set(hashes).size, 4);
      run.close();
    });

    test('goes on from a checkpoint of elsewhere, in a longer experiment, and from the checkpoint alone', async () => {
      for (const step of [0, 1, 24, 49]) {
        const checkpoint = await keptAt(step);
        const run = await pe.train(tiny, { checkpoint });
        assert.equal(run.step, step);
        await run.advance(50);
        assert.equal(await hashOf(run), tinyHash, `from step ${step}`);
        run.close();
      }
      const half = await pe.train({ ...tiny, steps: 20 });
      await half.advance(20);
      const checkpoint = await half.checkpoint();
      checkpoint.buffer.slice(0);
      half.close();
      const longer = await pe.train(tiny, { checkpoint: checkpoint.buffer });
      const alone = await pe.resumeTraining(checkpoint, { steps: 50 });
      checkpoint.fill(0); // it belongs to the run by now
      await Promise.all([longer.advance(50), alone.advance(50)]);
      assert.deepEqual([await hashOf(longer), await hashOf(alone)], [tinyHash, tinyHash]);
      assert.deepEqual(alone.experiment, longer.experiment);
      longer.close();
      alone.close();
    });

    test('does calls in their order although nobody waits, two runs at once', async () => {
      const [one, two] = await Promise.all([pe.train(tiny), pe.train({ ...tiny, seed: 3 })]);
      const done = [];
      const calls = [
        one.advance(30).then(({ step }) => done.push(step)),
        two.advance(50),
        one.evaluate().then(({ step }) => done.push(`evaluated ${step}`)),
        one.advance(20).then(({ step }) => done.push(step)),
        one.checkpoint().then(() => done.push('kept')),
        one.weights().then((tensors) => done.push(tensors.length > 10)),
      ];
      await Promise.all(calls);
      assert.deepEqual(done, [30, 'evaluated 30', 50, 'kept', true]);
      assert.equal(await hashOf(one), tinyHash);
      assert.notEqual(await hashOf(two), tinyHash);
      one.close();
      two.close();
    });

    test('an abort leaves it after a whole step, which the next call knows', async () => {
      const long = { ...tiny, steps: 100_000, evaluateEvery: 100_000 };
      const run = await pe.train(long);
      await assert.rejects(run.advance(5, { signal: AbortSignal.abort() }), aborted);
      assert.equal(run.step, 0);
      const losses = [];
      for (let i = 0; i < 3; i++) {
        const abort = new AbortController();
        const onProgress = () => abort.abort();
        const before = run.step;
        await assert.rejects(run.advance(90_000, { signal: abort.signal, onProgress }), aborted);
        const known = run.step;
        const { step } = await run.evaluate();
        assert.deepEqual([known, run.step], [step, step]);
        assert.ok(step > before && step < 90_000, `${step}`);
        const next = await run.advance(2);
        assert.equal(next.step, step + 2, 'so many more than there were');
        losses.push(...next.losses);
      }
      const abort = new AbortController();
      const evaluating = run.evaluate({ signal: abort.signal });
      abort.abort();
      await assert.rejects(evaluating, aborted);
      const unbroken = await pe.train(long);
      assert.deepEqual([...(await unbroken.advance(run.step)).losses], losses, 'no loss is lost');
      assert.equal(await hashOf(run), await hashOf(unbroken));
      run.close();
      unbroken.close();
    });

    test('what a listener throws is what the call fails with', async () => {
      const run = await pe.train(tiny);
      const onProgress = () => {
        throw new RangeError('of the caller');
      };
      const { cause } = await refused(run.advance(50, { onProgress }), 'bad_argument', 'options.onProgress');
      assert.equal(cause.message, 'of the caller');
      await run.advance(50);
      assert.equal(await hashOf(run), tinyHash);
      run.close();
    });

    test('iterating can be left and begun again', async () => {
      const run = await pe.train(tiny);
      for await (const { step } of run.evaluations()) if (step === 25) break;
      const steps = [];
      for await (const { step } of run.evaluations()) steps.push(step);
      assert.deepEqual(steps, [25, 50]);
      assert.equal(await hashOf(run), tinyHash);
      run.close();
    });

    test('closed: every call is refused, also those under way; twice is harmless', async () => {
      const run = await pe.train(tiny);
      const underWay = [run.advance(50), run.evaluate(), run.checkpoint()];
      const told = Promise.all(underWay.map((call) => refused(call, 'disposed', '')));
      await new Promise(setImmediate);
      run.close();
      run.close();
      await told;
      for (const name of ['advance', 'evaluate', 'checkpoint', 'weights']) await refused(run[name](), 'disposed', '');
      await refused(run.table(0), 'disposed', '');
      await refused(run.attention(0), 'disposed', '');
      await refused((async () => run.evaluations().next())(), 'disposed', '');
      if (Symbol.dispose) assert.equal(typeof run[Symbol.dispose], 'function');
    });

    test('arguments out of range', async () => {
      const run = await pe.train(tiny);
      for (const steps of [-1, 1.5, NaN, '3', 2 ** 60])
        assert.match((await refusal(run.advance(steps))).field, /^steps$/);
      await refused(run.table(-1), 'bad_argument', 'block');
      await refused(run.table(2), 'bad_argument', 'block');
      assert.deepEqual(await run.attention(0), await run.attention(0, { sample: 0, head: 0 }));
      assert.notDeepEqual(await run.attention(0), await run.attention(0, { head: 1 }));
      await refused(run.attention(2), 'bad_argument', 'block');
      await refused(run.attention(2 ** 40), 'bad_argument', 'block');
      await refused(run.attention(0, { head: 2 }), 'bad_argument', 'head');
      await refused(run.attention(0, { sample: 30 }), 'bad_argument', 'sample');
      await refused(run.attention(0, { sample: 2 ** 33 }), 'bad_argument', 'sample');
      await refused(run.attention(0, { split: 'tset' }), 'bad_argument', 'options.split');
      await refused(run.attention(0, { heads: 1 }), 'bad_argument', 'options.heads');
      await refused(run.advance(1, { signal: 3 }), 'bad_argument', 'options.signal');
      await refused(run.evaluate({ onProgress: 3 }), 'bad_argument', 'options.onProgress');
      await run.advance(50);
      assert.equal(await hashOf(run), tinyHash);
      run.close();
    });
  });

test('a loss that is no number is refused, and the run stays at the step before it', async () => {
  const run = await pe.train({ ...tiny, optimizer: 'sgd', learningRate: 10, steps: 400 });
  await refused(run.advance(400), 'bad_argument', 'learningRate');
  const { step } = await run.evaluate();
  assert.ok(step > 0 && step < 400 && step === run.step, `${step}`);
  run.close();
});

test('dispose of the instance ends its runs', async () => {
  for (const { options } of allModes) {
    const pe = await create(options);
    const run = await pe.train(tiny);
    const underWay = run.advance(50);
    pe.dispose();
    await refused(underWay, 'disposed', '');
    await refused(run.evaluate(), 'disposed', '');
    await refused(pe.train(tiny), 'disposed', '');
    await refused(pe.resumeTraining(new Uint8Array(3)), 'disposed', '');
    run.close();
  }
});

describe('what holds a run dies', () => {
  test('workers, at random times: nobody notices, and the weights are the same', async (t) => {
    const { pe, kill, buried, started } = await killablePool(2);
    const chance = random('workers under a run');
    for (let i = 0; i < (process.env.POSENC_FULL ? 40 : 6); i++) {
      const runs = await Promise.all([pe.train(tiny), pe.train(tiny)]);
      const timer = setTimeout(kill, 400 * chance());
      const hashes = await Promise.all(
        runs.map(async (run) => {
          let last;
          for await (const evaluation of run.evaluations()) last = evaluation;
          assert.deepEqual([last.step, run.step], [50, 50]);
          run.close();
          return last.weightsHash;
        }),
      );
      clearTimeout(timer);
      await buried();
      assert.deepEqual(hashes, [tinyHash, tinyHash]);
    }
    t.diagnostic(`${started() - 2} workers were replaced`);
    pe.dispose();
  });

  test('between two calls: what was kept is gone on from, and the step is what it was', async () => {
    const { pe, kill, buried } = await killablePool(1);
    const run = await pe.train(tiny);
    await run.advance(10);
    await run.checkpoint();
    await run.advance(10);
    for (const [call, expected] of [
      [() => run.evaluate().then(({ step }) => step), 20],
      [() => run.advance(5).then(({ step }) => step), 25],
      [() => run.table(0).then(({ rows }) => rows), 16],
      [() => run.advance(50).then(({ step }) => step), 50],
    ]) {
      kill();
      await buried();
      assert.equal(await call(), expected);
    }
    assert.equal(await hashOf(run), tinyHash);
    pe.dispose();
  });

  test('each time: the call fails, and says so', async () => {
    const { pe, ports } = await killablePool(1);
    const run = await pe.train(tiny);
    const underWay = refused(run.advance(50), 'worker_failed', '');
    const killer = setInterval(() => [...ports].forEach((port) => port.terminate()), 5);
    await underWay;
    clearInterval(killer);
    await run.advance(50);
    assert.equal(await hashOf(run), tinyHash);
    pe.dispose();
  });

  for (const name of ['openRun', 'prepare', 'resume', 'facts', 'step', 'evaluate', 'save', 'table', 'weights'])
    test(`a trap in ${name}: one internal error, then it is opened again, and so are the others`, async () => {
      const { pe, made, arm, isArmed } = armed(name);
      const other = await pe.train(tiny);
      const run = await pe.train(tiny);
      await Promise.all([run.advance(12), other.advance(3)]);
      const checkpoint = await run.checkpoint();
      arm();
      const calls = {
        step: () => run.advance(9),
        evaluate: () => run.evaluate(),
        save: () => run.checkpoint(),
        table: () => run.table(0),
        weights: () => run.weights(),
      };
      await refused((calls[name] ?? (() => pe.train(tiny, { checkpoint })))(), 'internal', '');
      assert.equal(isArmed(), false);
      await Promise.all([run.advance(50), other.advance(50)]);
      assert.deepEqual([await hashOf(run), await hashOf(other)], [tinyHash, tinyHash]);
      assert.equal(made.train.length, 2);
      assert.equal(made.train[1].liveHandles(), 2);
      pe.dispose();
    });

  test('closed, aborted and refused runs leave nothing behind', async () => {
    const { pe, made } = tampered(() => ({}));
    const small = { ...tiny, model: { dim: 8 }, positions: [] };
    const round = async () => {
      const run = await pe.train(small);
      await run.advance(1);
      run.close();
      await refusal(pe.train({ ...small, positions: [{ encoding: 'swin-v1', windowHeight: 3 }] }));
      await refusal(pe.train(small, { checkpoint: new Uint8Array(40) }));
      const abort = new AbortController();
      const opening = pe.train({ task: { id: 'latin-square' } }, { signal: abort.signal });
      setImmediate(() => abort.abort());
      await assert.rejects(opening, aborted);
    };
    for (let i = 0; i < 5; i++) await round();
    const [module] = made.train;
    const bytes = module.HEAPU8.length;
    for (let i = 0; i < 50; i++) await round();
    assert.equal(module.liveHandles(), 0);
    assert.equal(module.HEAPU8.length, bytes);
    assert.equal(made.train.length, 1);
    pe.dispose();
  });
});
