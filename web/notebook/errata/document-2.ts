/** An article that walks through encodings and context extension. */
import type { Posenc, ScalingSpec } from '../../lib/posenc.js';
import { familiesAtHand } from './document-0.js';
import type { Document } from './erratum.js';
import { HEAD, TRAINED, at, ratios, rope, sinusoidalFrequencies } from './numbers.js';

const tex = String.raw;
const YARN = 'Peng et al. 2023, YaRN, arXiv:2309.00071';
const yarnTo = (factor: number): ScalingSpec => ({ type: 'yarn', factor, originalContext: TRAINED });

export const document2: Document = {
  id: 'document-2',
  title: 'Understanding Positional Embeddings in Transformers (G. Aalipour)',
  about: 'An article. Its RoPE formula is right; what it says about extending the context is not.',
  rows: [
    {
      id: '2.1',
      title: 'NTK-aware frequencies',
      verdict: 'wrong',
      judgement: 'wrong twice: the sign of the exponent, and a missing d',
      printed: tex`$\theta_i' = \theta_i\,\alpha^{2i/d}$ with $\alpha = (L'/L)^{1/(d-2)}$`,
      correct: tex`$\theta_i' = \theta_i\,s^{-2i/(d-2)}$, that is the base $b' = b\,s^{d/(d-2)}$ with $s = L'/L$. As printed every frequency but the first rises, so nothing is extended.`,
      sources: `${YARN}, equations 14-16`,
      async live(pe, signal) {
        const s = 4;
        const divided = await ratios(pe, { type: 'ntk', factor: s }, signal);
        const alpha = s ** (1 / (HEAD - 2));
        return [63, 32, 1].map((i) => ({
          what: tex`$\theta'_{${i}}/\theta_{${i}}$ for $d = 128,\ s = 4$${i === 63 ? ', the last pair' : ''}`,
          printed: alpha ** ((2 * i) / HEAD),
          computed: at(divided, i),
          digits: 5,
          factor: true,
        }));
      },
    },
    {
      id: '2.2',
      title: 'Whose method NTK-aware is',
      verdict: 'wrong',
      printed: 'YaRN introduces NTK-aware interpolation.',
      correct:
        'NTK-aware is the earlier method of bloc97, cited as prior work in section 3.1. YaRN is NTK-by-parts together with a temperature (Definition 3).',
      sources: YARN,
      columns: ['NTK-aware', 'YaRN'],
      async live(pe, signal) {
        const [ntk, yarn] = await Promise.all([
          ratios(pe, { type: 'ntk', factor: 16 }, signal),
          ratios(pe, { type: 'yarn-paper', factor: 16, originalContext: TRAINED }, signal),
        ]);
        const untouched = (values: readonly number[]): number => values.filter((r) => r === 1).length;
        return [{ what: 'pairs of 64 that are left as they are', printed: untouched(ntk), computed: untouched(yarn) }];
      },
    },
    {
      id: '2.3',
      title: 'Attention temperature',
      verdict: 'wrong',
      printed: tex`$\mathrm{softmax}\!\left(QK^\top/\sqrt{d_k\,t}\right)$, with a parameter $\sqrt t$`,
      correct: tex`$\mathrm{softmax}\!\left(q^\top k/(t\sqrt{|D|})\right)$ with $\sqrt{1/t} = 0.1\ln s + 1$: the logits are multiplied by $1/t$, and both $q$ and $k$ by its root.`,
      sources: `${YARN}, equations 21 and 22`,
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
      verdict: 'wrong',
      judgement: 'reversed',
      printed: 'The temperature compensates for a loss of entropy.',
      correct: tex`For a gain: over a longer context attention gets flatter, its entropy rises, and $t < 1$ sharpens it.`,
      sources: YARN,
      async live(pe, signal) {
        const s = 32;
        const amplitude = await amplitudeOf(pe, yarnTo(s), signal);
        const profile = await pe.kernelProfile(rope(), s * TRAINED, { signal });
        const logits = profile.map((k) => k / Math.sqrt(HEAD));
        return [
          {
            what: tex`entropy of attention over 4096 positions, in nats ($q = k = 1$)`,
            computed: entropy(logits.subarray(0, TRAINED), 1),
          },
          { what: 'over 131 072', computed: entropy(logits, 1) },
          { what: tex`over 131 072, logits times $1/t$`, computed: entropy(logits, amplitude ** 2) },
        ];
      },
    },
    {
      id: '2.5',
      title: 'Dynamic scaling',
      verdict: 'wrong',
      judgement: 'two methods conflated',
      printed: 'Dynamic scaling uses different factors per band, by a ramp.',
      correct: tex`The ramp is NTK-by-parts (section 3.2). Dynamic scaling (section 3.3) is $s = \max(1, l'/L)$, chosen anew for the length $l'$ of each forward pass.`,
      sources: YARN,
      async live(pe, signal) {
        const last = async (contextLength: number): Promise<number> =>
          1 / at(await ratios(pe, { type: 'dynamic', factor: 1, originalContext: TRAINED, contextLength }, signal), -1);
        const found = await Promise.all([1, 2, 4].map((s) => last(s * TRAINED)));
        return [
          {
            what: 'dynamic: the last pair is divided by, at 4096, 8192 and 16 384 positions',
            computed: found.map((x) => Number(x.toPrecision(5))).join(', '),
          },
        ];
      },
    },
    {
      id: '2.6',
      title: 'Frequency base',
      verdict: 'wrong',
      printed: 'NTK-aware scaling adjusts the frequency base differently across dimensions.',
      correct: tex`There is one new base, $b' = b\,s^{d/(d-2)}$. Only its effect differs: pair $i$ is divided by $s^{2i/(d-2)}$.`,
      sources: `${YARN}, equation 15`,
      async live(pe, signal) {
        const theta = await pe.frequencies(rope({ type: 'ntk', factor: 4 }), { signal });
        const bases = [...theta.keys()].slice(1).map((i) => at(theta, i) ** (-HEAD / (2 * i)));
        return [
          { what: tex`base found from each pair, $d = 128,\ s = 4$: least`, computed: Math.min(...bases), digits: 9 },
          { what: 'greatest', computed: Math.max(...bases), digits: 9 },
        ];
      },
    },
    {
      id: '2.7',
      title: 'Models with RoPE',
      verdict: 'wrong',
      printed: 'RoPE was adopted by GPT-Neo.',
      correct: 'GPT-Neo has learned absolute embeddings. GPT-J and GPT-NeoX have RoPE.',
      sources: 'EleutherAI model code',
    },
    {
      id: '2.8',
      title: 'What xPos stands for',
      verdict: 'wrong',
      judgement: 'wrong name',
      printed: 'xPos: Exponential Position Embedding.',
      correct: tex`Extrapolatable Position Embedding. The exponential is a factor of the score, $\zeta_i^{(m-n)/B}$ with $\zeta_i = (2i/d + 0.4)/1.4$.`,
      sources: 'Sun et al. 2022, arXiv:2212.10554',
      async live(pe, signal) {
        const facts = await pe.facts({ encoding: 'xpos', dim: HEAD }, { signal });
        const zeta = facts.find((fact) => fact.name === 'zeta')?.values ?? [];
        return [
          { what: tex`factor of the fastest pair over $B$ positions, $\zeta_0$`, computed: at(zeta, 0) },
          { what: tex`of the slowest pair, $\zeta_{63}$`, computed: at(zeta, -1) },
        ];
      },
    },
    {
      id: '2.9',
      title: 'ALiBi',
      verdict: 'imprecise',
      printed: tex`$q^\top k - \lambda\,|i-j|$`,
      correct: tex`$q^\top k/\sqrt d - m_h(i-j)$ for $j \le i$ only: causal, the bias is not divided by $\sqrt d$, and the $m_h$ are fixed slopes, one a head.`,
      sources: 'Press et al. 2022, arXiv:2108.12409',
      async live(pe, signal) {
        const bias = await pe.attentionBias({ encoding: 'alibi', heads: 8 }, 2, 2, { signal });
        const slope = (head: number): number => -at(bias.data, head * 4 + 2);
        return [
          { what: 'slopes of the first and the last of 8 heads', computed: `${slope(0)}, ${slope(7)}` },
          { what: 'bias of query 0 at key 1, head 0', printed: -slope(0), computed: at(bias.data, 1) },
        ];
      },
    },
    {
      id: '2.10',
      title: 'Without positions',
      verdict: 'imprecise',
      printed: 'Without positional information a transformer treats permuted sentences identically.',
      correct:
        'Self-attention in both directions is permutation-equivariant: outputs are permuted with the inputs. A causal decoder is not even that, because each token sees another set of predecessors.',
      sources: 'Haviv et al. 2022, arXiv:2203.16634, Kazemnejad et al. 2023, arXiv:2305.19466',
    },
    {
      id: '2.11',
      title: 'Parallel is not independent',
      verdict: 'wrong',
      printed: 'Transformers process tokens independently through self-attention.',
      correct: 'In parallel: every output of self-attention depends on all tokens that it may see.',
      sources: 'Vaswani et al. 2017, arXiv:1706.03762',
    },
    {
      id: '2.12',
      title: 'Input = token + position',
      verdict: 'incomplete',
      judgement: 'holds for additive absolute encodings only',
      printed: 'The input is the sum of token and position embedding; in practice they are added.',
      correct: 'One way of three: see 0.4. Rotary encodings and biases never touch the input.',
      sources: 'Su et al. 2021, arXiv:2104.09864, Press et al. 2022, arXiv:2108.12409',
      live: (pe) => Promise.resolve(familiesAtHand(pe.encodings)),
    },
    {
      id: '2.13',
      title: 'Removing position encodings',
      verdict: 'imprecise',
      judgement: 'too general',
      printed: 'Removing position encodings dramatically degrades performance.',
      correct:
        'Not for causal decoders: models without them (NoPE), with them in some layers, and with them removed after training (DroPE) do well.',
      sources: 'Kazemnejad et al. 2023, arXiv:2305.19466, Gelberg et al. 2025, arXiv:2512.12167',
    },
    {
      id: '2.14',
      title: 'Extrapolation of sinusoids',
      verdict: 'imprecise',
      judgement: 'being defined is not generalising',
      printed: 'Sinusoidal encodings allow extrapolation to longer sequences.',
      correct:
        'They are defined for every position, but models trained with them fail just past the trained length. Half of the pairs then show angles that training never did.',
      sources: 'Press et al. 2022, arXiv:2108.12409',
      live: unseenPairs,
    },
    {
      id: '2.15',
      title: 'RoPE and relative position',
      verdict: 'correct',
      printed: tex`$q_m^\top k_n = q^\top R_{n-m}\,k$, with $\theta_i$ for $i = 0,\dots,d/2-1$`,
      correct: tex`Right: the score depends on $n-m$, and on $q$ and $k$.`,
      sources: 'Su et al. 2021, arXiv:2104.09864, equation 16',
      unconfirmed: 'the number of the equation',
      async live(pe, signal) {
        const x = Array.from({ length: 2 }, (_, r) =>
          Array.from({ length: HEAD }, (_unused, c) => (((r + 2) * c * 37) % 11) / 5 - 1),
        );
        const score = async (m: number, n: number): Promise<number> => {
          const { data } = await pe.rotate(rope(), x, [m, n], { signal });
          return data.subarray(0, HEAD).reduce((sum, q, c) => sum + q * at(data, HEAD + c), 0);
        };
        const [near, far] = await Promise.all([score(7, 2), score(1_000_007, 1_000_002)]);
        return [
          { what: tex`one $q$ and $k$: score at $m = 7,\ n = 2$`, computed: near, digits: 13 },
          { what: 'a million positions further', computed: far, digits: 13 },
        ];
      },
    },
    {
      id: '2.16',
      title: 'Position interpolation',
      verdict: 'correct',
      judgement: 'but for the range',
      printed: tex`$f'(x,m) = f(x,\,mL/L')$, told with “1000 steps”`,
      correct: tex`Right, with positions in $[0, L)$: the same as $\theta_i/s$ for every pair.`,
      sources: 'Chen et al. 2023, arXiv:2306.15595',
      async live(pe, signal) {
        const divided = await ratios(pe, { type: 'linear', factor: 4 }, signal);
        return [
          {
            what: tex`least and greatest $\theta_i'/\theta_i$ for $s = 4$`,
            printed: 0.25,
            computed: `${Math.min(...divided)}, ${Math.max(...divided)}`,
            factor: true,
          },
        ];
      },
    },
  ],
};

/** What an extension multiplies cosines and sines by: a rotary row at position 0. */
async function amplitudeOf(pe: Posenc, scaling: ScalingSpec, signal: AbortSignal): Promise<number> {
  const row = await pe.table(rope(scaling), [0], { dtype: 'f64', signal });
  return at(row.data, 0);
}

/** In nats, of the softmax of `gain` times the logits. */
function entropy(logits: Float64Array, gain: number): number {
  const top = logits.reduce((most, x) => Math.max(most, x), -Infinity);
  let sum = 0;
  let weighted = 0;
  for (const x of logits) {
    const e = Math.exp(gain * (x - top));
    sum += e;
    weighted += e * gain * (x - top);
  }
  return Math.log(sum) - weighted / sum;
}

/** Pairs that do not complete a turn while training runs over 512 positions. */
export async function unseenPairs(pe: Posenc, signal: AbortSignal): Promise<{ what: string; computed: number }[]> {
  const frequencies = await sinusoidalFrequencies(pe, 512, signal);
  return [
    {
      what: tex`pairs of 256 without a full turn within 512 positions ($d = 512$)`,
      computed: frequencies.filter((w) => 512 * w < 2 * Math.PI).length,
    },
  ];
}
