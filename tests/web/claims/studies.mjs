/** The page Studies; docs/studies.md is written from the runs, and tests/web/studies.runs.test.mjs holds it to them. */
import { fewestForInterval, interval } from '../../../dist/lib/studies/statistics.js';

export const prose = ['web/notebook/studies.html', 'web/notebook/studies/'];

const judged = 'the rule of web/lib/studies/verdict.ts, tried in tests/web/studies.test.mjs';
/** The fewest values that have an interval. */
const fewest = () => [...Array(20).keys()].find((n) => interval(Array(n).fill(0)) !== undefined);
const numbers = { six: 6 };

export const claims = [
  {
    says: 'A claim holds where the 95 % interval of the median over seeds lies within its bounds, and does not hold where it lies outside.',
    because: judged,
  },
  {
    says: 'Fewer than six seeds decide nothing.',
    holds: () => fewest() === numbers.six && fewestForInterval === numbers.six,
  },
  {
    says: 'A cell is the median over seeds with its interval in brackets, or in braces the least and the most of fewer than six seeds.',
    holds: () => fewest() === numbers.six,
  },
  { says: 'stage, 0 as trained', because: 'a definition' },
];
