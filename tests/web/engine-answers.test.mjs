/**
 * Single results of the engines, executed or read (tests/golden/engines/answers.json): the context that they serve,
 * pairs, base and amplitude by layer type, and errors.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goldenFile } from './support/golden.mjs';
import { pe } from './support/instance.mjs';

const { cases } = goldenFile('engines/answers');

const near = (found, right, where, tolerance = 1e-5) =>
  assert.ok(Math.abs(found / right - 1) <= tolerance, `${where}: ${found}, not ${right}`);

for (const { id, config, expected } of cases)
  test(id, async () => {
    const text = JSON.stringify(config).replaceAll(/("factor":\d+)(?=[,}])/g, '$1.0');
    const answers = await pe.engines(text, { engines: Object.keys(expected) });
    for (const [engine, { served, error, layers = {} }] of Object.entries(expected)) {
      const answer = answers.find((each) => each.engine === engine);
      assert.equal(answer.error?.kind, error, `${engine}: ${answer.error?.message}`);
      if (served !== undefined) assert.equal(answer.served, served, engine);
      for (const [name, { pairs, base, amplitude, frequencies = [] }] of Object.entries(layers)) {
        const found = answer.layers[name];
        assert.ok(found, `${engine}: no layer ${name}`);
        if (pairs !== undefined) assert.equal(found.frequencies.length, pairs, `${engine} ${name}`);
        if (base !== undefined) near(found.frequencies[1] ** -found.frequencies.length, base, `${engine} ${name} base`);
        if (amplitude !== undefined) near(found.attentionFactor, amplitude, `${engine} ${name} amplitude`);
        for (const [pair, value] of frequencies) near(found.frequencies[pair], value, `${engine} ${name} ${pair}`);
      }
    }
  });
