/**
 * The numbers that `posenc identify` is asked about: an argument that is numbers itself, or a file of them, told by its first
 * bytes.
 */
import { oneOf, printable, suggestion } from '../lib/checks/show.js';
import { looksLikeGguf, openGguf } from '../lib/files/read-gguf.js';
import { npyMagic } from '../lib/files/read-npy.js';
import { looksLikeSafetensors } from '../lib/files/read-safetensors.js';
import { openTensors, type StoredTensor } from '../lib/files/read-tensors.js';
import { bytesOf, type Stored } from '../lib/files/stored.js';
import type { Matrix, NumbersToIdentify } from '../lib/types/posenc.js';
import { misuse } from './command.js';
import { textOf } from './input.js';
import { withFile, withWholeInput } from './stored-file.js';

/** `1, 0.86, 0.74`, not the name of a file. */
const isNumbers = (argument: string): boolean => /^\s*\[?[-+\d.eE]+(?:[\s,]+[-+\d.eE]+)+[\s,\]]*$/.test(argument);

export async function numbersOf(argument: string): Promise<NumbersToIdentify> {
  if (isNumbers(argument)) return argument;
  const { path, name } = referenceOf(argument);
  return opened(path, async (file) => {
    const head = await bytesOf(file, 0, Math.min(file.size, 16));
    if (looksLikeGguf(head) && name === undefined) return openGguf(file);
    if (!isTensors(head)) {
      if (name !== undefined) throw misuse('tensor', `${printable(path, 200)} is no file of tensors`);
      return textOf(file, printable(path, 200));
    }
    const tensors = await openTensors(file);
    if (name !== undefined) return matrixOf(named(tensors, name));
    const [cos, sin] = [tensors.find(isCos), tensors.find(isSin)];
    if (cos && sin) return { cos: await matrixOf(cos), sin: await matrixOf(sin) };
    return matrixOf(chosen(tensors));
  });
}

/** The one table of `--sin`. */
export async function tableOf(argument: string): Promise<Matrix> {
  const { path, name } = referenceOf(argument);
  return opened(path, async (file) => {
    const tensors = await openTensors(file);
    return matrixOf(name === undefined ? (tensors.find(isSin) ?? chosen(tensors)) : named(tensors, name));
  });
}

const opened = <T>(path: string, use: (file: Stored) => Promise<T>): Promise<T> =>
  path === '-' ? withWholeInput(use) : withFile(path, use);

/** FILE or FILE#NAME. */
function referenceOf(argument: string): { path: string; name?: string } {
  const at = argument.lastIndexOf('#');
  return at < 0 ? { path: argument } : { path: argument.slice(0, at), name: argument.slice(at + 1) };
}

const isTensors = (head: Uint8Array): boolean =>
  npyMagic.every((byte, i) => head[i] === byte) || looksLikeSafetensors(head);
const isCos = ({ name, problem }: StoredTensor): boolean =>
  problem === undefined && /(^|[._/])cos(_cache(d)?)?$/.test(name);
const isSin = ({ name, problem }: StoredTensor): boolean =>
  problem === undefined && /(^|[._/])sin(_cache(d)?)?$/.test(name);
const isRotary = ({ name }: StoredTensor): boolean => /inv_freq|freqs|cos_sin|rope|rotary/.test(name);

function named(tensors: readonly StoredTensor[], name: string): StoredTensor {
  const found = tensors.find((tensor) => tensor.name === name);
  if (found) return found;
  const names = tensors.map((tensor) => printable(tensor.name));
  throw misuse('tensor', `there is no tensor '${printable(name)}'${suggestion(name, names)}; it has ${oneOf(names)}`);
}

/** The only tensor, or the first that is called as frequencies are: every layer of a model has the same. */
function chosen(tensors: readonly StoredTensor[]): StoredTensor {
  const readable = tensors.filter(({ problem }) => problem === undefined);
  const found = readable.length === 1 ? readable[0] : readable.find(isRotary);
  if (found) return found;
  const names = readable.slice(0, 20).map(({ name }) => printable(name));
  throw misuse(
    'tensor',
    `none of its ${readable.length} tensors is called inv_freq: give FILE#NAME, such as one of ${oneOf(names)}`,
  );
}

/** A shape (positions, pairs, 2) is cosine and sine in turn, as views of complex numbers are. */
async function matrixOf(tensor: StoredTensor): Promise<Matrix> {
  const data = await tensor.data();
  const { rows, cols, grid } = tensor;
  return grid && cols === 2 ? { data, rows: grid[0], cols: 2 * grid[1] } : { data, rows, cols };
}
