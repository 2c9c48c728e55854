/** importConfig: scalings, lengths, and errors. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pe } from './support/instance.mjs';
import { importConfig } from './support/import-config.mjs';
import { throwsPosencError } from './support/posenc.mjs';

const only = (config) => importConfig(config).layers.default;
const codes = (layer) => layer.warnings.map(({ code }) => code);
const llama = { model_type: 'llama', rope_theta: 10000, head_dim: 128, max_position_embeddings: 4096 };
const refuses = (config, ...error) => throwsPosencError(() => importConfig(config), ...error);

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
  // the block of a model card in a config whose length was not raised
  const card = only({
    ...llama,
    max_position_embeddings: 32768,
    rope_scaling: { type: 'yarn', factor: 4, original_max_position_embeddings: 32768 },
  });
  assert.deepEqual([card.trainedContext, card.maxContext], [32768, 131072]);
  // dynamic compares with max_position_embeddings
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
  // Falcon without ALiBi and ESM with rotary positions rotate
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
