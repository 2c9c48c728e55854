import { column, difference, end, latinSquares, learned, more, primary, squaresToy, start } from '../build.js';
import type { Arm, Study } from '../study.js';

const shifted = end('shifted.accuracy');
const test = end('test.accuracy');
/** Variance of a token, as in small-norm. */
const tokenVariance = 2 / 37 + 1 / 15;
/** σ for a predicted spread s of the first logits: s = (σ² + σ_tok²)/2. */
const forSpread = (s: number): number => Math.round(1e4 * Math.sqrt(2 * s - tokenVariance)) / 1e4;
const spread = 0.15;

const drawn = (name: string, init: object): Arm => ({
  name,
  set: { positions: [{ encoding: 'learned', where: 'blocks', ...init }] } as Arm['set'],
});

export const kernelInit: Study = {
  id: 'kernel-init',
  title: 'Initialisation from a kernel',
  question: 'Is a size or a spectrum that a kernel chooses better than the defaults of the field?',
  sources: [
    {
      source: 'ntk-paper',
      place: 'section 6, item 2',
      words:
        'The NTK perspective suggests initialization strategies that can improve training dynamics for models with position embeddings',
    },
    {
      source: 'ntk-paper',
      place: 'section 6, item 3',
      words:
        'models with well-designed position embeddings may transfer more effectively to tasks with different input distributions',
    },
  ],
  about:
    'The paper names no strategy. Two that follow from a kernel are tried: σ from a wanted spread of the first logits, 0.15, by the formula of the study on small norms; and sinusoids of rows and columns with base 100, whose kernel already falls with the distance on the grid; of these the frequencies alone are trained, and no table. The others are what libraries do if nobody chooses. The shifted puzzles are the other input distribution. One task cannot speak for transfer in general.',
  base: latinSquares,
  arms: [
    { name: 'spread of logits 0.15', set: learned(forSpread(spread)), known: { sigma: forSpread(spread) } },
    {
      name: 'grid waves (base 100), frequencies trained',
      set: { positions: [{ encoding: 'sinusoidal-nd', axes: 2, where: 'blocks', base: 100, learnFrequencies: true }] },
    },
    drawn('N(0, 0.02²), BERT', { init: 'normal' }),
    drawn('N(0, 1/d), fairseq', { init: 'inverse-sqrt-dim' }),
    drawn('N(0, 1), torch', { init: 'unit-normal' }),
    drawn('Xavier, Keras', { init: 'xavier-uniform' }),
  ],
  planned: { deviation: 0.1, effect: 0.2 },
  seeds: 6,
  columns: [
    column('test', test, 3),
    column('shifted', shifted, 3),
    column('CKA, block 1', end('block1.cka'), 2),
    column('spread of first logits', start('block1.logitSpread'), 3),
  ],
  curves: ['test.accuracy'],
  claims: [
    primary(
      more(
        'The σ that a spread of 0.15 chooses answers more shifted puzzles than N(0, 1).',
        shifted,
        'spread of logits 0.15',
        'N(0, 1), torch',
      ),
    ),
    more('It answers more of them than N(0, 0.02²).', shifted, 'spread of logits 0.15', 'N(0, 0.02²), BERT'),
    more('It answers more of them than N(0, 1/d).', shifted, 'spread of logits 0.15', 'N(0, 1/d), fairseq'),
    more(
      'Grid waves whose frequencies are trained answer more of them than the table of spread 0.15.',
      shifted,
      'grid waves (base 100), frequencies trained',
      'spread of logits 0.15',
    ),
    {
      text: 'The difference between N(0, 1/d) and the chosen σ on puzzles like those of the training is below 0.05.',
      value: difference(test, 'spread of logits 0.15', 'N(0, 1/d), fairseq'),
      below: 0.05,
    },
  ],
  inPage: { arms: ['spread of logits 0.15', 'N(0, 1), torch'], set: { steps: 2000 } },
  toy: squaresToy,
};
