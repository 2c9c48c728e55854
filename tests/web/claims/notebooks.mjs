/**
 * examples/notebooks: what their prose, hints and explanations say. What a cell checks stands beside its own number, and
 * tests/web/authored-notebooks.test.mjs runs it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { notebookPaths } from '../support/notebook-files.mjs';
import { create, root } from '../support/posenc.mjs';
import { unbound } from '../support/reasons.mjs';

/** Lessons of the course have a file each. */
export const prose = [...notebookPaths.values()].filter((path) => !path.includes('/course/'));

const pe = await create();
export const close = () => pe.dispose();

const spec = { encoding: 'rope', dim: 128, base: 10000 };
const theta = await pe.frequencies(spec);
/** Of the float32 angle, by pair. */
const errorsAt = (p, frequencies = theta) =>
  Array.from(frequencies, (t) => Math.abs(Math.fround(p * Math.fround(t)) - p * t));
const slower = await pe.frequencies({ ...spec, base: 500_000 });
const methods = async (p) =>
  Object.fromEntries((await pe.precision(spec, [p])).methods.map(({ id, errors }) => [id, errors[0]]));
const held = (value) => Math.fround(value) === value;
/** Every position that the input of the notebook can be set to lies between these. */
const places = [10, 137, 1000, 4096, 99_999, 100_000, 912_010, 1e6, 1e7];

const sinusoidal = { encoding: 'sinusoidal', dim: 64, base: 10000 };
const size = 96;
const profile = await pe.kernelProfile(sinusoidal, size);
const gram = await pe.gram(sinusoidal, size);
const { eigenvalues } = await pe.analyse({ analysis: 'spectrum' }, { kernel: gram });

export const claims = [
  ...unbound({
    definition: [
      'Below, … is ten to the power of the exponent.',
      'Here the transform is known: half a unit of mass at each ….',
      'Two for each pair: as many as the vectors have entries.',
    ],
    instruction: [
      'Try it: set base to 500000 in the first cell with code, as Llama 3 has it.',
      'Write a function that gives the distance of neighbouring float32 numbers at …, such as … at a million.',
      'It is no function: write one, such as (p) => p / 2.',
      'Two digits are enough.',
      'theta.reduce((sum, t) => …, 0) sums over a list.',
      'Ten times the positions are taken, … of them, with *dim* as it is.',
    ],
    checked: [
      'Pair 1 turns by …, and its angle falls between the numbers that float32 has: at … these are a sixteenth of a radian apart, and at … a whole radian.',
    ],
    shown: ['At position … the worst pair is number …, which is off by … radians.'],
  }),
  {
    says: 'At position 10 a program that computes it with float32 numbers is right to six decimals in every entry.',
    holds: async () => {
      const at = await methods(10);
      return ['hf-f32', 'rounded-f32', 'exp-f32', 'f64'].every((id) => at[id] < 0.5e-6);
    },
  },
  {
    says: 'At position 1,000,000 the same program is wrong in the second decimal, and one that keeps positions in bf16 no longer knows where it is.',
    holds: async () => {
      const at = await methods(1e6);
      return ['hf-f32', 'rounded-f32'].every((id) => at[id] > 0.01 && at[id] < 0.1) && at.bf16 > 1.9;
    },
  },
  {
    says: 'Below are all {64} pairs: slow ones err less, because their angles are small.',
    is: () => {
      for (const errors of places.map((p) => errorsAt(p)))
        if (Math.max(...errors.slice(32)) > 0.1 * Math.max(...errors)) throw new Error(errors.join());
      return [theta.length];
    },
  },
  {
    says: 'The error of a method that rounds the product grows in proportion to the position, until pair and truth point in opposite directions and are {2} apart.',
    // over five powers of ten, and to where it cannot grow
    is: async () => {
      const [near, far] = [await methods(10), await methods(1e6)];
      for (const id of ['rounded-f32', 'f64'])
        if (!(Math.abs(Math.log10(far[id] / near[id]) - 5) < 0.5)) throw new Error(`${id}: ${near[id]} and ${far[id]}`);
      return [far.bf16];
    },
    within: 0.01,
  },
  {
    says: 'That of a table which is rounded last does not grow at all.',
    holds: async () => {
      const [near, far] = [await methods(100), await methods(1e7)];
      return ['table-bf16', 'table-fp16'].every((id) => far[id] < 1.05 * near[id]);
    },
  },
  { says: 'Largest error of a pair of cosine and sine', because: 'a title' },
  {
    says: 'The phase is kept as a fraction of a turn in {128} bits.',
    is: () => [Number(/u(\d+) fraction/.exec(readFileSync(join(root, 'src/core/turn.hpp'), 'utf8'))[1])],
  },
  {
    says: 'All pairs but pair 0 turn more slowly then.',
    holds: () => theta[0] === slower[0] && theta.every((t, i) => i === 0 || slower[i] < t),
  },
  { says: 'A float32 number has {24} bits.', is: () => [Math.log2(2 / (Math.fround(1 + 2 ** -23) - 1))] },
  {
    says: 'Up to {2^24} they all are.',
    is: () => {
      let n = 1;
      while (held(n) && held(n + 1)) n *= 2;
      return [n];
    },
  },
  { says: '… is not held, but neither is a smaller one.', because: 'an answer to a number that the reader gives' },
  {
    says: '2^24 + 1 = {16,777,217} rounds to {16,777,216}: {two} positions become one.',
    is: () => [
      2 ** 24 + 1,
      Math.fround(2 ** 24 + 1),
      [2 ** 24, 2 ** 24 + 1].filter((p) => Math.fround(p) === 2 ** 24).length,
    ],
  },
  { says: '(p) => 2 ** (Math.floor(Math.log2(p)) - 23)', because: 'code, which the exercise tries' },
  {
    says: 'Numbers from 2^k to 2^(k+1) are equally far apart.',
    holds: () =>
      [0, 7, 19, 23].every((k) =>
        [2 ** k, 1.5 * 2 ** k].every((p) => held(p + 2 ** (k - 23)) && !held(p + 2 ** (k - 24))),
      ),
  },
  { says: 'There are {2^23} of them.', is: () => [1 / (Math.fround(1 + 2 ** -23) - 1)] },
  {
    says: 'It falls fifty times, as the frequencies do',
    because: 'a choice that is wrong, which the exercise says',
  },
  {
    says: 'It was … and is …: the fastest pairs hardly slow down.',
    holds: () => Math.max(...errorsAt(1e6, slower)) > 0.8 * Math.max(...errorsAt(1e6)) && slower[1] > 0.9 * theta[1],
  },
  {
    says: 'Pair 1, the fastest whose angle is rounded, turns by … radians a position with the one base and by … with the other.',
    holds: () => places.every((p) => errorsAt(p)[0] === 0) && theta[1] > theta[2],
  },
  { says: 'The kernel is largest at distance zero, …, here ….', holds: () => Math.max(...profile) === profile[0] },
  {
    says: 'From there it falls and oscillates; over these distances its least value is ….',
    holds: () => {
      const turns = profile.filter((k, i) => i > 1 && (k - profile[i - 1]) * (profile[i - 1] - profile[i - 2]) < 0);
      return profile[1] < profile[0] && turns.length > 4 && Math.min(...profile) > 0;
    },
  },
  {
    says: 'So the matrix has no negative eigenvalue, and not more than … that are not zero.',
    holds: () => eigenvalues.every((x) => x >= 0) && eigenvalues[64] === 0 && eigenvalues.length === size,
  },
  {
    says: '(delta) => theta.reduce((sum, t) => sum + Math.cos(delta * t), 0)',
    because: 'code, which the exercise tries',
  },
];
