/** Models of images and sound next to text: their positions and fields, and the layers of a text model alone. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { positionFields } from '../../dist/lib/hf/tower-fields.js';
import { ropeNdPresets } from '../../dist/lib/node.js';
import { goldenFile } from './support/golden.mjs';
import { pe } from './support/instance.mjs';
import { cli } from './support/posenc.mjs';

const text = { hidden_size: 512, num_attention_heads: 8, num_hidden_layers: 8, max_position_embeddings: 4096 };
const text_config = { ...text, model_type: 'llama', rope_theta: 10_000 };
const tower = async (model_type, fields, key = 'vision_config') =>
  (await pe.report({ model_type: 'llava', text_config, [key]: { model_type, ...fields } })).towers[0];

test('rows of learned tables: the shapes of published weights', async () => {
  // position_embedding.weight of the checkpoints: with or without a row for the class token
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
  const { cases } = goldenFile('engines/transformers-classes-2');
  const vision = cases.filter(({ id, modelType }) => /VisionRotary/.test(id) && modelType.endsWith('_vision'));
  assert.equal(vision.length, 4);
  for (const { id, modelType, config, frequencies } of vision) {
    const { spec } = await tower(modelType, JSON.parse(config));
    const { inv_freq } = frequencies;
    assert.equal(spec.dim, 4 * inv_freq.length, id);
    // (pairs, axes), equal for both coordinates
    const ours = await pe.frequencies(spec);
    for (const axis of [0, 1]) {
      const turning = ours.filter((theta, i) => i % 2 === axis && theta !== 0);
      assert.equal(turning.length, inv_freq.length, id);
      for (const [k, theta] of inv_freq.entries())
        assert.ok(Math.abs(turning[k] / theta - 1) < 4e-7, `${id} ${axis} ${k}`);
    }
  }
});

/** Vision objects of published files, with the preset that is compared with the executed class. */
const published = [
  ['qwen2-vl-vision', 'qwen2_vl', { embed_dim: 1280, num_heads: 16, patch_size: 14, hidden_size: 3584 }],
  ['qwen2.5-vl-vision', 'qwen2_5_vl', { hidden_size: 1280, num_heads: 16, patch_size: 14 }],
  ['qwen3-vl-vision', 'qwen3_vl', { hidden_size: 1152, num_heads: 16, patch_size: 16 }],
  ['gemma-4-vision', 'gemma4_vision', { hidden_size: 768, num_attention_heads: 12, patch_size: 16 }],
  ['kimi-k2.5-vision', 'kimi_k25_vision', { hidden_size: 1152, num_attention_heads: 16, patch_size: 14 }],
  [
    'minimax-m3-vision',
    'minimax_m3_vl_vision',
    { hidden_size: 1280, num_attention_heads: 16, patch_size: 14, temporal_patch_size: 2 },
  ],
];

test('vision towers are their presets, and the report has the pairs of each axis', async () => {
  for (const [id, type, fields] of published) {
    const preset = ropeNdPresets.find((one) => one.id === id);
    const { spec, coordinates, axes } = await tower(type, fields);
    assert.deepEqual(spec, preset.spec, id);
    assert.deepEqual(coordinates, preset.axes, id);
    assert.deepEqual(
      axes.map(({ name }) => name),
      preset.axes,
      id,
    );
    // each pair has its frequency, at its place, and its period is 2π / frequency patches
    const frequencies = await pe.frequencies(spec);
    const listed = axes.flatMap(({ pairs, step }, axis) => pairs.map((pair) => ({ ...pair, axis, step })));
    assert.equal(listed.length, frequencies.length / axes.length, id);
    for (const { index, frequency, period, periodInUnits, axis, step } of listed) {
      const exact = frequencies[index * axes.length + axis];
      assert.ok(Math.abs(frequency / exact - 1) <= 2 ** -52, `${id} ${index}`);
      assert.ok(Math.abs((period * exact) / (2 * Math.PI) - 1) <= 1e-15, `${id} ${index}`);
      assert.equal(periodInUnits, period * step.size);
    }
    for (const { name, step } of axes)
      assert.deepEqual(
        step,
        name === 'frame'
          ? { size: fields.temporal_patch_size, of: 'frames' }
          : { size: fields.patch_size, of: 'pixels' },
      );
  }
});

test('a tower: what its file lacks or has otherwise', async () => {
  const gemma = { hidden_size: 768, num_attention_heads: 12 };
  const axesOf = async (...asked) => (await tower(...asked)).axes;
  assert.equal((await axesOf('gemma4_vision', gemma))[0].step, undefined);
  assert.equal((await axesOf('gemma4_vision', gemma))[0].pairs[0].periodInUnits, undefined);
  const own = await tower('gemma4_vision', { ...gemma, rope_parameters: { rope_theta: 400, rope_type: 'default' } });
  assert.deepEqual([own.spec.base, own.axes[1].base], [400, 400]);
  assert.equal((await tower('gemma4_vision', { ...gemma, rope_parameters: { rope_theta: -1 } })).spec, undefined);
  assert.equal((await tower('gemma4_vision', { ...gemma, head_dim: 66 })).spec, undefined);
  assert.equal((await tower('qwen3_vl', { hidden_size: 1150, num_heads: 16 })).spec, undefined);
  assert.equal((await tower('minimax_m3_vl_vision', { hidden_size: 64, num_attention_heads: 16 })).spec, undefined);
  assert.equal(await axesOf('clip_vision_model', { image_size: 224, patch_size: 14, hidden_size: 1024 }), undefined);
  // with a text model that does not rotate, and one with several kinds of layers
  const vision_config = { model_type: 'gemma4_vision', ...gemma };
  const still = await pe.report({ model_type: 'blip-2', text_config: { ...text, model_type: 'opt' }, vision_config });
  assert.equal(still.towers[0].axes.length, 2);
  const kinds = await pe.report({
    model_type: 'gemma3',
    text_config: { ...text, model_type: 'gemma3_text', rope_theta: 1e6, rope_local_base_freq: 10_000 },
    vision_config,
  });
  assert.ok(Object.keys(kinds.layers).length > 1);
  for (const layer of Object.values(kinds.layers)) assert.equal(layer.towers[0].axes.length, 2);
});

test('the audio encoder of Gemma 3n: relative keys within its context', async () => {
  const fields = { hidden_size: 1536, conf_num_attention_heads: 8, conf_attention_context_left: 13 };
  const { spec } = await tower('gemma3n_audio', { ...fields, conf_attention_context_right: 0 }, 'audio_config');
  assert.deepEqual(spec, {
    encoding: 'transformer-xl',
    dim: 192,
    tableDim: 1536,
    denominator: 'D/2-1',
    globalTerms: false,
    contextLeft: 12,
    contextRight: 0,
  });
  assert.equal((await pe.shape(spec)).width, 1536);
  assert.equal((await tower('gemma3n_audio', fields, 'audio_config')).spec, undefined);
});

test('posenc report prints the axes of a tower, in patches and pixels', () => {
  const [, model_type, fields] = published.at(-1);
  const { stdout, status } = spawnSync(process.execPath, [cli, 'report', '-'], {
    input: JSON.stringify({ model_type: 'minimax_m3_vl', text_config, vision_config: { model_type, ...fields } }),
    encoding: 'utf8',
  });
  assert.equal(status, 0);
  // 2π 10000^(12/13) patches, of 14 pixels each
  assert.match(stdout, /^vision_config, minimax_m3_vl_vision$/m);
  assert.match(stdout, /^ +frame +26 +10000 +13 +6\.28319 to 30937\.7 +12\.5664 to 61875\.3 frames$/m);
  assert.match(stdout, /^ +column +26 +10000 +13 +6\.28319 to 30937\.7 +87\.9646 to 433127 pixels$/m);
  assert.match(stdout, /^ {2}spec: \{"encoding":"rope-nd","dim":80/m);
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

test('DINOv3 by itself: no context, and angles as its class makes them of the centres of patches', async () => {
  const { cases } = goldenFile('engines/transformers-classes');
  const executed = cases.find(({ id }) => id === 'EomtDinov3RotaryEmbedding');
  const config = JSON.parse(executed.config);
  const { instead, pairs, contextLength, warnings } = await pe.report(config);
  assert.deepEqual([pairs.length, contextLength], [0, 0]);
  assert.match(instead.text, /a context length has no meaning there\. .*, 100\^\(4k\/64\): .* here 40 × 40 patches/);
  assert.deepEqual(warnings, []);
  // angles = 2 pi coordinate inv_freq; coordinates of neighbouring centres are 2 / side apart
  const { inv_freq } = executed.frequencies;
  const [near, next] = [
    [3, 7],
    [3, 8],
  ].map(([row, column]) => [row, column]);
  const x = Float64Array.from({ length: 64 }, (_, c) => (c < 32 ? 1 : 0));
  const turned = await Promise.all(
    [near, next].map((place) => pe.rotate(instead.spec, { data: x, rows: 1, cols: 64 }, [place])),
  );
  const angle = ({ data }, pair) => Math.atan2(data[pair + 32], data[pair]);
  inv_freq.forEach((frequency, k) => {
    // the block of rows, then that of columns
    const step = (4 * Math.PI * frequency) / 40;
    assert.ok(Math.abs(angle(turned[1], k) - angle(turned[0], k)) < 1e-12, 'the row is the same');
    assert.ok(Math.abs(angle(turned[1], k + 16) - angle(turned[0], k + 16) - step) < 1e-6, `pair ${k}`);
  });
  await assert.rejects(pe.report(config, { contextLength: 1024 }), { code: 'bad_argument', field: 'contextLength' });
  await assert.rejects(pe.extendContext(config, 4096), { code: 'unsupported_config', message: /no meaning/ });
});

test('a vision tower by itself has the axes that it has beside a text', async () => {
  const gemma = {
    model_type: 'gemma4_vision',
    hidden_size: 768,
    num_attention_heads: 12,
    head_dim: 64,
    patch_size: 16,
  };
  const [whole, beside] = [await pe.report(gemma), await tower('gemma4_vision', gemma)];
  assert.deepEqual(whole.instead.spec, beside.spec);
  const known = await pe.report({ model_type: 'llava', text_config, vision_config: gemma });
  assert.deepEqual(whole.axes, known.towers[0].axes);
  assert.equal(whole.axes.length, 2);
});

test('a tower by itself: numbers that are texts, and what no one read of its rope dictionary, are told of', async () => {
  const tower = { model_type: 'muse_glimmer_vision', hidden_size: 512, num_attention_heads: 8 };
  const plain = await pe.report({ ...tower, rope_parameters: { rope_type: 'default', rope_theta: 20_000 } });
  assert.deepEqual(plain.warnings, []);
  const told = await pe.report({
    ...tower,
    hidden_size: '512',
    rope_parameters: { rope_type: 'yarn', rope_theta: '20000', partial_rotary_factor: 0.5 },
  });
  assert.deepEqual(told.spec, plain.spec);
  const [spelled, unread, ...others] = told.warnings;
  assert.deepEqual([spelled.code, unread.code, others], ['number_as_text', 'unread_position_fields', []]);
  for (const key of ['hidden_size', 'rope_parameters.rope_theta']) assert.ok(spelled.message.includes(key), key);
  for (const key of ['rope_type', 'partial_rotary_factor']) assert.ok(unread.message.includes(key), key);
  assert.deepEqual((await pe.importConfig(tower)).layers.default.warnings, []);
});

test("Whisper's report says how many positions its tables have", async () => {
  const { instead } = await pe.report({
    model_type: 'whisper',
    d_model: 64,
    max_source_positions: 1500,
    max_target_positions: 448,
  });
  assert.match(instead.text, /Positions of its tables: max_source_positions = 1500, max_target_positions = 448$/);
});

test('a tower shows the numbers of a nested rope dictionary, and no null', () => {
  const rope_parameters = { rope_type: 'default', rope_theta: 10_000, partial_rotary_factor: null };
  assert.deepEqual(positionFields({ patch_size: 14, image_size: null, hidden_act: 'gelu', rope_parameters }), {
    patch_size: 14,
    'rope_parameters.rope_type': 'default',
    'rope_parameters.rope_theta': 10_000,
  });
});
