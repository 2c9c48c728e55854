/**
 * Estimated width of a text, equal everywhere. Nothing is measured, so that a picture made without a document has the
 * same layout. Widths are those of a wide face (DejaVu Sans), relative to the font size.
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

/** The text, shortened with an ellipsis if necessary. */
export function fitted(text: string, width: number, size = fontSize, bold = false): string {
  if (textWidth(text, size, bold) <= width) return text;
  const signs = [...text];
  while (signs.length > 1 && textWidth(`${signs.join('')}…`, size, bold) > width) signs.pop();
  return `${signs.join('').trimEnd()}…`;
}
