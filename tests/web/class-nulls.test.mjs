/**
 * The class of defect: transformers' class ignores or rejects a field of a file, but our result for transformers 5
 * reads it. Covers nulls according to each class's declarations, and bases and fractions at the top level of files
 * whose class only reads parameters by layer type.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nullable, refusesNull } from '../../dist/lib/engines/strict-class.js';
import { classDefaults } from '../../dist/lib/hf/class-defaults.js';
import { newerClasses } from '../../dist/lib/hf/class-defaults-newer.js';
import { goldenFile } from './support/golden.mjs';
import { pe } from './support/instance.mjs';

const { fields } = goldenFile('engines/class-nulls');

/** Classes newer than the version whose declarations were parsed. */
const newer = new Set(newerClasses.map(([type]) => type));
const small = { hidden_size: 512, num_attention_heads: 8, num_hidden_layers: 8, max_position_embeddings: 4096 };
const answer = async (config) => (await pe.engines(config, { engines: ['transformers-5'] }))[0];

test('a null is refused by the classes whose number has no None, and by no other', () => {
  assert.deepEqual(Object.keys(fields).sort(), [...nullable].sort());
  const types = [...classDefaults.keys()].filter((type) => !newer.has(type));
  for (const field of nullable) {
    const refused = types.filter((type) => refusesNull(type, field));
    const declared = types.filter((type) => fields[field].number.includes(type));
    assert.deepEqual(refused, declared, field);
    assert.ok(refused.length > 5, field);
  }
});

test('transformers 5 is said to refuse such a file when its class is built', async () => {
  const kind = async (more) => (await answer({ ...small, rope_theta: 10000, ...more })).error?.kind;
  const strict = 'StrictDataclassFieldValidationError';
  assert.equal(await kind({ model_type: 'qwen3', head_dim: null }), strict);
  assert.equal(await kind({ model_type: 'llama', head_dim: null }), undefined);
  assert.equal(await kind({ model_type: 'llama', max_position_embeddings: null }), strict);
  assert.equal(await kind({ model_type: 'deepseek_v3', qk_rope_head_dim: null }), strict);
});

test('classes that read parameters by layer type alone: what stands at the top level changes nothing', async () => {
  const found = ({ layers }) => Object.values(layers).map(({ frequencies }) => [...frequencies]);
  for (const model_type of ['gemma4_text', 'laguna', 'mellum', 'mimo_v2_flash', 'zaya']) {
    const plain = found(await answer({ ...small, model_type }));
    const given = { rope_theta: 12345, swa_rope_theta: 54321, rope_local_base_freq: 54321 };
    assert.deepEqual(found(await answer({ ...small, model_type, ...given })), plain, model_type);
    assert.equal((await answer({ ...small, model_type, rope_scaling: null })).error?.kind, 'TypeError', model_type);
  }
  const mimo = await answer({ ...small, model_type: 'mimo_v2_flash', rope_theta: 12345, partial_rotary_factor: 0.5 });
  const [full, sliding] = found(mimo);
  assert.equal(full.length, 32); // a third of 192 channels, regardless of the file
  assert.ok(Math.abs(full[1] ** -32 / 5e6 - 1) < 1e-5 && Math.abs(sliding[1] ** -32 / 1e4 - 1) < 1e-5);
  assert.match(mimo.notes.join(), /does not read rope_theta, 12345/);
});

test('the whole of Voxtral Realtime fills its text model in; the class of the text model divides', async () => {
  const text = { ...small, model_type: 'voxtral_realtime_text' };
  const alone = await pe.report(text);
  assert.deepEqual([alone.headDim, alone.base], [64, 10000]);
  const whole = await pe.report({ model_type: 'voxtral_realtime', text_config: text });
  assert.deepEqual([whole.headDim, whole.base], [128, 1e6]);
});
