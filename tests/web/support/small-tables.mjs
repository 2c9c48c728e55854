/** Tables made from the definition with Math.sin, for tests that compare two tables. */
import assert from 'node:assert/strict';

export const matrix = (rows) => ({
  data: Float64Array.from(rows.flat()),
  rows: rows.length,
  cols: rows[0]?.length ?? 0,
});
export const positions = (list) => (row) => list[row];
export const numbers = (n) => Array.from({ length: n }, (_, i) => i);
/** Column c of the result is signs[c] times column order[c]. */
export const reordered = ({ data, rows, cols }, order, signs = order.map(() => 1)) =>
  matrix(numbers(rows).map((r) => order.map((from, c) => signs[c] * data[r * cols + from])));
export const random = (seed) => {
  let state = seed;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
};
export const randomTable = (rows, cols, next) =>
  matrix(numbers(rows).map(() => numbers(cols).map(() => 2 * next() - 1)));
export const shuffled = (w, next) => {
  const order = numbers(w);
  for (let i = w - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
};
/** Rows of sin and cos; `channels(coordinate list) → numbers`. */
export const table = (list, channels) => matrix(list.map((p) => channels([p].flat())));
export const frequencies = (count, base = 10000) => numbers(count).map((i) => base ** (-i / count));
export const interleaved = (x, f) => f.flatMap((w) => [Math.sin(w * x), Math.cos(w * x)]);
export const half = (x, f) => [...f.map((w) => Math.sin(w * x)), ...f.map((w) => Math.cos(w * x))];
export const flipped = (x, f) => [...f.map((w) => Math.cos(w * x)), ...f.map((w) => Math.sin(w * x))];

/** Asserts that a mapping agrees with the tables. */
export function holds(a, b, { mapping, maxDifferenceAfterMapping }, tolerance = 1e-12) {
  let most = 0;
  assert.deepEqual(
    [...mapping.permutation].sort((x, y) => x - y),
    numbers(a.cols),
  );
  assert.ok(mapping.signs.every((s) => s === 1 || s === -1));
  for (let r = 0; r < a.rows; r++)
    for (let c = 0; c < a.cols; c++)
      most = Math.max(
        most,
        Math.abs(mapping.signs[c] * a.data[r * a.cols + mapping.permutation[c]] - b.data[r * b.cols + c]),
      );
  assert.equal(maxDifferenceAfterMapping, most);
  assert.ok(most <= tolerance);
}
