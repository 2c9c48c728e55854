/**
 * Expected values of rotary embedding implementations, and checks against them. For vitest, node:test or no runner: a
 * failed check throws. `test.each(cases)('$name', (one) => checkFrequencies(one, yours(one.config)))`
 */
import { readFileSync } from 'node:fs';

/** See README.md for the fields. */
export const { cases } = JSON.parse(readFileSync(new URL('posenc_vectors/vectors.json', import.meta.url), 'utf8'));

const unit = { f64: 2 ** -52, f32: 2 ** -23, f16: 2 ** -10, bf16: 2 ** -7 };

/** Decodes 'cos' or 'sin' of a case: one row per position, one column per pair. */
export function numbersOf(one, name, dtype) {
  const bytes = Uint8Array.from(atob(one[name][dtype]), (c) => c.charCodeAt(0)).buffer;
  if (dtype === 'f64') return new Float64Array(bytes);
  if (dtype === 'f32') return Float64Array.from(new Float32Array(bytes));
  const shorts = new Uint16Array(bytes);
  if (dtype === 'bf16') return Float64Array.from(new Float32Array(Uint32Array.from(shorts, (x) => x << 16).buffer));
  return Float64Array.from(shorts, (x) => {
    const [field, rest] = [(x >> 10) & 31, x & 1023];
    return (x >> 15 ? -1 : 1) * (field ? (1024 + rest) * 2 ** (field - 25) : rest * 2 ** -24);
  });
}

/** Checks inv_freq in rad per position; `relative` is the largest relative difference allowed. */
export function checkFrequencies(one, given, { relative = 1e-6 } = {}) {
  compare(`${one.name}: frequency of pair`, given, one.frequencies, (want) => relative * Math.abs(want));
}

/**
 * Checks cos and sin at the positions of the case, with the attention factor, flat and row by row. `layout`: 'half'
 * (r/2 values per row), 'doubled' (r values, pair i at i and i + r/2) or 'repeated' (r values, pair i at 2i and 2i +
 * 1). `within` is the largest difference allowed, by default one step of `dtype` at 1. Positions beyond `upTo` are not
 * checked.
 */
export function checkCosSin(
  one,
  given,
  { dtype = 'f32', layout = 'half', within = unit[dtype], upTo = Infinity } = {},
) {
  const pairs = one.frequencies.length;
  const columns = Array.from({ length: layout === 'half' ? pairs : 2 * pairs }, (_, c) =>
    layout === 'repeated' ? c >> 1 : c % pairs,
  );
  const rows = one.positions.filter((p) => p <= upTo).length;
  for (const name of ['cos', 'sin']) {
    const want = numbersOf(one, name, dtype);
    const spread = Array.from({ length: rows }, (_, r) => columns.map((c) => want[r * pairs + c])).flat();
    const where = (i) =>
      `${name} at position ${one.positions[Math.floor(i / columns.length)]}, column ${i % columns.length}`;
    compare(one.name, given[name], spread, () => within * Math.max(1, one.amplitude), where);
  }
}

function compare(what, given, want, allowed, where = (i) => `${i}`) {
  const got = Array.from(given);
  if (got.length < want.length) throw new Error(`${what}: ${want.length} numbers expected, ${got.length} given`);
  const wrong = want.flatMap((x, i) => (Math.abs(got[i] - x) <= allowed(x) ? [] : [i]));
  if (wrong.length === 0) return;
  const lines = wrong.slice(0, 3).map((i) => `${where(i)}: ${got[i]}, exact ${want[i]}`);
  throw new Error(`${what}: ${wrong.length} of ${want.length} differ. ${lines.join('; ')}`);
}
