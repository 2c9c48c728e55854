/** Calls for the golden files of relative encodings and biases. */
const map =
  (spec, n = (expected) => expected.length) =>
  ({ expected }) => [['relativeMap', [spec, n(expected), n(expected)], (got) => got, expected]];

/**
 * A map at the given signed distances. `last` is the sign that the last query sees at earlier keys (they
 * are its row from right to left); the first query sees the other sign.
 */
const byDistance =
  (spec, last) =>
  ({ positions, expected }) => {
    const n = 1 + Math.max(...positions.map(Math.abs));
    const at = (got) => (r) => (r * last >= 0 ? got.at(-1)[n - 1 - Math.abs(r)] : got[0][Math.abs(r)]);
    return [['relativeMap', [spec, n, n], (got) => positions.map(at(got)), expected]];
  };

/** The bias of a head in float64: logits of zero queries and keys. */
const bias = (spec, n, head, pick, expected) => {
  const zeros = Array.from({ length: n }, () => [0]);
  return ['attentionScores', [spec, zeros, zeros, { head }], pick, expected];
};
/** Of the distances 0 … n - 1: the last query's row from right to left. */
const decay = (spec, n, head, expected) => bias(spec, n, head, (got) => got.at(-1).toReversed(), expected);

const t5 = (bidirectional) => byDistance({ encoding: 't5', heads: 1, bidirectional }, -1);
const swin = (height, width) => ({ encoding: 'swin-v1', heads: 1, windowHeight: height, windowWidth: width });
const coordinates =
  (spec) =>
  ({ expected }) => [['facts', [{ encoding: 'swin-v2', heads: 1, ...spec }], (got) => got[0].values, expected.flat()]];
/** Of unit queries: keys hold the logits of each, so that the rest of the sum is the position term. */
const cope = ({ params, inputs, expected }) => {
  const { qk_logits: logits, q_dot_e: products } = inputs;
  const unit = logits.map((_, i) => logits.map((__, c) => (c === i ? 1 : 0)));
  const keys = logits.map((_, j) => logits.map((row) => row[j]));
  const call = (table, wanted) => [
    'attentionScores',
    [{ encoding: 'cope', dim: logits.length, positions: params.max_pos, logits: 'plain', table }, unit, keys],
    (got) => got.map((row, i) => row.map((sum, j) => (sum === null ? null : sum - logits[i][j]))),
    wanted,
  ];
  const numbers = Array.from({ length: params.max_pos }, (_, p) => p);
  return [
    call(
      numbers.flatMap((p) => products.map((row) => row[p])),
      expected.bias,
    ),
    // embeddings whose products with the queries are 0, 1, 2: the term is the position
    call(
      numbers.flatMap((p) => products.map(() => p)),
      expected.position,
    ),
  ];
};

export const calls = {
  shaw_index_k4_n12: map({ encoding: 'shaw', dim: 2, maxDistance: 4 }),
  transformer_xl_R_k6_d8: ({ params, expected }) => [
    [
      'table',
      [
        { encoding: 'transformer-xl', dim: params.d },
        expected.map((_, row) => params.klen - 1 - row),
        { dtype: 'f64' },
      ],
      (got) => got,
      expected,
    ],
  ],
  transformer_xl_rel_shift_3x5: ({ params, expected }) => [
    ['relativeMap', [{ encoding: 'transformer-xl', dim: 2 }, params.qlen, params.klen], (got) => got, expected],
  ],
  t5_bucket_bidirectional_32_128: t5(true),
  t5_bucket_causal_32_128: t5(false),
  deberta_delta_k4: map({ encoding: 'deberta', dim: 2, maxDistance: 4 }),
  deberta_log_bucket_256_512: byDistance({ encoding: 'deberta', dim: 2, version: 'v2', clamp: 'transformers' }, 1),
  swin_v1_index_2x3: map(swin(2, 3)),
  swin_v1_index_7x7_row0: ({ inputs, expected }) => [
    ['relativeMap', [swin(7, 7), 49, 49], (got) => inputs.map((row) => got[row]), expected],
  ],
  swin_v2_logcpb_8x8: coordinates({}),
  swin_v2_logcpb_16_pre8: coordinates({
    windowHeight: 16,
    windowWidth: 16,
    pretrainedHeight: 8,
    pretrainedWidth: 8,
  }),
  kerple: ({ params, positions, expected }) =>
    ['log', 'power'].flatMap((kind) =>
      params[kind].map((_, head) =>
        decay(
          {
            encoding: 'kerple',
            heads: params[kind].length,
            kind,
            r1: params[kind].map(([r1]) => r1),
            r2: params[kind].map(([, r2]) => r2),
          },
          positions.length,
          head,
          expected[kind][head],
        ),
      ),
    ),
  sandwich_h4_d16: ({ params, expected }) =>
    expected.map((row, head) => decay({ encoding: 'sandwich', heads: params.H, dim: params.d }, params.n, head, row)),
  tisa: ({ params, positions, expected }) => [
    bias(
      { encoding: 'tisa', heads: 1, kernels: params.a.length, ...params },
      9,
      0,
      (got) => positions.map((r) => (r >= 0 ? got[0][r] : got[8][8 + r])),
      expected,
    ),
  ],
  fire_n7: ({ params, expected }) => [
    bias(
      {
        encoding: 'fire',
        heads: 1,
        c: params.c,
        threshold: params.L,
        hidden: params.W1.length,
        w1: params.W1,
        b1: params.b1,
        w2: params.W2,
        b2: [params.b2],
      },
      expected.length,
      0,
      (got) => got,
      expected,
    ),
  ],
  cope_n4: cope,
};
