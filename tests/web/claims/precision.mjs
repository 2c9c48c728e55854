/** The page Precision, and what the registry says of each method there. */
import { create, precisionMethods, text } from '../support/posenc.mjs';
import { unbound } from '../support/reasons.mjs';

export const prose = ['web/notebook/precision.html', 'web/notebook/precision/'];
export const texts = precisionMethods.map(({ id, doc }) => [id, doc]);
export const apart = { sources: 'names of issues' };

const pe = await create();
export const close = () => pe.dispose();

const reported = 'what the issues beside it report';

const spec = { encoding: 'rope', dim: 128 };
const at = async (position, of = spec) =>
  Object.fromEntries((await pe.precision(of, [position])).methods.map((one) => [one.id, one]));
const error = async (id, position) => (await at(position))[id].errors[0];
const held = async (id, position) => (await at(position))[id].held[0];
/** The most that a method is off by over some positions around each of these. */
async function most(id, decades) {
  const out = [];
  for (const from of decades) {
    const places = { start: from, count: 50, step: Math.max(1, Math.round(from / 50)) };
    const { methods } = await pe.precision(spec, places, { methods: [id], scores: false });
    // fp16 has no number for the positions from 65,520 on
    out.push(Math.max(...methods[0].errors.filter((one) => !Number.isNaN(one))));
  }
  return out;
}
const decades = [10, 100, 1000, 10_000, 50_000];

/** The last whole position before the first that is lost. */
async function exactTo(id) {
  const { methods } = await pe.precision(spec, 5000, { methods: [id], scores: false });
  return methods[0].held.findIndex((one, position) => one !== position) - 1;
}

export const claims = [
  ...unbound({
    definition: [
      'transformers: inverse frequencies 1 / base^(2i/dim) and their product with the position, all in float32.',
      'Frequencies correctly rounded to float32, product in float32: the most that more care with the frequencies alone can give.',
      'ggml (llama.cpp) on the CPU: the angle of each pair is that of the pair before times base^(-2/dim), in float32, so that errors add up from pair to pair.',
      'diffusers: frequencies exp(-ln(base)·i / (dim/2)) and their product with the position, all in float32.',
      'The chart shows the distance between the computed and the exact (cos, sin), for the worst pair of channels.',
      'The chart shows the largest change of the normalised score.',
    ],
    title: ['Largest error of a rotation, by position', 'Largest error of a normalised attention score, by position'],
  }),
  {
    says: '{Ten} ways to compute the angles of rotary and sinusoidal encodings, emulated to the bit: their error by position and what it does to attention.',
    is: () => [precisionMethods.length],
  },
  {
    says: 'With {64} pairs and base {10,000}, a rotation computed in float32 is off by {0.05} at position {1,000,000}.',
    is: async () => {
      const [, second] = await pe.frequencies({ encoding: 'rope', dim: 4 });
      return [spec.dim / 2, Math.round(second ** -2), await error('hf-f32', 1e6), 1e6];
    },
  },
  {
    // where the errors of the pairs reach to the opposite direction nothing is left of the angle
    says: 'Computed in bf16 it points nowhere after a thousand.',
    holds: async () => (await most('bf16', [1000]))[0] > 1.9,
  },
  {
    says: 'The product as a matrix multiplication on NVIDIA GPUs with TF32 allowed: float32 position and frequency are rounded to {11} significant bits first.',
    is: async () => [Math.log2((await exactTo('tf32')) || NaN)],
  },
  {
    says: 'A position of {65520} or more becomes infinite; its cosine, and with it the error, is no number (NaN).',
    is: async () => {
      let first = 65_000;
      while (Number.isFinite(await held('fp16', first))) first++;
      if (!Number.isNaN(await error('fp16', first))) throw new Error('a number');
      return [first];
    },
  },
  {
    says: 'A distance of {2} is the opposite direction.',
    is: () => [Math.hypot(1 - Math.cos(Math.PI), 0 - Math.sin(Math.PI))],
  },
  {
    says: 'A query stands at the position, and keys stand up to {128} before it; all of their elements are equal.',
    is: () => [Number(/kScoreOffsets = (\d+)/.exec(text('src/precision/errors.hpp'))[1])],
  },
  {
    says: 'Better frequencies hardly help: the product itself is rounded to {24} bits, so half a unit of the angle’s last place is lost either way.',
    is: async () => {
      for (const id of ['hf-f32', 'rounded-f32']) {
        const found = await most(id, decades);
        const best = await most('rounded-f32', decades);
        found.forEach((one, i) => {
          if (!(one < 3 * best[i])) throw new Error(`${id}: ${one} against ${best[i]}`);
        });
      }
      return [Math.log2(2 / (Math.fround(1 + 2 ** -23) - 1))];
    },
  },
  {
    says: 'More bits have to go into the angle.',
    holds: async () => {
      const [few, many] = [await most('rounded-f32', decades), await most('f64', decades)];
      return few.every((one, i) => many[i] < 1e-6 * one);
    },
  },
  {
    says: 'Where positions or frequencies are rounded first, the error grows with the position, until nothing is left of the angle.',
    holds: async () => {
      for (const id of ['tf32', 'bf16', 'fp16']) {
        const found = await most(id, decades);
        const grows = found.every((one, i) => i === 0 || one > found[i - 1] || one > 1.9);
        if (!grows || !(found.at(-1) > 1.9)) throw new Error(`${id}: ${found}`);
      }
      return true;
    },
  },
  {
    says: 'The product of positions and frequencies is a matrix product, and runs in TF32 where that is allowed: positions above {2048} collapse.',
    is: async () => [await exactTo('tf32')],
  },
  {
    says: 'A cosine of fp16 tables was off by 0.78 within 2048 positions, and DeepSpeed cast the buffers.',
    because: reported,
  },
  {
    says: 'That gave an error of 0.83 at position 4095, and {15,962} became {15,936}.',
    is: async () => [15_962, await held('bf16', 15_962)],
  },
  {
    says: 'Time steps and other continuous values were held in bf16: {998.39} became {1000}.',
    is: async () => [998.39, await held('bf16', 998.39)],
  },
  {
    says: 'The device has no float64, and its sines are exact to 2⁻¹¹ only, inside [−π, π] only.',
    because: 'the specification of WGSL says so',
  },
];
