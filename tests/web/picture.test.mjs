/** A network that learns a picture: its prediction by an independent formula, its inputs, and errors. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pictureEvaluations } from '../../dist/lib/studies/picture.js';
import { readStudy } from '../../dist/lib/studies/read-study.js';
import { pe } from './support/instance.mjs';
import { root } from './support/posenc.mjs';
import { random } from './support/random.mjs';
import { folder } from './support/own-folder.mjs';

const base = { picture: { side: 6 }, features: 'coordinates', width: 16, steps: 40, evaluateEvery: 10, seed: 3 };
async function trained(experiment) {
  const all = [];
  for await (const one of pictureEvaluations(pe, experiment, {})) all.push(one);
  return all;
}

test('the prediction is gradient descent on the kernel, step by step, from the outputs of this network', async () => {
  const seen = [];
  const watched = {
    table: (...args) => pe.table(...args),
    async analyse(spec, inputs, options) {
      const result = await pe.analyse(spec, inputs, options);
      seen.push({ spec, inputs, result });
      return result;
    },
  };
  const spec = { encoding: 'fourier-features', dim: 8, axes: 2, scale: 0.5 };
  const evaluations = [];
  for await (const one of pictureEvaluations(watched, { ...base, features: spec }, {})) evaluations.push(one);
  const of = (name) => seen.filter(({ spec: { analysis } }) => analysis === name);
  const [{ result: own }, { result: across }] = of('network-kernel');
  const [run] = of('train-network');
  const rate = run.spec.learningRate;
  const [y, yTest] = [run.inputs.y.data, run.inputs.yTest.data];
  const n = y.length;
  let f = [...run.result.trainOutputs.data.subarray(0, n)];
  let g = [...run.result.testOutputs.data.subarray(0, yTest.length)];
  const error = (a, b) => a.reduce((sum, value, i) => sum + (value - b[i]) ** 2, 0) / a.length;
  const near = (a, b) => assert.ok(Math.abs(a - b) <= 1e-9 * (1 + Math.abs(b)), `${a} ${b}`);
  for (let step = 0; step <= base.steps; step++) {
    const there = evaluations.find((one) => one.step === step);
    if (there) {
      near(there.predicted.train, error(f, y));
      near(there.predicted.test, error(g, yTest));
    }
    const missing = f.map((value, i) => value - y[i]);
    const moved = (kernel, row) => missing.reduce((sum, e, j) => sum + kernel.data[row * n + j] * e, 0);
    g = g.map((value, i) => value - rate * moved(across.ntk, i));
    f = f.map((value, i) => value - rate * moved(own.ntk, i));
  }
  assert.deepEqual(
    evaluations.map(({ step }) => step),
    [0, 10, 20, 30, 40],
  );
});

test('half of the pixels are trained on, others by another task seed, and no pixel is in both halves', async () => {
  const halves = async (taskSeed) => {
    const pixels = Array.from({ length: 25 }, (_, i) => i / 25); // each with its own grey
    let inputs;
    const watched = {
      table: (...args) => pe.table(...args),
      analyse(spec, given, options) {
        if (spec.analysis === 'train-network') inputs = given;
        return pe.analyse(spec, given, options);
      },
    };
    const experiment = { ...base, picture: { side: 5, pixels }, steps: 1, evaluateEvery: 1, taskSeed };
    for await (const { splits } of pictureEvaluations(watched, experiment, {})) assert.equal(splits.length, 2);
    return [inputs.y, inputs.yTest].map(({ data }) => [...data].map((grey) => Math.round(25 * (grey + 0.5))));
  };
  const [[a, b], [c]] = [await halves(0), await halves(1)];
  assert.deepEqual([a.length, b.length], [13, 12]);
  assert.deepEqual(
    [...a, ...b].sort((x, y) => x - y),
    Array.from({ length: 25 }, (_, i) => i),
  );
  assert.notDeepEqual(a, c);
});

test('frequencies are drawn by the seed of a run, and the same run has the same weights', async () => {
  const features = { encoding: 'fourier-features', dim: 8, axes: 2 };
  const hash = async (seed) => (await trained({ ...base, features, steps: 2, seed })).at(-1);
  const [first, again, other] = [await hash(1), await hash(1), await hash(2)];
  assert.deepEqual(first, again);
  assert.notEqual(first.weightsHash, other.weightsHash);
  const fixed = { ...features, seed: 9 };
  const losses = await trained({ ...base, features: fixed, steps: 0 });
  assert.equal(losses.length, 1);
});

test('what cannot be a picture is refused with its field', async () => {
  const draw = random('pictures');
  const wrong = [
    [{ picture: { side: 1 } }, 'picture.side'],
    [{ picture: { side: 65 } }, 'picture.side'],
    [{ picture: { side: 2, pixels: [1, 2, 3] } }, 'picture.pixels'],
    [{ picture: { side: 2, pixels: [1, 2, 3, NaN] } }, 'experiment.picture.pixels'],
    [{ features: 'fourier' }, 'experiment.features'],
    [{ features: { encoding: 'fourier-features', dim: 7 + 2 * Math.floor(draw() * 5), axes: 2 } }, 'dim'],
    [{ width: -1 }, 'experiment.width'],
    [{ batch: 3 }, 'experiment'],
  ];
  for (const [change, field] of wrong)
    await assert.rejects(trained({ ...base, ...change }), (error) => {
      assert.ok(`${error.field}`.startsWith(field), `${field}: ${error.field} ${error.message}`);
      return true;
    });
});

test('a picture has one stage: it hands on no weights', () =>
  assert.throws(() => readStudy({ base, arms: [{ name: 'a', then: [{ steps: 2 }] }] }, 'own'), {
    field: 'study.arms',
  }));

test('own pictures through the command line', () => {
  const pixels = Array.from({ length: 16 }, (_, i) => (i % 4) / 4);
  const study = {
    base: { picture: { side: 4, pixels }, features: 'coordinates', width: 8, steps: 4, evaluateEvery: 2 },
    arms: [{ name: 'coordinates' }, { name: 'pixel', set: { features: 'pixel' } }],
    columns: [{ title: 'predicted', measure: { of: 'predicted.test' }, digits: 3 }],
    seeds: 1,
  };
  writeFileSync(join(folder, 'own.json'), JSON.stringify(study));
  const args = [join(root, 'dist/cli/posenc.js'), 'sweep', join(folder, 'own.json'), '--out', folder];
  const said = execFileSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  assert.match(said, /\| pixel \| 1 \| [0-9.]+ \|/);
  assert.equal(readFileSync(join(folder, 'own.jsonl'), 'utf8').trim().split('\n').length, 2);
});
