/** The page Studies; docs/studies.md is written from the runs, and tests/web/studies.runs.test.mjs holds it to them. */
import { fewestForInterval, fewestForRanks, interval } from '../../../dist/lib/studies/statistics.js';

export const prose = ['web/notebook/studies.html', 'web/notebook/studies/'];

const judged = 'the rule of web/lib/studies/verdict.ts, tried in tests/web/studies.test.mjs';
/** The fewest values that have an interval. */
const fewest = () => [...Array(20).keys()].find((n) => interval(Array(n).fill(0)) !== undefined);
const numbers = { five: 5, six: 6 };

export const claims = [
  {
    says: 'A claim holds where the 95 % interval of the median over seeds lies within its bounds, and does not hold where it lies outside.',
    because: judged,
  },
  {
    says: 'Fewer than six seeds decide nothing, and neither do ranks of fewer than five arms.',
    holds: () => fewest() === numbers.six && fewestForInterval === numbers.six && fewestForRanks === numbers.five,
  },
  {
    says: 'A cell is the median over seeds with its interval in brackets, or in braces the least and the most of fewer than six seeds.',
    holds: () => fewest() === numbers.six,
  },
  {
    says: 'The sign test asks the same of each claim alone; the two corrections beside it allow for many claims.',
    because: 'tests/web/studies.test.mjs compares them with sums of binomial coefficients and with the two procedures',
  },
  {
    says: 'The primary claim of each study was named on 27 November 2026, after the runs.',
    because: 'when it was named; docs/studies.md says how',
  },
];
