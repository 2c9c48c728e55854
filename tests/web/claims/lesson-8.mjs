/** The eighth lesson: its cells check what is measured, and tests/web/authored-notebooks.test.mjs runs them. */
import { readFileSync } from 'node:fs';
import { interval, median } from '../../../dist/lib/studies/statistics.js';
import { broken, checked, citation, definition, given, instruction, plan, shown, title } from '../support/reasons.mjs';

export const prose = ['examples/notebooks/course/8-rotary.html'];

/** The product of a pair of query and key, the key turned by an angle: a dot product and a determinant. */
const pairProduct = ([a, b], [c, d], angle) => (a * c + b * d) * Math.cos(angle) + (b * c - a * d) * Math.sin(angle);
const q = [2, 1];
const k = [1, 2];
const degrees = ([x, y]) => Math.atan2(y, x);
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
    says: 'Lesson 4 added positions to words, and with random matrices the scores mostly did not follow the distance.',
    because: 'a reference',
  },
  { says: 'Choose two positions, shift both, and see which number stays.', because: instruction },
  { says: 'You need lessons 2 and 4.', because: instruction },
  {
    says: 'The lesson takes about 17 minutes.',
    because: 'tests/web/lessons.test.mjs counts the words and the controls',
  },
  { says: 'Channel 0, and the product', because: title },
  { says: 'The channels of queries and keys come in pairs, as in lesson 2.', because: definition },
  { says: 'Above, the query is …, the key is …, and … is 1 radian a position.', because: given },
  {
    says: 'A shift of both words changes the turned pairs, and their product stays.',
    holds: () => pairProduct(q, k, 3 - 5) === pairProduct(q, k, 13 - 15) && Math.abs(Math.cos(5) - Math.cos(15)) > 0.1,
  },
  {
    says: 'Such products, summed over all pairs and divided by …, are the score of lesson 4.',
    because: definition,
  },
  { says: 'With the query at 5 and the key at 3 the product is ….', because: shown },
  { says: 'Now the two exchange their positions.', because: instruction },
  {
    says: 'Each is highest where the key is turned nearest to the query.',
    holds() {
      const offsets = Array.from({ length: 41 }, (_, i) => i - 20);
      const best = offsets.reduce((a, b) => (pairProduct(q, k, b) > pairProduct(q, k, a) ? b : a));
      const apart = (offset) => Math.abs(Math.sin((degrees(k) + offset - degrees(q)) / 2));
      return best === offsets.reduce((a, b) => (apart(b) < apart(a) ? b : a));
    },
  },
  { says: 'The proof in three lines', because: title },
  { says: 'The query stands at 7, the key at 3.', because: given },
  { says: 'Three digits are enough.', because: instruction },
  { says: 'Give three digits.', because: instruction },
  { says: 'Both have length 1: the product is a cosine.', holds: () => Math.hypot(1, 0) === 1 },
  { says: 'A query stands at 9, a key at 4.', because: given },
  { says: 'A head of width … has … pairs with the frequencies of lesson 2, ….', because: definition },
  {
    says: 'All turns together are one matrix with blocks of 2 × 2 on its diagonal: it is block diagonal.',
    because: definition,
  },
  { says: 'less than 10⁻¹⁴', because: shown },
  {
    says: 'Each entry is one multiplication, and in a wide head most entries are zeros.',
    holds: () => [64, 128].every((d) => 2 * d < (d * d) / 2),
  },
  {
    says: 'So programs do not multiply by the matrix: two multiplications a channel are enough.',
    because: checked,
  },
  { says: 'Two layouts', because: title },
  { says: 'In the layout half they are … and ….', because: definition },
  { says: 'The first table has products of 8 channels.', because: shown },
  { says: 'GPT-J turns 64 of the 256 channels of a head.', because: given },
  { says: 'Two channels share a frequency.', because: definition },
  { says: 'A pair has two channels.', because: definition },
  { says: 'Wrong belief: "A rotary encoding always favours near words."', because: broken },
  {
    says: 'The paper shows a bound of the scores that decays with the distance.',
    holds: () => bound(0) > bound(64) && bound(64) > bound(256) && bound(256) > bound(1024),
  },
  { says: 'Take a query and 1000 keys of 128 random numbers.', because: instruction },
  { says: 'Put each key 1 position before the query, then 50 before it.', because: instruction },
  { says: 'Share that scores higher when near', because: title },
  { says: 'turned by 50', because: title },
  {
    says: 'A key and its negative prefer opposite places, so one half is expected.',
    because: 'a product changes its sign with the key, and both keys are equally likely',
  },
  {
    says: 'The bound falls from … at distance 0 to … at 64, and rises in between, first at ….',
    holds() {
      const rises = Array.from({ length: 64 }, (_, at) => at).filter((at) => at > 0 && bound(at) > bound(at - 1));
      return bound(0) > bound(64) && rises[0] === 19;
    },
  },
  {
    says: 'It limits how large scores can be, and does not say which of two is larger.',
    because: 'it is the same for every query and key',
  },
  {
    says: 'A key that equals the query scores highest at distance 0.',
    because: 'there each pair adds the square of its length, the most that it can',
  },
  {
    says: 'The query turned by 50 positions is a key that scores highest at 50.',
    holds: () => Array.from({ length: 101 }, (_, at) => at).every((at) => at === 50 || turnedBy50(at) < turnedBy50(50)),
  },
  { says: 'Many models put a begin token at position 0.', because: 'a common practice' },
  { says: 'all 1000 further', because: title },
  { says: 'All words 1000 further give the same scores: only the start of the count is lost.', because: checked },
  {
    says: 'With RoPE {0.990} of the answers are right (median of {6} seeds, 95 % interval {0.985} to {0.994}).',
    is() {
      const all = fourthSymbol('rotary');
      const [middle, low, high] = inBrief(all);
      return [middle, all.length, low, high];
    },
  },
  {
    says: 'Without an encoding {0.464} are ({0.414} to {0.508}).',
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
    says: 'In a recorded study, texts of eightfold length raise the loss of xPos by {1.42} nats a word ({6} seeds, 95 % interval {0.777} to {1.63}).',
    is() {
      const all = cost('xPos');
      const [middle, low, high] = inBrief(all);
      return [middle, all.length, low, high];
    },
  },
  { says: 'That of RoPE rises by {1.67} ({1.22} to {2.21}).', is: () => inBrief(cost('rotary')) },
  {
    says: 'Neither extrapolates, and which loses less is not decided.',
    holds() {
      const rotary = eightfold('rotary');
      const [low, high] = interval(eightfold('xPos').map((loss, seed) => loss - rotary[seed]));
      return interval(cost('xPos'))[0] > 0.1 && interval(cost('rotary'))[0] > 0.1 && low < 0 && high > 0;
    },
  },
  {
    says: 'With angles in float32, a pair at position 1,000,000 is off by up to …, and products no longer stay (lesson 12).',
    because: shown,
  },
  { says: 'All words are shifted by 10 positions.', because: given },
  { says: 'That is the factor over 512 positions.', holds: () => 0.5 ** (512 / 512) === 0.5 },
  { says: 'The weights stay.', because: 'scores are made of queries and keys' },
  {
    says: 'Write a function that turns the pair \\`x\\`, \\`y\\` by an angle and gives a list of two numbers.',
    because: instruction,
  },
  { says: 'It gives no list of two numbers.', because: instruction },
  { says: 'At which distance it is highest depends on the words.', because: checked },
  {
    says: 'The factor of xPos decays with the distance.',
    holds: () => Array.from({ length: 64 }, (_, i) => i).every((i) => zeta(i) < 1),
  },
  { says: 'What comes next: texts that are longer than those of the training.', because: 'a reference' },
  { says: 'The student has done lessons 2 and 4.', because: plan },
  { says: '10 minutes: one pair at two shifts, the guess about the exchange, and the proof.', because: plan },
  { says: '25 minutes: also the matrix, the layouts, and the guess about near words.', because: plan },
  { says: '50 minutes: everything.', because: plan },
  {
    says: 'Only those with this word can change, and its score with itself stays.',
    because: 'a score knows its query and its key, and of a word with itself the distance is 0',
  },
  { says: 'Sources: the method, its decay, and xPos.', because: citation },
];
