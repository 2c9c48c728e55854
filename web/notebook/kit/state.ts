/**
 * The state of a page as a schema: each field has an initial value, a name in the link and a parser. The type of the
 * state and both directions of the link `#v=1&e=rope&e.dim=128&p=131071` follow from it. Links are untrusted: their
 * length is bounded, unknown names are dropped, and invalid values become the initial ones.
 */
import type { EncodingInfo, ParamInfo } from '../../lib/types/registry.js';
import type { Coding } from '../history.js';
import type { DraftSpec } from '../state.js';
import { hashOf, longestHash, readNumber, readParams, readSpec, version, writeSpec, writeValue } from '../state.js';
import type { ParamValues } from '../state.js';

export interface Field<T> {
  readonly initial: T;
  /** Returns undefined if the link has no value or an invalid one. */
  read(link: URLSearchParams): T | undefined;
  /** Returns true if the link explicitly has no value; omitted for fields that always have one. */
  none?(link: URLSearchParams): boolean;
  write(link: URLSearchParams, value: T): unknown;
  /** Writes the initial value too, because other fields are read depending on it. */
  readonly always?: boolean;
}
export type StateOf<S> = { readonly [K in keyof S]: S[K] extends Field<infer T> ? T : never };

/** A coding that decodes synchronously. */
export interface Linked<S> extends Coding<S> {
  readonly decode: (hash: string) => S | undefined;
}

/** Maps the state of the schema to a link and back. */
export function linked<S extends Readonly<Record<string, Field<any>>>>(schema: S): Linked<StateOf<S>> {
  const fields = Object.entries(schema);
  const each = (value: (field: Field<unknown>, name: string) => unknown): StateOf<S> =>
    Object.fromEntries(fields.map(([name, field]) => [name, value(field, name)])) as StateOf<S>;
  return {
    initial: each((field) => field.initial),
    decode(hash) {
      if (hash.length < 2 || hash.length > longestHash) return undefined;
      const link = new URLSearchParams(hash.slice(1));
      return link.get('v') === version
        ? each((field) => (field.none?.(link) ? undefined : (field.read(link) ?? field.initial)))
        : undefined;
    },
    encode(state) {
      const link = new URLSearchParams({ v: version });
      for (const [name, field] of fields)
        if (field.always || state[name] !== field.initial) field.write(link, state[name] as never);
      return hashOf(link);
    },
  };
}

/** A field with one name, parsed by `read`. */
export function named<T>(
  key: string,
  initial: T,
  read: (text: string) => T | undefined,
  text = String as (value: T) => string,
) {
  return {
    initial,
    read: (link: URLSearchParams) => (link.has(key) ? read(link.get(key) as string) : undefined),
    write: (link: URLSearchParams, value: T) => link.set(key, text(value)),
  };
}

export const number = (key: string, initial: number, fits: (value: number) => boolean): Field<number> =>
  named(key, initial, (text) => {
    const value = readNumber(text);
    return value !== undefined && fits(value) ? value : undefined;
  });

/** A check of a number with its message: "must be a whole number from 0 to 9". */
export type Rule = ((value: number) => boolean) & { readonly must: string };
export const rule = (must: string, fits: (value: number) => boolean): Rule => Object.assign(fits, { must });

export const isWhole = (least: number, most = Infinity): Rule =>
  rule(
    `must be a whole number from ${least}${most < Infinity ? ` to ${most}` : ' on'}`,
    (value) => Number.isInteger(value) && value >= least && value <= most,
  );

/** Beyond this, float64 cannot distinguish neighbours. */
export const isPosition = rule('must be a number', (value) => Math.abs(value) <= 2 ** 53);

export const oneOf = <T extends string>(key: string, initial: T, all: readonly T[]): Field<T> =>
  named<T>(key, initial, (text) => all.find((one) => one === text));

/** A field that is initially undefined. */
export const unset = <T>(field: Field<T>): Field<T | undefined> => ({ ...field, initial: undefined });

export const flag = (key: string): Field<boolean> =>
  named<boolean>(
    key,
    false,
    (text) => text === '1',
    (value) => (value ? '1' : '0'),
  );

/** Parameters of a row by name: `net.trainedBias=0`. */
export const params = (prefix: string, rows: (link: URLSearchParams) => readonly ParamInfo[]): Field<ParamValues> => ({
  initial: {},
  read: (link) => readParams(link, prefix, rows(link)),
  write: (link, values) => Object.entries(values).map(([name, value]) => writeValue(link, `${prefix}.${name}`, value)),
});

/** A subset, in the order of the link; a list without a known item is ignored. */
export const someOf = <T extends string>(key: string, initial: readonly T[], all: readonly T[]): Field<readonly T[]> =>
  named(
    key,
    initial,
    (text) => {
      const known = [...new Set(text.split(','))].flatMap((one) => all.filter((each) => each === one));
      return known.length > 0 || text === '' ? known : undefined;
    },
    (chosen) => chosen.join(','),
  );

/** A spec under `e`, `e.<parameter>` and `s`, or under other names. */
export const spec = (encodings: readonly EncodingInfo[], initial: DraftSpec, e = 'e', s = 's'): Field<DraftSpec> => ({
  initial,
  read: (link) => readSpec(link, encodings, e, s),
  write: (link, value) => writeSpec(link, value, e, s),
});
