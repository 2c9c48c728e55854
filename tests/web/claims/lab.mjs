/** The page Lab and docs/lab.md, beside the sentences that `npm run lab` writes from its runs. */
import { latinSquares } from '../../../dist/lib/studies/build.js';
import { publishedBudget, publishedMeans } from '../../../dist/lib/studies/published.js';
import { create, text, tasks, trainingDocumentation, trainingParams } from '../support/posenc.mjs';
import { unbound } from '../support/reasons.mjs';

export const prose = ['docs/lab.md', 'web/notebook/lab.html', 'web/notebook/lab/'];

const pe = await create();
export const close = () => pe.dispose();

/** What the registry says of tasks and experiments, beside their controls. */
const registry = await trainingDocumentation();
export const texts = [...registry.tasks, ...registry.experiment].flatMap(({ id, doc = '', params }) => [
  [id, doc],
  ...params.map((param) => [`${id}.${param.name}`, param.doc]),
]);

const squares = {
  ...latinSquares,
  positions: [{ encoding: 'learned', init: 'small-norm', sigma: 0.4, where: 'blocks' }],
};
const initial = (task, name) => tasks.find(({ id }) => id === task).params.find((one) => one.name === name).initial;
/** Conditions of the Latin squares, each of which has `shifted` puzzles. */
const conditions = 3;
const shifted = conditions * initial('latin-square', 'shifted');
/** `name: 1_000` or `name = 1000` of a source. */
function constant(path, name) {
  const [, number] = new RegExp(`\\b${name}(?: =|:) ([\\d._]+)`).exec(text(path)) ?? [];
  return Number(number?.replaceAll('_', ''));
}
const published = (name) => publishedBudget[name];
/** tests/train/tasks_test.cpp holds the tasks to these. */
const drawn = (name) => constant('tests/train/tasks_test.cpp', name);
const distance = () =>
  Number(/jaccard_distance\(bits, other\) >= ([\d.]+)/.exec(text('tests/train/tasks_test.cpp'))[1]);

const row = (id) => tasks.find((one) => one.id === id);
const param = (id, name) => row(id).params.find((one) => one.name === name);
const training = (name) => trainingParams.find((one) => one.name === name);

/** The symbols of the puzzle that the page shows, 0 where there is none, 5 for the one that is asked for. */
const shown = () =>
  [...text('web/notebook/lab.html').matchAll(/<td>(.?)<\/td>/g)].map(([, cell]) => (cell === '?' ? 5 : Number(cell)));

/** The condition of a puzzle with that answer; a task of own squares finds it, or refuses the answer. */
async function conditionOf(cells, answer) {
  const many = 40;
  const run = await pe.train({
    task: { id: 'own-squares', cells: Array(many).fill(cells).flat(), answers: Array(many).fill(answer) },
    model: { dim: 4, blocks: 1 },
    positions: [],
    ...{ batch: 4, steps: 1 },
  });
  const { splits } = await run.evaluate();
  run.close();
  const shares = Object.entries(splits[1].accuracyByCondition);
  return shares.filter(([, share]) => Number.isFinite(share)).map(([name]) => name);
}

/** The CKA of the true places is 1, and the mean over tables of runs that have not begun is within its error of 0. */
async function unbiased() {
  const ckas = async (runs) => {
    const all = [];
    for (let seed = 0; seed < runs; seed++) {
      const run = await pe.train({
        task: { id: 'latin-square', puzzles: 10, shifted: 1 },
        model: { dim: 32, blocks: 2 },
        ...(runs === 1 ? { positions: [], oracle: true } : { positions: squares.positions }),
        seed,
      });
      all.push(...(await run.evaluate()).blocks.map(({ cka }) => cka));
      run.close();
    }
    return all;
  };
  const [own] = await ckas(1);
  const random = await ckas(30);
  const mean = random.reduce((sum, one) => sum + one, 0) / random.length;
  const variance = random.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (random.length - 1);
  return Math.abs(own - 1) < 1e-9 && Math.abs(mean) < 3 * Math.sqrt(variance / random.length);
}

let known;
const ckaIsUnbiased = () => (known ??= unbiased());

export const claims = [
  ...unbound({
    definition: [
      'The model completes samples of 3-D modular data, of which half or nine tenths of the values are hidden.',
      'Least length that is trained on.',
      'Largest length that is trained on.',
      'Largest length of the split longer.',
      'Tokens of a document of the split longer, which there is none without.',
      'Puzzles of 4 x 4 cells with their answers, given by the caller.',
      'x, y and z of each node, for encodings of three coordinates and to compare with.',
      'An update takes learningRate · weightDecay of each weight away.',
      'Steps between two evaluations: the fewer, the finer the curves.',
      "Activation between the two layers of a block's MLP.",
    ],
    instruction: [
      'CSV files with columns puzzles (16 digits: 0 blank, 5 the target) and solutions, and maybe condition, as LSTNN_public has them.',
      'Give at most … numbers that are not negative, such as ….',
    ],
  }),
  {
    says: "CKA compares the products of the table's rows with those of the true rows and columns, without bias: of random tables it is 0 on average.",
    holds: ckaIsUnbiased,
  },
  {
    says: 'test is one puzzle in {ten}.',
    is: async () => {
      const run = await pe.train({ task: { id: 'latin-square', puzzles: 50 }, positions: [] });
      const [train, test] = run.facts.splits;
      run.close();
      return [(train.samples + test.samples) / test.samples];
    },
  },
  {
    says: 'In the Latin squares the {108} puzzles of shifted are drawn first, and all others have a Jaccard distance of at least {0.8} from each; so {8.5} of their symbols are given on average, and {6.4} in training.',
    is: () => [shifted, distance(), drawn('kGivenInShifted'), drawn('kGivenInTraining')],
  },
  {
    says: 'The logs of LSTNN_public have {0.946} for σ = 0.5 and {0.377} for σ = 2.',
    is: () => {
      const of = (sigma) => publishedMeans.find((one) => one.sigma === sigma).shifted[0];
      return [of(0.5), of(2)];
    },
  },
  {
    says: 'The repository belongs to a later paper (Hearne et al., bioRxiv 10.1101/2025.10.29.685457) than that of Ito et al. (arXiv:2406.08272).',
    because: 'its README says so',
  },
  {
    says: 'These are means of {15} seeds, of a larger model after {256,000} steps, on puzzles that were made for people.',
    is: () => ['seeds', 'steps'].map(published),
  },
  {
    says: 'In a Latin square of {4} × {4} cells each row and each column has every symbol once.',
    is: () => [Math.sqrt(shown().length), Math.sqrt(shown().length)],
  },
  {
    says: 'Here the row has 3 and 2, the column has 2 and 1, so the answer is 4.',
    holds: async () => {
      const cells = shown();
      const at = cells.indexOf(5);
      const [row, column] = [Math.floor(at / 4), at % 4];
      const given = (take) => cells.filter((cell, i) => cell > 0 && cell < 5 && take(i)).join(' ');
      const seen = [given((i) => Math.floor(i / 4) === row), given((i) => i % 4 === column)];
      return seen.join('; ') === '3 2; 2 1' && (await conditionOf(cells, 4)).join() === '2-vector';
    },
  },
  {
    says: 'In a 1-vector puzzle the row or the column has three symbols.',
    holds: async () => {
      const puzzles = {
        '1-vector': [5, 2, 3, 4],
        '2-vector': [5, 2, 0, 0, 3, 0, 0, 0, 4],
        // 1 is in the other columns, below
        '3-vector': [5, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
      };
      for (const [condition, cells] of Object.entries(puzzles)) {
        const filled = Array.from({ length: 16 }, (_, i) => cells[i] ?? 0);
        if ((await conditionOf(filled, 1)).join() !== condition) return false;
      }
      return true;
    },
  },
  {
    says: 'Each puzzle for training or test has a Jaccard distance of at least {0.8} from all of them.',
    is: () => [distance()],
  },
  {
    says: 'So two puzzles share at most a fifth of the symbols and places that either has.',
    holds: () => Math.abs(1 - distance() - 1 / 5) < 1e-12,
  },
  {
    says: 'It is 1 where they agree but for scale; the form used here is unbiased, so random vectors have 0 on average.',
    holds: ckaIsUnbiased,
  },
  {
    says: 'The Procrustes distance is what is left, and 0 where they fit.',
    because: 'a definition; tests/train/structure_test.cpp',
  },
  {
    says: 'It is 0 nats where every query attends to a single token.',
    because: 'a definition; tests/train/run_test.cpp',
  },
  {
    says: 'Representational similarity analysis is the correlation, over all pairs of places, of the cosine of their two vectors with their true similarity.',
    because: 'a definition; tests/train/structure_test.cpp',
  },
  {
    says: 'In our shifted puzzles {8.5} symbols are given on average, in those of the training {6.4}.',
    is: () => [drawn('kGivenInShifted'), drawn('kGivenInTraining')],
  },
  {
    says: 'Without a split, one in ten of a condition is for the test.',
    because: 'a definition; tests/web/read-csv.test.mjs',
  },
  { says: '… has … bytes; at most … are read.', because: 'the limit that is kept is the one that is told' },
  { says: '… has shape (…); one or two dimensions are taken', because: 'the error that keeps it' },
  { says: 'of at most …', because: 'an entropy is at most the logarithm' },
  { says: 'first head, first sample of the …; rows sum to 1…', because: 'a softmax' },
  { says: 'least of ……', because: 'a label of what the run says' },

  {
    says: "Studies ask the sources' claims of many runs, each with a verdict and an interval: whether a small norm helps, what an ill-suited encoding costs, how the tangent kernel moves, and more.",
    because: 'tests/web/studies.runs.test.mjs holds docs/studies.md to the runs',
  },

  // the registry's texts
  {
    says: 'One cell of a {4} x {4} Latin square from the others: relations along rows and columns.',
    is: () => [Math.sqrt(shown().length), Math.sqrt(shown().length)],
  },
  {
    says: 'Puzzles of each condition; one in ten is for the test.',
    because: 'counted for docs/lab.md above',
  },
  {
    says: "Strength g of the network's connections; from {0.4} on the quiet state is unstable.",
    // a quiet state is multiplied by this, and by g times eigenvalues whose largest is 1
    is: () => [1 - Number(/state\[i\] = ([\d.]+) \* state\[i\]/.exec(text('src/train/tasks/modular.cpp'))[1])],
  },
  {
    says: 'The name and the verb of a question stand together in two sentences before it, once as agent and once as patient.',
    because: 'how a question is chosen; tests/train/tasks_test.cpp counts the sentences',
  },
  {
    says: 'So a reader of sentences as bags of words is right half of the time.',
    because: 'one of two names by a coin; tests/train/tasks_test.cpp counts them',
  },
  {
    says: 'beyond adds a split longer of longer documents; training then takes as long as if all were as long.',
    because: 'a model has as many tokens as its longest sample',
  },
  {
    says: 'Conditions of sequences are lengths: up to L, the largest that is trained on, up to 2L, 4L and on.',
    because: 'a definition; tests/train/tasks_test.cpp',
  },
  {
    says: 'of the same samples, the standard deviation of the logits that softmax gets and the largest of them in size, over the keys that a query sees',
    because: 'a definition; tests/train/measures_test.cpp',
  },
  { says: 'k of back: tokens back; i of slot, from {0}.', is: () => [param('sequences', 'offset').min] },
  {
    says: '{16} a puzzle in reading order: {0} blank, 1 to 4 given, {5} the target.',
    is: () => {
      const { min, max, maxLength } = param('own-squares', 'cells');
      return [maxLength / param('own-squares', 'answers').maxLength, min, max];
    },
  },
  {
    says: "The target's symbol, {1} to {4}, of each puzzle.",
    is: () => [param('own-squares', 'answers').min, param('own-squares', 'answers').max],
  },
  {
    says: "Each puzzle's condition, {1} to {3}; without, the cheapest deduction that finds it.",
    is: () => [param('own-squares', 'vectors').min, param('own-squares', 'vectors').max],
  },
  {
    says: '{0} train, 1 test, {2} shifted, of each puzzle; without, one in ten of each condition is for the test.',
    is: () => [param('own-squares', 'splits').min, param('own-squares', 'splits').max],
  },
  {
    says: 'By default {4} dim.',
    is: async () => {
      const parameters = async (hidden) => {
        const model = { dim: 8, blocks: 1, ...hidden };
        const run = await pe.train({ task: { id: 'sequences' }, model, positions: [] });
        run.close();
        return run.facts.parameters;
      };
      const whole = await parameters({});
      const widths = await Promise.all([8, 16, 24, 32, 40].map((hidden) => parameters({ hidden })));
      return [1 + widths.indexOf(whole)];
    },
  },
  {
    says: 'Divides q·k/√d; 0.01 in the cnope of LSTNN_public.',
    because: 'what the published code does, read in its source',
  },
  { says: 'how the learning rate rises, and falls to the end', because: 'tests/train/schedule_test.cpp' },
  { says: 'Weights that no encoding has stay as they begin.', because: 'tests/train/beginning_test.cpp' },
  {
    says: 'Steps in which the learning rates rise to their size, in equal parts.',
    because: 'tests/train/schedule_test.cpp',
  },
  {
    says: 'Learning rates after that: constant, or falling to 0 at the last step along a cosine or a line.',
    because: 'tests/train/schedule_test.cpp',
  },
  { says: 'The parameters of the encoding are not trained.', because: 'a definition; tests/train/run_test.cpp' },
  {
    says: 'Dropout of tokens with a table in blocks, in evaluations too: 0.1 in LSTNN_public.',
    because: 'what the published code does, read in its source',
  },
  { says: 'Samples of a step; a multiple of {4}.', is: () => [training('batch').min] },
  {
    says: 'Tokens of a document: the more, the further back an answer may stand.',
    because: 'what is asked was told before in the document; src/train/tasks/language.cpp',
  },
  {
    says: 'AdamW (beta1 {0.9}, epsilon {1e-8}), or plain descent.',
    is: () =>
      /beta1 = (\S+), beta2 = \S+, epsilon = (\S+);/
        .exec(text('src/nn/transformer/optimizer.hpp'))
        .slice(1)
        .map(Number),
    within: 0,
  },
];
