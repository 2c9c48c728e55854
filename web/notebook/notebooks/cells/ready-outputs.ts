/** Converts a displayed value to an output: a table of records, a matrix, text, or the inspector's tree. */
import { type Output, type TableCell, most, pictureTypes } from '../protocol.js';
import { ReadyOutput } from './charts.js';
import { inspect } from './inspect.js';

export function outputOf(value: unknown, name = ''): Output {
  if (value instanceof ReadyOutput) return value.output;
  if (typeof value === 'string' && name === '') return { kind: 'text', text: cut(value) };
  return tableOf(value) ?? { kind: 'value', name, value: inspect(value) };
}

const cut = (text: string): string => (text.length > most.text ? `${text.slice(0, most.text)}…` : text);

/** A table of records; numbers keep all digits. */
export function table(rows: unknown): ReadyOutput {
  const made = Array.isArray(rows) ? rowsOf(rows as unknown[]) : undefined;
  if (!made) throw new TypeError('a table is an array of objects');
  return new ReadyOutput(made);
}

const plain = (value: unknown): value is TableCell => /^(string|number|boolean)$/.test(typeof value);
const asCell = (value: unknown): TableCell =>
  typeof value === 'string' ? cut(value) : plain(value) ? value : inspect(value).text;

function tableOf(value: unknown): Output | undefined {
  if (!Array.isArray(value) || value.length < 2) return undefined;
  const flat = (row: unknown): boolean =>
    typeof row === 'object' &&
    row !== null &&
    Object.getPrototypeOf(row) === Object.prototype &&
    Object.values(row).every(plain);
  return value.slice(0, most.rows).every(flat) ? rowsOf(value) : undefined;
}

function rowsOf(rows: readonly unknown[]): Output {
  const few = rows.slice(0, most.rows) as Readonly<Record<string, unknown>>[];
  const columns = [...new Set(few.flatMap((row) => Object.keys(Object(row))))].slice(0, most.columns);
  return {
    kind: 'table',
    columns,
    rows: few.map((row) => columns.map((column) => asCell(Object(row)[column] ?? ''))),
    total: rows.length,
  };
}

/** Text as an author writes it: a string, or md`…`. */
export const asText = (value: unknown): string =>
  cut(value instanceof ReadyOutput && 'text' in value.output ? value.output.text : String(value));

const written = (strings: TemplateStringsArray, values: readonly unknown[]): string =>
  strings.raw.map((part, i) => part + (i < values.length ? String(values[i]) : '')).join('');

export const tex = (strings: TemplateStringsArray, ...values: unknown[]): ReadyOutput =>
  new ReadyOutput({ kind: 'tex', text: cut(written(strings, values)), display: false });

export const md = (strings: TemplateStringsArray, ...values: unknown[]): ReadyOutput =>
  markdown(
    strings.map((part) => part),
    values,
  );

/** Joins strings and values. */
export function markdown(texts: readonly string[], values: readonly unknown[]): ReadyOutput {
  const parts = values.map((value) =>
    value instanceof ReadyOutput && value.output.kind === 'tex'
      ? `$${value.output.text}$`
      : value instanceof ReadyOutput && value.output.kind === 'markdown'
        ? value.output.text
        : typeof value === 'object' && value !== null
          ? inspect(value).text
          : String(value),
  );
  return new ReadyOutput({ kind: 'markdown', text: cut(texts.map((text, i) => text + (parts[i] ?? '')).join('')) });
}

/** A picture from its bytes. */
export function image(bytes: ArrayBuffer | Uint8Array, { type = 'image/png', alt = '' } = {}): ReadyOutput {
  if (!pictureTypes.includes(type))
    throw new TypeError(`a picture is one of ${pictureTypes.join(', ')}, not ${String(type)}`);
  const own = new Uint8Array(bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes));
  if (own.length > most.imageBytes) throw new RangeError(`a picture has at most ${most.imageBytes} bytes`);
  return new ReadyOutput({ kind: 'image', bytes: own, type, alt: String(alt) });
}

const shown = (value: unknown): string => (typeof value === 'number' ? String(value) : inspect(value).text);

/**
 * A claim of the text with the number that supports it.
 * @param tolerance largest accepted difference of numbers; 0 requires equality
 */
export function check(claim: unknown, value: unknown, expected: unknown, tolerance: number = 0): ReadyOutput {
  const numbers = typeof value === 'number' && typeof expected === 'number';
  const passes = numbers
    ? Math.abs(value - expected) <= tolerance || Object.is(value, expected)
    : Object.is(value, expected) || shown(value) === shown(expected);
  const wanted = `${shown(expected)}${numbers && tolerance > 0 ? ` ± ${tolerance}` : ''}`;
  return new ReadyOutput({ kind: 'check', claim: cut(String(claim)), value: shown(value), expected: wanted, passes });
}
