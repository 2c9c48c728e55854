/** The seventh lesson: its cells check what is measured, and tests/web/authored-notebooks.test.mjs runs them. */
import { armOf } from '../../../dist/lib/studies/verdict.js';
import { everything, shortest, takes, unbound } from '../support/reasons.mjs';
import { ends, minus, runsOf, spread, studyOf } from '../support/recorded-runs.mjs';

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

/** What documents of 256 words cost: the median with its interval. */
const cost = (arm) => spread(minus(...[2, 0].map((stage) => ends('length-extrapolation', arm, 'test.loss', stage))));
const right = (arm, measure) => spread(ends('relative-or-absolute', arm, measure));
const [trained, longer] = ['test.accuracy', 'longer.accuracy'];
/** Two intervals that have nothing in common, the first above. */
const above = ([, low], [, , high]) => low > high;

/** What the teacher says of buckets and windows. */
const bucketOf = (n) => (n < 16 ? n : Math.min(31, 16 + Math.floor((16 * Math.log(n / 16)) / Math.log(8))));
const bucketsOf = (words) => new Set(Array.from({ length: words }, (_, n) => bucketOf(n))).size;
const windowOfHead = (h) => Math.floor(Math.log(100) * 2 ** h) + 1;

export const claims = [
  takes(16),
  ...unbound({
    definition: [
      'The half brackets round down, and the last bucket is 31.',
      'Let the number … of heads be a power of two.',
      'Both have the vector of 16, so nothing tells which is nearer.',
      'Every distance beyond 16 has the vector of 16.',
    ],
    given: [
      'The first token has the value 1, all others 0.',
      'KERPLE, power 1/2',
      'FIRE, −6 × ratio',
      'ALiBi has 32 heads.',
      'The exponent is −8h/H, with h = 12 and H = 32.',
      'A head of ALiBi has the slope 1/8.',
      'The keys at distances 40 and 0 get the same weight.',
      "Shaw's distances are clipped at 16.",
      'Two equal keys have distances 20 and 900 from a query.',
      'A T5 decoder was trained on documents of 32 words, and reads 64.',
    ],
    instruction: [
      'Give five distances a number each, and see where the words look.',
      'You need lessons 1 to 4 and logarithms.',
      'Then the model reads documents eight times as long.',
    ],
    reference: ['In lesson 4 one term of a score knew only places.'],
    citation: [
      'T5 learns 32 biases for each, which all layers share.',
      'Transformer-XL has the four terms of lesson 4, with distances: ….',
      'DeBERTa projects two vectors for each distance, … and …, from one table: ….',
      'CoPE counts: each key from … to … adds a number between 0 and 1, made of its product with the query.',
    ],
    checked: ['It is that of **place 10**.', "FIRE's is Toeplitz up to place … only, here 8."],
    shown: [
      'Training reaches **…** of 32 buckets.',
      'In documents of … words **… %** of all pairs of query and key fall into the others.',
      'The table tries 24 equal words, then 24 random ones.',
      'numbers learned (one head, width 64)',
    ],
    title: [
      'Bias at distance 0, 1, 2, 3, and 4 or more',
      'Bucket 31 begins at distance',
      'bias at distance 100',
      'Query with the larger output',
      'Six others',
      'bucket 31 begins at',
    ],
    broken: ['Training never reached the longer distances.'],
    answer: ['larger at 20', 'not defined at 900', '-Infinity : -(2 ** (-8 * h / H)) * (i - j)'],
    plan: [
      everything,
      shortest,
      '10 minutes: the five biases, bucket 23 by hand, and the first guess.',
      '25 minutes: also ALiBi and its windows.',
      'What can go wrong with longer texts?"',
      'Ask for five numbers that make every word look at itself, and let a student type them.',
      'Draw the 6 × 6 matrix of biases on the board, and let the class fill its diagonals (2 minutes).',
      'Most guess near 128, where the formula ends.',
      'Most say "both are equal", because a bias knows distances only.',
      'Before the curves, ask which one can depend on the place.',
      'For 50 minutes give each group one method, and five minutes to explain its row of the table.',
      'Move the place to 320, and see which one moves.',
    ],
  }),
  {
    says: 'Set the second number to 5: now every word but the first looks mostly at the one before.',
    // Five other biases are 0.
    holds: () => Math.exp(5) / (Math.exp(5) + 5) > 0.95,
  },
  {
    says: 'In a decoder, a model with a causal mask, the distances 0 to 15 have a bucket each.',
    holds: () => distances.slice(0, 16).every((n) => distances.filter((m) => bucket(m) === n).length === 1),
  },
  {
    says: 'At … the formula gives {32}, so bucket {31} is taken.',
    is: () => [16 + 16 * (Math.log(128 / 16) / Math.log(128 / 16)), bucket(128)],
  },
  {
    says: 'It begins at **…**: 16 times the quotient of logarithms reaches {15} at ….',
    is: () => [(16 * Math.log((16 * 8 ** (15 / 16)) / 16)) / Math.log(8)],
  },
  {
    says: 'Documents of 32 words have the distances 0 to {31}, so training reaches only their buckets.',
    is: () => [32 - 1],
  },
  {
    says: 'In the study length-extrapolation ({six} seeds) small decoders learned from documents of 32 words and read ones of 256.',
    is: () => [runsOf('length-extrapolation', 'T5').length],
  },
  {
    says: 'With T5 biases the loss rose by {1.56} nats (95 % interval {0.66} to {2.18}).',
    is: () => cost('T5'),
  },
  {
    says: 'Untrained buckets or more keys may be why.',
    // No encoding, so nothing but more keys: that loss rises, too.
    holds: () => cost('none')[1] > 0 && distances.slice(32, 256).some((n) => bucket(n) > bucket(31)),
  },
  {
    says: 'With 8 heads the slopes are 1/2, 1/4 and so on to 1/256.',
    holds: () => slope(1, 8) === 1 / 2 && slope(2, 8) === 1 / 4 && slope(8, 8) === 1 / 256,
  },
  {
    says: 'If all products are equal, a key at distance … gets … times the weight of distance 0.',
    because: 'the exponential of a sum is a product',
  },
  {
    says: 'A key whose product is larger by … stays above one percent for … more positions.',
    // Where c - m n reaches the logarithm of one percent.
    holds: () => Math.abs((Math.log(100) + 3) / slope(8, 8) - Math.log(100) / slope(8, 8) - 3 * 256) < 1e-9,
  },
  {
    says: 'In the same study the loss rose by {0.136} nats with ALiBi ({0.122} to {0.185}).',
    is: () => cost('ALiBi'),
  },
  {
    says: 'With sinusoids it rose by {2.56} ({1.84} to {3.54}).',
    is: () => cost('sinusoidal'),
  },
  {
    says: 'A rise below 0.1 counts as none: ALiBi fails, narrowly.',
    holds: () => cost('ALiBi')[1] > 0.1 && cost('ALiBi')[2] < 0.2,
  },
  {
    says: 'Its softmax shares the weight among {11} keys, the other among {21}.',
    // The places from 0 to that of the query.
    is: () => [10, 20].map((place) => distances.filter((n) => n <= place).length),
  },
  {
    says: 'In the study relative-or-absolute ({six} seeds) each token is asked for the fourth symbol of its sequence.',
    is: () => [runsOf('relative-or-absolute', 'slot: T5').length],
  },
  {
    says: "Guessing is right in 1/16 of the cases, and T5, with an encoder's buckets, in {0.963} ({0.950} to {0.973}).",
    is() {
      const { set } = armOf(studyOf('relative-or-absolute'), 'slot: T5');
      return set.positions[0].bidirectional !== false && right('slot: T5', trained);
    },
  },
  {
    says: 'ALiBi reaches {0.418} ({0.385} to {0.522}), and the mask alone {0.464} ({0.414} to {0.508}).',
    is: () => [...right('slot: ALiBi', trained), ...right('slot: none', trained)],
  },
  { says: 'ALiBi, slope 1/16', holds: () => slope(4, 8) === 1 / 16 },
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
  {
    says: 'Slopes halve from head to head only if there are 8.',
    holds: () => [4, 8, 16, 32, 64].every((H) => Math.abs(slope(2, H) / slope(1, H) - 1 / 2) < 1e-12 === (H === 8)),
  },
  { says: 'That is the exponent of 2.', holds: () => slope(12, 32) === 2 ** -3 },
  {
    says: 'All {ten} would need distance {113}, and the largest is {63}.',
    is: () => [31 - bucket(31), begins(31), 64 - 1],
  },
  {
    says: 'Bucket {21} has the distances {31} to {34}, and {31} was trained.',
    is: () => [bucket(31), begins(21), begins(22) - 1, 32 - 1],
  },
  { says: 'Compare the buckets of 31 and 63.', holds: () => bucket(63) - bucket(31) === 5 },
  {
    says: 'Add 3 to all five: nothing changes, since a softmax takes differences only.',
    holds: () => Math.abs(Math.exp(2) / (Math.exp(2) + 1) - Math.exp(5) / (Math.exp(5) + Math.exp(3))) < 1e-12,
  },
  {
    says: 'For distance 40 the usual slip is to round {7.05} up; the half brackets round down.',
    is: () => [(16 * Math.log(40 / 16)) / Math.log(8)],
  },
  {
    says: 'Ask what the logarithm has to reach: 15 of 16 steps.',
    holds: () => bucketOf(113) === 31 && bucketOf(112) === 30,
  },
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
  { says: 'Write both softmaxes without bias: 1/11 and 1/21.', because: 'equal scores are equal shares' },
];
