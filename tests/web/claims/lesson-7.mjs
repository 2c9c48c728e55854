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

export const claims = [
  { says: 'Give five distances a number each, and see where the words look.', because: instruction },
  { says: 'You need lesson 4 and logarithms.', because: instruction },
  {
    says: 'The lesson takes about 16 minutes.',
    because: 'tests/web/lessons.test.mjs counts the words and the controls',
  },
  { says: 'Bias at distance 0, 1, 2, 3, and 4 or more', because: title },
  {
    says: 'Set the second number to 5: now every word but the first looks at the word before it.',
    // Five other biases are 0.
    holds: () => Math.exp(5) / (Math.exp(5) + 5) > 0.95,
  },
  { says: 'In lesson 4 one term of a score knew only places.', because: 'a reference' },
  { says: 'T5 learns 32 biases for each.', because: citation },
  {
    says: 'In a decoder, a model with a causal mask, the distances 0 to 15 have one each.',
    holds: () => distances.slice(0, 16).every((n) => distances.filter((m) => bucket(m) === n).length === 1),
  },
  { says: 'The half brackets round down, and the last bucket is 31.', because: definition },
  {
    says: 'At … the formula gives {32}, so bucket {31} is taken.',
    is: () => [16 + 16 * (Math.log(128 / 16) / Math.log(128 / 16)), bucket(128)],
  },
  { says: 'Bucket 31 begins at distance', because: title },
  {
    says: 'It begins at **…**: 16 times the quotient reaches {15} at ….',
    is: () => [(16 * Math.log((16 * 8 ** (15 / 16)) / 16)) / Math.log(8)],
  },
  {
    says: 'Documents of 32 words have the distances 0 to {31}, so training reaches only their buckets.',
    is: () => [32 - 1],
  },
  { says: 'Set their length; then the model reads documents eight times as long.', because: instruction },
  { says: 'Training reaches **…** of 32 buckets.', because: shown },
  { says: 'In documents of … words **… %** of all pairs of query and key fall into the others.', because: shown },
  {
    says: 'In the study length-extrapolation ({six} seeds) small decoders learned a language from documents of 32 words and read ones of 256.',
    is: () => [of('length-extrapolation', 'T5').length],
  },
  {
    says: 'With T5 biases the loss rose by {1.54} nats a word (95 % interval {0.62} to {2.17}).',
    is: () => cost('T5'),
  },
  {
    says: 'Untrained buckets may be one reason, and eight times as many keys another.',
    holds: () => 256 / 32 === 8,
  },
  { says: 'Of … heads, a power of two, head … has the slope …:', because: definition },
  {
    says: 'With 8 heads the slopes are 1/2, 1/4 and so on to 1/256.',
    holds: () => slope(1, 8) === 1 / 2 && slope(2, 8) === 1 / 4 && slope(8, 8) === 1 / 256,
  },
  {
    says: 'At distance 100 the first head has the bias {−50}, and the last −100/256 ≈ {−0.39}.',
    is: () => [-100 * slope(1, 8), -100 * slope(8, 8)],
  },
  {
    says: 'A softmax makes factors of biases: with equal products, distance … gets … times the weight of distance 0.',
    because: 'the exponential of a sum is a product',
  },
  { says: 'bias at distance 100', because: title },
  {
    says: 'A key whose product is larger by … is seen … positions further.',
    // Where c - m n reaches the logarithm of one percent.
    holds: () => Math.abs((Math.log(100) + 3) / slope(8, 8) - Math.log(100) / slope(8, 8) - 3 * 256) < 1e-9,
  },
  {
    says: 'In the same study the loss rose by {0.119} nats a word with ALiBi ({0.051} to {0.166}), and by {2.54} with sinusoids ({1.84} to {3.53}).',
    is: () => [...cost('ALiBi'), ...cost('sinusoidal')],
  },
  { says: 'ALiBi loses less.', holds: () => above(cost('sinusoidal'), cost('ALiBi')) },
  {
    says: 'Whether it extrapolates, with less than 0.1 in this study, is not decided.',
    holds: () => cost('ALiBi')[1] < 0.1 && cost('ALiBi')[2] > 0.1,
  },
  { says: 'The first token has the value 1, all others 0.', because: given },
  { says: 'the query at place 10', because: checked },
  { says: 'the query at place 20', because: answer },
  { says: 'The larger output', because: title },
  { says: 'It is **the query at place 10**.', because: checked },
  {
    says: 'In the study relative-or-absolute ({six} seeds) each token is asked for the fourth symbol of all.',
    is: () => [of('relative-or-absolute', 'slot: T5').length],
  },
  {
    says: 'T5 biases are right in {0.963} of the cases ({0.950} to {0.973}), where guessing gives 1/16.',
    is: () => right('slot: T5', trained),
  },
  { says: 'Six others', because: title },
  { says: 'Transformer-XL has the four terms of lesson 4, with distances: ….', because: citation },
  { says: 'DeBERTa learns two, … and …: ….', because: citation },
  {
    says: 'CoPE counts: each key from … to … adds a gate between 0 and 1, made of its product with the query.',
    because: citation,
  },
  { says: 'ALiBi, slope 1/16', holds: () => slope(4, 8) === 1 / 16 },
  { says: 'KERPLE, power 1/2', because: given },
  { says: 'FIRE, −6 × ratio', because: given },
  { says: 'The table tries 24 tokens, with equal rows and with random ones.', because: shown },
  { says: 'learned here, width 64', because: shown },
  { says: 'FIRE is Toeplitz up to place … only, here 8.', because: checked },
  {
    says: 'The second study also asks for the symbol three tokens before, on sequences longer than trained.',
    because: 'web/lib/studies/rows/relative-or-absolute.ts says what it asks',
  },
  {
    says: 'T5 biases are right in {0.993} of the cases ({0.989} to {0.996}), a learned table in {0.763} ({0.749} to {0.778}).',
    is: () => [...right('back: T5', longer), ...right('back: learned', longer)],
  },
  {
    says: 'So relative encodings can be better.',
    holds: () =>
      above(right('back: T5', longer), right('back: learned', longer)) &&
      above(right('back: T5', longer), right('back: sinusoidal', longer)),
  },
  {
    says: 'ALiBi reaches {0.401} ({0.369} to {0.434}): its line cannot prefer distance 3 to distance 2.',
    is: () => right('back: ALiBi', longer),
  },
  {
    says: 'For the fourth symbol of all, sinusoids are ahead of T5, with {1.000}.',
    is: () => [
      above(right('slot: sinusoidal', trained), right('slot: T5', trained)) && right('slot: sinusoidal', trained)[0],
    ],
  },
  { says: 'ALiBi has 32 heads.', because: given },
  {
    says: 'That is for 8 heads, whose slopes halve from head to head.',
    holds: () => [1, 2, 3, 4, 5, 6, 7].every((h) => slope(h + 1, 8) === slope(h, 8) / 2) && slope(12, 8) === 2 ** -12,
  },
  { says: 'The exponent is −8h/H, with h = 12 and H = 32.', because: given },
  { says: 'A head of ALiBi has the slope 1/8.', because: given },
  { says: "Shaw's distances are clipped at 16.", because: given },
  { says: 'The same word stands at distances 20 and 900.', because: given },
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
  { says: '25 minutes: also ALiBi with its windows, and the exercise on equal weights.', because: plan },
  { says: '50 minutes: everything.', because: plan },
  { says: 'What can go wrong with longer texts?"', because: plan },
  { says: 'Training never reached the longer distances.', because: broken },
  { says: 'bucket 31 begins at', because: title },
];
