/** The seventh lesson: its cells check what is measured, and tests/web/authored-notebooks.test.mjs runs them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { interval, median } from '../../../dist/lib/studies/statistics.js';
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
import { root } from '../support/posenc.mjs';

export const prose = ['examples/notebooks/course/7-relative.html'];

/** Of a T5 decoder without logarithms: the largest k with (n/16)^16 >= 8^k. */
function bucket(n) {
  if (n < 16) return n;
  let k = 0;
  while (k < 15 && BigInt(n) ** 16n >= 8n ** BigInt(k + 1) * 16n ** 16n) k++;
  return 16 + k;
}
const distances = Array.from({ length: 1000 }, (_, n) => n);
const begins = (b) => distances.find((n) => bucket(n) === b);
const slope = (h, heads) => 2 ** ((-8 * h) / heads);

const runs = Object.fromEntries(
  ['length-extrapolation', 'relative-or-absolute'].map((study) => [
    study,
    readFileSync(join(root, 'tests/studies', `${study}.jsonl`), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ]),
);
const of = (study, arm) => runs[study].filter((run) => run.arm === arm);
/** What documents of 256 words cost: the median with its interval. */
const cost = (arm) => {
  const values = of('length-extrapolation', arm).map(
    ({ stages }) => stages[2].end['test.loss'] - stages[0].end['test.loss'],
  );
  return [median(values), ...interval(values)];
};
const right = (arm, measure) => {
  const values = of('relative-or-absolute', arm).map(({ stages }) => stages.at(-1).end[measure]);
  return [median(values), ...interval(values)];
};
const [trained, longer] = ['test.accuracy', 'longer.accuracy'];
/** Two intervals that have nothing in common, the first above. */
const above = ([, low], [, , high]) => low > high;

/** What the teacher says of buckets and windows. */
const bucketOf = (n) => (n < 16 ? n : Math.min(31, 16 + Math.floor((16 * Math.log(n / 16)) / Math.log(8))));
const bucketsOf = (words) => new Set(Array.from({ length: words }, (_, n) => bucketOf(n))).size;
const windowOfHead = (h) => Math.floor(Math.log(100) * 2 ** h) + 1;

export const claims = [
  { says: 'Give five distances a number each, and see where the words look.', because: instruction },
  { says: 'You need lessons 1 to 4 and logarithms.', because: instruction },
  {
    says: 'The lesson takes about 16 minutes.',
    because: 'tests/web/lessons.test.mjs counts the words and the controls',
  },
  { says: 'Bias at distance 0, 1, 2, 3, and 4 or more', because: title },
  {
    says: 'Set the second number to 5: now every word but the first looks mostly at the one before.',
    // Five other biases are 0.
    holds: () => Math.exp(5) / (Math.exp(5) + 5) > 0.95,
  },
  { says: 'In lesson 4 one term of a score knew only places.', because: 'a reference' },
  { says: 'T5 learns 32 biases for each.', because: citation },
  {
    says: 'In a decoder, a model with a causal mask, the distances 0 to 15 have a bucket each.',
    holds: () => distances.slice(0, 16).every((n) => distances.filter((m) => bucket(m) === n).length === 1),
  },
  { says: 'The half brackets round down, and the last bucket is 31.', because: definition },
  {
    says: 'At … the formula gives {32}, so bucket {31} is taken.',
    is: () => [16 + 16 * (Math.log(128 / 16) / Math.log(128 / 16)), bucket(128)],
  },
  { says: 'Bucket 31 begins at distance', because: title },
  {
    says: 'It begins at **…**: 16 times the quotient of logarithms reaches {15} at ….',
    is: () => [(16 * Math.log((16 * 8 ** (15 / 16)) / 16)) / Math.log(8)],
  },
  {
    says: 'Documents of 32 words have the distances 0 to {31}, so training reaches only their buckets.',
    is: () => [32 - 1],
  },
  { says: 'Then the model reads documents eight times as long.', because: instruction },
  { says: 'Training reaches **…** of 32 buckets.', because: shown },
  { says: 'In documents of … words **… %** of all pairs of query and key fall into the others.', because: shown },
  {
    says: 'In the study length-extrapolation ({six} seeds) small decoders learned from documents of 32 words and read ones of 256.',
    is: () => [of('length-extrapolation', 'T5').length],
  },
  {
    says: 'With T5 biases the loss rose by {1.54} nats (95 % interval {0.62} to {2.17}).',
    is: () => cost('T5'),
  },
  {
    says: 'More keys may be another.',
    // No encoding, so nothing but more keys: that loss rises, too.
    holds: () => cost('none')[1] > 0 && distances.slice(32, 256).some((n) => bucket(n) > bucket(31)),
  },
  { says: 'Let the number … of heads be a power of two.', because: definition },
  {
    says: 'With 8 heads the slopes are 1/2, 1/4 and so on to 1/256.',
    holds: () => slope(1, 8) === 1 / 2 && slope(2, 8) === 1 / 4 && slope(8, 8) === 1 / 256,
  },
  {
    says: 'If all products are equal, a key at distance … gets … times the weight of distance 0.',
    because: 'the exponential of a sum is a product',
  },
  { says: 'bias at distance 100', because: title },
  {
    says: 'A key whose product is larger by … stays above one percent for … more positions.',
    // Where c - m n reaches the logarithm of one percent.
    holds: () => Math.abs((Math.log(100) + 3) / slope(8, 8) - Math.log(100) / slope(8, 8) - 3 * 256) < 1e-9,
  },
  {
    says: 'In the same study the loss rose by {0.119} nats with ALiBi ({0.051} to {0.166}).',
    is: () => cost('ALiBi'),
  },
  {
    says: 'With sinusoids it rose by {2.54} ({1.84} to {3.53}).',
    is: () => cost('sinusoidal'),
  },
  {
    says: 'A rise below 0.1 counts as none; whether ALiBi stays below is undecided.',
    holds: () => cost('ALiBi')[1] < 0.1 && cost('ALiBi')[2] > 0.1,
  },
  { says: 'The first token has the value 1, all others 0.', because: given },
  { says: 'Query with the larger output', because: title },
  { says: 'It is that of **place 10**.', because: checked },
  {
    says: 'Its softmax shares the weight among {11} keys, the other among {21}.',
    // The places from 0 to that of the query.
    is: () => [10, 20].map((place) => distances.filter((n) => n <= place).length),
  },
  {
    says: 'In the study relative-or-absolute ({six} seeds) each token is asked for the fourth symbol of its sequence.',
    is: () => [of('relative-or-absolute', 'slot: T5').length],
  },
  {
    says: 'Guessing is right in 1/16 of the cases, and T5 in {0.963} ({0.950} to {0.973}).',
    is: () => right('slot: T5', trained),
  },
  { says: 'ALiBi reaches {0.418} ({0.385} to {0.522}).', is: () => right('slot: ALiBi', trained) },
  { says: 'Six others', because: title },
  { says: 'Transformer-XL has the four terms of lesson 4, with distances: ….', because: citation },
  { says: 'DeBERTa has two vectors for each distance, … and …: ….', because: citation },
  {
    says: 'CoPE counts: each key from … to … adds a number between 0 and 1, made of its product with the query.',
    because: citation,
  },
  { says: 'ALiBi, slope 1/16', holds: () => slope(4, 8) === 1 / 16 },
  { says: 'KERPLE, power 1/2', because: given },
  { says: 'FIRE, −6 × ratio', because: given },
  { says: 'The table tries 24 equal words, then 24 random ones.', because: shown },
  { says: 'numbers learned (one head, width 64)', because: shown },
  { says: "FIRE's is Toeplitz up to place … only, here 8.", because: checked },
  {
    says: 'The last study also asks for the symbol three tokens before.',
    because: 'web/lib/studies/rows/relative-or-absolute.ts says what it asks',
  },
  {
    says: 'On trained lengths T5 and a learned table reach {1.000}.',
    is: () => {
      const both = ['T5', 'learned'].map((arm) => right(`back: ${arm}`, trained)[0]);
      return [both.every((x) => x.toFixed(3) === '1.000') && both[0]];
    },
  },
  {
    says: 'On longer sequences T5 keeps {0.993} ({0.989} to {0.996}), and a learned table {0.763} ({0.749} to {0.778}).',
    is: () => [...right('back: T5', longer), ...right('back: learned', longer)],
  },
  {
    says: 'So relative encodings can be better.',
    holds: () =>
      above(right('back: T5', longer), right('back: learned', longer)) &&
      above(right('back: T5', longer), right('back: sinusoidal', longer)),
  },
  {
    says: 'ALiBi has {0.401} ({0.369} to {0.434}) there: its line never prefers distance 3 to 2.',
    is: () => right('back: ALiBi', longer),
  },
  {
    says: 'For the fourth symbol, sinusoids are ahead of T5, with {1.000}.',
    is: () => [
      above(right('slot: sinusoidal', trained), right('slot: T5', trained)) && right('slot: sinusoidal', trained)[0],
    ],
  },
  { says: 'ALiBi has 32 heads.', because: given },
  {
    says: 'Slopes halve from head to head only if there are 8.',
    holds: () => [4, 8, 16, 32, 64].every((H) => Math.abs(slope(2, H) / slope(1, H) - 1 / 2) < 1e-12 === (H === 8)),
  },
  { says: 'That is the exponent of 2.', holds: () => slope(12, 32) === 2 ** -3 },
  { says: 'The exponent is −8h/H, with h = 12 and H = 32.', because: given },
  { says: 'A head of ALiBi has the slope 1/8.', because: given },
  { says: 'The keys at distances 40 and 0 get the same weight.', because: given },
  { says: "Shaw's distances are clipped at 16.", because: given },
  { says: 'Two equal keys have distances 20 and 900 from a query.', because: given },
  { says: 'larger at 20', because: answer },
  { says: 'not defined at 900', because: answer },
  { says: 'Both have the vector of 16, so nothing tells which is nearer.', because: definition },
  { says: 'Every distance beyond 16 has the vector of 16.', because: definition },
  { says: 'A T5 decoder was trained on documents of 32 words, and reads 64.', because: given },
  {
    says: 'All {ten} would need distance {113}, and the largest is {63}.',
    is: () => [31 - bucket(31), begins(31), 64 - 1],
  },
  {
    says: 'Bucket {21} has the distances {31} to {34}, and {31} was trained.',
    is: () => [bucket(31), begins(21), begins(22) - 1, 32 - 1],
  },
  { says: 'Compare the buckets of 31 and 63.', holds: () => bucket(63) - bucket(31) === 5 },
  { says: '-Infinity : -(2 ** (-8 * h / H)) * (i - j)', because: answer },
  { says: '10 minutes: the five biases, bucket 23 by hand, and the first guess.', because: plan },
  { says: '25 minutes: also ALiBi and its windows.', because: plan },
  { says: '50 minutes: everything.', because: plan },
  { says: 'What can go wrong with longer texts?"', because: plan },
  { says: 'Training never reached the longer distances.', because: broken },
  { says: 'bucket 31 begins at', because: title },
  { says: 'Ask for five numbers that make every word look at itself, and let a student type them.', because: plan },
  {
    says: 'Add 3 to all five: nothing changes, since a softmax takes differences only.',
    holds: () => Math.abs(Math.exp(2) / (Math.exp(2) + 1) - Math.exp(5) / (Math.exp(5) + Math.exp(3))) < 1e-12,
  },
  {
    says: 'Draw the 6 × 6 matrix of biases on the board, and let the class fill its diagonals (2 minutes).',
    because: plan,
  },
  {
    says: 'For distance 40 the usual slip is to round {7.05} up; the half brackets round down.',
    is: () => [(16 * Math.log(40 / 16)) / Math.log(8)],
  },
  { says: 'Most guess near 128, where the formula ends.', because: plan },
  {
    says: 'Ask what the logarithm has to reach: 15 of 16 steps.',
    holds: () => bucketOf(113) === 31 && bucketOf(112) === 30,
  },
  { says: 'A 10-minute version stops here.', because: plan },
  { says: 'Set 64, then 120: {27} and {32} buckets are reached.', is: () => [bucketsOf(64), bucketsOf(120)] },
  {
    says: 'Ask how long a training document must be for all 32: {114} words, since distances begin at 0.',
    is: () => [Array.from({ length: 200 }, (_, n) => n).find((n) => bucketsOf(n) === 32)],
  },
  {
    says: 'Let the class compute the window of the first of 8 heads: n/2 > 4.605, so {10}.',
    is: () => [windowOfHead(1)],
  },
  {
    says: 'Most guess far below 1,000 for the last; from head to head it about doubles.',
    holds: () =>
      windowOfHead(8) > 1000 &&
      [1, 2, 3, 4, 5, 6, 7].every((h) => Math.abs(windowOfHead(h + 1) / windowOfHead(h) - 2) < 0.11),
  },
  { says: 'Most say "both are equal", because a bias knows distances only.', because: plan },
  { says: 'Write both softmaxes without bias: 1/11 and 1/21.', because: 'equal scores are equal shares' },
  { says: 'Before the curves, ask which one can depend on the place.', because: plan },
  {
    says: 'For 50 minutes give each group one method, and five minutes to explain its row of the table.',
    because: plan,
  },
  { says: 'Move the place to 320, and see which one moves.', because: plan },
];
