/** The fourth lesson: its cells check what is measured, and tests/web/authored-notebooks.test.mjs runs them. */
import { create } from '../support/posenc.mjs';
import { everything, shortest, takes, unbound } from '../support/reasons.mjs';

export const prose = ['examples/notebooks/course/4-into-the-transformer.html'];

const pe = await create();
export const close = () => pe.dispose();

/** Of 50 words the share that the search of the lesson finds again, for the random numbers of a seed. */
async function foundAgain(dim, seed) {
  const next = normalised(seed);
  const words = Array.from({ length: 50 }, () => Array.from({ length: dim }, next));
  const { data } = await pe.table({ encoding: 'sinusoidal', dim }, 64, { dtype: 'f64' });
  const all = words.flatMap((word, w) =>
    Array.from({ length: 10 }, (_, step) => {
      const sum = word.map((x, c) => x + data[7 * step * dim + c]);
      const far = words.map((other) => other.reduce((total, x, c) => total + (x - sum[c]) ** 2, 0));
      return Number(far.indexOf(Math.min(...far)) === w);
    }),
  );
  return all.reduce((a, b) => a + b) / all.length;
}
/** The stream of random numbers that the lesson has. */
function normalised(seed) {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (((t ^ (t >>> 14)) >>> 0) / 4294967296 - 0.5) * Math.sqrt(12);
  };
}

/** Distances from each of 50 words to the nearest other one, for the random numbers of a seed. */
function nearestWords(dim, seed) {
  const next = normalised(seed);
  const words = Array.from({ length: 50 }, () => Array.from({ length: dim }, next));
  return words.map((word) =>
    Math.min(
      ...words.filter((other) => other !== word).map((other) => Math.hypot(...other.map((x, c) => x - word[c]))),
    ),
  );
}
const seeds = Array.from({ length: 20 }, (_, seed) => seed + 1);
/** Of a square matrix the share of the variance that the means of its diagonals explain. */
function byDistance(S) {
  const n = S.length;
  const mean = S.flat().reduce((a, b) => a + b) / n ** 2;
  const sums = new Map();
  S.forEach((row, i) => row.forEach((x, j) => sums.set(j - i, (sums.get(j - i) ?? 0) + x)));
  const own = (i, j) => sums.get(j - i) / (n - Math.abs(j - i));
  let [left, all] = [0, 0];
  S.forEach((row, i) =>
    row.forEach((x, j) => {
      left += (x - own(i, j)) ** 2;
      all += (x - mean) ** 2;
    }),
  );
  return 1 - left / all;
}

export const claims = [
  takes(16),
  ...unbound({
    definition: [
      'From here on the model sees only the sum of the two.',
      'Each is now a sum of two parts, so the score falls into four terms.',
      'In a transformer, though, a matrix … comes between the two rows.',
      'The row of a position has the length …, and two words are about … apart.',
      'So it is half as long as a typical gap, at every width.',
      'Here … combines the two weight matrices.',
      'A score has four terms, of words and places.',
    ],
    given: [
      'In our sentences "the" stands in place 0 and in place 4.',
      '…, and the numbers of an embedding have mean 0 and variance 1/4, so the size 1/2.',
      'That would be variance 1/2.',
      'The first two words of a sentence change places.',
    ],
    instruction: [
      'You need lessons 1 to 3.',
      'Take 50 words with random rows of 64 numbers, of mean 0 and variance 1.',
      'Add the row of a place, and look for the word whose row is nearest to the sum.',
      'Set the strength to 0: three terms of … vanish, and the model is that of lesson 1.',
      'Two digits are enough.',
      'Write a function of two rows \\`x\\` and \\`y\\` of equal length that gives their dot product, divided by the square root of the width.',
    ],
    goal: [
      'split an attention score into four terms, and say what each of them can see,',
      'say why two sentences of the same words now have different outputs.',
    ],
    reference: ['In lesson 3 the product of two rows depended on their distance alone.'],
    citation: ['The original transformer multiplies its embeddings by …, which makes them larger.'],
    checked: [
      'Two sentences made of the same words will tell.',
      'The other two ask where it stands.',
      'Both sentences consist of the same six words in different orders.',
      'Without positions "sat" gets the same output in both, as lesson 1 showed.',
      'In our two sentences "sat" has different outputs once places are added.',
      'At any strength above 0, equal are **word, word** and **place, word**: both ask only which word the key is.',
      'Most choose "only word, word"; ask whose place "place, word" knows: the query\'s, and both "the" have the same query.',
      'Change the seed on the first slide: only the second row of the table could change, and it stays at 1.',
    ],
    broken: ['Wrong belief: "Two orders of the same words have different outputs without an encoding, too."'],
    shown: ['You guessed …; the answer is **…**.'],
    title: [
      'found, numbers of size 1',
      'found, size 1/4',
      'nearest other word, size 1, mean',
      'Four terms of a score',
      'random, median of 200',
      'largest change of the output of sat between the sentences',
      'words found again, d = 64',
    ],
    answer: [
      'It depends on one of the two words.',
      'Neither the last word nor the key in place 5 has moved.',
      '(x, y) => x.reduce((sum, v, i) => sum + v * y[i], 0) / Math.sqrt(x.length)',
      'x.reduce((sum, v, i) => …, 0) goes through a row.',
    ],
    plan: [
      everything,
      shortest,
      'The student has done lessons 1 to 3.',
      '10 minutes: the four terms on the board, and the guess about both "the".',
      '25 minutes: also the search for the word, and the exercise about the word before.',
      'Write "word + place = 7" on the board, and ask for the word.',
      'Leave it there, and ask again after the first guess, with 64 numbers in place of one.',
      'Most guess below a half, "because the sum mixes both".',
      'Multiply (e + p)(e + p) out on the board, and let the class name each term (4 minutes).',
      'Guesses near 1 come from there.',
      'For "the word before" give pairs two minutes.',
      'Ask before the guess which matrix stood between the rows in lesson 3: the identity.',
    ],
  }),
  {
    says: 'With … some of the other words happen to be nearer than that; with … none is.',
    holds: () =>
      seeds.every((seed) => nearestWords(4, seed).filter((x) => x < Math.sqrt(2)).length > 25) &&
      seeds.every((seed) => Math.min(...nearestWords(64, seed)) > Math.sqrt(32)),
  },
  {
    says: 'Over 200 pairs of random matrices the median is **…**, and nine in ten are between … and ….',
    because: 'it is computed beside it; of 200 in order those from the 11th to the 190th are nine in ten',
  },
  {
    says: 'Noise in place of scores would have 62/1023 ≈ …, as each of its 63 diagonals has some mean.',
    holds: () => {
      const next = normalised(7);
      const shares = Array.from({ length: 300 }, () =>
        byDistance(Array.from({ length: 32 }, () => Array.from({ length: 32 }, next))),
      );
      return Math.abs(shares.reduce((a, b) => a + b) / 300 - 62 / 1023) < 0.002;
    },
  },
  {
    says: 'The position has the squared length d/2 = 32, the word d/4 on average.',
    holds: () => 64 / 2 === 32 && 64 / 4 === 16,
  },
  { says: 'The squared lengths are {32} and, on average, {16}.', is: () => [64 / 2, 64 / 4] },
  {
    says: 'That is how the two mixed terms grow: here both sides are doubled.',
    because: 'it follows from the product',
  },
  {
    says: 'With 4 channels they are right: no seed finds more than 0.29 of the words again.',
    holds: async () => {
      const shares = await Promise.all(Array.from({ length: 20 }, (_, seed) => foundAgain(4, seed + 1)));
      return Math.max(...shares) <= 0.29 && (await foundAgain(4, 1)) === 0.288;
    },
  },
  {
    says: 'Set the strength to 0 on the first slide, come back, and ask which two columns of the second map are equal: those of "the".',
    because: 'equal words have equal keys',
  },
];
