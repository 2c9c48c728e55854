/** Calls for golden files of encodings: every form of positions and weights, and every method that returns numbers. */
const f64 = { dtype: 'f64' };
const same = (got) => got;
const fact = (name) => (facts) => facts.find((one) => one.name === name).values;
const table = (spec, positions, expected) => [['table', [spec, positions, f64], same, expected]];
const sinusoidal = (dim, more) => ({ encoding: 'sinusoidal', dim, ...more });
const rope = (dim, base, scaling) => ({ encoding: 'rope', dim, base, ...(scaling && { scaling }) });

/** A scale given as a factor is (target + 0.1)/source in the file. */
const scales = {
  size: {},
  alignCorners: { alignCorners: true },
  scaleFactor: { interpolateOffset: 0.1 },
};

/** The report on a fragment of config.json given as the parameters. */
const report = ({ params, expected }) => {
  const { context: contextLength, ...lengths } = expected.wavelength_report ?? {};
  const call = (pick, values) => ['report', [params, ...(contextLength ? [{ contextLength }] : [])], pick, values];
  return [
    call((got) => got.frequencies, expected.inv_freq),
    call(
      (got) => [got.attentionFactor, got.softmaxMultiplier],
      [expected.attention_factor ?? 1, expected.softmax_scale_multiplier ?? 1],
    ),
    ...(contextLength
      ? [call((got) => [got.pairs.length, got.pairsWithFullTurn], [lengths.pairs, lengths.pairs_with_full_turn])]
      : []),
  ];
};
const rotations =
  (spec) =>
  ({ inputs, positions, expected }) =>
    Object.entries(expected).flatMap(([layout, rows]) =>
      ['q', 'k'].map((name) => [
        'rotate',
        [{ ...spec, layout }, positions.map(() => inputs[name]), positions],
        same,
        rows[name],
      ]),
    );

/** Angles of every pair in the cells of a golden file's grid, from frequencies (p, a), flat. */
const angles = ({ end_x: width, end_y: height }, frequencies) =>
  Array.from({ length: height * width }, (_, n) =>
    Array.from(
      { length: frequencies.length / 2 },
      (_, i) => Math.floor(n / width) * frequencies[2 * i] + (n % width) * frequencies[2 * i + 1],
    ),
  );
/** Reorders the sections of a file to the order of the ids. */
const mropeSections = (sections, axes) => ({
  sections: axes.length === 3 ? ['t', 'h', 'w'].map((axis) => sections[axes.indexOf(axis)]) : sections,
});
const mrope = ({ params, positions, expected }) => {
  const { dim, base, mrope_section: sections, interleaved } = params;
  const spec = { encoding: 'mrope', dim, base, sections, form: interleaved ? 'interleaved' : 'chunked' };
  const rows = positions.map((_, i) => [...expected.cos[i], ...expected.sin[i]]);
  return [...table(spec, positions, rows), ['facts', [spec], fact('axisOfPair'), expected.axis_of_pair]];
};
/** A factor is the length of a pair (1, 0) after its rotation. */
const factors = (side, { positions, expected }) => {
  const x = Array.from({ length: 64 }, (_, c) => (c % 2 === 0 ? 1 : 0));
  const lengths = (row) => Array.from({ length: 32 }, (_, i) => Math.hypot(row[2 * i], row[2 * i + 1]));
  const args = [{ encoding: 'xpos', dim: 64 }, positions.map(() => x), positions, { side }];
  return ['rotate', args, (got) => got.map(lengths), expected[`${side}_scale`]];
};

/** The bias of a head in float64: logits of zero queries and keys. */
const bias = (spec, n, head, pick, expected) => {
  const zeros = Array.from({ length: n }, () => [0]);
  return ['attentionScores', [spec, zeros, zeros, { head }], pick, expected];
};
/** Queries are unit vectors and keys hold their logits, so the rest of the sum is the position term. */
const cope = ({ params, inputs, expected }) => {
  const { qk_logits: logits, q_dot_e: products } = inputs;
  const unit = logits.map((_, i) => logits.map((__, c) => (c === i ? 1 : 0)));
  const keys = logits.map((_, j) => logits.map((row) => row[j]));
  const numbers = Array.from({ length: params.max_pos }, (_, p) => p);
  const spec = { encoding: 'cope', dim: logits.length, positions: params.max_pos, logits: 'plain' };
  const call = (values, wanted) => [
    'attentionScores',
    [{ ...spec, table: numbers.flatMap(values) }, unit, keys],
    (got) => got.map((row, i) => row.map((sum, j) => (sum === null ? null : sum - logits[i][j]))),
    wanted,
  ];
  // the products of embeddings and queries are 0, 1, 2, so the term is the position
  return [
    call((p) => products.map((row) => row[p]), expected.bias),
    call((p) => products.map(() => p), expected.position),
  ];
};

export const calls = {
  sinusoidal_d6_fractional: ({ positions, expected }) => table(sinusoidal(6), positions, expected),
  sinusoidal_derivative_d8: ({ positions, expected }) => [['derivative', [sinusoidal(8), positions], same, expected]],
  kernel_sinusoidal_d64: ({ positions, expected }) => [
    ['kernelProfile', [sinusoidal(64), positions], same, expected.K],
  ],
  gram_eigs_sinusoidal_d8_N12: ({ params, expected }) => [
    [
      'gram',
      [sinusoidal(params.d), params.N],
      (got) => [got.reduce((sum, row, i) => sum + row[i], 0)],
      [expected.eigenvalues.reduce((sum, value) => sum + value)],
    ],
  ],
  rope_decay_bound_d128: ({ positions, expected }) => [['decayBound', [rope(128, 1e4), positions], same, expected]],
  rope_apply_d8: rotations(rope(8, 1e4)),
  rope_apply_partial: rotations({ ...rope(12, 1e4), rotaryDim: 8 }),
  rope_deepseek_v3: report,
  rope_llama31_8b: report,
  rope_dynamic_ntk: ({ params, expected }) =>
    Object.entries(expected).map(([length, { inv_freq }]) => {
      const { factor, max_position_embeddings: originalContext } = params;
      const scaling = { type: 'dynamic', factor, originalContext, contextLength: Number(length) };
      return ['frequencies', [rope(params.dim, params.rope_theta, scaling)], same, inv_freq];
    }),
  rope2d_mixed: ({ params, expected }) => {
    const spec = { encoding: 'rope-2d-mixed', dim: 2 * params.fx.length, fx: params.fx, fy: params.fy };
    return [['frequencies', [spec], (got) => angles(params, got), expected.angles]];
  },
  mrope_axes: ({ cases }) =>
    cases.flatMap(({ form, sections, axes, axisOfPair }) => {
      const spec = {
        encoding: 'mrope',
        dim: 2 * axisOfPair.length,
        axes: axes.length,
        ...mropeSections(sections, axes),
      };
      const rule =
        axisOfPair.length === spec.sections.reduce((sum, n) => sum + n) ? spec : { ...spec, sections: [88, 20, 20] };
      return [['facts', [{ ...rule, form }], fact('axisOfPair'), axisOfPair]];
    }),
  mrope_qwen2vl: mrope,
  mrope_qwen3vl_interleaved: mrope,
  xpos_d64_b512: (golden) => [factors('q', golden), factors('k', golden)],
  // row 0 of the file is the cls token, a zero vector without a cell
  mae_2d_d16_g3: ({ expected }) => table({ encoding: 'sincos2d-mae', dim: 16 }, { grid: [3, 3] }, expected.slice(1)),
  detr_sine_masked: ({ inputs, expected }) => {
    const spec = { encoding: 'detr', dim: 8, height: 3, width: 4, mask: inputs.valid.flat() };
    return table(spec, { grid: [3, 4] }, expected);
  },
  cape_1d: ({ params: { positions, delta, eps, lam, d }, expected }) => {
    const spec = { encoding: 'cape', dim: d, delta, eps, lambda: lam };
    return [...table(spec, positions, expected.encoding), ['facts', [spec], fact('positions'), expected.augmented]];
  },
  torch_resize_3x4_to_5x3: ({ params, inputs, expected }) =>
    Object.entries(expected).flatMap(([method, ofScale]) =>
      Object.entries(ofScale).flatMap(([scale, cells]) =>
        table(
          { encoding: 'learned-grid', ...params, method, values: inputs.values.flat(2), ...scales[scale] },
          { grid: [params.height, params.width] },
          cells,
        ),
      ),
    ),
  llama4_temperature: ({ params, positions, expected }) => {
    const spec = { encoding: 'nope', dim: 1, attnScale: params.attn_scale, floorScale: params.floor_scale };
    return [['rotate', [spec, positions.map(() => [1]), positions], same, expected]];
  },
  rff_cos_bias: ({ params, inputs, expected }) => {
    const spec = { encoding: 'random-fourier', dim: 2, axes: 2, frequencies: params.w.flat(), offsets: params.b };
    return table(spec, inputs, expected);
  },
  mipnerf_ipe_0_6: ({ params, inputs, expected }) =>
    table(
      { encoding: 'mip-nerf', minDeg: params.min_deg, maxDeg: params.max_deg },
      inputs.map((input) => [...input.mean, ...input.var]),
      expected,
    ),
  laplacian_pe_eigs: ({ params, expected }) =>
    ['path', 'cycle'].map((graph) => {
      const spec = { encoding: 'laplacian', graph, nodes: params[graph] };
      return ['facts', [spec], fact('spectrum'), expected[`${graph}6`]];
    }),
  rwpe_lollipop: ({ params, inputs, expected }) => {
    const edges = inputs.adjacency.flatMap((row, i) => row.flatMap((joined, j) => (joined && j < i ? [i, j] : [])));
    const nodes = inputs.adjacency.length;
    return table({ encoding: 'random-walk', nodes, steps: params.k, edges }, nodes, expected);
  },
  shaw_index_k4_n12: ({ expected }) => [
    ['relativeMap', [{ encoding: 'shaw', dim: 2, maxDistance: 4 }, expected.length, expected.length], same, expected],
  ],
  alibi_bias_4h_n5: ({ params, expected }) => [
    ['attentionBias', [{ encoding: 'alibi', heads: params.heads }, params.n, params.n], same, expected],
  ],
  kerple: ({ params, positions, expected }) =>
    ['log', 'power'].flatMap((kind) => {
      const [r1, r2] = [0, 1].map((i) => params[kind].map((pair) => pair[i]));
      const spec = { encoding: 'kerple', heads: r1.length, kind, r1, r2 };
      // distances 0 … n - 1: the last query's row from right to left
      const decay = (got) => got.at(-1).toReversed();
      return r1.map((_, head) => bias(spec, positions.length, head, decay, expected[kind][head]));
    }),
  fire_n7: ({ params: { c, L: threshold, W1: w1, b1, W2: w2, b2 }, expected }) => {
    const spec = { encoding: 'fire', heads: 1, c, threshold, hidden: w1.length, w1, b1, w2, b2: [b2] };
    return [bias(spec, expected.length, 0, same, expected)];
  },
  cope_n4: cope,
};
