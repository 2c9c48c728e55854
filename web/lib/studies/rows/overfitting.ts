import { column, difference, end, latinSquares, learned, primary, squaresToy } from '../build.js';
import type { Claim, Study } from '../study.js';

const [train, test] = [end('train.accuracy'), end('test.accuracy')];
const gap = (arm: string): Claim['value'] => ({ of: { measure: train, arm }, minus: { measure: test, arm } });

export const overfitting: Study = {
  id: 'overfitting',
  title: 'Overfitting of positions',
  question: 'Can a fixed encoding not overfit, where a learned one does?',
  sources: [
    {
      source: 'lecture',
      place: 'Backpropagation Through Positional Encodings',
      words: 'This simplicity avoids potential issues with overfitting on position.',
    },
    {
      source: 'lecture',
      place: 'Fixed vs. Learned Positional Embeddings',
      words:
        'Fixed encodings are simple and robust, while learned encodings offer flexibility at the cost of increased parameterization.',
    },
  ],
  about:
    'A tenth of the usual puzzles, so that memorising is easy. The gap is the share right in training minus that of the test. A fixed table has no weights to overfit with, but the model that reads it has 26,000.',
  base: { ...latinSquares, task: { id: 'latin-square', puzzles: 300 }, steps: 2000, evaluateEvery: 100 },
  arms: [
    { name: 'sinusoidal, 2-D', set: { positions: [{ encoding: 'sinusoidal-nd', axes: 2, where: 'blocks' }] } },
    { name: 'sinusoidal, 1-D', set: { positions: [{ encoding: 'sinusoidal', where: 'blocks' }] } },
    { name: 'learned, σ = 0.4', set: learned(0.4) },
    { name: 'learned, σ = 2', set: learned(2) },
    {
      name: 'random, frozen',
      set: { positions: [{ encoding: 'learned', init: 'small-norm', sigma: 2, where: 'blocks', frozen: true }] },
    },
  ],
  planned: { deviation: 0.06, effect: 0.15 },
  seeds: 6,
  columns: [column('train', train, 3), column('test', test, 3), column('shifted', end('shifted.accuracy'), 3)],
  curves: ['test.accuracy', 'train.accuracy'],
  claims: [
    primary({
      text: 'Fixed encodings do not overfit: with 2-D sinusoids the gap is below 0.1.',
      value: gap('sinusoidal, 2-D'),
      below: 0.1,
    }),
    {
      text: 'With 1-D sinusoids the gap is below 0.1.',
      value: gap('sinusoidal, 1-D'),
      below: 0.1,
    },
    {
      text: 'A table that is learned from σ = 2 answers fewer puzzles of the test than the same table frozen.',
      value: difference(test, 'learned, σ = 2', 'random, frozen'),
      below: 0,
    },
    {
      text: 'A learned table at σ = 0.4 answers fewer puzzles of the test than 1-D sinusoids.',
      value: difference(test, 'learned, σ = 0.4', 'sinusoidal, 1-D'),
      below: 0,
    },
  ],
  inPage: { arms: ['sinusoidal, 1-D', 'learned, σ = 0.4'], set: { steps: 1000 } },
  toy: squaresToy,
};
