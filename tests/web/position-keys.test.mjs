/**
 * The class of defect: a field that changes positions is ignored, and the report does not mention it. For each field
 * that transformers' classes read, in each model type, another value changes the report or is named in it.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goldenFile } from './support/golden.mjs';
import { pe } from './support/instance.mjs';
import { importConfig } from './support/import-config.mjs';

const { fields, dictionary, shared } = goldenFile('engines/position-keys');
const { classes } = goldenFile('engines/position-keys-read');

/** Fields that do not affect rotation: attention masks, widths of other parts, training, other kinds of layers. */
// prettier-ignore
const beside = new Set([
  'layer_types', 'mlp_layer_types', 'mtp_layer_types', 'mtp_mlp_layer_types', 'sliding_window', 'sliding_window_pattern',
  'sliding_window_size', 'sliding_windows', 'use_sliding_window', 'prefix_dense_sliding_window_pattern', 'local_attention',
  'num_sliding_attention_heads', 'qk_nope_head_dim', 'memory_attention_rope_dropout', 'local_attention_probs_dropout_prob',
]);
/** The dictionaries; their contents are tested separately. */
const places = new Set(['rope_parameters', 'rope_scaling']);

const base = { hidden_size: 512, num_attention_heads: 8, num_hidden_layers: 8, max_position_embeddings: 4096 };

/** The report, or undefined if the file is rejected, which counts as a mention. */
function answer(config) {
  try {
    return JSON.stringify(importConfig(config));
  } catch (thrown) {
    if (thrown.code === undefined || thrown.code === 'internal') throw thrown;
    return undefined;
  }
}

/** Values other than the default and the meaning of an absent field; at least one must have an effect. */
function others(key, value) {
  if (key === 'no_rope_layers') return [[0, 1, 1, 1, 0, 1, 1, 1]];
  if (/rope_theta$/.test(key) && value === null) return [12345, [12345, 0, 12345, 0, 12345, 0, 12345, 0]];
  if (/_factors$/.test(key)) return [[0.5, 1]];
  if (/section/.test(key)) return [[8, 12, 12]];
  if (/position_embeddings?_type/.test(key)) return ['alibi', 'rotary'];
  if (typeof value === 'boolean') return [!value];
  if (/partial|pct|fraction/.test(key)) return [0.25, 0.75];
  if (/use_|_interleave|rotary_value/.test(key)) return [true];
  return [(value ?? 20) * 2 + 2, 48];
}

/** The field changes the result, if only by a warning that names it, or causes an error. */
function heard(without, config) {
  const [before, after] = [answer(without), answer(config)];
  return after === undefined || before === undefined || before !== after;
}

test('every field about positions that a class of transformers reads changes the report, or is named in it', () => {
  const silent = [];
  for (const [key, types] of Object.entries(fields)) {
    if (beside.has(key) || places.has(key)) continue;
    for (const [type, value] of Object.entries(types)) {
      const rotates = ['rope_parameters', 'rope_theta', 'rotary_emb_base'].some((name) => type in (fields[name] ?? {}));
      const config = { model_type: type, ...base, ...(rotates && { rope_theta: 20_000 }) };
      const tried = others(key, value).some((other) => heard(config, { ...config, [key]: other }));
      if (!tried) silent.push(`${type}: ${key}`);
    }
  }
  assert.deepEqual(silent, []);
});

const scaled = {
  default: {},
  linear: { factor: 4 },
  dynamic: { factor: 4 },
  yarn: { factor: 4, original_max_position_embeddings: 1024 },
  llama3: { factor: 4, low_freq_factor: 1, high_freq_factor: 4, original_max_position_embeddings: 1024 },
};

test('every key of a rope dictionary that a class reads changes the report, or is named in it', () => {
  const silent = [];
  const keys = { ...dictionary };
  for (const key of shared) keys[key] ??= ['llama'];
  for (const [key, types] of Object.entries(keys)) {
    if (['rope_type', 'type', 'dynamic'].includes(key)) continue;
    for (const type of types) {
      for (const [rope_type, parts] of Object.entries(scaled)) {
        const of = (dict) => ({
          model_type: type,
          ...base,
          rope_parameters: { rope_type, rope_theta: 20_000, ...parts, ...dict },
        });
        const tried = others(key, parts[key] ?? null).some((other) => heard(of({}), of({ [key]: other })));
        if (!tried) silent.push(`${type}: ${rope_type}.${key}`);
      }
    }
  }
  assert.deepEqual(silent, []);
});

/** Other fields of files of these types. */
const more = {
  qwen: { rotary_emb_base: 10_000, seq_length: 1024 },
  'grok-1': {
    rope_theta: 20_000,
    rope_type: 'yarn',
    scaling_factor: 8,
    original_max_position_embeddings: 512,
    beta_fast: 32,
  },
};

test('fields of classes that do not rotate, and of published code beside transformers, too', async () => {
  const said = async (config) => {
    try {
      return JSON.stringify(await pe.report(config));
    } catch (thrown) {
      assert.notEqual(thrown.code ?? 'internal', 'internal', thrown.stack);
      return thrown.message;
    }
  };
  const silent = [];
  for (const { types, fields: own } of classes)
    for (const model_type of types)
      for (const [key, value] of Object.entries(own)) {
        const config = { model_type, ...base, ...more[model_type] };
        if ((await said(config)) === (await said({ ...config, [key]: value }))) silent.push(`${model_type}: ${key}`);
      }
  assert.deepEqual(silent, []);
});

test('every field about positions of another model of the file is named, with its value', () => {
  const text_config = { model_type: 'llama', ...base, rope_theta: 10_000 };
  const unnamed = [];
  const of = (type, key, value) => {
    const vision_config = { model_type: type, hidden_size: 64, [key]: value };
    const { warnings, towers } = importConfig({ model_type: 'llava', text_config, vision_config }).layers.default;
    const { message } = warnings.find(({ code }) => code === 'other_towers');
    if (!message.includes(key) || !(key in towers[0].fields)) unnamed.push(`${type}: ${key}`);
  };
  for (const [key, types] of Object.entries(fields)) {
    if (beside.has(key) || places.has(key)) continue;
    for (const type of Object.keys(types)) of(type, key, others(key, types[type])[0]);
  }
  for (const { repository, types, fields: own } of classes)
    if (repository === 'huggingface/transformers')
      for (const [key, value] of Object.entries(own)) of(types[0], key, value);
  assert.deepEqual(unnamed, []);
});

const widths = { head_dim: 96, qk_rope_head_dim: 32, rotary_dim: 48, partial_rotary_factor: 0.5, rotary_pct: 0.5 };
/** A file in which this width decides, in types that rotate. */
const withWidth = (key) => ({ ...base, [key]: widths[key], rope_theta: 10_000 });
const switches = Object.keys(fields).filter((key) => /use_.*rope|use_.*rotary|rope_interleave|rotary_value/.test(key));

test('0, null and false are values: the answer changes, or the file is refused, or the field is named as unread', () => {
  const told = (config, key) => {
    const found = answer(config);
    return found === undefined || found.includes(`${key} = `) ? undefined : found;
  };
  for (const model_type of ['llama', 'deepseek_v3', 'phi', 'no_such_type'])
    for (const key of Object.keys(widths))
      for (const value of [0, null]) {
        const given = answer({ model_type, ...withWidth(key) });
        const found = told({ model_type, ...withWidth(key), [key]: value }, key);
        // null counts as absent if the class does not read the field
        const absent = value === null && given?.includes(`${key} = `);
        assert.ok(found !== given || found === undefined || absent, `${model_type}: ${key} ${value}`);
      }
  assert.ok(switches.length > 2, switches.join());
  for (const key of [...switches, 'use_rope', 'apply_rope', 'rotary'])
    for (const model_type of ['llama', 'solar_open2', 'no_such_type', ...Object.keys(fields[key] ?? {})]) {
      const file = { model_type, ...base, rope_theta: 10_000 };
      const found = told({ ...file, [key]: false }, key);
      assert.ok(found === undefined || found !== told({ ...file, [key]: true }, key), `${model_type}: ${key} false`);
    }
});
