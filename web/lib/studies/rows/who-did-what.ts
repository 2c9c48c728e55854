import type { PositionSpec } from '../../types/training.js';
import { column, difference, end, language, languageToy, more, primary } from '../build.js';
import type { Study } from '../study.js';
import { lectureOnRelative } from './relative-or-absolute.js';

const [trained, longer] = [32, 64];
const encodings: Readonly<Record<string, readonly PositionSpec[]>> = {
  rotary: [{ encoding: 'rope' }],
  ALiBi: [{ encoding: 'alibi' }],
  T5: [{ encoding: 't5', bidirectional: false }],
  sinusoidal: [{ encoding: 'sinusoidal' }],
  learned: [{ encoding: 'learned', init: 'normal' }],
  none: [],
};
/** Accuracy by distance in words. */
const near = end('test.accuracy|1-8');
const far = end('test.accuracy|17-32');

export const whoDidWhat: Study = {
  id: 'who-did-what',
  title: 'Relative or absolute, in a small language',
  question: 'Who did what to whom: do relative encodings or absolute ones learn a language where order alone tells it?',
  sources: lectureOnRelative,
  about: `Sentences such as "name verb name", and questions about them: the same name and verb stand together twice, once as who acts and once as to whom it is done, so that only the order tells the answer. Documents of ${trained} words are cut out of a text at any word, so no place has a meaning of its own. A reader of bags of words is right half of the time where it finds both sentences. "Right" is the share of the answers, by how many words the answer stands back. ${longer} words are read without more training. With one of the six seeds a rotary encoding guesses, too: 1/8 of the answers at most 8 words back are right by chance, so the claims about it rest on five seeds. A larger budget would say whether the absolute encodings learn it later.`,
  base: { ...language(trained), task: { ...language(trained).task, beyond: longer } } as Study['base'],
  arms: Object.entries(encodings).map(([name, positions]) => ({ name, set: { positions } })),
  planned: { deviation: 0.15, effect: 0.3 },
  seeds: 6,
  columns: [
    column('right, 1-8 words back', near, 3),
    column('9-16', end('test.accuracy|9-16'), 3),
    column('17-32', far, 3),
    column(`right at ${longer}, 1-8 words back`, end('longer.accuracy|1-8'), 3),
    column('loss', end('test.loss'), 3),
    column(`loss at ${longer}`, end('longer.loss'), 3),
  ],
  curves: ['test.accuracy|1-8', 'test.loss'],
  claims: [
    primary(
      more(
        'Answers at most 8 words back: a rotary encoding is right more often than sinusoids.',
        near,
        'rotary',
        'sinusoidal',
      ),
    ),
    more('It is right more often than a learned table.', near, 'rotary', 'learned'),
    more('T5 biases are right more often than sinusoids.', near, 'T5', 'sinusoidal'),
    more('ALiBi is right more often than sinusoids.', near, 'ALiBi', 'sinusoidal'),
    more(
      'Answers 17 to 32 words back: a rotary encoding is right more often than ALiBi, whose bias falls with the distance.',
      far,
      'rotary',
      'ALiBi',
    ),
    {
      text: 'At this budget sinusoids are right no more often than no encoding: they gain less than 0.1.',
      value: difference(near, 'sinusoidal', 'none'),
      below: 0.1,
    },
    {
      text: `At ${longer} words sinusoids lose more than a rotary encoding does.`,
      value: difference(end('longer.loss'), 'sinusoidal', 'rotary'),
      above: 0,
    },
  ],
  inPage: { arms: ['rotary', 'sinusoidal'], set: { steps: 1000 } },
  toy: languageToy,
};
