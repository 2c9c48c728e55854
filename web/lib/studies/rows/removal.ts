import type { Experiment } from '../../types/training.js';
import { column, difference, end, more, primary, sequences, sequencesToy } from '../build.js';
import type { Arm, Study } from '../study.js';

const kinds = ['copy', 'reverse', 'sort', 'recall', 'back', 'slot'];
const task = (kind: string): Experiment['task'] =>
  ({
    ...{ id: 'sequences', kind, shortest: 2, longest: 8, beyond: 8 },
    ...(kind === 'back' || kind === 'slot' ? { offset: 2 } : {}),
  }) as Experiment['task'];
const arms = kinds.flatMap((kind): Arm[] => [
  { name: `${kind}: sinusoidal`, set: { task: task(kind), positions: [{ encoding: 'sinusoidal' }] } },
  { name: `${kind}: none`, set: { task: task(kind) } },
]);
const test = end('test.accuracy');
const lost = (text: string, kind: string, by: number) => more(text, test, `${kind}: sinusoidal`, `${kind}: none`, by);

export const removal: Study = {
  id: 'removal',
  title: 'Without an encoding',
  question: 'Does removing the encoding hurt every task?',
  sources: [
    {
      source: 'article',
      place: 'Impact on Model Performance',
      words:
        'Studies have shown that removing positional embeddings dramatically degrades transformer performance, confirming their importance in capturing sequential information.',
    },
    {
      source: 'article',
      place: 'The Need for Positional Information',
      words:
        'Without positional information, a transformer would treat these sentences identically, as it would only see an unordered set of tokens.',
    },
  ],
  about:
    'Six tasks on sequences of at most eight symbols, each read by a causal decoder with sinusoids and without any encoding. The mask lets a token see how many stand before it, so a decoder is not blind to order. "Dramatically" is taken as a fifth of the answers. An encoder without a mask is tried in the study of ill-suited encodings.',
  base: sequences,
  arms,
  planned: { deviation: 0.08, effect: 0.2 },
  seeds: 6,
  columns: [column('test', test, 3), column('train', end('train.accuracy'), 3)],
  curves: ['test.accuracy'],
  claims: [
    primary(lost('Back: removing the sinusoids costs more than a fifth of the answers.', 'back', 0.2)),
    lost('Slot: it costs more than a fifth.', 'slot', 0.2),
    lost('Copy: it costs more than a fifth.', 'copy', 0.2),
    lost('Reverse: it costs more than a fifth.', 'reverse', 0.2),
    {
      text: 'Sort, whose answer does not depend on the order: removing them costs less than 0.05.',
      value: difference(test, 'sort: sinusoidal', 'sort: none'),
      below: 0.05,
    },
    {
      text: 'A causal decoder without an encoding is not blind: it copies better than guessing by more than 0.1.',
      value: { measure: test, arm: 'copy: none' },
      above: 1 / 16 + 0.1,
    },
  ],
  inPage: { arms: ['copy: sinusoidal', 'copy: none'], set: { steps: 800 } },
  toy: sequencesToy,
};
