/**
 * Tensors of checkpoint files: lists those of a file, and replaces '@FILE#NAME' in a spec with the values of one. Reads
 * only the header and that tensor.
 */
import { oneOf, printable, suggestion } from '../lib/checks/show.js';
import { openTensors, type StoredTensor } from '../lib/files/read-tensors.js';
import { encodings } from '../lib/generated/encodings.js';
import { misuse } from './command.js';
import { withFile, withWholeInput } from './stored-file.js';

/** Opens a file, or standard input for `-`, while `use` runs. */
export const withTensors = <T>(path: string, use: (tensors: StoredTensor[]) => Promise<T>): Promise<T> =>
  path === '-'
    ? withWholeInput(async (file) => use(await openTensors(file)))
    : withFile(path, async (file) => use(await openTensors(file)));

/** Fills in values if the argument is a spec; a config may contain any string. */
export const withNumbers = async (argument: unknown): Promise<unknown> =>
  isObject(argument) && 'encoding' in argument ? filledIn(argument) : argument;

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Replaces every '@FILE' or '@FILE#NAME' of a spec with the values of that tensor. If they are the `values` of a row
 * whose width `dim` is missing, dim is the tensor's last axis.
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

/** The values of FILE or FILE#NAME, and the length of their last axis. */
export function numbersOf(reference: string): Promise<{ numbers: Float32Array | Float64Array; cols: number }> {
  const at = reference.lastIndexOf('#');
  const [path, name] = at < 0 ? [reference, undefined] : [reference.slice(0, at), reference.slice(at + 1)];
  return withTensors(path, async (tensors) => {
    const tensor = chosen(tensors, name);
    return { numbers: await tensor.data(), cols: tensor.cols };
  });
}

/** Returns the named tensor; without a name, the only tensor or the only position table. */
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
