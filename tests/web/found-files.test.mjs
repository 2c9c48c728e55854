/**
 * Found files: defects that a few hundred configurations of public repositories revealed, by an error, a wrong reading
 * or a needless warning. Each is a class with its own test; the files here consist of keys and values only.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goldenFile } from './support/golden.mjs';
import { pe } from './support/instance.mjs';
import { importConfig } from './support/import-config.mjs';
import { refused } from './support/posenc.mjs';

const only = (config) => importConfig(config).layers.default;
const codes = async (config) => (await pe.report(config)).warnings.map(({ code }) => code);
const near = (a, b, what) => {
  assert.equal(a.length, b.length, what);
  for (const [i, x] of a.entries())
    assert.ok(Math.abs(x - b[i]) <= 1e-12 * Math.abs(b[i]), `${what} ${i}: ${x} ${b[i]}`);
};

test('the width of a head where a file leaves out what its class has: every executed class', () => {
  const cases = ['transformers-classes', 'transformers-classes-2'].flatMap(
    (name) => goldenFile(`engines/${name}`).cases,
  );
  let asked = 0;
  for (const { id, config } of cases) {
    const whole = JSON.parse(config.replaceAll('Infinity', '1e999'));
    let layers;
    try {
      ({ layers } = importConfig(whole));
    } catch {
      continue; // the text model does not rotate
    }
    const without = { ...whole };
    for (const key of ['hidden_size', 'num_attention_heads', 'head_dim', 'kv_channels', 'attention_head_dim'])
      delete without[key];
    // GlmAsr's case has another size than the class's default; Voxtral Realtime's width is that of the whole file
    if (
      ['GlmAsrRotaryEmbedding', 'VoxtralRealtimeRotaryEmbedding'].includes(id) ||
      Object.values(layers).some(({ spec }) => spec.encoding !== 'rope')
    )
      continue;
    asked++;
    const own = ({ spec }) => [spec.dim, spec.rotaryDim];
    assert.doesNotThrow(() => importConfig(without), id);
    assert.deepEqual(Object.values(importConfig(without).layers).map(own), Object.values(layers).map(own), id);
  }
  assert.ok(asked > 120, `${asked} classes were asked`);
});

test('text models of vision-language files without a width: llava-1.5-7b, Qwen2-Audio, VILA', () => {
  const vicuna = { max_position_embeddings: 4096, vocab_size: 32064, rms_norm_eps: 1e-5 };
  for (const text of [{ ...vicuna, model_type: 'llama' }, vicuna]) {
    const { layers } = importConfig({ model_type: 'llava', text_config: text });
    assert.deepEqual([layers.default.spec.dim, layers.default.trainedContext], [128, 4096]);
    assert.match(layers.default.readFrom.headDim, /4096 \(the class default of text_config\.hidden_size\) \/ 32 /);
  }
  assert.equal(
    only({ model_type: 'qwen2_audio', text_config: { model_type: 'qwen2', rope_theta: 10000 } }).spec.dim,
    128,
  );
  // one of the two is given, the other is the class's default
  assert.equal(only({ model_type: 'mistral', hidden_size: 5120 }).spec.dim, 160);
  const vila = {
    model_type: 'llava_llama',
    llm_cfg: { model_type: 'llama', hidden_size: 2560, num_attention_heads: 20 },
  };
  assert.equal(only(vila).spec.dim, 128);
  assert.throws(() => importConfig({ model_type: 'unheard_of', rope_theta: 10000 }), /the head width cannot be found/);
});

const deepseek = {
  dim: 7168,
  n_heads: 128,
  n_layers: 61,
  moe_inter_dim: 2048,
  kv_lora_rank: 512,
  qk_rope_head_dim: 64,
};

/** precompute_freqs_cis of DeepSeek-V3/inference/model.py, in numbers. */
function deepseekFrequencies({ base = 10000, factor = 40, fast = 32, slow = 1, original = 4096, dim = 64 }) {
  const turns = (n) => (dim * Math.log(original / (n * 2 * Math.PI))) / (2 * Math.log(base));
  const low = Math.max(Math.floor(turns(fast)), 0);
  const high = Math.min(Math.ceil(turns(slow)), dim - 1);
  return Array.from({ length: dim / 2 }, (_, i) => {
    const plain = base ** ((-2 * i) / dim);
    const smooth = 1 - Math.min(Math.max((i - low) / (high - low), 0), 1);
    return (plain / factor) * (1 - smooth) + plain * smooth;
  });
}

test("configurations of DeepSeek's own inference code: YaRN that no field names", async () => {
  const report = await pe.report(deepseek);
  near(report.frequencies, deepseekFrequencies({}), 'defaults');
  assert.deepEqual([report.spec.layout, report.attentionFactor], ['interleaved', 1]);
  assert.ok(Math.abs(report.softmaxMultiplier - (0.1 * Math.log(40) + 1) ** 2) < 1e-12);
  assert.deepEqual([report.trainedContext, report.contextLength], [4096, 16384]);
  const lite = await pe.report({ ...deepseek, mscale: 0.707 });
  assert.ok(Math.abs(lite.softmaxMultiplier - (0.0707 * Math.log(40) + 1) ** 2) < 1e-12);
  const own = await pe.report({
    ...deepseek,
    rope_factor: 8,
    original_seq_len: 8192,
    beta_fast: 16,
    rope_theta: 50000,
  });
  near(own.frequencies, deepseekFrequencies({ base: 50000, factor: 8, fast: 16, original: 8192 }), 'given');
  assert.equal(own.readFrom.factor, 'rope_factor');
  assert.equal(own.readFrom.base, 'rope_theta');
  const short = await pe.report({ ...deepseek, max_seq_len: 4096 });
  assert.deepEqual([short.type, short.softmaxMultiplier], ['default', 1]);
});

const meta = { dim: 4096, n_layers: 32, n_heads: 32, n_kv_heads: 8, multiple_of: 1024, norm_eps: 1e-5 };
const llama31 = {
  model_type: 'llama',
  head_dim: 128,
  rope_theta: 500000,
  max_position_embeddings: 131072,
  rope_scaling: {
    ...{ rope_type: 'llama3', factor: 8, low_freq_factor: 1, high_freq_factor: 4 },
    original_max_position_embeddings: 8192,
  },
};

test("params.json of Meta and ExecuTorch is the model's config.json with other pairs", async () => {
  const same = async (params, config, layout) => {
    const [own, theirs] = [await pe.report(params), await pe.report(config)];
    near(own.frequencies, theirs.frequencies, JSON.stringify(params));
    assert.equal(own.spec.layout, layout);
    assert.deepEqual(own.spec.scaling?.type, theirs.spec.scaling?.type);
    assert.ok(!own.warnings.some(({ code }) => code === 'unread_position_fields' || code === 'missing_rope_theta'));
    return own;
  };
  const scaled = { ...meta, rope_theta: 500000, use_scaled_rope: true };
  const read = await same(scaled, llama31, 'interleaved');
  assert.equal(read.readFrom.type, 'use_scaled_rope');
  const small = { ...llama31, rope_scaling: { ...llama31.rope_scaling, factor: 32 } };
  assert.equal(
    (await same({ ...scaled, rope_scale_factor: 32 }, small, 'interleaved')).readFrom.factor,
    'rope_scale_factor',
  );
  const plain = { model_type: 'llama', head_dim: 128, rope_theta: 10000 };
  await same(meta, plain, 'interleaved'); // Llama 1 and 2 name no base
  await same({ ...meta, rope_theta: 10000, use_scaled_rope: false, use_hf_rope: true }, plain, 'half');
  const [shortFactor, longFactor] = [1, 2].map((k) => Array.from({ length: 48 }, (_, i) => 1 + (k - 1) * i * 0.25));
  const phi = { partial_rotary_factor: 0.75, original_max_position_embeddings: 4096, max_position_embeddings: 131072 };
  const factors = { rope_scaling_short_factor: shortFactor, rope_scaling_long_factor: longFactor };
  const longrope = { type: 'longrope', short_factor: shortFactor, long_factor: longFactor };
  const phi4 = { ...phi, model_type: 'phi3', head_dim: 128, rope_theta: 10000, rope_scaling: longrope };
  await same({ ...meta, ...phi, ...factors, use_hf_rope: true, rope_theta: 10000 }, phi4, 'half');
});

const mistral = {
  ...{ dim: 4096, n_layers: 32, head_dim: 128, hidden_dim: 14336, n_heads: 32, n_kv_heads: 8 },
  norm_eps: 1e-5,
};

test('params.json of Mistral: its base without the field, and its names of YaRN', async () => {
  const { base, spec, contextLength } = await pe.report(mistral);
  assert.deepEqual([base, spec.layout, contextLength], [1e6, 'interleaved', 128000]);
  const yarn = { factor: 16, original_max_position_embeddings: 16384, beta: 32, alpha: 1, apply_scale: false };
  const scaled = await pe.report({ ...mistral, rope_theta: 1e6, max_position_embeddings: 262144, yarn });
  const { scaling } = scaled.spec;
  assert.deepEqual(
    [scaling.type, scaling.factor, scaling.originalContext, scaling.betaFast, scaling.betaSlow, scaled.attentionFactor],
    ['yarn', 16, 16384, 32, 1, 1],
  );
  assert.deepEqual([scaled.readFrom.betaFast, scaled.readFrom.factor], ['yarn.beta', 'yarn.factor']);
});

test('engines and advice want the config.json in the place of such a file', async () => {
  for (const file of [deepseek, meta, mistral]) {
    const engines = await refused(pe.engines(file), 'unsupported_config', 'config');
    assert.match(engines.message, /of which engines are not asked here: give the config\.json/);
    await refused(pe.extendContext(file, 131072), 'unsupported_config', 'config');
  }
  // a file that also has transformers' names is not such a file
  assert.ok(
    await pe.engines({ ...meta, model_type: 'llama', hidden_size: 4096, num_attention_heads: 32, rope_theta: 1e4 }),
  );
});

test('attention beside recurrence, and the heads of flash-linear-attention', async () => {
  const samba = await pe.report({
    ...{ model_type: 'samba', hidden_size: 2304, max_position_embeddings: 2048 },
    attn: { layers: [1, 3], num_heads: 18, rope_theta: 20000, window_size: 1024 },
  });
  assert.deepEqual([samba.headDim, samba.base, samba.slidingWindow], [128, 20000, 1024]);
  assert.equal(samba.readFrom.base, 'attn.rope_theta');
  for (const model_type of ['gla', 'delta_net', 'gated_deltanet', 'hgrn2', 'gsa'])
    assert.match((await pe.report({ model_type, hidden_size: 64, attn: null })).instead.text, /recurrence/);
  const transformer = { model_type: 'transformer', hidden_size: 2048, num_heads: 32, rope_theta: 10000 };
  assert.equal((await pe.report(transformer)).headDim, 64);
});

test("Wan's own files rotate as the class of diffusers does", async () => {
  const wan = await pe.report({ _class_name: 'WanModel', dim: 5120, num_heads: 40, num_layers: 40 });
  const diffusers = await pe.report({
    _class_name: 'WanTransformer3DModel',
    attention_head_dim: 128,
    num_attention_heads: 40,
  });
  assert.deepEqual(wan.spec, diffusers.spec);
  assert.deepEqual(wan.spec.widths, [44, 42, 42]); // d - 4 (d // 6), 2 (d // 6), 2 (d // 6)
  assert.equal((await pe.report({ _class_name: 'WanModel', dim: 1536, num_heads: 12 })).spec.dim, 128);
});

test('other files of a model are named, with what to give in their place', async () => {
  for (const [name, file] of [
    ['genai_config', { model: { type: 'phi3v', decoder: { head_size: 96 } }, search: { max_length: 131072 } }],
    ['adapter_config', { peft_type: 'LORA', r: 16, target_modules: ['q_proj'] }],
    ['tokenizer_config', { tokenizer_class: 'LlamaTokenizer', model_max_length: 4096 }],
    ['tokenizer\\.json', { added_tokens: [], pre_tokenizer: null, model: {} }],
    ['safetensors\\.index', { metadata: { total_size: 8 }, weight_map: { 'a.weight': 'b' } }],
    ['preprocessor_config', { image_processor_type: 'CLIPImageProcessor', size: 224 }],
    ['processor_config', { processor_class: 'Qwen2VLProcessor' }],
    ['model_index', { _class_name: 'FluxPipeline', scheduler: ['diffusers', 'x'] }],
    ['open_clip', { embed_dim: 1024, vision_cfg: { image_size: 224 }, text_cfg: { context_length: 77, width: 1280 } }],
    ['generation_config', { do_sample: true, temperature: 0.6, transformers_version: '4.50.0' }],
  ]) {
    const given = name === 'tokenizer\\.json' ? { ...file, pre_tokenizer: {} } : file;
    await refused(pe.report(given), 'unsupported_config', 'config', new RegExp(name));
  }
  // extra fields do not change that a file is a model
  const llama = {
    model_type: 'llama',
    head_dim: 64,
    rope_theta: 10000,
    tokenizer_class: 'LlamaTokenizer',
    temperature: 1,
  };
  assert.equal((await pe.report(llama)).headDim, 64);
});

test('no warning of what is said twice, or is what the answer was made of', async () => {
  const unread = 'unread_position_fields';
  const bert = {
    model_type: 'bert',
    hidden_size: 64,
    max_position_embeddings: 512,
    position_embedding_type: 'absolute',
  };
  assert.deepEqual(await codes(bert), []);
  const whisper = { model_type: 'whisper', d_model: 64, max_source_positions: 1500, max_target_positions: 448 };
  assert.deepEqual(await codes(whisper), []);
  const qwen = { model_type: 'qwen', hidden_size: 8192, num_attention_heads: 64, seq_length: 32768, rope_theta: 1e6 };
  assert.ok(!(await codes({ ...qwen, rotary_emb_base: 1e6, pos_emb: 'rotary' })).includes(unread));
  assert.ok((await codes({ ...qwen, rotary_emb_base: 5e5 })).includes(unread), 'another base is told of');
  assert.ok((await codes({ ...qwen, use_dynamic_ntk: true })).includes(unread));
  const partial = {
    model_type: 'qwen3_5_text',
    rope_parameters: { rope_type: 'default', rope_theta: 1e7, partial_rotary_factor: 0.25 },
  };
  assert.ok(!(await codes({ ...partial, partial_rotary_factor: 0.25 })).includes(unread));
  const other = await codes({ ...partial, partial_rotary_factor: 0.5 });
  assert.ok(other.includes('partial_rotary_conflict'), 'another fraction is told of');
  const omni = (more) => ({
    ...{ model_type: 'qwen3_omni_moe_text', hidden_size: 2048, num_attention_heads: 16, rope_theta: 1e6 },
    rope_scaling: { mrope_section: [24, 20, 20], rope_type: 'default', type: 'default', ...more },
  });
  assert.ok(!(await codes(omni({ interleaved: true }))).includes('unknown_rope_keys'));
  assert.ok((await codes(omni({ interleaved: false }))).includes('unknown_rope_keys'), 'the class is told of');
  assert.ok((await codes(omni({ factor: 2 }))).includes('unknown_rope_keys'));
});

test('extend answers for models whose query scale no rope dictionary can ask for', async () => {
  const qwen = { model_type: 'qwen', hidden_size: 4096, num_attention_heads: 32, seq_length: 8192, rotary_pct: 1 };
  const advice = await pe.extendContext(qwen, 32768);
  const yarn = advice.methods.find(({ id }) => id === 'yarn');
  const { rope_parameters: written } = yarn.config.current;
  assert.deepEqual([written.rope_type, written.factor, written.llama_4_scaling_beta], ['yarn', 4, undefined]);
  assert.equal((await pe.report(qwen)).queryScale.rule, 'ratio');
});

const dino = {
  model_type: 'dinov3_vit',
  hidden_size: 384,
  num_attention_heads: 6,
  image_size: 224,
  patch_size: 16,
  rope_theta: 100,
};

test('a model of patches has one encoding, from its import to its report', async () => {
  const { spec } = await pe.report(dino);
  assert.deepEqual(only(dino).spec, spec);
  assert.deepEqual((await pe.importConfig(dino)).layers.default.spec, spec);
  assert.equal(spec.encoding, 'rope-dinov3');
  assert.deepEqual(only(dino).warnings, [], 'no length is missing');
  for (const asked of [pe.engines(dino), pe.extendContext(dino, 4096), pe.report(dino, { engine: 'vllm' })]) {
    await refused(
      asked,
      'unsupported_config',
      'config',
      /rotates by the 2 coordinates .*posenc report has its encoding/,
    );
  }
  await refused(pe.identify(new Float64Array([1, 0.1]), { config: dino }), 'unsupported_config', 'options.config');
  const same = await pe.diffConfigs(dino, { ...dino, layerscale_value: 1 });
  assert.deepEqual([same.same, same.layers[0].changes], [true, []]);
  const other = await pe.diffConfigs(dino, { ...dino, image_size: 448, rope_theta: 10 });
  assert.equal(other.same, false);
  assert.deepEqual(other.layers[0].changes, [
    { field: 'height', a: 14, b: 28 },
    { field: 'width', a: 14, b: 28 },
    { field: 'base', a: 100, b: 10 },
  ]);
  const text = await pe.diffConfigs(dino, { model_type: 'llama', head_dim: 64, rope_theta: 100 });
  assert.equal(text.same, false);
  assert.deepEqual(text.layers[0].changes[0], { field: 'encoding', a: 'rope-dinov3', b: 'rope' });
});

test('towers of Muse Glimmer and Step 3.7: the pairs of their classes', async () => {
  const text_config = { model_type: 'llama', head_dim: 64, rope_theta: 10000 };
  const vision = { hidden_size: 64, num_attention_heads: 2, patch_size: 14 };
  for (const [model_type, first] of [
    ['muse_glimmer_vision', 'column'], // cat([freq_w, freq_h, freq_w, freq_h])
    ['step3p5_vision', 'row'], // freq.flatten(1) of ids (row, column), twice
  ]) {
    const { towers } = await pe.report({ model_type: 'llava', text_config, vision_config: { ...vision, model_type } });
    const { spec, coordinates } = towers[0];
    assert.equal(coordinates[0], first);
    const x = Float64Array.from({ length: 32 }, (_, i) => 1 + i / 32);
    const place = [3, 5];
    const { data } = await pe.rotate(spec, { data: x, rows: 1, cols: 32 }, [place], { dtype: 'f64' });
    for (let pair = 0; pair < 16; pair++) {
      const angle = place[pair < 8 ? 0 : 1] * 10_000 ** ((-2 * (pair % 8)) / 16);
      const [re, im] = [x[pair], x[pair + 16]]; // rotate_half
      assert.ok(Math.abs(data[pair] - (re * Math.cos(angle) - im * Math.sin(angle))) < 1e-12, `${model_type} ${pair}`);
      assert.ok(Math.abs(data[pair + 16] - (im * Math.cos(angle) + re * Math.sin(angle))) < 1e-12);
    }
  }
  const own = {
    model_type: 'step3p5',
    vision_config: { ...vision, model_type: 'step3p5_vision', width: 1536, heads: 16 },
  };
  const { towers } = await pe.report({ ...own, hidden_size: 64, num_attention_heads: 2, rope_theta: 10000 });
  assert.equal(towers[0].spec.dim, 96);
});
