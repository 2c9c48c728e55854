/**
 * Reads safetensors: 8 bytes of header length, a JSON header, then the tensors.
 * https://github.com/huggingface/safetensors#format
 *
 * Checks before copying anything that the header is bounded, names are unique, and the tensors cover the data exactly,
 * without gap or overlap.
 */
import { type ErrorCode, PosencError } from '../checks/errors.js';
import { parseJson } from '../checks/json.js';
import { printable, shown } from '../checks/show.js';
import { asTensorArray, decoded, fills, type Located, maxRank, type Readable, type TensorArray } from './located.js';
import { isNumberType, numberBytes } from './numbers.js';
import { viewOf } from './stored.js';

export interface SafetensorsLimits {
  readonly maxHeaderBytes: number;
  readonly maxTensors: number;
}
/** Headers of published checkpoints with a few hundred tensors have below 100 kB. */
export const safetensorsLimits: SafetensorsLimits = { maxHeaderBytes: 1_000_000, maxTensors: 10_000 };

export interface SafetensorsFile {
  readonly metadata: Readonly<Record<string, string>>;
  readonly tensors: Readonly<Record<string, TensorArray>>;
}

/** Every tensor of the file; throws if one has an unsupported type. */
export function parseSafetensors(bytes: Uint8Array): SafetensorsFile {
  const view = viewOf(bytes);
  const { metadata, tensors: located } = locateSafetensors(view, view.length);
  const tensors = Object.create(null) as Record<string, TensorArray>;
  for (const tensor of located) {
    const quoted = `'${printable(tensor.name)}'`;
    if (!isReadable(tensor))
      return refuse('bad_argument', quoted, `${quoted} has the dtype ${printable(tensor.dtype)}`);
    tensors[tensor.name] = asTensorArray(
      tensor.shape,
      decoded(tensor, view.subarray(tensor.begin, tensor.end), quoted),
    );
  }
  return { metadata, tensors };
}

export const isReadable = (tensor: Located): tensor is Readable => isNumberType(tensor.dtype);

/** True if these could be the first bytes of a safetensors file: a length below 4 GiB, then `{`. */
export const looksLikeSafetensors = (head: Uint8Array): boolean =>
  head.length > 8 && head[8] === 0x7b && head.subarray(4, 8).every((byte) => byte === 0);

/**
 * @param head the file's first bytes, all of them or at least 8 + limits.maxHeaderBytes
 * @param size of the file
 * @returns tensors in the order of their data, including those of unsupported types
 */
export function locateSafetensors(
  head: Uint8Array,
  size: number,
  { maxHeaderBytes, maxTensors } = safetensorsLimits,
): { metadata: Readonly<Record<string, string>>; tensors: Located[] } {
  if (head.length < 8) refuse('bad_argument', '', 'it is shorter than 8 bytes');
  const length = new DataView(head.buffer, head.byteOffset, 8).getBigUint64(0, true);
  if (length > BigInt(maxHeaderBytes))
    refuse('too_large', '', `its header has ${length} bytes; at most ${maxHeaderBytes} are read`);
  const start = 8 + Number(length);
  if (size < start) refuse('bad_argument', '', `its header of ${length} bytes is cut off`);
  const header = readHeader(head.subarray(8, start));
  const names = Object.keys(header).filter((name) => name !== '__metadata__');
  if (names.length > maxTensors)
    refuse('too_large', '', `it has ${names.length} tensors; at most ${maxTensors} are read`);
  const tensors = names
    .map((name) => readEntry(name, header[name], start))
    .sort((a, b) => a.begin - b.begin || a.end - b.end);
  let at = start;
  for (const { name, begin, end } of tensors) {
    const quoted = `'${printable(name)}'`;
    const what = begin < at ? 'overlaps the tensor before it' : 'leaves a gap';
    if (begin !== at)
      refuse('bad_shape', quoted, `${quoted} begins at byte ${begin - start}, not ${at - start}: it ${what}`);
    at = end;
  }
  if (at !== size)
    refuse('bad_shape', '', `its tensors have ${at - start} bytes, but ${size - start} bytes of data are there`);
  return { metadata: readMetadata(header['__metadata__']), tensors };
}

function readHeader(bytes: Uint8Array): Record<string, unknown> {
  if (bytes[0] !== 0x7b) refuse('bad_json', '', 'its header does not begin with {');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse('bad_json', '', 'its header is not UTF-8');
  }
  return parseJson(text, { field: 'safetensors' }) as Record<string, unknown>;
}

function readEntry(name: string, value: unknown, start: number): Located {
  const quoted = `'${printable(name)}'`;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refuse('bad_argument', quoted, `${quoted} is ${shown(value)}`);
  const { dtype, shape, data_offsets: offsets, ...rest } = value as Record<string, unknown>;
  const unknown = Object.keys(rest)[0];
  if (unknown !== undefined) refuse('bad_argument', quoted, `${quoted} has the unknown key '${printable(unknown)}'`);
  if (typeof dtype !== 'string') return refuse('bad_argument', quoted, `${quoted} has the dtype ${shown(dtype)}`);
  if (!isSizes(shape)) return refuse('bad_shape', quoted, `${quoted} has a shape that is not a list of sizes`);
  if (shape.length > maxRank)
    refuse('too_large', quoted, `${quoted} has ${shape.length} dimensions; at most ${maxRank} are read`);
  if (!isSizes(offsets) || offsets.length !== 2 || offsets[0]! > offsets[1]!)
    return refuse('bad_shape', quoted, `${quoted} has data_offsets that are no [begin, end]`);
  const [begin, end] = offsets as [number, number];
  if (isNumberType(dtype) && !fills(shape, numberBytes[dtype], end - begin)) {
    const given = `${quoted} has the shape (${shape.join(', ')}) of ${dtype}, which is not ${end - begin} bytes`;
    refuse('bad_shape', quoted, given);
  }
  return { name, dtype, shape, begin: start + begin, end: start + end };
}

function readMetadata(value: unknown): Record<string, string> {
  const metadata = Object.create(null) as Record<string, string>;
  if (value === undefined) return metadata;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refuse('bad_argument', '__metadata__', 'its __metadata__ is not an object');
  for (const [key, text] of Object.entries(value)) {
    if (typeof text !== 'string')
      return refuse('bad_argument', '__metadata__', `its metadata '${printable(key)}' is ${shown(text)}`);
    metadata[key] = text;
  }
  return metadata;
}

const isSizes = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((n) => Number.isSafeInteger(n) && n >= 0);

/** @param part of the file: '' for the whole, a quoted tensor name or __metadata__ */
function refuse(code: ErrorCode, part: string, what: string): never {
  const field = part === '' ? 'safetensors' : `safetensors ${part}`;
  throw new PosencError(code, field, `this safetensors file cannot be read: ${what}`);
}
