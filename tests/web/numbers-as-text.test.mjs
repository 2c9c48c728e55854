/**
 * The class of defect: a number given as a string ("rope_theta": "10000.0") breaks all results, or passes silently. For
 * each number that transformers' classes read, in each model type: the string is read as the number, named in a
 * warning, and an error in the reference, which converts none.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goldenFile } from './support/golden.mjs';
import { pe } from './support/instance.mjs';
import { importConfig } from './support/import-config.mjs';

const { fields } = goldenFile('engines/position-keys');

const base = { hidden_size: 512, num_attention_heads: 8, head_dim: 64, num_hidden_layers: 8 };
const lengths = { max_position_embeddings: 4096, rope_theta: 20_000 };
const codesOf = (imported) => Object.values(imported.layers).flatMap(({ warnings }) => warnings);
const specsOf = (imported) => Object.values(imported.layers).map(({ spec }) => spec);
const asText = (config, key) => ({ ...config, [key]: String(config[key]) });
const tried = (config) => {
  try {
    return importConfig(config);
  } catch (thrown) {
    assert.ok(['bad_config', 'unsupported_config', 'bad_shape'].includes(thrown.code), thrown.stack);
    return undefined;
  }
};

test('every number of a file, in every model type: read, and named where it had a part', () => {
  const types = new Set(Object.values(fields).flatMap((each) => Object.keys(each)));
  assert.ok(types.size > 150);
  let heard = 0;
  for (const model_type of types) {
    const config = { model_type, ...base, ...lengths };
    const read = tried(config);
    if (!read) continue;
    for (const key of [...Object.keys(base), ...Object.keys(lengths)]) {
      const spelled = tried(asText(config, key));
      assert.ok(spelled, `${model_type}: ${key}`);
      assert.deepEqual(specsOf(spelled), specsOf(read), `${model_type}: ${key}`);
      heard += codesOf(spelled).some(
        ({ code, message }) => code === 'number_as_text' && message.includes(`${key} is the text`),
      );
    }
  }
  assert.ok(heard > 2 * types.size, `${heard} warnings for ${types.size} model types`);
});

const scalings = {
  linear: { factor: 4 },
  dynamic: { factor: 4 },
  yarn: {
    factor: 4,
    original_max_position_embeddings: 1024,
    beta_fast: 16,
    beta_slow: 2,
    mscale: 2,
    mscale_all_dim: 3,
  },
  llama3: { factor: 4, low_freq_factor: 2, high_freq_factor: 8, original_max_position_embeddings: 1024 },
  longrope: {
    factor: 4,
    original_max_position_embeddings: 1024,
    short_factor: Array(32).fill(1),
    long_factor: Array(32).fill(2),
  },
};

test('every number of a rope dictionary: the same extension, a warning, and engines that refuse', async () => {
  for (const [rope_type, parts] of Object.entries(scalings)) {
    const of = (dict) => ({ model_type: 'llama', ...base, ...lengths, rope_scaling: { rope_type, ...parts, ...dict } });
    const read = importConfig(of({}));
    for (const [key, value] of Object.entries(parts)) {
      const config = of({ [key]: Array.isArray(value) ? value.map(String) : String(value) });
      const spelled = importConfig(config);
      assert.deepEqual(specsOf(spelled), specsOf(read), `${rope_type}: ${key}`);
      const found = codesOf(spelled).filter(({ code }) => code === 'number_as_text');
      assert.match(found[0]?.message ?? '', new RegExp(`rope_scaling\\.${key}`), `${rope_type}: ${key}`);
      for (const { engine, error } of await pe.engines(config)) {
        assert.ok(error, `${engine} and ${rope_type}: ${key}`);
        if (error.kind === 'TypeError' && !error.lacksModel && error.message.includes('is the text'))
          assert.match(error.todo, /without quotes/);
      }
    }
  }
});

test('a length that is a text is met only by those that compute with it', async () => {
  const config = asText({ model_type: 'llama', ...base, ...lengths }, 'max_position_embeddings');
  const refusing = (await pe.engines(config)).filter(({ error }) => error).map(({ engine }) => engine);
  const computing = [
    'exllamav3',
    'llama-cpp',
    'lmdeploy',
    'ollama',
    'ort-genai',
    'sglang',
    'transformers-5',
    'vllm',
    'vllm@0.29.0',
  ];
  assert.deepEqual(refusing.sort(), computing);
});

test('any fraction of a head in any model type has an answer of every engine', async () => {
  const types = Object.keys(fields.partial_rotary_factor);
  assert.ok(types.length > 10);
  for (const model_type of types)
    for (const partial_rotary_factor of [0.4, 0.75])
      for (const head_dim of [80, 128]) {
        const dict = { rope_type: 'linear', factor: 4, rope_theta: 10_000, partial_rotary_factor };
        const config = { model_type, ...base, ...lengths, head_dim, rope_parameters: dict };
        if (!tried(config)) continue;
        const answers = await pe.engines(config);
        for (const { engine, basis, error, layers } of answers)
          assert.ok(error || basis === 'unknown' || Object.keys(layers).length > 0, `${model_type}: ${engine}`);
      }
});

test('alpha of dynamic: HunYuan and llama.cpp for it, vLLM and SGLang for every model, the other classes not at all', async () => {
  const dict = { rope_type: 'dynamic', factor: 1, alpha: 1000 };
  const file = { hidden_size: 4096, num_attention_heads: 32, head_dim: 128, max_position_embeddings: 32_768 };
  const bases = async (model_type, more) => {
    const config = { model_type, ...file, rope_theta: 10_000, rope_scaling: { ...dict, ...more } };
    const answers = await pe.engines(config);
    const slowest = ({ layers, error }) => error?.kind ?? Object.values(layers)[0].frequencies.at(-1);
    return Object.fromEntries(answers.map((answer) => [answer.engine, slowest(answer)]));
  };
  const raised = 1 / (10_000 * 1000 ** (128 / 126)) ** (126 / 128);
  const plain = 1 / 10_000 ** (126 / 128);
  const isRaised = (value) => Math.abs(value / raised - 1) < 1e-6;
  const isPlain = (value) => Math.abs(value / plain - 1) < 1e-6;
  const hunyuan = await bases('hunyuan_v1_moe');
  for (const engine of ['transformers-5', 'vllm', 'sglang', 'llama-cpp']) assert.ok(isRaised(hunyuan[engine]), engine);
  const llama = await bases('llama');
  assert.ok(isPlain(llama['transformers-5']) && isRaised(llama.vllm) && isRaised(llama.sglang));
  assert.equal((await bases('hunyuan_v1_moe', { alpha: 50 }))['llama-cpp'], 'AssertionError');
  assert.match(JSON.stringify(await pe.report({ model_type: 'llama', ...file, rope_scaling: dict })), /alpha = 1000/);
});

test('OLMo 3: the base of the top level is for full attention, and a flat rope_parameters is passed by', async () => {
  const file = { model_type: 'olmo3', ...base, max_position_embeddings: 4096 };
  const { layers } = await pe.report({ ...file, rope_theta: 1e6 });
  assert.deepEqual([layers.full_attention.base, layers.sliding_attention.base], [1e6, 5e5]);
  const [told] = layers.sliding_attention.warnings.filter(({ code }) => code === 'missing_rope_theta');
  assert.match(told.message, /1000000 is not that of the sliding_attention layers.*500000/);
  const flat = { ...file, rope_parameters: { rope_type: 'linear', factor: 4, rope_theta: 1e6 } };
  for (const { engine, layers: read, notes } of await pe.engines(flat, { engines: ['transformers-5', 'vllm'] })) {
    assert.ok(Math.abs(read.full_attention.frequencies[1] - 5e5 ** (-1 / 32)) < 1e-9, engine);
    if (engine === 'transformers-5') assert.match(notes.join(), /for each layer type/);
  }
});
