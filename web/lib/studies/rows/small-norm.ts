import {
  column,
  difference,
  end,
  latinSquares,
  learned,
  more,
  primary,
  squaresToy,
  start,
  stepsTo,
  term,
} from '../build.js';
import type { Arm, Study } from '../study.js';

/** Variance of a token: the initial map from 5 one-hot channels to 32 has variance 2/(5 + 32), its bias 1/15. */
const tokenVariance = 2 / 37 + 1 / 15;
/** Standard deviation of the first logits, if queries and keys see only table and token (Xavier, variance 1/(2d)). */
const predicted = (sigma: number, tokens: number): number => (sigma ** 2 + tokens ** 2 * tokenVariance) / 2;

function arm(sigma: number, tokens = 1): Arm {
  const name = `σ = ${sigma}${tokens === 1 ? '' : `, tokens × ${tokens}`}`;
  const scaled = tokens === 1 ? {} : { model: { tokenScale: tokens } };
  return { name, set: { ...learned(sigma), ...scaled }, known: { sigma, predicted: predicted(sigma, tokens) } };
}

const sizes = [0.1, 0.4, 1, 2];
const spread = start('block1.logitSpread');
const shifted = end('shifted.accuracy');

export const smallNorm: Study = {
  id: 'small-norm',
  title: 'Small norm, Latin squares',
  question: 'Does a learned table that begins small find the places of its tokens, and generalise better?',
  sources: [
    {
      source: 'ito',
      place: 'abstract',
      words:
        'we find that the choice of initialization of a learnable PE greatly influences its ability to discover accurate PEs that lead to enhanced generalization',
    },
    {
      source: 'ito',
      place: 'abstract',
      words:
        'a learned PE initialized from a small-norm distribution can 1) uncover interpretable PEs that mirror ground truth positions',
    },
  ],
  about:
    'Every block adds a table of its own, which begins as σ·N(0, 1). Two arms change the size of the tokens instead: if the ratio of table and token decided, σ = 2 with tokens × 10 would learn as σ = 0.2 does, and σ = 0.4 with tokens × 0.1 as σ = 4. The two differ in the spread of their first logits as well, so that the spread may decide instead. The model in the logs of LSTNN_public, the repository of a later paper of the same group, is larger (d = 160, 4 blocks) and trained for 256,000 steps; only a larger budget can say whether the difference stays.',
  base: latinSquares,
  arms: [...sizes.map((sigma) => arm(sigma)), arm(0.4, 0.1), arm(2, 10)],
  planned: { deviation: 0.185, effect: 0.33 },
  seeds: 10,
  columns: [
    column('train', end('train.accuracy'), 3),
    column('test', end('test.accuracy'), 3),
    column('shifted', shifted, 3),
    column('CKA, block 1', end('block1.cka'), 2),
    column('steps to 0.9 of test', stepsTo(0.9, 'test.accuracy'), 0),
    column('spread of first logits', spread, 3),
    column('predicted', { known: 'predicted' }, 3),
  ],
  curves: ['test.accuracy', 'shifted.accuracy', 'block1.cka'],
  claims: [
    primary(
      more(
        'A table that begins at σ = 0.4 answers more shifted puzzles than one at σ = 2.',
        shifted,
        'σ = 0.4',
        'σ = 2',
      ),
    ),
    more(
      'The table that begins at σ = 0.4 mirrors rows and columns more than that at σ = 2.',
      end('block1.cka'),
      'σ = 0.4',
      'σ = 2',
    ),
    more(
      'Smaller is not always better: σ = 0.4 answers more shifted puzzles than σ = 0.1.',
      shifted,
      'σ = 0.4',
      'σ = 0.1',
    ),
    more(
      'A table at σ = 0.1 needs more steps to 0.9 of the test than one at σ = 0.4.',
      stepsTo(0.9, 'test.accuracy'),
      'σ = 0.1',
      'σ = 0.4',
    ),
    more(
      'A small table is ahead of a large one also where its ratio to the token is the larger one: σ = 0.4 with tokens × 0.1 answers more shifted puzzles than σ = 2 with tokens × 10.',
      shifted,
      'σ = 0.4, tokens × 0.1',
      'σ = 2, tokens × 10',
    ),
    {
      text: 'The spread of the first logits is half of σ² + σ_tok² at σ = 2, within a quarter.',
      value: { of: term(spread, 'σ = 2'), over: term({ known: 'predicted' }, 'σ = 2') },
      above: 0.75,
      below: 1.25,
    },
    {
      text: 'Tokens × 0.1 do little harm at σ = 0.4: they cost less than 0.1 of the shifted puzzles.',
      value: difference(shifted, 'σ = 0.4', 'σ = 0.4, tokens × 0.1'),
      below: 0.1,
    },
  ],
  inPage: { arms: ['σ = 0.4', 'σ = 2'], set: { steps: 2000 } },
  toy: squaresToy,
};
