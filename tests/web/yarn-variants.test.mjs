/** Grok-2's and TeleChat3's YaRN, and Grok's theta_scale: frequencies and amplitudes of vLLM's executed classes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportConfig } from '../../dist/lib/hf/export.js';
import { goldenFile } from './support/golden.mjs';
import { pe } from './support/instance.mjs';
import { refusal } from './support/posenc.mjs';

const { cases } = goldenFile('engines/yarn-variants');

/** The file of a case; Grok's fields are at the top level. */
function fileOf({ rope_type, factor, dim, base, original, beta_fast, beta_slow }) {
  const shared = { hidden_size: 8 * dim, num_attention_heads: 8, head_dim: dim, rope_theta: base };
  const lengths = { original_max_position_embeddings: original, beta_fast, beta_slow };
  const max_position_embeddings = factor * original;
  if (rope_type !== 'telechat3-yarn')
    return { model_type: 'grok-1', ...shared, max_position_embeddings, rope_type, scaling_factor: factor, ...lengths };
  const rope_scaling = { rope_type, factor, ...lengths };
  return { model_type: 'telechat3', ...shared, max_position_embeddings, rope_scaling };
}

test('frequencies and amplitudes of the executed classes', async () => {
  assert.equal(cases.length, 9);
  for (const one of cases) {
    const report = await pe.report(fileOf(one));
    assert.equal(report.rotaryDim, one.dim);
    for (const [i, theta] of one.frequencies.entries())
      assert.ok(Math.abs(report.frequencies[i] / theta - 1) < 2e-6, `${one.rope_type} ${one.dim} pair ${i}`);
    assert.ok(Math.abs(report.attentionFactor - one.amplitude) < 1e-15, one.rope_type);
  }
});

test('where they are from: the fields of the file, by their own names', async () => {
  const [grok] = cases;
  const { readFrom, warnings, type } = await pe.report({ ...fileOf(grok), attn_factor: 2 });
  assert.equal(type, 'yarn-log');
  assert.deepEqual(
    ['type', 'factor', 'originalContext', 'betaFast'].map((name) => readFrom[name]),
    ['rope_type', 'scaling_factor', 'original_max_position_embeddings', 'beta_fast'],
  );
  assert.match(warnings.find(({ code }) => code === 'unknown_rope_keys').message, /not used .*attn_factor = 2/);
  const original = await pe.report({ ...fileOf(grok), rope_type: 'original' });
  assert.equal(original.type, 'default');
  assert.equal(original.attentionFactor, 1);
  const scaled = await pe.report({ ...fileOf(grok), rope_type: 'theta_scale' });
  assert.equal(scaled.type, 'abf');
  assert.match(scaled.readFrom.abfBase, /rope_theta, original_max_position_embeddings, scaling_factor/);
  assert.match(scaled.warnings.find(({ code }) => code === 'unknown_rope_keys').message, /not used .*beta_fast/);
  const halved = await pe.report({ ...fileOf(grok), rope_rotate_half_dims: true });
  assert.deepEqual(
    [halved.rotaryDim, halved.readFrom.rotaryDim],
    [64, 'derived: floor(headDim / 2), rope_rotate_half_dims'],
  );
  assert.match((await refusal(pe.report({ ...fileOf(grok), rope_type: 'theta_scaled' }))).message, /theta_scale/);
  // any other model with this type in its dictionary is read as well
  const llama = { ...fileOf(cases[1]), model_type: 'llama' };
  assert.equal((await pe.report(llama)).type, 'telechat3-yarn');
});

test('transformers knows neither, and no file of transformers is written for them', async () => {
  for (const one of cases.slice(0, 2)) {
    const config = { ...fileOf(one), model_type: 'llama' };
    if (one.rope_type === 'yarn_log') {
      config.rope_scaling = { rope_type: 'yarn_log', factor: 4, original_max_position_embeddings: 1024 };
      delete config.rope_type;
    }
    const [answer] = await pe.engines(config, { engines: ['transformers-5'] });
    assert.equal(answer.error?.kind, 'KeyError', one.rope_type);
    const { spec } = await pe.report(config);
    assert.throws(() => exportConfig(spec), { code: 'not_defined' });
  }
});
