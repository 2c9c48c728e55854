/** Calls for golden files, one per analysis. The layers of networks are compared in C++, also in WebAssembly. */
const analyse = (spec, inputs, output, expected) => ['analyse', [spec, inputs], (got) => [got[output]], expected];

/** Eigenvalues as fractions of the largest. */
const spectrum = ({ n, d, base }, values) => {
  const table = { spec: { encoding: 'sinusoidal', dim: d, base }, positions: n };
  const scaled = (list) => list.slice(0, Math.min(n, d, values.length)).map((x) => x / values[0]);
  return ['analyse', [{ analysis: 'spectrum' }, { table }], (got) => scaled(got.eigenvalues), scaled(values)];
};
const inner = (rows) => rows.map((a) => rows.map((b) => a.reduce((sum, x, i) => sum + x * b[i], 0)));
/** Dense layers of these widths with the activation between them. */
const mlp = (widths, activation, weightStd, biasStd) =>
  widths.flatMap((width, i) => [
    ...(i ? [activation] : []),
    { layer: 'dense', ...(width && { width }), weightStd, biasStd },
  ]);
/** 1 if the ratio is within `tolerance` of 1; for statistical tolerances. */
const near = (ratio, tolerance) => (Math.abs(ratio - 1) <= tolerance ? 1 : 0);
/** Metrics of a table: closest pair, centred sum of squares, steps, cosine similarities, statistics of the spectrum. */
function metrics({ P: table, stats, ...one }) {
  const read = (analysis, pick, values) => ['analyse', [analysis, { table }], pick, values];
  const spectrum = { analysis: 'spectrum' };
  const shift = { analysis: 'shift-operator', lags: [1, 3] };
  const uniqueness = { analysis: 'uniqueness' };
  return [
    read(uniqueness, (got) => [got.closestDistance], [one.min_pairwise_distance.dist]),
    read(uniqueness, (got) => [(got.rmsDistance ** 2 * (table.length - 1)) / 2], [one.centered_trace]),
    read(shift, (got) => got.leastSquares, one.shift_resid_lstsq_k1_k3),
    read(shift, (got) => got.orthogonal, one.shift_resid_orthogonal_k1_k3),
    read({ analysis: 'induced-kernel' }, (got) => got.normalised[0], one.normalised_kernel_row0),
    read(spectrum, (got) => [got.trace, got.participationRatio, got.effectiveRank, got.stableRank], [
      stats.trace,
      stats.participation_ratio,
      stats.effective_rank_entropy,
      stats.stable_rank,
    ]),
    read(
      spectrum,
      (got) => got.effectiveDimensions,
      ['0.001', '0.1', '1.0', '10.0'].map((ridge) => stats.effective_dim[ridge]),
    ),
  ];
}

export const calls = {
  ntk_mlp_relu: ({ inputs, expected }) =>
    expected.cases.flatMap(({ sigma_w2: weight, sigma_b2: bias, depths }) => {
      const { hidden_layers: hidden, nngp, ntk } = depths.at(-1);
      const widths = Array(hidden + 1).fill(undefined);
      const layers = mlp(widths, { layer: 'relu' }, Math.sqrt(weight), Math.sqrt(bias));
      const spec = { analysis: 'network-kernel', layers };
      return [analyse(spec, { x: inputs.X }, 'nngp', nngp), analyse(spec, { x: inputs.X }, 'ntk', ntk)];
    }),
  empirical_ntk_explicit: ({ expected }) =>
    expected.cases.flatMap((one) => {
      const spec = {
        analysis: 'empirical-ntk',
        parameterization: one.parameterization,
        layers: mlp(one.dims.slice(1), { layer: one.activation }, one.sigma_w, one.sigma_b),
      };
      const parameters = [one.W.flatMap((w, l) => [w, one.b[l]]).flat(Infinity)];
      const call = (output, values) => analyse(spec, { x: one.X, parameters }, output, values);
      return [
        call('networkOutputs', one.f),
        call('ntk', one.ntk),
        call('hiddenKernel', one.empirical_nngp_last_hidden),
      ];
    }),
  empirical_ntk_convergence_mc: ({ expected, tolerance }) =>
    expected.cases.map((one) => {
      const activation = { layer: one.activation };
      const layers = mlp(
        Array(one.hidden_layers + 1).fill(1),
        activation,
        Math.sqrt(one.sigma_w2),
        Math.sqrt(one.sigma_b2),
      );
      const spec = { analysis: 'ntk-convergence', widths: [64, 256], draws: 150, layers };
      const pick = ({ meanError, slope }) => [
        ...[0, 1].map((w) =>
          near(meanError[w] / one.observed[w].mean_rel_frobenius_error_per_draw, tolerance.rel_of_mean_per_draw_error),
        ),
        Math.abs(slope - one.slope) <= tolerance.slope_abs ? 1 : 0,
      ];
      return ['analyse', [spec, { x: one.X }], pick, [1, 1, 1]];
    }),
  infinite_attention: ({ expected }) =>
    expected.cases.flatMap((one) => {
      const spec = {
        analysis: 'attention-kernel',
        tokens: one.X[0].length,
        queryKeyScale: one.sigma_qk_product,
        outputValueVariance: one.sigma_ov_sq,
        positionWeight: one.pe_weight,
      };
      const inputs = { x: one.X.flat(), positions: one.pe_cov_R };
      return ['nngp', 'ntk'].map((output) => analyse(spec, inputs, output, one[output]));
    }),
  siren_first_layer_kernel: ({ inputs, expected }) =>
    expected.cases.flatMap((one) => {
      const spec = {
        analysis: 'siren-kernel',
        omega0: one.omega0,
        biasHalfWidth: one.bias_uniform_halfwidth,
        hiddenLayers: 0,
      };
      const x = inputs.x.map((value) => [value]);
      return [analyse(spec, { x }, 'sinSin', one.E_sin_sin), analyse(spec, { x }, 'cosCos', one.E_cos_cos)];
    }),
  periodic_network_kernel_claim: ({ expected }) =>
    expected.cases.flatMap((one) => {
      const spec = { analysis: 'periodic-network', base: one.base, offsets: one.delta, widths: [2], draws: 1 };
      const frequencies = Array.from({ length: one.d / 2 }, (_, i) => one.base ** ((-2 * i) / one.d));
      const inputs = { frequencies, pairs: one.rows.map(({ x, xp }) => [x, xp]) };
      const call = (output, values) => analyse(spec, inputs, output, values);
      const column = (output, field) =>
        call(
          output,
          one.rows.map((row) => row[field]),
        );
      return [
        column('readout', 'K_pe_normalised'),
        column('limit', 'log_uniform_limit'),
        column('readout', 'ntk_readout_only'),
        column('readoutAndPhase', 'ntk_readout_and_phase'),
        column('allParameters', 'ntk_all_frequency_param_w'),
        column('logFrequencies', 'ntk_all_log_frequency_param'),
        call('pairVariance', one.var_per_frequency_sincos),
        call('phaseVariance', one.var_per_unit_random_phase),
      ];
    }),
  gradient_flow_mse: ({ inputs, expected }) =>
    expected.cases.flatMap((one) => {
      const given = {
        kernel: inputs.K,
        testKernel: inputs.K_test_train,
        ...Object.fromEntries(
          Object.entries({ y: inputs.y, f0: inputs.f0, f0Test: inputs.f0_test }).map(([name, list]) => [
            name,
            list.map((x) => [x]),
          ]),
        ),
      };
      const spec = { analysis: 'training-prediction', learningRate: one.eta, times: [one.t] };
      const call = (output, values) => analyse(spec, given, output, values);
      return [
        call('flowTrain', one.f_train),
        call('flowTest', one.f_test),
        call('flowFactors', [...one.residual_factors_by_ascending_eigenvalue].reverse()),
      ];
    }),
  pe_kernel_spectrum_n128: ({ params, expected }) => [spectrum(params, expected.eigenvalues_desc_top64)],
  pe_matrix_metrics: ({ expected }) =>
    expected.cases.flatMap((one) => {
      const kernel = inner(one.P);
      const call = (output, values) => analyse({ analysis: 'stationarity' }, { kernel }, output, values);
      return [
        call('stationarity', [one.toeplitz_energy_ratio]),
        call('profileMean', one.profile_mean),
        call('profileSpread', one.profile_std),
        ...metrics(one),
      ];
    }),
  cka_hsic: ({ expected }) =>
    expected.cases.map(({ X, Y, ...one }) => [
      'analyse',
      [{ analysis: 'similarity' }, { x: X, y: Y }],
      (got) => [
        got.hsicLinear,
        got.hsicLinearUnbiased,
        got.ckaLinear,
        got.ckaLinearUnbiased,
        got.ckaGaussian,
        got.hsicGaussianUnbiased,
        got.procrustesCentred,
        got.procrustesNormalised,
        got.meanSquaredCca,
      ],
      [
        one.hsic_linear_biased,
        one.hsic_linear_unbiased,
        one.cka_linear_biased,
        one.cka_linear_unbiased,
        one['cka_rbf_0.8median_biased'],
        one.hsic_rbf_unbiased,
        one.procrustes_distance_sq_unnormalised,
        one.procrustes_distance_sq_normalised,
        one.mean_cca_sq,
      ],
    ]),
  sinusoidal_kernel_profile: ({ expected }) =>
    expected.cases.flatMap((one) => {
      const { d: dim, base, delta } = one;
      const spec = { encoding: 'sinusoidal', dim, base };
      const frequencies = { spec, positions: 1 };
      const closest = one.min_pairwise_distance_n1025;
      return [
        ['kernelProfile', [spec, delta], (got) => got, one.k],
        analyse({ analysis: 'continuous-profile', base }, { offsets: delta }, 'profile', one.log_uniform_integral),
        [
          'analyse',
          [{ analysis: 'bandwidth', contextLength: 1024 }, { frequencies }],
          (got) => [got.halfWidth, got.fisherInformation, got.shortestWavelength, got.longestWavelength, got.slow],
          [
            one.hwhm_delta,
            one.fisher_info_unit_noise,
            ...one.wavelengths_first_last,
            one.n_wavelengths_longer_than_n[1024],
          ],
        ],
        [
          'analyse',
          [{ analysis: 'uniqueness', positions: 1025 }, { frequencies }],
          (got) => [got.closestDistance, got.closestSecond],
          [closest.dist, closest.delta],
        ],
        [
          'analyse',
          [{ analysis: 'fisher-information' }, { derivative: { spec, positions: 3 } }],
          (got) => got.information,
          Array(3).fill(one.fisher_info_unit_noise),
        ],
      ];
    }),
};
