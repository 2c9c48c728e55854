/**
 * Published config.json files compared with results read by hand from each engine's source
 * (tests/golden/engines/published.json names file and function): base, rotated width, extension and amplitude by layer
 * type, table length, and errors. The formulas below are the textbook ones, not the core's.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goldenFile } from './support/golden.mjs';
import { pe } from './support/instance.mjs';

const { cases } = goldenFile('engines/published');

const smoothly = (from, to, at) => Math.min(1, Math.max(0, (at - from) / (to - from || 0.001)));

/** Peng et al. (2023), section 3.3: the pair that makes `turns` turns over the trained length. */
function yarn(unscaled, theta, dim, { factor, original, betaFast, betaSlow, truncate }) {
  const pairOf = (turns) => (dim * Math.log(original / (2 * Math.PI * turns))) / (2 * Math.log(theta));
  const [low, high] = [pairOf(betaFast), pairOf(betaSlow)];
  const from = Math.max(0, truncate ? Math.floor(low) : low);
  const to = Math.min(dim - 1, truncate ? Math.ceil(high) : high);
  return unscaled.map((frequency, pair) => {
    const scaled = smoothly(from, to, pair);
    return (frequency / factor) * scaled + frequency * (1 - scaled);
  });
}

function llama3(unscaled, { factor, low, high, original }) {
  return unscaled.map((frequency) => {
    const turns = (original * frequency) / (2 * Math.PI);
    if (turns > high) return frequency;
    if (turns < low) return frequency / factor;
    const kept = (turns - low) / (high - low);
    return (1 - kept) * (frequency / factor) + kept * frequency;
  });
}

function frequenciesOf({ theta, rotated, scaling }) {
  const unscaled = Array.from({ length: rotated / 2 }, (_, pair) => theta ** ((-2 * pair) / rotated));
  switch (scaling?.type) {
    case undefined:
      return unscaled;
    case 'linear':
      return unscaled.map((frequency) => frequency / scaling.factor);
    case 'lists':
      return unscaled.map((frequency, pair) => frequency / scaling.factors[pair]);
    case 'proportional':
      return unscaled.map((frequency, pair) => (pair < (scaling.fraction * rotated) / 2 ? frequency : 0));
    case 'llama3':
      return llama3(unscaled, scaling);
    case 'yarn':
      return yarn(unscaled, theta, rotated, scaling);
    default:
      throw new Error(`no formula for ${scaling.type}`);
  }
}

function checkLayer(found, expected, where) {
  assert.ok(found, `${where}: no such layer`);
  const right = frequenciesOf(expected);
  assert.equal(found.frequencies.length, right.length, `${where}: pairs`);
  right.forEach((value, pair) => {
    if (expected.still?.includes(pair)) {
      assert.ok(found.frequencies[pair] < 1e-15, `${where}: pair ${pair} turns by ${found.frequencies[pair]}`);
      return;
    }
    const difference = Math.abs(found.frequencies[pair] - value);
    assert.ok(difference <= 1e-9 * value, `${where}: pair ${pair} is ${found.frequencies[pair]}, not ${value}`);
  });
  const { amplitude = 1 } = expected;
  assert.ok(Math.abs(found.attentionFactor - amplitude) <= 1e-12, `${where}: amplitude ${found.attentionFactor}`);
}

test('at least 25 published files, each with where it is from and what was read', () => {
  assert.ok(new Set(cases.map(({ model }) => model)).size >= 25);
  for (const { id, year, source, reads } of cases) {
    assert.ok(year >= 2024 && year <= 2026, id);
    assert.ok(source.basis === 'memory' || source.repository, id);
    assert.ok(reads.length > 0, id);
  }
});

for (const { id, config, contextLength, expected, rows = {}, instead } of cases) {
  test(id, async () => {
    if (instead !== undefined) {
      const report = await pe.report(config);
      assert.ok(report.instead?.scheme.startsWith(instead), JSON.stringify(report.instead));
      return;
    }
    const answers = await pe.engines(config, { contextLength });
    for (const [engine, { layers, error }] of Object.entries(expected)) {
      const answer = answers.find((each) => each.engine === engine);
      assert.equal(answer.error?.kind, error, `${engine}: ${answer.error?.message}`);
      for (const [name, layer] of Object.entries(layers ?? {})) {
        checkLayer(answer.layers[name] ?? answer.layers.default, layer, `${engine} ${name}`);
        if (rows[engine] !== undefined) assert.equal(answer.layers[name].rows, rows[engine], `${engine}: rows`);
      }
    }
  });
}
