/** Calls for the golden files of kernels, spectra and networks of infinite width. */
/** hidden layers of the activation between dense layers */
const network = (hidden, activation, weightVariance, biasVariance, widths = []) =>
  Array.from({ length: 2 * hidden + 1 }, (_, i) =>
    i % 2
      ? activation
      : {
          layer: 'dense',
          weightStd: Math.sqrt(weightVariance),
          biasStd: Math.sqrt(biasVariance),
          ...(widths[i / 2] && { width: widths[i / 2] }),
        },
  );
const analyse = (spec, inputs, output, expected) => ['analyse', [spec, inputs], (got) => [got[output]], expected];

/** NNGP and NTK of all cases, at one hidden layer and at the most: the C++ tests do every depth, natively and in Node. */
const ntk =
  (activation) =>
  ({ inputs, params, expected }) =>
    expected.cases.flatMap((one) =>
      (one.depths ? [one.depths[1], one.depths.at(-1)] : [one]).flatMap(
        ({ hidden_layers: hidden, nngp, ntk: tangent }) => {
          const weight = one.sigma_w2 ?? params.sigma_w2;
          const spec = {
            analysis: 'network-kernel',
            layers: network(hidden, activation, weight, one.sigma_b2 ?? params.sigma_b2),
          };
          return [analyse(spec, { x: inputs.X }, 'nngp', nngp), analyse(spec, { x: inputs.X }, 'ntk', tangent)];
        },
      ),
    );
/** As fractions of the largest eigenvalue. */
const spectrum = ({ n, d, base }, values) => {
  const table = { spec: { encoding: 'sinusoidal', dim: d, base }, positions: n };
  const scaled = (list) => list.slice(0, Math.min(n, d, values.length)).map((x) => x / values[0]);
  return ['analyse', [{ analysis: 'spectrum' }, { table }], (got) => scaled(got.eigenvalues), scaled(values)];
};
/** n x n, entry [i][j] = values[|i - j|] */
const toeplitz = (values, n) =>
  Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => values[Math.abs(i - j)]));
/** Eigenvalue k of the circulant matrix with this symmetric first row. */
const circulant = (row, k) =>
  row.reduce((sum, x, j) => sum + x * Math.cos((2 * Math.PI * ((j * k) % row.length)) / row.length), 0);
/** γ(v) = [a cos 2π b·v, a sin 2π b·v] */
const features = (points, frequencies, amplitudes) =>
  points.map((v) =>
    frequencies.flatMap((b, i) => {
      const angle = 2 * Math.PI * b.reduce((sum, x, axis) => sum + x * v[axis], 0);
      return [amplitudes[i] * Math.cos(angle), amplitudes[i] * Math.sin(angle)];
    }),
  );
const inner = (rows) => rows.map((a) => rows.map((b) => a.reduce((sum, x, i) => sum + x * b[i], 0)));
/** dense layers of these widths with the activation between them */
const perceptron = (widths, activation, weightStd, biasStd) =>
  widths.flatMap((width, i) => [...(i ? [activation] : []), { layer: 'dense', width, weightStd, biasStd }]);
/** 1 where the number is within this of 1, for statistical tolerances */
const near = (ratio, tolerance) => (Math.abs(ratio - 1) <= tolerance ? 1 : 0);
/** Features of the points i/n with a_j = j^-p, divided by the norm of a (Tancik et al. 2020). */
const tancikFeatures = (points, count, p) => {
  const order = Array.from({ length: count }, (_, j) => j + 1);
  const amplitudes = order.map((j) => (p === 'inf' ? Number(j === 1) : j ** -Number(p)));
  const norm = Math.hypot(...amplitudes);
  return features(
    Array.from({ length: points }, (_, i) => [i / points]),
    order.map((j) => [j]),
    amplitudes.map((a) => a / norm),
  );
};
/** The tangent kernel of their network, standard parameterisation, of inputs of norm 1: a second implementation. */
const tancikKernel = (a, b) =>
  a.map((x) =>
    b.map((y) => {
      const d = x.length;
      let variance = 1 / d;
      let k = Math.max(-variance, Math.min(variance, x.reduce((sum, v, i) => sum + v * y[i], 0) / d));
      let theta = d * k + 1;
      for (let layer = 0; layer < 3; ++layer) {
        const angle = Math.acos(k / variance);
        const slope = (Math.PI - angle) / (2 * Math.PI);
        k = slope * k + (variance * Math.sin(angle)) / (2 * Math.PI);
        variance /= 2;
        theta = 1024 * k + slope * theta + 1;
      }
      return theta;
    }),
  );

/** Those of a table: closest pair, centred sum of squares, steps, cosine similarities and the spectrum's statistics. */
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
  ntk_mlp_relu: ntk({ layer: 'relu' }),
  ntk_mlp_leaky_relu: ntk({ layer: 'relu', negativeSlope: 0.2 }),
  ntk_mlp_abs: ntk({ layer: 'relu', negativeSlope: -1 }),
  ntk_mlp_erf: ntk({ layer: 'erf' }),
  ntk_mlp_erf_abc: ntk({ layer: 'erf', a: 1.1, b: 0.6, c: 0.3 }),
  ntk_mlp_sin: ntk({ layer: 'sin' }),
  ntk_mlp_sin_abc: ntk({ layer: 'sin', a: 1.3, b: 0.7, c: 0.4 }),
  ntk_mlp_cos: ntk({ layer: 'cos' }),
  ntk_mlp_rbf: ntk({ layer: 'rbf', gamma: 0.5 }),
  ntk_mlp_gelu: ntk({ layer: 'gelu' }),
  ntk_mlp_gaussian: ntk({ layer: 'gaussian', b: -0.5 }),
  ntk_mlp_tanh_numeric: ntk({ layer: 'tanh' }),
  ntk_mlp_softplus_numeric: ntk({ layer: 'softplus' }),
  ntk_standard_param_relu: ({ inputs, expected }) =>
    expected.cases.flatMap((one) => {
      const spec = {
        analysis: 'network-kernel',
        parameterization: 'standard',
        trainedBias: one.bias_trainable,
        layers: network(one.widths.length, { layer: 'relu' }, one.sigma_w2, one.sigma_b2, one.widths),
      };
      return ['nngp', 'ntk'].map((output) => analyse(spec, { x: inputs.X }, output, one[output]));
    }),
  empirical_ntk_explicit: ({ expected }) =>
    expected.cases.flatMap((one) => {
      const spec = {
        analysis: 'empirical-ntk',
        parameterization: one.parameterization,
        layers: perceptron(one.dims.slice(1), { layer: one.activation }, one.sigma_w, one.sigma_b),
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
      const layers = perceptron(
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
  fourier_features_kernel: ({ expected }) =>
    expected.cases.flatMap((one) => {
      const x = features(one.X, one.B, one.a);
      const scaled = (kernel) => kernel.flat().map((k) => k / x[0].length);
      const nothing = { analysis: 'network-kernel', layers: [] };
      const relu = (hidden, bias) => ({
        analysis: 'network-kernel',
        layers: network(hidden, { layer: 'relu' }, 2, bias),
      });
      const composed = { covariance: one.kernel_normalised };
      return [
        analyse(nothing, { x }, 'nngp', scaled(one.kernel)),
        ...['nngp', 'ntk'].flatMap((output) => [
          analyse(relu(1, 0), composed, output, one.relu_on_normalised_features['L1_sw2_2_sb2_0'][output]),
          analyse(relu(3, 0.1), composed, output, one.relu_on_normalised_features['L3_sw2_2_sb2_0.1'][output]),
        ]),
      ];
    }),
  ntk_over_sinusoidal_pe: ({ expected }) =>
    expected.cases.flatMap((one) => {
      const frequencies = Array.from({ length: one.d / 2 }, (_, i) => one.base ** ((-2 * i) / one.d));
      const profile = one.delta.map((delta) => [frequencies.reduce((sum, w) => sum + Math.cos(w * delta), 0)]);
      const layers = network(one.hidden_layers, { layer: one.activation }, one.sigma_w2, one.sigma_b2);
      const spec = { analysis: 'network-kernel', inputDim: one.d, layers };
      return [
        analyse(spec, { profile }, 'nngp', one.nngp_profile),
        analyse(spec, { profile }, 'ntk', one.ntk_profile),
        analyse(
          { analysis: 'spectrum' },
          { kernel: toeplitz(one.ntk_profile, 32) },
          'eigenvalues',
          one.toeplitz_eigs_n32_desc,
        ),
      ];
    }),
  tancik_fig2_ntk: ({ expected }) =>
    expected.cases.flatMap(({ N, p, ntk_row: row, spectrum_0_to_N_over_2: eigenvalues }) => {
      const x = tancikFeatures(N, N / 2, p);
      const layers = network(3, { layer: 'relu' }, 1, 0, [1024, 1024, 1024]);
      const call = [
        { analysis: 'network-kernel', parameterization: 'standard', layers },
        { x, other: [x[0]] },
      ];
      const spectrum = ({ ntk }) => eigenvalues.map((_, k) => circulant(Array.from(ntk).flat(), k));
      return [analyse(...call, 'ntk', row), ['analyse', call, spectrum, eigenvalues]];
    }),
  relu_ntk_circle_decay: ({ params: { n }, expected }) =>
    expected.cases.map((one) => {
      const x = features(
        Array.from({ length: n }, (_, i) => [i / n]),
        [[1]],
        [1],
      );
      const layers = network(1, { layer: 'relu' }, one.sigma_w2, one.sigma_b2);
      const call = [
        { analysis: 'network-kernel', layers },
        { x, other: [x[0]] },
      ];
      const coefficients = ({ ntk }) =>
        one.fourier_eigs_0_to_24.map((_, k) => circulant(Array.from(ntk).flat(), k) / n);
      return ['analyse', call, coefficients, one.fourier_eigs_0_to_24];
    }),
  gaussian_ff_limit: ({ expected }) =>
    expected.cases.map(({ sigma, delta, expected_kernel: kernel }) => {
      const layers = [{ layer: 'rbf', gamma: 2 * (Math.PI * sigma) ** 2 }];
      const inputs = { x: delta.map((x) => [x]), other: [[0]] };
      return analyse({ analysis: 'network-kernel', layers }, inputs, 'nngp', kernel);
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
  tancik_fig3_flow: ({ inputs, expected }) =>
    expected.cases.flatMap(({ p, curve }) => {
      const test = tancikFeatures(256, 16, p);
      const train = test.filter((_, i) => i % 8 === 0);
      const y = inputs.y_256.filter((_, i) => i % 8 === 0).map((x) => [x]);
      const some = test.filter((_, i) => i % 16 === 0);
      const given = { kernel: tancikKernel(train, train), testKernel: tancikKernel(some, train), y };
      return curve.flatMap((one) => {
        const spec = { analysis: 'training-prediction', learningRate: one.lr, times: [one.steps] };
        return [
          analyse(spec, given, 'flowTest', one.f_test_every_16),
          ['analyse', [spec, given], ({ flowLoss }) => [(flowLoss[0] * 2) / 32], [one.train_mse]],
        ];
      });
    }),
  pe_kernel_spectrum: ({ expected }) => expected.cases.map((one) => spectrum(one, one.eigenvalues_desc)),
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
