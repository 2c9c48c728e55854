/** Positions that a shader may compute as multiples of one phase, and those whose float64 rounding it cannot follow. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waveLanesOf } from '../../dist/lib/gpu/wave-lanes.js';

const module = { run: async () => ({ words: new Uint32Array(8), width: 2, fastest: 1, rotated: 0 }) };
const taken = async (start, step) =>
  (await waveLanesOf(module, { encoding: 'sinusoidal', dim: 2 }, { axes: 1, count: 100, start, step })) !== undefined;

test('a start or step that float64 rounds is left to the module where the rounding counts', async () => {
  for (const [start, step] of [
    [0, 1],
    [2 ** 30, 1],
    [2 ** 30 + 0.3, 0.25], // float64 holds all of them
    [0.3, 1],
    [0.3, 0.7],
  ])
    assert.ok(await taken(start, step), `${start}, ${step}`);
  for (const [start, step] of [
    [2 ** 30, 0.3],
    [0.3, 2 ** 30],
  ])
    assert.ok(!(await taken(start, step)), `${start}, ${step}`);
});
