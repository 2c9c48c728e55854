/**
 * The tensors of a checkpoint file, .npy or safetensors: all are listed from the header, and a
 * tensor's numbers are decoded when they are asked for.
 *
 * Files that hold pickles (.pkl, .pt, .bin) are refused: loading one runs whatever code it names.
 */
import { errorAbout, PosencError } from '../checks/errors.js';
import { whole } from '../checks/options.js';
import { readRecord, refuseUnknown } from '../checks/record.js';
import { printable } from '../checks/show.js';
import { decoded, type Located } from './located.js';
import { looksLikePositions } from './position-names.js';
import { locateNpy, npyHeadBytes, npyMagic } from './read-npy.js';
import {
  isReadable,
  locateSafetensors,
  looksLikeSafetensors,
  type SafetensorsLimits,
  safetensorsLimits,
} from './read-safetensors.js';
import { partOf, type Stored, viewOf } from './stored.js';

export interface TensorInfo {
  /** '' for the one array of an .npy file. */
  readonly name: string;
  /** As the file has it. */
  readonly shape: readonly number[];
  /** F64, F32, F16, BF16, I8 … U64, BOOL; another name is of a type that is not read. */
  readonly dtype: string;
  /**
   * As a matrix: the last axis is `cols`; axes of length 1 before it are dropped, and one or two
   * others make up the rows. A list of n numbers is (n, 1).
   */
  readonly rows: number;
  readonly cols: number;
  /** [h, w] where the rows are a grid in raster order, as in the shape [1, h, w, d]. */
  readonly grid?: readonly [number, number];
  /** The name is one that model code gives to position tables; these stand first. */
  readonly looksLikePositions: boolean;
  /** Why `data` refuses: a type that is not read, or a shape that is no table. rows and cols are 0 then. */
  readonly problem?: string;
}
/** A tensor of bytes that are all there. */
export interface Tensor extends TensorInfo {
  /** (rows, cols), row-major, a copy; float32 where that holds every value of the type, else float64. */
  data(): Float32Array | Float64Array;
}
/** A tensor of a Blob or file, of which only this tensor's bytes are read. */
export interface StoredTensor extends TensorInfo {
  data(): Promise<Float32Array | Float64Array>;
}
export interface TensorOptions {
  /** Longest safetensors header that is read: 1 MB unless told, 16 MiB at most. */
  readonly maxHeaderBytes?: number | undefined;
  /** Most tensors that a safetensors header may name: 10 000 unless told. */
  readonly maxTensors?: number | undefined;
}

/** Longest text that parseJson takes. */
const mostHeaderBytes = 2 ** 24;

/** Every tensor of the file, likely position tables first, those that cannot be read last. The bytes are not copied. */
export function readTensors(bytes: Uint8Array | ArrayBuffer, options?: TensorOptions): Tensor[] {
  const limits = readLimits(options);
  const view = viewOf(bytes);
  return listed(locate(view, view.length, limits)).map(({ located, info }) => ({
    ...info,
    data: () => read(located, info, view.subarray(located.begin, located.end)),
  }));
}

/** The same list of a Blob, of which the header is read now and a tensor when its data are asked for. */
export async function openTensors(file: Stored, options?: TensorOptions): Promise<StoredTensor[]> {
  const limits = readLimits(options);
  const { size, read: part } = partOf(file);
  const head = await part(0, Math.min(size, Math.max(npyHeadBytes, 8 + limits.maxHeaderBytes)));
  return listed(locate(head, size, limits)).map(({ located, info }) => ({
    ...info,
    data: async () => read(located, info, info.problem ? head : await part(located.begin, located.end)),
  }));
}

function locate(head: Uint8Array, size: number, limits: SafetensorsLimits): readonly Located[] {
  if (looksLikeSafetensors(head)) return locateSafetensors(head, size, limits).tensors;
  if (npyMagic.every((byte, i) => head[i] === byte)) return [locateNpy(head, size)];
  const begin = String.fromCharCode(...head.subarray(0, 8));
  const other = foreign.find(({ magic }) => magic.test(begin));
  const found = other ? `this is ${other.what}; ${other.advice}` : 'this is neither, by its first bytes';
  throw new PosencError('bad_argument', 'bytes', `only .npy and safetensors files are read: ${found}`);
}

const convert =
  'convert it where it comes from: safetensors.torch.save_file(torch.load(path, weights_only=True), "model.safetensors")';
/** Files that people drop instead, by their first bytes. */
const foreign = [
  {
    magic: /^PK\x03\x04/,
    what: 'a zip archive (.pt and .bin of PyTorch, which hold pickles that may run code; or .npz)',
    advice: `${convert}; of an .npz save one array with numpy.save`,
  },
  { magic: /^\x80[\x02-\x05]/, what: 'a Python pickle, which may run code when it is loaded', advice: convert },
  { magic: /^\x89HDF/, what: 'an HDF5 file (.h5 of Keras)', advice: 'save the table with numpy.save' },
  {
    magic: /^GGUF/,
    what: 'a GGUF file',
    advice: 'posenc report reads its header; for a table use the safetensors file it was made from',
  },
  { magic: /^\x1f\x8b/, what: 'a gzip file', advice: 'unpack it first' },
] as const;

function listed(tensors: readonly Located[]): { located: Located; info: TensorInfo }[] {
  const rank = ({ problem, looksLikePositions: likely }: TensorInfo): number => (problem ? 2 : likely ? 0 : 1);
  return tensors.map((located) => ({ located, info: infoOf(located) })).sort((a, b) => rank(a.info) - rank(b.info));
}

function infoOf(tensor: Located): TensorInfo {
  const { name, dtype, shape } = tensor;
  const common = { name, dtype, shape, looksLikePositions: looksLikePositions(name) };
  const matrix = matrixOf(shape);
  if (!isReadable(tensor)) return { ...common, rows: 0, cols: 0, problem: `the type ${printable(dtype)} is not read` };
  if (!matrix) return { ...common, rows: 0, cols: 0, problem: `the shape (${shape.join(', ')}) is no table` };
  return { ...common, ...matrix };
}

function matrixOf(shape: readonly number[]): { rows: number; cols: number; grid?: [number, number] } | undefined {
  if (shape.length < 2) return { rows: shape[0] ?? 1, cols: 1 };
  const cols = shape.at(-1)!;
  const [first = 1, second, ...more] = shape.slice(0, -1).filter((n) => n !== 1);
  if (second === undefined) return { rows: first, cols };
  return more.length === 0 ? { rows: first * second, cols, grid: [first, second] } : undefined;
}

function read(located: Located, info: TensorInfo, bytes: Uint8Array): Float32Array | Float64Array {
  const field = `tensor '${printable(info.name)}'`;
  if (info.problem !== undefined || !isReadable(located))
    throw errorAbout('bad_shape', field, `cannot be read as a table: ${info.problem}`);
  return decoded(located, bytes, field);
}

function readLimits(options: unknown): SafetensorsLimits {
  if (options === undefined) return safetensorsLimits;
  const entries = readRecord(options, { code: 'bad_argument', field: 'options', what: 'an object' });
  refuseUnknown(entries, ['maxHeaderBytes', 'maxTensors'], 'bad_argument', 'options.', 'readTensors');
  const limit = (name: keyof SafetensorsLimits, most: number): number => {
    const given = entries.get(name);
    const value = given === undefined ? safetensorsLimits[name] : whole(given, `options.${name}`, 0);
    if (value <= most) return value;
    throw errorAbout('too_large', `options.${name}`, `may be at most ${most}, but it is ${value}`);
  };
  return { maxHeaderBytes: limit('maxHeaderBytes', mostHeaderBytes), maxTensors: limit('maxTensors', mostHeaderBytes) };
}
