/** Verified rows of each part from a GPU, and the faults they detect: the probability is the one in docs/gpu.md. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { rowsBy, verifiedRows } from '../../dist/lib/gpu/sample.js';
import { pe as plain } from './support/instance.mjs';
import { changeShaders, changed, on, skip } from './support/webgpu.mjs';

const words = Array.from({ length: 20_000 }, (_, i) => Math.imul(i + 1, 0x9e3779b1) | 0);

describe('rows by a check word', () => {
  test('are four different ones, all of fewer, the same for the same word', () => {
    assert.equal(verifiedRows, 4);
    for (const rows of [0, 1, 3, 4, 5, 1000, 2 ** 23])
      for (const word of words.slice(0, 100)) {
        const chosen = rowsBy(word, rows);
        assert.deepEqual(chosen, rowsBy(word, rows));
        assert.equal(new Set(chosen).size, Math.min(rows, 4));
        assert.ok(chosen.every((row) => Number.isInteger(row) && row >= 0 && row < rows));
      }
  });

  test('w wrong rows of R are noticed with the chance of drawing four without replacement', () => {
    for (const [R, w] of [
      [100, 1],
      [1000, 100],
      [64, 32],
      [7, 1],
    ]) {
      const missed = [0, 1, 2, 3].reduce((chance, i) => chance * ((R - w - i) / (R - i)), 1);
      const share = words.filter((word) => rowsBy(word, R).some((row) => row < w)).length / words.length;
      const deviation = Math.sqrt((missed * (1 - missed)) / words.length);
      assert.ok(Math.abs(share - (1 - missed)) < 4 * deviation, `${w} of ${R}: ${share}, expected ${1 - missed}`);
    }
  });
});

describe('a device that writes one wrong row', { skip }, () => {
  /** Shaders of Toeplitz matrices that return the neighbouring number in one row; all others are correct. */
  const lying = (row) =>
    changed((device) =>
      changeShaders(device, (code) =>
        code
          .replace('vectors[index]', `vectors[select(index, index ^ 1u, at_row(row) == ${row}u)]`)
          .replace('fn make(', 'fn at_row(row: u32) -> u32 { return params.first + row; }\nfn make('),
      ),
    );
  const alibi = { encoding: 'alibi', heads: 1, direction: 'symmetric' };

  test('of four rows, each is verified: the module makes the result', async () => {
    const expected = await plain.attentionBias(alibi, 4, 64);
    // the last one is wrong in a row that does not exist
    for (const row of [0, 1, 2, 3, 4]) {
      const got = await on(lying(row), (pe) => pe.attentionBias(alibi, 4, 64));
      assert.equal(got.backend, row < 4 ? 'wasm' : 'webgpu', `row ${row}`);
      assert.deepEqual(got.data, expected.data);
    }
  });
});
