/**
 * Writes the weights of a training run as safetensors. Apart from the files of tables, which more pages have.
 */
import type { NamedTensor } from '../types/posenc.js';
import { whole } from '../checks/options.js';
import { guarded, readRecord } from '../checks/record.js';
import { borrowRows } from '../checks/rows.js';
import { checkedMetadata, checkedText, headerOf, refuse } from './safetensors.js';

/**
 * A file of several float32 tensors: the weights of a training run. Where they name their axes its metadata has them, as
 * JSON by the tensors' names, and what `in` and `out` mean.
 */
export function weightsBytes(
  tensors: readonly NamedTensor[],
  metadata: Readonly<Record<string, string>> = {},
): Uint8Array {
  let end = 0;
  const subject = { code: 'bad_argument', field: 'tensors', what: 'tensors' } as const;
  const checked = guarded(subject, () => checkedTensors(tensors));
  const entries = checked.map(({ name, shape, data }) => {
    const entry = { dtype: 'F32', shape, data_offsets: [end, end + data.byteLength] };
    end += data.byteLength;
    return [name, entry] as const;
  });
  const named = checked.filter(({ axes }) => axes);
  const layout = named.length > 0 && {
    layout: '(in, out): y = x @ weight + bias',
    axes: JSON.stringify(Object.fromEntries(named.map(({ name, axes }) => [name, axes]))),
  };
  const header = headerOf({ ...layout, ...checkedMetadata(metadata, 'metadata') }, Object.fromEntries(entries));
  const file = new Uint8Array(header.length + end);
  file.set(header);
  let at = header.length;
  for (const { data } of checked) {
    file.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), at);
    at += data.byteLength;
  }
  return file;
}

function checkedTensors(tensors: readonly NamedTensor[]): readonly NamedTensor[] {
  const field = 'tensors';
  const what = '{ name, shape, data }';
  if (!Array.isArray(tensors)) refuse(field, `a list of ${what}`, tensors);
  return Array.from({ length: tensors.length }, (_, i) => {
    const place = `${field}[${i}]`;
    const entries = readRecord(tensors[i], { code: 'bad_argument', field: place, what });
    const shape = checkedList(entries.get('shape'), `${place}.shape`, 'a list of whole numbers', whole);
    const cols = shape.reduce((all, size) => all * size, 1);
    const { data } = borrowRows({ data: entries.get('data'), rows: 1, cols }, { field: place });
    if (!(data instanceof Float32Array)) return refuse(`${place}.data`, 'a Float32Array', entries.get('data'));
    const given = entries.get('axes');
    const axes = given === undefined ? given : checkedList(given, `${place}.axes`, 'a list of strings', checkedText);
    if (axes && axes.length !== shape.length) refuse(`${place}.axes`, `a name for each axis of shape`, axes);
    return { name: checkedText(entries.get('name'), `${place}.name`), shape, axes, data };
  });
}

/** At most 32 axes: a hostile list is as long as it says. */
function checkedList<T>(
  list: unknown,
  field: string,
  what: string,
  check: (of: unknown, field: string, min: number) => T,
): T[] {
  if (!Array.isArray(list) || list.length > 32) return refuse(field, `${what}, at most 32`, list);
  return Array.from({ length: list.length }, (_, i) => check(list[i], `${field}[${i}]`, 0));
}
