/**
 * Schemas of unknown data. They are read field by field, with a PosencError that names the invalid field, and written
 * back as JSON. A type follows from a schema (`Read`), or a schema must match a type (`FieldsOf`). NaN and infinite
 * numbers are null in JSON.
 */
import { errorAbout, PosencError } from './errors.js';
import { chartWords, meant, printable, shown } from './show.js';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };
/** Converts a list of numbers to JSON. */
export type WriteNumbers = (values: ArrayLike<number>) => Json;

export interface Schema<T> {
  read(value: unknown, field: string): T;
  /** undefined if the value cannot be written, like a function. */
  write(value: unknown, listed: WriteNumbers): Json | undefined;
}
export type Read<S> = S extends Schema<infer T> ? T : never;

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);

function refuse(field: string, what: string, value: unknown): never {
  const got =
    value !== null && typeof value === 'object' ? (Array.isArray(value) ? 'a list' : 'an object') : shown(value);
  throw errorAbout('bad_argument', field, `must be ${what}, got ${got}`);
}
/** A plain value of one type. */
function plain<T extends string | number | boolean>(what: string, holds: (value: unknown) => boolean): Schema<T> {
  return {
    read: (value, field) => (holds(value) ? (value as T) : refuse(field, what, value)),
    write: (value) => (holds(value) ? (value as T) : undefined),
  };
}
export const text = plain<string>('a text', (value) => typeof value === 'string');
export const flag = plain<boolean>('true or false', (value) => typeof value === 'boolean');
export const finite = plain<number>('a number', (value) => Number.isFinite(value));
export const whole = plain<number>(
  'a whole number, not below zero',
  (value) => Number.isInteger(value) && +value! >= 0,
);
export const oneOf = <T extends string>(...names: readonly T[]): Schema<T> =>
  plain<T>(`one of ${names.join(', ')}`, (value) => names.includes(value as T));

/** A number, or null for a missing one. */
export const orNull: Schema<number | null> = {
  read: (value, field) =>
    value === null || Number.isFinite(value) ? (value as number | null) : finite.read(value, field),
  write: (value) => (Number.isFinite(value) ? (value as number) : null),
};

/** A list of numbers, or a range `{ start, count, step }`. @param most largest count of a range, tiny as JSON */
export const numbersUpTo = (most: number): Schema<Float64Array | Float32Array> => ({
  read(value, field) {
    if (value instanceof Float64Array || value instanceof Float32Array) return value;
    if (isRecord(value)) {
      const { start = 0, count, step = 1 } = range.read(value, field);
      if (count > most) return refuse(`${field}.count`, `a whole number up to ${most}`, count);
      return Float64Array.from({ length: count }, (_, i) => start + i * step);
    }
    const listed = Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
    if (!listed) return refuse(field, 'a list of numbers', value);
    const list = value as ArrayLike<unknown>;
    return Float64Array.from({ length: list.length }, (_, i) => {
      const one = list[i];
      return one === null ? NaN : typeof one === 'number' ? one : refuse(`${field}[${i}]`, 'a number or null', one);
    });
  },
  write: (value, listed) => listed(value as ArrayLike<number>),
});

export const list = <T>(item: Schema<T>): Schema<readonly T[]> => ({
  read: (value, field) =>
    Array.isArray(value) ? value.map((one, i) => item.read(one, `${field}[${i}]`)) : refuse(field, 'a list', value),
  write: (value, listed) => (Array.isArray(value) ? value.flatMap((one) => item.write(one, listed) ?? []) : undefined),
});
/** Values of one type by name. */
export const named = <T>(item: Schema<T>): Schema<Readonly<Record<string, T>>> => ({
  read(value, field) {
    if (!isRecord(value)) return refuse(field, 'an object', value);
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, item.read(one, `${field}.${name}`)]));
  },
  write: (value, listed) =>
    isRecord(value)
      ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, item.write(one, listed) ?? null]))
      : undefined,
});
export const texts = list(text);
export const wholes = list(whole);

/** A list with one value per schema. */
export const tuple = <T extends readonly unknown[]>(
  ...schemas: { readonly [K in keyof T]: Schema<T[K]> }
): Schema<T> => ({
  read: (value, field) =>
    Array.isArray(value) && value.length === schemas.length
      ? (schemas.map((schema, i) => schema.read(value[i], `${field}[${i}]`)) as unknown as T)
      : refuse(field, `a list of ${schemas.length}`, value),
  write: (value, listed) =>
    Array.isArray(value) ? schemas.map((schema, i) => schema.write(value[i], listed) ?? null) : undefined,
});
const two = tuple<readonly [number, number]>(finite, finite);
export const span: Schema<readonly [number, number]> = {
  read(value, field) {
    const [from, to] = two.read(value, field);
    return from < to ? [from, to] : refuse(field, 'two numbers, the smaller one first, such as [1, 100]', value);
  },
  write: two.write,
};

/** May be absent from its record. */
export interface Optional<T> extends Schema<T | undefined> {
  readonly optional: true;
}
export const maybe = <T>(schema: Schema<T>): Optional<T> => ({
  optional: true,
  read: (value, field) => (value === undefined ? undefined : schema.read(value, field)),
  write: (value, listed) => (value === undefined ? undefined : schema.write(value, listed)),
});

type Fields = Readonly<Record<string, Schema<unknown>>>;
/** The fields of a type; a missing or extra one does not compile. */
export type FieldsOf<T> = {
  readonly [K in keyof T]-?: undefined extends T[K] ? Optional<Exclude<T[K], undefined>> : Schema<T[K]>;
};
type RecordOf<F extends Fields> = { readonly [K in keyof F]: Read<F[K]> };

/** Unknown fields throw. @param attributes names that belong to the element instead */
export function record<F extends Fields>(fields: F, attributes: readonly string[] = []): Schema<RecordOf<F>> {
  const names = Object.keys(fields);
  const hintFor = (other: string): string => {
    const name = meant(other, [...names, ...attributes], chartWords);
    if (name === undefined) return '';
    return ` (did you mean ${attributes.includes(name) ? 'the attribute ' : ''}'${name}'?)`;
  };
  return {
    read(value, field) {
      if (!isRecord(value)) return refuse(field, 'an object', value);
      const other = Object.keys(value).find((name) => !names.includes(name));
      if (other !== undefined)
        throw new PosencError(
          'bad_argument',
          `${field}.${other}`,
          `${field} has no ${printable(other)}${hintFor(other)}; it may have ${names.join(', ')}`,
        );
      return Object.fromEntries(
        names.flatMap((name) => {
          const given = Object.hasOwn(value, name) ? value[name] : undefined;
          const schema = fields[name]!;
          if (given === undefined && 'optional' in schema) return [];
          if (given === undefined) throw errorAbout('bad_argument', `${field}.${name}`, 'is missing');
          return [[name, schema.read(given, `${field}.${name}`)]];
        }),
      ) as RecordOf<F>;
    },
    write(value, listed) {
      if (!isRecord(value)) return undefined;
      return Object.fromEntries(
        names.flatMap((name) => {
          const written = value[name] === undefined ? undefined : fields[name]?.write(value[name], listed);
          return written === undefined ? [] : [[name, written]];
        }),
      );
    },
  };
}

const range = record({ start: maybe(finite), count: whole, step: maybe(finite) });
