/**
 * Named float32 tensors: the weights of a training run.
 */
import type { NamedTensor } from '../types/posenc.js';
import { mustBe } from './errors.js';
import { whole } from './options.js';
import { guarded, readRecord } from './record.js';
import { borrowRows } from './rows.js';

/** Each holds the given array itself. `data` may also be a function that returns it, as in `readTensors`. */
export function checkedTensors(tensors: unknown, field: string): NamedTensor[] {
  const what = '{ name, shape, data }';
  return guarded({ code: 'bad_argument', field, what: 'tensors' }, () => {
    if (!Array.isArray(tensors)) refuse(field, `a list of ${what}`, tensors);
    return Array.from({ length: tensors.length }, (_, i) => {
      const place = `${field}[${i}]`;
      const entries = readRecord(tensors[i], { code: 'bad_argument', field: place, what });
      const shape = checkedList(entries.get('shape'), `${place}.shape`, 'a list of whole numbers', whole);
      const cols = shape.reduce((all, size) => all * size, 1);
      const given = entries.get('data');
      const numbers: unknown = typeof given === 'function' ? given() : given;
      const { data } = borrowRows({ data: numbers, rows: 1, cols }, { field: place });
      if (!(data instanceof Float32Array)) return refuse(`${place}.data`, 'a Float32Array', numbers);
      const named = entries.get('axes');
      const axes = named === undefined ? named : checkedList(named, `${place}.axes`, 'a list of strings', checkedText);
      if (axes && axes.length !== shape.length) refuse(`${place}.axes`, `a name for each axis of shape`, axes);
      return { name: checkedText(entries.get('name'), `${place}.name`), shape, axes, data };
    });
  });
}

/** At most 32 axes: a hostile list may claim any length. */
function checkedList<T>(
  list: unknown,
  field: string,
  what: string,
  check: (of: unknown, field: string, min: number) => T,
): T[] {
  if (!Array.isArray(list) || list.length > 32) return refuse(field, `${what}, at most 32`, list);
  return Array.from({ length: list.length }, (_, i) => check(list[i], `${field}[${i}]`, 0));
}

export function checkedText(value: unknown, field: string): string {
  return typeof value === 'string' ? value : refuse(field, 'a string', value);
}

function refuse(field: string, what: string, given: unknown): never {
  throw mustBe('bad_argument', field, what, given);
}
