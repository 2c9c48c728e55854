/**
 * Checks names and types of data and options before they are drawn, so that a program without type checks gets an error
 * that names the wrong part. The JSON schemas (kind-data.ts) load on request; a picture is made at once.
 */
import { errorAbout, PosencError } from '../../checks/errors.js';
import { isRecord } from '../../checks/schema.js';
import { chartWords, meant, printable, shown } from '../../checks/show.js';

/** A list has one item. A name that ends in '?' is optional. */
export type Shape =
  | 'a string'
  | 'a number'
  | 'true or false'
  | 'a list of numbers'
  | 'a list of strings'
  | 'anything'
  | readonly [Shape]
  | Fields;
interface Fields {
  readonly [name: string]: Shape;
}

/** Names and types of a kind of chart. */
export interface Takes {
  readonly data: Fields;
  readonly options: Fields;
}

export const text = 'a string';
export const number = 'a number';
export const flag = 'true or false';
export const numbers = 'a list of numbers';
export const texts = 'a list of strings';

const common: Fields = {
  'title?': 'a string',
  'label?': 'a string',
  'width?': 'a number',
  'height?': 'a number',
  'theme?': 'a string',
  'cursor?': 'anything',
  'tools?': 'anything',
  'stepsChoose?': 'true or false',
  'file?': 'a string',
  'embed?': 'anything',
};
export const axis: Fields = {
  'title?': 'a string',
  'log?': 'true or false',
  'domain?': 'anything',
  'link?': 'a string',
};
/** Lines across or down. */
export const rules: readonly [Shape] = [{ value: number, 'text?': text, 'below?': flag }];
/** The rows or columns of a matrix. */
export const cells: Fields = { 'title?': text, 'link?': text, 'label?': 'anything' };
export const points: Fields = {
  'group?': numbers,
  'groups?': texts,
  'value?': numbers,
  'valueName?': text,
  'labels?': texts,
};
/** An axis with a scale of the chart. */
export const fixed: Fields = { 'title?': 'a string', 'domain?': 'anything' };

export function checkTaken({ data: shape, options: own }: Takes, data: unknown, options: unknown): void {
  check(shape, data, '', false);
  check({ ...common, ...own }, options, 'options', true);
}

/** @param closed other names throw */
function check(shape: Shape, value: unknown, field: string, closed: boolean): void {
  if (shape === 'anything') return;
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) throw wrong(field, 'a list', value);
    value.forEach((one, i) => check(shape[0] as Shape, one, `${field}[${i}]`, closed));
  } else if (typeof shape === 'object') checkFields(shape as Fields, value, field, closed);
  else if (!holds(shape, value)) throw wrong(field, shape, value);
  else if (shape === 'a list of numbers' && Array.isArray(value)) checkEach(value, 'number', field);
  else if (shape === 'a list of strings') checkEach(value as readonly unknown[], 'string', field);
}

function checkFields(shape: Fields, value: unknown, field: string, closed: boolean): void {
  if (!isRecord(value)) throw wrong(field, 'an object', value);
  const at = (name: string): string => (field === '' ? name : `${field}.${name}`);
  const names = Object.keys(shape).map((name) => name.replace('?', ''));
  const other = closed
    ? Object.keys(value).find((name) => !names.includes(name) && value[name] !== undefined)
    : undefined;
  if (other !== undefined) {
    const like = meant(other, names, chartWords);
    const hint = like === undefined ? '' : ` (did you mean '${like}'?)`;
    const what = `${field} has no ${printable(other)}${hint}; it may have ${names.join(', ')}`;
    throw new PosencError('bad_argument', at(printable(other)), what);
  }
  for (const [name, inner] of Object.entries(shape)) {
    const plain = name.replace('?', '');
    const given = value[plain];
    if (given !== undefined) check(inner, given, at(plain), closed);
    else if (plain === name) throw errorAbout('bad_argument', at(plain), 'is missing');
  }
}

function holds(shape: Shape, value: unknown): boolean {
  if (shape === 'a string') return typeof value === 'string';
  if (shape === 'a number') return typeof value === 'number';
  if (shape === 'true or false') return typeof value === 'boolean';
  if (shape === 'a list of strings') return Array.isArray(value);
  return typeof value === 'object' && value !== null && typeof (value as { length?: unknown }).length === 'number';
}

function checkEach(list: readonly unknown[], type: 'number' | 'string', field: string): void {
  const at = list.findIndex((one) => typeof one !== type);
  if (at >= 0) throw wrong(`${field}[${at}]`, type === 'number' ? 'a number; NaN is a gap' : 'a string', list[at]);
}

const wrong = (field: string, what: string, value: unknown): PosencError =>
  errorAbout('bad_argument', field || 'data', `must be ${what}, got ${shown(value)}`);
