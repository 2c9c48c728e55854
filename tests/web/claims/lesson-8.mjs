/** The eighth lesson: its cells check what is measured, and tests/web/authored-notebooks.test.mjs runs them. */
import { interval } from '../../../dist/lib/studies/statistics.js';
import { everything, shortest, takes, unbound } from '../support/reasons.mjs';
import { ends, minus, spread, studyOf } from '../support/recorded-runs.mjs';

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

const extrapolation = studyOf('length-extrapolation');
const fourthSymbol = (arm) => ends('relative-or-absolute', `slot: ${arm}`, 'test.accuracy', 0);
const eightfold = (arm) => ends('length-extrapolation', arm, 'test.loss', 2);
const cost = (arm) => minus(eightfold(arm), ends('length-extrapolation', arm, 'test.loss', 0));

export const claims = [
  takes(17),
  ...unbound({
    definition: [
      'The channels of queries and keys come in pairs, as in lesson 2.',
      'The score of lesson 4 sums such products over all pairs, and divides by ….',
      'A head of width … has … pairs with the frequencies of lesson 2, ….',
      'If neighbours are pairs, all turns together are one block diagonal matrix, with blocks of 2 × 2 on its diagonal.',
      'In half they are … and ….',
      'Two channels share a frequency.',
      'A pair has two channels.',
    ],
    given: [
      'Below, a query and a key turn by one radian for each position.',
      'Above, the query is …, the key is …, and … is 1 radian a position.',
      'The query stands at 7, the key at 3.',
      'A query stands at 9, a key at 4.',
      'GPT-J turns 64 of the 256 channels of a head.',
      'All words are shifted by 10 positions.',
    ],
    instruction: [
      'Choose two positions, shift both, and see which number stays.',
      'You need lessons 2 and 4.',
      'Now the two exchange their positions.',
      'Three decimals are enough.',
      'Give one digit more.',
      'Take a query and 1,000 keys of 128 random numbers of mean 0.',
      'Put each key 1 position before the query, then 50 before it.',
      'Write a function of \\`x\\`, \\`y\\` and \\`angle\\` that turns the pair as … does, and gives a list of two numbers.',
      'It gives no list of two numbers.',
    ],
    goal: ['say why two programs must pair the same channels,'],
    reference: [
      'With random matrices, the scores of lesson 4 mostly did not follow the distance.',
      'What comes next: texts longer than those of the training.',
    ],
    citation: ['Sources: the method, its decay, and xPos.'],
    checked: [
      'Programs leave the zeros out: two multiplications a channel are enough.',
      'With one layout the product stays, and with mixed ones it changes with the place.',
      'All tokens 1,000 further have the same scores: only the start of the count is lost.',
      'The product then knows … and both words, which decide where it is highest.',
      'Far out, angles in float32 break the proof (lesson 12).',
    ],
    shown: [
      'With the query at 5 and the key at 3 the product is ….',
      'less than 10⁻¹⁴',
      'The first table has products of a query and a key with 8 channels.',
    ],
    title: [
      'Channel 0, and the product',
      'The proof in three lines',
      'Two layouts',
      'Share that scores higher when near',
      'all 1,000 further',
    ],
    broken: ['Wrong belief: "A rotary encoding always favours near words."'],
    plan: [
      everything,
      shortest,
      '10 minutes: one pair, the first guess, and the proof.',
      '25 minutes: also the matrix, the layouts, and the second guess.',
      'Set it to 40, and let the class find it.',
      'Ask which column of the table stays before anybody moves the shift.',
      'Most say "it stays", because the distance is the same.',
      'Draw q and k as arrows on the board, and turn both by hand (3 minutes).',
      'Cover the right sides, and let the class give each line (4 minutes).',
      'Ask what the matrix is for m = 0, then set it on the first slide.',
      'Write the channels 0 to 7 on the board.',
      'One half of the class joins them as interleaved pairs, the other as halves (2 minutes).',
      'Ask what happens to channel 1 if the query is turned in one way, and the key in the other.',
      'Most guess far above a half, "because the bound falls".',
      'Ask for which order of query and key the factor of xPos exceeds 1, and what would go wrong there.',
    ],
  }),
  {
    says: 'If both words are shifted alike, the turned pairs change, and their product stays.',
    holds: () => pairProduct(q, k, 3 - 5) === pairProduct(q, k, 13 - 15) && Math.abs(Math.cos(5) - Math.cos(15)) > 0.1,
  },
  {
    says: 'The curve is not symmetric about 0: it matters which word stands first.',
    holds: () => Math.abs(pairProduct(q, k, 2) - pairProduct(q, k, -2)) > 5,
  },
  { says: 'Beyond a quarter turn a cosine is negative.', holds: () => Math.cos(2) < 0 && 2 > Math.PI / 2 },
  { says: 'Both have length 1: the product is a cosine.', holds: () => Math.hypot(1, 0) === 1 },
  {
    says: 'The paper bounds scores by a number that falls, on the whole, with the distance.',
    holds: () =>
      [1, 4, 16].every((seed) => [0, 1, 19, 50, 64, 256].every((distance) => withinBound(seed, distance))) &&
      bound(0) > bound(64) &&
      bound(64) > bound(256) &&
      bound(256) > bound(1024),
  },
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
  {
    says: 'With RoPE {0.990} of the answers are right (median of {6} seeds, 95 % interval {0.985} to {0.994}).',
    is() {
      const all = fourthSymbol('rotary');
      const [middle, low, high] = spread(all);
      return [middle, all.length, low, high];
    },
  },
  {
    says: 'Without an encoding {0.464} are ({0.414} to {0.508}), and guessing gives 1/16.',
    is: () => spread(fourthSymbol('none')),
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
    is: () => [extrapolation.base.task.length, extrapolation.arms[0].then.at(-1).task.length],
  },
  {
    says: 'With xPos it rises by {1.46} nats ({6} seeds, {0.794} to {1.66}).',
    is() {
      const all = cost('xPos');
      const [middle, low, high] = spread(all);
      return [middle, all.length, low, high];
    },
  },
  { says: 'With RoPE it rises by {1.70} ({1.22} to {2.25}).', is: () => spread(cost('rotary')) },
  {
    says: 'Neither extrapolates, which here is a rise below 0.1.',
    holds: () => interval(cost('xPos'))[0] > 0.1 && interval(cost('rotary'))[0] > 0.1,
  },
  {
    says: 'Which loses less is not decided.',
    holds() {
      const [low, high] = interval(minus(eightfold('xPos'), eightfold('rotary')));
      return low < 0 && high > 0;
    },
  },
  { says: 'That is the factor over 512 positions.', holds: () => 0.5 ** (512 / 512) === 0.5 },
  { says: 'The weights stay.', because: 'scores are made of queries and keys' },
  {
    says: 'Only those with this word can change, and its score with itself stays.',
    because: 'a score knows its query and its key, and of a word with itself the distance is 0',
  },
  {
    says: 'On the first slide set m = n = 5: the product is {4.00}, with the key one place before {4.69}, and one behind {−0.36}.',
    is: () => [0, -1, 1].map((far) => pairProduct(q, k, far)),
  },
  {
    says: 'Let the class count the multiplications for d = 128 before the table is read: {16,384} with all zeros, and {256} without.',
    is: () => [128 * 128, 2 * 128],
  },
  {
    says: 'Write a key and its negative on the board: where one prefers near, the other prefers far.',
    because: 'a product with the negative is the negative of the product',
  },
  {
    says: 'Over 512 positions pair 0 keeps {0.29} of its product; let the class compute it from ζ.',
    is: () => [zeta(0)],
  },
];
