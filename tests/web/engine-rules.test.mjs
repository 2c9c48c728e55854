/** Engine behaviour that posenc once got wrong or did not cover: a config, and the correct result. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesOf } from '../../dist/lib/engines/changed.js';
import { integerPaths } from '../../dist/lib/engines/literals.js';
import { answer, baseOf, close, layer, llama, pe, scaled, yarn } from './support/engine-answers.mjs';
import { refused } from './support/posenc.mjs';

test('two dictionaries: rope_scaling takes the place of rope_parameters, and its rope_theta is lost', async () => {
  const config = { ...llama, rope_parameters: { rope_type: 'default', rope_theta: 1e6 }, rope_scaling: yarn };
  const report = await pe.report(config);
  assert.deepEqual([report.type, report.base], ['yarn', 10_000]);
  const warning = report.warnings.find(({ code }) => code === 'two_rope_dictionaries');
  assert.match(warning.message, /rope_theta 1000000 is lost.*10000/);
});

test('OLMo 3: sliding layers are unscaled in the reference, vLLM, SGLang and llama.cpp', async () => {
  const config = scaled(yarn, { model_type: 'olmo3', layer_types: ['sliding_attention', 'full_attention'] });
  for (const engine of ['transformers-5', 'vllm', 'sglang', 'llama-cpp']) {
    close(baseOf(await layer(engine, config, 'sliding_attention')), 5e5);
    close((await layer(engine, config, 'full_attention')).attentionFactor, 0.1 * Math.log(4) + 1);
  }
});

test('Gemma 4 as 5.16 saves it: per_layer_config widens the heads of full attention', async () => {
  const { layers } = await pe.report({
    model_type: 'gemma4_text',
    hidden_size: 2304,
    num_attention_heads: 8,
    head_dim: 256,
    layer_types: ['sliding_attention', 'full_attention'],
    per_layer_config: { 1: { head_dim: 512 } },
    rope_parameters: {
      sliding_attention: { rope_type: 'default', rope_theta: 1e4 },
      full_attention: { rope_type: 'proportional', partial_rotary_factor: 0.25, rope_theta: 1e6 },
    },
  });
  assert.equal(layers.full_attention.pairs.length, 256);
  assert.equal(layers.sliding_attention.pairs.length, 128);
});

test('heads that are not hidden_size / num_attention_heads wide', async () => {
  const jetmoe = { model_type: 'jetmoe', hidden_size: 2048, num_attention_heads: 32, rope_theta: 10000 };
  assert.equal((await pe.report({ ...jetmoe, kv_channels: 128 })).pairs.length, 64);
  const zamba = { model_type: 'zamba2', hidden_size: 2560, num_attention_heads: 32, rope_theta: 10000 };
  assert.equal((await pe.report({ ...zamba, kv_channels: 80, attention_head_dim: 160 })).pairs.length, 80);
  assert.equal((await pe.report(zamba)).pairs.length, 80);
});

test('DeepSeek V4: plain angles, and a base of their own, scaled with amplitude 1, for compressed keys', async () => {
  const config = {
    ...{ model_type: 'deepseek_v4', hidden_size: 4096, num_attention_heads: 64, head_dim: 512, qk_rope_head_dim: 64 },
    ...{ rope_theta: 10000, compress_rope_theta: 160000, max_position_embeddings: 1048576 },
    rope_scaling: { type: 'yarn', factor: 16, original_max_position_embeddings: 65536 },
  };
  const { layers } = await pe.report(config);
  assert.deepEqual([layers.main.type, layers.main.base, layers.main.pairs.length], ['default', 10_000, 32]);
  assert.deepEqual([layers.compress.type, layers.compress.base, layers.compress.attentionFactor], ['yarn', 160_000, 1]);
});

test('a rope_type beside dictionaries by layer type does not make them flat', async () => {
  const config = {
    ...{ model_type: 'laguna', hidden_size: 2048, num_attention_heads: 48, head_dim: 128 },
    rope_parameters: {
      full_attention: { rope_type: 'default', rope_theta: 5e5, partial_rotary_factor: 0.5 },
      sliding_attention: { rope_type: 'default', rope_theta: 1e4 },
      rope_type: 'default',
    },
    layer_types: ['full_attention', 'sliding_attention'],
  };
  const { layers } = await pe.report(config);
  assert.deepEqual([layers.full_attention.base, layers.full_attention.pairs.length], [5e5, 32]);
  assert.deepEqual([layers.sliding_attention.base, layers.sliding_attention.pairs.length], [1e4, 64]);
});

test('partial_rotary_factor twice: the top level wins in vLLM 0.29, nowhere in releases that came after', async () => {
  const both = (rope_type) => ({
    ...llama,
    model_type: 'glm4',
    partial_rotary_factor: 0.25,
    rope_parameters: {
      rope_type,
      rope_theta: 1e4,
      partial_rotary_factor: 0.5,
      ...(rope_type === 'linear' && { factor: 2 }),
    },
  });
  const pairs = async (engine, type) => (await layer(engine, both(type))).frequencies.length;
  assert.deepEqual([await pairs('transformers-5', 'linear'), await pairs('transformers-5', 'default')], [32, 32]);
  assert.deepEqual([await pairs('vllm@0.29.0', 'linear'), await pairs('vllm@0.29.0', 'default')], [16, 16]);
  assert.deepEqual([await pairs('vllm', 'linear'), await pairs('vllm', 'default')], [32, 32]);
});

test('layouts measured by rotating, and those that were read', async () => {
  const types = ['cohere2_moe', 'glm_ocr_text', 'moonshine_streaming', 'openai_privacy_filter', 'pe_audio_encoder'];
  for (const model_type of [...types, 'glm4v_text', 'ernie4_5_vl_moe_text'])
    assert.equal((await pe.report({ ...llama, model_type, partial_rotary_factor: 1 })).spec.layout, 'interleaved');
  const glm = { ...llama, model_type: 'glm4', partial_rotary_factor: 0.5 };
  assert.equal((await pe.report(glm, { engine: 'vllm' })).spec.layout, 'interleaved');
  assert.equal((await pe.report(llama, { engine: 'vllm' })).spec.layout, 'half');
});

test('llama.cpp: turn counts and amplitude of YaRN are not read, scalings without a key are dropped', async () => {
  const counts = scaled(
    { ...yarn, beta_fast: 1, beta_slow: 1, attention_factor: 0.5 },
    { model_type: 'qwen3', head_dim: 128 },
  );
  const found = await answer('llama-cpp', counts);
  assert.ok(found.difference.frequency > 0.5);
  close(found.layers.default.attentionFactor, 0.1 * Math.log(4) + 1);
  assert.ok(found.notes.some((note) => note.includes('--yarn-beta-fast 1 --yarn-beta-slow 1')));
  assert.ok(found.notes.some((note) => note.includes('--yarn-attn-factor has no effect')));
  for (const rope_scaling of [
    { rope_type: 'dynamic', factor: 2 },
    { rope_type: 'llama3', factor: 8, low_freq_factor: 1, high_freq_factor: 4, original_max_position_embeddings: 8192 },
  ]) {
    const { layers, notes } = await answer('llama-cpp', scaled(rope_scaling, { model_type: 'qwen3', head_dim: 128 }));
    close(baseOf(layers.default), 5e5);
    assert.match(notes.join(), /dropped by the converter/);
  }
});

test('vLLM: M-RoPE with YaRN takes four times the length for its ramp, SGLang does not', async () => {
  const config = scaled({ ...yarn, mrope_section: [16, 24, 24] }, { model_type: 'qwen2_vl' });
  assert.ok((await answer('vllm', config)).difference.frequency > 0.3);
  assert.equal((await answer('sglang', config)).difference, undefined);
});

test('LongRoPE: attention_factor and factor are not read, the regime follows the length so far or started with', async () => {
  const lists = { short_factor: Array(64).fill(1), long_factor: Array(64).fill(2) };
  const config = scaled(
    { rope_type: 'longrope', ...lists, original_max_position_embeddings: 4096, attention_factor: 1.5 },
    { max_position_embeddings: 131072 },
  );
  for (const engine of ['vllm', 'sglang', 'llama-cpp', 'mlx-lm']) {
    const amplitude = (await layer(engine, config)).attentionFactor;
    if (engine === 'llama-cpp')
      assert.equal(amplitude, 1); // Llama's converter writes no lists
    else close(amplitude, 1.1902380714238083);
  }
  close((await layer('transformers-5', config)).attentionFactor, 1.5);
  // vLLM looks for the original length at the top level, where Phi-3 has it
  assert.deepEqual((await answer('vllm', config)).served, 131072);
  const phi = { ...config, original_max_position_embeddings: 4096 };
  assert.deepEqual((await answer('vllm', phi)).served, 4096);
  const started = await answer('vllm', phi, { contextLength: 131072 });
  assert.deepEqual([started.difference.from, (await layer('vllm', phi)).rows], [1, 4096]);
  assert.equal((await layer('vllm', config)).rows, 131072);
  assert.match((await answer('sglang', config)).notes.join(), /rotates that token as position 0/);
});

test('an integer factor of linear is refused by vLLM and SGLang, 4.0 is not, and an object is not judged', async () => {
  const text = (factor) => JSON.stringify(scaled({ rope_type: 'linear', factor: 'F' })).replace('"F"', factor);
  for (const engine of ['vllm', 'sglang']) {
    const { error } = await answer(engine, text('4'));
    assert.deepEqual([error.kind, error.todo], ['TypeError', 'write rope_scaling.factor with a point, as 4.0']);
    assert.equal((await answer(engine, text('4.0'))).error, undefined);
    assert.equal((await answer(engine, scaled({ rope_type: 'linear', factor: 4 }))).error, undefined);
  }
  assert.deepEqual([...integerPaths('{"a":[1,2.5,{"b":-3}],"c":"4","d":1e3}')], ['a[0]', 'a[2].b']);
});

test('proportional: vLLM and SGLang do not read its factor', async () => {
  const rope_parameters = { rope_type: 'proportional', rope_theta: 1e6, partial_rotary_factor: 0.5, factor: 8 };
  for (const engine of ['vllm', 'sglang'])
    assert.equal((await layer(engine, { ...llama, rope_parameters })).frequencies[0], 1);
  assert.equal((await layer('transformers-5', { ...llama, rope_parameters })).frequencies[0], 1 / 8);
});

test('dynamic: vLLM does not stretch, SGLang stretches for its largest length, transformers for the length so far', async () => {
  const config = scaled({ rope_type: 'dynamic', factor: 2 });
  close(baseOf(await layer('vllm', config)), 5e5);
  close(baseOf(await layer('sglang', config)), 5e5 * 3 ** (128 / 126));
  close(baseOf(await layer('transformers-5', config, 'default', { contextLength: 65536 })), 5e5 * 3 ** (128 / 126));
});

test('layers that do not rotate are named', async () => {
  for (const model_type of ['exaone4', 'exaone4_5', 'exaone_moe', 'afmoe', 'cohere2_moe']) {
    const { warnings, layers } = await pe.report({ ...llama, model_type, sliding_window: 4096, rope_theta: 1e4 });
    const all = [...warnings, ...Object.values(layers ?? {}).flatMap((each) => each.warnings)];
    assert.ok(
      all.some(({ code }) => code === 'unrotated_layers'),
      model_type,
    );
  }
});

test('a model that does not rotate: the report says what it uses, with the spec where the file gives it', async () => {
  const cases = [
    [{ model_type: 'bloom', hidden_size: 64, n_head: 8 }, /ALiBi/, { encoding: 'alibi', heads: 8 }],
    [
      { model_type: 'mpt', n_heads: 4, attn_config: { alibi: true } },
      /attn_config.alibi/,
      { encoding: 'alibi', heads: 4 },
    ],
    [
      { model_type: 'falcon', alibi: true, rope_theta: 1e4, num_attention_heads: 2 },
      /alibi/,
      { encoding: 'alibi', heads: 2 },
    ],
    [
      { model_type: 't5', num_heads: 8, relative_attention_num_buckets: 32 },
      /bucketed/,
      { encoding: 't5', heads: 8, numBuckets: 32, maxDistance: 128 },
    ],
    [{ model_type: 'gpt2', n_embd: 768, n_positions: 1024 }, /learned/, { encoding: 'learned', dim: 768, count: 1024 }],
    [{ model_type: 'granitemoehybrid', rope_theta: 1e4, position_embedding_type: 'nope' }, /NoPE/, undefined],
    [{ model_type: 'mamba' }, /recurrence/, undefined],
  ];
  for (const [config, text, spec] of cases) {
    const { instead, pairs } = await pe.report(config);
    assert.match(instead.text, text);
    assert.deepEqual([instead.spec, pairs], [spec, []]);
    if (spec) await pe.shape(spec);
  }
});

test('two releases of an engine that answer differently: one line, from the answers', async () => {
  const file = { ...llama, model_type: 'qwen3', head_dim: 128 };
  const plain = await pe.engines({ ...file, rope_theta: 5e5 });
  assert.deepEqual(changesOf(plain), []);
  const own = scaled({ ...yarn, attention_factor: 0.8 });
  const lines = changesOf(await pe.engines({ ...file, rope_parameters: { rope_theta: 5e5, rope_type: 'default' } }));
  assert.match(
    lines.at(-1),
    /^mlx-lm changed its answer between 0\.31\.3 and 0\.32\.2: before, TypeError: ModelArgs.*; since, as transformers 5$/,
  );
  const [ofVllm] = changesOf(await pe.engines(own, { engines: ['vllm', 'vllm@0.29'] }));
  assert.match(
    ofVllm,
    /^vLLM .* between 0\.29\.0 and 0\.33\.0: before, cos and sin 42\.3 % too large; since, as transf/,
  );
});

test('an engine: its report, its refusal, and one that does not exist', async () => {
  const config = scaled({ ...yarn, attention_factor: 0.8 });
  const [reference, one, updated] = await Promise.all(
    [undefined, 'vllm@0.29.0', 'vllm'].map((engine) => pe.report(config, { engine })),
  );
  close(reference.attentionFactor, 0.8);
  close(one.attentionFactor, 0.1 * Math.log(4) + 1);
  close(updated.attentionFactor, 0.8);
  assert.deepEqual([one.engine.id, one.engine.rows, one.engine.basis], ['vllm@0.29.0', 32768, 'executed']);
  const text =
    '{"model_type":"llama","hidden_size":64,"num_attention_heads":4,"rope_scaling":{"type":"linear","factor":2}}';
  await refused(
    pe.report(text, { engine: 'vllm' }),
    'unsupported_config',
    undefined,
    /vLLM refuses this file: TypeError/,
  );
  await refused(
    pe.report(config, { engine: 'vlm' }),
    'bad_argument',
    undefined,
    /known engines are transformers-5.*mlx-lm/,
  );
  await refused(pe.engines(config, { engines: ['vlm'] }), 'bad_argument', undefined, /known engines are/);
  await refused(pe.engines(config, { engines: 'vllm' }), 'bad_argument', undefined, /a list of names/);
});

test('a file that the importer refuses: each engine refuses it in its own way, or does not look', async () => {
  const kinds = async (rope_scaling) =>
    Object.fromEntries((await pe.engines(scaled(rope_scaling))).map(({ engine, error }) => [engine, error?.kind]));
  const {
    'transformers-5': five,
    vllm,
    sglang,
    'llama-cpp': llamaCpp,
    'mlx-lm': mlx,
  } = await kinds({ rope_type: 'new' });
  assert.deepEqual(
    [five, vllm, sglang, llamaCpp, mlx],
    ['KeyError', 'ValueError', 'ValueError', undefined, 'ValueError'],
  );
  const missing = await kinds({ rope_type: 'linear' });
  assert.deepEqual(
    ['transformers-5', 'vllm', 'sglang', 'llama-cpp', 'mlx-lm'].map((engine) => missing[engine]),
    ['KeyError', 'KeyError', 'KeyError', undefined, 'KeyError'],
  );
});

test('vLLM 0.29.0 has classes, errors and types of YaRN that 0.33.0 does not have', async () => {
  const older = (config) => answer('vllm@0.29.0', config);
  const raised = async (config) => [(await older(config)).error?.kind, (await answer('vllm', config)).error?.kind];
  const heads = { ...llama, head_dim: 16, partial_rotary_factor: 0.5 };
  const half = llama.hidden_size / llama.num_attention_heads / 4;
  for (const model_type of ['gpt_neox', 'phi'])
    assert.equal((await older({ ...heads, model_type })).layers.default.frequencies.length, half, model_type);
  // rotary_pct is no partial_rotary_factor, so the dictionary's counts
  const dict = { rope_type: 'default', rope_theta: 1e4, partial_rotary_factor: 0.5 };
  const neox = await older({ ...llama, model_type: 'gpt_neox', rotary_pct: 0.25, rope_parameters: dict });
  assert.equal(neox.layers.default.frequencies.length, half);

  const linear = { type: 'linear', factor: 2.5 };
  assert.equal((await older(scaled(linear, { model_type: 'nemotron' }))).error.kind, 'ValueError');
  const newer = { rope_type: 'linear', factor: 2.5 };
  assert.equal((await older(scaled(newer, { model_type: 'nemotron' }))).error, undefined);
  assert.match((await older(scaled({ ...newer, factor: 0.5 }, { model_type: 'nemotron' }))).error.message, /factor/);
  const vision_config = { model_type: 'pixtral', rope_parameters: { rope_type: 'axial', rope_theta: 1e4 } };
  const pixtral = { model_type: 'mistral3', text_config: { ...llama, model_type: 'mistral' }, vision_config };
  assert.deepEqual(await raised(pixtral), ['ValueError', undefined]);
  assert.deepEqual(await raised({ ...llama, model_type: 'qwen2_vl_text' }), ['KeyError', undefined]);
  const sections = { type: 'xdrope', alpha: 1000, xdrope_section: [16, 16, 16, 16] };
  assert.deepEqual(await raised(scaled(sections)), [undefined, 'ValueError']);

  assert.equal((await older(scaled({ ...yarn, extrapolation_factor: 2 }))).basis, 'unknown');
  assert.equal((await older({ ...llama, model_type: 'laguna' })).basis, 'unknown');
  const mellum = { model_type: 'mellum', layer_types: ['sliding_attention', 'full_attention'] };
  assert.equal((await older(scaled(yarn, mellum))).error.message, "'sliding_attention'");
});

test('an engine is named with the beginning of a release, too', async () => {
  const config = scaled({ ...yarn, attention_factor: 0.8 });
  const amplitude = async (name) => {
    const [, answer] = await pe.engines(config, { engines: [name] });
    return [answer.engine, Number(answer.layers.default.attentionFactor.toFixed(3))];
  };
  for (const name of ['vllm', 'vllm@0', 'vllm@0.33', 'vllm@0.33.0'])
    assert.deepEqual(await amplitude(name), ['vllm', 0.8]);
  for (const name of ['vllm@0.29', 'vllm@0.29.0']) assert.deepEqual(await amplitude(name), ['vllm@0.29.0', 1.139]);
  assert.deepEqual(await amplitude('transformers@4.57'), ['transformers-4', 0.8]);
  for (const name of ['vllm@', 'vllm@0.3', 'vllm@0.34', 'vllm@0.33.0.1'])
    await refused(
      pe.engines(config, { engines: [name] }),
      'bad_argument',
      'options.engines',
      /of vllm, 0\.33\.0 and 0\.29\.0 are known/,
    );
  await refused(pe.engines(config, { engines: ['lm@1'] }), 'bad_argument', 'options.engines', /known engines are/);
});
