/** The calls that a pool divides, in Node and in a page. This file imports nothing. */

/** Returns whether two results are equal to the bit. */
export function same(a, b) {
  if (ArrayBuffer.isView(a) && ArrayBuffer.isView(b)) {
    if (a.constructor !== b.constructor || a.length !== b.length) return false;
    const [x, y] = [a, b].map(
      ({ buffer, byteOffset, byteLength }) => new Int32Array(buffer, byteOffset, byteLength / 4),
    );
    for (let i = 0; i < x.length; i++) if (x[i] !== y[i]) return false;
    return true;
  }
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b);
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => same(a[key], b[key]));
}

/** By a loop: `from` takes ten times as long for millions of numbers. */
function rows(n, cols, Type = Float64Array) {
  const data = new Type(n * cols);
  for (let i = 0; i < data.length; i++) data[i] = Math.fround(((i * 37) % 101) / 50 - 1);
  return { data, rows: n, cols };
}
const sinusoidal = { encoding: 'sinusoidal', dim: 64 };
const rope = { encoding: 'rope', dim: 64 };
const t5 = { encoding: 't5', heads: 3 };
const alibi = { encoding: 'alibi', heads: 3 };
const list = (n) => Float64Array.from({ length: n }, (_, i) => ((i * 7919) % 1000) + (i % 3) / 4);
const fractional = (count) => ({ start: 0.1, step: 0.3, count });
/** `count` integer positions in equal steps from -2^52 to less than 2^52. */
const long = (count) => ({ start: -(2 ** 52), step: Math.floor(2 ** 53 / Math.max(count, 1)), count });

/** Every divided method, for a number of rows; from `much` rows on it is always divided. */
export const divided = {
  'table, float32': { much: 200_001, call: (pe, n, o) => pe.table(sinusoidal, n, o) },
  'table, float64': { much: 9001, call: (pe, n, o) => pe.table(sinusoidal, fractional(n), { dtype: 'f64', ...o }) },
  'table, float32, a list': { much: 9001, call: (pe, n, o) => pe.table(sinusoidal, list(n), o) },
  'table, long steps': { much: 9001, call: (pe, n, o) => pe.table(sinusoidal, long(n), { dtype: 'f64', ...o }) },
  'table, two coordinates': {
    much: 9001,
    call: (pe, n, o) => pe.table({ encoding: 'sincos2d-mae', dim: 64 }, rows(n, 2), o),
  },
  'cosSin, float64': { much: 9001, call: (pe, n, o) => pe.cosSin(rope, 5, n, { dtype: 'f64', ...o }) },
  'cosSin, bfloat16 in one row': {
    much: 200_001,
    call: (pe, n, o) => pe.cosSin(rope, 5, n, { dtype: 'bf16', layout: 'concatenated', ...o }),
  },
  derivative: { much: 9001, call: (pe, n, o) => pe.derivative(sinusoidal, fractional(n), o) },
  kernelProfile: { much: 20_001, call: (pe, n, o) => pe.kernelProfile(sinusoidal, fractional(n), o) },
  decayBound: { much: 20_001, call: (pe, n, o) => pe.decayBound(rope, { count: n }, o) },
  gram: { much: 1701, call: (pe, n, o) => pe.gram(sinusoidal, list(n), o) },
  'rotate, scaled queries': {
    much: 60_001,
    call: (pe, n, o) => pe.rotate({ ...rope, attnScale: 0.5, floorScale: 100 }, rows(n, 64), list(n), o),
  },
  rotate: { much: 60_001, call: (pe, n, o) => pe.rotate(rope, rows(n, 64), list(n), o) },
  'rotate, float32': {
    much: 60_001,
    call: (pe, n, o) => pe.rotate(rope, rows(n, 64, Float32Array), { count: n }, { dtype: 'f32', side: 'k', ...o }),
  },
  attentionBias: { much: 3001, call: (pe, n, o) => pe.attentionBias(alibi, n, 1203, o) },
  'attentionBias, one head': { much: 9001, call: (pe, n, o) => pe.attentionBias(t5, n, 1203, { head: 1, ...o }) },
  relativeMap: { much: 9001, call: (pe, n, o) => pe.relativeMap({ encoding: 'rerope' }, n, 1203, o) },
  attentionScores: { much: 301, call: (pe, n, o) => pe.attentionScores(rope, rows(n, 64), rows(51, 64), o) },
  'attentionScores, positions': {
    much: 301,
    call: (pe, n, o) =>
      pe.attentionScores(rope, rows(n, 64), rows(51, 64), { queryPositions: list(n), keyPositions: list(51), ...o }),
  },
  precision: { much: 101, call: (pe, n, o) => pe.precision(rope, list(n), { methods: ['hf-f32', 'bf16'], ...o }) },
  'precision, no scores': {
    much: 9001,
    call: (pe, n, o) => pe.precision(rope, { count: n }, { methods: ['hf-f32'], scores: false, ...o }),
  },
};
