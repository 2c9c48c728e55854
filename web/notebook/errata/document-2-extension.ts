/** Statements of the article about context extension. */
import type { ScalingSpec } from '../../lib/types/posenc.js';
import type { Posenc } from '../library.js';
import { entropy } from './attention.js';
import type { Erratum } from './erratum.js';
import { headDim, trainedContext, at, ratios, rope } from './numbers.js';

const tex = String.raw;
const yarnPaper = 'Peng et al. 2023, YaRN, arXiv:2309.00071';
const yarnTo = (factor: number): ScalingSpec => ({ type: 'yarn', factor, originalContext: trainedContext });

export const extension: readonly Erratum[] = [
  {
    id: '2.1',
    title: 'NTK-aware frequencies',
    judgement: 'wrong twice: the sign of the exponent, and a missing d',
    quoted: [
      tex`$$\theta'_i = \theta_i \cdot \alpha^{2i/d}$$ Where $\alpha$ is a scaling factor computed as $\alpha = (L'/L)^{1/(d-2)}$`,
    ],
    correct: tex`$\theta_i' = \theta_i\,s^{-2i/(d-2)}$, that is the base $b' = b\,s^{d/(d-2)}$ with $s = L'/L$. As printed, every frequency but the first increases, so the context is not extended.`,
    sources: `${yarnPaper}, equations 14-16`,
    figures: 3,
    async live(pe, signal) {
      const s = 4;
      const divided = await ratios(pe, { type: 'ntk', factor: s }, signal);
      const alpha = s ** (1 / (headDim - 2));
      return [63, 32, 1].map((i) => ({
        what: tex`$\theta'_{${i}}/\theta_{${i}}$ for $d = 128,\ s = 4$${i === 63 ? ', the last pair' : ''}`,
        printed: alpha ** ((2 * i) / headDim),
        computed: at(divided, i),
        digits: 5,
        factor: true,
      }));
    },
  },
  {
    id: '2.2',
    title: 'Who introduced NTK-aware scaling',
    quoted: ['It introduces several key innovations: 1. NTK-Aware Interpolation:'],
    correct:
      'NTK-aware is the earlier method of bloc97, cited as prior work in section 3.1. YaRN is NTK-by-parts together with a temperature (Definition 3).',
    sources: yarnPaper,
    columns: ['NTK-aware', 'YaRN'],
    figures: 1,
    async live(pe, signal) {
      const [ntk, yarn] = await Promise.all([
        ratios(pe, { type: 'ntk', factor: 16 }, signal),
        ratios(pe, { type: 'yarn-paper', factor: 16, originalContext: trainedContext }, signal),
      ]);
      const untouched = (values: readonly number[]): number => values.filter((r) => r === 1).length;
      return [{ what: 'pairs of 64 that are left as they are', printed: untouched(ntk), computed: untouched(yarn) }];
    },
  },
  {
    id: '2.3',
    title: 'Attention temperature',
    quoted: [
      tex`YaRN introduces a temperature parameter $\sqrt{t}$ to the attention logits`,
      tex`$$\text{Attention}(Q, K, V) = \text{softmax}\left(\frac{QK^T}{\sqrt{d_k \cdot t}}\right)V$$`,
    ],
    correct: tex`$\mathrm{softmax}\!\left(q^\top k/(t\sqrt{|D|})\right)$ with $\sqrt{1/t} = 0.1\ln s + 1$: the logits are multiplied by $1/t$, and both $q$ and $k$ by its root.`,
    sources: `${yarnPaper}, equations 21 and 22`,
    figures: 1,
    async live(pe, signal) {
      const amplitude = await amplitudeOf(pe, yarnTo(32), signal);
      return [
        {
          what: tex`logits for $s = 32$ are multiplied by`,
          printed: amplitude,
          computed: amplitude ** 2,
          digits: 5,
          factor: true,
        },
      ];
    },
  },
  {
    id: '2.4',
    title: 'What the temperature mends',
    judgement: 'reversed',
    quoted: ['to compensate for entropy loss during interpolation'],
    correct: tex`The temperature compensates for something else. More positions alone raise the entropy, by the logarithm of their number. Entropy minus $\ln n$ measures how far attention is from uniform (0 if it is uniform). Interpolation (NTK-by-parts) makes it flatter, and $t < 1$ sharpens it again.`,
    sources: yarnPaper,
    figures: 4,
    async live(pe, signal) {
      const factor = 32;
      const extension = { factor, originalContext: trainedContext } as const;
      // q = k = 1, so q·R k is twice the sum of the cosines.
      const flatness = async (scaling: ScalingSpec | undefined, positions: number): Promise<number> => {
        const profile = await pe.kernelProfile(rope(scaling), positions, { signal });
        return entropy(profile.map((k) => (2 * k) / Math.sqrt(headDim))) - Math.log(positions);
      };
      return [
        {
          what: tex`entropy less $\ln n$, in nats ($q = k = 1$): the 4096 positions of training`,
          computed: await flatness(undefined, trainedContext),
        },
        {
          what: 'the same positions, interpolated for 131,072',
          computed: await flatness({ type: 'ntk-by-parts', ...extension }, trainedContext),
        },
        {
          what: '131,072 positions, interpolated',
          computed: await flatness({ type: 'ntk-by-parts', ...extension }, factor * trainedContext),
        },
        {
          what: '131,072, interpolated, with the temperature',
          computed: await flatness({ type: 'yarn-paper', ...extension }, factor * trainedContext),
        },
      ];
    },
  },
  {
    id: '2.5',
    title: 'Dynamic scaling',
    judgement: 'two methods conflated',
    quoted: [
      '3. Dynamic Scaling: YaRN applies different scaling factors to different frequency bands, using a ramp function to smoothly transition between interpolation (low frequencies) and extrapolation (high frequencies).',
    ],
    correct: tex`The ramp is NTK-by-parts (section 3.2). Dynamic scaling (section 3.3) is $s = \max(1, l'/L)$, chosen anew for the length $l'$ of each forward pass.`,
    sources: yarnPaper,
    figures: 1,
    async live(pe, signal) {
      const last = async (contextLength: number): Promise<number> =>
        1 /
        at(
          await ratios(pe, { type: 'dynamic', factor: 1, originalContext: trainedContext, contextLength }, signal),
          -1,
        );
      const found = await Promise.all([1, 2, 4].map((s) => last(s * trainedContext)));
      return [
        {
          what: 'dynamic: the last pair is divided by, at 4,096, 8,192 and 16,384 positions',
          computed: found.map((x) => Number(x.toPrecision(5))).join(', '),
        },
      ];
    },
  },
  {
    id: '2.6',
    title: 'Frequency base',
    quoted: [
      'YaRN applies Neural Tangent Kernel (NTK)-aware scaling that adjusts the frequency base differently across dimensions:',
    ],
    correct: tex`There is one new base, $b' = b\,s^{d/(d-2)}$. Only its effect differs: pair $i$ is divided by $s^{2i/(d-2)}$.`,
    sources: `${yarnPaper}, equation 15`,
    figures: 2,
    async live(pe, signal) {
      const theta = await pe.frequencies(rope({ type: 'ntk', factor: 4 }), { signal });
      const bases = [...theta.keys()].slice(1).map((i) => at(theta, i) ** (-headDim / (2 * i)));
      return [
        { what: tex`base found from each pair, $d = 128,\ s = 4$: least`, computed: Math.min(...bases), digits: 9 },
        { what: 'greatest', computed: Math.max(...bases), digits: 9 },
      ];
    },
  },
];

/** The factor of cosines and sines under an extension: a rotary row at position 0. */
async function amplitudeOf(pe: Posenc, scaling: ScalingSpec, signal: AbortSignal): Promise<number> {
  const row = await pe.table(rope(scaling), [0], { dtype: 'f64', signal });
  return at(row.data, 0);
}
