/** Formats numbers for reading; the exact value is always in a <data> element or a file. */
import { h } from '../kit/dom.js';

const grouped = new Intl.NumberFormat('en', { maximumSignificantDigits: 6 });
const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** Six significant digits, thousands grouped, scientific outside 1e-4 … 1e12. */
export function short(value: number): string {
  if (Number.isNaN(value)) return 'not a number';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1e12) return whole.format(value).replace('-', '−');
  if (size !== 0 && (size < 1e-4 || size >= 1e12)) {
    return scientific(value, 5);
  }
  return grouped.format(value).replace('-', '−');
}

/** Four digits, for long tables; the exact number is in the file. */
export const brief = (value: number): string => short(Number(value.toPrecision(4)));

/** "1 pair", "64 pairs". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${short(count)} ${count === 1 ? one : many}`;

/** Mantissa times a power of ten. */
export function scientific(value: number, digits: number): string {
  const [mantissa = '', exponent = ''] = value.toExponential(digits - 1).split('e');
  const short = mantissa.includes('.') ? mantissa.replace(/\.?0+$/, '') : mantissa;
  return `${short.replace('-', '−')}\u202f×\u202f10${superscript(exponent)}`;
}

const raised: Readonly<Record<string, string>> = {
  '-': '⁻',
  '0': '⁰',
  '1': '¹',
  '2': '²',
  '3': '³',
  '4': '⁴',
  '5': '⁵',
  '6': '⁶',
  '7': '⁷',
  '8': '⁸',
  '9': '⁹',
};
function superscript(exponent: string): string {
  return [...exponent.replace('+', '')].map((c) => raised[c] ?? c).join('');
}

/** 12 → ₁₂ */
export function lowered(index: number): string {
  return [...String(index)].map((digit) => '₀₁₂₃₄₅₆₇₈₉'[Number(digit)] ?? digit).join('');
}

/** Shows a short form and has the exact float64 in `value`, for scripts and tests. */
export function datum(value: number, text = short(value)): HTMLDataElement {
  return h('data', { value: String(value), title: String(value) }, text);
}
