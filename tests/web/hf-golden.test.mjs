/**
 * Reports through the whole path (import, core, assembly) compared with the golden files, whose `params` are fragments
 * of config.json. The tolerance is the file's.
 */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { goldenFile } from './support/golden.mjs';
import { pe } from './support/instance.mjs';

const golden = new URL('../golden/', import.meta.url);
const bundled = new URL('../../web/notebook/configs/', import.meta.url);

function close(actual, expected, { kind, value }, what) {
  assert.equal(actual.length, expected.length, what);
  expected.forEach((number, i) => {
    const error = Math.abs(actual[i] - number);
    assert.ok(
      error <= (kind === 'rel' ? value * Math.abs(number) : value),
      `${what}[${i}]: ${actual[i]} and ${number}`,
    );
  });
}

/** Files whose params are fields of config.json; the others contain specs of formulas (base, dim, s). */
const fragments = readdirSync(golden)
  .filter((name) => /^rope_.*\.json$/.test(name))
  .map((name) => name.replace('.json', ''))
  .filter((name) => goldenFile(name).params.rope_theta !== undefined && name !== 'rope_dynamic_ntk');

test('there are fragments of every kind', () => assert.ok(fragments.length >= 13, fragments.join()));

for (const name of fragments.filter((file) => file !== 'rope_phi3_mini_128k')) {
  test(name, async () => {
    const { params, expected, tolerance } = goldenFile(name);
    const wavelengths = expected.wavelength_report;
    const report = await pe.report(params, wavelengths && { contextLength: wavelengths.context });
    close(report.frequencies, expected.inv_freq, tolerance, 'frequencies');
    close([report.attentionFactor], [expected.attention_factor ?? 1], tolerance, 'attentionFactor');
    close([report.softmaxMultiplier], [expected.softmax_scale_multiplier ?? 1], tolerance, 'softmaxMultiplier');
    if (expected.rotary_dim !== undefined) assert.equal(report.rotaryDim, expected.rotary_dim);
    if (!wavelengths) return;
    assert.equal(report.pairs.length, wavelengths.pairs);
    assert.equal(report.pairsWithFullTurn, wavelengths.pairs_with_full_turn);
    assert.equal(
      report.pairs.findIndex(({ turnsContext }) => turnsContext < 1),
      wavelengths.first_pair_without_full_turn,
    );
    const lengths = report.pairs.map(({ wavelength }) => wavelength);
    close(
      [Math.min(...lengths), Math.max(...lengths)],
      [wavelengths.min_wavelength, wavelengths.max_wavelength],
      tolerance,
      'wavelength',
    );
    assert.equal(
      (await pe.report(params)).contextLength,
      wavelengths.context,
      'the default context is the one of the file',
    );
  });
}

test('rope_phi3_mini_128k: the regime follows the context length, switching at L + 1', async () => {
  const { params, expected, tolerance } = goldenFile('rope_phi3_mini_128k');
  for (const [contextLength, regime] of [
    [1, 'short'],
    [4096, 'short'],
    [4097, 'long'],
    [131072, 'long'],
  ]) {
    const report = await pe.report(params, { contextLength });
    assert.equal(report.regime, regime);
    assert.match(report.readFrom.regime, /contextLength/);
    close(report.frequencies, expected[`inv_freq_${regime}`], tolerance, regime);
    close([report.attentionFactor], [expected.attention_factor], tolerance, 'attentionFactor');
    assert.equal(report.spec.scaling.factor, expected.factor);
    const wavelengths = expected[`wavelength_report_${regime}`];
    if (wavelengths.context === contextLength) assert.equal(report.pairsWithFullTurn, wavelengths.pairs_with_full_turn);
  }
});

test('rope_dynamic_ntk: the base follows the context length', async () => {
  const { params, positions, expected, tolerance } = goldenFile('rope_dynamic_ntk');
  const { dim, factor, ...rest } = params;
  const config = { ...rest, head_dim: dim, rope_scaling: { rope_type: 'dynamic', factor } };
  for (const contextLength of positions) {
    const report = await pe.report(config, { contextLength });
    close(report.frequencies, expected[contextLength].inv_freq, tolerance, `${contextLength}`);
  }
});

const published = {
  'llama-3.1-8b': 'rope_llama31_8b',
  'deepseek-v3': 'rope_deepseek_v3',
  'qwen2.5-7b-yarn': 'rope_qwen25_yarn',
  'gpt-oss-20b': 'rope_gpt_oss',
};
for (const [id, name] of Object.entries(published)) {
  test(`bundled ${id} gives the numbers of ${name}`, async () => {
    const { expected, tolerance } = goldenFile(name);
    const report = await pe.report(readFileSync(new URL(`${id}.json`, bundled), 'utf8'));
    close(report.frequencies, expected.inv_freq, tolerance, 'frequencies');
    assert.equal(report.contextLength, expected.wavelength_report.context);
    assert.equal(report.pairsWithFullTurn, expected.wavelength_report.pairs_with_full_turn);
    // the spec of the report is valid for the library, and gives the same frequencies
    assert.deepEqual([...(await pe.frequencies(report.spec))], report.frequencies);
  });
}

/** Fields of published configs that extend the context by YaRN, and the pairs of each band. */
const yarn = (factor, original, more) => ({
  rope_scaling: { rope_type: 'yarn', factor, original_max_position_embeddings: original, ...more },
});
const extended = {
  'Qwen2.5': {
    config: { model_type: 'qwen2', hidden_size: 3584, num_attention_heads: 28, rope_theta: 1e6, ...yarn(4, 32768) },
    bands: { kept: 24, blended: 16, scaled: 24, off: 0 },
  },
  Qwen3: {
    config: {
      model_type: 'qwen3',
      hidden_size: 4096,
      num_attention_heads: 32,
      head_dim: 128,
      rope_theta: 1e6,
      ...yarn(4, 32768),
    },
    bands: { kept: 24, blended: 16, scaled: 24, off: 0 },
  },
  'DeepSeek-V2': {
    config: {
      model_type: 'deepseek_v2',
      qk_rope_head_dim: 64,
      qk_nope_head_dim: 128,
      rope_theta: 10000,
      ...yarn(40, 4096, { beta_fast: 32, beta_slow: 1, mscale: 0.707, mscale_all_dim: 0.707 }),
    },
    bands: { kept: 11, blended: 12, scaled: 9, off: 0 },
  },
  'Kimi K2.5': {
    config: {
      model_type: 'kimi_k2',
      qk_rope_head_dim: 64,
      qk_nope_head_dim: 128,
      rope_theta: 50000,
      ...yarn(64, 4096, { beta_fast: 32, beta_slow: 1, mscale: 1, mscale_all_dim: 1 }),
    },
    bands: { kept: 9, blended: 11, scaled: 12, off: 0 },
  },
  'OLMo 3': {
    config: { model_type: 'olmo3', hidden_size: 4096, num_attention_heads: 32, rope_theta: 500000, ...yarn(8, 8192) },
    bands: { kept: 19, blended: 16, scaled: 29, off: 0 },
  },
  'Ministral 3': {
    config: {
      model_type: 'ministral3',
      hidden_size: 4096,
      num_attention_heads: 32,
      head_dim: 128,
      rope_theta: 1e6,
      ...yarn(16, 16384, { beta_fast: 32, beta_slow: 1 }),
    },
    bands: { kept: 21, blended: 16, scaled: 27, off: 0 },
  },
  'Yarn-Llama-2': {
    config: { model_type: 'llama', hidden_size: 4096, num_attention_heads: 32, rope_theta: 10000, ...yarn(16, 4096) },
    bands: { kept: 21, blended: 25, scaled: 18, off: 0 },
  },
  'Yarn-Mistral': {
    config: { model_type: 'mistral', hidden_size: 4096, num_attention_heads: 32, rope_theta: 10000, ...yarn(16, 8192) },
    bands: { kept: 26, blended: 24, scaled: 14, off: 0 },
  },
};
for (const [name, { config, bands }] of Object.entries(extended)) {
  test(`${name}: the pairs of each band, none with unseen angles at the extended context`, async () => {
    const { factor, original_max_position_embeddings: original } = config.rope_scaling;
    const whole = { ...config, max_position_embeddings: factor * original };
    const report = await pe.report(whole, { contextLength: factor * original });
    const { layers = {} } = report;
    const extendedOnes = Object.values(layers).filter(({ bands: { blended } }) => blended > 0);
    for (const one of extendedOnes.length > 0 ? extendedOnes : [report]) {
      assert.deepEqual(one.bands, bands);
      assert.equal(one.pairsWithUnseenAngles, 0);
    }
  });
}

test('bundled gemma-3-27b: local layers first, one report a layer type', async () => {
  const report = await pe.report(readFileSync(new URL('gemma-3-27b.json', bundled), 'utf8'));
  assert.deepEqual(Object.keys(report.layers), ['sliding_attention', 'full_attention']);
  const { layers, ...top } = report;
  assert.deepEqual(top, layers.sliding_attention);
  for (const [layer, name] of [
    ['sliding_attention', 'rope_gemma3_local'],
    ['full_attention', 'rope_gemma3_27b_global'],
  ]) {
    const { expected, tolerance } = goldenFile(name);
    close(layers[layer].frequencies, expected.inv_freq, tolerance, layer);
  }
});

test('every field of a report says where it was read, and a given context says so', async () => {
  const computed = new Set([
    'pairs',
    'pairsWithFullTurn',
    'pairsWithUnseenAngles',
    'bands',
    'spec',
    'readFrom',
    'warnings',
    'layers',
  ]);
  for (const id of [...Object.keys(published), 'phi-3-mini-128k', 'gemma-3-27b']) {
    const report = await pe.report(readFileSync(new URL(`${id}.json`, bundled), 'utf8'), { contextLength: 5000 });
    for (const one of Object.values(report.layers ?? { default: report })) {
      for (const field of Object.keys(one)) if (!computed.has(field)) assert.ok(one.readFrom[field], `${id}: ${field}`);
      for (const field of Object.keys(one.spec.scaling ?? {}))
        assert.ok(one.readFrom[field], `${id}: scaling.${field}`);
      assert.equal(one.readFrom.contextLength, 'option: contextLength');
      assert.equal(one.contextLength, 5000);
      assert.equal(
        Object.values(one.bands).reduce((a, b) => a + b),
        one.pairs.length,
      );
    }
  }
});

test('Gemma 4 keeps 64 of 256 pairs; the others do not turn', async () => {
  const report = await pe.report({ model_type: 'gemma4_text' });
  const { full_attention: full } = report.layers;
  assert.deepEqual([full.rotaryDim, full.bands.off, full.pairs[64].wavelength], [512, 192, null]);
  const longest = Math.max(...full.pairs.map(({ wavelength }) => wavelength ?? 0));
  assert.ok(longest > 187 && longest < 189, `${longest}`);
});
