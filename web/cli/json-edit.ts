/**
 * Edits one object of a JSON text and leaves the rest unchanged: replaces values in place, and adds new keys after the
 * last one, in the indentation of the file.
 */
import { jsonSpans } from './json-spans.js';

/** JSON text of a value, or undefined to remove the key. */
export type Changes = Readonly<Record<string, string | undefined>>;

/** @param path path of the object; '' is the root */
export function edited(text: string, path: string, changes: Changes): string {
  let result = text;
  for (const [key, value] of Object.entries(changes)) result = editOne(result, path, key, value);
  return result;
}

function editOne(text: string, path: string, key: string, value: string | undefined): string {
  const spans = jsonSpans(text);
  const object = spans.get(path)!;
  const at = spans.get(path === '' ? key : `${path}.${key}`);
  if (at && value !== undefined) return text.slice(0, at.valueBegin) + value + text.slice(at.end);
  if (at) return without(text, at.begin, at.end);
  if (value === undefined) return text;
  const inside = text.slice(object.valueBegin + 1, object.end - 1);
  const last = object.valueBegin + 1 + inside.trimEnd().length;
  const between = inside.includes('\n') ? `\n${indentation(inside)}` : inside.trim() === '' ? '' : ' ';
  const comma = inside.trim() === '' ? '' : ',';
  return `${text.slice(0, last)}${comma}${between}${JSON.stringify(key)}: ${value}${text.slice(last)}`;
}

/** Removes a property with the comma before it, or else after it. */
function without(text: string, begin: number, end: number): string {
  const before = /,?\s*$/.exec(text.slice(0, begin))![0];
  if (before.startsWith(',')) return text.slice(0, begin - before.length) + text.slice(end);
  const after = /^\s*,\s*/.exec(text.slice(end))?.[0] ?? '';
  return text.slice(0, begin) + text.slice(end + after.length);
}

/** Indentation of the first property of an object. */
const indentation = (inside: string): string => /\n([ \t]*)\S/.exec(inside)?.[1] ?? '  ';

/** Formats an object, with one property per line if the file does so. */
export function objectText(entries: readonly (readonly [string, string])[], text: string, path: string): string {
  const spans = jsonSpans(text);
  const object = spans.get(path)!;
  const inside = text.slice(object.valueBegin + 1, object.end - 1);
  const properties = entries.map(([key, value]) => `${JSON.stringify(key)}: ${value}`);
  if (!inside.includes('\n')) return `{${properties.join(', ')}}`;
  const indent = indentation(inside);
  // One level is the indentation of properties relative to their brace; at least two spaces.
  const level = indent.length > 0 && path === '' ? indent : '  ';
  return `{\n${properties.map((property) => `${indent}${level}${property}`).join(',\n')}\n${indent}}`;
}
