/**
 * One object of a config with the JSON path it was found at. Every getter gives the value together with
 * where it stands, treats null as absent (as the Python readers do) and throws `bad_config` with the
 * path for a wrong type. A number written as text is read as the number, so that the rest of the file can be told of, and
 * kept in `spelled`: no engine converts it.
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

/** What a rule allows, to complete "it must be …". */
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

/** A number of JSON, as a text that holds nothing else. */
const spelledNumber = /^\s*-?\d+(?:\.\d*)?(?:[eE][+-]?\d+)?\s*$/;

/** What happened to the values of a file, of all objects in it together. */
interface Trace {
  /** Paths whose values were asked for: what is not among them had no part in the answer. */
  readonly asked: Set<string>;
  /** Paths of numbers that were read from a text, and the text; nothing where a text is none, as in a GGUF file, which has types. */
  readonly spelled?: Map<string, string>;
}

export class Fields {
  constructor(
    readonly object: PlainObject,
    readonly path: string,
    /** Of keys that the file names otherwise: where their values stand. */
    readonly renamed: ReadonlyMap<string, string> = new Map(),
    private readonly trace: Trace = { asked: new Set(), spelled: new Map() },
  ) {}

  /** An object whose numbers have to be numbers. */
  static typed(object: PlainObject, path: string): Fields {
    return new Fields(object, path, new Map(), { asked: new Set() });
  }
  /** Paths of the numbers that the file writes as texts, of those that were read so far. */
  get spelled(): ReadonlyMap<string, string> {
    return this.trace.spelled ?? new Map();
  }

  static readonly none = new Fields(Object.create(null) as PlainObject, '');

  at(key: string): string {
    const elsewhere = this.renamed.get(key);
    if (elsewhere !== undefined) return elsewhere;
    return this.path === '' ? key : `${this.path}.${key}`;
  }
  /** The value as it stands; undefined where it is absent or null. */
  peek(key: string): Exclude<Plain, null> | undefined {
    if (Object.hasOwn(this.object, key)) this.trace.asked.add(this.at(key));
    return this.glance(key);
  }
  /** The same for one who only looks whether it is there, or tells of it: the value counts as not asked for. */
  glance(key: string): Exclude<Plain, null> | undefined {
    return Object.hasOwn(this.object, key) ? (this.object[key] ?? undefined) : undefined;
  }
  has(key: string): boolean {
    return this.glance(key) !== undefined;
  }
  /** Keys with a value that nobody has asked for, neither as a whole nor a part of it. */
  unasked(): string[] {
    const { asked } = this.trace;
    return this.keys().filter((key) => {
      const path = this.at(key);
      return this.has(key) && !asked.has(path) && ![...asked].some((other) => other.startsWith(`${path}.`));
    });
  }
  /** Another object in the place of this one, with names of its own for some fields. */
  renamedAs(object: PlainObject, renamed: ReadonlyMap<string, string>): Fields {
    return new Fields(object, this.path, renamed, this.trace);
  }
  /** The object with the numbers of these keys that it has as texts; they count as asked for. */
  withNumbers(keys: readonly string[]): PlainObject {
    const spelled = keys.filter((key) => {
      const given = this.glance(key);
      return typeof given === 'string' && spelledNumber.test(given);
    });
    return { ...this.object, ...Object.fromEntries(spelled.map((key) => [key, this.number(key)!.value])) };
  }
  /** Present, null included: `rope_scaling: null` says that the field exists. */
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
  /** @param most as many as a head has pairs, unless told */
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
  /** An object with at least one key: an empty one counts as absent, as in Python. */
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

/** The first of several spellings that is present. */
export function firstNumber(fields: Fields, keys: readonly string[], rule: NumberRule): Found<number> | undefined {
  for (const key of keys) {
    const found = fields.number(key, rule);
    if (found) return found;
  }
  return undefined;
}
