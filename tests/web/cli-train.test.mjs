/** posenc train, run as by a user: one line per evaluation, initial weights. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { experiment, train, lines, succeeds, fails } from './support/command-train.mjs';
import { tiny, tinyHash } from './support/experiments.mjs';
import { file, folder } from './support/own-folder.mjs';
import { parseSafetensors } from './support/posenc.mjs';

test('a line of JSON an evaluation, the last of the trained model; weights as safetensors', () => {
  const weights = join(folder, 'weights.safetensors');
  const printed = succeeds([experiment('lines.json', { evaluateEvery: 20 }), '--weights', weights]);
  assert.deepEqual(
    printed.map(({ step }) => step),
    [0, 20, 40, 50],
  );
  const last = printed.at(-1);
  assert.deepEqual(Object.keys(last), [
    ...['experiment', 'seed', 'taskSeed'],
    ...['step', 'trainLoss', 'meanTrainLoss', 'splits', 'blocks', 'weightsHash'],
  ]);
  assert.deepEqual([last.experiment, last.seed, last.taskSeed], ['lines', 0, 0]);
  assert.equal(last.weightsHash, tinyHash);
  const { tensors, metadata } = parseSafetensors(readFileSync(weights));
  assert.ok([...(tensors.keys?.() ?? Object.keys(tensors))].includes('embed.weight'));
  assert.equal(JSON.parse(metadata.experiment).learningRate, tiny.learningRate);
  assert.equal(metadata.layout, '(in, out): y = x @ weight + bias');
  const shapeOf = (name) => [...(tensors.get?.(name) ?? tensors[name]).shape];
  assert.deepEqual(shapeOf('blocks.0.mlp.up.weight'), [tiny.model.dim, tiny.model.hidden], 'dim in, hidden out');
  const axes = JSON.parse(metadata.axes);
  assert.deepEqual(axes['blocks.0.mlp.up.weight'], ['in', 'out']);
  assert.deepEqual(axes['blocks.0.mlp.up.bias'], ['out']);
});

test('tables are in the file as tables', () => {
  const of = (positions) => {
    const weights = file('tables.safetensors');
    const change = { positions, model: { ...tiny.model, heads: 2 }, steps: 0 };
    succeeds([experiment('tables.json', change), '--weights', weights]);
    const { tensors, metadata } = parseSafetensors(readFileSync(weights));
    const axes = JSON.parse(metadata.axes);
    return Object.fromEntries(
      Object.entries(tensors)
        .filter(([name]) => name.includes('position'))
        .map(([name, { shape }]) => [name, [[...shape], axes[name]]]),
    );
  };
  const { dim } = tiny.model;
  assert.deepEqual(of([{ encoding: 'learned' }, { encoding: 't5', numBuckets: 6 }]), {
    'position.learned.values': [
      [16, dim],
      ['count', 'dim'],
    ],
    'blocks.0.position.t5.table': [
      [6, 2],
      ['numBuckets', 'heads'],
    ],
    'blocks.1.position.t5.table': [
      [6, 2],
      ['numBuckets', 'heads'],
    ],
  });
  assert.deepEqual(of([{ encoding: 'fire', hidden: 3 }])['blocks.0.position.fire.c'], [[], []]);
});

test('the mean loss is of the batches since the line before', async () => {
  const every = (evaluateEvery) => succeeds([experiment('every.json', { evaluateEvery, steps: 12 })]);
  const losses = every(1).map(({ trainLoss }) => trainLoss);
  for (const { step, meanTrainLoss } of every(5)) {
    const since = losses.slice(step === 12 ? 11 : step - 4, step + 1);
    const mean = since.reduce((sum, loss) => sum + loss, 0) / since.length;
    assert.equal(meanTrainLoss, step === 0 ? undefined : mean, `step ${step}`);
  }
});

test('standard input, and what a flag says in place of the file', () => {
  const text = JSON.stringify(tiny);
  assert.equal(succeeds(['-', '--steps', '5'], text).at(-1).step, 5);
  const [, other] = succeeds(['-', '--steps', '5', '--seed', '3'], text);
  const [, task] = succeeds(['-', '--steps', '5', '--task-seed', '3'], text);
  assert.equal(new Set([other.weightsHash, task.weightsHash, tinyHash]).size, 3);
});

describe('--from', () => {
  const learned = tiny.positions[0];
  const tuned = { positions: [learned, { encoding: 't5' }], schedule: 'cosine', warmup: 2, steps: 10 };
  const said = /^(\d+) tensors taken; new:( blocks\.[01]\.position\.t5\.table){2}\n/;

  test('begins with the weights of a file, and goes on from its checkpoint with them', () => {
    const source = experiment('source.json', { steps: 5 });
    const weights = join(folder, 'trained.safetensors');
    const [last] = succeeds([source, '--weights', weights]).slice(-1);
    const [same] = lines(train([source, '--steps', '0', '--from', weights]).stdout);
    assert.deepEqual([same.step, same.splits, same.weightsHash], [0, last.splits, last.weightsHash]);

    const path = experiment('tuned.json', tuned);
    const checkpoint = join(folder, 'tuned.posenc');
    const whole = train([path, '--from', weights, '--checkpoint', checkpoint]);
    assert.equal(whole.status, 0);
    assert.match(whole.stderr, said);
    const again = train([path, '--from', weights, '--checkpoint', checkpoint]);
    assert.deepEqual(lines(again.stdout).at(-1).weightsHash, lines(whole.stdout).at(-1).weightsHash);
    const other = join(folder, 'other.safetensors');
    succeeds([source, '--steps', '4', '--weights', other]);
    assert.match(train([path, '--from', other, '--checkpoint', checkpoint]).stderr, /began with other weights/);
  });

  test('what is no such file is refused', () => {
    const path = experiment('refused.json', tuned);
    fails([path, '--from', '-'], 'bad_argument', '--from');
    fails([path, '--from', join(folder, 'nowhere')], 'io', join(folder, 'nowhere'));
    fails([path, '--from', file('no.safetensors', 'x')], 'bad_argument', 'bytes');
  });
});
