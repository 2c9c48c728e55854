/** Writes the weights of a training run as safetensors. Separate from table files, which more pages use. */
import type { NamedTensor } from '../types/posenc.js';
import { checkedTensors } from '../checks/tensors.js';
import { checkedMetadata, headerOf } from './safetensors.js';

/**
 * A file of several float32 tensors: the weights of a training run. If they name their axes, the metadata lists these
 * as JSON by tensor name, and explains `in` and `out`.
 */
export function weightsBytes(
  tensors: readonly NamedTensor[],
  metadata: Readonly<Record<string, string>> = {},
): Uint8Array {
  let end = 0;
  const checked = checkedTensors(tensors, 'tensors');
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
