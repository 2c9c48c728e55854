/**
 * Runs with initial weights, in every mode and after a worker crash; and every parameter of a model and its training
 * has an effect.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { tiny, tinyHash } from './support/experiments.mjs';
import { pe } from './support/instance.mjs';
import { killablePool } from './support/pool.mjs';
import {
  allModes,
  create,
  modelParams,
  readTensors,
  refused,
  trainingParams,
  weightsBytes,
} from './support/posenc.mjs';

const hashOf = async (run) => (await run.evaluate()).weightsHash;
const learned = { encoding: 'learned', init: 'small-norm', sigma: 0.2, where: 'blocks' };
const source = { ...tiny, steps: 10, positions: [learned, { encoding: 't5' }] };
/** Keeps the table, drops the buckets, and makes a new network for FIRE. */
const tuned = { ...tiny, steps: 20, positions: [learned, { encoding: 'fire' }], schedule: 'cosine', warmup: 3 };

let weights; // taken from `source`
let tunedHash;
before(async () => {
  const run = await pe.train(source);
  await run.advance(10);
  weights = await run.weights();
  const next = await pe.train(tuned, { weights });
  await next.advance(20);
  tunedHash = await hashOf(next);
});

for (const { mode, options } of allModes)
  describe(`weights to begin with, ${mode}`, () => {
    let pe;
    before(async () => (pe = await create(options)));
    after(() => pe.dispose());

    test('are taken by name; what is new and what is dropped is said', async () => {
      const given = weights.map((one) => ({ ...one, data: one.data.slice() }));
      const opening = pe.train(tuned, { weights: given });
      for (const { data } of given) data.fill(0); // the caller's memory again
      const run = await opening;
      const own = await run.weights();
      const { taken, new: fresh, dropped } = run.facts.tensors;
      assert.deepEqual(
        [...taken, ...fresh].toSorted(),
        own.map(({ name }) => name).toSorted(),
        'each tensor is one or the other',
      );
      assert.ok(fresh.length > 0 && fresh.every((name) => name.includes('position.fire.')));
      assert.deepEqual(dropped, ['blocks.0.position.t5.table', 'blocks.1.position.t5.table']);
      for (const name of taken) {
        const [a, b] = [own, weights].map((list) => list.find((one) => one.name === name).data);
        assert.deepEqual(a, b, name);
      }
      await run.advance(20);
      assert.equal(await hashOf(run), tunedHash);
      run.close();
    });

    test('are those of the checkpoint, with them and without', async () => {
      const half = await pe.train(tuned, { weights });
      await half.advance(7);
      const checkpoint = await half.checkpoint();
      half.close();
      const again = await pe.train(tuned, { weights, checkpoint });
      const alone = await pe.resumeTraining(checkpoint);
      assert.equal(alone.facts.tensors, undefined);
      for (const run of [again, alone]) {
        assert.equal(run.step, 7);
        await run.advance(20);
        assert.equal(await hashOf(run), tunedHash);
        run.close();
      }
      const [first, ...rest] = weights;
      const others = [{ ...first, data: first.data.map((x) => x + 1) }, ...rest];
      await refused(pe.train(tuned, { weights: others, checkpoint }), 'bad_argument', 'checkpoint');
      const longer = await refused(pe.train({ ...tuned, steps: 30 }, { checkpoint }), 'bad_argument', 'checkpoint');
      assert.match(longer.message, /its schedule falls/);
    });

    test('of a file, with no steps: the loss is that of the run they are of', async () => {
      const before = await pe.train(source);
      await before.advance(10);
      const expected = await before.evaluate();
      const file = weightsBytes(await before.weights());
      const run = await pe.train({ ...source, steps: 0 }, { weights: readTensors(file) });
      const { splits, weightsHash } = await run.evaluate();
      assert.deepEqual([splits, weightsHash], [expected.splits, expected.weightsHash]);
      assert.deepEqual([run.facts.tensors.new, run.facts.tensors.dropped], [[], []]);
      const steps = [];
      for await (const { step } of run.evaluations()) steps.push(step);
      assert.deepEqual(steps, [0]);
      before.close();
      run.close();
    });
  });

test('where what holds the run dies, it begins with the same weights again', async () => {
  const { pe, kill, buried } = await killablePool(1);
  for (const kept of [false, true]) {
    const run = await pe.train(tuned, { weights });
    await run.advance(5);
    if (kept) await run.checkpoint();
    kill();
    await buried();
    await run.advance(20);
    assert.equal(await hashOf(run), tunedHash);
    run.close();
  }
  pe.dispose();
});

describe('what is refused', () => {
  test('weights', async () => {
    const own = (change) => weights.map((one, i) => (i === 0 ? { ...one, ...change } : one));
    const [{ name, shape, data }] = weights;
    for (const [given, code, field, message] of [
      [3, 'bad_argument', 'options.weights'],
      [[3], 'bad_argument', 'options.weights[0]'],
      [[], 'bad_argument', 'weights', /none of this experiment's tensors/],
      [[{ name: 'x', shape: [1], data: new Float32Array(1) }], 'bad_argument', 'weights', /such as '/],
      [own({ data: [...data] }), 'bad_argument', 'options.weights[0].data'],
      [own({ data: () => Promise.resolve(data) }), 'bad_argument', 'options.weights[0].data'],
      [own({ data: data.slice(1) }), 'bad_shape', 'options.weights[0].data'],
      [own({ name: 3 }), 'bad_argument', 'options.weights[0].name'],
      [own({ data: data.map(() => NaN) }), 'bad_argument', 'weights', /not finite/],
      [[...weights, weights[0]], 'bad_argument', 'weights', /two tensors named/],
      [own({ shape: [...shape].reverse() }), 'bad_shape', 'weights', RegExp(`'${name}'.*\\(32, 5\\).*\\(5, 32\\)`)],
    ]) {
      await refused(pe.train(tuned, { weights: given }), code, field, message);
    }
    const wider = { ...tuned, model: { ...tuned.model, hidden: 40 } };
    await refused(pe.train(wider, { weights }), 'bad_shape', 'weights', /\(32, 32\).*\(32, 40\)/);
  });

  test('parameters without effect', async () => {
    for (const [change, field] of [
      [{ optimizer: 'sgd', beta2: 0.9 }, 'beta2'],
      [{ schedule: 'linear', warmup: 50 }, 'warmup'],
      [{ positions: [], positionLearningRate: 0.1 }, 'positionLearningRate'],
      [{ positions: [{ encoding: 'rope' }], positionWeightDecay: 0.1 }, 'positionWeightDecay'],
      [{ positions: [{ ...learned, frozen: true }], model: { frozen: true } }, 'model.frozen'],
      [{ beta2: 1 }, 'beta2'],
      [{ schedule: 'cosin' }, 'schedule'],
      [{ model: { tokenScale: 0 } }, 'model.tokenScale'],
    ])
      await refused(pe.train({ ...tiny, ...change }), 'bad_param', field);
  });
});

describe('every parameter', () => {
  /** Another value of a number that is allowed with the other values. */
  const others = { dim: 40, heads: 4, batch: 20, warmup: 2, beta2: 0.9, weightDecay: 0.3, hidden: 16 };
  /** Parameters that only set the duration of training and the times of evaluations. */
  const ofTime = ['steps', 'evaluateEvery', 'byPosition', 'tangentSamples'];
  const changed = ({ name, kind, initial, choices }, now) => {
    if (kind === 'boolean') return !(now ?? initial);
    if (kind === 'choice') return choices.find((one) => one !== (now ?? initial));
    return others[name] ?? (now ?? initial ?? 0.01) + 1 / (kind === 'number' ? 2 : 1);
  };
  const begin = { ...tiny, steps: 6 };
  let hash;
  const trained = async (experiment) => {
    const run = await pe.train(experiment);
    await run.advance(6);
    const made = await hashOf(run);
    run.close();
    return made;
  };
  before(async () => void (hash = await trained(begin)));

  for (const [part, params] of Object.entries({ model: modelParams, training: trainingParams }))
    for (const info of params) {
      const { name } = info;
      if (ofTime.includes(name)) continue;
      test(`${part}, ${name}: changes what is trained`, async () => {
        const value = changed(info, part === 'model' ? begin.model[name] : begin[name]);
        const change = part === 'model' ? { model: { ...begin.model, [name]: value } } : { [name]: value };
        assert.notEqual(await trained({ ...begin, ...change }), hash, `${name}: ${value}`);
      });
    }

  test('left out: the weights that C++ names', async () => {
    const run = await pe.train(tiny);
    await run.advance(50);
    assert.equal(await hashOf(run), tinyHash);
    run.close();
  });
});
