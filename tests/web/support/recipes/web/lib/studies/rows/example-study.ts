import { column, end, latinSquares, learned, squaresToy } from '../build.js';
import type { Study } from '../study.js';

export const exampleStudy: Study = {
  id: 'example-study',
  title: 'Example',
  question: 'Does it compile?',
  sources: [],
  about: 'One arm.',
  base: latinSquares,
  arms: [{ name: 'one', set: learned(0.4) }],
  planned: { deviation: 1, effect: 2 },
  seeds: 6,
  columns: [column('test', end('test.accuracy'), 3)],
  curves: ['test.accuracy'],
  claims: [],
  inPage: { arms: ['one'], set: { steps: 10 } },
  toy: squaresToy,
};
