/** Figures of recorded studies that lessons quote in sentences and cells, checked against tests/studies. */
import assert from 'node:assert/strict';
import { interval, median } from '../../../dist/lib/studies/statistics.js';
import { armOf, judge, measured } from '../../../dist/lib/studies/verdict.js';
import { readResults } from '../../../dist/cli/sweep/results.js';
import { studies } from '../../../dist/lib/studies/list.js';
import { join } from 'node:path';
import { root, text } from '../support/posenc.mjs';

const lesson = Object.fromEntries(
  [
    '5-variants-side-by-side',
    '6-learned-tables',
    '7-relative',
    '8-rotary',
    '9-context-extension',
    '10-kernels-and-networks',
    '11-learned-encodings-find-the-truth',
    '12-precision-and-errata',
  ].map((name) => [name.split('-')[0], `examples/notebooks/course/${name}.html`]),
);
export const whole = false;
export const prose = Object.values(lesson);

const studyOf = (id) => studies.find((one) => one.id === id);
const known = new Map();
function recordedRuns(id) {
  if (!known.has(id)) known.set(id, readResults(join(root, `tests/studies/${id}.jsonl`)));
  return known.get(id);
}
const runsOf = (id, arm) =>
  recordedRuns(id)
    .filter((run) => run.arm === arm)
    .sort((a, b) => a.seed - b.seed);
/** Final values of a measure in a stage of an arm, by seed; the last stage by default. */
const ends = (id, arm, measure, stage) =>
  runsOf(id, arm).map((run) => {
    const value = measured({ of: measure, stage }, armOf(studyOf(id), arm), run);
    assert.ok(!Number.isNaN(value), `${id}, ${arm}: no ${measure} of stage ${stage}`);
    return value;
  });
const minus = (a, b) => a.map((x, seed) => x - b[seed]);
/** [median, low, high] */
const spread = (values) => [median(values), ...interval(values)];
/** The verdict of the runs on the only claim of a study that begins with `begins`. */
function judged(id, begins) {
  const found = studyOf(id).claims.filter((one) => one.text.startsWith(begins));
  assert.equal(found.length, 1, `${id}: ${begins}`);
  return judge(studyOf(id), found[0], recordedRuns(id));
}
/** [median, low, high, seeds] of a claim with this verdict. */
function claimed(id, begins, verdict) {
  const found = judged(id, begins);
  if (verdict) assert.equal(found.verdict, verdict);
  return [found.median, ...found.interval, found.values.length];
}
const undecided = 'not decided at this budget';

/** The increase in loss on documents of 256 words, by seed. */
const costs = (arm) => minus(...[2, 0].map((stage) => ends('length-extrapolation', arm, 'test.loss', stage)));
const cost = (arm) => spread(costs(arm));
const right = (arm, measure = 'test.accuracy', stage = undefined) =>
  spread(ends('relative-or-absolute', arm, measure, stage));
const losses = (arm, stage) => ends('context-extension', arm, 'test.loss', stage);
const more = (arm, other) => spread(minus(losses(arm), losses(other)));
const squares = (arm, measure) => ends('ill-suited', arm, measure);

const base = studyOf('base');
const tested = (id, arm) => runsOf(id, arm).map((run) => measured(testOf(id), armOf(studyOf(id), arm), run));
const testOf = (id) => studyOf(id).columns.find(({ title }) => title === 'test').measure;
const atBase = (b, length = 24) => tested('base', `L = ${length}, base ${b}`);
const ahead = (b) => minus(atBase(100), atBase(b));
const wins = (values) => values.filter((x) => x > 0).length;
/** The exact two-sided p of Wilcoxon's signed-rank test; no two differences are equal in size. */
function signedRank(differences) {
  const sizes = differences.map(Math.abs).sort((a, b) => a - b);
  const ranks = sizes.map((_, i) => i + 1);
  const positive = differences.reduce((sum, x) => sum + (x > 0 ? sizes.indexOf(Math.abs(x)) + 1 : 0), 0);
  const all = ranks.reduce((a, b) => a + b);
  let sums = [0];
  for (const rank of ranks) sums = sums.flatMap((sum) => [sum, sum + rank]);
  return (2 * sums.filter((sum) => sum <= Math.min(positive, all - positive)).length) / sums.length;
}

/** Rows of numbers in the cells of a lesson; `pattern` has a group for each number. */
const inCells = (number, pattern) => [...text(lesson[number]).matchAll(pattern)].map(([, ...row]) => row);
const three = (x) => String(Number(x.toFixed(3)));
const cell = (id) => new RegExp(`<script id="${id}" type="module">([^]*?)</script>`).exec(text(lesson[11]))[1];
/** The values in the cells of lesson 11. */
const eleventh = new Function(
  'digits',
  `${cell(17).split('const recorded')[0]}${cell(20)}${cell(25).split('function verdict')[0]}
  return { atStep900, squares, space, claims };`,
)();
/** The claims of docs/studies.md in the order of that lesson's table, and their verdicts; one row is not a claim. */
const asked = [
  ['small-norm', 'The table that begins at σ = 0.4 mirrors', 'holds'],
  ['small-norm', 'A table that begins at σ = 0.4 answers more', 'holds'],
  ['small-norm', 'Smaller is not always better', undecided],
  ['published-puzzles', 'On the puzzles for people σ = 0.4', 'holds'],
  ['small-norm-3d', 'A table that begins at σ = 0.1 mirrors', 'holds'],
  ['small-norm-3d', 'It is more modular, too.', 'holds'],
  ['small-norm-3d', 'It predicts hidden values', 'does not hold'],
  ['ill-suited', 'Of the two rotary encodings', 'holds'],
  undefined,
  ['ill-suited', 'Of the two sinusoids', undecided],
  ['ill-suited-3d', 'The coordinates help', 'holds'],
];
function near(written, recorded, within = 0.000101) {
  assert.equal(written.length, recorded.length);
  written.forEach((x, i) => assert.ok(Math.abs(x - recorded[i]) <= within, `${x} is ${recorded[i]}`));
}

/** Rank correlations of the study of pictures, by seed. */
function pictures() {
  const arms = [0.25, 0.5, 1, 2, 4].map((scale) => `Fourier features, scale ${scale}`);
  const [predicted, trained] = ['predicted.test', 'test.loss'].map((of) =>
    arms.map((arm) => ends('pictures', arm, of)),
  );
  const rank = (list) => list.map((x) => list.filter((y) => y < x).length);
  return trained[0].map((_, seed) => {
    const [a, b] = [predicted, trained].map((by) => rank(by.map((one) => one[seed])));
    return 1 - (6 * a.reduce((sum, x, i) => sum + (x - b[i]) ** 2, 0)) / (5 * 24);
  });
}

const is = (says, is) => ({ says, is });
const holds = (says, holds) => ({ says, holds });

export const claims = [
  // lesson 5
  is('A small model is trained for {600} steps to write up to {24} symbols backwards.', () => [
    base.base.steps,
    armOf(base, 'L = 24, base 100').set.task.longest,
  ]),
  is('Each base was tried with {ten} random seeds.', () => [base.seeds]),
  holds('You guessed …; the median is highest at **…**.', () =>
    [2, 10, 1e4, 1e7].every((b) => median(atBase(b)) < median(atBase(100))),
  ),
  holds('right answers, median of 10 seeds', () => {
    const rows = inCells(5, /\{ base: (\d+), median: ([\d.]+), low: ([\d.]+), high: ([\d.]+) \}/g);
    const recorded = [2, 10, 100, 1e4, 1e7].map((b) => [String(b), ...spread(atBase(b)).map(three)]);
    return rows.join(';') === recorded.join(';');
  }),
  is(
    'In {nine} of {ten} seeds base 100 is ahead of 10,000, by {0.066} in the median (95 % interval {0.013} to {0.150}).',
    () => [wins(ahead(1e4)), base.seeds, ...claimed('base', 'The base of 10000 is no optimum', 'holds').slice(0, 3)],
  ),
  is(
    'It is ahead of 2 and 10,000,000 in {eight}, and by more: {0.255} ({−0.004} to {0.293}) and {0.224} ({−0.030} to {0.302}).',
    () => [wins(ahead(2)) === wins(ahead(1e7)) && wins(ahead(2)), ...spread(ahead(2)), ...spread(ahead(1e7))],
  ),
  is(
    'Signs alone leave these two undecided; a signed-rank test, which weighs sizes, gives p = {0.010} for each.',
    () => {
      for (const begins of ['At length 24 base 2,', 'At length 24 base 10⁷,']) claimed('base', begins, undecided);
      assert.equal(signedRank(ahead(2)), signedRank(ahead(1e7)));
      return [signedRank(ahead(2))];
    },
  ),
  is('Against 10 the runs do not decide: {0.063} ({−0.109} to {0.130}).', () => {
    assert.ok(signedRank(ahead(10)) >= 0.05);
    return spread(ahead(10));
  }),
  holds('With at most 8 symbols, all five medians are above 0.99.', () =>
    [2, 10, 100, 1e4, 1e7].every((b) => median(atBase(b, 8)) > 0.99),
  ),
  holds('For this task 10,000 is not the best choice.', () => judged('base', 'The base of 10000').verdict === 'holds'),
  holds('In one recorded task base 100 was ahead of 10,000.', () => median(ahead(1e4)) > 0),
  holds('The table has medians of six seeds of a model with a causal mask.', () => {
    const rows = inCells(5, /\{ task: "([^"]+)", sinusoids: ([\d.]+), none: ([\d.]+) \}/g);
    const kinds = { 'two back': 'back', backwards: 'reverse', copy: 'copy', sort: 'sort' };
    const recorded = Object.entries(kinds).map(([task, kind]) => [
      task,
      ...['sinusoidal', 'none'].map((arm) => three(median(tested('removal', `${kind}: ${arm}`)))),
    ]);
    return rows.join(';') === recorded.join(';');
  }),
  is('Two back loses {0.378} of the answers (95 % interval {0.355} to {0.394}).', () =>
    claimed('removal', 'Back:').slice(0, 3),
  ),
  is('Copying loses {0.116} ({0.101} to {0.137}), and sorting none.', () => {
    assert.ok(judged('removal', 'Sort,').interval[1] < 0);
    return claimed('removal', 'Copy:').slice(0, 3);
  }),
  is('Their mean … of the right next word rises by {2.56} ({1.84} to {3.54}).', () => cost('sinusoidal')),

  // lesson 6
  is('Yet at eight times the trained length their mean loss grows by {2.56} nats ({1.84} to {3.54}, {6} seeds).', () =>
    claimed('length-extrapolation', 'Sinusoids extrapolate', 'does not hold'),
  ),
  is('With learned tables, whose far rows are untrained, it grows by {2.79} ({1.36} to {4.32}).', () =>
    claimed('length-extrapolation', 'Learned tables, whose', 'holds').slice(0, 3),
  ),
  is(
    'From … = 0.4 a table mirrors rows and columns better than from 2, by {0.568} ({0.397} to {0.739}, {10} seeds).',
    () => claimed(...asked[0]),
  ),
  is(
    'On unfamiliar squares … = 0.4 gains {0.285} of the answers over 0.1 ({−0.028} to {0.515}, {10} seeds): undecided.',
    () => claimed(...asked[2]),
  ),
  is(
    'There … = {0.42}, computed from a wanted spread, gains {−0.027} over 1 ({−0.531} to {0.230}, {6} seeds): undecided.',
    () => [
      studyOf('kernel-init').arms.find((arm) => arm.known?.sigma).known.sigma,
      ...claimed('kernel-init', 'The σ that a spread of 0.15 chooses answers more shifted puzzles', undecided),
    ],
  ),
  is('There a learned table, added to sinusoids, gains {0.070} ({−0.063} to {0.215}, {6} seeds): undecided.', () =>
    claimed('hybrid', 'A learned part helps the fixed one that does not fit', undecided),
  ),
  is(
    'In recorded runs with more squares sinusoids have a gap of {0.452} between training and unseen squares ({0.335} to {0.636}, {6} seeds).',
    () => claimed('overfitting', 'With 1-D sinusoids the gap', 'does not hold'),
  ),
  holds(
    'Whether a learned table answers fewer of these is undecided.',
    () => judged('overfitting', 'A learned table at σ = 0.4').verdict === undecided,
  ),

  // lesson 7
  is('With T5 biases the loss rose by {1.56} nats (95 % interval {0.66} to {2.18}).', () => cost('T5')),
  // without an encoding only the number of keys differs, and that loss also rises
  holds('Untrained buckets or more keys may be why.', () => cost('none')[1] > 0),
  is('In the same study the loss rose by {0.136} nats with ALiBi ({0.122} to {0.185}).', () => cost('ALiBi')),
  is('With sinusoids it rose by {2.56} ({1.84} to {3.54}).', () => cost('sinusoidal')),
  holds('A rise below 0.1 counts as none: ALiBi fails, narrowly.', () => {
    const [, low, high] = cost('ALiBi');
    return low > 0.1 && high < 0.2;
  }),
  is(
    "Guessing is right in 1/16 of the cases, and T5, with an encoder's buckets, in {0.963} ({0.950} to {0.973}).",
    () => {
      assert.notEqual(armOf(studyOf('relative-or-absolute'), 'slot: T5').set.positions[0].bidirectional, false);
      return right('slot: T5');
    },
  ),
  is('ALiBi reaches {0.418} ({0.385} to {0.522}), and the mask alone {0.464} ({0.414} to {0.508}).', () => [
    ...right('slot: ALiBi'),
    ...right('slot: none'),
  ]),
  is('On trained lengths T5 and a learned table reach {1.000}.', () => [
    Math.min(...['T5', 'learned'].map((arm) => right(`back: ${arm}`)[0])),
  ]),
  is(
    'On longer sequences T5 keeps {0.993} ({0.989} to {0.996}), and a learned table {0.763} ({0.749} to {0.778}).',
    () => ['T5', 'learned'].flatMap((arm) => right(`back: ${arm}`, 'longer.accuracy')),
  ),
  holds('So relative encodings can be better.', () =>
    ['learned', 'sinusoidal'].every(
      (arm) => right('back: T5', 'longer.accuracy')[1] > right(`back: ${arm}`, 'longer.accuracy')[2],
    ),
  ),
  is('ALiBi has {0.401} ({0.369} to {0.434}) there: its line never prefers distance 3 to 2.', () =>
    right('back: ALiBi', 'longer.accuracy'),
  ),
  is('For the fourth symbol, sinusoids are ahead of T5, with {1.000}.', () => {
    assert.ok(right('slot: sinusoidal')[1] > right('slot: T5')[2]);
    return [right('slot: sinusoidal')[0]];
  }),

  // lesson 8
  is('With RoPE {0.990} of the answers are right (median of {6} seeds, 95 % interval {0.985} to {0.994}).', () => {
    const [middle, ...between] = right('slot: rotary', 'test.accuracy', 0);
    return [middle, runsOf('relative-or-absolute', 'slot: rotary').length, ...between];
  }),
  is('Without an encoding {0.464} are ({0.414} to {0.508}), and guessing gives 1/16.', () =>
    right('slot: none', 'test.accuracy', 0),
  ),
  is('With xPos it rises by {1.46} nats ({6} seeds, {0.794} to {1.66}).', () => {
    const [middle, ...between] = cost('xPos');
    return [middle, costs('xPos').length, ...between];
  }),
  is('With RoPE it rises by {1.70} ({1.22} to {2.25}).', () => cost('rotary')),
  holds('Which loses less is not decided.', () => {
    const [, low, high] = spread(
      minus(...['xPos', 'rotary'].map((arm) => ends('length-extrapolation', arm, 'test.loss', 2))),
    );
    return low < 0 && high > 0;
  }),

  // lesson 9
  is('NTK-aware changes it at both, but keeps {91} % of its 256th eigenvalue, which PI divides by {4.9}.', () => {
    // tests/web/ntk-aware.test.mjs computes both numbers of docs/studies.md
    const section = text('docs/studies.md').split('## What "NTK-aware"')[1];
    return [/NTK-aware keeps ([0-9]+) % of that eigenvalue/, /divides the 256th by ([0-9.]+)/].map((pattern) =>
      Number(pattern.exec(section)[1]),
    );
  }),
  is('In a recorded study {six} small decoders learned documents of {32} words, then read {128}.', () => {
    const { base: all, arms } = studyOf('context-extension');
    return [
      losses('as it is').length,
      all.task.length,
      arms.find(({ name }) => name === 'as it is').then[0].task.length,
    ];
  }),
  is('Unchanged, their median loss rises from {1.33} to {1.92} nats a word.', () => [
    median(losses('as it is', 0)),
    median(losses('as it is')),
  ]),
  is('With PI they lose {2.19} more (median, 95 % interval {1.24} to {2.59}), without new angles.', () =>
    more('position interpolation', 'as it is'),
  ),
  is('NTK-aware loses {2.01} less than PI ({1.25} to {2.68}).', () => more('position interpolation', 'NTK-aware')),
  is('After 100 training steps at 128 for both, PI still loses {0.17} more than no change ({0.12} to {0.21}).', () =>
    more('position interpolation, 100 steps', 'as it is, 100 steps'),
  ),

  // lesson 10
  holds('Its rank correlation with training had the median 1 over 10 seeds, 95 % interval 0.9 to 1.', () => {
    const [middle, low, high] = spread(pictures());
    return pictures().length === 10 && middle === 1 && Math.abs(low - 0.9) < 1e-12 && high === 1;
  }),

  // lesson 11: its cells contain the recorded numbers, from which its sentences are computed
  holds('new puzzles right, step 900', () => {
    for (const sigma of [0.1, 0.4, 1, 2]) {
      const runs = runsOf('small-norm', `σ = ${sigma}`);
      near(
        eleventh.atStep900[sigma],
        runs.map(({ stages: [{ steps, curves }] }) => curves['test.accuracy'][steps.indexOf(900)]),
        0.000501,
      );
      near(eleventh.squares[`σ ${sigma}`].right, ends('small-norm', `σ = ${sigma}`, 'shifted.accuracy'));
      near(eleventh.squares[`σ ${sigma}`].cka, ends('small-norm', `σ = ${sigma}`, 'block1.cka'));
    }
    for (const sigma of [0.1, 0.5, 2]) {
      near(eleventh.space[`σ ${sigma}`].error, ends('small-norm-3d', `σ = ${sigma}`, 'half-masked.loss'));
      near(eleventh.space[`σ ${sigma}`].rsa, ends('small-norm-3d', `σ = ${sigma}`, 'block1.rsa'));
    }
    near(eleventh.squares['random, frozen'].right, squares('random, frozen', 'shifted.accuracy'));
    near(eleventh.squares['random, frozen'].cka, squares('random, frozen', 'block1.cka'));
    eleventh.claims.forEach(([id, , , , , values], row) => {
      if (!asked[row]) return;
      const found = judged(...asked[row]);
      assert.deepEqual([id, found.verdict], [asked[row][0], asked[row][2]]);
      near(values, found.values);
    });
    return true;
  }),
  is("The 3-D data are artificial values of {48} nodes in space, in six modules; the paper's come from brains.", () => [
    studyOf('small-norm-3d').base.task.nodes,
  ]),
  is(
    '2-D rotary encodings (lesson 8), which are given the grid, are right more often than …: by {0.11} ({0.03} to {0.57}), in {six} of six seeds.',
    () => {
      const found = minus(...['rotary, 2-D', 'learned, σ = 0.4'].map((arm) => squares(arm, 'shifted.accuracy')));
      near(eleventh.claims[8][5], found);
      return [...spread(found), wins(found)];
    },
  ),
  is('Whether it does more than 1-D sinusoids is not decided: its interval begins at …, and they have {0.37}.', () => [
    median(squares('sinusoidal, 1-D', 'block1.cka')),
  ]),

  // lesson 12
  is(
    'Without positions a causal decoder loses {0.38} ({0.35} to {0.39}) of the answers where it must look two places back, and in sorting none.',
    () => claimed('removal', 'Back:').slice(0, 3),
  ),
  is('At 64 words, after training on 32, the loss with them is {2.94} nats a word ({2.48} to {3.35}).', () =>
    spread(ends('who-did-what', 'sinusoidal', 'longer.loss')),
  ),
  is('Without any encoding it is {1.58} ({1.55} to {1.76}).', () =>
    spread(ends('who-did-what', 'none', 'longer.loss')),
  ),
];
