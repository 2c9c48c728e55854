/** An article about encodings and context extension. */
import { toeplitzShare, toeplitzShareExpected } from './attention.js';
import { familiesAtHand } from './document-0.js';
import { extension } from './document-2-extension.js';
import type { Document } from './erratum.js';
import { headDim, at, ratios, ofFrequencies, rope } from './numbers.js';

const tex = String.raw;

/** Pairs without a full turn within the 512 positions of training. */
export const unseenPairs = ofFrequencies(512, (all) => [
  {
    what: tex`pairs of 256 without a full turn within 512 positions ($d = 512$)`,
    computed: all.filter((w) => 512 * w < 2 * Math.PI).length,
  },
]);

export const document2: Document = {
  id: 'document-2',
  title: 'Understanding Positional Embeddings in Transformers (G. Aalipour)',
  about: 'An article. Its RoPE formula is right; what it says about extending the context is not.',
  rows: [
    ...extension,
    {
      id: '2.7',
      title: 'Models with RoPE',
      quoted: [
        'Rotary Position Embedding (RoPE), introduced by Su et al. (2021) and adopted by modern LLMs like GPT-Neo, LLaMA, PaLM, and GPT-NeoX',
      ],
      correct: 'GPT-Neo has learned absolute embeddings. GPT-J and GPT-NeoX have RoPE.',
      sources: 'EleutherAI model code',
    },
    {
      id: '2.8',
      title: 'What xPos stands for',
      judgement: 'wrong name',
      quoted: ['xPos (Exponential Position Embedding)'],
      correct: tex`It stands for “extrapolatable position embedding”. The exponential is a factor of the score, $\zeta_i^{(m-n)/B}$ with $\zeta_i = (2i/d + 0.4)/1.4$.`,
      sources: 'Sun et al. 2022, arXiv:2212.10554',
      figures: 2,
      async live(pe, signal) {
        const facts = await pe.facts({ encoding: 'xpos', dim: headDim }, { signal });
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
      judgement: 'true of an encoder, and but for the divisor',
      quoted: [tex`$$\text{score}(q_i, k_j) = q_i^T k_j - \lambda |i - j|$$`],
      correct: tex`The paper’s models are causal: $q^\top k/\sqrt d - m_h(i-j)$ for $j \le i$. Its display leaves out the divisor, too; the text says that it stays, and that the bias is not divided. The $m_h$ are fixed slopes, one a head. With $|i-j|$ the bias is in use in encoders.`,
      sources: 'Press et al. 2022, arXiv:2108.12409',
      figures: 1,
      async live(pe, signal) {
        const bias = await pe.attentionBias({ encoding: 'alibi', heads: 8 }, 2, 2, { signal });
        const slope = (head: number): number => -at(bias.data, head * 4 + 2);
        return [{ what: 'slopes of the first and the last of 8 heads', computed: `${slope(0)}, ${slope(7)}` }];
      },
    },
    {
      id: '2.10',
      title: 'Without positions',
      quoted: [
        'Without positional information, a transformer would treat these sentences identically, as it would only see an unordered set of tokens.',
      ],
      correct:
        'Self-attention in both directions is permutation-equivariant: outputs are permuted with the inputs. A causal decoder is not even that, because each token sees another set of predecessors.',
      sources: 'Haviv et al. 2022, arXiv:2203.16634, Kazemnejad et al. 2023, arXiv:2305.19466',
    },
    {
      id: '2.11',
      title: 'Parallel is not independent',
      quoted: ['they process tokens independently through the self-attention mechanism'],
      correct: 'They are processed in parallel: every output of self-attention depends on all tokens that it may see.',
      sources: 'Vaswani et al. 2017, arXiv:1706.03762',
    },
    {
      id: '2.12',
      title: 'Input = token + position',
      judgement: 'holds for additive absolute encodings only',
      quoted: [
        tex`In practice, positional embeddings are added element-wise to the input embeddings before they are fed into the transformer layers: $$\text{Input to Transformer} = \text{Token Embedding} + \text{Positional Embedding}$$`,
      ],
      correct: 'This is one of three ways; see 0.4. Rotary encodings and biases never touch the input.',
      sources: 'Su et al. 2021, arXiv:2104.09864, Press et al. 2022, arXiv:2108.12409',
      figures: 3,
      live: (pe) => Promise.resolve(familiesAtHand(pe.encodings)),
    },
    {
      id: '2.13',
      title: 'Removing position encodings',
      judgement: 'too general',
      quoted: [
        'Studies have shown that removing positional embeddings dramatically degrades transformer performance, confirming their importance in capturing sequential information.',
      ],
      correct:
        'It does not hold for causal decoders: models without them (NoPE), with them in some layers, and with them removed after training (DroPE) do well.',
      sources: 'Kazemnejad et al. 2023, arXiv:2305.19466, Gelberg et al. 2025, arXiv:2512.12167',
    },
    {
      id: '2.14',
      title: 'Extrapolation of sinusoids',
      judgement: 'being defined is not generalising',
      quoted: [
        'The model can potentially generalize to sequence lengths longer than those seen during training, as the positional encoding function is defined for any position value.',
      ],
      correct:
        'They are defined for every position, but models trained with them fail just past the trained length. About half of the pairs then reach angles never seen in training.',
      sources: 'Press et al. 2022, arXiv:2108.12409',
      figures: 1,
      live: unseenPairs,
    },
    {
      id: '2.15',
      title: 'RoPE and relative position',
      quoted: [
        tex`frequency set $\Theta = \{\theta_i = 10000^{-2i/d}, i \in [0, 1, \ldots, d/2-1]\}$`,
        tex`$$\mathbf{q}_m^T \mathbf{k}_n = \mathbf{q}^T \mathbf{R}_{\Theta, n-m} \mathbf{k}$$`,
      ],
      correct: tex`The statement is right: the score depends on $n-m$, and on $q$ and $k$.`,
      sources: 'Su et al. 2021, arXiv:2104.09864, equation 16',
      unconfirmed: 'the number of the equation',
      figures: 2,
      async live(pe, signal) {
        const x = Array.from({ length: 2 }, (_, r) =>
          Array.from({ length: headDim }, (_unused, c) => (((r + 2) * c * 37) % 11) / 5 - 1),
        );
        const score = async (m: number, n: number): Promise<number> => {
          const { data } = await pe.rotate(rope(), x, [m, n], { signal });
          return data.subarray(0, headDim).reduce((sum, q, c) => sum + q * at(data, headDim + c), 0);
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
      judgement: 'but for the range',
      quoted: [
        tex`Instead of extrapolating to positions beyond the training range $[0, L]$, PI interpolates within the trained range: $$f'(x, m) = f\left(x, m \cdot \frac{L}{L'}\right)$$`,
        'as little as 1000 steps',
      ],
      correct: tex`With positions in $[0, L)$ the statement is right, and the same as $\theta_i/s$ for every pair.`,
      sources: 'Chen et al. 2023, arXiv:2306.15595',
      figures: 1,
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
    {
      id: '2.17',
      title: 'Relative positions in the scores',
      judgement: 'true of the table, not of the scores',
      quoted: [
        tex`The encoding allows the model to learn relative positions easily. For any fixed offset $k$, $PE(pos + k)$ can be represented as a linear function of $PE(pos)$`,
      ],
      correct: tex`The linear map exists, and so $PP^\top$ is a function of the offset. The scores of attention are $PWP^\top$ with $W = W_qW_k^\top$. They depend on the offset alone only if $W$ rotates and scales each pair of sine and cosine. A network has to learn that; with random projections only part of the norm is Toeplitz. Rotary encodings have it for every $W_q$ and $W_k$.`,
      sources: 'Su et al. 2021, arXiv:2104.09864, and the projection of the matrix onto its diagonals',
      figures: 4,
      async live(pe, signal) {
        const dim = 64;
        const positions = 256;
        const encoding = { encoding: 'sinusoidal', dim } as const;
        const drawn = { encoding: 'learned', dim, count: dim, init: 'normal', sigma: 1 } as const;
        const [P, profile, { stationarity }, ...projections] = await Promise.all([
          pe.table(encoding, positions, { dtype: 'f64', signal }),
          pe.kernelProfile(encoding, positions, { signal }),
          pe.analyse({ analysis: 'stationarity' }, { kernel: { spec: encoding, positions } }, { signal }),
          ...[1, 2, 3, 4].map((seed) => pe.table({ ...drawn, seed }, dim, { dtype: 'f64', signal })),
        ]);
        const [q1, k1, q2, k2] = projections;
        if (!q1 || !k1 || !q2 || !k2) return [];
        return [
          { what: tex`share of the squared norm on constant diagonals: $PP^\top$, $d = 64$`, computed: stationarity },
          {
            what: tex`$PW_qW_k^\top P^\top$, projections drawn at random`,
            computed: toeplitzShare(P, q1, k1),
            digits: 3,
          },
          { what: 'other ones', computed: toeplitzShare(P, q2, k2), digits: 3 },
          { what: 'expected over all draws', computed: toeplitzShareExpected(profile), digits: 3 },
        ];
      },
    },
  ],
};
