/** The first lesson: its cells check what is measured, and tests/web/authored-notebooks.test.mjs runs them. */
import { everything, takes, unbound } from '../support/reasons.mjs';

export const prose = ['examples/notebooks/course/1-why-attention-needs-order.html'];

/** Of a mark that the first word alone has, at a place that is counted from 0, if all scores are equal. */
const share = (place) => 1 / (place + 1);

/** The attention of the lesson, for what its teacher says of it. */
const E = [
  [0.2, 0.1, 0, 0.3],
  [1, 0.4, -0.2, 0],
  [-0.3, 1.1, 0.5, 0.2],
  [0.1, -0.4, 0.9, 0.1],
  [0.2, 0.1, 0, 0.3],
  [0.7, 0.2, 0.1, -0.8],
];
const [Wq, Wk, Wv] = [
  [
    [0.9, -0.2, 0.1, 0.4],
    [0.3, 0.8, -0.5, 0],
    [0, 0.2, 1, -0.3],
    [-0.4, 0.1, 0.2, 0.7],
  ],
  [
    [0.6, 0.3, -0.1, 0.2],
    [-0.2, 1, 0.4, 0.1],
    [0.5, 0, 0.7, -0.6],
    [0.1, -0.3, 0.2, 0.9],
  ],
  [
    [1, 0, 0.2, 0],
    [0.1, 0.9, 0, -0.2],
    [0, 0.3, 0.8, 0.1],
    [-0.1, 0, 0.2, 1],
  ],
];
const times = (A, B) => A.map((row) => B[0].map((_, j) => row.reduce((sum, a, k) => sum + a * B[k][j], 0)));
const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);
function attend(X, causal = false) {
  const [Q, K, V] = [Wq, Wk, Wv].map((W) => times(X, W));
  const powers = Q.map((q, i) => K.map((k, j) => (causal && j > i ? 0 : Math.exp(dot(q, k) / 2))));
  const A = powers.map((row) => row.map((x) => x / row.reduce((a, b) => a + b)));
  return { A, out: times(A, V) };
}
const [cat, mat] = [1, 5];
const product = dot(times([E[cat]], Wq)[0], times([E[mat]], Wk)[0]);
const reversed = [...E].reverse();
const convolved = (X) =>
  X.map((row, i) => row.map((x, j) => 0.5 * (X[i - 1]?.[j] ?? 0) + x - 0.25 * (X[i + 1]?.[j] ?? 0)));
const recurrent = (X) => {
  let state = [0, 0, 0, 0];
  return X.map((row) => (state = row.map((x, j) => Math.tanh(x + 0.5 * state[j]))));
};
const bag = (X) => X.map(() => X[0].map((_, j) => X.reduce((sum, row) => sum + row[j], 0) / X.length));
const layers = [bag, (X) => attend(X).out, (X) => attend(X, true).out, convolved, recurrent];
const off = (a, b) => Math.max(...a.map((x, i) => Math.abs(x - b[i])));
const close = (a, b) => off(a, b) < 1e-12;

export const claims = [
  takes(17),
  ...unbound({
    definition: [
      'Most models that write text use a causal mask: a word sees itself and what stands before it.',
      'The exponential makes every score positive; dividing by the sum turns them into fractions that add up to 1.',
    ],
    given: [
      'Our model knows five words.',
      'Each has a row of four numbers, which you can change.',
      'The three matrices are fixed here; training would find them.',
      'The first word has the value 1, all others 0.',
      'All scores are equal, there is no mask, and a sentence has 8 words.',
      '\\`order[0]\\` is the old place of the word that now stands first.',
    ],
    instruction: [
      'Two digits after the point are enough.',
      'Let every score be equal, and let a start token mark the first place: its value is 1, and all other values are 0.',
      'Words are counted from 1 upwards.',
    ],
    checked: ['The six weights sum to one.'],
    shown: [
      'Late places are hard to tell apart: from place 30 to 31 the output changes by **…**, from 0 to 1 by **…**.',
      'Without the mark nothing is told: of … equal words the outputs of two layers differ by ….',
      'The table shows, for each layer, the largest change in the output of "cat" when the words are put in your order.',
      'With a sinusoidal encoding the largest change among the four numbers of the output of "cat" is **…**.',
      'Word … has the output 1/….',
    ],
    title: [
      'place of the word, from 0',
      "The largest change of cat's output",
      'Output of the tenth word',
      'output of the tenth word',
    ],
    answer: [
      'Divide exp(score) by the sum of its column, or subtract the other five weights from 1.',
      'the largest value over all words',
      'a convolution over three words',
      'The word in place 0 now is the one that stood in place 2.',
      'order[0] is the place where the first word stood before.',
    ],
    plan: [
      everything,
      '10 minutes: the first guess, the two maps of weights, and the exercise on the reversed sentence.',
      '25 minutes: the row by hand, both guesses, and the table of layers.',
      'Half of the class follows "the" in place 0, the other half "the" in place 4, and both compare their outputs.',
      'Which outputs stay?"',
      'Compute the score of "cat" with "mat" on the board: query, key, product, half of it (4 minutes).',
      'The usual guess is above 0, "because the neighbours are others now".',
      'A 10-minute version stops here, with the exercise on the reversed sentence.',
      'Write its ten weights on the board before you show the chart (2 minutes).',
      'Write the row of "the" plus the row of place 0, then of place 4.',
      'Ask whether a model can tell two words with equal rows apart.',
    ],
  }),
  {
    says: 'The later a word comes, the more words it sees, and the smaller is the mean of its weights.',
    holds: () => share(1) < share(0) && share(9) < share(8),
  },
  { says: 'The place, counted from 1, is 1 divided by the output.', holds: () => 1 / share(9) === 10 },
  { says: 'It is one of {ten} shares, **…**.', is: () => [1 / share(9)] },
  { says: 'A convolution sees each word with its two neighbours.', because: 'a definition' },
  { says: 'Counted from 0 it is 24; counted from 1 it is one more.', holds: () => Math.abs(share(24) - 0.04) < 1e-15 },
  {
    says: 'A largest value and a mean are the same in any order.',
    holds: () => Math.max(1, 3, 2) === Math.max(3, 2, 1) && (1 + 3 + 2) / 3 === (3 + 2 + 1) / 3,
  },
  {
    says: 'With a start token, a causal mask lets a word count its predecessors, though each additional one makes less difference.',
    holds: () => share(0) - share(1) > share(8) - share(9) && share(8) - share(9) > share(30) - share(31),
  },
  {
    says: 'In one layer a word keeps its output if the same words stand before it, in any order; in two layers it does not.',
    holds: () => {
      const [prefix, last] = [E.slice(0, 5), E[mat]];
      const once = (X) => attend(X, true).out;
      const outputs = [prefix, [...prefix].reverse()].map((words) => once([...words, last]));
      const [one, two] = [outputs, outputs.map(once)].map(([a, b]) => off(a[5], b[5]));
      return one < 1e-12 && two > 0.001;
    },
  },
  {
    says: 'A model with many layers and a mask may find more of the order than one layer shows.',
    because: 'what is not shown',
  },
  {
    says: 'Type the row of "cat" into that of "mat": from here on both have the same output.',
    holds: () => {
      const { out } = attend(E.map((row, i) => (i === mat ? E[cat] : row)));
      return close(out[cat], out[mat]);
    },
  },
  {
    says: 'Many students forget to divide: they get {0.15}, and the score is {0.07}.',
    is: () => [product, product / 2],
  },
  {
    says: 'Point at the row of "cat" in both maps: the same six weights stand in another order.',
    holds: () => close(attend(E).A[cat], [...attend(reversed).A[5 - cat]].reverse()),
  },
  {
    says: 'The usual guess is 0, "because the tenth word has the value 0": that is its value, not its output.',
    holds: () => share(9) !== 0,
  },
  {
    says: 'With the order reversed {two} rows of the table are 0.',
    is: () => [layers.filter((of) => close(of(E)[cat], of(reversed)[5 - cat])).length],
  },
  { says: 'Choose "as written" on the first slide: now all {five} are.', is: () => [layers.length] },
];
