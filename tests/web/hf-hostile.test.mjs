/** Hostile configs: an ImportedConfig or a PosencError, nothing else, and no trace on Object.prototype. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { importConfig } from './support/import-config.mjs';
import { fc } from './support/random.mjs';
import { errorCodes } from '../../dist/lib/generated/error-codes.js';
import { checkSpec } from '../../dist/lib/requests/spec.js';

const runs = process.env.POSENC_FULL ? 200_000 : 3000;
const prototype = () => Reflect.ownKeys(Object.prototype).map(String).join();
const untouched = prototype();

/** Imports and checks the result; returns the code of the error or 'ok'. */
function attempt(config) {
  let imported;
  try {
    imported = importConfig(config);
  } catch (error) {
    assert.equal(error?.name, 'PosencError', String(error?.stack ?? error));
    assert.ok(errorCodes.includes(error.code) && error.code !== 'internal', error.code);
    assert.ok(typeof error.field === 'string' && error.message.length > 10 && error.message.length < 2000);
    assert.equal(prototype(), untouched);
    return error.code;
  }
  assert.ok(Object.keys(imported.layers).length >= 1);
  for (const layer of Object.values(imported.layers)) {
    checkSpec(layer.spec, 'report'); // throws unless every parameter is within the bounds of the registry
    for (const length of [layer.trainedContext, layer.maxContext])
      assert.ok(Number.isSafeInteger(length) && length >= 1);
    assert.equal(typeof layer.latentAttention, 'boolean');
    for (const from of Object.values(layer.readFrom)) assert.equal(typeof from, 'string');
    for (const { message } of layer.warnings)
      assert.ok(!/undefined|\[object/.test(message.replaceAll(/'[^']*'/g, '')), message);
  }
  assert.equal(prototype(), untouched);
  assert.deepEqual(structuredClone(imported), imported); // plain data: it can be sent to a worker
  return 'ok';
}

const anything = fc.anything({
  withNullPrototype: true,
  withBigInt: true,
  withTypedArray: true,
  withDate: true,
  withMap: true,
});
const number = fc.oneof(fc.integer({ min: -2, max: 200000 }), fc.double());
const wrong = fc.oneof(
  number,
  fc.constantFrom(true, false, '10000', '', 'yarn'),
  fc.array(number, { maxLength: 4 }),
  fc.jsonValue(),
  anything,
);
/** Mostly a sensible value of a field, sometimes anything. */
const near = (...values) =>
  fc.oneof({ weight: 60, arbitrary: fc.constantFrom(null, ...values) }, { weight: 1, arbitrary: wrong });
const maybe = (shaped) =>
  fc.oneof(
    { weight: 20, arbitrary: shaped },
    { weight: 10, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: wrong },
  );
const some = (keys, arbitrary) => Object.fromEntries(keys.map((key) => [key, arbitrary]));
const type = near('default', 'linear', 'dynamic', 'yarn', 'longrope', 'su', 'llama3', 'proportional', 'ntk', 'mrope');
const section = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(null, [16, 24, 24], [], [1]) },
  { weight: 1, arbitrary: wrong },
);
const dict = fc.record(
  {
    rope_type: type,
    type,
    rope_theta: near(10000, 500000),
    ...some(
      [
        'factor',
        'attention_factor',
        'beta_fast',
        'beta_slow',
        'mscale',
        'mscale_all_dim',
        'low_freq_factor',
        'high_freq_factor',
        'mixed_b',
        'short_mscale',
        'long_mscale',
      ],
      near(0.5, 1, 2, 4),
    ),
    original_max_position_embeddings: near(1, 4096, 8192),
    partial_rotary_factor: near(0.25, 0.5, 1),
    ...some(['truncate', 'mrope_interleaved'], near(true, false)),
    ...some(['short_factor', 'long_factor'], maybe(fc.constantFrom(Array(64).fill(1.5), Array(4).fill(2)))),
    mrope_section: section,
    __proto__: wrong,
  },
  { requiredKeys: [] },
);
const modelType = near(
  'llama',
  'gemma3_text',
  'gemma4_text',
  'gpt_oss',
  'modernbert',
  'deepseek_v3',
  'cohere2',
  'bert',
  'falcon',
  '__proto__',
  'constructor',
  'toString',
);
const layerTypes = fc.array(
  fc.constantFrom('full_attention', 'sliding_attention', '__proto__', 'constructor', '1', '0'),
  { maxLength: 6 },
);
const fields = {
  model_type: modelType,
  rope_parameters: maybe(
    fc.oneof(dict, fc.dictionary(fc.constantFrom('full_attention', 'sliding_attention', '__proto__', 'x'), dict)),
  ),
  rope_scaling: maybe(dict),
  layer_types: maybe(layerTypes),
  ...some(['rope_theta', 'rotary_emb_base', 'rope_local_base_freq'], near(10000, 1e6)),
  ...some(['head_dim', 'global_head_dim', 'qk_rope_head_dim'], near(8, 128)),
  ...some(
    ['hidden_size', 'max_position_embeddings', 'original_max_position_embeddings', 'sliding_window'],
    near(4096, 131072),
  ),
  num_attention_heads: near(32),
  ...some(['partial_rotary_factor', 'rotary_pct'], near(0.5, 1)),
  rotary_dim: near(8),
  ...some(['rope_interleave', 'alibi'], near(false)),
  no_rope_layers: section,
  mrope_section: section,
  position_embedding_type: near('absolute', 'rotary'),
};
/** Shaped like a config, with errors in any place. */
const config = fc.record(
  {
    ...fields,
    text_config: fc.oneof({ weight: 20, arbitrary: fc.constant(null) }, fc.record(fields, { requiredKeys: [] }), wrong),
  },
  { requiredKeys: [] },
);

test('anything at all', () => {
  fc.assert(
    fc.property(anything, (given) => void attempt(given)),
    { numRuns: runs },
  );
});

test('objects in the shape of a config, as objects and as text', () => {
  const seen = new Map();
  fc.assert(
    fc.property(config, (given) => {
      const code = attempt(given);
      seen.set(code, (seen.get(code) ?? 0) + 1);
      let text;
      try {
        text = JSON.stringify(given);
      } catch {
        return; // a bigint
      }
      attempt(text);
    }),
    { numRuns: runs },
  );
  assert.ok(
    seen.get('ok') > runs / 10 && seen.get('bad_config') > 0 && seen.get('unsupported_config') > 0,
    JSON.stringify([...seen]),
  );
});

test('a valid config with one field replaced', () => {
  const valid = {
    model_type: 'deepseek_v3',
    head_dim: 128,
    hidden_size: 4096,
    num_attention_heads: 32,
    max_position_embeddings: 163840,
    rope_theta: 10000,
    rope_scaling: {
      rope_type: 'yarn',
      factor: 40,
      original_max_position_embeddings: 4096,
      beta_fast: 32,
      beta_slow: 1,
      mscale: 1,
      mscale_all_dim: 1,
    },
  };
  assert.equal(attempt(valid), 'ok');
  const paths = [
    ...Object.keys(valid).map((key) => [key]),
    ...Object.keys(valid.rope_scaling).map((key) => ['rope_scaling', key]),
  ];
  fc.assert(
    fc.property(fc.constantFrom(...paths), wrong, ([outer, inner], replacement) => {
      const copy = structuredClone(valid);
      if (inner === undefined) copy[outer] = replacement;
      else copy[outer][inner] = replacement;
      attempt(copy);
    }),
    { numRuns: runs },
  );
});

test('getters, proxies, cycles, depth and size', () => {
  const getter = {
    get rope_theta() {
      throw new Error('no');
    },
  };
  const proxy = new Proxy(
    {},
    {
      ownKeys() {
        throw 'a text';
      },
    },
  );
  const cycle = { rope_theta: 10000 };
  cycle.text_config = cycle;
  for (const given of [getter, proxy, cycle]) assert.notEqual(attempt(given), 'ok');
  assert.equal(attempt(`${'{"text_config":'.repeat(5000)}1${'}'.repeat(5000)}`), 'bad_json');
  assert.equal(attempt({ rope_theta: 10000, head_dim: 8, junk: new Array(2 ** 32 - 1) }), 'too_large');
  assert.equal(attempt(`{"rope_theta": 10000, "junk": "${'x'.repeat(20_000_000)}"}`), 'too_large');
  assert.equal(attempt('{"rope_theta": 10000, "head_dim": 12'), 'bad_json');
});

test('names of Object.prototype are names like others', () => {
  const text =
    '{"rope_theta": 10000, "head_dim": 8, "max_position_embeddings": 64, "__proto__": {"rope_scaling": {"type": "linear", "factor": 2}}, "constructor": 1}';
  const layer = importConfig(text).layers.default;
  assert.equal(layer.spec.scaling, undefined);
  const nested = importConfig(
    '{"head_dim": 8, "max_position_embeddings": 64, "layer_types": ["__proto__"], "rope_parameters": {"__proto__": {"rope_theta": 5}}}',
  );
  assert.deepEqual(Object.keys(nested.layers), ['__proto__']);
  assert.equal(Object.getOwnPropertyDescriptor(nested.layers, '__proto__').value.spec.base, 5);
  assert.equal(prototype(), untouched);
});

test('no field that is read may be NaN or infinite; the message calls it a number, and a text a text', () => {
  const folder = new URL('../../web/notebook/configs/', import.meta.url);
  let refused = 0;
  for (const name of readdirSync(folder)) {
    const text = readFileSync(new URL(name, folder), 'utf8');
    // every number of the config, one by one
    for (const { index, 0: found } of text.matchAll(/(?<=: |\n\s*)-?\d[\d.e+-]*(?=\s*[,}\]\n])/g)) {
      for (const literal of ['NaN', 'Infinity', '-Infinity', '"NaN"']) {
        const changed = text.slice(0, index) + literal + text.slice(index + found.length);
        let imported;
        try {
          imported = importConfig(changed);
        } catch (error) {
          refused++;
          assert.equal(error.code, 'bad_config', error.message);
          assert.match(error.message, literal === '"NaN"' ? /is 'NaN' \(a string\)/ : new RegExp(` is ${literal};`));
          continue;
        }
        // not read: the result contains none of it
        assert.doesNotMatch(
          JSON.stringify(imported),
          /:null|NaN|Infinity/,
          `${name}: ${text.slice(index - 40, index)}`,
        );
      }
    }
  }
  assert.ok(refused > 60, `${refused}`);
});
