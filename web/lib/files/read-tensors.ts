/**
 * The tensors of a checkpoint file, .npy or safetensors: lists all of them from the header, and decodes a tensor's
 * numbers on demand.
 *
 * Files that hold pickles (.pkl, .pt, .bin) are rejected: loading one runs any code that it names.
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
  /** The shape in the file. */
  readonly shape: readonly number[];
  /** F64, F32, F16, BF16, I8 … U64, BOOL; any other name is an unsupported type. */
  readonly dtype: string;
  /**
   * Dimensions as a matrix: the last axis is `cols`; axes of length 1 before it are dropped, and one or two others make
   * up the rows. A list of n numbers is (n, 1).
   */
  readonly rows: number;
  readonly cols: number;
  /** [h, w] if the rows are a grid in raster order, as in the shape [1, h, w, d]. */
  readonly grid?: readonly [number, number];
  /** The name is one that model code uses for position tables; these come first. */
  readonly looksLikePositions: boolean;
  /** Why `data` throws: an unsupported type, or a shape that is not a table. rows and cols are 0 then. */
  readonly problem?: string;
}
/** A tensor of bytes in memory. */
export interface Tensor extends TensorInfo {
  /** (rows, cols), row-major, a copy; float32 if that holds every value of the type, otherwise float64. */
  data(): Float32Array | Float64Array;
}
/** A tensor of a Blob or file, of which only this tensor's bytes are read. */
export interface StoredTensor extends TensorInfo {
  data(): Promise<Float32Array | Float64Array>;
}
export interface TensorOptions {
  /** Maximum length of a safetensors header: 1 MB by default, 16 MiB at most. */
  readonly maxHeaderBytes?: number | undefined;
  /** Maximum number of tensors in a safetensors header: 10 000 by default. */
  readonly maxTensors?: number | undefined;
}

/** Maximum length of text for parseJson. */
const mostHeaderBytes = 2 ** 24;

/** Lists every tensor, likely position tables first, unreadable ones last. The bytes are not copied. */
export function readTensors(bytes: Uint8Array | ArrayBuffer, options?: TensorOptions): Tensor[] {
  const limits = readLimits(options);
  const view = viewOf(bytes);
  return listed(locate(view, view.length, limits)).map(({ located, info }) => ({
    ...info,
    data: () => read(located, info, view.subarray(located.begin, located.end)),
  }));
}

/** Lists the tensors of a Blob: reads the header now, and a tensor when its data are requested. */
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
/** Unsupported files that users often pass, by their first bytes. */
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
  if (!matrix) return { ...common, rows: 0, cols: 0, problem: `the shape (${shape.join(', ')}) is not a table` };
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
