/** An anonymous paper that ties position embeddings to the neural tangent kernel. */
import type { Document } from './erratum.js';
import { at, sinusoidalFrequencies } from './numbers.js';

const tex = String.raw;

export const document0: Document = {
  id: 'document-0',
  title: 'Position Embeddings: Connections to NTK and Fourier Features',
  about: 'An anonymous paper. Its citations are question marks and its list of references is empty.',
  rows: [
    {
      id: '0.1',
      title: 'Channels of the feature map',
      verdict: 'wrong',
      judgement: 'indices and count disagree',
      printed: tex`Equation (1): $$\phi(x) = [\sin\omega_1x,\ \cos\omega_1x,\ \dots,\ \sin\omega_dx,\ \cos\omega_dx]$$ with $\omega_i = 1/10000^{2i/d}$ for $i = 0,\dots,d/2-1$.`,
      correct: tex`$$\phi:\mathbb{R}\to\mathbb{R}^d,\quad \phi(x) = [\sin\omega_ix,\ \cos\omega_ix]_{i=0}^{d/2-1}$$ Frequencies up to $\omega_d$ would be twice as many channels, and the last one would turn once in more than 600 million positions.`,
      sources: 'Vaswani et al. 2017, arXiv:1706.03762, section 3.5',
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
      verdict: 'unsupported',
      judgement: 'false for the network that is meant',
      printed:
        'The kernel induced by the embedding approximates the neural tangent kernel of a wide network with periodic activation functions.',
      correct: tex`The induced kernel is exactly $\sum_i \cos\omega_i(x-y)$: a function of the distance, of finite rank, with fixed log-spaced $\omega_i$. It is the NTK of $\sqrt{2/m}\sum_j v_j\cos(w_jx+b_j)$ only while the first layer is frozen. With every parameter trained the NTK is $(2+xy)\,\hat k(x-y)$, which depends on the place as well. Tancik’s theorem is about another thing: the NTK of an MLP that reads $\gamma(x)$, which is $h_{\mathrm{NTK}}(\gamma(x)^\top\gamma(y))$.`,
      sources: 'Tancik et al. 2020, arXiv:2006.10739, and the gradient of the network above',
      columns: ['full NTK', 'induced kernel'],
      async live(pe, signal) {
        const dim = 512;
        const gram = await pe.gram({ encoding: 'sinusoidal', dim }, [10, 13, 1010, 1013], { signal });
        const near = at(gram.data, 1) / (dim / 2);
        const far = at(gram.data, 2 * 4 + 3) / (dim / 2);
        return [
          { what: tex`at $x = 10,\ y = 13$`, printed: (2 + 10 * 13) * near, computed: near },
          { what: tex`at $x = 1010,\ y = 1013$, the same distance`, printed: (2 + 1010 * 1013) * far, computed: far },
        ];
      },
    },
    {
      id: '0.3',
      title: 'Citations',
      verdict: 'unsupported',
      judgement: 'unsourced',
      printed:
        'Every citation is printed as “(?)”; statements on transfer learning and initialisation carry no evidence.',
      correct: 'A list of claims to be checked, not a source for any of them.',
      sources: 'the paper itself',
    },
    {
      id: '0.4',
      title: 'Three kinds of position embedding',
      verdict: 'incomplete',
      printed: 'Embeddings are learned, sinusoidal or relative, and are typically added to the input embeddings.',
      correct: tex`Rotary encodings multiply: $q_m = R_m W_q x_m$. ALiBi, T5, KERPLE and others add to the logits, $q_m^\top k_n/\sqrt d + b(m-n)$, and leave the input alone.`,
      sources:
        'Su et al. 2021, arXiv:2104.09864, Press et al. 2022, arXiv:2108.12409, Raffel et al. 2020, arXiv:1910.10683',
      live: (pe) => Promise.resolve(familiesAtHand(pe.encodings)),
    },
    {
      id: '0.5',
      title: 'Spectral bias',
      verdict: 'imprecise',
      printed: 'Fourier features and position encodings both overcome spectral bias.',
      correct: tex`Shown for MLPs on coordinates, where the band is chosen to reach the target. The encoding of token positions has its highest frequency fixed at $\omega_0 = 1$ rad per position, less than a third of the $\pi$ that alternating positions need.`,
      sources: 'Tancik et al. 2020, arXiv:2006.10739',
      async live(pe, signal) {
        const frequencies = await sinusoidalFrequencies(pe, 512, signal);
        return [
          {
            what: tex`highest frequency, rad per position ($\pi$: even and odd positions)`,
            printed: Math.PI,
            computed: at(frequencies, 0),
          },
          {
            what: 'frequencies above half of that one, of 256',
            computed: frequencies.filter((w) => w > 0.5).length,
          },
        ];
      },
    },
    {
      id: '0.6',
      title: 'Periodic patterns',
      verdict: 'unsupported',
      printed: 'The embedding captures periodic patterns.',
      correct: tex`$\hat k(\Delta)$ is not periodic: the wavelengths share no common multiple, and it falls off like $1 - (\ln\Delta + 0.577)/\ln 10000$. It never comes back to 1.`,
      sources: 'the sum of cosines itself',
      async live(pe, signal) {
        const dim = 512;
        const offsets = 100_001;
        const profile = await pe.kernelProfile({ encoding: 'sinusoidal', dim }, offsets, { signal });
        const back = profile.subarray(100).reduce((most, k) => Math.max(most, k), -Infinity);
        return [
          {
            what: tex`$\hat k(0)$, which a period would bring back`,
            printed: 1,
            computed: at(profile, 0) / (dim / 2),
            digits: 4,
          },
          {
            what: tex`largest $\hat k(\Delta)$ for $100 \le \Delta \le 100\,000$`,
            printed: 1,
            computed: back / (dim / 2),
            digits: 4,
          },
        ];
      },
    },
    {
      id: '0.7',
      title: 'A Fourier feature mapping',
      verdict: 'imprecise',
      printed: 'The encoding is essentially a Fourier feature mapping with a specific choice of frequencies.',
      correct: tex`True of the form. But Tancik’s features are $\cos 2\pi b^\top v$ of a continuous coordinate $v\in[0,1)$; here positions are integers and the frequencies have the density $1/\omega$ on $[10^{-4}, 1]$.`,
      sources: 'Tancik et al. 2020, arXiv:2006.10739',
      async live(pe, signal) {
        const frequencies = await sinusoidalFrequencies(pe, 512, signal);
        const decade = (from: number): number => frequencies.filter((w) => w > from / 10 && w <= from).length;
        return [
          {
            what: 'frequencies in the four decades from 1 down to 10⁻⁴',
            computed: [1, 0.1, 0.01, 0.001].map(decade).join(', '),
          },
        ];
      },
    },
    {
      id: '0.8',
      title: 'The infinite-width limit',
      verdict: 'imprecise',
      printed: 'Position embeddings contribute to the kernel of the infinite-width limit.',
      correct: tex`Two exact forms: composed, $\Theta(x,y) = h_{\mathrm{NTK}}(\hat k(x-y))$ for an MLP on the encoding; and, in attention, added to the input covariance, $K \leftarrow \alpha K + \beta R$ with $R$ the Gram matrix of the encoding.`,
      sources: 'Tancik et al. 2020, arXiv:2006.10739, Hron et al. 2020',
      unconfirmed: 'the form for attention, which was read in the neural-tangents library and not in the paper',
    },
  ],
};

/** How the encodings of this library act: for the rows that say “added”. */
export function familiesAtHand(
  encodings: readonly { readonly stages: readonly string[] }[],
): { what: string; computed: number }[] {
  const withStage = (stage: string): number => encodings.filter((row) => row.stages.includes(stage)).length;
  const rotating = withStage('rotate');
  return [
    { what: 'encodings here that rotate queries and keys', computed: rotating },
    { what: 'that add a bias to the logits', computed: withStage('attentionBias') },
    {
      what: 'that are a table to be added',
      computed: encodings.filter((row) => row.stages.includes('table') && !row.stages.includes('rotate')).length,
    },
  ];
}
