/**
 * Writes matrices to files: the supported endings, and the matrix that an API call returns.
 */
import { csvChunks, npyChunks, type Posenc, safetensorsChunks, type TableBlock } from '../lib/node.js';
import { type Floats, isFloats } from '../lib/checks/arrays.js';
import { oneOf, printable } from '../lib/checks/show.js';
import type { OnSpecName } from '../lib/methods/calls.js';
import type { DType, EncodingSpec, Matrix } from '../lib/types/posenc.js';
import { misuse } from './command.js';
import { matrixMethods } from './methods.js';

const formats = {
  '.npy': npyChunks,
  '.safetensors': safetensorsChunks,
  '.csv': csvChunks,
} as const;

/** Values of `--format`. */
export const formatNames = Object.keys(formats).map((ending) => ending.slice(1));

export type Ending = keyof typeof formats;

export const formatOf = (path: string, named?: string | boolean): (typeof formats)[Ending] =>
  formats[endingOf(path, named)];

/** The value of `--format`, or the path's ending; `-`, standard output, defaults to .npy. */
export function endingOf(path: string, named?: string | boolean): Ending {
  if (named !== undefined && !formatNames.includes(String(named)))
    throw misuse('--format', `--format must be ${oneOf(formatNames)}, but '${printable(String(named))}' was given`);
  const given = named === undefined ? (path === '-' ? '.npy' : path.toLowerCase()) : `.${named}`;
  const ending = (Object.keys(formats) as Ending[]).find((name) => given.endsWith(name));
  if (path === '-' && ending !== '.csv' && process.stdout.isTTY)
    throw misuse('--out', 'binary output is not written to a terminal; use a file, a pipe or --format csv');
  if (ending) return ending;
  throw misuse('--out', `--out must end in ${Object.keys(formats).join(', ')}, but '${printable(path)}' was given`);
}

/** A matrix whose rows arrive in blocks. */
interface Streamed {
  readonly rows: number;
  readonly dtype: DType;
  readonly blocks: AsyncIterable<TableBlock> | Iterable<TableBlock>;
}

/** @throws if the result of `method` is not a matrix */
export function needMatrix(method: string): OnSpecName {
  const found = matrixMethods.find((name) => name === method);
  if (found) return found;
  throw misuse('--out', `--out needs a method that returns a matrix, not '${method}': ${oneOf(matrixMethods)}`);
}

export interface FileOf {
  readonly method: OnSpecName;
  readonly args: readonly unknown[];
  readonly chunks: ReturnType<typeof formatOf>;
  /** The spec as given, for the metadata. */
  readonly spec: unknown;
}

/** Returns the result of a call as the bytes of a file. */
export async function fileOf(pe: Posenc, { method, args, chunks, spec }: FileOf): Promise<AsyncIterable<Uint8Array>> {
  const { rows, dtype, blocks } =
    method === 'attentionBias' && headsToo(args) ? await byHead(pe, args) : await whole(pe, method, args);
  return chunks({ rows, dtype, name: method, metadata: { spec: JSON.stringify(spec) } }, blocks);
}

async function whole(pe: Posenc, method: OnSpecName, args: readonly unknown[]): Promise<Streamed> {
  const run = pe[method].bind(pe) as (...args: readonly unknown[]) => Promise<Floats | Matrix>;
  const made = await run(...args);
  const { data, rows, cols } = isFloats(made) ? { data: made, rows: made.length, cols: 1 } : made;
  const dtype = data instanceof Float32Array ? 'f32' : 'f64';
  return { rows, dtype, blocks: [{ data, rows, cols, firstRow: 0 }] };
}

/** True if all heads are requested. */
const headsToo = (args: readonly unknown[]): boolean =>
  args.length <= 4 && (args[3] as { head?: unknown } | undefined)?.head === undefined;

/** Computes a bias one head at a time. */
async function byHead(pe: Posenc, args: readonly unknown[]): Promise<Streamed> {
  const [spec, nQuery, nKey, options = {}] = args as [EncodingSpec, number, number, object?];
  const bias = (head: number) => pe.attentionBias(spec, nQuery, nKey, { ...options, head });
  const first = await bias(0);
  const { heads } = await pe.shape(spec);
  return {
    rows: heads * first.rows,
    dtype: 'f32',
    blocks: (async function* () {
      yield { ...first, firstRow: 0 };
      for (let head = 1; head < heads; head++) yield { ...(await bias(head)), firstRow: head * first.rows };
    })(),
  };
}
