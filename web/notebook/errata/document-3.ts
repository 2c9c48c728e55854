/** Lecture slides whose worked example the notebook repeats. */
import { unseenPairs } from './document-2.js';
import type { Document } from './erratum.js';
import { at, ofFrequencies, wavelength } from './numbers.js';

const tex = String.raw;
const vaswani = 'Vaswani et al. 2017, arXiv:1706.03762, section 3.5';

export const document3: Document = {
  id: 'document-3',
  title: 'Positional Encoding (lecture slides, CS115B)',
  about:
    'These are the slides with the worked example of the notebook. Their numbers are right but for one, and some of their sentences are wrong.',
  rows: [
    {
      id: '3.1',
      title: 'cos 3',
      judgement: 'cut off instead of rounded',
      quoted: [
        tex`$$PE(3, 1) = \cos(3) \approx -0.9899.$$`,
        tex`So, $PE(3) \approx [0.1411, -0.9899, 0.03, 0.99955]$.`,
      ],
      correct: tex`$\cos 3 = -0.98999$, so four decimals are $-0.9900$. The small angles need more digits, too.`,
      sources: 'arithmetic',
      figures: 4,
      async live(pe, signal) {
        const [one, three] = await Promise.all(
          [1, 3].map(
            async (p) => (await pe.table({ encoding: 'sinusoidal', dim: 4 }, [p], { dtype: 'f64', signal })).data,
          ),
        );
        if (one === undefined || three === undefined) return [];
        return [
          { what: tex`position 3: $\cos 3$`, printed: -0.9899, computed: at(three, 1), digits: 7 },
          { what: tex`position 1: $\sin 0.01$`, computed: at(one, 2), digits: 7 },
          { what: tex`position 3: $\sin 0.03$`, computed: at(three, 2), digits: 7 },
          { what: tex`position 3: $\cos 0.03$`, computed: at(three, 3), digits: 7 },
        ];
      },
    },
    {
      id: '3.2',
      title: 'Wavelength',
      judgement: 'the 2π is missing',
      quoted: [tex`Wavelength: Determined by $10000 \frac{2i}{d_{\text{model}}}$; larger for higher dimensions.`],
      correct: tex`$\lambda_i = 2\pi\cdot 10000^{2i/d}$, which $10000^{2i/d}$ determines, and $10000\cdot 2i/d$ does not.`,
      sources: vaswani,
      unconfirmed:
        'that the slide itself has no exponent there: the text that was read is a conversion of a PDF, and may have lost it',
      figures: 1,
      live: ofFrequencies(512, (all) => {
        const last = wavelength(at(all, -1));
        return [
          {
            what: tex`last wavelength for $d = 512$, against $10000^{2i/d}$`,
            printed: last / (2 * Math.PI),
            computed: last,
          },
        ];
      }),
    },
    {
      id: '3.3',
      title: 'Number of frequencies',
      quoted: ['This term ensures each dimension oscillates at a different frequency.'],
      correct: tex`There are $d/2$ frequencies, each used by two channels: a sine and a cosine.`,
      sources: vaswani,
      figures: 1,
      live: ofFrequencies(8, (all) => [
        { what: tex`different frequencies for $d = 8$`, printed: 8, computed: new Set(all).size },
      ]),
    },
    {
      id: '3.4',
      title: 'What i counts',
      judgement: 'a later slide has it right',
      quoted: [tex`$i$ indexes over the dimensions.`],
      correct: tex`$i$ indexes pairs, $0,\dots,d/2-1$; channels are $2i$ and $2i+1$.`,
      sources: vaswani,
      figures: 1,
      live: ofFrequencies(8, (all) => [{ what: tex`largest $i$ for $d = 8$`, printed: 7, computed: all.length - 1 }]),
    },
    {
      id: '3.5',
      title: 'Low dimensions are fast',
      judgement: 'in the slides’ own order of channels',
      quoted: ['Lower dimensions capture high-frequency variations (fine details).'],
      correct: tex`In that order it is right: low indices of pairs have high frequencies. Programs that concatenate sines and cosines have another order: channel $d/2$ is again the fastest: a cosine of pair 0.`,
      sources: 'tensor2tensor and fairseq code',
      figures: 2,
      async live(pe, signal) {
        const channel = async (layout: 'interleaved' | 'half'): Promise<number> =>
          at((await pe.table({ encoding: 'sinusoidal', dim: 8, layout }, [1], { dtype: 'f64', signal })).data, 4);
        return [
          {
            what: tex`channel 4 of 8 at position 1: $\sin 0.01$ interleaved`,
            computed: await channel('interleaved'),
            digits: 7,
          },
          { what: tex`and $\cos 1$ concatenated`, computed: await channel('half'), digits: 7 },
        ];
      },
    },
    {
      id: '3.6',
      title: 'Derivative of the cosine channels',
      judgement: 'with the other sign',
      quoted: ['Similar derivation holds for the cosine components.'],
      correct: tex`$\frac{\partial}{\partial p}\sin\omega p = \omega\cos\omega p$, but $\frac{\partial}{\partial p}\cos\omega p = -\omega\sin\omega p$.`,
      sources: 'calculus',
      figures: 1,
      async live(pe, signal) {
        const derivative = await pe.derivative({ encoding: 'sinusoidal', dim: 8 }, [3], { signal });
        const value = at(derivative.data, 1);
        return [{ what: tex`slope of channel 1 at position 3: $-\sin 3$`, computed: value }];
      },
    },
    {
      id: '3.7',
      title: 'Same width as the tokens',
      judgement: 'only where it is added',
      quoted: ['It must have the same dimensionality as the token embeddings.'],
      correct: 'Concatenation is legal, and NeRF and the Fourier-feature literature do it.',
      sources: 'Mildenhall et al. 2020, arXiv:2003.08934',
    },
    {
      id: '3.8',
      title: 'Natural extrapolation',
      judgement: 'being defined is not generalising',
      quoted: ['Extrapolates naturally to longer sequences.'],
      correct: 'It is defined for every position. Models trained with it do poorly there; see 2.14.',
      sources: 'Press et al. 2022, arXiv:2108.12409',
      figures: 1,
      live: unseenPairs,
    },
    {
      id: '3.9',
      title: 'The other numbers',
      judgement: 'but for 3.1',
      quoted: [tex`Thus, $PE(0) = [0, 1, 0, 1]$.`, tex`Thus, $PE(1) \approx [0.8415, 0.5403, 0.01, 0.99995]$.`],
      correct: tex`The three rows of $d = 4$ are right to the digits given, but for $\cos 3$; the notebook walks through them step by step.`,
      sources: 'reference values of 70 digits',
      figures: 3,
      async live(pe, signal) {
        const positions = [0, 1, 3];
        const { data } = await pe.table({ encoding: 'sinusoidal', dim: 4 }, positions, { dtype: 'f64', signal });
        const printed = ['0, 1, 0, 1', '0.8415, 0.5403, 0.01, 0.99995', '0.1411, 0.03, 0.99955'];
        return positions.map((position, i) => {
          const row = data.subarray(4 * i, 4 * i + 4);
          return {
            what: tex`$d = 4$, position ${position}${position === 3 ? tex`, without $\cos 3$` : ''}`,
            printed: printed[i] ?? '',
            computed: words(position === 3 ? row.filter((_, channel) => channel !== 1) : row, 5),
          };
        });
      },
    },
    {
      id: '3.10',
      title: 'The example of eight dimensions',
      judgement: 'announced, not there',
      quoted: [tex`Example: Detailed computations for $d_{\text{model}} = 4$ and $d_{\text{model}} = 8$.`],
      correct: tex`Only $d = 4$ is computed. The slide on $d = 8$ has the two formulas and the remark that the first pair is the one of before; no number follows. Here they are.`,
      sources: 'reference values of 70 digits',
      figures: 4,
      async live(pe, signal) {
        const { data } = await pe.table({ encoding: 'sinusoidal', dim: 8 }, [3], { dtype: 'f64', signal });
        return [0, 1, 2, 3].map((i) => ({
          what: tex`$d = 8$, position 3, $i = ${i}$: sine and cosine`,
          computed: words(data.subarray(2 * i, 2 * i + 2), 6),
        }));
      },
    },
  ],
};

/** Formats a row with this many decimals. */
function words(row: Float64Array, decimals: number): string {
  return Array.from(row, (x) => x.toFixed(decimals).replace('-', '−')).join(', ');
}
