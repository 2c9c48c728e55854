/** Calls for the golden files of absolute encodings: learned tables, grids, augmented positions. */
const f64 = { dtype: 'f64' };
const same = (got) => got;
const fact = (name) => (facts) => facts.find((one) => one.name === name).values;

const table = (spec, positions, expected) => [['table', [spec, positions, f64], same, expected]];
const detr = (dim, height, width, more) => ({ encoding: 'detr', dim, height, width, ...more });
const timm = (interleaveSinCos) => ({ encoding: 'sincos2d-timm', dim: 16, interleaveSinCos });

/** A scale that is given by a factor is (target + 0.1)/source in the file. */
const scales = {
  size: {},
  alignCorners: { alignCorners: true },
  scaleFactor: { interpolateOffset: 0.1 },
};

export const calls = {
  // row 0 of the file is the cls token, a zero vector that stands at no cell
  mae_2d_d16_g3: ({ expected }) => table({ encoding: 'sincos2d-mae', dim: 16 }, { grid: [3, 3] }, expected.slice(1)),
  mae_2d_d768_g14_rows: ({ inputs, expected }) => table({ encoding: 'sincos2d-mae', dim: 768 }, inputs, expected),
  timm_2d_d16_2x3: ({ expected }) => table(timm(false), { grid: [2, 3] }, expected),
  timm_2d_d16_2x3_interleave: ({ expected }) => table(timm(true), { grid: [2, 3] }, expected),
  detr_sine_nf8_3x5: ({ expected }) => table(detr(16, 3, 5), { grid: [3, 5] }, expected),
  detr_sine_nf8_unnormalized: ({ expected }) => table(detr(16, 2, 4, { normalize: false }), { grid: [2, 4] }, expected),
  detr_sine_masked: ({ inputs, expected }) =>
    table(detr(8, 3, 4, { mask: inputs.valid.flat() }), { grid: [3, 4] }, expected),
  cape_1d: ({ params: { positions, delta, eps, lam, d }, expected }) => {
    const spec = { encoding: 'cape', dim: d, delta, eps, lambda: lam };
    return [...table(spec, positions, expected.encoding), ['facts', [spec], fact('positions'), expected.augmented]];
  },
  bicubic_resize_14_to_16: ({ params: { src, dst }, expected }) =>
    Object.entries({ bicubic: 'antialias_false_a_minus_0p75', 'bicubic-antialias': 'antialias_true_a_minus_0p5' }).map(
      ([method, name]) => [
        'facts',
        [{ encoding: 'learned-grid', dim: 1, sourceWidth: src, width: dst, method }],
        fact('weightsX'),
        expected[name],
      ],
    ),
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
};
