/**
 * posenc table: writes a table of any length to a file, block by block.
 */
import { type CacheDType, create, type DType, type EncodingSpec, parseJson } from '../lib/node.js';
import { maxWorkers } from '../lib/checks/limits.js';
import { oneOf, printable, suggestion } from '../lib/checks/show.js';
import { cacheDTypes } from '../lib/methods/cos-sin.js';
import { cacheChunks, checkHolds, formNames, formOf } from './cache-files.js';
import { type Command, misuse, positionals } from './command.js';
import { readArgument } from './input.js';
import { endingOf, formatNames, formatOf } from './matrix-files.js';
import { writeFile } from './output.js';
import { parsePositions } from './positions.js';
import { progressBar } from './progress.js';
import { withNumbers } from './tensor-files.js';

export const table: Command = {
  help: `The spec is JSON such as '{"encoding":"rope","dim":128,"base":500000}' ('-' reads it from standard input). Run posenc list for
all encodings and their parameters. '@FILE#NAME' stands for the values of a tensor (posenc tensors FILE lists them).

  --positions RANGE   start:stop or start:stop:step, without stop, or a list: 0:4096, 0:100:0.5, 0,1,1000000
                      (write --positions=-8:8 if it begins with a minus sign)
  --dtype f32|f64     f32 (the default) is correctly rounded, f64 is within 1 ulp; with --as also f16 and bf16, correctly
                      rounded from the exact value
  --as LAYOUT         cosines and sines of a rotary encoding in an engine's layout; r rotated channels, M positions.
                      ort-cache: cos_cache and sin_cache, (M, r/2) each (ONNX Runtime GenAI)
                      vllm-cache: cos_sin_cache, (M, r), cosines first (vLLM, SGLang; FlashInfer takes f32)
                      transformers: cos and sin, (M, r), pair i at i and i + r/2; repeated: at 2i and 2i + 1
                      half: cos and sin, (M, r/2). Positions must be start:stop; two tensors need .safetensors
  --workers N         threads that compute blocks ahead of the writer, 1 to 64; by default one thread does both. This
                      helps if computing takes longer than writing: float64, fractional positions
  --out FILE          a .npy, .safetensors or .csv file of any size, created when it is complete; '-' is standard
                      output; a symbolic link is followed
  --format FORMAT     npy, safetensors or csv, regardless of the file name; the default for '-' is npy`,
  choices: { dtype: cacheDTypes, format: formatNames, as: formNames },
  options: {
    format: { type: 'string' },
    positions: { type: 'string' },
    dtype: { type: 'string' },
    as: { type: 'string' },
    out: { type: 'string' },
    workers: { type: 'string' },
  },
  async run(args) {
    const [argument] = positionals(args, ['spec']);
    const positions = parsePositions(need(args.values['positions'], '--positions'));
    const as = args.values['as'] === undefined ? undefined : formOf(args.values['as']);
    const dtype = dtypeOf(args.values['dtype'], as === undefined ? ['f32', 'f64'] : cacheDTypes);
    const out = need(args.values['out'], '--out');
    const workers = workersOf(args.values['workers']);
    const ending = endingOf(out, args.values['format']);
    if (as !== undefined) {
      checkHolds(ending, as, dtype);
      if (workers !== undefined) throw misuse('--workers', '--workers has no effect with --as');
    }
    const given = parseJson(await readArgument(argument), { field: 'spec' });
    const spec = (await withNumbers(given)) as EncodingSpec;

    const pe = await create({ workers });
    const bar = progressBar();
    const stop = new AbortController();
    const onSignal = (signal: NodeJS.Signals): void => stop.abort(signal);
    process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
    try {
      const control = { signal: stop.signal, onProgress: bar.show };
      if (as !== undefined) {
        await writeFile(out, cacheChunks(pe, { spec, given, positions, as, dtype, ending, ...control }));
        return;
      }
      const meta = { rows: 'count' in positions ? positions.count : positions.length, dtype: dtype as DType };
      const blocks = pe.tableBlocks(spec, positions, { dtype: meta.dtype, ...control });
      await writeFile(
        out,
        formatOf(out, args.values['format'])({ ...meta, metadata: { spec: JSON.stringify(given) } }, blocks),
      );
    } finally {
      bar.clear();
      process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
      pe.dispose();
    }
  },
};

function need(value: string | boolean | undefined, name: string): string {
  if (typeof value === 'string' && value !== '') return value;
  throw misuse(name, `${name} is missing`);
}

function dtypeOf(value: string | boolean | undefined, allowed: readonly CacheDType[]): CacheDType {
  if (value === undefined) return 'f32';
  const found = allowed.find((dtype) => dtype === value);
  if (found) return found;
  const other = cacheDTypes.some((dtype) => dtype === value);
  const hint = other ? '; the others are for --as' : suggestion(String(value), allowed);
  throw misuse('--dtype', `--dtype must be ${oneOf(allowed)}, but '${printable(String(value))}' was given${hint}`);
}

function workersOf(value: string | boolean | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^[1-9][0-9]?$/.test(String(value)) && Number(value) <= maxWorkers) return Number(value);
  throw misuse(
    '--workers',
    `--workers must be a whole number from 1 to ${maxWorkers}, but '${printable(String(value))}' was given`,
  );
}
