/**
 * Encodes arguments and results in frame heads: arrays by index, { "$array": 0 }, with a shape for matrices; files by
 * name, { "$model": "path" } and { "$numbers": "path" }; objects with methods by number, { "$held": 1 }. A data key
 * that begins with `$` gets another `$`, so that untrusted data cannot imitate these tags.
 */
import { stat } from 'node:fs/promises';
import { PosencError } from '../../lib/checks/errors.js';
import { printable } from '../../lib/checks/show.js';
import type { Matrix } from '../../lib/types/posenc.js';
import { numbersOf } from '../identify-input.js';
import { oneSource } from '../inputs/expand.js';
import { readSource } from '../inputs/model.js';
import { localFile, type Source } from '../inputs/source.js';
import { isMatrix, isTyped } from '../json.js';
import { type Numbers, typeOf } from './frame.js';

/** Resolves a model's name. Contacts the Hub only if the name requests it. */
export async function modelAt(name: string): Promise<Source> {
  const named = /^(?:hf|https?):/i.test(name) || (await stat(name).catch(() => undefined)) !== undefined;
  return named ? oneSource(name, { gguf: true }) : localFile(name); // which reports that it does not exist
}

const tagged = (value: object, tag: string): unknown =>
  Object.hasOwn(value, tag) ? (value as Record<string, unknown>)[tag] : undefined;

/** Escapes and unescapes data keys in a head. */
const escaped = (key: string): string => (key.startsWith('$') ? `$${key}` : key);
function unescaped(key: string): string {
  if (!key.startsWith('$')) return key;
  if (key.startsWith('$$')) return key.slice(1);
  throw new PosencError('bad_argument', 'frame', `this is not a frame: there is no tag '${printable(key)}'`);
}

/** Decodes the arguments of a call. @param sources keeps models as sources, if their name and folder matter */
export async function given(value: unknown, arrays: readonly Numbers[], sources = false): Promise<unknown> {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return Promise.all(value.map((item) => given(item, arrays, sources)));
  const number = tagged(value, '$number');
  if (number !== undefined) return Number(number);
  const at = tagged(value, '$array');
  if (at !== undefined) return arrayOf(arrays[Number(at)], tagged(value, '$shape'));
  const model = tagged(value, '$model');
  if (model !== undefined) {
    const source = await modelAt(String(model));
    return sources ? source : (await readSource(source)).content;
  }
  const file = tagged(value, '$numbers');
  if (file !== undefined) return numbersOf(String(file));
  const items = await Promise.all(
    Object.entries(value).map(async ([key, item]) => [unescaped(key), await given(item, arrays, sources)] as const),
  );
  return Object.fromEntries(items);
}

function arrayOf(data: Numbers | undefined, shape: unknown): unknown {
  if (data === undefined) throw new PosencError('bad_argument', 'frame', 'an array is missing in the frame');
  if (!Array.isArray(shape)) return data;
  const [rows, cols] = shape as [number, number];
  return { data, rows, cols } as unknown as Matrix;
}

/** Results with methods, by number, until they are released. */
export class Held {
  readonly #all = new Map<number, object>();
  #next = 1;

  keep(object: object): number {
    this.#all.set(this.#next, object);
    return this.#next++;
  }

  at(number: unknown): Readonly<Record<string, unknown>> {
    const found = this.#all.get(number as number);
    if (found) return found as Record<string, unknown>;
    throw new PosencError('disposed', '', 'this object was released');
  }

  release(numbers: readonly number[]): void {
    for (const number of numbers) {
      const { close } = (this.#all.get(number) ?? {}) as { close?: unknown };
      if (typeof close === 'function') close.call(this.#all.get(number));
      this.#all.delete(number);
    }
  }
}

/** Encodes a result as head text and appends its arrays to `arrays`. Infinities and NaN are as in Python's JSON. */
export function headText(value: unknown, arrays: Numbers[], held: Held): string {
  const text = (item: unknown): string => headText(item, arrays, held);
  const array = (data: ArrayLike<number>, shape: string): string => {
    arrays.push(data as Numbers);
    return `{"$array":${arrays.length - 1}${shape}}`;
  };
  if (typeof value === 'number') return numberText(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (isTyped(value)) return array(value, '');
  if (Array.isArray(value)) return `[${value.map(text).join(',')}]`;
  if (isMatrix(value)) {
    const matrix = array(value.data, `,"$shape":[${value.rows},${value.cols}]`);
    return 'firstRow' in value ? `{"firstRow":${String(value.firstRow)},"data":${matrix}}` : matrix;
  }
  const entries = Object.entries(value).filter(([, item]) => item !== undefined && typeof item !== 'function');
  const number = hasMethods(value) ? [`"$held":${held.keep(value)}`] : [];
  return `{${[...number, ...entries.map(([key, item]) => `${JSON.stringify(escaped(key))}:${text(item)}`)].join(',')}}`;
}

/** True for a training run or an iterator. */
const hasMethods = (value: object): boolean =>
  typeof (value as { close?: unknown }).close === 'function' ||
  typeof (value as { next?: unknown }).next === 'function';

function numberText(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity';
  return Object.is(value, -0) ? '-0.0' : String(value);
}

/** Describes arrays for the head: type and count. */
export const describedArrays = (arrays: readonly Numbers[]): string =>
  `[${arrays.map((data) => `{"type":"${typeOf(data)}","count":${data.length}}`).join(',')}]`;
