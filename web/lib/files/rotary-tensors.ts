/**
 * Finds the numbers of a rotary embedding among the tensors of a file by their names: frequencies, a table, or a table
 * of cosines and one of sines.
 */
import { PosencError } from '../checks/errors.js';
import { oneOf, printable, suggestion } from '../checks/show.js';
import type { Matrix } from '../types/posenc.js';
import type { StoredTensor } from './read-tensors.js';

export type RotaryNumbers = Matrix | { readonly cos: Matrix; readonly sin: Matrix };

const readable = ({ problem }: StoredTensor): boolean => problem === undefined;
const called = (tensors: readonly StoredTensor[], name: RegExp): StoredTensor | undefined =>
  tensors.find((tensor) => readable(tensor) && name.test(tensor.name));
const cosine = /(^|[._/])cos(_cached?)?$/;
const sine = /(^|[._/])sin(_cached?)?$/;
/** Names of model buffers. */
const rotary = /inv_freq|freqs|cos_sin|rope|rotary/;

/** @param name of the tensor; by default both tables, or the only tensor, or one with a name of frequencies */
export async function rotaryNumbers(tensors: readonly StoredTensor[], name?: string): Promise<RotaryNumbers> {
  if (name !== undefined) return matrixOf(named(tensors, name));
  const [cos, sin] = [called(tensors, cosine), called(tensors, sine)];
  return cos && sin ? { cos: await matrixOf(cos), sin: await matrixOf(sin) } : matrixOf(likely(tensors, rotary));
}

/** The table of sines from a separate file. */
export const sineTable = async (tensors: readonly StoredTensor[], name?: string): Promise<Matrix> =>
  matrixOf(name === undefined ? likely(tensors, sine) : named(tensors, name));

function named(tensors: readonly StoredTensor[], name: string): StoredTensor {
  const found = tensors.find((tensor) => tensor.name === name);
  if (found) return found;
  const names = tensors.map((tensor) => printable(tensor.name));
  const text = `there is no tensor '${printable(name)}'${suggestion(name, names)}; it has ${oneOf(names.slice(0, 20))}`;
  throw new PosencError('bad_argument', 'tensor', text);
}

/** The only tensor, or the first with that name: all layers of a model have equal ones. */
function likely(tensors: readonly StoredTensor[], name: RegExp): StoredTensor {
  const all = tensors.filter(readable);
  const found = all.length === 1 ? all[0] : called(all, name);
  if (found) return found;
  const names = oneOf(all.slice(0, 20).map((tensor) => printable(tensor.name)));
  const text =
    all.length === 0
      ? 'it has no tensor that can be read'
      : `none of its ${all.length} tensors is called as those of a rotary embedding are; name one of ${names}`;
  throw new PosencError('bad_argument', 'tensor', text);
}

/** A shape (positions, pairs, 2) alternates cosine and sine, like views of complex numbers. */
async function matrixOf(tensor: StoredTensor): Promise<Matrix> {
  const data = await tensor.data();
  const { rows, cols, grid } = tensor;
  return grid && cols === 2 ? { data, rows: grid[0], cols: 2 * grid[1] } : { data, rows, cols };
}
