/** Calls for the golden files of Fourier features. */
const f64 = { dtype: 'f64' };
const rows = (spec, inputs, expected) => [['table', [spec, inputs, f64], (got) => got, expected]];
const table =
  (spec) =>
  ({ inputs, expected }) =>
    rows(spec, inputs, expected);

export const calls = {
  rff_cos_bias: ({ params, inputs, expected }) =>
    rows(
      { encoding: 'random-fourier', dim: 2, axes: 2, frequencies: params.w.flat(), offsets: params.b },
      inputs,
      expected,
    ),
  fourier_features_basic: table({ encoding: 'fourier-features', mapping: 'basic', order: 'code' }),
  fourier_features_positional: ({ params, inputs, expected }) =>
    rows(
      { encoding: 'fourier-features', mapping: 'positional', dim: 4 * params.m, scale: params.sigma },
      inputs,
      expected,
    ),
  fourier_features_gaussian: ({ params, inputs, expected }) =>
    rows({ encoding: 'fourier-features', frequencies: params.B.flat(), order: 'code' }, inputs, expected),
  nerf_paper_eq4_L4: table({ encoding: 'nerf', convention: 'paper', bands: 4 }),
  nerf_code_L10: table({ encoding: 'nerf' }),
  mipnerf_ipe_0_6: ({ params, inputs, expected }) =>
    rows(
      { encoding: 'mip-nerf', minDeg: params.min_deg, maxDeg: params.max_deg },
      inputs.map((input) => [...input.mean, ...input.var]),
      expected,
    ),
};
