import type { PositionSpec } from '../../types/training.js';
import { column, end, latinSquares, learned, more, primary, squaresToy } from '../build.js';
import type { Study } from '../study.js';

const grid: PositionSpec = { encoding: 'sinusoidal-nd', axes: 2, where: 'blocks' };
const line: PositionSpec = { encoding: 'sinusoidal', where: 'blocks' };
const table: PositionSpec = { encoding: 'learned', init: 'small-norm', sigma: 0.1, where: 'blocks' };
const shifted = end('shifted.accuracy');
const test = end('test.accuracy');

export const hybrid: Study = {
  id: 'hybrid',
  title: 'Fixed and learned together',
  question: 'Is a fixed encoding with a learned part better than either alone?',
  sources: [
    {
      source: 'lecture',
      place: 'Future Directions and Open Questions, question 2',
      words: 'Can hybrid approaches combining fixed and learned components yield improvements?',
    },
  ],
  about:
    'Sinusoids of rows and columns, or of the running number of a cell, with a learned table of σ = 0.1 added beside them, and each of them alone. The learned part can repair a wrong fixed part, if training has time for it. One task and one budget; where data are plenty, the learned part may matter less. No arm here is the best pure form: in the study of ill-suited encodings, with the same task, seeds and budget, a 2-D rotary encoding answers more.',
  base: latinSquares,
  arms: [
    { name: 'sinusoidal, 2-D', set: { positions: [grid] } },
    { name: 'sinusoidal, 1-D', set: { positions: [line] } },
    { name: 'learned, σ = 0.1', set: learned(0.1) },
    { name: 'learned, σ = 0.4', set: learned(0.4) },
    { name: '2-D and learned', set: { positions: [grid, table] } },
    { name: '1-D and learned', set: { positions: [line, table] } },
    { name: '2-D, frequencies trained', set: { positions: [{ ...grid, learnFrequencies: true }] } },
  ],
  planned: { deviation: 0.1, effect: 0.2 },
  seeds: 6,
  columns: [column('train', end('train.accuracy'), 3), column('test', test, 3), column('shifted', shifted, 3)],
  curves: ['test.accuracy'],
  claims: [
    primary(
      more(
        'A learned part helps the fixed one that does not fit: 1-D sinusoids with it answer more shifted puzzles than alone.',
        shifted,
        '1-D and learned',
        'sinusoidal, 1-D',
      ),
    ),
    more('It helps the fixed one that fits, too.', shifted, '2-D and learned', 'sinusoidal, 2-D'),
    more(
      'The fixed part helps the learned one: 2-D sinusoids with a table of σ = 0.1 answer more shifted puzzles than that table alone.',
      shifted,
      '2-D and learned',
      'learned, σ = 0.1',
    ),
    more(
      '2-D sinusoids with a table of σ = 0.1 answer more shifted puzzles than a table alone that begins at σ = 0.4.',
      shifted,
      '2-D and learned',
      'learned, σ = 0.4',
    ),
    more(
      'Trained frequencies help 2-D sinusoids on puzzles like those of the training.',
      test,
      '2-D, frequencies trained',
      'sinusoidal, 2-D',
    ),
  ],
  inPage: { arms: ['1-D and learned', 'sinusoidal, 1-D'], set: { steps: 2000 } },
  toy: squaresToy,
};
