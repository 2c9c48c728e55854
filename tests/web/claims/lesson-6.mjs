/** The sixth lesson: its cells check what is measured; what it quotes of studies is computed here from their runs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readResults } from '../../../dist/cli/sweep/results.js';
import { studies } from '../../../dist/lib/studies/list.js';
import { judgedOf } from '../../../dist/lib/studies/report.js';
import { create, root } from '../support/posenc.mjs';
import {
  answer,
  broken,
  checked,
  citation,
  definition,
  given,
  instruction,
  plan,
  shown,
  title,
} from '../support/reasons.mjs';

export const prose = ['examples/notebooks/course/6-learned-tables.html'];

const pe = await create();
export const close = () => pe.dispose();

/** Median, interval and number of seeds of the claim of a study that begins so. */
function recorded(id, begins) {
  const study = studies.find((one) => one.id === id);
  const [judged, ...more] = judgedOf(study, readResults(join(root, `tests/studies/${id}.jsonl`))).filter(({ claim }) =>
    claim.text.startsWith(begins),
  );
  if (!judged || more.length > 0) throw new Error(`${id}: ${begins}`);
  return judged;
}
function numbers(id, begins, verdict) {
  const judged = recorded(id, begins);
  if (judged.verdict !== verdict) throw new Error(`${id}: ${judged.verdict}`);
  return [judged.median, ...judged.interval, judged.values.length];
}
const undecided = 'not decided at this budget';

const deviation = async (init, dim) => {
  const { data } = await pe.table({ encoding: 'learned', init, dim, count: 512 }, 512, { dtype: 'f64' });
  const mean = data.reduce((sum, x) => sum + x, 0) / data.length;
  return Math.sqrt(data.reduce((sum, x) => sum + (x - mean) ** 2, 0) / data.length);
};
const near = (x, y) => Math.abs(x / y - 1) < 0.02;

const model = { dim: 16, blocks: 1, heads: 2, causal: true };
const learned = (sigma) => [{ encoding: 'learned', init: 'small-norm', sigma }];
const back = { id: 'sequences', kind: 'back', symbols: 8 };
/** Median of six seeds of the share of right answers after 600 steps. */
async function afterSixHundred(sigma) {
  const right = [];
  for (let seed = 0; seed < 6; seed++) {
    const run = await pe.train({
      task: { ...back, shortest: 12, longest: 12, beyond: 12 },
      ...{ model, positions: learned(sigma), learningRate: 0.003, batch: 16, steps: 600, seed, taskSeed: seed },
    });
    await run.advance(600);
    right.push((await run.evaluate()).splits.find(({ split }) => split === 'test').accuracy);
    run.close();
  }
  right.sort((a, b) => a - b);
  return (right[2] + right[3]) / 2;
}

/** The last row of a table that no document reaches, before and after 20 steps. */
async function untrained(weightDecay) {
  const run = await pe.train({
    task: { ...back, longest: 8, beyond: 12 },
    ...{ model, positions: learned(1), learningRate: 0.01, weightDecay, batch: 8, steps: 20 },
  });
  const row = async () => {
    const { data, shape } = (await run.weights()).find(({ name }) => name.startsWith('position'));
    return data.slice((shape[0] - 1) * shape[1]);
  };
  const before = await row();
  await run.advance(20);
  const after = await row();
  run.close();
  return { before, after };
}

const squares = () =>
  pe.train({ task: { id: 'latin-square', puzzles: 30 }, model: { dim: 16, blocks: 1, heads: 2 }, steps: 1 });

export const claims = [
  { says: 'You need lessons 1 to 4.', because: instruction },
  {
    says: 'The lesson takes about 17 minutes.',
    because: 'tests/web/lessons.test.mjs counts the words and the controls',
  },
  { says: 'normal, σ = 0.02', because: title },
  { says: 'normal, σ = 0.2', because: title },
  { says: 'normal, σ = 1/√d', because: title },
  { says: 'normal, σ = 1', because: title },
  { says: 'uniform, 0 to 1', because: title },
  { says: 'A fresh table, in colours from −1 to 1', because: title },
  {
    says: 'BERT has 512 rows of 768 numbers: … weights, … percent of its 110 million.',
    because: citation,
  },
  {
    says: 'BERT begins with 0.02, the libraries fairseq and torch with … and 1.',
    holds: async () =>
      near(await deviation('normal', 64), 0.02) &&
      near(await deviation('inverse-sqrt-dim', 64), 1 / 8) &&
      near(await deviation('unit-normal', 64), 1),
  },
  { says: 'Now … grows from 0.02 to 2.', because: given },
  {
    says: 'It is **…**, since query and key both grow by {100}.',
    is: () => [2 / 0.02],
  },
  { says: 'largest attention weight, mean', because: title },
  { says: 'Equal attention weights would be 1/128, which is ….', because: shown },
  { says: 'The cosine of two rows is their dot product, divided by both lengths.', because: definition },
  { says: 'Sinusoidal neighbours have …, where 1 means the same direction.', because: shown },
  { says: 'Rows 64 apart have … there, and … with sinusoids.', because: shown },
  { says: 'A small model reads documents of 1 to 16 symbols, each length equally often.', because: given },
  { says: 'It learns to repeat the symbol two places back.', because: given },
  { says: 'Its table has 24 rows.', because: given },
  { says: 'It is **…**: rows 16 to 23 still have their first random numbers.', because: checked },
  { says: 'of 1,600 documents reach it', because: title },
  {
    says: 'expected: {100} · (16 − row)',
    is: () => [1600 / 16],
  },
  { says: 'BERT read 128 tokens in 90 percent of its steps.', because: citation },
  {
    says: 'So rows 128 to 511, three quarters of the table, learned in the rest.',
    holds: () => 511 - 128 + 1 === (3 / 4) * 512,
  },
  {
    says: 'An image model that needs more rows stretches its table: new rows are mixtures of old neighbours.',
    because: citation,
  },
  {
    says: 'The cell asks for a row that is not there, and stretches tables of 14 × 14 rows to 16 × 16.',
    because: instruction,
  },
  { says: 'Position 512 of a table with 512 rows: *…*.', because: shown },
  { says: 'size after stretching, 1 before', because: title },
  {
    says: 'Yet in recorded runs at eight times the trained length their loss grows by {2.54} nats (95 % interval {1.84} to {3.53}, {6} seeds).',
    is: () => numbers('length-extrapolation', 'Sinusoids extrapolate', 'does not hold'),
  },
  {
    says: 'That of learned tables grows by {2.77} ({1.35} to {4.29}).',
    is: () => numbers('length-extrapolation', 'Learned tables do not', 'holds').slice(0, 3),
  },
  { says: 'Wrong belief: "Small initialisation is always better."', because: broken },
  {
    says: 'The cell trains models of five sizes, six seeds each, on the same task with 12 symbols.',
    because: given,
  },
  {
    says: 'After … steps σ = 0.02 is right in **…** of the answers, σ = 0.5 in **…**, and σ = 4 in **…**.',
    because: shown,
  },
  { says: 'After … steps: median, least and most of six seeds', because: title },
  {
    says: 'Try to rescue it: with 600 steps the small tables catch up, and still are not ahead.',
    holds: async () => {
      const middle = await afterSixHundred(0.5);
      return middle > 0.99 && Math.abs((await afterSixHundred(0.02)) - middle) < 0.01;
    },
  },
  { says: 'Models of Ito et al. tell a hidden cell of a 4 × 4 square.', because: citation },
  { says: 'Recorded differences, with 95 % intervals, are undecided if 0 lies within:', because: definition },
  {
    says: 'The table from … = 0.4 mirrors rows and columns better than that from 2, by {0.568} ({0.397} to {0.739}, {10} seeds).',
    is: () => numbers('small-norm', 'The table that begins at σ = 0.4 mirrors', 'holds'),
  },
  {
    says: 'Random tables have 0, the truth has 1.',
    because: 'web/lib/types/training.ts defines the measure, and docs/lab.md says so',
  },
  {
    says: 'On unfamiliar squares … = 0.4 is right more often than 0.1, by {0.285} ({−0.028} to {0.515}, {10} seeds): undecided.',
    is: () => numbers('small-norm', 'Smaller is not always better', undecided),
  },
  {
    says: 'There a … computed from a wanted spread differs from 1 by {−0.027} ({−0.531} to {0.230}, {6} seeds): undecided.',
    is: () => numbers('kernel-init', 'The σ that a spread of 0.15 chooses answers more shifted puzzles', undecided),
  },
  {
    says: 'There a learned table, added to sinusoids, gains {0.070} ({−0.063} to {0.215}, {6} seeds): undecided.',
    is: () => numbers('hybrid', 'A learned part helps the fixed one that does not fit', undecided),
  },
  {
    says: 'Train one yourself, in less than a minute:',
    holds: () => {
      const { seconds } = JSON.parse(readFileSync(join(root, 'tests/studies/in-page.json'), 'utf8')).studies[
        'small-norm'
      ];
      return seconds < 60; // of two runs that are longer
    },
  },
  {
    says: 'A fixed table has no weights to memorise with, but the model around it has thousands.',
    holds: async () => {
      const run = await squares();
      const { parameters } = run.facts;
      run.close();
      return parameters > 2000 && parameters < 10_000;
    },
  },
  {
    says: 'The cell trains on {81} Latin squares, and asks {108} others.',
    is: async () => {
      const run = await squares();
      const { splits } = run.facts;
      run.close();
      return ['train', 'shifted'].map((name) => splits.find((one) => one.name === name).samples);
    },
  },
  { says: 'Guessing is right in a quarter.', holds: () => 1 / 4 === 0.25 },
  { says: 'learned, σ = 0.4', because: title },
  { says: 'So the weights around the table memorise.', because: checked },
  {
    says: 'Recorded runs with more squares leave sinusoids a gap of {0.452} between training and test (95 % interval {0.335} to {0.636}, {6} seeds).',
    is: () => numbers('overfitting', 'With 1-D sinusoids the gap', 'does not hold'),
  },
  {
    says: 'Whether a learned table answers fewer test squares is undecided.',
    holds: () => recorded('overfitting', 'A learned table at σ = 0.4').verdict === undecided,
  },
  { says: 'GPT-2 has 1024 positions and ….', because: given },
  { says: 'Each of the 1024 rows has 768 numbers: multiply.', because: answer },
  { says: "That is BERT's table, with {512} rows.", is: () => [393216 / 768] },
  { says: 'Its spread would be about {0.06}, the square of {0.25}.', is: () => [0.25 ** 2, 0.25] },
  { says: 'Documents have 1 to 100 words, each length equally often.', because: given },
  { says: 'Rows are counted from 0.', because: definition },
  { says: 'With 75 words the last row is {74}.', is: () => [[...Array(75).keys()].at(-1)] },
  {
    says: 'From 76 to 100 there are {25} lengths.',
    is: () => [[...Array(101).keys()].filter((n) => n > 75).length],
  },
  { says: 'Count the lengths that are above 75.', because: instruction },
  { says: 'With n words the last row is n − 1.', because: definition },
  { says: 'A model with sinusoids knows nine of ten training squares, and guesses unseen ones.', because: given },
  { says: 'A document of n words ends at row n − 1.', because: definition },
  {
    says: 'Where it ends: our models are small, and yours may have another best size.',
    because: 'a limit of what was tried',
  },
  { says: 'The student has done lessons 1 to 4.', because: plan },
  { says: '10 minutes: the fresh table, and the guess about neighbours.', because: plan },
  { says: '25 minutes: also which rows move, and the best size.', because: plan },
  { says: '50 minutes: everything.', because: plan },
  { says: 'Ask the class: "A table has 1000 rows, and all documents have 300 words.', because: plan },
  { says: 'What is row 700 after training?"', because: plan },
  {
    says: 'These are its first random numbers, or what weight decay left of them.',
    holds: async () => {
      const [kept, decayed] = [await untrained(0), await untrained(0.5)];
      const left = (1 - 0.01 * 0.5) ** 20;
      return (
        kept.after.every((x, i) => x === kept.before[i]) &&
        decayed.after.every((x, i) => Math.abs(x - left * decayed.before[i]) < 1e-5)
      );
    },
  },
  { says: 'best after … steps', because: title },
];
