/**
 * `posenc table --as`: writes the cosines and sines of a rotary encoding in the layouts of inference engines, to files
 * of any size, one block of rows at a time and one tensor after the other.
 */
import type { CacheArray, CacheDType, CacheLayout, EncodingSpec, Posenc } from '../lib/node.js';
import { oneOf, printable } from '../lib/checks/show.js';
import { npyHeader } from '../lib/files/npy.js';
import { headerOf } from '../lib/files/safetensors.js';
import { misuse } from './command.js';
import type { Ending } from './matrix-files.js';

interface Form {
  readonly layout: CacheLayout;
  /** Names of the tensors. */
  readonly names: readonly [string] | readonly ['cos_cache', 'sin_cache'] | readonly ['cos', 'sin'];
}
/**
 * Forms by their readers. ONNX Runtime GenAI (models/builders/base.py of 0.18.0, make_rotary_embedding_caches): the
 * initializers of its operators. vLLM (rotary_embedding/base.py at 04458da0, _compute_cos_sin_cache), SGLang and
 * FlashInfer, whose kernels accept only float32. transformers: the output of a rotary embedding's forward, for
 * neighbouring pairs (modeling_cohere.py) `repeated`.
 */
const forms = {
  'ort-cache': { layout: 'half', names: ['cos_cache', 'sin_cache'] },
  'vllm-cache': { layout: 'concatenated', names: ['cos_sin_cache'] },
  transformers: { layout: 'doubled', names: ['cos', 'sin'] },
  repeated: { layout: 'repeated', names: ['cos', 'sin'] },
  half: { layout: 'half', names: ['cos', 'sin'] },
} as const satisfies Record<string, Form>;

export type FormName = keyof typeof forms;
export const formNames = Object.keys(forms) as FormName[];

const inSafetensors: Readonly<Record<CacheDType, string>> = { f32: 'F32', f64: 'F64', f16: 'F16', bf16: 'BF16' };
const bytesOfNumber: Readonly<Record<CacheDType, number>> = { f32: 4, f64: 8, f16: 2, bf16: 2 };
/** NumPy has no bfloat16. */
const inNpy: Readonly<Record<Exclude<CacheDType, 'bf16'>, string>> = { f32: '<f4', f64: '<f8', f16: '<f2' };

export function formOf(value: string | boolean): FormName {
  const found = formNames.find((name) => name === value);
  if (found) return found;
  throw misuse('--as', `--as must be ${oneOf(formNames)}, but '${printable(String(value))}' was given`);
}

/** Throws before any computation if the file format cannot hold the data. */
export function checkHolds(ending: Ending, as: FormName, dtype: CacheDType): void {
  if (ending === '.safetensors') return;
  if (ending === '.csv') throw misuse('--out', '--as writes .safetensors or .npy, no .csv');
  if (forms[as].names.length > 1)
    throw misuse('--out', `a .npy file holds one array, and ${as} is two: name a .safetensors file`);
  if (dtype === 'bf16') throw misuse('--dtype', 'NumPy has no bfloat16, so .npy has none: name a .safetensors file');
}

export interface CacheFile {
  readonly spec: EncodingSpec;
  /** The spec as given, for the metadata. */
  readonly given: unknown;
  readonly positions: readonly number[] | { readonly start?: number; readonly count: number; readonly step?: number };
  readonly as: FormName;
  readonly dtype: CacheDType;
  readonly ending: Ending;
  readonly signal: AbortSignal;
  readonly onProgress: (fraction: number) => void;
}

/** Approximate bytes per block. */
const blockBytes = 2 ** 22;

export async function* cacheChunks(pe: Posenc, file: CacheFile): AsyncGenerator<Uint8Array, void, undefined> {
  const { spec, as, dtype, signal, onProgress } = file;
  const { layout, names }: Form = forms[as];
  const [start, count] = rangeOf(file.positions);
  // a request for no rows reports errors in the spec, and the row width
  const { cols } = await pe.cosSin(spec, start, 0, { layout, signal });
  const rowBytes = cols * bytesOfNumber[dtype];
  yield file.ending === '.npy' ? npyHeader(inNpy[dtype as 'f16'], count, cols) : safetensorsHeader(file, count, cols);
  const most = Math.max(1, Math.floor(blockBytes / rowBytes));
  for (const [which] of names.entries()) {
    for (let row = 0; row < count; row += most) {
      const made = await pe.cosSin(spec, start + row, Math.min(most, count - row), { dtype, layout, signal });
      const { buffer, byteOffset, byteLength }: CacheArray =
        'data' in made ? made.data : which === 0 ? made.cos : made.sin;
      yield new Uint8Array(buffer, byteOffset, byteLength);
      onProgress((which + Math.min(row + most, count) / count) / names.length);
    }
  }
}

function safetensorsHeader({ given, as, dtype }: CacheFile, rows: number, cols: number): Uint8Array {
  const bytes = rows * cols * bytesOfNumber[dtype];
  const tensors = forms[as].names.map((name, i) => [
    name,
    { dtype: inSafetensors[dtype], shape: [rows, cols], data_offsets: [i * bytes, (i + 1) * bytes] },
  ]);
  return headerOf({ spec: JSON.stringify(given) }, Object.fromEntries(tensors) as Record<string, object>);
}

/** Engines index their cache by the position. */
function rangeOf(positions: CacheFile['positions']): [start: number, count: number] {
  if ('count' in positions) {
    const { start = 0, count, step = 1 } = positions;
    if (step === 1 && Number.isSafeInteger(start) && start >= 0) return [start, count];
  }
  throw misuse('--positions', '--positions of --as must be start:stop, whole numbers of at least 0');
}
