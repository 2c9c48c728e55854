import type { Experiment } from '../../types/training.js';
import { column, end, latinSquares, learned, more, primary, squaresToy } from '../build.js';
import { published, publishedMeans } from '../published.js';
import type { Arm, Study } from '../study.js';

const shifted = end('shifted.accuracy');
const meansOf = (sigma: number): Readonly<Record<'test' | 'shifted', number>> => {
  const { test, shifted } = publishedMeans.find((one) => one.sigma === sigma)!;
  return { test: test[0], shifted: shifted[0] };
};
const arm = (sigma: number): Arm => ({
  name: `σ = ${sigma}`,
  set: learned(sigma),
  known: { sigma, ...meansOf(sigma) },
});
const inLogs = (one: number, other: number): string =>
  `as in the logs of LSTNN_public (${meansOf(one).shifted} and ${meansOf(other).shifted})`;

export const publishedPuzzles: Study = {
  id: 'published-puzzles',
  title: 'Small norm, the published puzzles',
  question: 'Does the small norm help with the puzzles that the authors published?',
  sources: [
    {
      source: 'ito',
      place: 'abstract',
      words: 'choice of initialization of a learnable PE greatly influences its ability to discover accurate PEs',
    },
  ],
  about:
    'The 9,000 puzzles of LSTNN_public and, as shifted ones, the 108 that were made for people. Seeds are of weights and order alone, since the puzzles are given: an interval holds for these puzzles. The known numbers are means of 15 seeds of a larger model at the end of 256,000 steps, from the logs of that repository. It belongs to a later paper of the same group (Hearne et al., bioRxiv 10.1101/2025.10.29.685457), so the paper quoted here need not have the same ones. A difference from ours has several causes.',
  base: { ...latinSquares, task: { id: 'own-squares', cells: published } as unknown as Experiment['task'] },
  arms: [arm(0.4), arm(1), arm(2)],
  planned: { deviation: 0.185, effect: 0.33 },
  seeds: 9,
  columns: [
    column('train', end('train.accuracy'), 3),
    column('test', end('test.accuracy'), 3),
    column('test, LSTNN_public', { known: 'test' }, 3),
    column('shifted', shifted, 3),
    column('shifted, LSTNN_public', { known: 'shifted' }, 3),
    column('CKA, block 1', end('block1.cka'), 2),
  ],
  curves: ['test.accuracy', 'shifted.accuracy'],
  claims: [
    primary(more('On the puzzles for people σ = 0.4 is right more often than σ = 2.', shifted, 'σ = 0.4', 'σ = 2')),
    more(`On them it is ahead by more than 0.3, ${inLogs(0.4, 2)}.`, shifted, 'σ = 0.4', 'σ = 2', 0.3),
    more('It mirrors rows and columns more, too.', end('block1.cka'), 'σ = 0.4', 'σ = 2'),
    more(`σ = 0.4 is right more often than σ = 1, ${inLogs(0.4, 1)}.`, shifted, 'σ = 0.4', 'σ = 1'),
  ],
  inPage: { arms: ['σ = 0.4', 'σ = 2'], set: { steps: 2000 } },
  toy: { batch: squaresToy.batch, steps: squaresToy.steps, evaluateEvery: squaresToy.evaluateEvery },
};
