/** A training run that several workers share: the bits of one that is alone, whoever dies. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tiny, tinyHash } from './support/experiments.mjs';
import { killable } from './support/pool.mjs';
import { create, refused } from './support/posenc.mjs';
import { random } from './support/random.mjs';

const parallel = true;
const hashOf = async (run) => (await run.evaluate()).weightsHash;

for (const workers of [2, 3, 4])
  test(`${workers} workers have the bits of one, and the losses`, async () => {
    const pe = await create({ workers });
    const run = await pe.train(tiny, { parallel });
    const alone = await pe.train(tiny);
    const fractions = [];
    const [shared, own] = [await run.advance(20), await alone.advance(20)];
    assert.deepEqual(shared, own);
    assert.deepEqual(await run.evaluate(), await alone.evaluate());
    const checkpoint = await run.checkpoint();
    assert.deepEqual(checkpoint, await alone.checkpoint());
    const rest = await run.advance(100, { onProgress: (fraction) => fractions.push(fraction) });
    assert.deepEqual([rest.step, rest.done, rest.losses.length, fractions.at(-1)], [50, true, 30, 1]);
    assert.deepEqual(await run.advance(3), { step: 50, losses: new Float64Array(0), done: true });
    assert.equal(await hashOf(run), tinyHash);
    const resumed = await pe.resumeTraining(checkpoint, { parallel });
    await resumed.advance(50);
    assert.equal(await hashOf(resumed), tinyHash);
    assert.deepEqual(await resumed.table(1), await run.table(1));
    for (const each of [run, alone, resumed]) each.close();
    pe.dispose();
  });

test('refused where there is nobody to share with', async () => {
  for (const options of [{}, { worker: true }, { workers: 1 }]) {
    const pe = await create(options);
    await refused(pe.train(tiny, { parallel }), 'bad_argument', 'options.parallel');
    await refused(pe.train(tiny, { parallel: 2 }), 'bad_argument', 'options.parallel');
    (await pe.train(tiny, { parallel: false })).close();
    pe.dispose();
  }
});

test('an abort leaves all of them after the same whole step; so does a loss that is no number', async () => {
  const pe = await create({ workers: 2 });
  const long = { ...tiny, steps: 100_000 };
  const run = await pe.train(long, { parallel });
  const abort = new AbortController();
  const onProgress = () => abort.abort();
  await assert.rejects(run.advance(90_000, { signal: abort.signal, onProgress }), { name: 'AbortError' });
  const { step } = await run.evaluate();
  assert.ok(step > 0 && step < 90_000, `${step}`);
  assert.equal((await run.advance(2)).step, step + 2);
  const unbroken = await pe.train(long);
  await unbroken.advance(step + 2);
  assert.equal(await hashOf(run), await hashOf(unbroken));
  const wild = { ...tiny, optimizer: 'sgd', learningRate: 10, steps: 400 };
  const [one, both] = [await pe.train(wild), await pe.train(wild, { parallel })];
  const alone = await refused(one.advance(400), 'bad_argument', 'learningRate');
  const shared = await refused(both.advance(400), 'bad_argument', 'learningRate');
  assert.equal(shared.message, alone.message);
  assert.deepEqual(await both.evaluate(), await one.evaluate());
  pe.dispose();
});

test('closed and disposed under way', async () => {
  const pe = await create({ workers: 2 });
  const run = await pe.train(tiny, { parallel });
  const underWay = refused(run.advance(50), 'disposed', '');
  run.close();
  await underWay;
  const other = refused((await pe.train(tiny, { parallel })).advance(50), 'disposed', '');
  pe.dispose();
  await other;
});

test('workers that die, at random times: nobody notices, and the weights are the same', async (t) => {
  const { pe, kill, buried, started } = await killable(2);
  const chance = random('workers of a shared run');
  for (let i = 0; i < (process.env.POSENC_FULL ? 40 : 6); i++) {
    const run = await pe.train(tiny, { parallel });
    const timer = setTimeout(kill, 300 * chance());
    let last;
    for await (const evaluation of run.evaluations()) last = evaluation;
    clearTimeout(timer);
    await buried();
    assert.deepEqual([last.step, last.weightsHash], [50, tinyHash]);
    run.close();
  }
  t.diagnostic(`${started() - 2} workers were replaced`);
  pe.dispose();
});
