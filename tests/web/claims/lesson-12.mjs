/** The twelfth lesson: its cells check what is measured, and tests/web/authored-notebooks.test.mjs runs them. */
import { create, text } from '../support/posenc.mjs';
import { everything, shortest, takes, unbound } from '../support/reasons.mjs';
import { ends, minus, spread } from '../support/recorded-runs.mjs';

export const prose = ['examples/notebooks/course/12-precision-and-errata.html'];

const pe = await create();
export const close = () => pe.dispose();

/** A second way to all that the cells take from the library: float32 by Math.fround, bf16 by the bits of a float32. */
const pairs = 64;
const thetaOf = (base, i) => base ** (-i / pairs);
const theta32 = (base, i) => Math.fround(1 / Math.fround(base ** (i / pairs)));
const angle32 = (p, i, base = 10000) => Math.fround(Math.fround(p) * theta32(base, i));
const chord = (p, i, base = 10000) => 2 * Math.abs(Math.sin((angle32(p, i, base) - p * thetaOf(base, i)) / 2));
/** What a pair turns by in one position, in parts of which a turn has 2^32. */
const parts = (i) => (thetaOf(10000, i) / (2 * Math.PI)) * 2 ** 32;
const range = (count, from = 0) => Array.from({ length: count }, (_, i) => from + i);
const worstPair = (p, base) => Math.max(...range(pairs).map((i) => chord(p, i, base)));
const worstNear = (p, base) => Math.max(...range(64, p).map((at) => worstPair(at, base)));
const bits = new DataView(new ArrayBuffer(4));
function bf16(x) {
  bits.setFloat32(0, x);
  const whole = bits.getUint32(0);
  bits.setUint32(0, (whole + 0x7fff + ((whole >>> 16) & 1)) & 0xffff0000);
  return bits.getFloat32(0);
}
/** How many of the positions below this stay different. */
const different = (count) => new Set(range(count).map(bf16)).size;
/** Cosine and sine of a pair: of a float32 angle, or exact and kept in bf16. */
const table32 = (p, i) => [Math.cos(angle32(p, i)), Math.sin(angle32(p, i))];
const table16 = (p, i) => [Math.cos(p * thetaOf(10000, i)), Math.sin(p * thetaOf(10000, i))].map(bf16);
/** Of a normalised score of equal query and key, up to 128 positions before. */
function scoreError(p, table = table32) {
  const mean = (term) => range(pairs).reduce((sum, i) => sum + term(i), 0) / pairs;
  const off = (lag) =>
    mean((i) => {
      const [[c, s], [d, t]] = [table(p, i), table(p - lag, i)];
      return c * d + s * t - Math.cos(lag * thetaOf(10000, i));
    });
  return Math.max(...range(129).map((lag) => Math.abs(off(lag))));
}
const worstOf = async (id, p) => {
  const spec = { encoding: 'rope', dim: 2 * pairs };
  const { methods } = await pe.precision(spec, { start: p, count: 16, step: 1 }, { methods: [id], scores: false });
  return Math.max(...methods[0].errors);
};

/** Of a recorded study, and of the differences of two of its arms. */
const three = (values) => {
  if (values.length !== 6) throw new Error(`${values.length} seeds`);
  return spread(values);
};
const ended = (...of) => three(ends(...of));
const differing = (study, arm, other, measure) => three(minus(ends(study, arm, measure), ends(study, other, measure)));
const lost = (kind) => differing('removal', `${kind}: sinusoidal`, `${kind}: none`, 'test.accuracy');
const extended = (after) => {
  const [by, without] = ['position interpolation', 'as it is'].map((arm) => arm + after);
  return differing('context-extension', by, without, 'test.loss');
};

const slip = Math.abs(-0.9899 - Math.cos(3));

export const claims = [
  takes(17),
  ...unbound({
    definition: [
      'A floating-point number keeps … bits, counted from its first 1: the significant bits.',
      'The score is that of equal query and key, divided by its largest value.',
      'Cut a turn into … parts, and write … as the nearest whole number of parts:',
      'Half a turn is π radians.',
    ],
    given: [
      'Near which position is the angle of some pair first off by more than 0.01 radians?',
      '−0.9899 for cos 3',
      '0.8661 for a frequency',
      'A format has 12 significant bits.',
      'A frequency is too large by 0.00001.',
    ],
    instruction: [
      'You need binary numbers, lessons 2 to 4, and 7 to 10 for the statements.',
      'Look for 1001 above.',
      'Try each with −0.9900.',
    ],
    citation: ['The paper ties encodings to the NTK, and lesson 10 tests it.'],
    checked: [
      'Up to position 131,071 the largest error is **…** radians.',
      'Three more hold.',
      'Of eleven chosen statements four hold and five are wrong.',
    ],
    shown: [
      'It is **…**, about 2 to the power of ….',
      'An exact table, rounded last, is off by at most **…** in the chart.',
      'Position 3 with …: ….',
      'It is **…**: … are wrong, and two hold in one reading only.',
    ],
    title: [
      'k, for the position 2ᵏ + 1',
      'k, for the position 2ᵏ',
      'worst pair off by',
      'Largest error of a pair, base …',
      'Eight bits',
      'error of the worst pair, radians',
      'cos 3 rounded to bf16',
      'first position off by 0.01 radians',
    ],
    answer: [
      'All up to 2 to the power of 12 are held.',
      'Not all smaller ones are held.',
      'That is a quarter of a turn.',
      'it lies between −1 and 1',
      '(p, rho) => Number(BigInt(p) * BigInt(rho) % 2n ** 32n)',
      'For … and … the product has more than 53 bits, so a float64 rounds it first.',
    ],
    stated: [
      'slides 20, 21',
      'frequencies of 8 channels',
      'last of 8 channels as fast as channel 0',
      'change of “sat”, if two words swap, causal mask',
      'RoPE: score 10⁶ positions on / score here',
      'interpolation, s = 4: last frequency times',
      'NTK-aware, s = 4: last frequency times',
      'YaRN, s = 32: scores times',
      'all trained: NTK at (1010, 1013) / NTK at (10, 13)',
    ],
    plan: [
      everything,
      shortest,
      '10 minutes: the table of formats, and the guess about bf16.',
      '25 minutes: also float32, and the statements.',
      'Set k = 8, and let the class say what bf16 makes of it.',
      'Most guess 2^24, where positions are lost.',
      'Ask how many radians 131,072 positions are for pair 0, and how far apart numbers lie there.',
      'Set 1000000 last, and compare the curves at the far end.',
      'Ask before the chart: which pairs does a larger base slow, and which pairs have the error?',
      'Most say 4096.',
      'Students often say that more bits only hide the error: set n = 16, then 40, and compare the last row.',
      'Give each pair of students two statements, and five minutes, before the vote.',
      'Most guess that half hold.',
      'Ask how the eleven were chosen before anybody judges a source.',
      'Ask which of the two slips a test at position 3 would find.',
    ],
  }),
  {
    says: 'Many models compute in bf16, which keeps {8} bits.',
    is: () => [Math.log2(range(1000, 1).find((p) => bf16(p) !== p) - 1)],
  },
  {
    says: 'It does hold every position up to {16,777,216}.',
    is: () => {
      const some = range(1000, 2 ** 24 - 999);
      return [some.every((p) => Math.fround(p) === p) && Math.fround(2 ** 24 + 1) !== 2 ** 24 + 1 ? 2 ** 24 : NaN];
    },
  },
  {
    says: 'There the angle of pair 1 has just passed 131,072 radians, where the gap doubles.',
    // The cells check that 151,363 is the first.
    holds: () => {
      const off = (p, i) => Math.abs(angle32(p, i) - p * thetaOf(10000, i));
      const [before, there] = [151_353, 151_363].map((p) => p * thetaOf(10000, 1));
      return before < 2 ** 17 && there > 2 ** 17 && off(151_363, 1) > 0.01 && off(151_362, 1) < 0.01;
    },
  },
  {
    says: 'At 131,071 a score is off by {0.0002}, less than the table in bf16 costs.',
    is: () => [scoreError(131_071) < scoreError(131_071, table16) ? scoreError(131_071) : NaN],
  },
  {
    says: 'At ten million it is off by {0.017}, and the worst pair by {0.75}.',
    is: () => [scoreError(1e7), worstPair(1e7)],
  },
  {
    says: 'It cannot: a larger base slows the slow pairs most, and the fast ones decide.',
    holds: () => {
      const places = [1e5, 1e6, 1e7];
      const [now, larger] = [places.map((p) => worstNear(p)), places.map((p) => worstNear(p, 1e6))];
      const slowed = (i) => thetaOf(1e6, i) / thetaOf(1e4, i);
      return (
        larger.every((one, at) => one > now[at] / 2) &&
        range(pairs - 1).every((i) => slowed(i + 1) < slowed(i)) &&
        range(64, 1e6).every((p) => range(32, 32).every((i) => chord(p, i) < now[1] / 10))
      );
    },
  },
  {
    says: 'Only the table that is rounded last is no worse at far positions.',
    holds: async () => {
      for (const id of ['hf-f32', 'tf32', 'bf16'])
        if (!((await worstOf(id, 1000)) > 1.5 * (await worstOf(id, 10)))) return false;
      const table = [];
      for (const p of [10, 1000, 1e5, 1e7]) table.push(await worstOf('table-bf16', p));
      return Math.max(...table) < 1.2 * Math.min(...table);
    },
  },
  {
    says: 'It is **…**: up to {256} all are held, and each doubling adds only {128}.',
    is: () => {
      const added = [512, 1024, 2048, 4096].map((count) => different(count + 1) - different(count / 2 + 1));
      return [range(1000, 1).find((p) => bf16(p) !== p) - 1, new Set(added).size === 1 ? added[0] : NaN];
    },
  },
  {
    says: 'Only … was rounded, by at most half a part.',
    holds: () => range(pairs).every((i) => Math.abs(Math.round(parts(i)) - parts(i)) <= 1 / 2),
  },
  {
    says: 'So the rest is off by at most … parts.',
    holds: () =>
      [1, 1000, 131_071].every((p) =>
        range(pairs).every((i) => Math.abs(p * Math.round(parts(i)) - p * parts(i)) <= p / 2 + 1e-3),
      ),
  },
  {
    says: 'With 32 bits, as float32 has, the error is below 0.0001 radians.',
    holds: () => (131_071 / 2 / 2 ** 32) * 2 * Math.PI < 0.0001 && Float32Array.BYTES_PER_ELEMENT * 8 === 32,
  },
  {
    says: 'The library takes 128: see Why exact positions matter.',
    holds: () => text('examples/notebooks/exact-positions.html').includes('in 128 bits'),
  },
  {
    says: 'Below are eleven statements of slides, an article and a paper, by slide or section, each with a number that it implies.',
    holds: () => {
      const source = text(prose[0]);
      return [...source.matchAll(/\{ where: "(?:slide|article|paper)/g)].length === 11;
    },
  },
  {
    says: 'Two channels share a frequency.',
    holds: async () => new Set(await pe.frequencies({ encoding: 'sinusoidal', dim: 8 })).size === 8 / 2,
  },
  {
    says: "Low channels are the fast ones, in the slides' own order.",
    holds: async () => {
      const { data } = await pe.table({ encoding: 'sinusoidal', dim: 8 }, [1], { dtype: 'f64' });
      const speeds = Array.from(data, (x, c) => (c % 2 === 0 ? Math.asin(x) : Math.acos(x)));
      return speeds.slice(2).every((speed, c) => speed < speeds[c] - 1e-6);
    },
  },
  {
    says: 'Where they are learned, the NTK grows with the position.',
    // Of v cos(wx + b) with gradients by v, w and b: (2 + xy) times the kernel of the distance.
    holds: () => 2 + 1010 * 1013 > 7000 * (2 + 10 * 13),
  },
  {
    says: 'Compare −0.9899 for … with an invented slip: 0.8661 for the frequency {0.8660} of pair 1.',
    is: () => [thetaOf(10000, 1)],
  },
  {
    says: 'For the cosine the belief is nearly right: bf16 does more.',
    holds: () => Math.abs(bf16(Math.cos(3)) - Math.cos(3)) > 10 * slip,
  },
  {
    says: 'Here are medians of six seeds with 95 % intervals.',
    holds: () => ended('removal', 'copy: none', 'test.accuracy').length === 3,
  },
  {
    says: 'Without positions a causal decoder loses {0.38} ({0.35} to {0.39}) of the answers where it must look two places back, and in sorting none.',
    is: () => {
      if (!lost('sort').every((one) => one <= 0)) throw new Error(String(lost('sort')));
      return lost('back');
    },
  },
  {
    says: 'At 64 words, after training on 32, the loss with them is {2.94} nats a word ({2.48} to {3.35}).',
    is: () => ended('who-did-what', 'sinusoidal', 'longer.loss'),
  },
  {
    says: 'Without any encoding it is {1.58} ({1.55} to {1.76}).',
    is: () => ended('who-did-what', 'none', 'longer.loss'),
  },
  {
    says: 'At four times the length, position interpolation raised the loss (lesson 9).',
    holds: () => [...extended(''), ...extended(', 100 steps')].every((one) => one > 0),
  },
  { says: '4096 is a power of two, and one bit holds it.', holds: () => 2 ** 12 === 4096 },
  { says: '4095 is twelve ones: it just fits.', holds: () => (4095).toString(2) === '1'.repeat(12) },
  { says: 'Twelve ones in a row are {4095}.', is: () => [parseInt('1'.repeat(12), 2)] },
  {
    says: 'The cosine of pair 0 changes by {0.95}, and bf16 shows that.',
    is: () => [bf16(Math.cos(1000)) > bf16(Math.cos(1001)) + 0.9 ? Math.cos(1000) - Math.cos(1001) : NaN],
  },
  {
    says: 'The second never sees 1001: near 1000 the gap in bf16 is {4}.',
    is: () => [
      bf16(1001) === 1000 && bf16(1000) === 1000
        ? range(20, 1001)
            .map(bf16)
            .find((p) => p > 1000) - 1000
        : NaN,
    ],
  },
  { says: 'Both −0.9899 and −0.9900 lie there.', holds: () => [-0.9899, -0.99].every((one) => Math.abs(one) < 1) },
  { says: 'Both −0.9899 and −0.9900 are negative.', holds: () => [-0.9899, -0.99].every((one) => one < 0) },
  {
    says: 'The sums are {0.9998} and {1.0000}.',
    is: () => [-0.9899, -0.99].map((cosine) => 0.1411 ** 2 + cosine ** 2),
  },
  { says: 'Ask how many bits the number 257 has: {nine}.', is: () => [(257).toString(2).length] },
  {
    says: 'Then ask for the k at which float32 loses its first position: {24}.',
    is: () => [range(28).find((k) => Math.fround(2 ** k + 1) !== 2 ** k + 1)],
  },
  {
    says: 'Write the gap at 131,072 on the board: 1/64, so that rounding is off by up to 1/128.',
    holds: () =>
      131072 === 2 ** 17 &&
      Math.fround(131072 + 1 / 64) === 131072 + 1 / 64 &&
      Math.fround(131072 + 1 / 128) === 131072,
  },
  {
    says: 'Write on the board: 257 up to 256, then 128 for each doubling up to 4096 (2 minutes).',
    holds: () =>
      different(257) === 257 && [512, 1024, 2048, 4096].every((n) => different(n + 1) - different(n / 2 + 1) === 128),
  },
  {
    says: 'Do it on the board with a turn of 8 parts and ρ = 3/8: position 5 has 15 mod 8 = {7} parts (3 minutes).',
    is: () => [(5 * 3) % 8],
  },
  {
    says: 'Move p from 3 to 131,071: the slip in the frequency grows from {0.0004} to {17.8} radians.',
    is: () => [3, 131071].map((p) => p * Math.abs(0.8661 - thetaOf(10000, 1))),
  },
];
