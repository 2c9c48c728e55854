/** Special behaviour of engines after the first five, derived from their rules; executed cases: engines.test.mjs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pythonText } from '../../dist/lib/advice/text.js';
import { answer, pe } from './support/engine-answers.mjs';
import { publishedConfig } from './support/golden.mjs';

const qwen3 = {
  architectures: ['Qwen3ForCausalLM'],
  model_type: 'qwen3',
  hidden_size: 2048,
  num_attention_heads: 16,
  head_dim: 128,
  max_position_embeddings: 131072,
  rope_theta: 1e6,
};
const yarn = { rope_type: 'yarn', factor: 4.0, original_max_position_embeddings: 32768 };
const betas = { beta_fast: 32.0, beta_slow: 1.0 };

/** YaRN's frequency of a pair according to the paper, between two places, rounded or not. */
function byPaper({ base, dim, factor, original, rounded }, pair) {
  const place = (turns) => (dim * Math.log(original / (turns * 2 * Math.PI))) / (2 * Math.log(base));
  const [low, high] = rounded ? [Math.floor(place(32)), Math.ceil(place(1))] : [place(32), place(1)];
  const part = Math.min(1, Math.max(0, (pair - low) / (high - low)));
  const plain = base ** ((-2 * pair) / dim);
  return (plain / factor) * part + plain * (1 - part);
}

test('ONNX Runtime GenAI: YaRN is never rounded, and raises without beta_fast', async () => {
  const parts = { base: 1e6, dim: 128, factor: 16, original: 16384 };
  const ministral = await answer('ort-genai', publishedConfig('ministral-3-8b'));
  ministral.layers.default.frequencies.forEach((found, pair) => {
    const right = byPaper({ ...parts, rounded: false }, pair);
    assert.ok(Math.abs(found / right - 1) < 1e-12, `${pair}`);
  });
  const rounded = byPaper({ ...parts, rounded: true }, ministral.difference.pair);
  const own = byPaper({ ...parts, rounded: false }, ministral.difference.pair);
  assert.ok(Math.abs(ministral.difference.frequency - Math.abs(own / rounded - 1)) < 1e-9);
  assert.ok(ministral.difference.frequency > 0.25 && ministral.difference.frequency < 0.26);
  assert.equal((await answer('ort-genai', publishedConfig('gpt-oss-20b'))).difference, undefined);

  const { error } = await answer('ort-genai', { ...qwen3, rope_scaling: yarn });
  assert.equal(error.kind, 'ZeroDivisionError');
  assert.match(error.todo, /write beta_fast 32 and beta_slow 1/);
  const read = await answer('ort-genai', { ...qwen3, rope_scaling: { ...yarn, ...betas } });
  assert.ok(read.difference.frequency > 0.04 && read.difference.frequency < 0.05);
  const whole = { ...yarn, ...betas, truncate: false };
  assert.equal((await answer('ort-genai', { ...qwen3, rope_scaling: whole })).difference, undefined);
});

test('exllamav3: the factor of YaRN is that of the lengths, and the mscales count by architecture', async () => {
  const file = { ...qwen3, max_position_embeddings: 40960, rope_scaling: yarn };
  const short = await answer('exllamav3', file);
  const expected = await answer('transformers-5', { ...file, rope_scaling: { ...yarn, factor: 1.25 } });
  assert.deepEqual(short.layers.default.frequencies, expected.layers.default.frequencies);
  assert.match(short.notes.join(), /write max_position_embeddings 131072/);
  assert.equal((await answer('exllamav3', { ...qwen3, rope_scaling: yarn })).difference, undefined);
  const both = { ...yarn, mscale: 1.0, mscale_all_dim: 1.0 };
  const amplitude = (found) => found.layers.default.attentionFactor;
  const inert = await answer('exllamav3', { ...qwen3, rope_scaling: both });
  assert.ok(Math.abs(amplitude(inert) - (0.1 * Math.log(4) + 1)) < 1e-15);
  assert.equal(amplitude(await answer('transformers-5', { ...qwen3, rope_scaling: both })), 1);
  const deepseek = await answer('exllamav3', publishedConfig('deepseek-r1'));
  assert.equal(amplitude(deepseek), 1);
  assert.equal(deepseek.difference, undefined);
  assert.equal(amplitude(await answer('exllamav3', publishedConfig('ministral-3-8b'))), 1);
  for (const attention_factor of [0.5, 0, -1]) {
    const given = await answer('exllamav3', { ...qwen3, rope_scaling: { ...yarn, attention_factor } });
    assert.equal(amplitude(given), attention_factor);
  }
});

test('exllamav3: layers rotate by lists of the file, and expert groups are refused', async () => {
  const { architectures: _, head_dim: __, ...sizes } = qwen3;
  const of = (name, more) => answer('exllamav3', { ...sizes, architectures: [name], ...more });
  const turns = ({ layers }) => Object.values(layers)[0].frequencies.some((value) => value !== 0);
  const smol = (mask) => of('SmolLM3ForCausalLM', { model_type: 'smollm3', ...mask });
  assert.equal((await smol({})).error.message, "Missing any of the following keys: ['no_rope_layers']");
  assert.equal((await smol({ num_hidden_layers: 3, no_rope_layers: [1, 0] })).error.kind, 'IndexError');
  assert.ok(turns(await smol({ no_rope_layers: [1, 0] })));
  const none = await smol({ no_rope_layers: [0, 0] });
  assert.ok(!turns(none));
  assert.match(none.notes.join(), /write 1 into no_rope_layers/);

  const exaone = (more) => of('Exaone4ForCausalLM', { model_type: 'exaone4', num_hidden_layers: 2, ...more });
  const mixed = { layer_types: ['sliding_attention', 'full_attention'] };
  assert.ok(turns(await exaone({ sliding_window: 4096, ...mixed })));
  assert.ok(turns(await exaone({ sliding_window: 4096, sliding_window_pattern: 'LG' })));
  assert.equal((await exaone({ sliding_window: 4096, sliding_window_pattern: 4 })).error.kind, 'TypeError');
  assert.equal((await exaone({ ...mixed, sliding_window: null })).error.kind, 'ValueError');
  const whole = await exaone({ layer_types: ['full_attention', 'full_attention'] });
  assert.ok(!turns(whole));
  assert.match(whole.notes.join(), /only layers with a sliding window/);

  const cohere = (more) => of('Cohere2ForCausalLM', { model_type: 'cohere2', sliding_window: 4096, ...more });
  const order = { order_of_interleaved_layers: 'local_attn_first' };
  assert.ok(turns(await cohere({ sliding_window_pattern: 4, ...order })));
  assert.ok(!turns(await cohere({ sliding_window_pattern: 1, ...order })));
  assert.equal((await cohere({ sliding_window_pattern: 4 })).error.kind, 'ValueError');

  const groups = { ...JSON.parse(publishedConfig('deepseek-r1')), n_group: 8, topk_group: 4 };
  assert.match((await answer('exllamav3', groups)).error.message, /n_group = 8, topk_group = 4/);
});

test('exllamav3: Muse Glimmer has a base for each layer, and the served length is nested', async () => {
  const answerTo = (more) =>
    answer('exllamav3', {
      architectures: ['MuseGlimmerForConditionalGeneration'],
      model_type: 'muse_glimmer',
      text_config: { ...qwen3, model_type: 'muse_glimmer_text', ...more },
    });
  const bases = await answerTo({ layer_rope_theta: [5e5, 0] });
  assert.ok(Math.abs(bases.layers.default.frequencies[1] / 5e5 ** (-1 / 64) - 1) < 1e-12);
  assert.equal(bases.served, 131072);
  assert.equal((await answerTo({ layer_rope_theta: [0, 0] })).layers.default.frequencies[0], 0);
  assert.equal((await answerTo({ layer_rope_theta: [1e4, 5e5] })).basis, 'unknown');
});

test('exllamav3 takes the list of LongRoPE by its start for Phi-3', async () => {
  const at = async (contextLength) =>
    (await answer('exllamav3', publishedConfig('phi-3.5-mini'), { contextLength })).layers.default.frequencies[40];
  assert.ok((await at(4096)) > 2 * (await at(131072)));
});

test('trainers: what is set for them, and for whom it is wrong', async () => {
  const llama = await answer('megatron-core', publishedConfig('llama-3.1-8b'));
  assert.equal(
    llama.settings,
    '--position-embedding-type rope --rotary-base 500000 --use-rope-scaling --rope-scaling-factor 8',
  );
  assert.equal(llama.difference, undefined);
  // high_freq_factor 1 of Llama 4 is not an argument
  const scout = await answer('megatron-core', publishedConfig('llama-4-scout'));
  assert.ok(scout.difference.frequency > 0.1);
  assert.match(scout.notes.join(), /only the factor is an argument/);
  const titan = await answer('torchtitan', publishedConfig('llama-3.1-8b'));
  assert.match(
    titan.settings,
    /^ComplexRoPE\.Config\(dim=128, .*scaling_factor=8, low_freq_factor=1, .*scaling="llama"\)$/,
  );
  const oss = await answer('torchtitan', publishedConfig('gpt-oss-20b'));
  assert.ok(oss.settings.includes(`truncate=${pythonText(false)}`));
  const advice = await pe.extendContext(publishedConfig('llama-3.1-8b'), 131072, { engines: ['torchtitan', 'vllm'] });
  assert.deepEqual(
    advice.engines.map(({ engine, trains, commands: [first] }) => [engine, trains, first]),
    [
      ['vllm', undefined, 'vllm serve MODEL --max-model-len 131072'],
      ['torchtitan', true, titan.settings],
    ],
  );
});

test('keras-hub: scaling in rope_parameters is dropped, and Gemma 3 takes any factor for linear', async () => {
  const llama3 = { rope_type: 'llama3', factor: 8.0, low_freq_factor: 1.0, high_freq_factor: 4.0 };
  const base = { model_type: 'llama', hidden_size: 4096, num_attention_heads: 32, max_position_embeddings: 131072 };
  const dict = { ...llama3, original_max_position_embeddings: 8192 };
  const old = await answer('keras-hub', { ...base, rope_theta: 5e5, rope_scaling: dict });
  assert.equal(old.difference, undefined);
  const saved = await answer('keras-hub', { ...base, rope_parameters: { ...dict, rope_theta: 5e5 } });
  assert.ok(Math.abs(saved.difference.frequency - 7) < 1e-9);
  assert.match(saved.notes.join(), /write rope_scaling, too/);
  const gemma = {
    model_type: 'gemma3_text',
    hidden_size: 2560,
    num_attention_heads: 8,
    head_dim: 256,
    rope_theta: 1e6,
  };
  const file = { ...gemma, max_position_embeddings: 131072, rope_local_base_freq: 10000.0, rope_scaling: yarn };
  const { layers } = await answer('keras-hub', file);
  assert.ok(Math.abs(layers.full_attention.frequencies[0] - 0.25) < 1e-12);
});
