/**
 * Engines that convert or compile a model: the output of ollama's converters, the results of MLC LLM's classes and
 * TVM's functions, the losses of the export to OpenVINO. Expected values are formulas written here. MLC LLM's executed
 * cases are in engines.test.mjs, those of its separately rotated channels in its golden file.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer, pe } from './support/engine-answers.mjs';
import { goldenFile, publishedConfig } from './support/golden.mjs';
import { llama31 } from './support/posenc.mjs';

const near = (found, right, tolerance = 1e-12) =>
  assert.ok(Math.abs(found / right - 1) <= tolerance, `${found}, not ${right}`);
const plain = (base, dim, pair) => base ** ((-2 * pair) / dim);

const gemma = {
  architectures: ['Gemma3ForCausalLM'],
  model_type: 'gemma3_text',
  hidden_size: 2560,
  num_attention_heads: 8,
  head_dim: 256,
  num_hidden_layers: 12,
  rope_theta: 1e6,
  rope_local_base_freq: 10_000,
};

test("ollama: Llama's converter knows llama3 and linear, and drops YaRN and what is in rope_parameters", async () => {
  const { layers, gguf, difference } = await answer('ollama', llama31);
  assert.equal(difference, undefined);
  assert.equal(gguf.rope_freq_base, 500000);
  assert.equal(layers.default.frequencies.length, 64);
  const yarn = { rope_type: 'yarn', type: 'yarn', factor: 4, original_max_position_embeddings: 32768 };
  const dropped = await answer('ollama', { ...llama31, rope_scaling: yarn });
  dropped.layers.default.frequencies.forEach((found, pair) => near(found, plain(500000, 128, pair)));
  assert.match(dropped.notes.join(), /yarn is dropped/);
  const { rope_theta, rope_scaling, ...rest } = llama31;
  const saved = await answer('ollama', { ...rest, rope_parameters: { rope_theta, ...rope_scaling } });
  near(saved.layers.default.frequencies[32], plain(10_000, 128, 32));
  const linear = await answer('ollama', { ...llama31, rope_scaling: { type: 'linear', factor: 2 } });
  near(linear.layers.default.frequencies[5], plain(500000, 128, 5) / 2);
  const wide = await answer('ollama', { ...llama31, head_dim: 160 });
  assert.equal(wide.error.message, 'invalid n_rot: 128, expected 160');
});

test('ollama: from 131072 positions on a Gemma 3 is scaled by 8, and its YaRN has the turn counts 32 and 1', async () => {
  const long = await answer('ollama', { ...gemma, max_position_embeddings: 131_072 });
  near(long.layers.full_attention.frequencies[0], 1 / 8);
  near(long.layers.sliding_attention.frequencies[0], 1);
  assert.match(long.notes.join(), /linear scaling by 8/);
  const short = await answer('ollama', { ...gemma, max_position_embeddings: 32_768 });
  near(short.layers.full_attention.frequencies[0], 1);
  assert.equal(short.difference, undefined);
  const yarn = { rope_type: 'yarn', factor: 4, original_max_position_embeddings: 8192, beta_fast: 64 };
  const own = await answer('ollama', { ...gemma, max_position_embeddings: 32_768, rope_scaling: yarn });
  const with32 = await answer('transformers-5', {
    ...gemma,
    max_position_embeddings: 32_768,
    rope_scaling: { ...yarn, beta_fast: 32 },
  });
  own.layers.full_attention.frequencies.forEach((found, pair) =>
    near(found, with32.layers.full_attention.frequencies[pair]),
  );
});

test('ollama: a factor of Qwen 2 is no list, types without a name abort, and a base of 0 is none', async () => {
  const qwen = { architectures: ['Qwen2ForCausalLM'], model_type: 'qwen2', hidden_size: 2048, num_attention_heads: 16 };
  const file = { ...qwen, max_position_embeddings: 131072, rope_theta: 1e6 };
  const yarn = { type: 'yarn', factor: 4.0, original_max_position_embeddings: 32768 };
  assert.equal((await answer('ollama', file)).difference, undefined);
  const { error } = await answer('ollama', { ...file, rope_scaling: yarn });
  assert.match(error.message, /cannot unmarshal number into .*rope_scaling\.factor/);
  const { rope_theta, ...without } = file;
  assert.equal((await answer('ollama', { ...without, rope_parameters: { rope_theta } })).error.kind, 'NaN');
  const r1 = JSON.parse(publishedConfig('deepseek-r1'));
  const { type, ...scaling } = r1.rope_scaling;
  assert.equal(type, 'yarn');
  const renamed = await answer('ollama', { ...r1, rope_scaling: { ...scaling, rope_type: 'yarn' } });
  assert.equal(renamed.error.kind, 'GGML_ASSERT');
  assert.equal((await answer('ollama', publishedConfig('qwen3-8b'))).error.lacksModel, true);
});

test("ollama: OLMo 3's attention_factor counts twice", async () => {
  const { layers } = await answer('ollama', publishedConfig('olmo-3-7b'));
  near(layers.full_attention.attentionFactor, (0.1 * Math.log(8) + 1) ** 2, 1e-9);
});

test('MLC LLM: the two channels of a pair under YaRN turn apart, and the other way round they are told of', async () => {
  const { config, layers } = goldenFile('engines/mlc-llm').cases.find(({ id }) => id === 'ministral-3-8b-text');
  const [own] = Object.values(layers);
  const found = await answer('mlc-llm', config);
  own.partners.forEach((right, pair) => near(plain(1e6, 128, pair) / 16, right, 1e-5));
  const apart = own.partners.filter((right, pair) => Math.abs(right / own.frequencies[pair] - 1) > 1e-5).length;
  assert.ok(apart > 30, `${apart}`);
  assert.match(found.notes.join(), /no rotation/);
  near(found.layers.default.softmaxMultiplier, (0.1 * Math.log(16) + 1) ** 2);
  assert.deepEqual(
    found.difference.softmax.map((each) => Number(each.toFixed(6))),
    [1.63139, 1],
  );
  // this happens in no other executed case
  for (const { id, layers: each = {} } of goldenFile('engines/mlc-llm').cases)
    if (id !== 'ministral-3-8b-text')
      assert.ok(
        Object.values(each).every(({ partners }) => partners === undefined),
        id,
      );
});

test('MLC LLM: what stands in rope_parameters is not found, and DeepSeek rotates unscaled', async () => {
  const qwen = { model_type: 'qwen3', hidden_size: 2048, num_attention_heads: 16, head_dim: 128 };
  const saved = { ...qwen, max_position_embeddings: 40960, rope_parameters: { rope_theta: 1e6, rope_type: 'default' } };
  const { error } = await answer('mlc-llm', saved);
  assert.deepEqual([error.kind, /at the top level/.test(error.todo)], ['TypeError', true]);
  const r1 = await answer('mlc-llm', publishedConfig('deepseek-r1'));
  r1.layers.default.frequencies.forEach((each, pair) => near(each, plain(10_000, 64, pair)));
  near(r1.layers.default.softmaxMultiplier, (0.1 * Math.log(40) + 1) ** 2);
  const one = await answer('mlc-llm', { ...gemma, max_position_embeddings: 32_768 });
  assert.equal(one.served, 8192);
  assert.equal(one.difference.layer, 'sliding_attention');
});

test('OpenVINO: DeepSeek loses the softmax scale of YaRN, dynamic never stretches, and the rest is as traced', async () => {
  const r1 = await answer('openvino', publishedConfig('deepseek-r1'));
  const right = (0.1 * Math.log(40) + 1) ** 2;
  assert.equal(r1.difference.frequency, 0);
  assert.deepEqual(
    r1.difference.softmax.map((each) => Number(each.toFixed(9))),
    [1, Number(right.toFixed(9))],
  );
  assert.match(r1.notes.join(), /optimum-intel#1877/);
  const qwen = { model_type: 'qwen2', hidden_size: 2048, num_attention_heads: 16, max_position_embeddings: 32768 };
  const dynamic = { ...qwen, rope_theta: 1e6, rope_scaling: { rope_type: 'dynamic', factor: 4.0 } };
  const still = await answer('openvino', dynamic, { contextLength: 131_072 });
  still.layers.default.frequencies.forEach((each, pair) => near(each, plain(1e6, 128, pair)));
  assert.ok(still.difference.frequency > 1);
  const [reference] = await pe.engines(publishedConfig('gpt-oss-20b'), { engines: ['openvino'] });
  const oss = await answer('openvino', publishedConfig('gpt-oss-20b'));
  assert.deepEqual(oss.layers, reference.layers);
  assert.equal(
    (await answer('openvino', { ...qwen, rope_theta: 1e6, model_type: 'not_a_model' })).error.lacksModel,
    true,
  );
});

test('ollama: attention_factor counts twice for OLMo 3, and a file without one is not told so', async () => {
  const olmo = { ...llama31, model_type: 'olmo3', architectures: ['Olmo3ForCausalLM'] };
  const notes = async (more) =>
    (
      await answer('ollama', {
        ...olmo,
        rope_scaling: { type: 'yarn', factor: 4, original_max_position_embeddings: 8192, ...more },
      })
    ).notes.join();
  assert.match(await notes({ attention_factor: 1.2 }), /counts twice/);
  assert.doesNotMatch(await notes({}), /counts twice/);
});
