/**
 * Memory of a context's keys and values, against published bytes per token (DeepSeek-AI, Insights into DeepSeek-V3, 2025,
 * table 1: 70.272 KB, 327.680 KB and 516.096 KB in bf16, from memory) and sums by hand.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { goldenFile } from './support/golden.mjs';
import { pe } from './support/instance.mjs';
import { root } from './support/posenc.mjs';

const config = (name) => JSON.parse(readFileSync(join(root, 'web/notebook/configs', `${name}.json`), 'utf8'));
const cacheOf = async (file, contextLength) => (await pe.extendContext(file, contextLength)).keyValueCache;
const llama = (more) => ({
  model_type: 'llama',
  hidden_size: 4096,
  num_attention_heads: 32,
  num_hidden_layers: 32,
  max_position_embeddings: 4096,
  ...more,
});

describe('bytes of one token', () => {
  for (const [name, file, bytes] of [
    ['DeepSeek V3, latent attention', () => config('deepseek-v3'), 70_272],
    ['Llama 3.1 8B', () => config('llama-3.1-8b'), 131_072],
    ['Llama 2 7B, a key for every query head', () => llama({}), 524_288],
    [
      'Qwen 2.5 72B',
      () => ({
        ...llama({ num_hidden_layers: 80, num_key_value_heads: 8 }),
        model_type: 'qwen2',
        hidden_size: 8192,
        num_attention_heads: 64,
      }),
      327_680,
    ],
    [
      'Llama 3.1 405B',
      () => llama({ num_hidden_layers: 126, num_key_value_heads: 8, hidden_size: 16_384, num_attention_heads: 128 }),
      516_096,
    ],
  ])
    test(name, async () => {
      for (const length of [1, 1000, 131_072]) assert.equal((await cacheOf(file(), length)).bytes, bytes * length);
    });
});

test('layers with a window keep no more than it', async () => {
  const file = config('gpt-oss-20b'); // 12 of 24 layers see 128 tokens; 8 heads of 64
  const { bytes, layers } = await cacheOf(file, 131_072);
  assert.deepEqual(
    layers.map(({ name, layers: count, tokens }) => [name, count, tokens]),
    [
      ['sliding_attention', 12, 128],
      ['full_attention', 12, 131_072],
    ],
  );
  assert.equal(bytes, 2 * (12 * 128 + 12 * 131_072) * 8 * 2 * 64);
  const short = await cacheOf(file, 100);
  assert.equal(short.bytes, 2 * 24 * 100 * 8 * 2 * 64);
  const all = await cacheOf(llama({ model_type: 'mistral', sliding_window: 1024, num_key_value_heads: 8 }), 4096);
  assert.equal(all.bytes, 2 * 32 * 1024 * 8 * 2 * 128);
});

test('Gemma 3 without a list of layers: by its pattern, else not at all', async () => {
  const { text_config: text, ...whole } = config('gemma-3-27b');
  const file = (more) => (text ? { ...whole, text_config: { ...text, ...more } } : { ...whole, ...more });
  assert.equal(await cacheOf(file({}), 131_072), undefined);
  const { layers } = await cacheOf(file({ sliding_window_pattern: 6 }), 131_072);
  assert.deepEqual(layers.map(({ name, layers: count, tokens }) => [name, count, tokens]).sort(), [
    ['full_attention', 10, 131_072],
    ['sliding_attention', 52, 1024],
  ]);
});

test('there is none where the file does not say all of it', async () => {
  const windowed = { sliding_window: 1024, num_key_value_heads: 8 };
  for (const [why, more] of [
    ['no number of layers', { num_hidden_layers: null }],
    [
      'layers that keep a state',
      { layer_types: Array.from({ length: 32 }, (_, i) => (i % 4 ? 'linear_attention' : 'full_attention')) },
    ],
    ['a list of another length', { layer_types: ['full_attention'] }],
    ['every other layer has the window, by its class', { ...windowed, model_type: 'gemma2' }],
    [
      'layers from one on have the window',
      { ...windowed, model_type: 'qwen2', use_sliding_window: true, max_window_layers: 20 },
    ],
    ['a default number of keys, which is the class’s', { model_type: 'qwen3' }],
    ['chunks by default', { model_type: 'llama4_text', num_key_value_heads: 8 }],
  ])
    assert.equal(await cacheOf(llama(more), 4096), undefined, why);
});

test('of the published files of many models: nothing that their classes would make wrong', async () => {
  const { cases } = goldenFile('engines/published');
  const found = {};
  for (const { id, config: file } of cases)
    try {
      const advice = await pe.extendContext(file, 1000, { engines: ['vllm'] });
      found[id] = advice.keyValueCache?.bytes;
    } catch {
      found[id] = 'refused';
    }
  // by hand: 2 bytes × layers × heads × 2 × width, or × the latent vector
  const expected = {
    'llama-3.1-8b': 2 * 32 * 8 * 2 * 128,
    'qwen2.5-7b': 2 * 28 * 4 * 2 * 128,
    'qwen3-8b': 2 * 36 * 8 * 2 * 128,
    'qwen3-30b-a3b': 2 * 48 * 4 * 2 * 128,
    'deepseek-r1': 2 * 61 * (512 + 64),
    'phi-3.5-mini': 2 * 32 * 32 * 2 * 96,
    'smollm3-3b': 2 * 36 * 4 * 2 * 128,
    'olmo-3-7b': 2 * 32 * 32 * 2 * 128,
  };
  for (const [id, bytes] of Object.entries(expected)) assert.equal(found[id], 1000 * bytes, id);
  // chunks, shared keys, recurrent layers and an indexer
  for (const id of [
    'llama-4-scout',
    'llama-4-maverick',
    'gemma-4-26b-a4b',
    'qwen3.5-27b',
    'mimo-v2-flash',
    'deepseek-v3.2',
    'glm-5',
  ])
    assert.equal(found[id], undefined, id);
});

test('the command says it in words', () => {
  const file = join(root, 'web/notebook/configs/llama-3.1-8b.json');
  const out = execFileSync(process.execPath, [join(root, 'dist/cli/posenc.js'), 'extend', file, '--context', '128k'], {
    encoding: 'utf8',
  });
  assert.match(
    out.replace(/\s+/g, ' '),
    /Keys and values of 131,072 tokens take 16 GiB in 16 bits: 32 layers × 131,072 tokens × 2,048 numbers\./,
  );
});
