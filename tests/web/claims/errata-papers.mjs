/**
 * The page Errata, lecture and papers (errata.mjs has the others): its statements are correct.
 * tests/web/errata.test.mjs checks its quotations and the numbers that it computes.
 */
import { judgement, near, shown, sinusoidal, source, askedOf } from '../support/errata-claims.mjs';
import { create } from '../support/posenc.mjs';

export const prose = ['web/notebook/errata/document-3.ts', 'web/notebook/errata/papers.ts'];
export { apart } from '../support/errata-claims.mjs';

const pe = await create();
export const close = () => pe.dispose();

const printed = 'what the text says, in our words';

const { frequencies, wavelengths, ratios, facts } = askedOf(pe);

/** MAE's table and timm's table, as the page Variants compares them. */
async function tables() {
  const grid = { grid: [3, 5] };
  const [mae, timm] = await Promise.all(
    [
      { encoding: 'sincos2d-mae', dim: 16 },
      { encoding: 'sincos2d-timm', dim: 16, interleaveSinCos: true },
    ].map((spec) => pe.table(spec, grid, { dtype: 'f64' })),
  );
  return { mae, timm, at: ({ data, cols }, row, column, channel) => data[(5 * row + column) * cols + channel] };
}

export const claims = [
  ...[
    '$i$ indexes pairs, $0,\\dots,d/2-1$; channels are $2i$ and $2i+1$.',
    '$r(i) = L/\\lambda_i = \\dfrac{L}{2\\pi\\,b^{2i/|D|}}$: the turns that training saw, with the base that it was trained with.',
    'The example of eight dimensions',
    'Vaswani: wavelengths up to 10000·2π',
    'V-JEPA 2: a rotation that is none',
  ].map((says) => ({ says, because: 'a definition or a title' })),
  {
    says: '$\\cos 3 = {-0.98999}$, so four decimals are ${-0.9900}$.',
    is: () => [Math.cos(3), Math.cos(3)],
  },
  { says: 'The small angles need more digits, too.', because: shown },
  { says: 'the 2π is missing', because: judgement },
  {
    says: '$\\lambda_i = 2\\pi\\cdot 10000^{2i/d}$, which $10000^{2i/d}$ determines, and $10000\\cdot 2i/d$ does not.',
    holds: async () => (await wavelengths(512)).every((length, i) => near(length, 2 * Math.PI * 10_000 ** (i / 256))),
  },
  {
    says: 'There are $d/2$ frequencies, each used by two channels: a sine and a cosine.',
    holds: async () => new Set(await frequencies(8)).size === 4,
  },
  {
    says: 'Programs that concatenate sines and cosines have another order: channel $d/2$ is again the fastest: a cosine of pair 0.',
    holds: async () => {
      const { data } = await pe.table(sinusoidal(8, { layout: 'half' }), [1], { dtype: 'f64' });
      return near(data[4], Math.cos(1), 1e-12);
    },
  },
  { says: 'Models trained with it do poorly there; see 2.14.', because: 'a reference, to a row with its source' },
  { says: 'but for 3.1', because: 'a reference' },
  {
    says: 'The three rows of $d = 4$ are right to the digits given, but for $\\cos 3$; the notebook walks through them step by step.',
    holds: async () => {
      const { data } = await pe.table(sinusoidal(4), [0, 1, 3], { dtype: 'f64' });
      const given = [0, 1, 0, 1, 0.8415, 0.5403, 0.01, 0.99995, 0.1411, -0.9899, 0.03, 0.99955];
      const places = given.map((x) => String(x).split('.')[1]?.length ?? 0);
      const wrong = given.flatMap((x, i) => (Number(data[i].toFixed(places[i])) === x ? [] : [i]));
      return wrong.join() === '9';
    },
  },
  { says: 'Only $d = 4$ is computed.', because: printed },
  {
    says: 'The slide on $d = 8$ has the two formulas and the remark that the first pair is the one of before; no number follows.',
    because: printed,
  },
  {
    says: 'They end at $2\\pi\\cdot 10000^{(d-2)/d}$.',
    holds: async () => near((await wavelengths(512)).at(-1), 2 * Math.PI * 10_000 ** (510 / 512)),
  },
  {
    says: 'Only the variant with $d/2-1$ in the denominator (tensor2tensor, fairseq, DDPM) reaches $10000\\cdot 2\\pi$.',
    holds: async () => near((await wavelengths(512, { denominator: 'd/2-1' })).at(-1), 2e4 * Math.PI),
  },
  { says: "$r(i) = \\dfrac{L}{2\\pi\\,b'^{\\,2i/|D|}}$", because: printed },
  {
    says: '$\\gamma(r) = \\mathrm{clip}\\!\\left(\\frac{r-\\alpha}{\\beta-\\alpha}, 0, 1\\right)$, linear in the number of turns $r$',
    because: printed,
  },
  {
    says: 'The code that engines run is linear in the pair index: $\\mathrm{clip}\\!\\left(\\frac{i-\\mathrm{low}}{\\mathrm{high}-\\mathrm{low}}, 0, 1\\right)$.',
    holds: async () => {
      const found = await ratios({ type: 'yarn', factor: 16, originalContext: 4096 });
      // the interpolated share
      const share = found.map((by) => (1 - by) / (1 - 1 / 16));
      const inside = share.flatMap((one, i) => (one > 1e-9 && one < 1 - 1e-9 ? [i] : []));
      const steps = inside.slice(1).map((i) => share[i] - share[i - 1]);
      return steps.length > 5 && steps.every((step) => near(step, steps[0], 1e-6));
    },
  },
  {
    says: 'Llama 3’s rule is the paper’s, with $\\alpha = 1,\\ \\beta = 4$.',
    holds: async () => {
      const context = { factor: 8, originalContext: 8192 };
      const llama = await ratios({ type: 'llama3', ...context, lowFreqFactor: 1, highFreqFactor: 4 }, 128, 500_000);
      const paper = await ratios({ type: 'ntk-by-parts', ...context, alpha: 1, beta: 4 }, 128, 500_000);
      return llama.every((by, i) => near(by, paper[i], 1e-9));
    },
  },
  { says: '$\\hat x = \\mathrm{sign}(x)\\,\\log(1+|x|)$ of the raw offset $x$', because: printed },
  {
    says: '$\\hat x = \\mathrm{sign}(x)\\,\\log_2\\!\\left(1+\\frac{8|x|}{w-1}\\right)/\\log_2 8$, with $w$ the window of pre-training.',
    because: shown,
  },
  { says: 'The first half of the channels is called emb_h.', because: source },
  {
    says: 'It encodes the column $x$; the second half encodes the row.',
    holds: async () => {
      const { mae, at } = await tables();
      const differs = (a, b, from) =>
        Array.from({ length: 8 }, (_, c) => at(mae, ...a, from + c) !== at(mae, ...b, from + c)).some(Boolean);
      return differs([0, 0], [0, 1], 0) && !differs([0, 0], [1, 0], 0) && differs([0, 0], [1, 0], 8);
    },
  },
  {
    says: 'So the table is that of timm with its halves exchanged.',
    holds: async () => {
      const { mae, timm } = await tables();
      return mae.data.every((x, i) => {
        const channel = i % 16;
        return near(1 + x, 1 + timm.data[i - channel + ((channel + 8) % 16)] || 1, 1e-9);
      });
    },
  },
  { says: '$m_h = 2^{-8h/n}$, read for any number of heads $n$', because: printed },
  {
    says: 'The released code takes the slopes of $c = 2^{\\lfloor\\log_2 n\\rfloor}$ heads, then every other one of $2c$ heads.',
    holds: async () => {
      const [twelve, eight, sixteen] = await Promise.all(
        [12, 8, 16].map(async (heads) => (await facts({ encoding: 'alibi', heads })).slopes),
      );
      const expected = [...eight, ...sixteen.filter((_, i) => i % 2 === 0)].slice(0, 12);
      return twelve.every((slope, i) => near(slope, expected[i]));
    },
  },
  { says: '$\\gamma(p) = (\\sin 2^0\\pi p,\\ \\cos 2^0\\pi p,\\ \\dots)$', because: printed },
  {
    says: 'The released code has no $\\pi$, puts the coordinates themselves in front, and orders by frequency: $(p,\\ \\sin 2^0p,\\ \\cos 2^0p,\\ \\dots)$.',
    because: shown,
  },
  { says: 'Lower dimensions change slowly; fast frequencies are in the high dimensions.', because: printed },
  {
    says: '$\\omega_i = 10000^{-2i/d}$ falls with $i$: pair 0 is the fastest, whatever the layout.',
    holds: async () =>
      (await Promise.all(['interleaved', 'half'].map((layout) => frequencies(64, { layout })))).every((omega) =>
        omega.every((w, i) => i === 0 || w < omega[i - 1]),
      ),
  },
  { says: 'Queries and keys are turned by rotary embedding along three axes.', because: printed },
  {
    says: 'Cosines and sines are laid out in halves, neighbouring channels are combined: a pair takes two frequencies, $\\begin{pmatrix}\\cos p\\omega_0 & -\\sin p\\omega_0\\\\ \\sin p\\omega_1 & \\cos p\\omega_1\\end{pmatrix}$.',
    because: source,
  },
  { says: 'Lengths change, and logits depend on more than the distance.', because: shown },
];
