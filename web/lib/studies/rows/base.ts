import type { Experiment } from '../../types/training.js';
import { column, difference, end, more, primary, sequences, sequencesToy } from '../build.js';
import type { Arm, Study } from '../study.js';

/**
 * By base, for 32 channels: the induced kernel at distance 1 relative to 0, and the first distance at which it is below
 * a half. tests/web/studies.test.mjs computes them.
 */
const kernels = new Map([
  [2, [0.733, 2]],
  [10, [0.882, 3]],
  [100, [0.932, 4]],
  [1e4, [0.957, 16]],
  [1e7, [0.967, 78]],
] as const);
const ofKernel = ([neighbours, half]: readonly [number, number]): Readonly<Record<string, number>> => ({
  neighbours,
  half,
});
const bases = [...kernels.keys()];
const lengths = [8, 24];
const task = (longest: number): Experiment['task'] => ({
  ...{ id: 'sequences', kind: 'reverse', shortest: 4, longest, beyond: longest },
});
const name = (base: number | string, length: number): string => `L = ${length}, base ${base}`;
const arm = (length: number, base: (typeof bases)[number]): Arm => ({
  name: name(base, length),
  set: { task: task(length), positions: [{ encoding: 'sinusoidal', base }] },
  known: { base, ...ofKernel(kernels.get(base)!) },
});
const test = end('test.accuracy');
const at = (length: number): string[] => bases.map((base) => name(base, length));

export const base: Study = {
  id: 'base',
  title: 'Base and exponent',
  question: 'How do the base 10000 and its exponent affect learning?',
  sources: [
    {
      source: 'lecture',
      place: 'Future Directions and Open Questions, question 1',
      words: 'How do modifications in the base (10000) or the exponent affect learning?',
    },
    {
      source: 'lecture',
      place: 'Why the pos/10000^(2i/d_model) Term?',
      words: 'Using 10000 as the base is an empirical choice, large enough to cover a wide range of positions.',
    },
  ],
  about:
    'A sequence of up to 8 or up to 24 symbols is written backwards, so every position has to be found at another distance, within 49 tokens. With base 2 the slowest pair repeats after 12 positions. With base 10⁷ most pairs hardly move within 49. The exponent rule i² spends more pairs on slow waves. The task and the number of steps were chosen with one seed, so that bases differ before all of them are right. What holds for language models of 4,096 tokens needs their lengths.',
  base: { ...sequences, steps: 600, evaluateEvery: 60 },
  arms: [
    ...lengths.flatMap((length) => bases.map((of) => arm(length, of))),
    ...lengths.map((length) => ({
      name: name('10000, exponent 2', length),
      set: { task: task(length), positions: [{ encoding: 'sinusoidal' as const, exponent: 2 }] },
      known: ofKernel([0.888, 3]),
    })),
  ],
  planned: { deviation: 0.11, effect: 0.15 },
  seeds: 10,
  columns: [
    column('kernel of neighbours', { known: 'neighbours' }, 3),
    column('kernel below half from', { known: 'half' }, 0),
    column('test', test, 3),
    column('steps to 0.9 of test', { stepsTo: 'test.accuracy', reach: 0.9 }, 0),
  ],
  curves: ['test.accuracy'],
  claims: [
    primary(
      more(
        'At length 24 base 2, whose waves repeat, is right less often than base 100.',
        test,
        name(100, 24),
        name(2, 24),
      ),
    ),
    more(
      'At length 24 base 10⁷, whose waves hardly move, is right less often than base 100.',
      test,
      name(100, 24),
      name(1e7, 24),
    ),
    {
      text: 'At length 8 base 2 and base 10000 differ by less than 0.05.',
      value: difference(test, name(1e4, 8), name(2, 8)),
      above: -0.05,
      below: 0.05,
    },
    more(
      'The base of 10000 is no optimum at length 24: base 100 is right more often.',
      test,
      name(100, 24),
      name(1e4, 24),
    ),
    {
      text: 'Above base 100 a larger base is worse at length 24: the rank correlation of base and answers is below −0.5.',
      value: { rank: [{ known: 'base' }, test], arms: at(24).slice(2) },
      below: -0.5,
    },
    {
      text: 'The exponent 2 is as good as 1 at length 24, within 0.05.',
      value: difference(test, name(1e4, 24), name('10000, exponent 2', 24)),
      above: -0.05,
      below: 0.05,
    },
  ],
  inPage: { arms: [name(100, 24), name(1e7, 24)], set: {} },
  toy: sequencesToy,
};
