/** Effects of a file's class or model type: the code that an engine uses for it, and the fields that it reads. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { known } from '../../dist/lib/engines/llama-cpp/known.js';
import { files, remapped } from '../../dist/lib/engines/mlx-lm/files.js';
import { classDefaults } from '../../dist/lib/hf/class-defaults.js';
import { answer, baseOf, close, layer, llama, pe, scaled, yarn } from './support/engine-answers.mjs';
import { goldenFile } from './support/golden.mjs';

test('class defaults: Phi-3 has an original length of its own, others a base of their own', async () => {
  const lists = { short_factor: Array(48).fill(1), long_factor: Array(48).fill(2) };
  const phi3 = { model_type: 'phi3', hidden_size: 3072, num_attention_heads: 32, max_position_embeddings: 131072 };
  const report = await pe.report({ ...phi3, rope_scaling: { type: 'longrope', ...lists } });
  close(report.attentionFactor, 1.1902380714238083);
  assert.ok(report.warnings.every(({ code }) => code !== 'missing_original_context'));
  const bases = { smollm3: 2e6, qwen2_vl_text: 1e6, qwen3_vl_text: 5e5, phimoe: 1e6, minimax_m2: 5e6, lfm2: 1e6 };
  for (const [model_type, base] of Object.entries(bases))
    assert.equal((await pe.report({ ...llama, model_type, rope_scaling: null })).base, base);
  const [warning] = (await pe.report({ ...llama, model_type: 'unheardof', rope_scaling: null })).warnings.filter(
    ({ code }) => code === 'missing_rope_theta',
  );
  assert.match(warning.message, /posenc does not know the class of this model type$/);
});

test('transformers 4: the dictionary has the length of YaRN, the top level that of LongRoPE, and newer types are unknown', async () => {
  const atTop = scaled({ rope_type: 'yarn', factor: 4 }, { original_max_position_embeddings: 8192 });
  const inDict = scaled(yarn);
  const [top, dict] = [await layer('transformers-4', atTop), await layer('transformers-4', inDict)];
  assert.notDeepEqual(top.frequencies, dict.frequencies);
  assert.deepEqual(dict.frequencies, (await layer('transformers-5', inDict)).frequencies);
  const lists = { short_factor: Array(64).fill(1), long_factor: Array(64).fill(2) };
  const longrope = scaled({ rope_type: 'longrope', ...lists, original_max_position_embeddings: 8192 });
  assert.equal((await answer('transformers-4', longrope)).error.kind, 'TypeError');
  assert.equal((await answer('transformers-4', { ...llama, model_type: 'qwen3_5_text' })).error.kind, 'ValueError');
  const own = { ...llama, model_type: 'minimax_m2', rotary_dim: 64, auto_map: {}, head_dim: 128 };
  assert.equal((await layer('transformers-4', own)).frequencies.length, 32);
  const { error } = await answer('transformers-4', scaled({ type: 'su', ...lists }));
  assert.deepEqual([error.kind, error.message], ['KeyError', "'su'"]);
  const nested = { rope_parameters: { rope_type: 'default', rope_theta: 5e5, partial_rotary_factor: 0.5 } };
  assert.equal(baseOf(await layer('transformers-4', { ...llama, ...nested })).toFixed(3), '10000.000');
});

test('llama.cpp: classes without a base, with a ratio for it, and keys that a class needs', async () => {
  const falcon = { ...llama, model_type: 'falcon', rope_theta: 500042 };
  close(baseOf(await layer('llama-cpp', falcon)), 10_000);
  const glm = { ...llama, model_type: 'glm', head_dim: 128, rope_theta: 1e6 };
  close(baseOf(await layer('llama-cpp', glm)), 10_000);
  assert.equal((await answer('llama-cpp', glm)).served, 4096); // hidden_size, because seq_length is missing
  close(baseOf(await layer('llama-cpp', { ...glm, model_type: 'chatglm', rope_ratio: 500 })), 5e6);
  assert.equal((await answer('llama-cpp', { ...llama, model_type: 'cohere2' })).error.kind, 'KeyError');
  const mistral = { ...scaled({ ...yarn, mscale_all_dim: 1, llama_4_scaling_beta: 0.1 }), model_type: 'ministral3' };
  close((await layer('llama-cpp', mistral)).attentionFactor, 1);
  const { model_type: _, ...nameless } = { ...llama, architectures: ['FalconForCausalLM'], rope_theta: 5e5 };
  close(baseOf(await layer('llama-cpp', nameless)), 10_000);
});

test('llama.cpp: pairs that no section of Qwen3-VL covers stand still, also under YaRN', async () => {
  const dict = { ...yarn, factor: 3 };
  const vision = (rope_scaling) =>
    scaled({ ...rope_scaling, mrope_section: [24, 20, 20] }, { model_type: 'qwen3_vl_text', head_dim: 128 });
  const plain = await answer('llama-cpp', vision({ rope_type: 'default' }));
  assert.match(plain.notes.join(), /no section covers pairs 61, 62:/);
  assert.ok(plain.layers.default.frequencies[61] < 1e-14 && plain.layers.default.frequencies[63] > 1e-8);
  const found = await layer('llama-cpp', vision(dict));
  const text = await layer('llama-cpp', scaled(dict, { model_type: 'qwen3', head_dim: 128 }));
  close(found.attentionFactor, text.attentionFactor);
  found.frequencies.forEach((value, pair) => {
    if (pair === 61 || pair === 62) assert.ok(value < 1e-14, `${pair}`);
    else close(value / text.frequencies[pair], 1);
  });
});

test('mlx-lm: model files that rotate a part, by layer type, or never scale', async () => {
  const whole = { ...llama, head_dim: 128, rope_scaling: null };
  const partial = { ...whole, model_type: 'glm4_moe', partial_rotary_factor: 0.5, rope_theta: 1e6 };
  assert.equal((await layer('mlx-lm', partial)).frequencies.length, 32);
  close(baseOf(await layer('mlx-lm', scaled(yarn, { model_type: 'qwen3_moe', head_dim: 128 }))), 5e5);
  const olmo = scaled(
    { ...yarn, type: 'yarn' },
    { model_type: 'olmo3', layer_types: ['sliding_attention', 'full_attention'] },
  );
  close(baseOf(await layer('mlx-lm', olmo, 'sliding_attention')), 5e5);
  close((await layer('mlx-lm', olmo, 'full_attention')).attentionFactor, 0.1 * Math.log(4) + 1);
});

test('GLM-4 and GPT-NeoX in mlx-lm: the fraction is rotated, so the engines agree', async () => {
  const glm4 = { ...llama, model_type: 'glm4', head_dim: 128, partial_rotary_factor: 0.5, rope_theta: 1e4 };
  const neox = { ...llama, model_type: 'gpt_neox', rotary_pct: 0.25, rotary_emb_base: 10000 };
  for (const [config, pairs] of [
    [glm4, 32],
    [neox, 16],
  ]) {
    const { difference, layers } = await answer('mlx-lm', config);
    assert.deepEqual([difference, layers.default.frequencies.length], [undefined, pairs]);
  }
});

test('mlx-lm: the base of the model file where the top level has none, or what it raises', async () => {
  const bare = { ...llama, rope_parameters: { rope_type: 'default', rope_theta: 5e5 } };
  for (const [model_type, base] of Object.entries({
    mixtral: 1e6,
    qwen2: 1e6,
    starcoder2: 1e5,
    cohere: 8e6,
    lfm2: 5e5,
  }))
    close(baseOf(await layer('mlx-lm', { ...bare, model_type })), base);
  // qwen3.py reads rope_parameters since 0.32; exaone.py does not
  close(baseOf(await layer('mlx-lm', { ...bare, model_type: 'qwen3', head_dim: 128 })), 5e5);
  const { error } = await answer('mlx-lm', { ...bare, model_type: 'exaone', head_dim: 128 });
  assert.deepEqual(
    [error.kind, error.todo],
    ['TypeError', 'write rope_theta at the top level, where exaone.py looks for it'],
  );
});

/** The model type and the classes by which an engine selects its code, for every file of the tests. */
const published = () => goldenFile('engines/published').cases.map((each) => JSON.parse(each.config));
const familiar = () => [...classDefaults.keys()].map((model_type) => ({ ...llama, model_type, rope_theta: 1e4 }));

test('llama.cpp and mlx-lm either have the model type of a file or say that they refuse it', async () => {
  const said = { 'llama-cpp': new Set(), 'mlx-lm': new Set() };
  for (const config of [...published(), ...familiar()]) {
    const found = await pe.engines(config, { engines: ['llama-cpp', 'mlx-lm'] }).catch(({ code }) => code);
    if (found === 'unsupported_config' || found === 'bad_config') continue; // no rotation, or no width, for any engine
    const type = config.model_type;
    const has = {
      'mlx-lm': type === undefined || Object.hasOwn(files, remapped[type] ?? type),
      'llama-cpp': config.architectures
        ? known.has((config.text_config ?? config).architectures?.[0] ?? config.architectures[0])
        : undefined,
    };
    for (const { engine, error } of found) {
      const refused = /not supported|Failed to detect/.test(error?.message ?? '');
      if (has[engine] !== undefined) assert.equal(refused, !has[engine], `${engine} ${type}`);
      if (refused) said[engine].add(type);
    }
  }
  for (const type of ['deepseek_v4', 'minimax_m3_vl_text', 'chatglm']) assert.ok(said['mlx-lm'].has(type), type);
  for (const type of ['mllama_text_model', 'helium']) assert.ok(said['llama-cpp'].has(type), type);
});

test('llama.cpp goes by the classes that the file names, those of the text model first', async () => {
  const vision = { ...llama, model_type: 'mllama', architectures: ['MllamaForConditionalGeneration'], rope_theta: 5e5 };
  const { error } = await answer('llama-cpp', vision);
  assert.deepEqual(
    [error.kind, error.message],
    ['NotImplementedError', "Architecture 'MllamaForConditionalGeneration' not supported!"],
  );
  const inner = {
    architectures: ['LlavaLlamaForCausalLM'],
    model_type: 'llava',
    text_config: { ...llama, rope_theta: 5e5, architectures: ['LlamaForCausalLM'] },
  };
  assert.equal((await answer('llama-cpp', inner)).error, undefined);
});

test('attention layers without positions, whatever base their file names', async () => {
  for (const config of [
    { ...llama, model_type: 'nemotron_h', rope_theta: 1e4 },
    { ...llama, mla_use_nope: true, rope_theta: 1e4 },
  ])
    assert.match((await pe.report(config)).instead.scheme, /^no position encoding/);
});

test('transformers 5: MiniMax-M3 rotates the whole head unless the file has a fraction', async () => {
  const minimax = { ...llama, model_type: 'minimax_m3_vl_text', head_dim: 128, rotary_dim: 64, rope_theta: 5e6 };
  const found = await answer('transformers-5', minimax);
  assert.equal(found.layers.default.frequencies.length, 64);
  assert.match(found.notes[0], /partial_rotary_factor 0\.5/);
  assert.equal((await pe.report(minimax)).rotaryDim, 64);
  const told = await answer('transformers-5', { ...minimax, partial_rotary_factor: 0.5 });
  assert.equal(told.layers.default.frequencies.length, 32);
});

test('transformers 5: what a class does not read, or reads as null', async () => {
  const rows = [
    // a fraction with unscaled frequencies, in classes that do not support it
    [{ ...llama, partial_rotary_factor: 0.25 }, 'frequencies', 64],
    [{ ...llama, model_type: 'phi', partial_rotary_factor: 0.25 }, 'frequencies', 16],
    // the class keeps head_dim as null
    [scaled(yarn, { model_type: 'mixtral' }), 'error', 'TypeError'],
    [scaled(yarn, { model_type: 'mixtral', head_dim: 128 }), 'frequencies', 64],
    [scaled(yarn, { model_type: 'phi3' }), 'error', 'KeyError'],
    [scaled({ type: 'linear', factor: 2.0 }, { model_type: 'phi3' }), 'error', 'ValueError'],
    [scaled(yarn, { model_type: 'gemma4_text', head_dim: 256 }), 'error', 'KeyError'],
    [scaled({ ...yarn, original_max_position_embeddings: null }), 'error', 'TypeError'],
  ];
  for (const [config, what, expected] of rows) {
    const { error, layers } = await answer('transformers-5', config);
    const found = what === 'error' ? error?.kind : Object.values(layers)[0]?.frequencies.length;
    assert.equal(found, expected, JSON.stringify(config));
  }
});

test('Phi-3.5-MoE in transformers 5: the short factors at every length, with the number of its regime', async () => {
  const lists = { short_factor: Array(64).fill(1), long_factor: Array(64).fill(2) };
  const config = scaled(
    { type: 'longrope', ...lists, original_max_position_embeddings: 4096, short_mscale: 1.25, long_mscale: 1.5 },
    { model_type: 'phimoe', max_position_embeddings: 131072 },
  );
  const { frequencies, attentionFactor } = await layer('transformers-5', config, 'default', { contextLength: 131072 });
  assert.deepEqual([frequencies[0], attentionFactor], [1, 1.5]);
});

test('SGLang: its classes pass a part of the file to get_rope, and its configurations read a part of it', async () => {
  const pairs = async (config, name) => (await layer('sglang', config, name)).frequencies.length;
  const inDict = { rope_parameters: { rope_type: 'default', rope_theta: 5e5, partial_rotary_factor: 0.5 } };
  assert.equal(await pairs({ ...llama, ...inDict }), 64);
  assert.equal(await pairs(scaled(undefined, { partial_rotary_factor: 0.5 })), 32);
  assert.equal(await pairs({ ...llama, ...inDict, model_type: 'qwen3', partial_rotary_factor: 0.5 }), 64);
  close(baseOf(await layer('sglang', scaled(undefined, { model_type: 'exaone4' }))), 1e6); // rope_theta is in rope_parameters
  assert.equal(await pairs({ ...llama, ...inDict, model_type: 'glm4', partial_rotary_factor: 0.25 }), 32);
  // linear of multi-head latent attention becomes a YaRN without bounds of its own
  const latent = scaled({ rope_type: 'linear', factor: 4 }, { model_type: 'deepseek_v3', qk_rope_head_dim: 64 });
  const { frequencies, attentionFactor } = await layer(
    'sglang',
    JSON.stringify(latent).replace('"factor":4', '"factor":4.0'),
  );
  assert.equal(frequencies[0], 1);
  close(attentionFactor, 0.1 * Math.log(4) + 1);
  const olmo = { ...llama, model_type: 'olmo3', layer_types: ['sliding_attention', 'full_attention'] };
  const lost = { ...olmo, rope_parameters: { rope_type: 'linear', factor: 4, rope_theta: 5e5 } };
  close(baseOf(await layer('sglang', lost, 'full_attention')), 1e4);
  const raising = { ...olmo, rope_parameters: { ...yarn, rope_theta: 5e5 } };
  assert.equal((await answer('sglang', raising)).error.kind, 'AttributeError');
  assert.equal((await answer('sglang', { ...llama, model_type: 'gemma4_text' })).error.kind.slice(0, 9), 'Ambiguous');
  assert.equal((await answer('sglang', { ...llama, model_type: 'falcon' })).error.lacksModel, true);
});

test('SGLang and vLLM: of bounds of llama3 that are reversed, the lower one counts for both', async () => {
  const llama3 = { rope_type: 'llama3', factor: 8, high_freq_factor: 1, original_max_position_embeddings: 8192 };
  const reversed = scaled({ ...llama3, low_freq_factor: 4 });
  for (const engine of ['sglang', 'vllm'])
    assert.deepEqual(
      (await layer(engine, reversed)).frequencies,
      (await layer(engine, scaled({ ...llama3, low_freq_factor: 1 }))).frequencies,
    );
});
