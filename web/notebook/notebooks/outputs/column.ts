/** Formats a numeric column: every number has as many decimals as the one that needs most. */
import { short } from '../../widgets/format.js';

type Cell = string | number | boolean;

/** @returns the strings of the column, in order */
export function columnTexts(cells: readonly Cell[]): string[] {
  const numbers = cells.filter((one) => typeof one === 'number');
  const texts = numbers.map(short);
  const decimals = Math.max(0, ...texts.map((text) => text.split('.')[1]?.length ?? 0));
  // powers of ten, infinities and the like have no decimals to fill
  const plain = texts.every((text) => /^−?[\d,]+(\.\d+)?$/.test(text));
  if (!plain || decimals === 0) return cells.map((one) => (typeof one === 'number' ? short(one) : String(one)));
  return cells.map((one) => {
    if (typeof one !== 'number') return String(one);
    const [whole = '', digits = ''] = short(one).split('.');
    return `${whole}.${digits.padEnd(decimals, '0')}`;
  });
}
