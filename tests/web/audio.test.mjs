/**
 * Encoders of sound and frames compared with their executed classes (tests/golden): the logits of Gemma 3n's chunked
 * audio attention, and the sinusoids that Kimi K2.5 adds to frames.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goldenFile } from './support/golden.mjs';
import { pe } from './support/instance.mjs';

const gemma = goldenFile('gemma3n_audio');
const kimi = goldenFile('kimi_k25_frames');

for (const { q, k, wkR, logits, dim, chunk, ...options } of gemma.expected.cases)
  test(`Gemma 3n audio: ${options.contextLeft} before, ${options.contextRight} after, chunks of ${chunk}`, async () => {
    const n = logits.length;
    const spec = { encoding: 'transformer-xl', dim, denominator: 'D/2-1', globalTerms: false, wkR, ...options };
    const rows = (data) => ({ data: Float64Array.from(data), rows: n, cols: dim });
    const { terms, total } = await sums(spec, rows(q), rows(k), n);
    assert.deepEqual(terms, ['content-content', 'content-position']);
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) {
        const [got, expected] = [total[i * n + j], logits[i][j]];
        if (expected === null) assert.equal(got, -Infinity, `${i}, ${j}`);
        else assert.ok(Math.abs(got - expected) <= gemma.tolerance.value, `${i}, ${j}: ${got}, ${expected}`);
      }
  });

async function sums(spec, q, k, n) {
  const { terms } = await pe.attentionScores(spec, q, k);
  const total = new Float64Array(n * n);
  for (const { data } of terms) data.forEach((value, i) => (total[i] += value));
  return { terms: terms.map(({ name }) => name), total };
}

test('Gemma audio: the row of the table that stands for a pair, from contextLeft down', async () => {
  const spec = { encoding: 'transformer-xl', dim: 6, contextLeft: 2, contextRight: 1 };
  const { data } = await pe.relativeMap(spec, 5, 5);
  for (let i = 0; i < 5; i++)
    for (let j = 0; j < 5; j++) assert.equal(data[i * 5 + j], i - j > 2 || j - i > 1 ? NaN : 2 - (i - j));
});

test('Gemma audio: what does not go together is refused', async () => {
  const audio = { encoding: 'transformer-xl', dim: 6, globalTerms: false };
  await assert.rejects(pe.table({ ...audio, tableDim: 7 }, 3), { code: 'bad_param', field: 'tableDim' });
  await assert.rejects(pe.table({ ...audio, u: [1, 1, 1, 1, 1, 1] }, 3), { field: 'u' });
  assert.deepEqual(
    (await pe.facts({ ...audio, tableDim: 4 })).map(({ name, values }) => [name, values.length]),
    [['wkR', 24]],
  );
});

test('Kimi K2.5: a row of zeros, and then the frames', async () => {
  const { dim } = kimi.params;
  const spec = { encoding: 'sinusoidal', dim, layout: 'half', zeroFirst: true };
  const { data, rows } = await pe.table(spec, kimi.expected.length, { dtype: 'f64' });
  for (let row = 0; row < rows; row++)
    kimi.expected[row].forEach((expected, c) =>
      assert.ok(Math.abs(data[row * dim + c] - expected) <= kimi.tolerance.value, `${row}, ${c}`),
    );
});

test('a row of zeros first: the sinusoids of the position before, of every form', async () => {
  for (const form of [
    {},
    { layout: 'half-flipped', base: 300 },
    { exponent: 0.5 },
    { scale: -0.25 },
    { dim: 7, oddRule: 'literal' },
  ]) {
    const plain = { encoding: 'sinusoidal', dim: 8, ...form };
    const [shifted, before] = await Promise.all([
      pe.table({ ...plain, zeroFirst: true }, [0, 1, 2, 700.5, 100_000], { dtype: 'f64' }),
      pe.table(plain, [0, 0, 1, 699.5, 99_999], { dtype: 'f64' }),
    ]);
    const { cols } = shifted;
    shifted.data.forEach((got, i) => {
      const expected = i < cols ? 0 : before.data[i];
      assert.ok(Math.abs(got - expected) <= 2 ** -52, `${JSON.stringify(form)}, ${i}: ${got}, ${expected}`);
    });
  }
  await assert.rejects(pe.table({ encoding: 'sinusoidal', dim: 8, zeroFirst: true, paddingIndex: 1 }, 3), {
    field: 'paddingIndex',
  });
});
