/**
 * Training compared with PyTorch, if installed (Debian: python3-torch). From the same weights and samples, five steps
 * have equal losses, gradients and weights. One batch contains all samples, so their order does not matter.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { goldenSquares } from './support/experiments.mjs';
import { pe } from './support/instance.mjs';
import { root } from './support/posenc.mjs';
import { pythonWith } from '../../web/tools/pythons.mjs';

const python = pythonWith('torch');
const steps = 5;
/** Relative bounds: losses to themselves, weights to their tensor's largest, gradients to the step's largest. */
const bound = 1e-5;

const learned = (where) => [{ encoding: 'learned', init: 'small-norm', sigma: 0.5, where }];
const cases = {
  'post-norm, tables in every block, GELU twice': {
    model: { heads: 2, mlpOutputActivation: true },
    positions: learned('blocks'),
    as: 'blocks',
  },
  'pre-norm, a table at the input, ReLU': {
    model: { heads: 2, preNorm: true, activation: 'relu' },
    positions: learned('input'),
    as: 'input',
  },
  'causal, rotary': {
    model: { heads: 4, causal: true },
    positions: [{ encoding: 'rope', layout: 'interleaved' }],
    as: 'rope',
  },
  'causal, pre-norm, ALiBi': {
    model: { heads: 4, causal: true, preNorm: true },
    positions: [{ encoding: 'alibi' }],
    as: 'alibi',
  },
};
/** The rate of plain descent is large, so that weights before and after a step determine the gradients. */
const optimizers = [
  { optimizer: 'sgd', learningRate: 0.25, weightDecay: 0 },
  { optimizer: 'adamw', learningRate: 0.003, weightDecay: 0.1 },
];

const { cells, answers } = goldenSquares;
const count = Math.min(64, answers.length - 4 - (answers.length % 4));
const task = {
  id: 'own-squares',
  cells: cells.slice(0, 16 * (count + 4)),
  answers: answers.slice(0, count + 4),
  splits: Array.from({ length: count + 4 }, (_, i) => Number(i >= count)),
};

test('five steps', { skip: !python && 'python3 with torch is not installed' }, async (t) => {
  const ours = [];
  for (const [name, { model, positions, as }] of Object.entries(cases))
    for (const optimizer of optimizers) {
      const run = await pe.train({
        task,
        model: { dim: 16, blocks: 2, hidden: 24, ...model },
        positions,
        batch: count,
        seed: 7,
        ...optimizer,
      });
      const weights = [await run.weights()];
      const losses = [];
      for (let step = 0; step < steps; step++) {
        losses.push(...(await run.advance(1)).losses);
        weights.push(await run.weights());
      }
      run.close();
      const plain = {
        heads: 1,
        blocks: 2,
        preNorm: false,
        causal: false,
        mlpOutputActivation: false,
        activation: 'gelu',
      };
      ours.push({
        ...{ name: `${name}, ${optimizer.optimizer}`, optimizer, losses, weights },
        given: {
          ...{ ...optimizer, steps, model: { ...plain, ...model, positions: as } },
          cells: task.cells.slice(0, 16 * count),
          answers: task.answers.slice(0, count),
          weights: weights[0].map((tensor) => [tensor.name, tensor.shape, [...tensor.data]]),
        },
      });
    }
  const { stdout, stderr, status } = spawnSync(python, [join(root, 'tests/web/support/train_in_pytorch.py')], {
    input: JSON.stringify(ours.map(({ given }) => given)),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  assert.equal(status, 0, stderr);
  const theirs = JSON.parse(stdout);
  let [worst, compared, all] = [0, 0, 0];
  const largest = (list) => list.reduce((a, b) => Math.max(a, Math.abs(b)), 0);
  const close = (mine, other, slack, what, most = largest(other)) => {
    mine.forEach((value, i) => {
      const off = Math.max(0, Math.abs(value - other[i]) - slack[i]) / most;
      worst = Math.max(worst, off);
      assert.ok(off <= bound, `${what}[${i}]: ${value}, PyTorch ${other[i]}`);
    });
  };
  for (const [i, { name, optimizer, losses, weights }] of ours.entries()) {
    const peer = theirs[i];
    close(
      losses,
      peer.losses,
      losses.map(() => 0),
      `${name}: loss`,
    );
    assert.ok(Math.abs(losses.at(-1) - losses[0]) > 0.01, `${name}: weights move`);
    const used = weights[0].filter((tensor) => largest(peer.gradients[0][tensor.name]) > 0);
    assert.ok(used.length >= weights[0].length - 1, `${name}: gradients of ${used.length} tensors`);
    for (const { name: tensor } of used) {
      const of = (step) => weights[step].find((one) => one.name === tensor).data;
      // AdamW divides a gradient by its own size: a gradient of pure rounding error (a key's bias) makes a whole step.
      const gradients = peer.gradients.map((one) => one[tensor]);
      const tops = gradients.map(largest);
      const sure = peer.weights[tensor].map(
        (_, k) => optimizer.optimizer === 'sgd' || gradients.every((one, s) => Math.abs(one[k]) > 2e-3 * tops[s]),
      );
      const some = (list) => [...list].map((value, k) => (sure[k] ? value : 0));
      compared += some(sure.map(() => 1)).reduce((a, b) => a + b, 0);
      all += sure.length;
      close(
        some(of(steps)),
        some(peer.weights[tensor]),
        sure.map(() => 1e-7),
        `${name}: ${tensor}`,
      );
      if (optimizer.optimizer !== 'sgd') continue;
      for (let step = 0; step < steps; step++) {
        const [before, now] = [of(step), of(step + 1)];
        // the difference of two weights is as accurate as the weights
        const slack = [...now].map(
          (value, k) => (Math.abs(value) + Math.abs(before[k])) * (2 ** -24 / optimizer.learningRate),
        );
        const gradient = [...now].map((value, k) => (before[k] - value) / optimizer.learningRate);
        const most = Math.max(...Object.values(peer.gradients[step]).map(largest));
        close(gradient, peer.gradients[step][tensor], slack, `${name}: gradient of ${tensor} at step ${step}`, most);
      }
    }
  }
  assert.ok(compared > 0.8 * all, `${compared} of ${all} weights are compared`);
  t.diagnostic(`PyTorch: within ${worst.toExponential(1)}`);
});
