/** Numbers as labels: short for axis ticks (1, 10, 100, 1k, 10k, 1M), longer for reading. */
const suffixes: readonly (readonly [number, string])[] = [
  [1e12, 'T'],
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
];
const plain = new Intl.NumberFormat('en', { maximumSignificantDigits: 6, useGrouping: false });

export function shortNumber(value: number): string {
  for (const [unit, suffix] of suffixes) {
    if (Math.abs(value) >= unit) return `${plain.format(value / unit)}${suffix}`;
  }
  if (value !== 0 && Math.abs(value) < 1e-3) return value.toExponential(0).replace('-', '−');
  return plain.format(value).replace('-', '−');
}

/** Powers of ten in [lo, hi], at most `limit` of them. */
export function decades(lo: number, hi: number, limit = 9): number[] {
  const first = Math.ceil(Math.log10(lo) - 1e-9);
  const last = Math.floor(Math.log10(hi) + 1e-9);
  const stride = Math.max(1, Math.ceil((last - first + 1) / limit));
  const out: number[] = [];
  for (let e = first; e <= last; e += stride) out.push(Number(`1e${e}`));
  return out;
}

/** Formats a value for reading: six digits, with a power of ten if it would be long. */
export function decimalLabel(value: number): string {
  if (Number.isNaN(value)) return 'not a number';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e15))
    return value
      .toExponential(4)
      .replace(/\.?0+e/, 'e')
      .replace('+', '')
      .replaceAll('-', '−');
  return readable.format(value).replace('-', '−');
}
const readable = new Intl.NumberFormat('en', { maximumSignificantDigits: 6 });
