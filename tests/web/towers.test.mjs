/** Models of images and sound beside the text: which positions they have, by which fields, and the layers of a text without. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { create } from './support/posenc.mjs';

let pe;
before(async () => void (pe = await create()));
after(() => pe.dispose());

const text = { hidden_size: 512, num_attention_heads: 8, num_hidden_layers: 8, max_position_embeddings: 4096 };
const text_config = { ...text, model_type: 'llama', rope_theta: 10_000 };
const tower = async (model_type, fields, key = 'vision_config') =>
  (await pe.report({ model_type: 'llava', text_config, [key]: { model_type, ...fields } })).towers[0];

test('rows of learned tables: the shapes of published weights', async () => {
  // position_embedding.weight of the checkpoints: a row for the class token, or none
  for (const [model_type, image_size, patch_size, hidden_size, rows] of [
    ['clip_vision_model', 224, 14, 1024, 257], // openai/clip-vit-large-patch14
    ['clip_vision_model', 336, 14, 1024, 577], // openai/clip-vit-large-patch14-336
    ['siglip_vision_model', 384, 14, 1152, 729], // google/siglip-so400m-patch14-384
    ['siglip_vision_model', 224, 16, 768, 196], // google/siglip-base-patch16-224
    ['blip_2_vision_model', 224, 14, 1408, 257], // Salesforce/blip2-opt-2.7b
    ['dinov2', 518, 14, 768, 1370], // facebook/dinov2-base
    ['vit', 224, 16, 768, 197], // google/vit-base-patch16-224
  ]) {
    const { spec, fields } = await tower(model_type, { image_size, patch_size, hidden_size });
    assert.deepEqual(spec, { encoding: 'learned', dim: hidden_size, count: rows }, model_type);
    assert.deepEqual(fields, { image_size, patch_size, hidden_size });
  }
  assert.equal((await tower('clip_vision_model', { hidden_size: 8 })).spec, undefined);
  assert.equal((await tower('clip_vision_model', { hidden_size: 8, image_size: 8, patch_size: 14 })).spec, undefined);
});

test("the audio encoders with Whisper's sinusoids: sinusoids() of modeling_whisper.py, row by row", async () => {
  const { spec } = await tower('qwen2_audio_encoder', { d_model: 64, max_source_positions: 1500 }, 'audio_config');
  const { data } = await pe.table(spec, 1500, { dtype: 'f64' });
  const step = Math.log(10_000) / (64 / 2 - 1);
  for (const row of [0, 1, 700, 1499])
    for (let i = 0; i < 32; i++) {
      const angle = row * Math.exp(-step * i);
      assert.ok(Math.abs(data[row * 64 + i] - Math.sin(angle)) < 1e-12);
      assert.ok(Math.abs(data[row * 64 + 32 + i] - Math.cos(angle)) < 1e-12);
    }
});

test('the two coordinates of a patch: cos and sin as the class of Qwen2-VL makes them', async () => {
  const qwen = { num_heads: 16, patch_size: 14, spatial_merge_size: 2 };
  const first = await tower('qwen2_vl', { ...qwen, embed_dim: 1280, hidden_size: 3584 });
  assert.equal(first.spec.dim, 80);
  assert.equal((await tower('qwen2_vl', { ...qwen, hidden_size: 3584 })).spec, undefined);
  for (const type of ['qwen2_5_vl', 'qwen3_vl', 'glm4v'])
    assert.deepEqual((await tower(type, { ...qwen, hidden_size: 1280 })).spec, first.spec, type);
  // inv_freq = theta^(-arange(0, d/2, 2) / (d/2)); emb = cat(h·inv_freq, w·inv_freq) twice; rotate_half
  const [dim, row, column] = [80, 5, 9];
  const x = Float64Array.from({ length: dim }, (_, c) => Math.sin(c + 1));
  const { data } = await pe.rotate(first.spec, { data: x, rows: 1, cols: dim }, [[row, column]]);
  for (let pair = 0; pair < dim / 2; pair++) {
    const k = pair % (dim / 4);
    const angle = (pair < dim / 4 ? row : column) * 10_000 ** ((-2 * k) / (dim / 2));
    const want = x[pair] * Math.cos(angle) - x[pair + dim / 2] * Math.sin(angle);
    assert.ok(Math.abs(data[pair] - want) < 1e-12, `${pair}`);
  }
});

test('frequencies of vision classes of transformers as they were executed', async () => {
  const { cases } = JSON.parse(readFileSync(new URL('../golden/engines/transformers-classes-2.json', import.meta.url)));
  const vision = cases.filter(({ id, modelType }) => /VisionRotary/.test(id) && modelType.endsWith('_vision'));
  assert.equal(vision.length, 4);
  for (const { id, modelType, config, frequencies } of vision) {
    const { spec } = await tower(modelType, JSON.parse(config));
    const { data } = await pe.table(spec, [[0, 1]], { dtype: 'f64' });
    const { inv_freq } = frequencies;
    assert.equal(spec.dim, 4 * inv_freq.length, id);
    // the default layout is cos0 sin0 cos1 sin1 …, the column first
    for (const [k, theta] of inv_freq.entries())
      assert.ok(Math.abs(Math.atan2(data[2 * k + 1], data[2 * k]) / theta - 1) < 4e-7, `${id} ${k}`);
  }
});

test('models that do not rotate name the other models of the file, and the fields that had no part', async () => {
  const report = await pe.report({
    model_type: 'blip-2',
    text_config: { ...text, model_type: 'opt' },
    vision_config: { model_type: 'blip_2_vision_model', image_size: 224, patch_size: 14, hidden_size: 1408 },
  });
  assert.match(report.instead.scheme, /learned/);
  assert.equal(report.towers[0].spec.count, 257);
  assert.match(report.warnings.find(({ code }) => code === 'other_towers').message, /patch_size = 14/);
  const bert = await pe.report({ ...text, model_type: 'bert', position_scale: 4 });
  assert.match(bert.warnings.find(({ code }) => code === 'unread_position_fields').message, /position_scale = 4/);
  assert.deepEqual((await pe.report({ ...text, model_type: 'bert' })).warnings, []);
});

test('layers without positions, one by one', async () => {
  const of = async (config) => (await pe.report({ ...text, rope_theta: 10_000, ...config })).unrotatedLayers;
  assert.equal(await of({ model_type: 'llama' }), undefined);
  assert.deepEqual(await of({ model_type: 'llama4_text' }), [3, 7]);
  assert.deepEqual(await of({ model_type: 'smollm3', no_rope_layer_interval: 3 }), [2, 5]);
  assert.deepEqual(await of({ model_type: 'smollm3', no_rope_layers: [1, 0, 1, 1, 0, 1, 1, 1] }), [1, 4]);
  const [sliding, full] = ['sliding_attention', 'full_attention'];
  const layer_types = [sliding, sliding, sliding, full, sliding, sliding, sliding, full];
  assert.deepEqual(await of({ model_type: 'cohere2', layer_types, sliding_window: 64 }), [3, 7]);
  assert.equal(await of({ model_type: 'gemma2', layer_types }), undefined);
  assert.equal(await of({ model_type: 'exaone4', layer_types }), undefined);
  const hybrid = Array.from({ length: 8 }, (_, layer) => (layer % 4 === 3 ? full : 'linear_attention'));
  assert.deepEqual(await of({ model_type: 'qwen3_next', layer_types: hybrid }), [0, 1, 2, 4, 5, 6]);
  assert.deepEqual(await of({ model_type: 'minimax', attn_type_list: [0, 0, 1, 0] }), [0, 1, 3]);
});
