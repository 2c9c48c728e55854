/**
 * Parses untrusted JSON text: checks size and depth before building anything, and reports the line and column of the
 * first mistake. Stricter than JSON.parse in one way: a duplicate key in an object throws, because a config with two
 * values for one field is ambiguous.
 */
import { errorAbout, mustBe } from './errors.js';
import { maxJsonDepth, maxJsonLength, maxJsonNodes } from './limits.js';
import { guarded, isPlain, readRecord } from './record.js';
import { printable, shown } from './show.js';

export interface JsonOptions {
  /** Name of the text in errors. */
  readonly field?: string;
  readonly maxLength?: number;
  /**
   * Reads NaN, Infinity and -Infinity as numbers. They are not JSON, but Python's json module writes them, and
   * published configs contain them in fields unrelated to positions.
   */
  readonly pythonConstants?: boolean;
}

/** JSON.parse with limits. Throws `bad_json` with line and column. */
export function parseJson(text: string, options: JsonOptions = {}): unknown {
  const given = readRecord(options, { code: 'bad_argument', field: 'options', what: 'an object' });
  const {
    field = 'json',
    maxLength = maxJsonLength,
    pythonConstants = false,
  } = Object.fromEntries(given) as JsonOptions;
  if (typeof field !== 'string') throw mustBe('bad_argument', 'options.field', 'a string', field);
  if (typeof text !== 'string') throw mustBe('bad_json', field, 'JSON text', text);
  if (text.length > maxLength)
    throw errorAbout('too_large', field, `has ${text.length} characters; at most ${maxLength} are read`);
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const scanner = new Scanner(source, field, pythonConstants);
  scanner.run();
  if (!scanner.hasConstants) return JSON.parse(source) as unknown;
  const number = (_: string, value: unknown): unknown =>
    typeof value === 'string' && value.startsWith(scanner.mark) ? Number(value.slice(scanner.mark.length)) : value;
  return JSON.parse(scanner.rewritten(), number) as unknown;
}

const constantMark = '\u{10ffff}';

type Expected = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'after-value';
const numberPattern = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const escapePattern = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const wordPattern = /true|false|null/y;
const pythonPattern = /-?Infinity|NaN/y;

/** One pass over the text with an explicit stack; every pattern is anchored and linear. */
class Scanner {
  #at = 0;
  /** A set of keys for each open object, undefined for each open array. */
  readonly #open: (Set<string> | undefined)[] = [];
  readonly #constants: { start: number; end: number }[] = [];
  /** Prefix of a constant's name while JSON.parse reads it as a string; no string of the text begins with it. */
  mark = constantMark;

  constructor(
    readonly text: string,
    readonly field: string,
    readonly pythonConstants: boolean,
  ) {}

  run(): void {
    let expected: Expected | 'end' = 'value';
    while (expected !== 'end') {
      this.#skipSpace();
      expected = this.#step(expected);
    }
  }

  get hasConstants(): boolean {
    return this.#constants.length > 0;
  }

  /** Returns the text with Python's constants as marked strings. */
  rewritten(): string {
    let result = '';
    let from = 0;
    for (const { start, end } of this.#constants) {
      result += `${this.text.slice(from, start)}"${this.mark}${this.text.slice(start, end)}"`;
      from = end;
    }
    return result + this.text.slice(from);
  }

  #step(expected: Expected): Expected | 'end' {
    const char = this.text[this.#at];
    const ending = expected === 'value-or-end' || expected === 'key-or-end' || expected === 'after-value';
    if (ending && this.#open.length && char === (this.#open.at(-1) ? '}' : ']')) {
      this.#at++;
      this.#open.pop();
      return 'after-value';
    }
    if (expected === 'after-value') {
      if (this.#open.length === 0) return char === undefined ? 'end' : this.#fail('the end of the text');
      if (char !== ',') return this.#fail(this.#open.at(-1) ? "',' or '}'" : "',' or ']'");
      this.#at++;
      return this.#open.at(-1) ? 'key' : 'value';
    }
    return expected === 'key' || expected === 'key-or-end' ? this.#key(expected) : this.#value(char);
  }

  #key(expected: 'key' | 'key-or-end'): Expected {
    const start = this.#at;
    if (this.text[start] !== '"') this.#fail(expected === 'key' ? 'a quoted key' : "a quoted key or '}'");
    const key = this.#string();
    const keys = this.#open.at(-1)!;
    if (keys.has(key)) this.#refuse(start, `the key '${printable(key)}' occurs twice in one object`);
    keys.add(key);
    this.#skipSpace();
    if (this.text[this.#at] !== ':') this.#fail("':'");
    this.#at++;
    return 'value';
  }

  #value(char: string | undefined): Expected {
    if (char === '{' || char === '[') {
      this.#at++;
      this.#open.push(char === '{' ? new Set() : undefined);
      if (this.#open.length > maxJsonDepth) this.#refuse(this.#at - 1, `nested more than ${maxJsonDepth} deep`);
      return char === '{' ? 'key-or-end' : 'value-or-end';
    }
    const start = this.#at;
    if (this.pythonConstants && this.#match(pythonPattern)) {
      this.#constants.push({ start, end: this.#at });
      return 'after-value';
    }
    if (char === '"') this.#string();
    else if (this.#match(char !== undefined && /[-0-9]/.test(char) ? numberPattern : wordPattern) === undefined) {
      this.#fail('a value');
    }
    return 'after-value';
  }

  /** Moves past a string and returns its value. */
  #string(): string {
    const start = this.#at++;
    let plain = true;
    for (;;) {
      const code = this.text.charCodeAt(this.#at); // NaN at the end of the text
      if (code === 0x22) break;
      if (code === 0x5c) {
        plain = false;
        if (this.#match(escapePattern) === undefined) this.#fail('an escape sequence');
      } else if (code >= 0x20) {
        this.#at++;
      } else {
        this.#fail('the end of a string');
      }
    }
    const raw = this.text.slice(start, ++this.#at);
    const value = plain ? raw.slice(1, -1) : (JSON.parse(raw) as string);
    while (value.startsWith(this.mark)) this.mark += constantMark;
    return value;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #skipSpace(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.#at);
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return;
      this.#at++;
    }
  }

  #fail(expected: string): never {
    const rest = this.text.slice(this.#at, this.#at + 12);
    const found = rest === '' ? 'the text ends' : `there is '${printable(rest, 12)}'`;
    this.#refuse(this.#at, `${expected} is expected, but ${found}`);
  }

  #refuse(at: number, what: string): never {
    const before = this.text.slice(0, at);
    const line = before.split('\n').length;
    const column = at - before.lastIndexOf('\n');
    throw errorAbout('bad_json', this.field, `is not valid JSON at line ${line}, column ${column}: ${what}`);
  }
}

/**
 * Returns a plain copy of a JSON-like object: own enumerable data properties, no prototypes, with the limits of JSON
 * text. Undefined properties are left out.
 */
export function copyJson(value: unknown, field: string): unknown {
  let nodes = 0;
  let characters = 0;
  const copy = (item: unknown, path: string, depth: number): unknown => {
    if (++nodes > maxJsonNodes) throw errorAbout('too_large', field, `holds more than ${maxJsonNodes} values`);
    if (depth > maxJsonDepth) throw errorAbout('bad_json', field, `is nested more than ${maxJsonDepth} deep`);
    if (item === null || typeof item === 'boolean' || typeof item === 'number') return item;
    if (typeof item === 'string') {
      characters += item.length;
      if (characters > maxJsonLength)
        throw errorAbout('too_large', field, `holds more than ${maxJsonLength} characters`);
      return item;
    }
    if (Array.isArray(item)) {
      const length = item.length;
      if (length > maxJsonNodes) throw errorAbout('too_large', path, `has ${length} items`);
      return Array.from({ length }, (_, i) => copy(item[i] ?? null, `${path}[${i}]`, depth + 1));
    }
    if (!isPlain(item)) throw errorAbout('bad_json', path, `must be a JSON value, but it is ${shown(item)}`);
    const result = Object.create(null) as Record<string, unknown>;
    for (const key of Object.keys(item)) {
      const property = Object.getOwnPropertyDescriptor(item, key);
      const inner = `${path}.${printable(key)}`;
      if (property && !('value' in property)) throw errorAbout('bad_json', inner, 'is computed by a getter');
      if (property?.value !== undefined) result[key] = copy(property.value, inner, depth + 1);
    }
    return result;
  };
  return guarded({ code: 'bad_json', field, what: 'JSON' }, () => copy(value, field, 1));
}
