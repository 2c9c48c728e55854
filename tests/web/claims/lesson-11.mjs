/**
 * The eleventh lesson: its cells check what is measured, and tests/web/authored-notebooks.test.mjs runs them. The numbers of
 * recorded runs that stand in its cells are held here to tests/studies.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { studies } from '../../../dist/lib/studies/list.js';
import { interval, median, power, rankCorrelation } from '../../../dist/lib/studies/statistics.js';
import { judge } from '../../../dist/lib/studies/verdict.js';
import { root } from '../support/posenc.mjs';
import {
  answer,
  broken,
  checked,
  definition,
  given,
  goal,
  instruction,
  plan,
  shown,
  title,
} from '../support/reasons.mjs';

export const prose = ['examples/notebooks/course/11-learned-encodings-find-the-truth.html'];

const lesson = readFileSync(join(root, prose[0]), 'utf8');
const cell = (id) => new RegExp(`<script id="${id}" type="module">([^]*?)</script>`).exec(lesson)[1];
/** What stands in the cells with recorded numbers. */
const {
  atStep900,
  squares,
  space,
  claims: rows,
} = new Function(
  'digits',
  `${cell(17).split('const recorded')[0]}${cell(20)}${cell(25).split('function verdict')[0]}
  return { atStep900, squares, space, claims };`,
)();

const read = (id) =>
  readFileSync(join(root, `tests/studies/${id}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const runsOf = (id, arm) =>
  read(id)
    .filter((run) => run.arm === arm)
    .sort((a, b) => a.seed - b.seed);
const ends = (id, arm, measure) => runsOf(id, arm).map(({ stages }) => stages.at(-1).end[measure]);
const equal = (written, recorded, within = 0.0000501) =>
  written.length === recorded.length && written.every((x, i) => Math.abs(x - recorded[i]) <= within);

/** The claims of docs/studies.md that the rows of the lesson's table are, in their order: a study, and which of its claims. */
const asked = [
  ['small-norm', 'The table that begins at σ = 0.4 mirrors rows and columns more than that at σ = 2.'],
  ['small-norm', 'A table that begins at σ = 0.4 answers more shifted puzzles than one at σ = 2.'],
  ['small-norm', 'Smaller is not always better: σ = 0.4 answers more shifted puzzles than σ = 0.1.'],
  ['published-puzzles', 'On the puzzles for people σ = 0.4 is right more often than σ = 2.'],
  ['small-norm-3d', 'A table that begins at σ = 0.1 mirrors the true covariances more than one at σ = 2.'],
  ['small-norm-3d', 'It is more modular, too.'],
  ['small-norm-3d', 'It predicts hidden values with less error than one at σ = 2.'],
  ['ill-suited', 'Of the two rotary encodings the one that fits the grid answers more shifted puzzles.'],
  ['ill-suited', 'Of the two sinusoids the one that fits the grid answers more shifted puzzles.'],
  ['ill-suited-3d', 'The coordinates help: 3-D sinusoids have less error than 1-D ones.'],
  ['kernel-init', 'The σ that a spread of 0.15 chooses answers more shifted puzzles than N(0, 1).'],
  ['who-did-what', 'Answers at most 8 words back: a rotary encoding is right more often than sinusoids.'],
];
const judged = asked.map(([id, text]) => {
  const study = studies.find((one) => one.id === id);
  return judge(
    study,
    study.claims.find((claim) => claim.text === text),
    read(id),
  );
});
/** The row has the numbers of the record, within what rounding of two arms can do, and its verdict. */
const row = (which, verdict) => {
  const [id, , , , side, values] = rows[which];
  const { claim, values: recorded, verdict: said } = judged[which];
  return (
    id === asked[which][0] &&
    (side > 0 ? claim.above === 0 : claim.below === 0) &&
    values.length === recorded.length &&
    values.every((x, i) => Math.abs(x - recorded[i]) <= 0.000101) &&
    said.startsWith(verdict)
  );
};
const squaresAt = (sigma, measure) => ends('small-norm', `σ = ${sigma}`, measure);
const spaceAt = (sigma, measure) => ends('small-norm-3d', `σ = ${sigma}`, measure);
const minus = (a, b) => a.map((x, i) => x - b[i]);
const illSuited = studies.find(({ id }) => id === 'ill-suited');
/** Sample deviation of the first claim's number. */
const deviation = (values) => {
  const mean = values.reduce((a, b) => a + b) / values.length;
  return Math.sqrt(values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (values.length - 1));
};
const found = deviation(judge(illSuited, illSuited.claims[0], read('ill-suited')).values);

export const claims = [
  { says: 'tell a table that mirrors the truth from a model that generalises.', because: goal },
  { says: 'You need lessons 1 to 4, and medians.', because: instruction },
  {
    says: 'The lesson takes about 19 minutes.',
    because: 'tests/web/lessons.test.mjs counts the words and the controls',
  },
  { says: 'The Latin Square Task shows a few of 16 cells and asks for one of them, marked "?".', because: definition },
  { says: 'Some puzzles need one line, others two or three.', because: checked },
  { says: 'The model gets the 16 cells as tokens in reading order, and no grid.', because: given },
  { says: 'A learned table adds to cell … a row … of 32 numbers, which training changes.', because: given },
  { says: 'The truth is the map below: two cells have 1 if they share a line, else 0.', because: definition },
  {
    says: 'It is 1 where they agree, and 0 on average for random tables.',
    because: 'the unbiased estimate of HSIC (Song et al. 2012) has the mean 0 of independent tables',
  },
  {
    says: 'The sinusoidal table of lesson 2 counts the cells from 0 to 15, and knows nothing of rows.',
    because: definition,
  },
  {
    says: 'It is **…**: neighbours in reading order are alike in this table, and most of them share a row.',
    holds: () => {
      const neighbours = [...Array(15).keys()];
      const sharing = neighbours.filter((cell) => cell >> 2 === (cell + 1) >> 2);
      const similarity = (k) => [...Array(16).keys()].reduce((sum, i) => sum + Math.cos(k * 10000 ** (-i / 16)), 0);
      return sharing.length === 12 && [2, 3, 4, 8, 15].every((k) => similarity(1) > similarity(k));
    },
  },
  { says: 'The random values are of 20 tables.', because: shown },
  { says: 'Half of the 2-D channels depend on the row, and half on the column.', because: definition },
  {
    says: 'There near rows are more alike, while the puzzle treats all rows the same.',
    holds: () => {
      const similarity = (k) => [...Array(8).keys()].reduce((sum, i) => sum + Math.cos(k * 10000 ** (-i / 8)), 0);
      return similarity(1) > similarity(2) && similarity(2) > similarity(3);
    },
  },
  { says: 'So a CKA above 0 is no discovery yet.', because: checked },
  {
    says: 'The lab trains a small transformer: two blocks of 32 channels, each with a table of its own.',
    because: given,
  },
  {
    says: 'Begin a run: a study has recorded the same experiment.',
    holds: () => {
      const { base, arms } = studies.find(({ id }) => id === 'small-norm');
      const { steps, evaluateEvery, ...same } = base;
      const experiment = new Function('size', 'seed', 'Views', 'view', `${cell(16).replace('const run =', 'return')}`)(
        0.4,
        3,
        { labRun: (one) => one },
        (one) => one,
      );
      const { steps: some, evaluateEvery: every, positions, seed, taskSeed, ...rest } = experiment;
      const sorted = (one) => JSON.stringify(Object.entries(one).sort());
      return (
        sorted(rest) === sorted(same) &&
        JSON.stringify(positions) === JSON.stringify(arms.find(({ name }) => name === 'σ = 0.4').set.positions) &&
        some <= steps &&
        every === evaluateEvery &&
        seed === 3 &&
        taskSeed === 3
      );
    },
  },
  {
    says: 'new puzzles right, step 900',
    holds: () =>
      [0.1, 0.4, 1, 2].every((sigma) =>
        equal(
          atStep900[sigma],
          runsOf('small-norm', `σ = ${sigma}`).map(({ stages: [{ steps, curves }] }) => {
            return curves['test.accuracy'][steps.indexOf(900)];
          }),
          0.000501,
        ),
      ),
  },
  {
    says: 'What {46} runs say',
    is: () => [Object.values(squares).reduce((sum, { right }) => sum + right.length, 0)],
  },
  {
    says: 'The study went on to step 3,000, with ten seeds for each size.',
    holds: () =>
      [0.1, 0.4, 1, 2].every((sigma) => {
        const runs = runsOf('small-norm', `σ = ${sigma}`);
        return runs.length === 10 && runs.every(({ stages }) => stages[0].step === 3000);
      }),
  },
  {
    says: 'At … the median run answers {87} % of them, and the median CKA of the first block is {0.70}.',
    is: () => [100 * median(squaresAt(0.4, 'shifted.accuracy')), median(squaresAt(0.4, 'block1.cka'))],
  },
  {
    says: 'At … the median run answers {89} %.',
    is: () => [100 * median(squaresAt(1, 'shifted.accuracy'))],
  },
  { says: 'CKA at σ = 1', because: title },
  {
    says: 'The frozen table was never trained.',
    holds: () =>
      equal(squares['random, frozen'].right, ends('ill-suited', 'random, frozen', 'shifted.accuracy')) &&
      equal(squares['random, frozen'].cka, ends('ill-suited', 'random, frozen', 'block1.cka')) &&
      illSuited.arms.find(({ name }) => name === 'random, frozen').set.positions[0].frozen,
  },
  {
    says: 'Wrong belief: "A model that generalises has found the positions."',
    holds: () =>
      [0.1, 0.4, 1, 2].every(
        (sigma) =>
          equal(squares[`σ ${sigma}`].right, squaresAt(sigma, 'shifted.accuracy')) &&
          equal(squares[`σ ${sigma}`].cka, squaresAt(sigma, 'block1.cka')),
      ) &&
      median(squaresAt(1, 'shifted.accuracy')) > 0.85 &&
      median(squaresAt(1, 'block1.cka')) < 0.367,
  },
  {
    says: 'A claim is about one number a seed, such as the difference of two arms (ways to train) on the same data.',
    because: definition,
  },
  {
    says: 'So the interval from the least of six to the largest misses it in one of {32} cases.',
    is: () => [1 / (2 * 0.5 ** 6)],
  },
  {
    says: 'From nine values on, one at each end may be left out.',
    holds: () => {
      const ends = (n) => interval(Array.from({ length: n }, (_, i) => i))[0];
      return [6, 7, 8].every((n) => ends(n) === 0) && [9, 10, 11].every((n) => ends(n) === 1);
    },
  },
  {
    says: 'Six recorded differences, in order: ….',
    holds: () => row(1, 'holds'),
  },
  { says: 'A claim holds if the whole 95 % interval is on its side of 0.', because: definition },
  {
    says: 'In the 3-D data {48} nodes of six modules lie in space.',
    is: () => [studies.find(({ id }) => id === 'small-norm-3d').base.task.nodes],
  },
  {
    says: 'Take six seeds: one below 0 then leaves a claim open.',
    holds: () => {
      const six = judged[1].values.slice(0, 6);
      return six.filter((x) => x < 0).length === 1 && interval(six)[0] < 0 && interval(six)[1] > 0;
    },
  },
  {
    says: 'The size at the start decides what a table finds: … mirrors the grid, and … does not.',
    holds: () =>
      row(0, 'holds') &&
      interval(squaresAt(0.4, 'block1.cka'))[0] > 0 &&
      interval(squaresAt(2, 'block1.cka'))[0] < 0 &&
      interval(squaresAt(2, 'block1.cka'))[1] > 0,
  },
  {
    says: 'On the 3-D data small tables mirror more, too, and are more modular.',
    holds: () =>
      row(4, 'holds') &&
      row(5, 'holds') &&
      [0.1, 0.5, 2].every(
        (sigma) =>
          equal(space[`σ ${sigma}`].error, spaceAt(sigma, 'half-masked.loss')) &&
          equal(space[`σ ${sigma}`].rsa, spaceAt(sigma, 'block1.rsa')),
      ),
  },
  {
    says: 'On puzzles, drawn or published, … answers more than ….',
    holds: () => row(1, 'holds') && row(2, 'not decided') && row(3, 'holds'),
  },
  {
    says: 'On the 3-D data … has more error than …, and … has less.',
    holds: () =>
      row(6, 'does not hold') &&
      interval(minus(spaceAt(0.5, 'half-masked.loss'), spaceAt(2, 'half-masked.loss')))[1] < 0,
  },
  { says: 'On the 3-D data sinusoids that ignore the space have more error.', holds: () => row(9, 'holds') },
  {
    says: 'On puzzles this is decided for rotary encodings, and not for sinusoids.',
    holds: () => row(7, 'holds') && row(8, 'not decided'),
  },
  {
    says: 'Whether a kernel chooses a better size is not decided.',
    holds: () =>
      row(10, 'not decided') && studies.find(({ id }) => id === 'kernel-init').arms[0].name === 'spread of logits 0.15',
  },
  {
    says: 'Where order alone tells who did what to whom, a rotary encoding is ahead of sinusoids.',
    holds: () => row(11, 'holds'),
  },
  { says: 'Wrong belief: "Three seeds are enough."', because: broken },
  { says: 'Suppose two arms do not differ.', because: given },
  { says: 'Share where three agree', because: title },
  { says: 'It is one in {four}: the other two agree with the first by luck.', is: () => [1 / (2 * 0.5 ** 3)] },
  { says: 'Below are 4000 experiments each.', because: shown },
  {
    says: 'In the last three columns the arms differ by 0.2, with that standard deviation between seeds.',
    because: given,
  },
  { says: 'deviation 0.25: wrong median', because: title },
  { says: 'deviation 0.25: holds', because: title },
  { says: 'deviation 0.1: holds', because: title },
  {
    says: 'The study ill-suited was planned with a deviation of {0.1}, and {0.25} came out.',
    is: () => [illSuited.planned.deviation, found],
  },
  {
    says: 'With six seeds, its "not decided" is no sign that encodings are equal.',
    holds: () =>
      illSuited.seeds === 6 &&
      power(6, { effect: 0.2, deviation: 0.25 }) < 0.25 &&
      power(6, { effect: 0.2, deviation: 0.1 }) > 0.86,
  },
  {
    says: 'Wrong belief: "Smaller initialisation is always better."',
    holds: () => interval(minus(spaceAt(0.1, 'half-masked.loss'), spaceAt(0.5, 'half-masked.loss')))[0] > 0,
  },
  {
    says: 'The smallest size mirrors the truth more than …, and has more error: both are decided.',
    holds: () => row(4, 'holds') && row(6, 'does not hold'),
  },
  {
    says: 'So a better mirror does not prove better predictions.',
    because: 'it follows from the sentence before',
  },
  {
    says: 'Yet among the runs at … those that mirror more have less error: the correlation of the ranks is ….',
    holds: () => rankCorrelation(spaceAt(0.1, 'block1.rsa'), spaceAt(0.1, 'half-masked.loss')) < -0.85,
  },
  { says: 'All 16 rows of a table are turned by the same rotation matrix.', because: given },
  { says: 'it falls to about 0', because: 'a wrong answer' },
  { says: 'it becomes 1', because: 'a wrong answer' },
  {
    says: 'Arm A minus arm B, eight seeds: 0.31, 0.12, −0.02, 0.25, 0.4, 0.18, 0.09, 0.22.',
    because: given,
  },
  {
    says: 'Of eight values none may be left out, and one of them is below 0.',
    holds: () => interval([0.31, 0.12, -0.02, 0.25, 0.4, 0.18, 0.09, 0.22])[0] === -0.02,
  },
  { says: 'Then the whole interval would lie below 0.', because: answer },
  { says: 'Each seed favours the better arm with a chance of 0.9.', because: given },
  { says: 'That is the chance that at least one seed favours it.', holds: () => 1 - 0.1 ** 6 > 0.99 },
  { says: 'All six seeds have to favour it.', because: answer },
  { says: 'A claim holds above 0.', because: given },
  { says: 'An interval that ends at 0 has nothing above 0.', because: definition },
  { says: 'Some claims stay open.', holds: () => row(2, 'not decided') && row(8, 'not decided') },
  { says: 'The student has done lessons 1 to 4.', because: plan },
  { says: '10 minutes: a puzzle with three lines, and the guess about the sinusoidal table.', because: plan },
  { says: '25 minutes: also a run, and the guess about ….', because: plan },
  { says: '50 minutes: everything.', because: plan },
  { says: 'Ask the class: "The table of a model has a CKA of 0.4.', because: plan },
  {
    says: 'A table of reading order has nearly that much.',
    because: checked,
  },
];
