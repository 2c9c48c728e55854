import type { PositionSpec } from '../../types/training.js';
import { column, difference, end, learned, modularData, modularToy, more, primary } from '../build.js';
import type { Arm, Patch, Study } from '../study.js';

const half = end('half-masked.loss');
const rsa = end('block1.rsa');
const only = (name: string, positions: readonly PositionSpec[], rest: Patch = {}): Arm => ({
  name,
  set: { positions, ...rest },
});
const less = (text: string, arm: string, other: string) => ({ text, value: difference(half, arm, other), below: 0 });

export const illSuited3d: Study = {
  id: 'ill-suited-3d',
  title: 'Ill-suited encodings, 3-D modular data',
  question: 'Does an encoding by the order in a list hurt where the places are points of space?',
  sources: [
    {
      source: 'ito',
      place: 'abstract',
      words: 'choosing an ill-suited PE can be detrimental to both model interpretability and generalization',
    },
  ],
  about:
    'The 48 nodes stand in a list from front to back, left and right in turn. Encodings of one axis see that list, those of three axes see the coordinates in millimetres. "As in LSTNN" is the code of LSTNN_public, the repository of a later paper of the same group; its module rope attends over the samples of a batch. Half of the values are hidden and predicted; the least error that any model can have is about 0.65.',
  base: modularData,
  arms: [
    { name: 'learned, σ = 0.1', set: learned(0.1) },
    { name: 'learned, σ = 0.5', set: learned(0.5) },
    only('sinusoidal, 3-D', [{ encoding: 'sinusoidal-nd', axes: 3, where: 'blocks' }]),
    only('sinusoidal, 1-D', [{ encoding: 'sinusoidal', where: 'blocks' }]),
    only('sinusoidal, 1-D, as in LSTNN', [{ encoding: 'sinusoidal', where: 'blocks', publishedDropout: 0.1 }]),
    only('rotary, 1-D', [{ encoding: 'rope' }]),
    only('rotary, 1-D, as in LSTNN', [{ encoding: 'rope', overBatch: true }]),
    only('relative (Shaw)', [{ encoding: 'shaw' }]),
    only('random, frozen', [{ encoding: 'learned', init: 'uniform', where: 'blocks', frozen: true }]),
    only('causal, none', [], { model: { causal: true } }),
    only('none', []),
  ],
  planned: { deviation: 0.02, effect: 0.05 },
  seeds: 6,
  columns: [
    column('error, 50 % masked', half, 3),
    column('error, 90 % masked', end('mostly-masked.loss'), 3),
    column('RSA, block 1', rsa, 2),
  ],
  curves: ['half-masked.loss'],
  claims: [
    primary(
      less(
        'A table that begins at σ = 0.5 predicts hidden values with less error than 1-D sinusoids.',
        'learned, σ = 0.5',
        'sinusoidal, 1-D',
      ),
    ),
    less('So does one that begins at σ = 0.1.', 'learned, σ = 0.1', 'sinusoidal, 1-D'),
    less('The coordinates help: 3-D sinusoids have less error than 1-D ones.', 'sinusoidal, 3-D', 'sinusoidal, 1-D'),
    less(
      'A 1-D rotary encoding has more error than the table that begins at σ = 0.5.',
      'learned, σ = 0.5',
      'rotary, 1-D',
    ),
    more(
      'A table that begins at σ = 0.1 mirrors the true covariances more than 1-D sinusoids do.',
      rsa,
      'learned, σ = 0.1',
      'sinusoidal, 1-D',
    ),
    {
      text: 'The module rope of LSTNN_public, which attends over the batch, is no better than no encoding: it gains less than 0.02.',
      value: difference(half, 'none', 'rotary, 1-D, as in LSTNN'),
      below: 0.02,
    },
    less('An ill-suited encoding is still better than none: 1-D sinusoids have less error.', 'sinusoidal, 1-D', 'none'),
  ],
  inPage: { arms: ['learned, σ = 0.5', 'sinusoidal, 1-D'], set: { steps: 600 } },
  toy: { ...modularToy, task: { samples: 40, nodes: 24 } },
};
