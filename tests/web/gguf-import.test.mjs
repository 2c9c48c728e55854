/**
 * GGUF headers as llama.cpp reads them: the keys that its converter wrote give the frequencies that its code computed
 * (evidence/llama-cpp); the source of each value; and errors.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { importGguf } from '../../dist/lib/hf/gguf.js';
import { checkSpec } from '../../dist/lib/requests/spec.js';
import { verdict } from '../../evidence/compare.mjs';
import { converted, fileOf } from './support/converted.mjs';
import { gguf, llamaKeys } from './support/gguf.mjs';
import { goldenFile } from './support/golden.mjs';
import { pe } from './support/instance.mjs';
import { assertNone, checkedError, configOfGguf, create, llama31, readGguf, refused, runs } from './support/posenc.mjs';
import { random } from './support/random.mjs';

const header = (keys, tensors) => readGguf(gguf(keys, tensors));

test('the files that the converter writes turn as its runtime was seen to turn them', async () => {
  const wrong = [];
  for (const each of converted) {
    const { id, architecture, rotations } = each;
    // no section covers some pairs of Qwen3-VL, and the reader does not say that these stand still in text
    if (architecture === 'qwen3vl' || architecture === 'deepseek4') continue;
    const report = await pe.report(header(...(await fileOf(each))));
    const layers = report.layers ?? { default: report };
    const { verdict: what, why } = verdict({ ...each, served: undefined, partial: true }, { layers });
    const layoutOf = ({ permuted, layout }) => (permuted ? (layout === 'half' ? 'interleaved' : 'half') : layout);
    const layouts = new Set(rotations.filter(({ role }) => !role).map(layoutOf));
    const own = new Set(Object.values(layers).map(({ spec }) => spec.layout));
    if (what !== 'right') wrong.push(`${id}: ${why}`);
    else if (![...layouts].every((layout) => own.has(layout)))
      wrong.push(`${id}: ${[...own]}, executed ${[...layouts]}`);
  }
  assertNone(wrong);
  assert.ok(converted.length >= 1000, String(converted.length));
});

/** No key or tensor has the length before scaling: factors without a blended pair, and MiniCPM, which writes none. */
const lengthless = /llama3-equal|llama-4-|minicpm/;
/** In its file, the factor on queries is rounded to float32. */
const roundedScale = /ministral/;
const published = converted.filter(({ id }) => /^(held\/llamacpp|published)\//.test(id));

test('the same model as config.json and as GGUF says the same of its length, its pairs and its queries', async () => {
  let compared = 0;
  for (const each of published) {
    if (lengthless.test(each.id) || roundedScale.test(each.id)) continue;
    const file = header(...(await fileOf(each)));
    for (const contextLength of [1000, 131072, 2 ** 20]) {
      const [reference, own] = await pe.engines(each.config, { contextLength, engines: ['llama-cpp'] });
      if (reference.error || own.difference) continue; // its class cannot turn it, or lost by the converter
      const [text, gguf] = [await pe.report(each.config, { contextLength }), await pe.report(file, { contextLength })];
      for (const name of Object.keys(gguf.layers ?? { default: gguf })) {
        const said = ({ layers, ...only }) => {
          const { trainedContext, pairsWithUnseenAngles, bands, queryScale, ...rest } =
            layers?.[name] ?? layers?.full_attention ?? only;
          // the class fills in fields missing from a config.json before the converter writes them
          const left = (text.layers?.[name] ?? text.layers?.full_attention ?? text).trainedContextIs === 'unknown';
          const trainedContextIs = left ? 'unknown' : rest.trainedContextIs;
          return { trainedContext, trainedContextIs, pairsWithUnseenAngles, bands, queryScale };
        };
        assert.deepEqual(said(gguf), said(text), `${each.id} ${name} at ${contextLength}`);
        compared++;
      }
    }
  }
  assert.ok(compared >= 80, String(compared));
});

describe('what is read, and from where', () => {
  test('Llama: rope_freqs divide the frequencies at every length', async () => {
    const factors = Array.from({ length: 64 }, (_, i) => 1 + i / 8);
    const file = header(llamaKeys(), { 'rope_freqs.weight': { shape: [64], data: factors } });
    const plain = await pe.report(header(llamaKeys()));
    for (const contextLength of [100, 131072, 200_000]) {
      const { frequencies, readFrom, type, attentionFactor } = await pe.report(file, { contextLength });
      frequencies.forEach((value, i) => assert.ok(Math.abs((value * factors[i]) / plain.frequencies[i] - 1) < 1e-14));
      assert.equal(type, 'longrope');
      assert.equal(attentionFactor, 1);
      assert.equal(readFrom.base, 'llama.rope.freq_base');
      assert.match(readFrom.type, /^rope_freqs\.weight/);
    }
  });

  test('the same from the header, from its keys, and from their text', async () => {
    const file = header(llamaKeys({ 'tokenizer.ggml.tokens': [['str'], ['a']], 'llama.big': ['u64', 2n ** 63n] }));
    const config = configOfGguf(file);
    assert.ok(!('tokenizer.ggml.tokens' in config.metadata));
    const report = await pe.report(file);
    assert.deepEqual(await pe.report(config), report);
    assert.deepEqual(await pe.report(JSON.stringify(config)), report);
    assert.deepEqual(await pe.importConfig(file), await pe.importConfig(config));
    const inWorker = await create({ worker: true });
    assert.deepEqual(await inWorker.report(file), report);
    inWorker.dispose();
  });

  test('rope.scale_linear of old files, types, and sizes by layer', async () => {
    const old = await pe.report(header(llamaKeys({ 'llama.rope.scale_linear': ['f32', 4] })));
    assert.deepEqual([old.type, old.spec.scaling.factor], ['linear', 4]);
    const none = llamaKeys({ 'llama.rope.scaling.type': ['str', 'none'], 'llama.rope.scaling.factor': ['f32', 4] });
    assert.equal((await pe.report(header(none))).type, 'default');
    const { 'llama.rope.dimension_count': _, ...rest } = llamaKeys({
      'llama.attention.head_count': [['u32'], [0, 32, 32]],
    });
    const { headDim, rotaryDim } = await pe.report(header(rest));
    assert.deepEqual([headDim, rotaryDim], [128, 128]);
  });

  test('sliding-window layers of Gemma 3 keep their own base, unscaled', async () => {
    const keys = {
      'general.architecture': ['str', 'gemma3'],
      'gemma3.context_length': ['u32', 131072],
      'gemma3.attention.key_length': ['u32', 128],
      'gemma3.attention.sliding_window': ['u32', 1024],
      'gemma3.rope.freq_base': ['f32', 1e6],
      'gemma3.rope.scaling.type': ['str', 'linear'],
      'gemma3.rope.scaling.factor': ['f32', 8],
    };
    const { layers } = await pe.importConfig(header(keys));
    assert.deepEqual(Object.keys(layers), ['sliding_attention', 'full_attention']);
    assert.deepEqual([layers.sliding_attention.spec.base, layers.sliding_attention.spec.scaling], [10_000, undefined]);
    assert.equal(layers.sliding_attention.slidingWindow, 1024);
    assert.deepEqual(layers.full_attention.spec.scaling, { type: 'linear', factor: 8 });
  });

  test('DeepSeek V4: the file turns as its config.json says, plainly and for compressed keys', async () => {
    const { config } = goldenFile('engines/answers').cases.find(({ id }) => id === 'deepseek-v4');
    const keys = {
      'general.architecture': ['str', 'deepseek4'],
      'deepseek4.context_length': ['u32', config.max_position_embeddings],
      'deepseek4.attention.key_length': ['u32', config.head_dim],
      'deepseek4.rope.dimension_count': ['u32', config.qk_rope_head_dim],
      'deepseek4.rope.freq_base': ['f32', config.rope_theta],
      'deepseek4.attention.compress_rope_freq_base': ['f32', config.compress_rope_theta],
      'deepseek4.rope.scaling.type': ['str', 'yarn'],
      'deepseek4.rope.scaling.factor': ['f32', config.rope_scaling.factor],
      'deepseek4.rope.scaling.original_context_length': ['u32', config.rope_scaling.original_max_position_embeddings],
      'deepseek4.rope.scaling.attn_factor': ['f32', 3],
    };
    const { layers } = await pe.importConfig(header(keys));
    const { layers: right } = await pe.importConfig(config);
    assert.deepEqual(Object.keys(layers), Object.keys(right));
    const turns = ({ spec: { base, dim, rotaryDim = dim, layout, scaling } }) => [base, rotaryDim, layout, scaling];
    for (const name of Object.keys(right)) assert.deepEqual(turns(layers[name]), turns(right[name]), name);
    const own = 'deepseek4.attention.compress_rope_freq_base';
    const without = Object.fromEntries(Object.entries(keys).filter(([key]) => key !== own));
    await refused(pe.importConfig(header(without)), 'bad_config', own);
  });

  test('YaRN: turn counts are read in two architectures only, and where they are not the report says so', async () => {
    const keys = (name) => ({
      'general.architecture': ['str', name],
      [`${name}.context_length`]: ['u32', 131072],
      [`${name}.attention.key_length`]: ['u32', 128],
      [`${name}.rope.scaling.type`]: ['str', 'yarn'],
      [`${name}.rope.scaling.factor`]: ['f32', 4],
      [`${name}.rope.scaling.yarn_beta_fast`]: ['f32', 16],
    });
    const { layers: read } = await pe.importConfig(header(keys('mistral3')));
    const { layers: ignored } = await pe.importConfig(header(keys('qwen3')));
    assert.deepEqual([read.default.spec.scaling.betaFast, ignored.default.spec.scaling.betaFast], [16, 32]);
    // the weight of YaRN's blend, which a file had as 64 instead of 1 (ik_llama.cpp#2003)
    const blended = { ...keys('qwen3'), 'qwen3.rope.scaling.yarn_ext_factor': ['f32', 64] };
    const { layers: told } = await pe.importConfig(header(blended));
    const [{ code, message }] = told.default.warnings;
    assert.equal(code, 'unread_position_fields');
    assert.match(message, /qwen3\.rope\.scaling\.yarn_ext_factor = 64/);
    assert.match(ignored.default.readFrom.betaFast, /does not read qwen3\.rope\.scaling\.yarn_beta_fast/);
  });
});

describe('a GGUF file and the config.json of the same model', () => {
  const sizes = { hidden_size: 4096, num_attention_heads: 16, num_hidden_layers: 8, head_dim: 256 };
  const keysOf = (name, more) =>
    Object.fromEntries(
      Object.entries({
        context_length: ['u32', 32768],
        embedding_length: ['u32', 4096],
        block_count: ['u32', 8],
        'attention.head_count': ['u32', 16],
        'attention.key_length': ['u32', 256],
        'rope.freq_base': ['f32', 1e6],
        ...more,
      }).map(([key, value]) => [`${name}.${key}`, value]),
    );
  const fileOf = (name, more) => header({ 'general.architecture': ['str', name], ...keysOf(name, more) });
  const sections = (list) => ({ 'rope.dimension_sections': [['u32'], list] });
  const layerTypes = (kinds) => Array.from({ length: 8 }, (_, layer) => kinds[layer % kinds.length]);
  const three = (kind) => layerTypes([kind, kind, kind, 'full_attention']);
  const common = { ...sizes, max_position_embeddings: 32768, rope_theta: 1e6 };
  const mrope = (mrope_section) => ({ rope_scaling: { rope_type: 'default', mrope_section } });

  /** The architecture with its own keys, and the config of the same model. */
  const pairs = [
    ['qwen2vl', sections([32, 48, 48, 0]), { model_type: 'qwen2_vl', ...mrope([32, 48, 48]) }],
    ['qwen3vl', sections([48, 40, 40, 0]), { model_type: 'qwen3_vl_text', ...mrope([48, 40, 40]) }],
    ['qwen3vlmoe', sections([48, 40, 40, 0]), { model_type: 'qwen3_vl_moe_text', ...mrope([48, 40, 40]) }],
    [
      'qwen35',
      { ...sections([11, 11, 10, 0]), 'rope.dimension_count': ['u32', 64], full_attention_interval: ['u32', 4] },
      {
        model_type: 'qwen3_5_text',
        layer_types: three('linear_attention'),
        rope_parameters: {
          rope_type: 'default',
          rope_theta: 1e6,
          partial_rotary_factor: 0.25,
          mrope_section: [11, 11, 10],
        },
      },
    ],
    ['smollm3', {}, { model_type: 'smollm3' }],
    [
      'cohere2',
      { 'attention.sliding_window': ['u32', 4096] },
      { model_type: 'cohere2', sliding_window: 4096, layer_types: three('sliding_attention') },
    ],
  ];
  const told = ({ mropeSection, mropeOrder, mropeAxes, unrotatedLayers, multimodalSpec }) => ({
    mropeSection,
    mropeOrder,
    mropeAxes,
    unrotatedLayers,
    form: multimodalSpec?.form,
    sections: multimodalSpec?.sections,
  });

  for (const [name, more, config] of pairs) {
    const own = { ...common, ...config };
    test(`${name}: sections, their order and layers without positions`, async () => {
      const file = fileOf(name, more);
      const [[inFile], [inConfig]] = await Promise.all(
        [file, own].map(async (one) => Object.values((await pe.importConfig(one)).layers)),
      );
      assert.deepEqual(told(inFile), told(inConfig));
      assert.ok(Object.values(told(inFile)).some((value) => value !== undefined));
      const diff = await pe.diffConfigs(own, file);
      assert.equal(diff.same, true, JSON.stringify(diff.layers.map(({ changes }) => changes)));
    });

    test(`${name}: each key that is another is found`, async () => {
      const wrong = {
        context_length: ['u32', 8192],
        // if only part of the head rotates, the positions show only the rotated width
        ...(!('rope.dimension_count' in more) && { 'attention.key_length': ['u32', 128] }),
        'rope.freq_base': ['f32', 10000],
        ...('rope.dimension_count' in more && { 'rope.dimension_count': ['u32', 128] }),
        ...('rope.dimension_sections' in more && sections([8, 12, 12, 0])),
        ...('full_attention_interval' in more && { full_attention_interval: ['u32', 2] }),
        ...('attention.sliding_window' in more && { 'attention.sliding_window': ['u32', 512] }),
        ...(name === 'cohere2' && { 'attention.sliding_window_pattern': ['u32', 2] }),
        ...(name === 'smollm3' && { block_count: ['u32', 12] }),
        'rope.scaling.factor': ['f32', 4],
      };
      for (const [key, value] of Object.entries(wrong)) {
        const { same, served } = await pe.diffConfigs(own, fileOf(name, { ...more, [key]: value })).catch(() => ({}));
        assert.ok(!same || served[0] !== served[1], `${name}.${key}`);
      }
    });
  }

  test('required sections, and pairs that sections put half the width apart', async () => {
    for (const name of ['qwen2vl', 'qwen3vl', 'qwen3vlmoe', 'qwen35', 'qwen35moe', 'qwen3tts'])
      await refused(pe.report(fileOf(name, {})), 'bad_config', `${name}.rope.dimension_sections`);
    const layoutOf = async (more) => (await pe.importConfig(fileOf('glm4', more))).layers.default.spec.layout;
    assert.deepEqual([await layoutOf({}), await layoutOf(sections([8, 12, 12, 0]))], ['interleaved', 'half']);
    assert.equal(await layoutOf(sections([0, 0, 0, 0])), 'interleaved');
  });

  test('without a rotation: the scheme and the spec of the config', async () => {
    for (const [name, more, config] of [
      ['bloom', {}, { model_type: 'bloom', n_head: 16, hidden_size: 4096 }],
      [
        'mpt',
        { 'attention.max_alibi_bias': ['f32', 8] },
        { model_type: 'mpt', n_heads: 16, d_model: 4096, attn_config: { alibi: true, alibi_bias_max: 8 } },
      ],
      ['gpt2', {}, { model_type: 'gpt2', n_head: 16, n_embd: 4096, n_positions: 32768 }],
      ['mamba', {}, { model_type: 'mamba', hidden_size: 4096 }],
    ]) {
      const [file, own] = await Promise.all([pe.report(fileOf(name, more)), pe.report(config)]);
      const words = ({ instead: { scheme, text } }) => [scheme.split(':')[0], text.split('. ').slice(1)];
      assert.deepEqual(words(file), words(own), name);
      assert.deepEqual(file.instead.spec, own.instead.spec, name);
      await refused(pe.importConfig(fileOf(name, more)), 'unsupported_config', 'general.architecture');
    }
    const steep = await pe.report(fileOf('mpt', { 'attention.max_alibi_bias': ['f32', 16] }));
    assert.equal(steep.instead.spec, undefined); // the registry's slopes end at 2^-8
    assert.match(steep.instead.text, /Slopes fall from 0\.5 to 0\.00001526 for 16 heads; alibi_bias_max is 16/);
  });
});

describe('what is refused', () => {
  const cases = [
    ['no architecture', { 'llama.context_length': ['u32', 1] }, 'bad_config', 'general.architecture'],
    ['another part', { 'split.no': ['u16', 1] }, 'bad_config', 'split.no'],

    ['no context', { 'general.architecture': ['str', 'llama'] }, 'bad_config', 'llama.context_length'],
    [
      'a text for a number',
      llamaKeys({ 'llama.rope.freq_base': ['str', '1e6'] }),
      'bad_config',
      'llama.rope.freq_base',
    ],
    [
      'an integer beyond 2^53',
      llamaKeys({ 'llama.context_length': ['u64', 2n ** 63n] }),
      'bad_config',
      'llama.context_length',
    ],
    [
      'an odd width',
      llamaKeys({ 'llama.rope.dimension_count': ['u32', 7] }),
      'bad_config',
      'llama.rope.dimension_count',
    ],
    ['too many', llamaKeys({ 'llama.rope.dimension_count': ['u32', 256] }), 'bad_config', 'llama.rope.dimension_count'],
    [
      'an unknown type',
      llamaKeys({ 'llama.rope.scaling.type': ['str', 'ntk'] }),
      'unsupported_config',
      'llama.rope.scaling.type',
    ],
  ];
  for (const [name, keys, code, field] of cases) test(name, () => refused(pe.report(header(keys)), code, field));

  test('factors of another length, and factors that no spec may have', async () => {
    const factors = (data) => ({ 'rope_freqs.weight': { shape: [data.length], data } });
    await refused(pe.report(header(llamaKeys(), factors([1, 2]))), 'bad_shape', 'rope_freqs.weight');
    const odd = new Array(64).fill(1).with(3, -1);
    await refused(pe.report(header(llamaKeys(), factors(odd))), 'bad_config', 'rope_freqs.weight[3]');
    const yarn = llamaKeys({ 'llama.rope.scaling.type': ['str', 'yarn'] });
    await refused(
      pe.report(header(yarn, factors(new Array(64).fill(2)))),
      'unsupported_config',
      'llama.rope.scaling.type',
    );
  });

  test('objects that only look like a header', async () => {
    for (const given of [{ format: 'gguf' }, { format: 'gguf', metadata: 5, factors: {} }]) {
      const error = await pe.report(given).catch((thrown) => thrown);
      assert.equal(error.code, 'bad_config');
    }
    await refused(pe.engines(header(llamaKeys()), { engines: ['vllm'] }), 'unsupported_config', 'config');
    assert.equal((await pe.report(llama31)).type, 'llama3');
  });
});

test('keys of any value give a spec within the bounds of the registry, or a refusal', () => {
  const next = random('gguf keys');
  const below = (n) => Math.floor(next() * n);
  const wide = [
    -1,
    0,
    1,
    2,
    7,
    8,
    64,
    1e-30,
    0.5,
    1e30,
    2 ** 31,
    -5e-324,
    NaN,
    Infinity,
    'yarn',
    'none',
    true,
    [1, 2],
    [],
  ];
  const written = new Set(converted.flatMap((each) => Object.keys(each.gguf)));
  const keys = [...written].filter((key) => !key.endsWith('.weight')).concat('attention.head_count');
  const more = [
    'embedding_length',
    'attention.sliding_window',
    'attention.kv_lora_rank',
    'rope.scale_linear',
    'attention.compress_rope_freq_base',
  ];
  const counts = { read: 0, refused: 0 };
  for (let i = 0; i < runs(2000); i++) {
    const name = ['llama', 'deepseek2', 'deepseek4', 'gemma3', 'grok', 'odd'][below(6)];
    const metadata = {
      'general.architecture': name,
      [`${name}.context_length`]: 4096,
      [`${name}.attention.key_length`]: 16,
    };
    for (let n = below(6); n > 0; n--) {
      const key = [...keys, ...more][below(keys.length + more.length)];
      metadata[`${name}.${key}`] = wide[below(wide.length)];
    }
    const factors = next() < 0.3 ? { 'rope_freqs.weight': Array.from({ length: 8 }, () => wide[below(12)]) } : {};
    try {
      for (const layer of Object.values(importGguf(configOfGguf({ format: 'gguf', metadata, factors })).layers)) {
        checkSpec(layer.spec, 'report');
        assert.ok(layer.trainedContext >= 1 && layer.maxContext >= 1);
      }
      counts.read++;
    } catch (error) {
      checkedError(error);
      assert.ok(['bad_config', 'bad_shape', 'unsupported_config'].includes(error.code), error.stack);
      counts.refused++;
    }
  }
  assert.ok(counts.read > 100 && counts.refused > 100, JSON.stringify(counts));
});

test('against a GGUF file, a layout that the config itself states counts, where the converter leaves weights as they are', async () => {
  const latent = published.filter(({ config }) => /^\{[^{]*"model_type": ?"(deepseek_v3|kimi_k2)"/.test(config));
  assert.ok(latent.length > 0);
  for (const each of latent) {
    const config = JSON.parse(each.config.replaceAll('Infinity', '1e999'));
    const file = header(...(await fileOf(each)));
    const layoutOf = async (more) =>
      (await pe.diffConfigs({ ...config, ...more }, file)).layers.flatMap(({ same, changes }) =>
        changes.filter(({ field }) => field === 'layout').map(({ a, b }) => [same, a, b]),
      );
    assert.deepEqual(await layoutOf({}), [], each.id);
    assert.deepEqual(await layoutOf({ rope_interleave: true }), [], each.id);
    assert.deepEqual(await layoutOf({ rope_interleave: false }), [[false, 'half', 'interleaved']], each.id);
  }
  // the converter permutes the weights of a Llama, whose config contains no layout
  const plain = await pe.diffConfigs(llama31, header(llamaKeys()));
  assert.ok(plain.layers.every(({ changes }) => changes.every(({ field }) => field !== 'layout')));
});
