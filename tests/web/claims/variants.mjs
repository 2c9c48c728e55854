/** The page Variants: its answers to the questions that are asked. */
import { create, text } from '../support/posenc.mjs';
import { unbound } from '../support/reasons.mjs';

export const prose = ['web/notebook/variants.html', 'web/notebook/variants/'];
export const apart = { asked: 'names of issues', question: 'what is asked' };

const pe = await create();
export const close = () => pe.dispose();

const sinusoidal = { encoding: 'sinusoidal', dim: 64, layout: 'half' };
const short = { ...sinusoidal, denominator: 'd/2-1' };
const last = async (spec) => (2 * Math.PI) / (await pe.frequencies(spec)).at(-1);
const llama2 = (type) => ({ encoding: 'rope', dim: 128, scaling: { type, factor: 16, originalContext: 4096 } });
const slopes = async (spec) => {
  const facts = await pe.facts({ encoding: 'alibi', ...spec });
  return Array.from(facts.find(({ name }) => name === 'slopes').values);
};
const near = (a, b, within = 1e-12) => Math.abs(a - b) <= within;
const table = (spec, positions) => pe.table(spec, positions, { dtype: 'f64' });

/** Whether each row of B is that of A with channel `from(c)` at c. */
async function isOrderOf(a, b, from, positions = 16) {
  const [one, other] = await Promise.all([table(a, positions), table(b, positions)]);
  return other.data.every((x, i) => {
    const c = i % one.cols;
    return near(x, one.data[i - c + from(c, one.cols)]);
  });
}
const mae = { encoding: 'sincos2d-mae', dim: 64 };
const timm = { encoding: 'sincos2d-timm', dim: 64 };
const grid = { grid: [3, 5] };
const halves = (c, cols) => (c + cols / 2) % cols;

/** Whether the rotations of one layout are those of the other with its channels permuted before. */
async function permutedRotations() {
  const dim = 8;
  const x = Array.from({ length: 3 }, (_, r) => Array.from({ length: dim }, (_, c) => Math.sin(3 * r + c)));
  const interleaved = await pe.rotate({ encoding: 'rope', dim, layout: 'interleaved' }, x, 3, { dtype: 'f64' });
  // channel 2i of interleaved is channel i of half, channel 2i + 1 is i + dim/2
  const from = (c) => (c < dim / 2 ? 2 * c : 2 * (c - dim / 2) + 1);
  const permuted = x.map((row) => row.map((_, c) => row[from(c)]));
  const half = await pe.rotate({ encoding: 'rope', dim, layout: 'half' }, permuted, 3, { dtype: 'f64' });
  return half.data.every((value, i) => near(value, interleaved.data[i - (i % dim) + from(i % dim)], 1e-6));
}

export const claims = [
  ...unbound({
    title: [
      'Variants side by side: two encodings compared · posenc',
      'Largest difference after that',
      'Two specs of your own',
      'interleaved / half',
      'rotary: interleaved / half',
    ],
    instruction: [
      'Put two of them beside each other.',
      'You see whether they differ, by how much and from where on, and whether a permutation of channels makes them equal.',
      'Point at a cell to read it in all three.',
    ],
  }),
  {
    says: 'Any two position encodings side by side: heat maps, their difference, and the permutation that maps one to the other.',
    because: 'what the page does',
  },
  { says: 'Most encodings exist in several forms that all go by one name.', because: 'the pairs below are examples' },
  {
    says: 'must be a whole number from {1} to …',
    is: () => [Number(/count: isWhole\((\d+)/.exec(text('web/notebook/variants/state.ts'))[1])],
  },
  {
    says: 'must be at least {0}',
    is: () => [
      Number(/tolerance: \(x: number\): boolean => x >= (\d+)/.exec(text('web/notebook/variants/state.ts'))[1]),
    ],
  },
  {
    says: 'a query and keys of … channels that are all {1}…',
    is: () => [Number(/fill\((\d+)\)/.exec(text('web/notebook/variants/logits.ts'))[1])],
  },
  {
    says: ', in head {0}',
    // the head that is taken where none is named
    is: async () => {
      const ones = { data: new Float64Array(8 * 8).fill(1), rows: 8, cols: 8 };
      const heads = await Promise.all(
        [undefined, 0, 1, 2, 3].map((head) =>
          pe.attentionScores({ encoding: 'alibi', heads: 4 }, ones, ones, head === undefined ? {} : { head }),
        ),
      );
      const [unnamed, ...named] = heads.map(({ data }) => String(data));
      return [named.indexOf(unnamed)];
    },
  },
  {
    says: 'Another function, not another order: with $d/2-1$ (tensor2tensor, fairseq, DDPM) every frequency but the first is lower, and the last wavelength is exactly $2\\pi\\cdot 10000$.',
    holds: async () => {
      const [a, b] = await Promise.all([sinusoidal, short].map((spec) => pe.frequencies(spec)));
      const lower = b.every((w, i) => (i === 0 ? w === a[0] : w < a[i]));
      return lower && near((await last(short)) / (2e4 * Math.PI), 1);
    },
  },
  {
    says: 'With $d/2$ (the paper) the last wavelength is $2\\pi\\cdot 10000^{(d-2)/d}$.',
    holds: async () => near((await last(sinusoidal)) / (2 * Math.PI * 10_000 ** (62 / 64)), 1),
  },
  {
    says: 'Meta’s Llama and GPT-J turn $(2i, 2i+1)$, transformers and GPT-NeoX turn $(i, i+r/2)$.',
    because: 'their code does; tests/web/golden/encodings.mjs has numbers of both layouts',
  },
  {
    says: 'Row $i$ of half is row $2i$ of interleaved, and row $i+r/2$ is row $2i+1$.',
    holds: permutedRotations,
  },
  {
    says: 'In MAE the first half encodes the column $x$, although the variable is called emb_h; in timm the first half encodes the row $y$.',
    holds: async () => {
      const [m, t] = await Promise.all([table(mae, grid), table(timm, grid)]);
      const row = ({ data, cols }, r, c) => data.subarray((5 * r + c) * cols, (5 * r + c) * cols + cols);
      const half = { interleaveSinCos: true };
      const along = await table({ ...timm, ...half }, grid);
      const moves = (of, to, from) =>
        row(of, ...to).some((x, i) => i >= from && i < from + 32 && x !== row(of, 0, 0)[i]);
      return (
        t.cols === 64 &&
        [moves(m, [0, 1], 0), !moves(m, [1, 0], 0), moves(along, [1, 0], 0), !moves(along, [0, 1], 0)].every(Boolean)
      );
    },
  },
  {
    says: 'With timm’s sines and cosines kept together for each axis, one table is the other with its halves exchanged.',
    holds: () => isOrderOf(mae, { ...timm, interleaveSinCos: true }, halves, grid),
  },
  {
    says: 'By default timm puts the sines of both axes before the cosines, which exchanges two quarters more.',
    // quarters of MAE: sines and cosines of x, sines and cosines of y
    holds: () => isOrderOf(mae, timm, (c) => 16 * [2, 0, 3, 1][c >> 4] + (c & 15), grid),
  },
  {
    says: 'For Llama 2 extended 16-fold the frequencies are apart by a factor of {3.0} at pair {38}.',
    is: async () => {
      const [a, b] = await Promise.all(['yarn-paper', 'yarn'].map((type) => pe.frequencies(llama2(type))));
      const factors = Array.from(a, (w, i) => Math.max(w / b[i], b[i] / w));
      const most = Math.max(...factors);
      return [most, factors.indexOf(most)];
    },
  },
  {
    says: 'Llama 3’s rule is the one of the paper, with $\\alpha = 1$ and $\\beta = 4$ and without the temperature.',
    holds: async () => {
      const context = { factor: 8, originalContext: 8192 };
      const spec = (scaling) => ({ encoding: 'rope', dim: 128, base: 500_000, scaling: { ...context, ...scaling } });
      const llama = spec({ type: 'llama3', lowFreqFactor: 1, highFreqFactor: 4 });
      const paper = spec({ type: 'ntk-by-parts', alpha: 1, beta: 4 });
      const [a, b] = await Promise.all([llama, paper].map((one) => pe.frequencies(one)));
      return a.every((w, i) => near(w / b[i], 1, 1e-9)) && Math.max(...(await table(llama, [0])).data) === 1;
    },
  },
  {
    says: 'Exchanging the halves is not enough, because the frequencies differ, too.',
    holds: async () => {
      const ddpm = { encoding: 'timestep', dim: 64 };
      const diffusion = { ...ddpm, flipSinToCos: true, downscaleFreqShift: 0 };
      return !(await isOrderOf(ddpm, diffusion, halves));
    },
  },
  {
    says: 'The released code takes those of {8} heads and then every other one of {16}.',
    is: async () => {
      const [twelve, eight, sixteen] = await Promise.all([12, 8, 16].map((heads) => slopes({ heads })));
      const expected = [...eight, ...sixteen.filter((_, i) => i % 2 === 0)].slice(0, 12);
      if (!twelve.every((slope, i) => near(slope, expected[i]))) throw new Error(twelve.join());
      return [eight.length, sixteen.length];
    },
  },
  {
    says: 'Reading the paper’s $2^{-8h/n}$ for $n = 12$ gives a different function.',
    holds: async () => {
      const [code, paper] = await Promise.all(['released', 'geometric'].map((rule) => slopes({ heads: 12, rule })));
      return (
        paper.every((m, h) => near(m, 2 ** ((-8 * (h + 1)) / 12))) && code.some((m, h) => !near(m, paper[h], 1e-3))
      );
    },
  },
  {
    says: 'For powers of two both agree.',
    holds: async () => {
      for (const heads of [1, 2, 4, 8, 16, 32]) {
        const [code, paper] = await Promise.all(['released', 'geometric'].map((rule) => slopes({ heads, rule })));
        if (!code.every((m, h) => near(m, paper[h]))) return false;
      }
      return true;
    },
  },
];
