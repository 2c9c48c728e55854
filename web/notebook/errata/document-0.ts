/** An anonymous paper that relates position embeddings to the neural tangent kernel. */
import type { Document } from './erratum.js';
import { at, ofFrequencies, sinusoidalFrequencies } from './numbers.js';

const tex = String.raw;

export const document0: Document = {
  id: 'document-0',
  title: 'Position Embeddings: Connections to NTK and Fourier Features',
  about: 'An anonymous paper. Its citations are question marks and its list of references is empty.',
  rows: [
    {
      id: '0.1',
      title: 'Channels of the feature map',
      judgement: 'indices and count disagree',
      quoted: [
        tex`$$\phi(x) = [\sin(\omega_1 x), \cos(\omega_1 x), \sin(\omega_2 x), \cos(\omega_2 x), \dots, \sin(\omega_d x), \cos(\omega_d x)] \quad (1)$$ where $\omega_i = 1/10000^{2i/d}$ for $i = 0, 1, \dots, d/2 - 1$.`,
      ],
      correct: tex`$$\phi:\mathbb{R}\to\mathbb{R}^d,\quad \phi(x) = [\sin\omega_ix,\ \cos\omega_ix]_{i=0}^{d/2-1}$$ Frequencies up to $\omega_d$ would be twice as many channels, and the last one would turn once in more than 600 million positions.`,
      sources: 'Vaswani et al. 2017, arXiv:1706.03762, section 3.5',
      figures: 3,
      async live(pe, signal) {
        const dim = 512;
        const [frequencies, row] = await Promise.all([
          sinusoidalFrequencies(pe, dim, signal),
          pe.table({ encoding: 'sinusoidal', dim }, 1, { signal }),
        ]);
        return [
          { what: tex`channels for $d = 512$`, printed: 2 * dim, computed: row.cols },
          { what: 'different frequencies', printed: dim, computed: frequencies.length },
          {
            what: 'lowest frequency, rad per position',
            printed: 10_000 ** ((-2 * dim) / dim),
            computed: at(frequencies, -1),
          },
        ];
      },
    },
    {
      id: '0.2',
      title: 'The induced kernel and the NTK',
      judgement: 'true while the frequencies are fixed',
      quoted: [
        'The kernel induced by this embedding approximates the NTK of a wide neural network with periodic activation functions.',
      ],
      correct: tex`The induced kernel is exactly $\sum_i \cos\omega_i(x-y)$: a function of the distance, of finite rank, with fixed log-spaced $\omega_i$. It is the NTK of $\sqrt{2/m}\sum_j v_j\cos(w_jx+b_j)$ while the frequencies $w_j$ are fixed; with the phases $b_j$ trained, too, it is twice that. With the frequencies trained the NTK is $(2+xy)\,\hat k(x-y)$, which depends on the position as well. The paper does not say which network it means. Tancik’s theorem is about another thing: the NTK of an MLP that reads $\gamma(x)$, which is $h_{\mathrm{NTK}}(\gamma(x)^\top\gamma(y))$.`,
      sources: 'Tancik et al. 2020, arXiv:2006.10739, and the gradient of the network above',
      columns: ['full NTK', 'induced kernel'],
      figures: 2,
      async live(pe, signal) {
        const omega = await sinusoidalFrequencies(pe, 512, signal);
        const pairs = [
          [10, 13],
          [1010, 1013],
        ];
        // The random networks of this analysis are not shown, so their number and size are minimal.
        const spec = { analysis: 'periodic-network', lags: 2, draws: 1, widths: [2], offsets: [0] } as const;
        const frequencies = { data: omega, rows: omega.length, cols: 1 };
        const { allParameters = [], readout = [] } = await pe.analyse(spec, { frequencies, pairs }, { signal });
        return pairs.map(([x, y], i) => ({
          what: tex`at $x = ${x},\ y = ${y}$${i === 0 ? '' : ', the same distance'}`,
          printed: at(allParameters, i),
          computed: at(readout, i),
        }));
      },
    },
    {
      id: '0.3',
      title: 'Citations',
      judgement: 'unsourced',
      quoted: [
        'The Neural Tangent Kernel is a theoretical framework that describes the behavior of wide neural networks during training (?).',
        'The connection to Fourier features suggests that models with well-designed position embeddings may transfer more effectively to tasks with different input distributions.',
      ],
      correct:
        'Every citation is a question mark and the list of references is empty. What is said on transfer and on initialisation has no evidence beside it. Treat the paper as a list of claims to check, not as a source.',
      sources: 'the paper itself',
    },
    {
      id: '0.4',
      title: 'Three kinds of position embedding',
      quoted: [
        'They are typically added to the input embeddings before being processed by the main network architecture.',
        '1. Learned position embeddings 2. Sinusoidal position embeddings 3. Relative position embeddings',
      ],
      correct: tex`Rotary encodings multiply: $q_m = R_m W_q x_m$. ALiBi, T5, KERPLE and others add to the logits, $q_m^\top k_n/\sqrt d + b(m-n)$, and leave the input alone.`,
      sources:
        'Su et al. 2021, arXiv:2104.09864, Press et al. 2022, arXiv:2108.12409, Raffel et al. 2020, arXiv:1910.10683',
      figures: 3,
      live: (pe) => Promise.resolve(familiesAtHand(pe.encodings)),
    },
    {
      id: '0.5',
      title: 'Spectral bias',
      quoted: [
        'Both Fourier features and certain types of position embeddings help neural networks overcome the spectral bias, allowing them to learn high-frequency functions more easily.',
      ],
      correct: tex`This was shown for MLPs on coordinates, where the band is chosen to reach the target. The encoding of token positions has its highest frequency fixed at $\omega_0 = 1$ rad per position. That is less than a third of the $\pi$ that alternating positions need.`,
      sources: 'Tancik et al. 2020, arXiv:2006.10739',
      figures: 3,
      live: ofFrequencies(512, (all) => [
        { what: 'highest frequency, rad per position', computed: at(all, 0) },
        { what: tex`the same as a share of $\pi$`, computed: at(all, 0) / Math.PI, digits: 3 },
        { what: 'frequencies above half of that one, of 256', computed: all.filter((w) => w > 0.5).length },
      ]),
    },
    {
      id: '0.6',
      title: 'Periodic patterns',
      judgement: 'long periods only',
      quoted: [
        'Fourier features and position embeddings both enable models to capture periodic patterns in data, which is crucial for many sequence modeling tasks.',
      ],
      correct: tex`What a linear layer can read out of the table is a wave near one of the $d/2$ wavelengths. No period below $2\pi$ is near one: alternation, or every fourth token, cannot be read out. Periods just above $2\pi$ fall into gaps between wavelengths, and the smaller $d$, the wider the gaps. Arbitrary periods can be combined only where many wavelengths exceed the text.`,
      sources: 'ridge regression of cos and sin of each period on the rows of the table',
      columns: ['d = 128', 'd = 512'],
      figures: 9,
      async live(pe, signal) {
        const periods = [2, 4, 6, 10, 24, 60, 168, 365];
        const frequencies = periods.map((period) => (2 * Math.PI) / period);
        const probe = (dim: number) =>
          pe.analyse(
            { analysis: 'linear-probe', frequencies },
            { table: { spec: { encoding: 'sinusoidal', dim }, positions: 1024 } },
            { signal },
          );
        const [narrow, wide] = [await probe(128), await probe(512)];
        const share = (x: number): string => x.toFixed(4);
        return [
          ...periods.map((period, i) => ({
            what: tex`$R^2$ of period ${period}${i === 0 ? ', 1024 positions' : ''}`,
            printed: share(at(narrow.wave, i)),
            computed: share(at(wide.wave, i)),
          })),
          { what: tex`$R^2$ of white noise`, printed: share(narrow.chance), computed: share(wide.chance) },
        ];
      },
    },
    {
      id: '0.7',
      title: 'A Fourier feature mapping',
      judgement: 'in form',
      quoted: ['This embedding is essentially a Fourier feature mapping with a specific choice of frequencies.'],
      correct: tex`The form is the same, but Tancik’s features are $\cos 2\pi b^\top v$ of a continuous coordinate $v\in[0,1)$. Here positions are integers and the frequencies have the density $1/\omega$ on $[10^{-4}, 1]$.`,
      sources: 'Tancik et al. 2020, arXiv:2006.10739',
      figures: 1,
      live: ofFrequencies(512, (all) => {
        const decade = (from: number): number => all.filter((w) => w > from / 10 && w <= from).length;
        const decades = [1, 0.1, 0.01, 0.001].map(decade).join(', ');
        return [{ what: 'frequencies in the four decades from 1 down to 10⁻⁴', computed: decades }];
      }),
    },
    {
      id: '0.8',
      title: 'The infinite-width limit',
      quoted: [
        'As the width of a neural network approaches infinity, its behavior can be described by the NTK. Position embeddings contribute to this limiting behavior.',
      ],
      correct: tex`Two exact results are known. For an MLP that reads the encoding, $\Theta(x,y) = h_{\mathrm{NTK}}(\hat k(x-y))$. For attention, $K$ is replaced by $\alpha K + \beta R$, with $R$ the Gram matrix of the encoding.`,
      sources: 'Tancik et al. 2020, arXiv:2006.10739, Hron et al. 2020',
      unconfirmed: 'the form for attention, which was read in the neural-tangents library and not in the paper',
    },
  ],
};

/** How many encodings of this library act in each way, for the rows that say “added”. */
export function familiesAtHand(
  encodings: readonly { readonly id: string; readonly stages: readonly string[] }[],
): { what: string; computed: number }[] {
  // `nope` has every stage and does nothing in them.
  const acting = encodings.filter(({ id }) => id !== 'nope');
  const withStage = (stage: string): number => acting.filter((row) => row.stages.includes(stage)).length;
  return [
    { what: 'encodings here that rotate queries and keys', computed: withStage('rotate') },
    { what: 'that add a bias to the logits', computed: withStage('attentionBias') },
    {
      what: 'that are a table to be added',
      computed: acting.filter((row) => row.stages.includes('table') && !row.stages.includes('rotate')).length,
    },
  ];
}
