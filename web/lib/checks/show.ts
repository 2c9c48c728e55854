/**
 * Quotes a given value in an error message: short, typed, and safe to print. Never throws.
 */
import { typedArrayName } from './typed-array-name.js';

/** Removes control characters (they could drive a terminal) and cuts to `limit` characters. */
export function printable(text: string, limit = 60): string {
  const cut = text.length > limit ? `${text.slice(0, limit)}…` : text;
  return cut.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '\u00b7');
}

/** `'4' (a string)`, `4.5`, `null`, `an array of 3 items`, … */
export function shown(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return `'${printable(value)}' (a string)`;
    case 'number':
      return Object.is(value, -0) ? '-0' : String(value);
    case 'boolean':
      return `${value} (a boolean)`;
    case 'undefined':
      return 'nothing';
    case 'object':
      return value === null ? 'null' : shownObject(value);
    default:
      return `a ${typeof value}`;
  }
}

function shownObject(value: object): string {
  try {
    const name = typedArrayName(value);
    if (name) return `a ${name} of ${(value as Float64Array).length}`;
    if (Array.isArray(value)) return `an array of ${Number(value.length)} items`;
    if (value instanceof ArrayBuffer) return 'an ArrayBuffer';
  } catch {
    return 'an unreadable object';
  }
  return 'an object';
}

/** `a, b or c`, with at most twelve items named. */
export function oneOf(words: readonly string[]): string {
  if (words.length > 12) return `${words.slice(0, 12).join(', ')}, …`;
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

/** ` (did you mean 'base'?)` if a word is within two edits; original_context matches originalContext. */
export function suggestion(given: string, words: readonly string[]): string {
  if (given.length > 40) return '';
  const plain = (word: string): string => word.toLowerCase().replace(/(?<=.)[-_]/g, '');
  const ranked = words
    .map((word) => ({ word, edits: editDistance(plain(given), plain(word)) }))
    .filter(({ word, edits }) => edits <= Math.min(2, word.length - 1))
    .sort((a, b) => a.edits - b.edits);
  return ranked[0] ? ` (did you mean '${ranked[0].word}'?)` : '';
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}
