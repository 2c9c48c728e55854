/**
 * Tensors of checkpoint files on the command line: the list of a file, and '@FILE#NAME' in a spec for
 * the numbers of one. Only the header and that tensor are read.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { PosencError, reason } from '../lib/checks/errors.js';
import { oneOf, printable, suggestion } from '../lib/checks/show.js';
import { openTensors, type StoredTensor } from '../lib/files/read-tensors.js';
import { encodings } from '../lib/generated/encodings.js';
import { misuse } from './command.js';

/** Opens a file for as long as `use` takes. */
export async function withTensors<T>(path: string, use: (tensors: StoredTensor[]) => Promise<T>): Promise<T> {
  const name = printable(path, 200);
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    const { size } = await file.stat();
    return await use(await openTensors({ size, slice: (begin, end) => part(file!, begin, end) }));
  } catch (thrown) {
    if (thrown instanceof PosencError) throw new PosencError(thrown.code, thrown.field, `${name}: ${thrown.message}`);
    throw new PosencError('io', name, `${name} could not be read: ${reason(thrown)}`, { cause: thrown });
  } finally {
    await file?.close();
  }
}

function part(file: FileHandle, begin: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> } {
  return {
    async arrayBuffer() {
      const bytes = new Uint8Array(end - begin);
      let at = 0;
      while (at < bytes.length) {
        const { bytesRead } = await file.read(bytes, at, bytes.length - at, begin + at);
        if (bytesRead === 0) break;
        at += bytesRead;
      }
      return bytes.buffer.slice(0, at);
    },
  };
}

/** An argument with the numbers filled in where it is a spec; a config may hold any text. */
export const withNumbers = async (argument: unknown): Promise<unknown> =>
  isObject(argument) && 'encoding' in argument ? filledIn(argument) : argument;

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A spec in which every text '@FILE' or '@FILE#NAME' has become the numbers of that tensor. Where they
 * are the `values` of a row with a width `dim` that is not given, dim is the tensor's last axis.
 */
async function filledIn(spec: object): Promise<object> {
  const filled = new Map<string, unknown>(Object.entries(spec));
  for (const [key, value] of filled) {
    if (typeof value !== 'string' || !value.startsWith('@')) {
      if (isObject(value)) filled.set(key, await filledIn(value)); // scaling
      continue;
    }
    const { numbers, cols } = await numbersOf(value.slice(1));
    filled.set(key, numbers);
    const takesDim = encodings
      .find(({ id }) => id === filled.get('encoding'))
      ?.params.some(({ name }) => name === 'dim');
    if (key === 'values' && takesDim && !filled.has('dim')) filled.set('dim', cols);
  }
  return Object.fromEntries(filled);
}

function numbersOf(reference: string): Promise<{ numbers: Float32Array | Float64Array; cols: number }> {
  const at = reference.lastIndexOf('#');
  const [path, name] = at < 0 ? [reference, undefined] : [reference.slice(0, at), reference.slice(at + 1)];
  return withTensors(path, async (tensors) => {
    const tensor = chosen(tensors, name);
    return { numbers: await tensor.data(), cols: tensor.cols };
  });
}

/** The tensor of this name; without one, the only tensor or the only position table. */
function chosen(tensors: readonly StoredTensor[], name: string | undefined): StoredTensor {
  const names = tensors.map((tensor) => printable(tensor.name));
  if (name !== undefined) {
    const found = tensors.find((tensor) => tensor.name === name);
    if (found) return found;
    throw misuse('tensor', `there is no tensor '${printable(name)}'${suggestion(name, names)}; it has ${oneOf(names)}`);
  }
  const readable = tensors.filter(({ problem }) => problem === undefined);
  const likely = readable.filter((tensor) => tensor.looksLikePositions);
  const only = readable.length === 1 ? readable[0] : likely.length === 1 ? likely[0] : undefined;
  if (only) return only;
  throw misuse('tensor', `it has ${tensors.length} tensors: give @FILE#NAME with one of ${oneOf(names)}`);
}
