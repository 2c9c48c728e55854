/** The fifth lesson: its cells check what is measured, and tests/web/authored-notebooks.test.mjs runs them. */
import { valuesOf } from '../../../dist/lib/studies/report.js';
import { interval } from '../../../dist/lib/studies/statistics.js';
import { armOf } from '../../../dist/lib/studies/verdict.js';
import { text } from '../support/posenc.mjs';
import { everything, shortest, takes, unbound } from '../support/reasons.mjs';
import { judged, minus, recordedRuns, runsOf, spread, studyOf, undecided } from '../support/recorded-runs.mjs';

export const prose = ['examples/notebooks/course/5-variants-side-by-side.html'];

const lesson = text(prose[0]);

const base = studyOf('base');
const removal = studyOf('removal');
const extrapolation = studyOf('length-extrapolation');
/** The column `test` of the study's table. */
const answers = (study, arm) =>
  valuesOf(
    study,
    recordedRuns(study.id),
    arm,
    study.columns.find(({ title }) => title === 'test'),
  );
const answersAt = (length, b) => answers(base, `L = ${length}, base ${b}`);
const atLength = (length, b) => spread(answersAt(length, b));
const bases = [2, 10, 100, 1e4, 1e7];
/** Whether the cell that quotes a study has exactly the recorded numbers, to three digits. */
const quotes = (rows, expected) =>
  rows.length === expected.length &&
  rows.every((row, i) =>
    row.every(
      (x, j) => x === (typeof expected[i][j] === 'number' ? Number(expected[i][j].toFixed(3)) : expected[i][j]),
    ),
  );
const quoted = (pattern) => [...lesson.matchAll(pattern)].map(([, ...rest]) => rest);
const quotedBases = quoted(/\{ base: (\d+), median: ([\d.]+), low: ([\d.]+), high: ([\d.]+) \}/g).map((row) =>
  row.map(Number),
);
const quotedTasks = quoted(/\{ task: "([^"]+)", sinusoids: ([\d.]+), none: ([\d.]+) \}/g).map(([task, ...rest]) => [
  task,
  ...rest.map(Number),
]);
const kinds = { 'two back': 'back', backwards: 'reverse', copy: 'copy', sort: 'sort' };
const withAndWithout = (kind) => ['sinusoidal', 'none'].map((arm) => spread(answers(removal, `${kind}: ${arm}`))[0]);

/** The exact two-sided p of Wilcoxon's signed-rank test; no two differences are equal in size. */
function signedRank(differences) {
  const n = differences.length;
  const sizes = differences.map(Math.abs).sort((a, b) => a - b);
  const positive = differences.reduce((sum, x) => sum + (x > 0 ? sizes.indexOf(x) + 1 : 0), 0);
  const least = Math.min(positive, (n * (n + 1)) / 2 - positive);
  let count = 0;
  for (let signs = 0; signs < 2 ** n; signs++) {
    const sum = sizes.reduce((total, _, i) => total + ((signs >> i) & 1) * (i + 1), 0);
    if (sum <= least) count++;
  }
  return Math.min(1, (2 * count) / 2 ** n);
}
/** By seed, how far base 100 is ahead of another one. */
const ahead = (b) => minus(answersAt(24, 100), answersAt(24, b));

/** Frequencies by the denominator m, and the similarity of two patches by its two sums. */
const frequency = (i, m, b = 1e4) => b ** (-i / m);
const kernel = (distance, pairs) =>
  Array.from({ length: pairs }, (_, k) => Math.cos(distance * frequency(k, pairs))).reduce((sum, x) => sum + x, 0) /
  pairs;
const patches = (x, y) => (kernel(x, 16) + kernel(y, 16)) / 2;

/** Frequencies by denominator and base, for what the lesson's teacher says of them. */
const lastOf = (m) => 10000 ** (-3 / m);
const anglesOf = (base) => Array.from({ length: 16 }, (_, i) => 48 * base ** (-i / 16));

export const claims = [
  takes(18),
  ...unbound({
    definition: [
      'A program chooses the order of channels: interleaved, half, or half with cosines first.',
      'It chooses the base …, here 10,000, and the denominator … of the exponent:',
      'It chooses the position of the first token, which the paper leaves open; we take 0.',
      'Without words, a score of lesson 4 is its last term, ….',
      'A table of … positions has … numbers of 4 bytes, and no weights.',
      '1 MiB is … bytes.',
      'The last of four pairs is i = 3.',
      'At position 0 all angles were 0.',
      'No sine is above 1.',
      'Channel 0 takes sine 0, and channel 1 takes cosine 0.',
      'Cosine i stands at i + row.length / 2.',
    ],
    given: [
      '…, base 10,000, denominator ….',
      'A program subtracts 100 from every position.',
      'Image patches, …: half of the channels are for the column.',
      '…, distances up to 48, base 10,000,000.',
    ],
    instruction: [
      'You need lessons 2 to 4.',
      "Take the paper's table for 64 tokens, with …, and make one change at a time:",
      'Multiply positions, channels and 4 bytes.',
      'Write a function that takes a row in the order half and gives it interleaved.',
    ],
    citation: ['A lecture calls 10,000 an empirical choice.', 'powers of two (in print times π) for each coordinate'],
    checked: [
      'But a rotation … of each pair, as in lesson 3, repairs the latter exactly: … becomes ….',
      'It also gives every channel its own frequency, although the two channels of a pair share one.',
      'Two programs both say "sinusoidal encoding", but their tables differ.',
      'So the rows of two points …, … have the dot product',
      'With these Fourier features the nearer patch is more similar.',
      'Dot products depend on the distance of two positions.',
      '"First position 1" is usually marked wrongly: the rows change, but no distance does.',
    ],
    title: [
      'number of the token, from 0',
      'order half,',
      'first position 1,',
      'first position 1',
      'base 1000,',
      'denominator d/2 − 1',
      'largest change of an entry',
      'largest change of a dot product',
      'largest error of a score',
      'pairs below 0.1 rad',
      'Similarity of two rows, d = 32',
      'Base with the highest median',
      'largest error of a dot product',
      'base with the highest median',
      'the more similar patch',
    ],
    broken: ['Wrong belief: "10,000 is the best base."'],
    answer: ['(row) => row.map((_, c) => row[c % 2 === 0 ? c / 2 : (c - 1 + row.length) / 2])'],
    wrong: ['they exceed 1'],
    plan: [
      everything,
      shortest,
      'The student has done lessons 2 to 4.',
      '10 minutes: two programs, and the first guess.',
      '25 minutes: also the base.',
      'Ask the class: "Two tables differ.',
      'Ask before you choose the programs: can two programs with the same formula have different rows?',
      'Choose tensor2tensor and fairseq, token 3.',
      'Let everybody mark each of the six changes with yes or no before the guess.',
      'Take bases 2 and 10,000,000 in turn, and ask what goes wrong with each.',
      'Most choose 10,000, "because everybody takes it".',
      'Most choose the nearer patch.',
      'Draw both places on a grid on the board, and mark the channels that stay equal (2 minutes).',
    ],
  }),
  {
    says: 'With …, as in the paper, this is the formula of lesson 2.',
    holds: () => [0, 1, 2, 3].every((i) => frequency(i, 8 / 2) === 1e4 ** ((-2 * i) / 8)),
  },
  {
    says: 'In fairseq this is {2}: position {1} is padding, with a row of zeros.',
    // its dictionary has begin, padding, end, unknown; positions begin behind the padding's
    is: () => [['begin', 'padding', 'end', 'unknown'].indexOf('padding') + 1, 1],
  },
  {
    says: 'Positions may be scaled, in DETR to at most ….',
    because: 'its sums along rows and columns are divided by the last one and multiplied by 2π',
  },
  {
    says: 'The other three change …, the angles in the sum of lesson 3.',
    // for a distance of 7: another denominator, another base, positions doubled
    holds: () =>
      [7 * frequency(5, 31), 7 * frequency(5, 32, 1000), 14 * frequency(5, 32)].every(
        (angle) => Math.abs(angle - 7 * frequency(5, 32)) > 0.01,
      ),
  },
  {
    says: 'A larger base slows every pair but the first.',
    holds: () =>
      Array.from({ length: 16 }, (_, i) => [frequency(i, 16, 100), frequency(i, 16, 1e4)]).every(([small, large], i) =>
        i === 0 ? small === large : large < small,
      ),
  },
  {
    says: 'The task below has distances up to {48}.',
    // from the first to the last of 49 tokens: the symbols, a sign between, and the symbols backwards
    is: () => [2 * armOf(base, 'L = 24, base 100').set.task.longest],
  },
  {
    says: 'A small model is trained for {600} steps to write up to {24} symbols backwards.',
    is: () => {
      const { set } = armOf(base, 'L = 24, base 100');
      return [base.base.steps, set.task.kind === 'reverse' ? set.task.longest : NaN];
    },
  },
  {
    says: 'Each base was tried with {ten} random seeds.',
    is: () => [base.seeds],
  },
  {
    says: 'You guessed …; the median is highest at **…**.',
    holds: () => {
      const medians = bases.map((b) => atLength(24, b)[0]);
      return bases[medians.indexOf(Math.max(...medians))] === 100;
    },
  },
  {
    says: 'right answers, median of 10 seeds',
    holds: () =>
      base.seeds === 10 &&
      quotes(
        quotedBases,
        bases.map((b) => [b, ...atLength(24, b)]),
      ),
  },
  { says: '95 % interval', because: 'a title; the numbers below it are bound with the medians' },
  {
    says: 'In {nine} of {ten} seeds base 100 is ahead of 10,000, by {0.066} in the median (95 % interval {0.013} to {0.150}).',
    is: () => {
      const { values, median: middle, interval: between } = judged('base', 'The base of 10000 is no optimum');
      return [values.filter((x) => x > 0).length, values.length, middle, ...between];
    },
  },
  {
    says: 'It is ahead of 2 and 10,000,000 in {eight}, and by more: {0.255} ({−0.004} to {0.293}) and {0.224} ({−0.030} to {0.302}).',
    is: () => {
      const all = [2, 1e7].map(ahead);
      const wins = all.map((one) => one.filter((x) => x > 0).length);
      if (!all.every((one) => spread(one)[0] > spread(ahead(1e4))[0])) throw new Error('not by more');
      return [wins[0] === wins[1] ? wins[0] : NaN, ...all.flatMap(spread)];
    },
  },
  {
    says: 'Signs alone leave these two undecided; a signed-rank test, which weighs sizes, gives p = {0.010} for each.',
    is: () => {
      for (const begins of ['At length 24 base 2,', 'At length 24 base 10⁷,'])
        if (judged('base', begins).verdict !== undecided) throw new Error('it is decided');
      const [small, large] = [2, 1e7].map((b) => signedRank(ahead(b)));
      return [small === large ? small : NaN];
    },
  },
  {
    says: 'Against 10 the runs do not decide: {0.063} ({−0.109} to {0.130}).',
    is: () => {
      if (signedRank(ahead(10)) < 0.05) throw new Error('it is decided');
      return spread(ahead(10));
    },
  },
  {
    says: 'With at most 8 symbols, all five medians are above 0.99.',
    holds: () => bases.length === 5 && bases.every((b) => atLength(8, b)[0] > 0.99),
  },
  {
    says: 'For this task 10,000 is not the best choice.',
    holds: () => judged('base', 'The base of 10000').verdict === 'holds',
  },
  {
    says: 'Recorded numbers are means of the last {five} evaluations.',
    // the recorded number of a seed, and the evaluations that it is the mean of
    is: () => {
      const { curves, end } = runsOf('base', 'L = 24, base 100')[0].stages[0];
      const all = curves['test.accuracy'];
      const mean = (n) => all.slice(-n).reduce((sum, x) => sum + x, 0) / n;
      return [all.findIndex((_, n) => n > 0 && Math.abs(mean(n) - end['test.accuracy']) < 1e-5)];
    },
  },
  { says: '6 to the right', because: 'a choice' },
  { says: '4 to the right and 4 down', because: 'a choice' },
  {
    says: 'It is the patch **6 to the right** (… against …), although it is further away.',
    holds: () => patches(6, 0) > patches(4, 4) && Math.hypot(6, 0) > Math.hypot(4, 4),
  },
  {
    says: 'It lies in the same image row, so half of its channels are equal.',
    because: 'the table of image patches is sinusoidal for row and column alone, each in half of the channels',
  },
  {
    says: 'The table has medians of six seeds of a model with a causal mask.',
    holds: () =>
      removal.seeds === 6 &&
      removal.base.model.causal &&
      quotes(
        quotedTasks,
        Object.entries(kinds).map(([task, kind]) => [task, ...withAndWithout(kind)]),
      ),
  },
  {
    says: 'In "two back" it names the symbol two places before.',
    holds: () => armOf(removal, 'back: none').set.task.offset === 2,
  },
  {
    says: 'Two back loses {0.378} of the answers (95 % interval {0.355} to {0.394}).',
    is: () => {
      const { median: middle, interval: between } = judged('removal', 'Back:');
      return [middle, ...between];
    },
  },
  {
    says: 'Copying loses {0.116} ({0.101} to {0.137}), and sorting none.',
    is: () => {
      const sorting = judged('removal', 'Sort,');
      if (!(sorting.interval[1] < 0)) throw new Error('sorting loses something');
      const { median: middle, interval: between } = judged('removal', 'Copy:');
      return [middle, ...between];
    },
  },
  {
    says: '{Six} small models learned from texts of {32} words and read {256}.',
    is: () => {
      const { length } = extrapolation.base.task;
      return [extrapolation.seeds, length, armOf(extrapolation, 'sinusoidal').then[1].task.length];
    },
  },
  {
    says: 'Their mean … of the right next word rises by {2.56} ({1.84} to {3.54}).',
    is: () => {
      const { verdict, median: middle, interval: between } = judged('length-extrapolation', 'Sinusoids extrapolate');
      if (verdict !== 'does not hold') throw new Error('they do');
      return [middle, ...between];
    },
  },
  {
    says: 'There are 8 · 2²⁰ numbers; each has 4 bytes.',
    holds: () => 8192 * 1024 === 8 * 2 ** 20 && Float32Array.BYTES_PER_ELEMENT === 4,
  },
  { says: 'That is float64, with {8} bytes.', is: () => [Float64Array.BYTES_PER_ELEMENT] },
  { says: 'Those are millions of bytes.', holds: () => Math.abs((8192 * 1024 * 4) / 1e6 - 33.55) < 0.06 },
  { says: "That is the paper's, with m = 4.", holds: () => Math.abs(frequency(3, 4) - 0.001) < 1e-12 },
  { says: 'Here m = 3 and i = 3.', holds: () => Math.abs(frequency(3, 8 / 2 - 1) - 0.0001) < 1e-12 },
  { says: 'These are the channels; a pair adds 1.', because: 'sin² + cos² = 1' },
  { says: 'Every pair of equal angles adds 1.', because: 'sin² + cos² = 1' },
  { says: '32 channels are {16} pairs.', is: () => [32 / 2] },
  {
    says: 'In one recorded task base 100 was ahead of 10,000.',
    holds: () => judged('base', 'The base of 10000').verdict === 'holds',
  },
  {
    says: 'Where it ends: one small task does not tell the best base of a large model.',
    because: 'what a study of one task can say',
  },
  {
    says: 'Let the class find the reason in the heads of the columns: positions 3 and 5.',
    because: 'the first position of fairseq is 2',
  },
  {
    says: 'Let the class compute the last frequency for d = 8 with both denominators on the board (3 minutes): 0.001 and 0.0001.',
    holds: () => Math.abs(lastOf(4) - 0.001) < 1e-12 && Math.abs(lastOf(3) - 0.0001) < 1e-12,
  },
  { says: 'Students often expect the first frequency to differ, too; it is {1} in both.', is: () => [10000 ** -0] },
  {
    says: 'On the first slide set A to the paper and B to Stable Diffusion: the error falls to 0.',
    because: 'reordered weights give the same scores',
  },
  {
    says: 'With 2 all {16} pairs make a whole turn; with 10,000,000 {nine} of them move by less than {0.1} radians.',
    is: () => [
      anglesOf(2).filter((angle) => angle >= 2 * Math.PI).length,
      anglesOf(1e7).filter((angle) => angle < 0.1).length,
      0.1,
    ],
  },
  {
    says: 'Ask for its interval and that of 100: they overlap.',
    holds: () => atLength(24, 1e4)[2] > atLength(24, 100)[1],
  },
  {
    says: 'Ask what may still be said: the same seeds are compared, and in nine of ten 100 is ahead.',
    holds: () => {
      const ahead = minus(answersAt(24, 100), answersAt(24, 1e4));
      return ahead.filter((x) => x > 0).length === 9 && ahead.length === 10;
    },
  },
];
