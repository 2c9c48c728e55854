import type { Experiment, PositionSpec } from '../../types/training.js';
import { column, difference, end, more, primary, sequences, sequencesToy } from '../build.js';
import type { Arm, Study } from '../study.js';

const encodings: Readonly<Record<string, readonly PositionSpec[]>> = {
  rotary: [{ encoding: 'rope' }],
  ALiBi: [{ encoding: 'alibi' }],
  T5: [{ encoding: 't5' }],
  sinusoidal: [{ encoding: 'sinusoidal' }],
  learned: [{ encoding: 'learned', init: 'normal' }],
  none: [],
};
const tasks: Readonly<Record<string, Experiment['task']>> = {
  back: { id: 'sequences', kind: 'back', offset: 3, shortest: 4, longest: 16, beyond: 24 },
  slot: { id: 'sequences', kind: 'slot', offset: 3, shortest: 4, longest: 16, beyond: 24 },
};
const arms = Object.entries(tasks).flatMap(([task, of]) =>
  Object.entries(encodings).map(([name, positions]): Arm => ({
    name: `${task}: ${name}`,
    set: { task: of, positions },
  })),
);
const test = end('test.accuracy');
const longer = end('longer.accuracy');

export const lectureOnRelative: Study['sources'] = [
  {
    source: 'lecture',
    place: 'Future Directions and Open Questions, question 3',
    words: 'What tasks benefit the most from relative positional encodings versus absolute ones?',
  },
  {
    source: 'lecture',
    place: 'Relative vs Absolute Positional Encodings',
    words: 'Relative encodings can offer better performance for some tasks by directly modeling inter-token distance.',
  },
];

export const relativeOrAbsolute: Study = {
  id: 'relative-or-absolute',
  title: 'Relative or absolute',
  question: 'Which tasks gain from relative encodings, and which from absolute ones?',
  sources: lectureOnRelative,
  about:
    'Two tasks that differ in one word. In "back" every token is asked for the symbol three tokens before it; in "slot" for the symbol of the fourth token of all. A causal decoder reads both, and lengths up to 16 are trained. "Longer" are lengths from 17 to 24. Real tasks mix the two; how much of each they have, these runs cannot say. The buckets of T5 are those of its encoder here: 16 of the 32 are for later tokens, which the mask hides, and the distances 8 to 11 share one.',
  base: sequences,
  arms,
  planned: { deviation: 0.05, effect: 0.15 },
  seeds: 6,
  columns: [column('trained lengths', test, 3), column('longer', longer, 3)],
  curves: ['test.accuracy', 'longer.accuracy'],
  claims: [
    primary(
      more(
        'Back: on longer sequences a rotary encoding is right more often than sinusoids.',
        longer,
        'back: rotary',
        'back: sinusoidal',
      ),
    ),
    more(
      'Back: on longer sequences T5 biases are right more often than a learned table.',
      longer,
      'back: T5',
      'back: learned',
    ),
    more(
      'Slot: on trained lengths sinusoids are right more often than ALiBi.',
      test,
      'slot: sinusoidal',
      'slot: ALiBi',
    ),
    more(
      'Slot: on longer sequences sinusoids are right more often than a rotary encoding.',
      longer,
      'slot: sinusoidal',
      'slot: rotary',
    ),
    {
      text: 'Back: on trained lengths absolute sinusoids are as good as a rotary encoding, within 0.02.',
      value: difference(test, 'back: rotary', 'back: sinusoidal'),
      below: 0.02,
      above: -0.02,
    },
    {
      text: 'Slot: the causal mask alone tells something: without an encoding more than 0.3 are right, where guessing gives 1/16.',
      value: { measure: test, arm: 'slot: none' },
      above: 0.3,
    },
  ],
  inPage: { arms: ['back: rotary', 'back: sinusoidal'], set: { steps: 200 } },
  toy: sequencesToy,
};
