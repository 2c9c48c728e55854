/**
 * Warnings about deviating engines, compared with the computed results of the engines' rows on the same file: one
 * without the other is a defect. Files: all on which the engines' own code was executed, and the published ones.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { corpus } from '../../evidence/corpus.mjs';
import { load } from '../../web/tools/engine-agreement.mjs';
import { goldenFile } from './support/golden.mjs';
import { pe } from './support/instance.mjs';

const published = goldenFile('engines/published').cases;
const files = new Map(
  [
    ...load('transformers').cases,
    ...corpus().filter(({ id }) => /^held\/(llamacpp|vllm-2)\//.test(id)),
    ...published,
  ].map(({ id, config }) => [id, config]),
);

const inAmplitude = ({ difference }) => Math.abs(difference?.attentionFactor ?? 0) > 2e-6;
const inFrequency = ({ difference }) => (difference?.frequency ?? 0) > 1e-5;

/** Codes, the engines they refer to, the property that differs, and the fields that the warning needs. */
const claims = [
  {
    codes: ['yarn_attention_factor_ignored'],
    engines: ['vllm@0.29.0', 'sglang', 'llama-cpp'],
    differs: inAmplitude,
    concerns: ({ type, dict }) => type === 'yarn' && dict.attention_factor > 0,
  },
  {
    codes: ['yarn_mscale_alone', 'yarn_mscale_readings', 'deepseek_v4_amplitude'],
    engines: ['vllm', 'vllm@0.29.0', 'sglang', 'llama-cpp', 'mlx-lm'],
    differs: inAmplitude,
    concerns: ({ type, dict }) =>
      type === 'yarn' && dict.attention_factor === undefined && (dict.mscale || dict.mscale_all_dim),
  },
  {
    codes: ['yarn_truncate_ignored'],
    engines: ['llama-cpp'],
    differs: inFrequency,
    concerns: ({ type, dict }) => type === 'yarn' && dict.truncate === false,
  },
  {
    codes: ['dynamic_ntk_static'],
    engines: ['vllm', 'sglang'],
    differs: inFrequency,
    concerns: ({ type }) => type === 'dynamic',
  },
  {
    codes: ['longrope_factor_readings'],
    engines: ['transformers-4'],
    differs: inAmplitude,
    concerns: ({ type, dict }) => type === 'longrope' && dict.factor !== undefined,
  },
];

test('what a warning says of engines is what their rows compute', async () => {
  const wrong = [];
  let claimed = 0;
  for (const [id, config] of files) {
    const report = await pe.report(config).catch(() => undefined);
    if (!report || report.instead || report.layers) continue;
    const parsed = JSON.parse(config.replaceAll('Infinity', '1e9'));
    const outer = parsed.text_config ?? parsed;
    const dict = outer.rope_scaling ?? outer.rope_parameters ?? {};
    const codes = report.warnings.map(({ code }) => code);
    const longest = 4 * report.contextLength;
    const answers = await pe.engines(config, { contextLength: longest }).catch(() => []);
    for (const claim of claims) {
      const said = claim.codes.filter((code) => codes.includes(code));
      const own = answers.filter(({ engine, error }) => claim.engines.includes(engine) && !error);
      const computed = own.filter(claim.differs).map(({ engine }) => engine);
      if (said.length > 0) claimed++;
      if (
        own.length > 0 &&
        said.length > 0 !== computed.length > 0 &&
        (said.length > 0 || claim.concerns({ type: report.type, dict }))
      )
        wrong.push(`${id}: ${said.join(', ') || 'no warning'}, but ${computed.join(', ') || 'no engine'} differs`);
    }
  }
  assert.deepEqual(wrong, []);
  assert.ok(claimed >= 8, `only ${claimed} warnings were looked at`);
});
