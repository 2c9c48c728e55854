/** Calls for the golden files of sinusoidal, time-step and rotary rows, and ALiBi. */
import { eigenvalues } from './eigenvalues.mjs';

const f64 = { dtype: 'f64' };
const sinusoidal = (dim, more) => ({ encoding: 'sinusoidal', dim, ...more });
const rope = (dim, base, scaling) => ({ encoding: 'rope', dim, base, ...(scaling && { scaling }) });
const t2t = { layout: 'half', denominator: 'd/2-1' };

const table =
  (spec) =>
  ({ positions, expected }) => [['table', [spec, positions, f64], (got) => got, expected]];
const frequencies =
  (spec) =>
  ({ expected }) => [['frequencies', [spec], (got) => got, expected.inv_freq]];
/** The parameters are a fragment of config.json: the report on it. */
const report = ({ params, expected }) => {
  const wavelengths = expected.wavelength_report;
  const options = wavelengths ? [{ contextLength: wavelengths.context }] : [];
  return [
    ['report', [params, ...options], (got) => got.frequencies, expected.inv_freq],
    [
      'report',
      [params, ...options],
      (got) => [got.attentionFactor, got.softmaxMultiplier],
      [expected.attention_factor ?? 1, expected.softmax_scale_multiplier ?? 1],
    ],
    ...(wavelengths
      ? [
          [
            'report',
            [params, ...options],
            (got) => [got.pairs.length, got.pairsWithFullTurn],
            [wavelengths.pairs, wavelengths.pairs_with_full_turn],
          ],
        ]
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
        (got) => got,
        rows[name],
      ]),
    );
/** Slopes are read off the bias of the second query on the first key: -slope, as float32. */
const slopes =
  (rule) =>
  ({ expected }) =>
    Object.entries(expected).map(([heads, list]) => [
      'attentionBias',
      [{ encoding: 'alibi', heads: Number(heads), rule }, 2, 2],
      (got) => got.filter((_, row) => row % 2 === 1).map(([bias]) => -bias),
      list.map(Math.fround),
    ]);

export const calls = {
  sinusoidal_d4_lecture: table(sinusoidal(4)),
  sinusoidal_d8_pos3: table(sinusoidal(8)),
  sinusoidal_d6_fractional: table(sinusoidal(6)),
  sinusoidal_d7_odd: table(sinusoidal(7, { oddRule: 'literal' })),
  sinusoidal_d512_large: table(sinusoidal(512)),
  sinusoidal_concat_std_d16: table(sinusoidal(16, { layout: 'half' })),
  sinusoidal_t2t_d512: table(sinusoidal(512, t2t)),
  fairseq_odd_d9: table(sinusoidal(9, { ...t2t, oddRule: 'zero-column', paddingIndex: 0 })),
  fairseq_table_d10_pad1: table(sinusoidal(10, { ...t2t, paddingIndex: 1 })),
  diffusion_timestep_ddpm_128: table({ encoding: 'timestep', dim: 128 }),
  diffusion_timestep_sd_320: table({ encoding: 'timestep', dim: 320, flipSinToCos: true, downscaleFreqShift: 0 }),
  sinusoidal_derivative_d8: ({ positions, expected }) => [
    ['derivative', [sinusoidal(8), positions], (got) => got, expected],
  ],
  kernel_sinusoidal_d64: ({ positions, expected }) => [
    ['kernelProfile', [sinusoidal(64), positions], (got) => got, expected.K],
    ['kernelProfile', [sinusoidal(64), positions], (got) => got.map((k) => k / 32), expected.K_norm],
  ],
  gram_eigs_sinusoidal_d8_N12: ({ params, expected }) => [
    ['gram', [sinusoidal(params.d), params.N], eigenvalues, expected.eigenvalues],
  ],
  rope_decay_bound_d128: ({ positions, expected }) => [
    ['decayBound', [rope(128, 1e4), positions], (got) => got, expected],
  ],
  rope_apply_d8: rotations(rope(8, 1e4)),
  rope_apply_partial: rotations({ ...rope(12, 1e4), rotaryDim: 8 }),
  rope_trig_llama31_large: ({ positions, expected }) => [
    [
      'table',
      [rope(128, 5e5, { type: 'llama3', factor: 8, originalContext: 8192 }), positions, f64],
      (got) => got,
      positions.map((_, i) => [...expected.cos[i], ...expected.sin[i]]),
    ],
  ],
  rope_codellama_7b: report,
  rope_deepseek_v2: report,
  rope_deepseek_v3: report,
  rope_gemma3_27b_global: report,
  rope_gemma3_local: report,
  rope_gpt_oss: report,
  rope_llama2_7b: report,
  rope_llama31_70b: report,
  rope_llama31_8b: report,
  rope_mistral_7b_v01: report,
  rope_partial_gptneox20b: report,
  rope_qwen25_yarn: report,
  rope_phi3_mini_128k: ({ params, expected }) => [
    ['report', [params, { contextLength: 4096 }], (got) => got.frequencies, expected.inv_freq_short],
    ['report', [params, { contextLength: 4097 }], (got) => got.frequencies, expected.inv_freq_long],
    [
      'report',
      [params],
      (got) => [got.attentionFactor, got.spec.scaling.factor],
      [expected.attention_factor, expected.factor],
    ],
  ],
  rope_dynamic_ntk: ({ params, expected }) =>
    Object.entries(expected).map(([length, { inv_freq }]) => [
      'frequencies',
      [
        rope(params.dim, params.rope_theta, {
          type: 'dynamic',
          factor: params.factor,
          originalContext: params.max_position_embeddings,
          contextLength: Number(length),
        }),
      ],
      (got) => got,
      inv_freq,
    ]),
  rope_ntk_aware_s4: frequencies(rope(128, 1e4, { type: 'ntk', factor: 4 })),
  rope_ntk_by_parts_paper: frequencies(rope(128, 1e4, { type: 'ntk-by-parts', factor: 16, originalContext: 4096 })),
  rope_pi_linear: frequencies(rope(128, 1e4, { type: 'linear', factor: 8 })),
  alibi_bias_4h_n5: ({ params, expected }) => [
    ['attentionBias', [{ encoding: 'alibi', heads: params.heads }, params.n, params.n], (got) => got, expected],
  ],
  alibi_slopes_1_24: slopes('released'),
  alibi_slopes_geometric: slopes('geometric'),
};
