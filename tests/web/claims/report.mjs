/** The page Report: its sections, but not what a report, an engine or an advice says by itself. */
import { create, text } from '../support/posenc.mjs';
import { unbound } from '../support/reasons.mjs';

export const prose = ['web/notebook/report.html', 'web/notebook/report/', 'web/lib/advice/verdict.ts'];
export const apart = { placeholder: 'the beginning of what one pastes there' };

const pe = await create();
export const close = () => pe.dispose();

const shown = 'its numbers are computed where it is shown';
const refusal = 'a refusal; its bound is put in where it is thrown';

const controls = text('web/notebook/report/table-controls.ts');

const size = 64;
/** Rows of an encoding that has a kernel profile, and the profile. */
async function kernelOf(spec) {
  const gram = await pe.gram(spec, size);
  return { at: (i, j) => gram.data[i * size + j], profile: await pe.kernelProfile(spec, size) };
}
/** How often a curve changes between rising and falling. */
const turns = (values) =>
  values.filter((k, i) => i > 1 && (k - values[i - 1]) * (values[i - 1] - values[i - 2]) < 0).length;
const profiled = pe.encodings.filter(
  ({ stages, params }) => stages.includes('kernelProfile') && params.some(({ name }) => name === 'dim'),
);

/** The worked example. */
const row = async (position) => (await pe.table({ encoding: 'sinusoidal', dim: 4 }, [position], { dtype: 'f64' })).data;
const [, cos3, sin003, cos003] = await row(3);
const [, , sin001] = await row(1);
const longest = async (spec) =>
  (2 * Math.PI) / (await pe.frequencies({ encoding: 'sinusoidal', dim: 512, ...spec })).at(-1);

/** What each extension divides the frequencies by. */
async function divisors(scaling) {
  const base = { encoding: 'rope', dim: 128 };
  const [before, after] = [await pe.frequencies(base), await pe.frequencies({ ...base, scaling })];
  return Array.from(before, (w, i) => w / after[i]);
}
/** Left alone, then blended, then divided by all of the factor. */
const isRamp = (list, factor) =>
  list[0] === 1 &&
  Math.abs(list.at(-1) / factor - 1) < 1e-12 &&
  list.every((by, i) => i === 0 || by >= list[i - 1]) &&
  list.some((by) => by > 1.01 && by < factor / 1.01);

export const claims = [
  ...unbound({
    definition: [
      'Pairs below a line go all the way round inside that context.',
      'Pairs above it never do, and beyond L they reach angles that L positions do not.',
      'The wavelength of pair i is …, with the 2π.',
      'frequencies are base−2i/r',
      'at the context length: angles that L positions, unscaled, do not reach; a model that was trained on longer texts has seen them',
    ],
    instruction: [
      'A drag marks what to zoom into, Shift and a drag pan, Ctrl and the wheel zoom, two fingers pinch; 0 shows all.',
    ],
    title: [
      'How similarity falls with distance',
      'Ways to the longer context',
      'Frequency of each pair in the two files.',
      'largest difference of an angle, rad',
      'Largest error, rad',
      'By hand: the sinusoidal encoding of one position',
    ],
  }),
  {
    says: 'NTK-by-parts, YaRN and the Llama 3 rule keep the fast pairs, divide the slow ones and blend between.',
    holds: async () => {
      const known = { factor: 8, originalContext: 8192 };
      const llama3 = { type: 'llama3', ...known, lowFreqFactor: 1, highFreqFactor: 4 };
      const all = [{ type: 'ntk-by-parts', ...known }, { type: 'yarn', ...known }, llama3];
      const lists = await Promise.all(all.map(divisors));
      const linear = await divisors({ type: 'linear', factor: 8 });
      return lists.every((list) => isRamp(list, 8)) && linear.every((by) => Math.abs(by / 8 - 1) < 1e-12);
    },
  },
  {
    says: 'Where the library refuses a value, the reason stands beside the control and the last good picture stays.',
    because: 'tests/page/controls.spec.mjs does so',
  },
  {
    says: 'The inner product of two rows depends on their distance only: it is a sum of cosines, exact and far from monotone.',
    holds: async () => {
      let seen = 0;
      for (const { id } of profiled) {
        if ((await pe.shape({ encoding: id, dim: 16 })).axes > 1) continue;
        const known = await kernelOf({ encoding: id, dim: 16 }).catch(({ code }) => code);
        if (known === 'not_defined') continue; // the page says that there is none
        const { at, profile } = known;
        seen++;
        for (let i = 0; i < size; i++)
          for (let j = 0; j < size; j++)
            if (Math.abs(at(i, j) - profile[Math.abs(i - j)]) > 1e-9 * at(0, 0)) return false;
      }
      const { profile } = await kernelOf({ encoding: 'sinusoidal', dim: 64 });
      return seen > 3 && turns(profile) > 4;
    },
  },
  {
    says: 'must be a whole number from {2} to …',
    is: () => [Number(/offsets: isWhole\((\d+), mostOffsets\)/.exec(text('web/notebook/report/state.ts'))[1])],
  },
  { says: 'k(0) = …; lowest … within … offsets.', because: shown },
  { says: 'Long-term decay curve', because: 'the name that the RoFormer paper gives it' },
  { says: 'Long-term decay curve, …', because: 'the same, with the encoding' },
  { says: '… at offset 0, … at offset ….', because: shown },
  {
    says: 'The decay curve, drawn in the RoFormer paper, is an upper bound on a sum of products with queries and keys.',
    because: 'what the paper derives',
  },
  {
    says: 'It is neither a kernel nor monotone, and it does not show that attention decays.',
    holds: async () => {
      const spec = { encoding: 'rope', dim: 128 };
      const bound = await pe.decayBound(spec, 256);
      const profile = await pe.kernelProfile(spec, 256);
      return turns(bound) > 4 && turns(profile) > 4 && bound.some((x, i) => Math.abs(x - profile[i]) > 1);
    },
  },
  {
    says: 'These {six} steps give one row of the table.',
    is: () => [text('web/notebook/report/example.ts').match(/^ {4}\$\{step\($/gm).length],
  },
  {
    says: 'Radians per position; every pair is slower than the one before.',
    holds: async () => {
      const omega = await pe.frequencies({ encoding: 'sinusoidal', dim: 8 });
      return omega.every((w, i) => i === 0 || w < omega[i - 1]);
    },
  },
  { says: 'Three places where lecture notes slip', because: 'a title, of the list that has three' },
  {
    says: 'cos 3 is {−0.9899925}, so four decimals give {−0.9900}; cutting off instead of rounding gives {−0.9899}.',
    is: () => [cos3, Number(cos3.toFixed(4)), Math.trunc(cos3 * 1e4) / 1e4],
  },
  {
    says: 'The small angles need more digits as well: sin 0.01 = {0.0099998}, sin 0.03 = {0.0299955}, cos 0.03 = {0.9995500}.',
    is: () => [sin001, sin003, cos003],
  },
  {
    says: 'The longest is …, not 2π·10000: with d = 512 that is {60,611} positions instead of {62,832}.',
    is: async () => [await longest({}), 2 * Math.PI * 10_000],
  },
  {
    says: 'Only the variant that divides by d/2 − 1 reaches the latter.',
    holds: async () => Math.abs((await longest({ denominator: 'd/2-1' })) / (2 * Math.PI * 10_000) - 1) < 1e-12,
  },
  {
    says: 'There are d/2 different frequencies, each used by two channels, a sine and a cosine.',
    holds: async () => new Set(await pe.frequencies({ encoding: 'sinusoidal', dim: 8 })).size === 4,
  },
  { says: 'It never leaves your browser.', because: 'tests/page/page.mjs fails on any request to elsewhere' },
  {
    says: 'In every model, angles are rounded at such positions, by float32 and more by narrower formats:… Precision shows by how much.',
    holds: async () => {
      const { methods } = await pe.precision({ encoding: 'rope', dim: 128 }, [131_071], { scores: false });
      const error = (id) => methods.find((method) => method.id === id).errors[0];
      return error('hf-f32') > 0 && error('tf32') > error('hf-f32') && error('bf16') > error('hf-f32');
    },
  },
  { says: '… has … bytes; a config.json has at most …', because: refusal },
  { says: '… positions are … bytes; a file from this page has at most ….', because: refusal },
  { says: '…, fastest first:… …', because: shown },
  { says: '… more are not shown.', because: shown },
  {
    says: 'A context length must be a whole number from {1} on, but … was given',
    is: () => [Number(/contextLength: isWhole\((\d+), farthest\)/.exec(text('web/notebook/report/state.ts'))[1])],
  },
  {
    says: 'A table in the type of the model rounds cosine and sine once more: bf16 by up to {0.002}.',
    is: async () => {
      const spec = { encoding: 'rope', dim: 128 };
      const { data } = await pe.table(spec, 4096, { dtype: 'f64' });
      // float32 with eight bits of its significand kept
      const bits = new Uint32Array(1);
      const bf16 = (x) => {
        new Float32Array(bits.buffer)[0] = x;
        bits[0] = (bits[0] + 0x7fff + ((bits[0] >>> 16) & 1)) & 0xffff0000;
        return new Float32Array(bits.buffer)[0];
      };
      return [data.reduce((most, x) => Math.max(most, Math.abs(bf16(x) - x)), 0)];
    },
  },
  { says: 'The library and the command line write larger ones.', because: 'tests/web/streaming.test.mjs writes them' },
  {
    says: 'positions must be a whole number from {1} to … for the picture, got …',
    is: () => [Number(/value >= (\d+) && value <= maxSide/.exec(controls)[1])],
  },
  {
    says: 'head must be a whole number from {0} on, got …',
    is: () => [Number(/'head' && !\(Number.isInteger\(value\) && value >= (\d+)/.exec(controls)[1])],
  },
  { says: 'Comparing the two files', because: 'what is being done' },
];
