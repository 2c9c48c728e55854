import type { PositionSpec } from '../../types/training.js';
import { column, difference, end, latinSquares, learned, more, primary, squaresToy } from '../build.js';
import { publishedBudget } from '../published.js';
import type { Arm, Patch, Study } from '../study.js';

const shifted = end('shifted.accuracy');
const cka = end('block1.cka');
const only = (name: string, positions: readonly PositionSpec[], rest: Patch = {}): Arm => ({
  name,
  set: { positions, ...rest },
});

export const illSuited: Study = {
  id: 'ill-suited',
  title: 'Ill-suited encodings, Latin squares',
  question: 'Does an encoding that does not fit the task hurt, in answers and in what can be read off?',
  sources: [
    {
      source: 'ito',
      place: 'abstract',
      words: 'choosing an ill-suited PE can be detrimental to both model interpretability and generalization',
    },
  ],
  about: `The baselines of the paper, each as it is defined; four of them also as LSTNN_public has them, the repository of a later paper of the same group (Hearne et al., bioRxiv 10.1101/2025.10.29.685457). Its module rope attends over the samples of a batch, its sinusoids drop a tenth of their numbers also when they are evaluated, and its causal model divides its logits by 0.01. It has a right rope2 beside rope, and which of them made a printed number is not known. Its rope turns half of the channels and ours all of them; its relative encoding is causal and ours is not. Its logs are of a larger model and of ${Math.round(publishedBudget.steps / latinSquares.steps!)} times as many steps: what is slow here may arrive there. The last two claims were added on 2026-11-27, after their numbers had been seen.`,
  base: latinSquares,
  arms: [
    { name: 'learned, σ = 0.4', set: learned(0.4) },
    only('rows and columns given', [], { oracle: true }),
    only('sinusoidal, 2-D', [{ encoding: 'sinusoidal-nd', axes: 2, where: 'blocks' }]),
    only('sinusoidal, 2-D, as in LSTNN', [
      { encoding: 'sinusoidal-nd', axes: 2, where: 'blocks', publishedDropout: 0.1 },
    ]),
    only('sinusoidal, 1-D', [{ encoding: 'sinusoidal', where: 'blocks' }]),
    only('sinusoidal, 1-D, as in LSTNN', [{ encoding: 'sinusoidal', where: 'blocks', publishedDropout: 0.1 }]),
    only('rotary, 1-D', [{ encoding: 'rope' }]),
    only('rotary, 1-D, as in LSTNN', [{ encoding: 'rope', overBatch: true }]),
    only('rotary, 2-D', [{ encoding: 'rope-2d-axial' }]),
    only('relative (Shaw)', [{ encoding: 'shaw' }]),
    only('random, frozen', [{ encoding: 'learned', init: 'uniform', where: 'blocks', frozen: true }]),
    only('causal, none', [], { model: { causal: true } }),
    only('causal, none, as in LSTNN', [], { model: { causal: true, temperature: 0.01 } }),
    only('none', []),
  ],
  planned: { deviation: 0.1, effect: 0.2 },
  seeds: 6,
  columns: [
    column('train', end('train.accuracy'), 3),
    column('test', end('test.accuracy'), 3),
    column('shifted', shifted, 3),
    column('3-vector puzzles of the test', end('test.accuracy|3-vector'), 3),
    column('CKA, block 1', cka, 2),
  ],
  curves: ['test.accuracy'],
  claims: [
    primary(
      more(
        'A learned table at σ = 0.4 answers more shifted puzzles than 1-D sinusoids.',
        shifted,
        'learned, σ = 0.4',
        'sinusoidal, 1-D',
      ),
    ),
    more('It answers more of them than a 1-D rotary encoding.', shifted, 'learned, σ = 0.4', 'rotary, 1-D'),
    more(
      'Of the two sinusoids the one that fits the grid answers more shifted puzzles.',
      shifted,
      'sinusoidal, 2-D',
      'sinusoidal, 1-D',
    ),
    more(
      'Of the two rotary encodings the one that fits the grid answers more shifted puzzles.',
      shifted,
      'rotary, 2-D',
      'rotary, 1-D',
    ),
    more(
      'An ill-suited encoding is still better than none: 1-D sinusoids answer more puzzles of the test.',
      end('test.accuracy'),
      'sinusoidal, 1-D',
      'none',
    ),
    more('A learned table mirrors the places more than 1-D sinusoids do.', cka, 'learned, σ = 0.4', 'sinusoidal, 1-D'),
    {
      text: 'The module rope of LSTNN_public, which attends over the batch, answers no more puzzles of the test than no encoding.',
      value: difference(end('test.accuracy'), 'rotary, 1-D, as in LSTNN', 'none'),
      below: 0.05,
    },
    more(
      'The right table leaves little to learn: with rows and columns given, more shifted puzzles are right than with 2-D sinusoids.',
      shifted,
      'rows and columns given',
      'sinusoidal, 2-D',
    ),
    more(
      'A 2-D rotary encoding answers more shifted puzzles than a learned table at σ = 0.4.',
      shifted,
      'rotary, 2-D',
      'learned, σ = 0.4',
    ),
    more(
      'A table that learns from σ = 0.4 answers more shifted puzzles than a random one that is frozen.',
      shifted,
      'learned, σ = 0.4',
      'random, frozen',
    ),
  ],
  inPage: { arms: ['learned, σ = 0.4', 'sinusoidal, 1-D', 'none'], set: { steps: 2000 } },
  toy: squaresToy,
};
