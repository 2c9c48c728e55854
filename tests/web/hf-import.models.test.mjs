/** importConfig: models of several kinds of input, and special fields of published models. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pe } from './support/instance.mjs';
import { importConfig } from './support/import-config.mjs';
import { throwsPosencError } from './support/posenc.mjs';

const only = (config) => importConfig(config).layers.default;
const llama = { model_type: 'llama', rope_theta: 10000, head_dim: 128, max_position_embeddings: 4096 };

test('the text model inside a vision-language config', () => {
  for (const wrap of [
    (c) => ({ text_config: c }),
    (c) => ({ llm_config: c }),
    (c) => ({ thinker_config: { text_config: c } }),
  ]) {
    const imported = importConfig({
      model_type: 'some_vlm',
      vision_config: { rope_theta: 7, head_dim: 2 },
      ...wrap({ ...llama, model_type: 'qwen2' }),
    });
    assert.equal(imported.modelType, 'qwen2');
    assert.equal(imported.layers.default.spec.base, 10000);
  }
});

test('multimodal sections are read and reported', () => {
  const old = only({ ...llama, rope_scaling: { type: 'mrope', mrope_section: [16, 24, 24] } });
  assert.equal(old.spec.scaling, undefined);
  assert.deepEqual([old.mropeSection, old.mropeInterleaved], [[16, 24, 24], false]);
  const now = only({
    ...llama,
    rope_parameters: { rope_type: 'default', rope_theta: 5e6, mrope_section: [24, 20, 20], mrope_interleaved: true },
  });
  assert.deepEqual([now.mropeSection, now.mropeInterleaved], [[24, 20, 20], true]);
  assert.equal(now.readFrom.mropeSection, 'rope_parameters.mrope_section');
});

test('valid sections give a spec with three position ids: text is rotated as by the plain one', async () => {
  const yarn = { type: 'yarn', factor: 4, original_max_position_embeddings: 4096 };
  for (const [more, form] of [
    [{ rope_scaling: { ...yarn, mrope_section: [16, 24, 24] } }, 'chunked'],
    [{ rope_scaling: { type: 'mrope', mrope_section: [24, 20, 20], mrope_interleaved: true } }, 'interleaved'],
    [{ rope_scaling: { type: 'mrope', mrope_section: [8, 4, 4] }, partial_rotary_factor: 0.25 }, 'chunked'],
  ]) {
    const layer = only({ ...llama, ...more });
    const { multimodalSpec, spec } = layer;
    assert.equal(multimodalSpec.encoding, 'mrope');
    assert.equal(multimodalSpec.form, form);
    assert.deepEqual(multimodalSpec.sections, more.rope_scaling.mrope_section);
    const text = await pe.table(spec, [0, 5, 4095]);
    const tokens = await pe.table(
      multimodalSpec,
      [0, 5, 4095].map((p) => [p, p, p]),
    );
    assert.deepEqual(tokens, text);
    const image = await pe.table(multimodalSpec, [[5, 0, 9]]);
    assert.notDeepEqual(image.data, text.data.slice(text.cols, 2 * text.cols));
    const report = await pe.report({ ...llama, ...more });
    assert.deepEqual(report.multimodalSpec, multimodalSpec);
    assert.deepEqual(report.spec, spec);
  }
  for (const section of [
    [16, 24, 20],
    [32, 32],
    [16, 16, 16, 16],
  ]) {
    const layer = only({ ...llama, rope_scaling: { type: 'mrope', mrope_section: section } });
    assert.equal(layer.multimodalSpec, undefined);
    assert.deepEqual(layer.mropeSection, section);
  }
});

/** Special fields of published models: [config, expected result]. */
const models = {
  'OLMo 3: sliding layers are not scaled': [
    {
      model_type: 'olmo3',
      head_dim: 128,
      rope_theta: 500000,
      max_position_embeddings: 65536,
      sliding_window: 4096,
      rope_scaling: { rope_type: 'yarn', factor: 8, original_max_position_embeddings: 8192 },
    },
    {
      sliding_attention: { spec: { base: 500000, scaling: undefined }, slidingWindow: 4096 },
      full_attention: { spec: { base: 500000, scaling: { type: 'yarn', factor: 8 } }, trainedContext: 8192 },
    },
  ],
  'OLMo 3 in the form of transformers 5': [
    {
      model_type: 'olmo3',
      head_dim: 128,
      layer_types: ['sliding_attention', 'full_attention'],
      rope_parameters: { rope_type: 'yarn', rope_theta: 500000, factor: 8, original_max_position_embeddings: 8192 },
    },
    {
      sliding_attention: { spec: { base: 500000, scaling: undefined } },
      full_attention: { spec: { base: 500000, scaling: { type: 'yarn' } } },
    },
  ],
  'OLMo 3 before its context was extended': [
    { model_type: 'olmo3', head_dim: 128, rope_theta: 500000, rope_scaling: null },
    { default: { spec: { base: 500000, scaling: undefined } } },
  ],
  'Gemma saves no class default': [
    { model_type: 'gemma', hidden_size: 3072, num_attention_heads: 16, rope_theta: 10000 },
    { default: { spec: { dim: 256 }, maxContext: 8192 } },
  ],
  'Gemma 2': [
    { model_type: 'gemma2', hidden_size: 3584, num_attention_heads: 16, rope_theta: 10000 },
    { default: { spec: { dim: 256 } } },
  ],
  'Qwen3 with the width of its class': [
    { model_type: 'qwen3', hidden_size: 2560, num_attention_heads: 32, rope_theta: 1000000 },
    { default: { spec: { dim: 128 }, maxContext: 32768 } },
  ],
  'GLM-4 rotates half of each head': [
    { model_type: 'glm4', hidden_size: 4096, num_attention_heads: 32, rope_theta: 10000 },
    { default: { spec: { dim: 128, rotaryDim: 64, layout: 'interleaved' } } },
  ],
  'StableLM rotates a quarter': [
    { model_type: 'stablelm', hidden_size: 2560, num_attention_heads: 32, rope_theta: 10000 },
    { default: { spec: { dim: 80, rotaryDim: 20 }, maxContext: 4096 } },
  ],
  'GLM-4.1V interleaves': [
    {
      model_type: 'glm4v',
      text_config: {
        model_type: 'glm4v_text',
        head_dim: 128,
        partial_rotary_factor: 0.5,
        rope_theta: 10000,
        rope_scaling: { type: 'default', mrope_section: [8, 12, 12] },
      },
    },
    { default: { spec: { layout: 'interleaved' }, multimodalSpec: { layout: 'interleaved' } } },
  ],
  'HunYuan: alpha changes the base once': [
    {
      model_type: 'hunyuan_v1_dense',
      head_dim: 128,
      rope_theta: 10000,
      max_position_embeddings: 32768,
      rope_scaling: { type: 'dynamic', alpha: 1000, factor: 1 },
    },
    { default: { spec: { base: 10000, scaling: { type: 'ntk', factor: 1000 } } } },
  ],
  'Qwen2.5-1M was trained on less': [
    {
      model_type: 'qwen2',
      head_dim: 128,
      rope_theta: 10000000,
      max_position_embeddings: 1010000,
      dual_chunk_attention_config: { chunk_size: 262144, local_size: 8192, original_max_position_embeddings: 262144 },
    },
    { default: { trainedContext: 262144, maxContext: 1010000 } },
  ],
  'ChatGLM gives a ratio': [
    {
      model_type: 'chatglm',
      hidden_size: 4096,
      num_attention_heads: 32,
      kv_channels: 128,
      rope_ratio: 500,
      seq_length: 131072,
    },
    { default: { spec: { dim: 128, rotaryDim: 64, base: 5000000, layout: 'interleaved' }, maxContext: 131072 } },
  ],
  'ChatGLM without one': [
    { model_type: 'chatglm', hidden_size: 4096, num_attention_heads: 32, kv_channels: 128, seq_length: 32768 },
    { default: { spec: { base: 10000, rotaryDim: 64 } } },
  ],
  OpenELM: [
    { model_type: 'openelm', head_dim: 64, rope_freq_constant: 10000, rope_max_length: 4096, max_context_length: 2048 },
    { default: { spec: { dim: 64, base: 10000 }, maxContext: 2048 } },
  ],
  DBRX: [
    { model_type: 'dbrx', d_model: 6144, n_heads: 48, max_seq_len: 32768, attn_config: { rope_theta: 500000 } },
    { default: { spec: { dim: 128, base: 500000 }, maxContext: 32768 } },
  ],
  'InternLM 1': [
    { model_type: 'internlm', hidden_size: 4096, num_attention_heads: 32, rotary: { base: 20000, type: 'origin' } },
    { default: { spec: { dim: 128, base: 20000 } } },
  ],
  'Baichuan2-7B': [
    { model_type: 'baichuan', hidden_size: 4096, num_attention_heads: 32, max_position_embeddings: 4096 },
    { default: { spec: { dim: 128, base: 10000 } } },
  ],
  'Falcon before it was in transformers': [
    { model_type: 'RefinedWebModel', hidden_size: 4544, n_head: 71, alibi: false },
    { default: { spec: { dim: 64 } } },
  ],
  'Phi-3-small': [
    { model_type: 'phi3small', hidden_size: 4096, num_attention_heads: 32, rope_embedding_base: 1000000 },
    { default: { spec: { base: 1000000 } } },
  ],
  stablelm_epoch: [
    { model_type: 'stablelm_epoch', hidden_size: 2560, num_attention_heads: 32, rope_pct: 0.25, rope_theta: 10000 },
    { default: { spec: { rotaryDim: 20 } } },
  ],
  'MiMo-V2-Flash: sliding layers have a base of their own': [
    {
      model_type: 'mimo_v2_flash',
      head_dim: 192,
      partial_rotary_factor: 0.5,
      rope_theta: 5000000,
      swa_rope_theta: 10000,
    },
    { full_attention: { spec: { base: 5000000 } }, sliding_attention: { spec: { base: 10000 } } },
  ],
  'ModernBERT: half of its window on either side': [
    { model_type: 'modernbert', hidden_size: 768, num_attention_heads: 12, local_attention: 128 },
    { full_attention: { spec: { base: 160000 } }, sliding_attention: { spec: { base: 10000 }, slidingWindow: 64 } },
  ],
};

/** Asserts that `actual` has every field of `expected`, at any depth. */
function holds(actual, expected, path) {
  if (expected === null || typeof expected !== 'object') return assert.equal(actual, expected, path);
  for (const [key, value] of Object.entries(expected)) holds(actual?.[key], value, `${path}.${key}`);
}
for (const [name, [config, layers]] of Object.entries(models))
  test(name, () => {
    const imported = importConfig(config);
    assert.deepEqual(Object.keys(imported.layers), Object.keys(layers));
    holds(imported.layers, layers, 'layers');
    // no field about positions is left unread
    for (const layer of Object.values(imported.layers))
      for (const { code, message } of layer.warnings)
        if (code === 'unread_position_fields') assert.match(message, /: rope_max_length = 4096$/);
  });

test('models whose rotary fields are left over, or say nothing', () => {
  const refusal = (config, message) =>
    throwsPosencError(() => importConfig(config), 'unsupported_config', undefined, message);
  const granite = { model_type: 'granitemoehybrid', hidden_size: 1536, num_attention_heads: 12, rope_theta: 10000 };
  refusal({ ...granite, position_embedding_type: 'nope' }, /no position encoding \(NoPE\): position_embedding_type/);
  assert.equal(importConfig({ ...granite, position_embedding_type: 'rope' }).layers.default.spec.dim, 128);
  refusal({ model_type: 'baichuan', hidden_size: 5120, num_attention_heads: 40 }, /ALiBi, as hidden_size 5120 shows/);
  // an unknown model is not reported as lacking rotary positions
  refusal(
    { model_type: 'somethingnew', hidden_size: 512, num_attention_heads: 8 },
    /^model_type 'somethingnew' is not known, so posenc cannot tell if its positions are rotary/,
  );
});

test('layers that do not rotate are counted, and the models whose global layers do not are named', () => {
  const warning = (config) =>
    importConfig({ head_dim: 64, rope_theta: 10000, ...config }).layers.default.warnings.find(
      ({ code }) => code === 'unrotated_layers',
    )?.message;
  assert.match(warning({ model_type: 'exaone4', sliding_window: 4096 }), /full_attention layers use no position/);
  assert.equal(warning({ model_type: 'exaone4', sliding_window: null }), undefined);
  const types = ['linear_attention', 'linear_attention', 'linear_attention', 'full_attention'];
  assert.match(warning({ model_type: 'qwen3_next', layer_types: types }), /^3 of 4 layers do not rotate: layer_types/);
  assert.match(warning({ model_type: 'qwen3_next' }), /linear_attention layers use no position/);
  assert.match(warning({ model_type: 'minimax', attn_type_list: [0, 0, 0, 1] }), /^3 of 4 .* attn_type_list/);
  assert.equal(warning({ model_type: 'gptj', rotary: true, rotary_dim: 32 }), undefined);
});
