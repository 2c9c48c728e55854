/** Writes configuration values into a command. Names come from a file, and must not end its quotes. */

/** JSON on one line. Factors have a point: vLLM and SGLang reject `"factor": 4` under rope_type linear. */
export function jsonText(value: unknown): string {
  return write(value, { null: 'null', true: 'true', false: 'false' });
}

/** A literal of Python. */
export function pythonText(value: unknown): string {
  return write(value, { null: 'None', true: 'True', false: 'False' });
}

/** One argument of a POSIX shell. */
export function shellText(text: string): string {
  return /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

function write(value: unknown, words: Readonly<Record<'null' | 'true' | 'false', string>>, key = ''): string {
  if (value === null || value === undefined) return words.null;
  if (typeof value === 'boolean') return value ? words.true : words.false;
  if (typeof value === 'number') return key === 'factor' && Number.isInteger(value) ? `${value}.0` : String(value);
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => write(item, words)).join(', ')}]`;
  const entries = Object.entries(value as object).map(([name, item]) => [
    JSON.stringify(name),
    write(item, words, name),
  ]);
  return `{${entries.map(([name, text]) => `${name}: ${text}`).join(', ')}}`;
}
