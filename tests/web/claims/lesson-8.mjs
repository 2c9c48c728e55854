/** The eighth lesson: its cells check what is measured, and tests/web/authored-notebooks.test.mjs runs them. */
import { readFileSync } from 'node:fs';
import { lengthExtrapolation } from '../../../dist/lib/studies/rows/length-extrapolation.js';
import { interval, median } from '../../../dist/lib/studies/statistics.js';
import {
  broken,
  checked,
  citation,
  definition,
  given,
  goal,
  instruction,
  plan,
  shown,
  title,
} from '../support/reasons.mjs';

export const prose = ['examples/notebooks/course/8-rotary.html'];

/** The product of a pair of query and key, the key turned by an angle: a dot product and a determinant. */
const pairProduct = ([a, b], [c, d], angle) => (a * c + b * d) * Math.cos(angle) + (b * c - a * d) * Math.sin(angle);
const q = [2, 1];
const k = [1, 2];
const theta = (i, d = 128) => 10000 ** ((-2 * i) / d);
/** The mean length of the partial sums of the hands at a distance. */
function bound(distance, pairs = 64) {
  let [re, im, sum] = [0, 0, 0];
  for (let i = 0; i < pairs; i++) {
    re += Math.cos(distance * theta(i, 2 * pairs));
    im += Math.sin(distance * theta(i, 2 * pairs));
    sum += Math.hypot(re, im);
  }
  return sum / pairs;
}
/** Whether a score of random words keeps to the bound: the largest step of their products times 64 such lengths. */
function withinBound(seed, distance, pairs = 64) {
  const h = Array.from({ length: pairs + 1 }, (_, i) =>
    i === pairs ? [0, 0] : [Math.sin(seed + i * i), Math.cos(seed * i)],
  );
  const step = Math.max(...h.slice(1).map(([a, b], i) => Math.hypot(a - h[i][0], b - h[i][1])));
  const score = h.slice(0, pairs).reduce((sum, [a, b], i) => {
    const angle = distance * theta(i, 2 * pairs);
    return sum + a * Math.cos(angle) - b * Math.sin(angle);
  }, 0);
  return Math.abs(score) <= step * pairs * bound(distance, pairs);
}
const zeta = (i, d = 128) => ((2 * i) / d + 0.4) / 1.4;
/** The score of a query of ones with the key turned by 50, at a distance. */
const turnedBy50 = (distance) =>
  Array.from({ length: 64 }, (_, i) => Math.cos((distance - 50) * theta(i))).reduce((a, b) => a + b);

const runs = (study) =>
  readFileSync(new URL(`../../studies/${study}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
/** Of an arm, by seed. */
const values = (study, arm, of) =>
  runs(study)
    .filter((run) => run.arm === arm)
    .sort((a, b) => a.seed - b.seed)
    .map(({ stages }) => of(stages.map(({ end }) => end)));
const inBrief = (list) => [median(list), ...interval(list)];
const fourthSymbol = (arm) => values('relative-or-absolute', `slot: ${arm}`, ([end]) => end['test.accuracy']);
const cost = (arm) =>
  values('length-extrapolation', arm, ([trained, , eightfold]) => eightfold['test.loss'] - trained['test.loss']);
const eightfold = (arm) => values('length-extrapolation', arm, ([, , end]) => end['test.loss']);

export const claims = [
  {
    says: 'With random matrices, the scores of lesson 4 mostly did not follow the distance.',
    because: 'a reference',
  },
  { says: 'Below, a query and a key turn by one radian for each position.', because: given },
  { says: 'Choose two positions, shift both, and see which number stays.', because: instruction },
  { says: 'say why two programs must pair the same channels,', because: goal },
  { says: 'You need lessons 2 and 4.', because: instruction },
  {
    says: 'The lesson takes about 17 minutes.',
    because: 'tests/web/lessons.test.mjs counts the words and the controls',
  },
  { says: 'Channel 0, and the product', because: title },
  { says: 'The channels of queries and keys come in pairs, as in lesson 2.', because: definition },
  { says: 'Above, the query is …, the key is …, and … is 1 radian a position.', because: given },
  {
    says: 'If both words are shifted alike, the turned pairs change, and their product stays.',
    holds: () => pairProduct(q, k, 3 - 5) === pairProduct(q, k, 13 - 15) && Math.abs(Math.cos(5) - Math.cos(15)) > 0.1,
  },
  { says: 'The score of lesson 4 sums such products over all pairs, and divides by ….', because: definition },
  { says: 'With the query at 5 and the key at 3 the product is ….', because: shown },
  { says: 'Now the two exchange their positions.', because: instruction },
  {
    says: 'The curve is not symmetric about 0: it matters which word stands first.',
    holds: () => Math.abs(pairProduct(q, k, 2) - pairProduct(q, k, -2)) > 5,
  },
  { says: 'The proof in three lines', because: title },
  { says: 'The query stands at 7, the key at 3.', because: given },
  { says: 'Three decimals are enough.', because: instruction },
  { says: 'Give one digit more.', because: instruction },
  { says: 'Beyond a quarter turn a cosine is negative.', holds: () => Math.cos(2) < 0 && 2 > Math.PI / 2 },
  { says: 'Both have length 1: the product is a cosine.', holds: () => Math.hypot(1, 0) === 1 },
  { says: 'A query stands at 9, a key at 4.', because: given },
  { says: 'A head of width … has … pairs with the frequencies of lesson 2, ….', because: definition },
  {
    says: 'If neighbours are pairs, all turns together are one block diagonal matrix, with blocks of 2 × 2 on its diagonal.',
    because: definition,
  },
  { says: 'less than 10⁻¹⁴', because: shown },
  { says: 'Programs leave the zeros out: two multiplications a channel are enough.', because: checked },
  { says: 'Two layouts', because: title },
  { says: 'In half they are … and ….', because: definition },
  { says: 'The first table has products of a query and a key with 8 channels.', because: shown },
  { says: 'With one layout the product stays, and with mixed ones it changes with the place.', because: checked },
  { says: 'GPT-J turns 64 of the 256 channels of a head.', because: given },
  { says: 'Two channels share a frequency.', because: definition },
  { says: 'A pair has two channels.', because: definition },
  { says: 'Wrong belief: "A rotary encoding always favours near words."', because: broken },
  {
    says: 'The paper bounds scores by a number that falls, on the whole, with the distance.',
    holds: () =>
      [1, 4, 16].every((seed) => [0, 1, 19, 50, 64, 256].every((distance) => withinBound(seed, distance))) &&
      bound(0) > bound(64) &&
      bound(64) > bound(256) &&
      bound(256) > bound(1024),
  },
  { says: 'Take a query and 1,000 keys of 128 random numbers of mean 0.', because: instruction },
  { says: 'Put each key 1 position before the query, then 50 before it.', because: instruction },
  { says: 'Share that scores higher when near', because: title },
  {
    says: 'A key and its negative are equally likely and prefer opposite places, so one half is expected.',
    because: 'a product changes its sign with the key, and both keys are equally likely',
  },
  {
    says: 'This mean falls from … at 0 to … at 64, but rises in between, first at ….',
    holds() {
      const rises = Array.from({ length: 64 }, (_, at) => at).filter((at) => at > 0 && bound(at) > bound(at - 1));
      return bound(0) > bound(64) && rises[0] === 19;
    },
  },
  {
    says: 'A bound does not say which of two scores is larger.',
    because: 'both may lie anywhere below it',
  },
  {
    says: 'A key that equals the query scores highest at distance 0.',
    because: 'there each pair adds the square of its length, the most that it can',
  },
  {
    says: 'The query turned by 50 positions is a key that scores highest at distance 50.',
    holds: () => Array.from({ length: 101 }, (_, at) => at).every((at) => at === 50 || turnedBy50(at) < turnedBy50(50)),
  },
  { says: 'Many models put a begin token at position 0, before the first word.', because: 'a common practice' },
  { says: 'all 1,000 further', because: title },
  { says: 'All tokens 1,000 further have the same scores: only the start of the count is lost.', because: checked },
  {
    says: 'With RoPE {0.990} of the answers are right (median of {6} seeds, 95 % interval {0.985} to {0.994}).',
    is() {
      const all = fourthSymbol('rotary');
      const [middle, low, high] = inBrief(all);
      return [middle, all.length, low, high];
    },
  },
  {
    says: 'Without an encoding {0.464} are ({0.414} to {0.508}), and guessing gives 1/16.',
    is: () => inBrief(fourthSymbol('none')),
  },
  {
    says: 'Fast pairs decay, and slow ones hardly do.',
    holds: () => zeta(0) ** (2048 / 512) < 0.01 && zeta(63) ** (2048 / 512) > 0.95,
  },
  {
    says: 'For a key after the query the factor exceeds 1, so xPos needs a causal mask.',
    holds: () => [0, 31, 63].every((i) => zeta(i) ** (-512 / 512) > 1),
  },
  {
    says: 'In the study length-extrapolation small models learn from texts of {32} words, and read {256}.',
    is: () => [lengthExtrapolation.base.task.length, lengthExtrapolation.arms[0].then.at(-1).task.length],
  },
  {
    says: 'With xPos it rises by {1.42} nats ({6} seeds, {0.777} to {1.63}).',
    is() {
      const all = cost('xPos');
      const [middle, low, high] = inBrief(all);
      return [middle, all.length, low, high];
    },
  },
  { says: 'With RoPE it rises by {1.67} ({1.22} to {2.21}).', is: () => inBrief(cost('rotary')) },
  {
    says: 'Neither extrapolates, which here is a rise below 0.1.',
    holds: () => interval(cost('xPos'))[0] > 0.1 && interval(cost('rotary'))[0] > 0.1,
  },
  {
    says: 'Which loses less is not decided.',
    holds() {
      const rotary = eightfold('rotary');
      const [low, high] = interval(eightfold('xPos').map((loss, seed) => loss - rotary[seed]));
      return low < 0 && high > 0;
    },
  },
  { says: 'All words are shifted by 10 positions.', because: given },
  { says: 'That is the factor over 512 positions.', holds: () => 0.5 ** (512 / 512) === 0.5 },
  { says: 'The weights stay.', because: 'scores are made of queries and keys' },
  {
    says: 'Write a function of \\`x\\`, \\`y\\` and \\`angle\\` that turns the pair as … does, and gives a list of two numbers.',
    because: instruction,
  },
  { says: 'It gives no list of two numbers.', because: instruction },
  { says: 'The product then knows … and both words, which decide where it is highest.', because: checked },
  { says: 'Far out, angles in float32 break the proof (lesson 12).', because: checked },
  { says: 'What comes next: texts longer than those of the training.', because: 'a reference' },
  { says: '10 minutes: one pair, the first guess, and the proof.', because: plan },
  { says: '25 minutes: also the matrix, the layouts, and the second guess.', because: plan },
  { says: '50 minutes: everything.', because: plan },
  {
    says: 'Only those with this word can change, and its score with itself stays.',
    because: 'a score knows its query and its key, and of a word with itself the distance is 0',
  },
  { says: 'Sources: the method, its decay, and xPos.', because: citation },
  { says: 'Set it to 40, and let the class find it.', because: plan },
  { says: 'Ask which column of the table stays before anybody moves the shift.', because: plan },
  { says: 'Most say "it stays", because the distance is the same.', because: plan },
  { says: 'Draw q and k as arrows on the board, and turn both by hand (3 minutes).', because: plan },
  {
    says: 'On the first slide set m = n = 5: the product is {4.00}, with the key one place before {4.69}, and one behind {−0.36}.',
    is: () => [0, -1, 1].map((far) => pairProduct(q, k, far)),
  },
  { says: 'Cover the right sides, and let the class give each line (4 minutes).', because: plan },
  { says: 'A 10-minute version stops here.', because: plan },
  { says: 'Ask what the matrix is for m = 0, then set it on the first slide.', because: plan },
  {
    says: 'Let the class count the multiplications for d = 128 before the table is read: {16,384} with all zeros, and {256} without.',
    is: () => [128 * 128, 2 * 128],
  },
  { says: 'Write the channels 0 to 7 on the board.', because: plan },
  {
    says: 'One half of the class joins them as interleaved pairs, the other as halves (2 minutes).',
    because: plan,
  },
  { says: 'Ask what happens to channel 1 if the query is turned in one way, and the key in the other.', because: plan },
  { says: 'Most guess far above a half, "because the bound falls".', because: plan },
  {
    says: 'Write a key and its negative on the board: where one prefers near, the other prefers far.',
    because: 'a product with the negative is the negative of the product',
  },
  {
    says: 'Ask for which order of query and key the factor of xPos exceeds 1, and what would go wrong there.',
    because: plan,
  },
  {
    says: 'Over 512 positions pair 0 keeps {0.29} of its product; let the class compute it from ζ.',
    is: () => [zeta(0)],
  },
];
