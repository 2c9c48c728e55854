/**
 * One object of a config with its JSON path. Every getter returns the value together with its path, treats null as
 * absent (as the Python readers do) and throws `bad_config` with the path for a wrong type. Numbers written as strings
 * are parsed, so that the rest of the file can be reported, and recorded in `spelled`: no engine converts them.
 */
import { errorAbout } from '../checks/errors.js';
import { shown } from '../checks/show.js';
import { isPlainObject, type Plain, type PlainObject } from './plain.js';

export interface Found<T> {
  readonly value: T;
  /** A JSON path of the config, or the rule that gave the value. */
  readonly from: string;
}

export interface NumberRule {
  readonly integer?: boolean;
  readonly min?: number;
  readonly max?: number;
  /** The value must be greater than `min`, not equal to it. */
  readonly above?: boolean;
}
export const positiveInteger: NumberRule = { integer: true, min: 1, max: Number.MAX_SAFE_INTEGER };

/** Describes the allowed values, to complete "it must be …". */
export function allowed(rule: NumberRule): string {
  const kind = rule.integer ? 'an integer' : 'a finite number';
  if (rule.min === undefined) return kind;
  const low = `${rule.above ? 'above' : 'of at least'} ${rule.min}`;
  return rule.max === undefined || rule.max === Number.MAX_SAFE_INTEGER
    ? `${kind} ${low}`
    : `${kind} ${low} and at most ${rule.max}`;
}

export function fits(value: number, rule: NumberRule): boolean {
  if (!Number.isFinite(value) || (rule.integer && !Number.isSafeInteger(value))) return false;
  if (rule.min !== undefined && (rule.above ? value <= rule.min : value < rule.min)) return false;
  return rule.max === undefined || value <= rule.max;
}

/** A string that consists of one JSON number. */
const spelledNumber = /^\s*-?\d+(?:\.\d*)?(?:[eE][+-]?\d+)?\s*$/;

/** How the values of a file were read, shared by all of its objects. */
interface Trace {
  /** Paths that were read; all others did not affect the result. */
  readonly asked: Set<string>;
  /** Numbers parsed from strings, by path. Absent for GGUF files, which are typed, so that strings are errors. */
  readonly spelled?: Map<string, string>;
}

export class Fields {
  constructor(
    readonly object: PlainObject,
    readonly path: string,
    /** Renamed keys, and the paths of their values in the file. */
    readonly renamed: ReadonlyMap<string, string> = new Map(),
    private readonly trace: Trace = { asked: new Set(), spelled: new Map() },
  ) {}

  /** An object whose numbers must not be strings. */
  static typed(object: PlainObject, path: string): Fields {
    return new Fields(object, path, new Map(), { asked: new Set() });
  }
  /** Strings that were read as numbers so far, by path. */
  get spelled(): ReadonlyMap<string, string> {
    return this.trace.spelled ?? new Map();
  }

  static readonly none = new Fields(Object.create(null) as PlainObject, '');

  at(key: string): string {
    const elsewhere = this.renamed.get(key);
    if (elsewhere !== undefined) return elsewhere;
    return this.path === '' ? key : `${this.path}.${key}`;
  }
  /** Returns the raw value and records it as read; undefined if absent or null. */
  peek(key: string): Exclude<Plain, null> | undefined {
    if (Object.hasOwn(this.object, key)) this.trace.asked.add(this.at(key));
    return this.glance(key);
  }
  /** Like `peek`, but does not record the value as read; for presence checks and messages. */
  glance(key: string): Exclude<Plain, null> | undefined {
    return Object.hasOwn(this.object, key) ? (this.object[key] ?? undefined) : undefined;
  }
  has(key: string): boolean {
    return this.glance(key) !== undefined;
  }
  /** Keys with a value that was read neither as a whole nor in part. */
  unasked(): string[] {
    const { asked } = this.trace;
    return this.keys().filter((key) => {
      const path = this.at(key);
      return this.has(key) && !asked.has(path) && ![...asked].some((other) => other.startsWith(`${path}.`));
    });
  }
  /** Replaces the object; `renamed` gives the file paths of some keys. Keeps the record of what was read. */
  renamedAs(object: PlainObject, renamed: ReadonlyMap<string, string>): Fields {
    return new Fields(object, this.path, renamed, this.trace);
  }
  /** The object with numbers in place of the numeric strings of these keys, which are recorded as read. */
  withNumbers(keys: readonly string[]): PlainObject {
    const spelled = keys.filter((key) => {
      const given = this.glance(key);
      return typeof given === 'string' && spelledNumber.test(given);
    });
    return { ...this.object, ...Object.fromEntries(spelled.map((key) => [key, this.number(key)!.value])) };
  }
  /** True if the key is present, even as null: `rope_scaling: null` shows that the field exists. */
  mentions(key: string): boolean {
    return Object.hasOwn(this.object, key);
  }
  keys(): string[] {
    return Object.keys(this.object);
  }

  number(key: string, rule: NumberRule = {}): Found<number> | undefined {
    const given = this.peek(key);
    if (given === undefined) return undefined;
    return { value: this.asNumber(key, given, rule), from: this.at(key) };
  }
  boolean(key: string): Found<boolean> | undefined {
    const value = this.peek(key);
    if (value === undefined) return undefined;
    if (typeof value !== 'boolean') this.refuse(key, value, 'true or false');
    return { value, from: this.at(key) };
  }
  text(key: string): Found<string> | undefined {
    const value = this.peek(key);
    if (value === undefined) return undefined;
    if (typeof value !== 'string') this.refuse(key, value, 'a text');
    return { value, from: this.at(key) };
  }
  /** @param most by default, as many as a head can have pairs */
  numbers(key: string, rule: NumberRule = {}, most = 2 ** 15): Found<readonly number[]> | undefined {
    const value = this.peek(key);
    if (value === undefined) return undefined;
    if (!Array.isArray(value)) this.refuse(key, value, 'a list of numbers');
    if (value.length > most) this.refuse(key, value, `a list of at most ${most} numbers`);
    const numbers = value.map((item: Plain, index) => this.asNumber(`${key}[${index}]`, item, rule));
    return { value: numbers, from: this.at(key) };
  }
  texts(key: string): Found<readonly string[]> | undefined {
    const value = this.peek(key);
    if (value === undefined) return undefined;
    if (!Array.isArray(value)) this.refuse(key, value, 'a list of texts');
    const bad = value.findIndex((item: Plain) => typeof item !== 'string');
    if (bad >= 0) this.refuse(`${key}[${bad}]`, value[bad] as Plain, 'a text');
    return { value: value as readonly string[], from: this.at(key) };
  }
  /** An object with at least one key; an empty one counts as absent, as in Python. */
  child(key: string): Fields | undefined {
    const value = this.peek(key);
    if (value === undefined) return undefined;
    if (!isPlainObject(value)) this.refuse(key, value, 'an object');
    const inner = [...this.renamed].flatMap(([name, at]) =>
      name.startsWith(`${key}.`) ? [[name.slice(key.length + 1), at] as const] : [],
    );
    const child = new Fields(value, this.at(key), new Map(inner), this.trace);
    return child.keys().length === 0 ? undefined : child;
  }

  private asNumber(key: string, given: Plain, rule: NumberRule): number {
    const { spelled } = this.trace;
    const text = typeof given === 'string' && spelled !== undefined && spelledNumber.test(given);
    const value = text ? Number(given) : given;
    if (typeof value !== 'number' || !fits(value, rule)) this.refuse(key, given, allowed(rule));
    if (text) spelled.set(this.at(key), given);
    return value;
  }
  private refuse(key: string, value: Plain, needed: string): never {
    throw errorAbout('bad_config', this.at(key), `is ${shown(value)}; it must be ${needed}`);
  }
}

/** Reads the first of several spellings that is present. */
export function firstNumber(fields: Fields, keys: readonly string[], rule: NumberRule): Found<number> | undefined {
  for (const key of keys) {
    const found = fields.number(key, rule);
    if (found) return found;
  }
  return undefined;
}
