/** importConfig: the fields it reads, and the source it reports for each. hf-golden.test.mjs checks numbers. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { pe } from './support/instance.mjs';
import { importConfig } from './support/import-config.mjs';

const bundled = new URL('../../web/notebook/configs/', import.meta.url);
const rewritten = new URL('../golden/configs/', import.meta.url);
const read = (url) => readFileSync(url, 'utf8');
const only = (config) => importConfig(config).layers.default;
const llama = { model_type: 'llama', rope_theta: 10000, head_dim: 128, max_position_embeddings: 4096 };

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
  // flat parameters and layer_types: all layers rotate alike
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
  // GPT-NeoX: its own rotary_pct and rotary_emb_base; its class rotates a quarter by default
  const neox = only({
    model_type: 'gpt_neox',
    hidden_size: 6144,
    num_attention_heads: 64,
    rotary_emb_base: 20000,
    max_position_embeddings: 2048,
  });
  assert.deepEqual([neox.spec.dim, neox.spec.rotaryDim, neox.spec.base], [96, 24, 20000]);
  // GPT-J: other names of sizes, a width instead of a fraction, adjacent channels
  const gptj = only({ model_type: 'gptj', n_embd: 4096, n_head: 16, rotary_dim: 64, n_positions: 2048 });
  assert.deepEqual(gptj.spec, { encoding: 'rope', dim: 256, base: 10000, layout: 'interleaved', rotaryDim: 64 });
  assert.equal(gptj.trainedContext, 2048);
  // latent attention: the rotated part is not divided again
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

/** Number of times that `call` starts to read the text of a file, or a copy of its object. */
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
