/** Mistakes in the papers themselves, and on public pages that repeat them. */
import type { Document } from './erratum.js';
import { headDim, trainedContext, at, ofFrequencies, rope, sinusoidalFrequencies, wavelength } from './numbers.js';

const tex = String.raw;

export const papers: Document = {
  id: 'papers',
  title: 'The papers themselves',
  about: 'Here a paper says one thing, and its formula, its released code or its next page says another.',
  rows: [
    {
      id: 'P.1',
      title: 'Vaswani: wavelengths up to 10000·2π',
      quoted: [tex`The wavelengths form a geometric progression from $2\pi$ to $10000 \cdot 2\pi$.`],
      correct: tex`They end at $2\pi\cdot 10000^{(d-2)/d}$. Only the variant with $d/2-1$ in the denominator (tensor2tensor, fairseq, DDPM) reaches $10000\cdot 2\pi$.`,
      sources: 'Vaswani et al. 2017, arXiv:1706.03762, section 3.5',
      figures: 3,
      async live(pe, signal) {
        const printed = 2 * Math.PI * 10_000;
        const last = async (dim: number): Promise<number> =>
          wavelength(at(await sinusoidalFrequencies(pe, dim, signal), -1));
        const reaching = await pe.frequencies({ encoding: 'sinusoidal', dim: 512, denominator: 'd/2-1' }, { signal });
        return [
          { what: tex`last wavelength, $d = 512$`, printed, computed: await last(512) },
          { what: tex`for $d = 768$`, printed, computed: await last(768) },
          { what: tex`for $d = 512$ with $d/2-1$`, printed, computed: wavelength(at(reaching, -1)) },
        ];
      },
    },
    {
      id: 'P.2',
      title: 'YaRN: equation 17 with b′',
      judgement: 'printed with b′, used with b',
      paraphrased: tex`$r(i) = \dfrac{L}{2\pi\,b'^{\,2i/|D|}}$`,
      correct: tex`$r(i) = L/\lambda_i = \dfrac{L}{2\pi\,b^{2i/|D|}}$: the turns that training saw, with the base that it was trained with.`,
      sources: 'Peng et al. 2023, YaRN, arXiv:2309.00071, equation 17',
      figures: 1,
      async live(pe, signal) {
        const [trained, changed] = await Promise.all([
          pe.frequencies(rope(), { signal }),
          pe.frequencies(rope({ type: 'ntk', factor: 16 }), { signal }),
        ]);
        const turning = (theta: Float64Array): number =>
          theta.filter((w) => (trainedContext * w) / (2 * Math.PI) >= 1).length;
        return [
          {
            what: tex`pairs of 64 with $r \ge 1$: Llama-2, $s = 16$`,
            printed: turning(changed),
            computed: turning(trained),
          },
        ];
      },
    },
    {
      id: 'P.3',
      title: 'YaRN: the ramp of the paper and of the code',
      paraphrased: tex`$\gamma(r) = \mathrm{clip}\!\left(\frac{r-\alpha}{\beta-\alpha}, 0, 1\right)$, linear in the number of turns $r$`,
      correct: tex`The code that engines run is linear in the pair index: $\mathrm{clip}\!\left(\frac{i-\mathrm{low}}{\mathrm{high}-\mathrm{low}}, 0, 1\right)$. Both are encodings here: yarn-paper and yarn. Llama 3’s rule is the paper’s, with $\alpha = 1,\ \beta = 4$.`,
      sources:
        'Peng et al. 2023, YaRN, arXiv:2309.00071, equation 18, jquesnelle/yarn, transformers modeling_rope_utils',
      columns: ['paper', 'released code'],
      figures: 2,
      async live(pe, signal) {
        const [paper, code] = await Promise.all([
          pe.frequencies(rope({ type: 'yarn-paper', factor: 16, originalContext: trainedContext }), { signal }),
          pe.frequencies(rope({ type: 'yarn', factor: 16, originalContext: trainedContext }), { signal }),
        ]);
        const apart = [...code].map((theta, i) => Math.max(theta / at(paper, i), at(paper, i) / theta));
        const most = Math.max(...apart);
        const pair = apart.indexOf(most);
        return [
          {
            what: tex`$\theta'_{${pair}}$, where they differ most: Llama-2, $s = 16$`,
            printed: at(paper, pair),
            computed: at(code, pair),
          },
          { what: 'that is, apart by a factor of', computed: most, digits: 3, factor: true },
        ];
      },
    },
    {
      id: 'P.4',
      title: 'Swin V2: the logarithm of its coordinates',
      paraphrased: tex`$\hat x = \mathrm{sign}(x)\,\log(1+|x|)$ of the raw offset $x$`,
      correct: tex`$\hat x = \mathrm{sign}(x)\,\log_2\!\left(1+\frac{8|x|}{w-1}\right)/\log_2 8$, with $w$ the window of pre-training.`,
      sources: 'Liu et al. 2022, arXiv:2111.09883, timm swin_transformer_v2',
      unconfirmed: 'the formula of the paper',
      columns: ['paper', 'released code'],
      figures: 1,
      async live(pe, signal) {
        // Coordinates of the last offset, 7 rows and 7 columns.
        const last = async (mode: 'paper' | 'released'): Promise<number> => {
          const spec = { encoding: 'swin-v2', heads: 1, windowHeight: 8, windowWidth: 8, mode } as const;
          const facts = await pe.facts(spec, { signal });
          return at(facts.find((fact) => fact.name === 'coordinates')?.values ?? [], -1);
        };
        return [
          {
            what: tex`$\hat x$ of the farthest offset in a window of 8, $x = 7$`,
            printed: await last('paper'),
            computed: await last('released'),
          },
        ];
      },
    },
    {
      id: 'P.5',
      title: 'MAE: emb_h is the column',
      judgement: 'a name in the code',
      paraphrased: 'The first half of the channels is called emb_h.',
      correct: tex`It encodes the column $x$; the second half encodes the row. So the table is that of timm with its halves exchanged.`,
      sources:
        'facebookresearch/mae#18, facebookresearch/mae#67, facebookresearch/mae#218, huggingface/diffusers#10877',
      columns: ['as the name says', 'computed here'],
      figures: 2,
      async live(pe, signal) {
        const cells = [
          [0, 1],
          [1, 0],
        ];
        const { data, cols } = await pe.table({ encoding: 'sincos2d-mae', dim: 768 }, cells, { dtype: 'f64', signal });
        const [column, row] = [at(data, 0), at(data, cols)];
        return [
          { what: 'channel 0 at row 0, column 1', printed: row, computed: column },
          { what: 'channel 0 at row 1, column 0', printed: column, computed: row },
        ];
      },
    },
    {
      id: 'P.6',
      title: 'ALiBi: slopes for other head counts',
      paraphrased: tex`$m_h = 2^{-8h/n}$, read for any number of heads $n$`,
      correct: tex`The released code takes the slopes of $c = 2^{\lfloor\log_2 n\rfloor}$ heads, then every other one of $2c$ heads.`,
      sources: 'Press et al. 2022, arXiv:2108.12409, ofirpress/attention_with_linear_biases#17, ml-explore/mlx#343',
      columns: ['text', 'released code'],
      figures: 4,
      async live(pe, signal) {
        const slopes = async (rule: 'released' | 'geometric'): Promise<number[]> => {
          const { data, rows } = await pe.attentionBias({ encoding: 'alibi', heads: 12, rule }, 2, 2, { signal });
          return Array.from({ length: rows / 2 }, (_, head) => -at(data, head * 4 + 2));
        };
        const [released, geometric] = await Promise.all([slopes('released'), slopes('geometric')]);
        return [0, 7, 8, 11].map((head) => ({
          what: `slope of head ${head + 1} of 12`,
          printed: at(geometric, head),
          computed: at(released, head),
          digits: 5,
        }));
      },
    },
    {
      id: 'P.7',
      title: 'NeRF: with and without π',
      paraphrased: tex`$\gamma(p) = (\sin 2^0\pi p,\ \cos 2^0\pi p,\ \dots)$`,
      correct: tex`The released code has no $\pi$, puts the coordinates themselves in front, and orders by frequency: $(p,\ \sin 2^0p,\ \cos 2^0p,\ \dots)$.`,
      sources: 'Mildenhall et al. 2020, arXiv:2003.08934, equation 4, bmild/nerf',
      unconfirmed: 'the number of the equation',
      columns: ['paper', 'released code'],
      figures: 1,
      async live(pe, signal) {
        const first = async (convention: 'paper' | 'code'): Promise<number> => {
          const spec = { encoding: 'nerf', axes: 1, convention, includeInput: 'no' } as const;
          return at((await pe.table(spec, [0.5], { dtype: 'f64', signal })).data, 0);
        };
        return [
          { what: tex`first sine at $p = \frac12$`, printed: await first('paper'), computed: await first('code') },
        ];
      },
    },
    {
      id: 'P.8',
      title: 'Public pages: which channels are fast',
      judgement: 'reversed',
      paraphrased: 'Lower dimensions change slowly; fast frequencies are in the high dimensions.',
      correct: tex`$\omega_i = 10000^{-2i/d}$ falls with $i$: pair 0 is the fastest, whatever the layout.`,
      sources: 'thanh31596.github.io, karthikvedula.com',
      figures: 2,
      live: ofFrequencies(headDim, (all) => [
        { what: tex`wavelength of the first pair, $d = 128$`, computed: wavelength(at(all, 0)) },
        { what: 'of the last pair', computed: wavelength(at(all, -1)) },
      ]),
    },
    {
      id: 'P.9',
      title: 'Public pages: the title of Ito et al.',
      paraphrased: 'A public note gives the title as “… depends on task semantics”.',
      correct: '“… depends on initialization”.',
      sources: 'arXiv:2406.08272',
    },
    {
      id: 'P.10',
      title: 'V-JEPA 2: a rotation that is none',
      judgement: 'a bug in the code, kept because the weights were trained with it',
      paraphrased: 'Queries and keys are turned by rotary embedding along three axes.',
      correct: tex`Cosines and sines are laid out in halves, neighbouring channels are combined: a pair takes two frequencies, $\begin{pmatrix}\cos p\omega_0 & -\sin p\omega_0\\ \sin p\omega_1 & \cos p\omega_1\end{pmatrix}$. Lengths change, and logits depend on more than the distance.`,
      sources:
        'facebookresearch/vjepa2#15, facebookresearch/vjepa2 rotate_queries_or_keys, transformers modeling_vjepa2 rotate_queries_or_keys',
      columns: ['a rotation', 'V-JEPA 2'],
      figures: 3,
      async live(pe, signal) {
        const axis = 20; // channels per axis in a head of 64
        const positions = 5;
        const spec = { encoding: 'rope', dim: axis, layout: 'half' } as const;
        const { data } = await pe.table(spec, positions, { dtype: 'f64', signal });
        /** The rotated vector (1, 0, 0, …) at a position; channel 0 is paired with channel 1. */
        const turned = (p: number, second: 0 | 1): readonly [number, number] => [
          at(data, p * axis),
          at(data, p * axis + axis / 2 + second),
        ];
        const product = (p: number, q: number, second: 0 | 1): number => {
          const [a, b] = [turned(p, second), turned(q, second)];
          return a[0] * b[0] + a[1] * b[1];
        };
        const both = (p: number, q: number) => ({ printed: product(p, q, 0), computed: product(p, q, 1) });
        const norm = both(3, 3);
        return [
          {
            what: 'length of (1, 0) at position 3',
            printed: Math.sqrt(norm.printed),
            computed: Math.sqrt(norm.computed),
          },
          { what: 'product with itself, of positions 0 and 1', ...both(0, 1) },
          { what: 'the same distance, of positions 3 and 4', ...both(3, 4) },
        ];
      },
    },
  ],
};
