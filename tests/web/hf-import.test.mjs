/** importConfig: what it reads, where it says it read it, and what it refuses. Numbers are in hf-golden. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { create } from '../../dist/lib/node.js';
import { importConfig } from './support/import-config.mjs';

let pe;
before(async () => void (pe = await create()));
after(() => pe.dispose());

const bundled = new URL('../../web/notebook/configs/', import.meta.url);
const rewritten = new URL('../golden/configs/', import.meta.url);
const read = (url) => readFileSync(url, 'utf8');
const only = (config) => importConfig(config).layers.default;
const codes = (layer) => layer.warnings.map(({ code }) => code);
const llama = { model_type: 'llama', rope_theta: 10000, head_dim: 128, max_position_embeddings: 4096 };
const refuses = (config, code, field, message) =>
  assert.throws(
    () => importConfig(config),
    (error) => {
      assert.equal(error.name, 'PosencError');
      assert.deepEqual([error.code, error.field], [code, field], error.message);
      if (message) assert.match(error.message, message);
      return true;
    },
  );

test('the six bundled configs have an entry with a title, a source and a mark', () => {
  const list = JSON.parse(read(new URL('index.json', bundled)));
  const files = readdirSync(bundled).filter((name) => name.endsWith('.json') && name !== 'index.json');
  assert.deepEqual(list.map(({ id }) => `${id}.json`).sort(), files.sort());
  assert.equal(files.length, 6);
  for (const { title, source, fromMemory, note } of list) {
    assert.ok(title && note && source.startsWith('https://huggingface.co/') && typeof fromMemory === 'boolean');
  }
});

test('both eras of config.json give the same specs and lengths', () => {
  for (const name of readdirSync(rewritten)) {
    const [old, now] = [bundled, rewritten].map((folder) => importConfig(read(new URL(name, folder))).layers);
    assert.deepEqual(Object.keys(now), Object.keys(old), name);
    for (const key of Object.keys(old)) {
      assert.deepEqual(now[key].spec, old[key].spec, name);
      assert.equal(now[key].trainedContext, old[key].trainedContext);
      assert.equal(now[key].maxContext, old[key].maxContext);
      assert.equal(now[key].latentAttention, old[key].latentAttention);
    }
  }
});

test('every value says where it was read', () => {
  const { readFrom, spec } = only(read(new URL('deepseek-v3.json', bundled)));
  assert.equal(readFrom.base, 'rope_theta');
  assert.equal(readFrom.headDim, 'qk_rope_head_dim');
  assert.equal(readFrom.type, 'rope_scaling.type');
  assert.equal(readFrom.betaSlow, 'rope_scaling.beta_slow');
  assert.equal(readFrom.truncate, 'default: true');
  for (const name of Object.keys(spec.scaling)) assert.ok(readFrom[name], name);
  const gemma = importConfig(read(new URL('gemma-3-27b.json', rewritten))).layers.full_attention;
  assert.equal(gemma.readFrom.base, 'text_config.rope_parameters.full_attention.rope_theta');
  assert.equal(gemma.readFrom.headDim, 'text_config.head_dim');
  assert.equal(
    only({ ...llama, head_dim: null, hidden_size: 4096, num_attention_heads: 32 }).readFrom.headDim,
    'derived: hidden_size / num_attention_heads',
  );
});

test('layer types come in order of first appearance', () => {
  const rope_parameters = { full_attention: { rope_theta: 1e6 }, sliding_attention: { rope_theta: 1e4 } };
  const layer_types = ['sliding_attention', 'full_attention', 'sliding_attention'];
  const nested = importConfig({ ...llama, rope_parameters, layer_types }).layers;
  assert.deepEqual(Object.keys(nested), ['sliding_attention', 'full_attention']);
  assert.equal(nested.full_attention.spec.base, 1e6);
  assert.deepEqual(Object.keys(importConfig({ ...llama, rope_parameters, layer_types: layer_types.slice(1) }).layers), [
    'full_attention',
    'sliding_attention',
  ]);
  assert.deepEqual(Object.keys(importConfig({ ...llama, rope_parameters }).layers), [
    'full_attention',
    'sliding_attention',
  ]);
  // flat parameters beside layer_types: every layer rotates alike
  assert.deepEqual(Object.keys(importConfig({ ...llama, rope_parameters: { rope_theta: 5 }, layer_types }).layers), [
    'default',
  ]);
});

test('legacy Gemma 3: two bases, the scaling on full attention only', () => {
  const { sliding_attention: local, full_attention: global } = importConfig({
    model_type: 'gemma3_text',
    head_dim: 256,
    rope_theta: 1e6,
    rope_local_base_freq: 1e4,
    sliding_window: 512,
    max_position_embeddings: 131072,
    rope_scaling: { rope_type: 'linear', factor: 8 },
  }).layers;
  assert.deepEqual(local.spec, { encoding: 'rope', dim: 256, base: 1e4, layout: 'half' });
  assert.deepEqual(global.spec, {
    encoding: 'rope',
    dim: 256,
    base: 1e6,
    layout: 'half',
    scaling: { type: 'linear', factor: 8 },
  });
  assert.equal(local.readFrom.base, 'rope_local_base_freq');
  assert.deepEqual([local.slidingWindow, global.slidingWindow], [512, undefined]);
});

test('ModernBERT before transformers 5: full attention first', () => {
  const { layers } = importConfig({
    model_type: 'modernbert',
    hidden_size: 768,
    num_attention_heads: 12,
    global_rope_theta: 160000,
    local_rope_theta: 10000,
    max_position_embeddings: 8192,
    position_embedding_type: 'absolute',
  });
  assert.deepEqual(
    Object.entries(layers).map(([key, { spec }]) => [key, spec.base]),
    [
      ['full_attention', 160000],
      ['sliding_attention', 10000],
    ],
  );
});

test('Gemma 4: the full-attention head is wider and keeps a fraction of its pairs', () => {
  const text_config = {
    model_type: 'gemma4_text',
    head_dim: 256,
    global_head_dim: 512,
    max_position_embeddings: 131072,
    layer_types: ['sliding_attention', 'full_attention'],
    rope_parameters: {
      full_attention: { rope_type: 'proportional', partial_rotary_factor: 0.25, rope_theta: 1000000 },
      sliding_attention: { rope_type: 'default', rope_theta: 10000 },
    },
  };
  const { full_attention: full, sliding_attention: sliding } = importConfig({
    model_type: 'gemma4',
    text_config,
  }).layers;
  assert.deepEqual(full.spec, {
    encoding: 'rope',
    dim: 512,
    base: 1e6,
    layout: 'half',
    scaling: { type: 'proportional', fraction: 0.25, factor: 1 },
  });
  assert.equal(full.readFrom.headDim, 'text_config.global_head_dim');
  assert.equal(sliding.spec.dim, 256);
  // without the fields, the class of the model type supplies them
  assert.deepEqual(importConfig({ model_type: 'gemma4_text' }).layers.full_attention.spec, full.spec);
});

test('partial rotary under each of its names, applied once', () => {
  const wide = { ...llama, head_dim: 256 };
  for (const partial of [
    { partial_rotary_factor: 0.25 },
    { rotary_pct: 0.25 },
    { rotary_emb_fraction: 0.25 },
    { rotary_dim: 64 },
    { rope_parameters: { rope_theta: 1e4, partial_rotary_factor: 0.25 }, partial_rotary_factor: 0.25 },
  ]) {
    const layer = only({ ...wide, ...partial });
    assert.deepEqual([layer.spec.dim, layer.spec.rotaryDim], [256, 64], JSON.stringify(partial));
  }
  assert.equal(only({ ...wide, rotary_dim: 64 }).readFrom.rotaryDim, 'rotary_dim');
  assert.equal(
    only({ ...wide, partial_rotary_factor: 0.25 }).readFrom.rotaryDim,
    'derived: floor(headDim * partial_rotary_factor)',
  );
  assert.equal(only({ ...llama, head_dim: 80, partial_rotary_factor: 0.4 }).spec.rotaryDim, 32);
  // GPT-NeoX: rotary_pct and rotary_emb_base of its own; its class rotates a quarter by default
  const neox = only({
    model_type: 'gpt_neox',
    hidden_size: 6144,
    num_attention_heads: 64,
    rotary_emb_base: 20000,
    max_position_embeddings: 2048,
  });
  assert.deepEqual([neox.spec.dim, neox.spec.rotaryDim, neox.spec.base], [96, 24, 20000]);
  // GPT-J: sizes under other names, a width instead of a fraction, neighbouring channels
  const gptj = only({ model_type: 'gptj', n_embd: 4096, n_head: 16, rotary_dim: 64, n_positions: 2048 });
  assert.deepEqual(gptj.spec, { encoding: 'rope', dim: 256, base: 10000, layout: 'interleaved', rotaryDim: 64 });
  assert.equal(gptj.trainedContext, 2048);
  // latent attention: the part is already a part
  assert.deepEqual(only({ ...llama, qk_rope_head_dim: 64, partial_rotary_factor: 0.5 }).spec.rotaryDim, undefined);
});

test('pair layout by model type, by field, and half otherwise', () => {
  for (const model_type of ['cohere', 'glm', 'gptj', 'deepseek_v3', 'llama4_text', 'helium', 'roformer']) {
    assert.equal(only({ ...llama, model_type }).spec.layout, 'interleaved', model_type);
  }
  assert.equal(only(llama).spec.layout, 'half');
  assert.match(only(llama).readFrom.layout, /^default: half/);
  assert.equal(
    only({ ...llama, model_type: 'deepseek_v3', qk_rope_head_dim: 64, rope_interleave: false }).spec.layout,
    'half',
  );
  assert.equal(only({ ...llama, qk_rope_head_dim: 64 }).spec.layout, 'interleaved');
});

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

test('lengths: the top level overrides the dictionary, null factor is the ratio, 0 is not given', () => {
  const yarn = (extra, top = {}) =>
    only({
      ...llama,
      max_position_embeddings: 65536,
      ...top,
      rope_scaling: { rope_type: 'yarn', original_max_position_embeddings: 4096, ...extra },
    });
  assert.equal(yarn({ factor: 16 }, { original_max_position_embeddings: 8192 }).spec.scaling.originalContext, 8192);
  const implied = yarn({ factor: null });
  assert.equal(implied.spec.scaling.factor, 16);
  assert.equal(
    implied.readFrom.factor,
    'derived: max_position_embeddings / rope_scaling.original_max_position_embeddings',
  );
  const zeros = yarn({ factor: 16, beta_fast: 0, beta_slow: null, mscale: 0, mscale_all_dim: 0 }).spec.scaling;
  assert.deepEqual(zeros, {
    type: 'yarn',
    factor: 16,
    originalContext: 4096,
    betaFast: 32,
    betaSlow: 1,
    truncate: true,
  });
  assert.equal(yarn({ factor: 16, attention_factor: 1.2, truncate: false }).spec.scaling.attentionFactor, 1.2);
  // the block of a model card on a config whose length was not raised
  const card = only({
    ...llama,
    max_position_embeddings: 32768,
    rope_scaling: { type: 'yarn', factor: 4, original_max_position_embeddings: 32768 },
  });
  assert.deepEqual([card.trainedContext, card.maxContext], [32768, 131072]);
  // dynamic measures against max_position_embeddings
  const dynamic = only({
    ...llama,
    rope_scaling: { type: 'dynamic', factor: 2, original_max_position_embeddings: 1024 },
  });
  assert.deepEqual(dynamic.spec.scaling, { type: 'dynamic', factor: 2, originalContext: 4096 });
  assert.equal(dynamic.trainedContext, 4096);
});

test("types: aliases, vLLM's ntk, and the ones nobody knows", () => {
  const short_factor = Array(64).fill(1);
  const su = { type: 'su', short_factor, long_factor: short_factor };
  assert.equal(
    only({ ...llama, original_max_position_embeddings: 2048, rope_scaling: su }).spec.scaling.type,
    'longrope',
  );
  assert.deepEqual(only({ ...llama, rope_scaling: { type: 'ntk', factor: 4 } }).spec.scaling, {
    type: 'kexue-fixed',
    factor: 4,
  });
  assert.equal(only({ ...llama, rope_scaling: { type: 'ntk', factor: 4, mixed_b: 0.6 } }).spec.scaling.mixedB, 0.6);
  refuses({ ...llama, rope_scaling: { type: 'dual_chunk' } }, 'unsupported_config', 'rope_scaling.type', /yarn/);
});

test('Phi-3.5-MoE: one amplitude for both regimes is read, two are not', () => {
  const factors = {
    short_factor: Array(64).fill(1),
    long_factor: Array(64).fill(2),
    type: 'longrope',
    original_max_position_embeddings: 4096,
  };
  const moe = (short_mscale, long_mscale) =>
    only({ ...llama, max_position_embeddings: 131072, rope_scaling: { ...factors, short_mscale, long_mscale } });
  assert.equal(moe(1.24, 1.24).spec.scaling.attentionFactor, 1.24);
  assert.equal(moe(1, 1.24).spec.scaling.attentionFactor, undefined);
});

test('softmax multiplier: of latent attention with mscale_all_dim only', async () => {
  const rope_scaling = {
    type: 'yarn',
    factor: 40,
    original_max_position_embeddings: 4096,
    mscale_all_dim: 0.707,
    mscale: 0.707,
  };
  const base = { ...llama, max_position_embeddings: 163840, rope_scaling };
  const multiplier = async (config) => (await pe.report(config)).softmaxMultiplier;
  assert.equal(await multiplier({ ...base, qk_rope_head_dim: 64 }), 1.5896261651208734);
  assert.equal(await multiplier(base), 1);
  assert.equal(await multiplier({ ...base, qk_rope_head_dim: 64, rope_scaling: { ...rope_scaling, factor: 0.5 } }), 1);
});

test('models that do not rotate are refused with what they use', () => {
  const refusal = (config, message) => refuses(config, 'unsupported_config', 'config', message);
  refusal(
    {
      model_type: 'bert',
      hidden_size: 768,
      num_attention_heads: 12,
      max_position_embeddings: 512,
      position_embedding_type: 'absolute',
    },
    /learned absolute table of 512 positions/,
  );
  refusal({ model_type: 'gpt2', n_embd: 768, n_head: 12, n_positions: 1024 }, /learned absolute table/);
  refusal({ model_type: 't5', relative_attention_num_buckets: 32 }, /bucketed relative biases .* 32/);
  refusal({ model_type: 'bloom', hidden_size: 64, n_head: 8 }, /ALiBi/);
  refusal(
    { model_type: 'falcon', alibi: true, rope_theta: 10000, hidden_size: 64, num_attention_heads: 2 },
    /ALiBi.*alibi is true/,
  );
  refusal({ model_type: 'mpt', attn_config: { alibi: true } }, /attn_config\.alibi is true/);
  refusal({ model_type: 'deberta-v2', relative_attention: true }, /disentangled/);
  refusal({ model_type: 'mamba' }, /recurrence/);
  refusal({}, /no field/);
  // Falcon without ALiBi and ESM with rotary do rotate
  assert.equal(only({ model_type: 'falcon', alibi: false, hidden_size: 4544, num_attention_heads: 71 }).spec.dim, 64);
  assert.equal(
    only({ model_type: 'esm', position_embedding_type: 'rotary', hidden_size: 320, num_attention_heads: 20 }).spec.dim,
    16,
  );
});

test('wrong types and ranges name the JSON path', () => {
  refuses({ ...llama, rope_theta: '10k' }, 'bad_config', 'rope_theta', /'10k' \(a string\)/);
  refuses({ ...llama, rope_theta: NaN }, 'bad_config', 'rope_theta');
  refuses('{"rope_theta": NaN, "head_dim": 64}', 'bad_config', 'rope_theta', /rope_theta is NaN;/);
  refuses({ ...llama, rope_theta: -1 }, 'bad_config', 'rope_theta');
  refuses({ ...llama, head_dim: 63.5 }, 'bad_config', 'head_dim');
  refuses({ ...llama, head_dim: 1e12 }, 'bad_config', 'head_dim');
  refuses({ ...llama, head_dim: 65 }, 'bad_config', 'head_dim', /even/);
  refuses({ ...llama, partial_rotary_factor: 0.01 }, 'bad_config', 'partial_rotary_factor', /even/);
  refuses(
    { ...llama, model_type: 'not_a_model', head_dim: undefined },
    'bad_config',
    'head_dim',
    /neither head_dim nor both hidden_size and num_attention_heads/,
  );
  refuses({ ...llama, max_position_embeddings: 0 }, 'bad_config', 'max_position_embeddings');
  refuses({ ...llama, rope_scaling: 'linear' }, 'bad_config', 'rope_scaling');
  refuses({ ...llama, rope_scaling: { type: 'linear' } }, 'bad_config', 'rope_scaling.factor', /missing/);
  refuses(
    { text_config: { ...llama, rope_scaling: { type: 'linear', factor: '4x' } } },
    'bad_config',
    'text_config.rope_scaling.factor',
  );
  refuses({ ...llama, rope_scaling: { type: 'linear', factor: 0 } }, 'bad_config', 'rope_scaling.factor');
  refuses(
    { ...llama, rope_scaling: { type: 'yarn', factor: 4, truncate: 'no' } },
    'bad_config',
    'rope_scaling.truncate',
  );
  refuses({ ...llama, layer_types: ['a', 3] }, 'bad_config', 'layer_types[1]');
  refuses([llama], 'bad_config', 'config', /an array/);
  refuses('[]', 'bad_config', 'config');
  refuses('{"rope_theta": 10000', 'bad_json', 'config');
});

test('factor lists of the wrong length name both lengths', () => {
  const scaling = {
    type: 'longrope',
    original_max_position_embeddings: 2048,
    short_factor: Array(48).fill(1),
    long_factor: Array(64).fill(1),
  };
  refuses({ ...llama, rope_scaling: scaling }, 'bad_shape', 'rope_scaling.short_factor', /48 numbers; it must have 64/);
  refuses(
    { ...llama, rope_scaling: { ...scaling, short_factor: Array(64).fill(1), long_factor: [1, 'two'] } },
    'bad_config',
    'rope_scaling.long_factor[1]',
  );
  // the length counts rotated pairs, not the head
  assert.equal(
    only({ ...llama, partial_rotary_factor: 0.75, rope_scaling: { ...scaling, long_factor: Array(48).fill(1) } }).spec
      .rotaryDim,
    96,
  );
});

test('null and empty dictionaries are no scaling', () => {
  for (const extra of [
    { rope_scaling: null },
    { rope_scaling: {} },
    { rope_parameters: null },
    { rope_parameters: {} },
  ]) {
    const layer = only({ ...llama, ...extra });
    assert.deepEqual(layer.spec, { encoding: 'rope', dim: 128, base: 10000, layout: 'half' });
    assert.deepEqual(codes(layer), ['layout_permuted_weights']);
  }
});

/** What files of published models say in ways of their own: [config, what it means]. */
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

/** Every field of `expected`, at any depth, is that of `actual`. */
function holds(actual, expected, path) {
  if (expected === null || typeof expected !== 'object') return assert.equal(actual, expected, path);
  for (const [key, value] of Object.entries(expected)) holds(actual?.[key], value, `${path}.${key}`);
}
for (const [name, [config, layers]] of Object.entries(models))
  test(name, () => {
    const imported = importConfig(config);
    assert.deepEqual(Object.keys(imported.layers), Object.keys(layers));
    holds(imported.layers, layers, 'layers');
    // nothing that is about positions was left unread
    for (const layer of Object.values(imported.layers))
      for (const { code, message } of layer.warnings)
        if (code === 'unread_position_fields') assert.match(message, /: rope_max_length = 4096$/);
  });

test('models whose rotary fields are left over, or say nothing', () => {
  const refusal = (config, message) =>
    assert.throws(
      () => importConfig(config),
      (error) => {
        assert.equal(error.code, 'unsupported_config');
        assert.match(error.message, message);
        return true;
      },
    );
  const granite = { model_type: 'granitemoehybrid', hidden_size: 1536, num_attention_heads: 12, rope_theta: 10000 };
  refusal({ ...granite, position_embedding_type: 'nope' }, /no position encoding \(NoPE\): position_embedding_type/);
  assert.equal(importConfig({ ...granite, position_embedding_type: 'rope' }).layers.default.spec.dim, 128);
  refusal({ model_type: 'baichuan', hidden_size: 5120, num_attention_heads: 40 }, /ALiBi, as hidden_size 5120 shows/);
  // what is not known is not said to be without rotary positions
  refusal({ model_type: 'somethingnew', hidden_size: 512, num_attention_heads: 8 }, /could not be told/);
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

/** How often the text of a file, or a copy of its object, is begun to be read while `call` runs. */
async function readings(text, call) {
  const [parse, prefix] = [JSON.parse, text.slice(0, 40)];
  let parsed = 0;
  JSON.parse = (source, ...rest) => {
    if (typeof source === 'string' && source.startsWith(prefix)) parsed++;
    return parse(source, ...rest);
  };
  let opened = 0;
  const watched = new Proxy(parse(text), {
    ownKeys: (target) => {
      opened++;
      return Reflect.ownKeys(target);
    },
  });
  try {
    await call(text);
    await call(watched);
  } finally {
    JSON.parse = parse;
  }
  return { parsed, opened };
}

test('a file is read once, whatever is asked about it', async () => {
  const text = read(new URL('llama-3.1-8b.json', bundled));
  const calls = {
    importConfig: (config) => pe.importConfig(config),
    report: (config) => pe.report(config, { contextLength: 4096 }),
    'report of an engine': (config) => pe.report(config, { engine: 'vllm' }),
    engines: (config) => pe.engines(config),
    diffConfigs: (config) => pe.diffConfigs(config, { head_dim: 64, rope_theta: 1e4 }),
    extendContext: (config) => pe.extendContext(config, 1 << 20),
  };
  for (const [name, call] of Object.entries(calls))
    assert.deepEqual(await readings(text, call), { parsed: 1, opened: 1 }, name);
});
