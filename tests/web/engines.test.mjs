/**
 * The engines' executed results (tests/golden/engines) compared with ours: frequencies to 1e-5 relative, because the
 * engines compute in float32, amplitude to 2e-6, table length, and errors. Each mismatch is listed by name.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { standingText } from '../../dist/lib/engines/standing.js';
import { agreement, agreementTable, load } from '../../web/tools/engine-agreement.mjs';
import { pe } from './support/instance.mjs';
import { assertNone } from './support/posenc.mjs';

/** Cases in which our result differs from the engine's, with the reason. */
const misses = {};

test('every engine: at least 98 % of what it computed, each miss by name', async () => {
  const rows = await agreement(pe);
  const total = { cases: 0, agreed: 0 };
  for (const row of rows) {
    const { file, cases, missed } = row;
    total.cases += cases;
    total.agreed += cases - missed.length;
    const names = missed.map(({ id }) => `${file}/${id}`);
    const unlisted = missed.filter((_, i) => misses[names[i]] === undefined);
    assertNone(unlisted.map(({ id, why }) => `${file}/${id}: ${why}`));
  }
  const text = readFileSync(new URL('../../docs/engines.md', import.meta.url), 'utf8');
  assert.ok(text.includes(agreementTable(rows)), 'docs/engines.md: node web/tools/engine-agreement.mjs');
  assert.ok(total.agreed >= 0.98 * total.cases, `${total.agreed} of ${total.cases}`);
});

test('an answer is called old when 120 days have passed', () => {
  const answer = { basis: 'executed', asOf: '2026-08-03', version: '1.2.0' };
  const on = (day, one = answer) => standingText(one, new Date(day));
  assert.equal(on('2026-12-01T00:00:00Z'), 'executed 2026-08-03');
  assert.equal(on('2026-12-01T00:00:01Z'), 'executed 2026-08-03, old');
  assert.equal(on('2027-01-01', { ...answer, basis: 'read' }), 'read 2026-08-03, old');
  assert.equal(on('2026-08-22', { ...answer, version: 'b5bcd76c (2026-08-03)' }), 'executed, code of 2026-08-03');
  const cases = { modelType: 'qwen3', ropeTypes: ['default'], others: ['yarn'] };
  assert.equal(on('2026-08-22', { ...answer, cases }), 'executed 2026-08-03 in files of type qwen3, not with yarn');
  assert.equal(on('2027-01-01', { ...answer, basis: 'unknown' }), 'not known');
});

test('every answer says of which day it is: that of the execution, or of the source', async () => {
  const file = { model_type: 'llama', hidden_size: 512, num_attention_heads: 8, max_position_embeddings: 2048 };
  for (const { engine, asOf } of await pe.engines({ ...file, rope_theta: 1e4 }))
    assert.match(asOf, /^20\d\d-\d\d-\d\d$/, engine);
});

/** Fields that a class fills in. */
const filledIn = [
  ...['rope_parameters', 'rope_scaling', 'rope_theta', 'partial_rotary_factor', 'head_dim', 'layer_types'],
  ...['max_position_embeddings', 'original_max_position_embeddings', 'qk_rope_head_dim', 'rope_interleave'],
];

/** Rotary classes that do not turn text as their model does: absolute positions, odd widths, grids, other releases. */
const withoutAnswer = [
  ...['dbrx', 'eomt_dinov3', 'esm', 'glm4_moe', 'glm4v_moe_text', 'granitemoehybrid', 'pixtral', 'recurrent_gemma'],
];

test('every class: a file without the fields that it fills in is read as the class writes it', async () => {
  for (const { modelType, config, frequencies } of load('transformers-classes').cases) {
    if (withoutAnswer.includes(modelType)) continue;
    const bare = Object.fromEntries(
      Object.entries(JSON.parse(config.replaceAll('Infinity', '1e9'))).filter(([key]) => !filledIn.includes(key)),
    );
    // the expected numbers are those filled in by the class of the whole file
    const whole = modelType === 'voxtral_realtime_text' ? { model_type: 'voxtral_realtime', text_config: bare } : bare;
    const [{ layers }] = await pe.engines(whole, { engines: ['transformers-5'] });
    for (const [name, values] of Object.entries(frequencies)) {
      const layer = name.replace(/_?inv_freq$/, '');
      const found = (layers[layer] ?? Object.values(layers)[0]).frequencies;
      assert.equal(found.length, values.length, `${modelType} ${layer}: pairs`);
      values.forEach((right, i) => assert.ok(Math.abs(found[i] - right) <= 1e-5 * right, `${modelType} ${layer} ${i}`));
    }
  }
});
