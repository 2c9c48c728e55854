import { column, difference, end, learned, modularData, modularToy, more, primary } from '../build.js';
import type { Study } from '../study.js';

const sizes = [0.1, 0.5, 2];
const half = end('half-masked.loss');

export const smallNorm3d: Study = {
  id: 'small-norm-3d',
  title: 'Small norm, 3-D modular data',
  question: 'Does a small norm help where the places are a network in space?',
  sources: [
    {
      source: 'ito',
      place: 'abstract',
      words:
        'learn non-trivial and modular PEs in a real-world neuroscience dataset, and 3) lead to improved downstream generalization in both datasets',
    },
  ],
  about:
    'The real data cannot be shipped: 48 nodes on an ellipsoid stand for them, in six modules that distance alone does not explain. Half of the values are hidden and predicted. The least error that any model can have is known and is about 0.65. What fMRI data would say is not decided here.',
  base: modularData,
  arms: [
    ...sizes.map((sigma) => ({ name: `σ = ${sigma}`, set: learned(sigma), known: { sigma } })),
    { name: 'sinusoidal, 1-D', set: { positions: [{ encoding: 'sinusoidal', where: 'blocks' }] } },
    { name: 'none' },
  ],
  planned: { deviation: 0.02, effect: 0.03 },
  seeds: 10,
  columns: [
    column('error, 50 % masked', half, 3),
    column('error, 90 % masked', end('mostly-masked.loss'), 3),
    column('RSA, block 1', end('block1.rsa'), 2),
    column('modularity, block 1', end('block1.modularity'), 2),
    column('segregation, block 1', end('block1.segregation'), 2),
  ],
  curves: ['half-masked.loss'],
  claims: [
    more(
      'A table that begins at σ = 0.1 mirrors the true covariances more than one at σ = 2.',
      end('block1.rsa'),
      'σ = 0.1',
      'σ = 2',
    ),
    more('It is more modular, too.', end('block1.modularity'), 'σ = 0.1', 'σ = 2'),
    primary({
      text: 'It predicts hidden values with less error than one at σ = 2.',
      value: difference(half, 'σ = 0.1', 'σ = 2'),
      below: 0,
    }),
    {
      text: 'Smaller is not always better: σ = 0.5 predicts with less error than σ = 0.1.',
      value: difference(half, 'σ = 0.5', 'σ = 0.1'),
      below: 0,
    },
    more('Yet σ = 0.1 mirrors the true covariances more than σ = 0.5.', end('block1.rsa'), 'σ = 0.1', 'σ = 0.5'),
    {
      text: 'Without any encoding the error is larger than with σ = 2.',
      value: difference(half, 'none', 'σ = 2'),
      above: 0,
    },
  ],
  inPage: { arms: ['σ = 0.1', 'σ = 2'], set: { steps: 600 } },
  toy: modularToy,
};
