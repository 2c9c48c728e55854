/**
 * Every warning rule has a config that triggers it, with numbers of that config in the message, and a similar one that
 * does not. A new rule without a row here fails the last test.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { configRules, reportRules } from '../../dist/lib/hf/warnings/index.js';
import { pe } from './support/instance.mjs';
import { importConfig } from './support/import-config.mjs';
import { assertNone, warningCodes } from './support/posenc.mjs';

const plain = { model_type: 'qwen2', rope_theta: 10000, head_dim: 128, max_position_embeddings: 4096 };
const scaled = (rope_scaling, extra) => ({ ...plain, rope_scaling, ...extra });
const yarn = (dict = {}, extra) =>
  scaled(
    { rope_type: 'yarn', factor: 16, original_max_position_embeddings: 4096, ...dict },
    { max_position_embeddings: 65536, ...extra },
  );
const latent = { qk_rope_head_dim: 64, head_dim: undefined, model_type: 'deepseek_v3' };
const list = (n, value = 1) => Array(n).fill(value);
const longrope = (dict = {}, extra) =>
  scaled(
    {
      rope_type: 'longrope',
      original_max_position_embeddings: 4096,
      short_factor: list(64),
      long_factor: list(64, 2),
      ...dict,
    },
    { max_position_embeddings: 131072, ...extra },
  );
const llama3 = (dict = {}) =>
  scaled(
    {
      rope_type: 'llama3',
      factor: 8,
      low_freq_factor: 1,
      high_freq_factor: 4,
      original_max_position_embeddings: 8192,
      ...dict,
    },
    { max_position_embeddings: 131072 },
  );
const dynamic = (dict = {}) => scaled({ rope_type: 'dynamic', factor: 2, ...dict });
const nested = (dicts, layer_types) => ({ ...plain, rope_parameters: dicts, ...(layer_types && { layer_types }) });
const at = (contextLength, config) => ({ config, contextLength });

/** code: [fires, part of the message, does not fire] */
// prettier-ignore
const rows = {
  own_code: [{ ...plain, auto_map: { AutoConfig: 'configuration_x.XConfig' } }, /auto_map names code that comes with the model/, plain],
  unknown_model_type: [{ ...plain, model_type: 'no_such_type' }, /the class of model_type 'no_such_type' is not known here.* every number is assumed/, { ...plain, model_type: 'llama' }],
  missing_model_type: [{ ...plain, model_type: undefined, architectures: ['Qwen2ForCausalLM'] }, /names no model_type, .* it is read as qwen2, the class that architectures names/, { ...plain, architectures: ['Qwen2ForCausalLM'] }],
  rope_type_conflict: [scaled({ rope_type: 'linear', type: 'dynamic', factor: 2 }), /'linear'.*'dynamic'/, scaled({ rope_type: 'default', type: 'mrope' })],
  two_rope_dictionaries: [scaled({ rope_type: 'linear', factor: 2 }, { rope_parameters: { rope_type: 'linear', factor: 4 } }), /rope_scaling is used/, { ...plain, rope_parameters: { rope_type: 'linear', factor: 4 }, rope_scaling: null }],
  unknown_rope_keys: [scaled({ type: 'linear', factor: 2, alpha: 1000, finetuned: true }), /alpha = 1000, finetuned = true/, yarn({ type: 'yarn', truncate: false, mscale: 1 })],
  other_towers: [{ text_config: { ...plain, model_type: 'llama' }, vision_config: { model_type: 'clip_vision_model', hidden_size: 8 } }, /of text_config .*vision_config \(clip_vision_model\): a learned absolute table of patches/, { text_config: { ...plain, model_type: 'llama' }, quantization_config: { bits: 4, dim: 2 } }],
  number_as_text: [{ ...plain, rope_theta: '10000.0' }, /rope_theta is the text '10000.0'/, plain],
  unread_position_fields: [{ ...plain, rope_ratio: 500, use_dynamic_ntk: true }, /rope_ratio = 500, use_dynamic_ntk = true/, { ...plain, use_mrope: false, rotary_dim: 128, vocab_size: 5 }],
  sliding_layers_unscaled: [yarn({}, { model_type: 'olmo3' }), /yarn is for the full_attention layers of olmo3 only/, scaled({ rope_type: 'default' }, { model_type: 'olmo3' })],
  dual_chunk_attention: [{ ...plain, dual_chunk_attention_config: { chunk_size: 262144 } }, /chunks of 262144/, plain],
  grid_angles: [{ model_type: 'eomt_dinov3', hidden_size: 384, num_attention_heads: 6, rope_theta: 100 }, /2 coordinates of a patch/, plain],
  mrope_interleaved_unread: [scaled({ rope_type: 'default', mrope_section: [24, 20, 20] }, { model_type: 'qwen3_vl_text' }), /no mrope_interleaved, and the class of transformers has its sections interleaved/, scaled({ rope_type: 'default', mrope_section: [24, 20, 20], mrope_interleaved: true }, { model_type: 'qwen3_vl_text' })],
  original_context_conflict: [yarn({}, { original_max_position_embeddings: 8192 }), /8192 at the top level and 4096/, yarn({}, { original_max_position_embeddings: 4096 })],
  missing_original_context: [yarn({ original_max_position_embeddings: undefined }), /max_position_embeddings 65536/, yarn()],
  implied_trained_context: [scaled({ type: 'linear', factor: 8 }), /4096 is taken, but 512/, scaled({ type: 'linear', factor: 8, original_max_position_embeddings: 512 })],
  missing_max_position_embeddings: [{ rope_theta: 10000, head_dim: 128, sliding_window: 1024 }, /1024 is used \(derived: sliding_window/, plain],
  factor_not_ratio: [yarn({ factor: 8 }), /factor is 8 but .* 65536 \/ 4096 = 16/, yarn()],
  max_position_embeddings_not_raised: [yarn({}, { max_position_embeddings: 4096 }), /4096 is still .* 65536/, yarn()],
  factor_below_one: [scaled({ type: 'linear', factor: 0.5 }), /0\.5/, scaled({ type: 'linear', factor: 1 })],
  beta_order: [yarn({ beta_fast: 1, beta_slow: 32 }), /beta_fast 1 is below beta_slow 32/, yarn({ beta_fast: 8, beta_slow: 8 })],
  frequency_factor_order: [llama3({ low_freq_factor: 4, high_freq_factor: 2 }), /high_freq_factor 2 .* low_freq_factor 4/, llama3()],
  missing_frequency_factors: [llama3({ low_freq_factor: undefined }), /low_freq_factor missing: 1 and 4/, llama3()],
  attention_factor_invalid: [yarn({ attention_factor: '1.2' }), /'1.2' \(a string\)/, yarn({ attention_factor: 1.2 })],
  head_dim_not_whole: [{ rope_theta: 10000, hidden_size: 100, num_attention_heads: 6, max_position_embeddings: 64 }, /16\.67 .* 16 is used/, { rope_theta: 10000, hidden_size: 96, num_attention_heads: 6, max_position_embeddings: 64 }],

  missing_rope_theta: [{ ...plain, model_type: 'mixtral', rope_theta: undefined }, /1000000 is the class default of mixtral/, plain],
  theta_in_rope_parameters: [{ ...plain, rope_theta: undefined, rope_parameters: { rope_theta: 500000 } }, /500000 .* nearly 50 times/, { ...plain, rope_theta: undefined, rope_parameters: { rope_theta: 10000 } }],
  rope_theta_conflict: [{ ...plain, rope_parameters: { rope_theta: 500000 } }, /500000 .* 10000; 500000 from rope_parameters\.rope_theta/, { ...plain, rope_parameters: { rope_theta: 10000 } }],

  layout_permuted_weights: [{ ...plain, model_type: 'llama' }, /\(i, i \+ 64\)/, { ...plain, model_type: 'qwen2' }],
  layout_interleaved: [{ ...plain, model_type: 'glm' }, /\(2i, 2i \+ 1\)/, plain],
  partial_rotary_keys: [{ ...plain, partial_rotary_factor: 0.5 }, /64 of 128 .* \(32 channels\)/, { ...plain, partial_rotary_factor: 1 }],
  partial_rotary_not_applied_again: [{ ...plain, ...latent, partial_rotary_factor: 0.5 }, /qk_rope_head_dim 64 .* 0\.5/, { ...plain, ...latent, partial_rotary_factor: 1 }],
  partial_rotary_conflict: [{ ...plain, partial_rotary_factor: 0.5, rotary_dim: 32 }, /means 64, rotary_dim means 32; 64 is used/, { ...plain, partial_rotary_factor: 0.25, rotary_dim: 32 }],
  mrope_by_key: [scaled({ type: 'mrope', mrope_section: [16, 24, 24] }), /\[16, 24, 24\]/, scaled({ type: 'mrope' })],
  mrope_section_sum: [scaled({ type: 'mrope', mrope_section: [16, 24, 20] }), /60 pairs .* 64/, scaled({ type: 'mrope', mrope_section: [16, 24, 24] })],
  rope_interleave_unread: [{ ...plain, model_type: 'qwen2', rope_interleave: true }, /qwen2/, { ...plain, ...latent, rope_interleave: true }],

  layer_types_unmatched: [nested({ full_attention: { rope_theta: 1e6 } }, ['chunked']), /full_attention/, nested({ full_attention: { rope_theta: 1e6 } }, ['full_attention'])],
  layer_types_missing: [nested({ full_attention: { rope_theta: 1e6 } }), /no layer_types/, nested({ full_attention: { rope_theta: 1e6 } }, ['full_attention'])],
  layer_type_without_parameters: [nested({ full_attention: { rope_theta: 1e6 } }, ['full_attention', 'linear_attention']), /linear_attention/, nested({ full_attention: { rope_theta: 1e6 } }, ['full_attention'])],
  unrotated_layers: [{ ...plain, no_rope_layers: [1, 1, 1, 0] }, /1 of 4 layers/, { ...plain, no_rope_layers: [] }],
  sliding_window: [{ ...plain, sliding_window: 1024 }, /below 1024/, { ...plain, sliding_window: 1024, use_sliding_window: false }],

  yarn_attention_factor_ignored: [yarn({ attention_factor: 1.5 }), /1\.5 .* 1\.27726/, yarn()],
  yarn_mscale_alone: [yarn({ mscale: 0.5 }), /1\.27726.*1\.13863/, yarn({ mscale: 0.5, mscale_all_dim: 0.5 })],
  yarn_mscale_readings: [yarn({ mscale: 1, mscale_all_dim: 0.5 }, latent), /1\.12175 .* 0\.05 at conversion and uses 1/, yarn({ mscale: 1, mscale_all_dim: 1 }, latent)],
  latent_softmax_scale: [yarn({ mscale: 1, mscale_all_dim: 1 }, latent), /1\.63139/, yarn({ mscale: 1 }, latent)],
  mscale_all_dim_without_latent: [yarn({ mscale_all_dim: 1 }), /mscale_all_dim 1/, yarn({ mscale_all_dim: 1 }, latent)],
  deepseek_v4_amplitude: [yarn({}, { ...latent, model_type: 'deepseek_v4' }), /to 1; .* 1\.27726/, yarn({ attention_factor: 1 }, { ...latent, model_type: 'deepseek_v4' })],
  yarn_truncate_ignored: [yarn({ truncate: false }), /20\.94 to 45\.03.*20 to 46/, yarn({ truncate: true })],
  yarn_truncate_per_layer: [nested({ full_attention: { ...yarn().rope_scaling, truncate: false } }, ['full_attention']), /rope_parameters\.full_attention/, yarn({ truncate: false })],

  longrope_factor_readings: [longrope({ factor: 16 }), /factor 16 .* 32/, longrope({ factor: 32 })],
  longrope_mscale: [longrope({ short_mscale: 1.25, long_mscale: 1.25 }), /1\.25 is used/, longrope()],
  longrope_per_layer: [nested({ full_attention: longrope().rope_scaling }, ['full_attention']), /beyond 4096/, longrope()],
  dynamic_original_ignored: [dynamic({ original_max_position_embeddings: 2048 }), /4096; .* 2048/, dynamic()],
  llama3_factor_hardcoded: [llama3({ factor: 32 }), /factor 32.* 4 times too fast/, llama3()],
  ntk_type_vllm_only: [scaled({ type: 'ntk', factor: 4 }), /fixed .* factor 4/, scaled({ type: 'linear', factor: 4 })],

  yarn_ramp_differs_from_paper: [yarn(), /up to 3\.04 times, at pair 38/, yarn({ factor: 1 })],
  longrope_regime: [at(4000, longrope()), /at 4000 tokens .* short_factor .* long_factor at 131072/, at(4000, plain)],
  longrope_switch: [at(4097, longrope()), /4097/, at(4098, longrope())],
  dynamic_ntk_stale_keys: [at(8192, dynamic()), /8192 tokens .* by 3\^/, at(4096, dynamic())],
  dynamic_ntk_static: [at(2048, dynamic()), /by 1\^.* at 2048 .*3\^.* for 8192/, at(2048, yarn())],
  float32_angles: [at(131072, plain), /0\.0078 rad at position 131072/, at(16384, plain)],
  low_precision_positions: [at(2049, plain), /2049/, at(2048, plain)],
  context_beyond_config: [at(10240, plain), /10240 tokens are 2\.5 times the 4096/, at(4096, plain)],
};

const warningsOf = (layers) => Object.values(layers).flatMap(({ warnings }) => warnings);
const reportOn = async (given) => {
  const { config, contextLength } = 'config' in given ? given : { config: given };
  const report = await pe.report(config, { contextLength });
  return warningsOf(report.layers ?? { default: report });
};
/** Warnings of the config alone; the core may still reject it (frequency_factor_order). */
const importOf = async (config) => warningsOf(importConfig(config).layers);
const fromConfig = new Set(configRules.map(({ code }) => code));

for (const [code, [fires, message, silent]] of Object.entries(rows)) {
  test(code, async () => {
    const look = fromConfig.has(code) ? importOf : reportOn;
    const found = (await look(fires)).filter((warning) => warning.code === code);
    assert.ok(found.length > 0, 'fires');
    for (const warning of found) {
      assert.match(warning.message, message);
      assert.match(warning.source, /^(https:\/\/|arXiv:\d{4}\.\d{5}|[\w.-]+\/[\w.-]+#\d+)/);
    }
    assertNone((await look(silent)).filter((warning) => warning.code === code));
  });
}

test('every rule has a row here, and codes are unique', () => {
  const codes = [...configRules, ...reportRules].map(({ code }) => code);
  assert.equal(new Set(codes).size, codes.length);
  assert.deepEqual(Object.keys(rows).sort(), codes.sort());
});

test('a report shows the warnings of the config, then its own', async () => {
  const config = yarn({ attention_factor: 1.5 });
  const shown = (await reportOn(config)).map(({ code }) => code);
  assert.deepEqual(shown.slice(0, 1), ['yarn_attention_factor_ignored']);
  assert.ok(shown.includes('yarn_ramp_differs_from_paper') && shown.includes('low_precision_positions'));
});

test('nothing is warned about where nothing is doubtful', async () => {
  assert.deepEqual(await reportOn(at(2048, plain)), []);
});

test('the published list of codes is that of the rules', () => {
  const codes = [...configRules, ...reportRules].map(({ code }) => code);
  assert.deepEqual([...warningCodes].sort(), [...codes].sort());
});

test('a factor of 1 does not extend, so that the length of the file need not be raised', async () => {
  const raised = async (factor) =>
    (await importOf(yarn({ factor }, { max_position_embeddings: 4096 }))).map(({ code }) => code);
  assert.ok(!(await raised(1)).includes('max_position_embeddings_not_raised'));
  assert.ok((await raised(2)).includes('max_position_embeddings_not_raised'));
});
