/** Ticks and spans of axes at the limits of float64: few, finite, ordered, and never missing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linearTicks, logScale, padded, spanOf } from '../../dist/lib/charts/core/scales.js';
import { rangeFor } from '../../dist/lib/charts/heatmap/colours.js';
import { lineChart } from '../../dist/lib/charts/index.js';
import { fc } from './support/random.mjs';

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
/** Two numbers that differ by rounding, or arbitrarily. */
const ends = fc
  .oneof(
    fc.tuple(finite, finite),
    fc.tuple(finite, fc.integer({ min: 1, max: 9 })).map(([x, k]) => [x, x * (1 + k * 2 ** -52)]),
  )
  .map((pair) => pair.sort((a, b) => a - b));

const inOrder = (ticks, count) => {
  assert.ok(ticks.length <= 2 * count + 2, `${ticks.length} ticks for ${count}`);
  ticks.forEach(({ value, label }, i) => {
    assert.ok(Number.isFinite(value) && label !== '');
    assert.ok(i === 0 || value > ticks[i - 1].value);
  });
};

test('linear ticks', () => {
  fc.assert(
    fc.property(ends, fc.integer({ min: 1, max: 20 }), ([lo, hi], count) => inOrder(linearTicks(lo, hi, count), count)),
  );
});

test('logarithmic ticks', () => {
  const above = fc.double({ min: 1e-300, max: 1e300, noNaN: true });
  fc.assert(
    fc.property(above, above, fc.integer({ min: 2, max: 20 }), (a, b, count) => {
      const domain = padded([Math.min(a, b), Math.max(a, b)], true);
      inOrder(logScale(domain, [0, 100]).ticks(count), Math.max(count, 60));
    }),
  );
});

test('a span has air at its ends, also where its numbers differ by rounding alone', () => {
  fc.assert(
    fc.property(ends, fc.boolean(), ([lo, hi], log) => {
      const span = spanOf([[lo, hi]], log);
      if (span && Math.max(Math.abs(lo), Math.abs(hi)) > 1e300) return;
      const [from, to] = padded(span, log);
      assert.ok(from < to, `${from} to ${to}`);
    }),
  );
});

test('a curve of one value up to rounding is drawn', () => {
  const values = Float64Array.from({ length: 8 }, (_, i) => 4 * (1 + i * 2 ** -52));
  for (const log of [false, true])
    assert.doesNotMatch(lineChart.svg({ series: [{ name: 'four', values }] }, { y: { log } }), /NaN|Infinity/);
});

test('what colours span: all numbers, a quarter more at most, between round ends where there are any', () => {
  fc.assert(
    fc.property(ends, fc.constantFrom('sequential', 'diverging'), ([lo, hi], kind) => {
      const given = kind === 'diverging' ? Math.max(Math.abs(lo), Math.abs(hi)) : hi - lo;
      if (!Number.isFinite(given) || given === 0) return;
      const { lo: from, hi: to } = rangeFor({ lo, hi }, kind);
      const slack = 1e-8 * given;
      if (kind === 'diverging') {
        assert.equal(from, -to);
        assert.ok(to >= given - slack && to <= 1.25 * given + slack, `±${to} of ${given}`);
      } else assert.ok(from <= lo + slack && to >= hi - slack && to - from <= 1.25 * given + slack, `${from} … ${to}`);
    }),
  );
  assert.deepEqual(rangeFor({ lo: 10.6, hi: 31.9 }, 'sequential'), { lo: 10, hi: 35 });
  assert.deepEqual(rangeFor({ lo: -0.0748, hi: 0.03 }, 'diverging'), { lo: -0.08, hi: 0.08 });
  assert.deepEqual(rangeFor({ lo: 1, hi: 1 + 2 ** -52 }, 'sequential'), { lo: 1, hi: 1 + 2 ** -52 });
});
