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
const cellsOf = (name) => readFileSync(join(root, notebookPaths.get(name)), 'utf8');
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
      'A continuous function of the distance is positive semidefinite if and only if it is the transform of a non-negative finite measure (Bochner).',
      'Here the measure is known: half a unit of mass at each ….',
      'Two for each pair: as many as the vectors have entries.',
      'As many as there are positions: each of them adds one direction at most.',
    ],
    instruction: [
      'Try it: set base to 500000 in the first cell with code, as Llama 3 has it.',
      'Write a function that gives the distance of neighbouring float32 numbers at …, such as … at a million.',
      'It is no function: write one, such as (p) => p / 2.',
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
    says: 'The error of a method that rounds the product grows in proportion to the position, until the computed pair points the opposite way and is off by {2}, the largest possible error.',
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
    says: 'If only the finished table is rounded, the error does not grow at all.',
    holds: async () => {
      const [near, far] = [await methods(100), await methods(1e7)];
      return ['table-bf16', 'table-fp16'].every((id) => far[id] < 1.05 * near[id]);
    },
  },
  { says: 'Largest error of a pair of cosine and sine', because: 'a title' },
  {
    says: 'The frequency is rounded once, to a fraction of a turn in {128} bits.',
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
  {
    says: '… cannot be held, but a smaller position cannot either.',
    because: 'an answer to a number that the reader gives',
  },
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
    says: 'Up to position … the error of the phase stays below … of a turn, far below what float64 can show.',
    holds: () => 2 ** 64 * (2 ** -128 / 2) < 2 ** -64 && 2 ** -64 * 2 * Math.PI < Number.EPSILON / 100,
  },
  {
    says: 'Pair 0 has whole angles, and pairs 16 and 32 turn by {0.1} and {0.01} radians: at multiples of 10 and 100 their angles are whole, too.',
    is: () => [theta[16], theta[32]],
  },
  {
    says: 'Two digits are enough.',
    // for every table that can be set: the answer, rounded to two digits, is accepted
    holds: () => {
      const tolerance = new Function('slowest', `return ${/tolerance: (.+),$/m.exec(cellsOf('kernels'))[1]}`);
      return [16, 32, 64, 128, 256].every((dim) =>
        [2, 3, 7, 10, 100, 10_000, 1e6].every((base) => {
          const slowest = base ** (-(dim - 2) / dim);
          const answer = (2 * Math.PI) / slowest;
          return Math.abs(Number(answer.toPrecision(2)) - answer) <= tolerance(slowest);
        }),
      );
    },
  },
  {
    says: 'some pairs hardly differ within … positions, and their directions are too weak to be told from none',
    // for tables that can be set: it is said only where neither positions nor channels are the bound
    holds: async () => {
      const reason = new Function(`${/const reason = [^]*?;\n/.exec(cellsOf('kernels'))[0]} return reason;`)();
      for (const [dim, base, n] of [
        [64, 10_000, 96],
        [256, 2, 8],
        [16, 2, 128],
        [16, 10_000, 8],
      ]) {
        const kernel = await pe.gram({ encoding: 'sinusoidal', dim, base }, n);
        const { eigenvalues: all } = await pe.analyse({ analysis: 'spectrum' }, { kernel });
        const above = all.filter((x) => x > n * all[0] * 2 ** -53).length;
        if (reason(above, n, dim).startsWith('some pairs') !== above < Math.min(n, dim)) return false;
      }
      return true;
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
