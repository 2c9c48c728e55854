/**
 * How wide a text will be, near enough to leave room for it and the same everywhere: nothing is measured, so that a
 * picture without a document has the same layout. Widths are those of a wide face (DejaVu Sans), in shares of its size.
 */
import { fontSize } from './scene.js';

export function textWidth(text: string, size = fontSize, bold = false): number {
  let sum = 0;
  for (const sign of text) sum += signWidth(sign);
  return sum * size * (bold ? 1.08 : 1);
}

function signWidth(sign: string): number {
  if (/[ijlIft.,:;'|!()[\] ]/.test(sign)) return 0.36;
  if (/[mwMW@%—]/.test(sign)) return 0.95;
  if (/[A-Z→←↑↓−+=×]/.test(sign)) return 0.74;
  return sign > '\u2e80' ? 1 : 0.62;
}

/** The text, or as much of it as fits, with an ellipsis. */
export function fitted(text: string, width: number, size = fontSize, bold = false): string {
  if (textWidth(text, size, bold) <= width) return text;
  const signs = [...text];
  while (signs.length > 1 && textWidth(`${signs.join('')}…`, size, bold) > width) signs.pop();
  return `${signs.join('').trimEnd()}…`;
}
