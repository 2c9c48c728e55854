/** docs/studies.md on "NTK-aware" and the NTK: computes every number of it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pe } from './support/instance.mjs';
import { root } from './support/posenc.mjs';

const section = readFileSync(join(root, 'docs/studies.md'), 'utf8').split('## What "NTK-aware"')[1];
const [trained, factor, dim, base] = [128, 4, 128, 10_000];
const methods = {
  '128 positions, as trained': [{}, trained],
  'as it is': [{}, factor * trained],
  'position interpolation': [{ scaling: { type: 'linear', factor } }, factor * trained],
  'NTK-aware': [{ scaling: { type: 'ntk', factor } }, factor * trained],
  'NTK by parts': [
    { scaling: { type: 'ntk-by-parts', factor, originalContext: trained, alpha: 1, beta: 8 } },
    factor * trained,
  ],
};
const dense = { layer: 'dense', weightStd: Math.SQRT2, biasStd: 0.1 };
const layers = [dense, { layer: 'relu' }, dense, { layer: 'relu' }, { layer: 'dense' }];

test('the table of eigenvalues, and the sentences about it', async () => {
  const values = {};
  for (const [name, [more, positions]] of Object.entries(methods)) {
    const table = await pe.table({ encoding: 'rope', dim, base, ...more }, positions, { dtype: 'f64' });
    const { ntk: kernel } = await pe.analyse({ analysis: 'network-kernel', layers }, { x: table });
    const { eigenvalues } = await pe.analyse({ analysis: 'spectrum' }, { kernel });
    values[name] = eigenvalues.map((value) => value / positions);
    // the trace is their sum
    const trace = Array.from({ length: positions }, (_, i) => kernel.data[i * positions + i]).reduce((a, b) => a + b);
    const sum = values[name].reduce((a, b) => a + b);
    assert.ok(Math.abs(sum * positions - trace) < 1e-9 * trace);
  }
  const rows = section
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.includes('---'))
    .slice(1)
    .map((line) => line.split('|').slice(1, -1));
  assert.deepEqual(
    rows.map(([name]) => name.trim()),
    Object.keys(methods),
  );
  for (const [name, ...cells] of rows) {
    const of = values[name.trim()];
    const sum = of.reduce((a, b) => a + b);
    const entropy = -of.reduce((total, value) => total + (value > 0 ? (value / sum) * Math.log(value / sum) : 0), 0);
    const there = [of[0], of[1], of[63], of[255], Math.exp(entropy)];
    for (const [i, cell] of cells.entries())
      if (there[i] !== undefined) assert.equal(Number(cell), Number(there[i].toPrecision(3)), `${name} ${i}`);
      else assert.equal(cell.trim(), '');
  }
  const last = (name) => values[name][255];
  const [, times] = /divides the 256th by ([0-9.]+)/.exec(section);
  assert.equal(times, (last('as it is') / last('position interpolation')).toFixed(1));
  const [, aware, parts] = /NTK-aware keeps ([0-9]+) % of that eigenvalue, and NTK by parts ([0-9]+) %/.exec(section);
  assert.equal(aware, (100 * (last('NTK-aware') / last('as it is'))).toFixed(0));
  assert.equal(parts, (100 * (last('NTK by parts') / last('as it is'))).toFixed(0));
  for (const i of [0, 1])
    assert.ok(Math.abs(values['position interpolation'][i] / values['128 positions, as trained'][i] - 1) < 0.01);
});
