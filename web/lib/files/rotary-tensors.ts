/**
 * The numbers of a rotary embedding among the tensors of a file, found by their names: frequencies, a table, or a table of
 * cosines and one of sines.
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
/** As buffers of models are called. */
const rotary = /inv_freq|freqs|cos_sin|rope|rotary/;

/** @param name of the one tensor that is meant; without it both tables, or the only tensor, or one that is called as frequencies are */
export async function rotaryNumbers(tensors: readonly StoredTensor[], name?: string): Promise<RotaryNumbers> {
  if (name !== undefined) return matrixOf(named(tensors, name));
  const [cos, sin] = [called(tensors, cosine), called(tensors, sine)];
  return cos && sin ? { cos: await matrixOf(cos), sin: await matrixOf(sin) } : matrixOf(likely(tensors, rotary));
}

/** The table of sines of a file of its own. */
export const sineTable = async (tensors: readonly StoredTensor[], name?: string): Promise<Matrix> =>
  matrixOf(name === undefined ? likely(tensors, sine) : named(tensors, name));

function named(tensors: readonly StoredTensor[], name: string): StoredTensor {
  const found = tensors.find((tensor) => tensor.name === name);
  if (found) return found;
  const names = tensors.map((tensor) => printable(tensor.name));
  const text = `there is no tensor '${printable(name)}'${suggestion(name, names)}; it has ${oneOf(names.slice(0, 20))}`;
  throw new PosencError('bad_argument', 'tensor', text);
}

/** The only one, or the first of that name: every layer of a model has the same. */
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

/** A shape (positions, pairs, 2) is cosine and sine in turn, as views of complex numbers are. */
async function matrixOf(tensor: StoredTensor): Promise<Matrix> {
  const data = await tensor.data();
  const { rows, cols, grid } = tensor;
  return grid && cols === 2 ? { data, rows: grid[0], cols: 2 * grid[1] } : { data, rows, cols };
}
