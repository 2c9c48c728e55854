import type { PositionSpec } from '../../types/training.js';
import { column, end, language, languageToy, primary, term } from '../build.js';
import type { Claim, Study } from '../study.js';

const trained = 32;
const [twice, eightfold] = [2 * trained, 8 * trained];
const loss = (stage: number) => end('test.loss', stage);
const encodings: Readonly<Record<string, readonly PositionSpec[]>> = {
  sinusoidal: [{ encoding: 'sinusoidal' }],
  learned: [{ encoding: 'learned', init: 'normal', count: eightfold }],
  rotary: [{ encoding: 'rope' }],
  xPos: [{ encoding: 'xpos' }],
  ALiBi: [{ encoding: 'alibi' }],
  T5: [{ encoding: 't5', bidirectional: false }],
  KERPLE: [{ encoding: 'kerple' }],
  FIRE: [{ encoding: 'fire' }],
  CoPE: [{ encoding: 'cope' }],
  none: [],
};
/** Extra loss of the same weights on longer documents, in nats per word. */
const cost = (arm: string): Claim['value'] => ({ of: term(loss(2), arm), minus: term(loss(0), arm) });
const extrapolates = (text: string, arm: string): Claim => ({ text, value: cost(arm), below: 0.1 });
const cheaper = (text: string, arm: string, other: string): Claim => ({
  text,
  value: { of: term(loss(2), arm), minus: term(loss(2), other) },
  below: 0,
});

export const lengthExtrapolation: Study = {
  id: 'length-extrapolation',
  title: 'Longer than trained',
  question: 'Which encodings still work on documents eight times as long as those of the training?',
  sources: [
    {
      source: 'lecture',
      place: 'Fixed vs. Learned Positional Embeddings',
      words: 'Extrapolates naturally to longer sequences.',
    },
    {
      source: 'article',
      place: 'Why Sinusoidal Functions?, item 4',
      words:
        'The model can potentially generalize to sequence lengths longer than those seen during training, as the positional encoding function is defined for any position value.',
    },
    {
      source: 'article',
      place: 'ALiBi (Attention with Linear Biases)',
      words: 'This simple approach enables strong extrapolation capabilities without position embeddings.',
    },
    {
      source: 'article',
      place: 'xPos (Exponential Position Embedding)',
      words: 'helping models better generalize to sequences longer than training data',
    },
  ],
  about: `A causal decoder learns a small generated language from documents of ${trained} words and reads ones of ${twice} and ${eightfold}, without more training. Loss is the mean over all words in nats, and a cost of 0.1 counts as none. All losses of a run are of the same weights, those after the last step. The limit of 0.1 is a choice: long documents have more that can be asked, and the least loss that any model can have there is not known. T5 meets new buckets: 10 of its 32 belong to distances that no document of ${trained} words has. Models of millions of weights may behave otherwise.`,
  base: language(trained),
  arms: Object.entries(encodings).map(([name, positions]) => ({
    name,
    set: { positions },
    then: [
      { task: { length: twice }, steps: 0 },
      { task: { length: eightfold }, steps: 0 },
    ],
  })),
  planned: { deviation: 0.2, effect: 0.5 },
  seeds: 6,
  columns: [
    column(`loss at ${trained}`, loss(0), 3),
    column(`at ${twice}`, loss(1), 3),
    column(`at ${eightfold}`, loss(2), 3),
    column(`right at ${eightfold}`, end('test.accuracy', 2), 3),
  ],
  curves: ['test.loss'],
  claims: [
    primary(extrapolates('Sinusoids extrapolate: eightfold length costs less than 0.1 nats a word.', 'sinusoidal')),
    extrapolates('ALiBi extrapolates.', 'ALiBi'),
    extrapolates('Rotary encodings extrapolate.', 'rotary'),
    extrapolates('xPos extrapolates.', 'xPos'),
    extrapolates('T5 biases extrapolate.', 'T5'),
    extrapolates('A decoder without any encoding extrapolates.', 'none'),
    {
      text: 'Learned tables, whose far rows are never trained, do not: it costs more than 0.1.',
      value: cost('learned'),
      above: 0.1,
    },
    cheaper('At eightfold length xPos loses less than a rotary encoding.', 'xPos', 'rotary'),
    cheaper('At eightfold length ALiBi loses less than sinusoids.', 'ALiBi', 'sinusoidal'),
  ],
  inPage: { arms: ['sinusoidal', 'ALiBi'], set: { steps: 500 } },
  // reading 256 words takes longer than everything else in all toys; those of context-extension grow too
  toy: { ...languageToy, task: { length: 40 } },
};
