/**
 * Text for a terminal: columns of a table, wrapped paragraphs, colour.
 */
import { styleText } from 'node:util';
import { ours } from './harmless.js';

/** Adds colour on terminals, but not in files and pipes, nor if NO_COLOR is set (Node checks it). */
export function coloured(
  style: 'bold' | 'red' | 'yellow' | 'dim',
  text: string,
  stream: NodeJS.WriteStream = process.stdout,
): string {
  if (!stream.isTTY || !stream.hasColors()) return text;
  const [on, off] = styleText(style, ' ').split(' ');
  return `${ours(on!)}${text}${ours(off!)}`;
}

/** Aligns rows of cells: numbers right, words left. */
export function columns(rows: readonly (readonly string[])[], indent = '  '): string {
  const widths = rows[0]?.map((_, c) => Math.max(...rows.map((row) => row[c]?.length ?? 0))) ?? [];
  const isNumeric = widths.map((_, c) => rows.slice(1).every((row) => /^[-0-9.e+–]*$/.test(row[c] ?? '')));
  const line = (row: readonly string[]): string =>
    row.map((cell, c) => (isNumeric[c] ? cell.padStart(widths[c]!) : cell.padEnd(widths[c]!))).join('  ');
  return rows.map((row) => `${indent}${line(row)}`.trimEnd()).join('\n');
}

/** Wraps at spaces and indents later lines. */
export function wrap(text: string, indent: string, width = Math.min(process.stdout.columns || 100, 120)): string {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width - indent.length)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.map((line) => indent + line).join('\n');
}

/** Six significant digits, for reading; --json prints all digits. */
export const short = (value: number): string =>
  value !== 0 && Math.abs(value) < 1e-3 ? value.toExponential(5) : String(Number(value.toPrecision(6)));
