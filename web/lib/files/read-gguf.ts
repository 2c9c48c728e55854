/**
 * Reads the header of a GGUF file, versions 2 and 3, of either byte order: keys with their values, the list of tensors,
 * and the numbers of the tensors of frequency factors. Reads no other tensor, so the file may be of any size.
 * https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
 *
 * The parser is a generator that requests bytes, so one body serves files in memory and on disk. Long values, mainly
 * the vocabulary, are skipped. Sizes are compared with the file before they are added to a position, and the header
 * with a limit, so that a hostile file is rejected within a second. The package has no dependencies; @huggingface/gguf
 * keeps every vocabulary, and reads by fetch.
 */
import { type ErrorCode, PosencError } from '../checks/errors.js';
import { printable } from '../checks/show.js';
import type { GgufHeader, GgufTensor, GgufValue } from '../types/gguf.js';
import { GgufCursor, type Steps } from './gguf-cursor.js';
import { decoded, fills, type Located } from './located.js';
import { isNumberType, numberBytes } from './numbers.js';
import { bytesOf, sizeOf, type Stored, viewOf } from './stored.js';

/** Keys of one file; published ones have below 100. */
const maxKeys = 65_536;
/** Tensors of one file; the largest mixtures of experts have some thousand. */
const maxTensors = 100_000;
/** ggml's GGML_MAX_DIMS. */
const maxRank = 4;
/** Nesting of lists; llama.cpp neither writes nor reads nested lists. */
const maxDepth = 4;
/** Items of a list that is kept: facts by layer, the names of datasets. */
const maxItems = 4096;
/** Numbers of a tensor of factors: pairs of the widest head that a spec may have. */
const maxFactors = 32_768;

/** Bytes of one value of the types 0 to 12; strings and lists have no fixed size. */
const valueBytes = [1, 1, 2, 2, 4, 4, 4, 1, undefined, undefined, 8, 8, 8] as const;
const textType = 8;
const listType = 9;

/** The types of ggml that hold plain numbers. */
const plainTypes: ReadonlyMap<number, string> = new Map([
  [0, 'F32'],
  [1, 'F16'],
  [28, 'F64'],
  [30, 'BF16'],
]);

/** llama.cpp's names of the tensors that divide frequencies. */
export const factorTensors = ['rope_freqs.weight', 'rope_factors_short.weight', 'rope_factors_long.weight'] as const;

/** True if these are the first bytes of a GGUF file. */
export const looksLikeGguf = (head: Uint8Array): boolean =>
  [0x47, 0x47, 0x55, 0x46].every((byte, i) => head[i] === byte);

/**
 * Reads the header of a file in memory, or of its beginning, which must include the last tensor of factors.
 * @throws PosencError bad_argument (not GGUF, or malformed), bad_shape, too_large
 */
export function readGguf(bytes: Uint8Array | ArrayBuffer): GgufHeader {
  const view = viewOf(bytes);
  const steps = header(view.length);
  let step = steps.next();
  while (!step.done) step = steps.next(view.subarray(step.value.begin, step.value.end));
  return step.value;
}

/**
 * Reads the header of a Blob or File, of which only the header and the factor tensors are read. Also throws `io`. A
 * file that ends before its `size` fails at its end, so a stream of unknown length may name the largest size.
 */
export async function openGguf(file: Stored): Promise<GgufHeader> {
  const steps = header(sizeOf(file));
  let step = steps.next();
  while (!step.done) step = steps.next(await bytesOf(file, step.value.begin, step.value.end));
  return step.value;
}

function* header(size: number): Steps<GgufHeader> {
  const cursor = new GgufCursor(size, refuse);
  const version = yield* readVersion(cursor);
  yield* cursor.need(16, 'header');
  const tensorCount = cursor.count(maxTensors, 'tensors');
  const keyCount = cursor.count(maxKeys, 'keys');
  const { metadata, omitted } = yield* readKeys(cursor, keyCount);
  const infos = yield* readTensorInfos(cursor, tensorCount);
  const alignment = alignmentOf(metadata['general.alignment']);
  const data = Math.ceil(cursor.at / alignment) * alignment;
  const tensors = infos.map(({ offset, ...tensor }) => ({ ...tensor, begin: data + offset }));
  const factors = Object.create(null) as Record<string, readonly number[]>;
  for (const tensor of tensors)
    if (isFactors(tensor.name)) factors[tensor.name] = yield* readFactors(tensor, size, cursor.bigEndian);
  return { format: 'gguf', version, bigEndian: cursor.bigEndian, metadata, omitted, tensors, factors };
}

const isFactors = (name: string): boolean => (factorTensors as readonly string[]).includes(name);

/** The magic is equal in both byte orders; the version distinguishes them, as in llama.cpp. */
function* readVersion(cursor: GgufCursor): Steps<number> {
  yield* cursor.need(8, 'header');
  if (!looksLikeGguf(cursor.bytes(4))) refuse('bad_argument', '', 'it does not begin with GGUF');
  const little = cursor.u32();
  cursor.bigEndian = (little & 0xffff) === 0;
  const version = cursor.bigEndian ? little >>> 24 : little;
  if (version === 2 || version === 3) return version;
  return refuse('bad_argument', 'version', `its version is ${version}; 2 and 3 are read`);
}

interface Keys {
  readonly metadata: Readonly<Record<string, GgufValue>>;
  readonly omitted: readonly string[];
}

function* readKeys(cursor: GgufCursor, count: number): Steps<Keys> {
  const metadata = Object.create(null) as Record<string, GgufValue>;
  const omitted: string[] = [];
  const seen = new Set<string>();
  for (let i = 0; i < count; i++) {
    const key = yield* cursor.name(`key ${i + 1} of ${count}`);
    const quoted = `'${printable(key)}'`;
    if (seen.has(key)) refuse('bad_argument', quoted, `the key ${quoted} occurs twice`);
    seen.add(key);
    yield* cursor.need(4, quoted);
    const value = yield* readValue(cursor, cursor.u32(), quoted, 0);
    if (value === undefined) omitted.push(key);
    else metadata[key] = value;
  }
  return { metadata, omitted };
}

/** The value, or undefined if it was skipped. */
function* readValue(cursor: GgufCursor, type: number, key: string, depth: number): Steps<GgufValue | undefined> {
  if (type === textType) return yield* cursor.text(key);
  if (type === listType) return yield* readList(cursor, key, depth + 1);
  const bytes = valueBytes[type] ?? refuseType(type, key);
  yield* cursor.need(bytes, key);
  return cursor.value(type);
}

function* readList(cursor: GgufCursor, key: string, depth: number): Steps<readonly GgufValue[] | undefined> {
  if (depth > maxDepth) refuse('too_large', key, `${key} has lists nested more than ${maxDepth} deep`);
  yield* cursor.need(12, key);
  const type = cursor.u32();
  const count = cursor.size64(key);
  const bytes = valueBytes[type];
  if (bytes === undefined && type !== textType && type !== listType) refuseType(type, key);
  // minimum size of the items: eight bytes of length for a string, twelve of type and length for a list
  cursor.checkAhead(count, bytes ?? (type === textType ? 8 : 12), key);
  let kept: GgufValue[] | undefined = count <= maxItems && cursor.keeps(count) ? [] : undefined;
  if (kept === undefined && bytes !== undefined) {
    cursor.skip(count * bytes, key);
    return undefined;
  }
  for (let i = 0; i < count; i++) {
    if (kept === undefined && type === textType) {
      yield* cursor.skipTexts(count - i, key);
      return undefined;
    }
    const value = yield* readValue(cursor, type, key, depth);
    if (value === undefined) kept = undefined;
    else kept?.push(value);
  }
  return kept;
}

const refuseType = (type: number, key: string): never =>
  refuse('bad_argument', key, `${key} has the value type ${type}; types 0 to 12 are known`);

type TensorAt = Omit<GgufTensor, 'begin'> & { readonly offset: number };

function* readTensorInfos(cursor: GgufCursor, count: number): Steps<readonly TensorAt[]> {
  const infos: TensorAt[] = [];
  const seen = new Set<string>();
  for (let i = 0; i < count; i++) {
    const name = yield* cursor.name(`the name of tensor ${i + 1} of ${count}`);
    const quoted = `tensor '${printable(name)}'`;
    if (seen.has(name)) refuse('bad_argument', quoted, `${quoted} occurs twice`);
    seen.add(name);
    yield* cursor.need(4, quoted);
    const rank = cursor.u32();
    if (rank > maxRank) refuse('too_large', quoted, `${quoted} has ${rank} dimensions; at most ${maxRank} are read`);
    yield* cursor.need(8 * rank + 12, quoted);
    const shape = Array.from({ length: rank }, () => cursor.size64(quoted)).reverse();
    const type = cursor.u32();
    infos.push({ name, shape, dtype: plainTypes.get(type) ?? `ggml type ${type}`, offset: cursor.size64(quoted) });
  }
  return infos;
}

/** Alignment of the data: a power of two, 32 by default. */
function alignmentOf(value: GgufValue | undefined): number {
  if (value === undefined) return 32;
  if (typeof value === 'number' && Number.isInteger(Math.log2(value)) && value >= 1 && value < 2 ** 32) return value;
  return refuse('bad_argument', "'general.alignment'", "its 'general.alignment' is not a power of two below 2^32");
}

function* readFactors(tensor: GgufTensor, size: number, bigEndian: boolean): Steps<readonly number[]> {
  const { name, shape, dtype, begin } = tensor;
  const quoted = `tensor '${name}'`;
  if (!isNumberType(dtype)) return refuse('bad_argument', quoted, `${quoted} is of ${dtype}; F32 is expected`);
  const count = shape.reduce((product, n) => product * n, 1);
  if (count > maxFactors)
    refuse('too_large', quoted, `${quoted} has ${count} numbers; at most ${maxFactors} are read, one for each pair`);
  const end = begin + count * numberBytes[dtype];
  if (end > size || !Number.isSafeInteger(end) || !fills(shape, numberBytes[dtype], end - begin))
    refuse('bad_shape', quoted, `${quoted} lies at the bytes ${begin} to ${end}, but the file has ${size}`);
  const located: Located & { dtype: typeof dtype } = { name, dtype, shape, begin, end, bigEndian };
  const bytes = yield { begin, end };
  if (bytes.length < end - begin) refuse('bad_shape', quoted, `${quoted} is cut off at byte ${begin + bytes.length}`);
  return Array.from(decoded(located, bytes, quoted));
}

/** @param part of the file: '' for the whole, a quoted key or tensor */
function refuse(code: ErrorCode, part: string, what: string): never {
  throw new PosencError(code, part === '' ? 'gguf' : `gguf ${part}`, `this GGUF file cannot be read: ${what}`);
}
