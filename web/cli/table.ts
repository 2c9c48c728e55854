/**
 * posenc table: a table of any length into a file, block by block.
 */
import { create, type DType, type EncodingSpec, parseJson } from '../lib/node.js';
import { maxWorkers } from '../lib/checks/limits.js';
import { printable } from '../lib/checks/show.js';
import { type Command, misuse, positionals } from './command.js';
import { readArgument } from './input.js';
import { formatNames, formatOf } from './matrix-files.js';
import { writeFile } from './output.js';
import { parsePositions } from './positions.js';
import { progressBar } from './progress.js';
import { withNumbers } from './tensor-files.js';

export const table: Command = {
  help: `The spec is JSON such as '{"encoding":"rope","dim":128,"base":500000}' ('-' reads it from standard
input); posenc list shows every encoding and its parameters. '@FILE#NAME' stands for the numbers of a tensor
(posenc tensors FILE lists them).

  --positions RANGE   start:stop or start:stop:step, stop excluded, or a list: 0:4096, 0:100:0.5, 0,1,1000000
                      (with an equals sign where it begins with a minus: --positions=-8:8)
  --dtype f32|f64     f32 (the default) is correctly rounded, f64 within 1 ulp
  --workers N         threads that compute blocks ahead of the file, 1 to 64; without it one thread does both. It
                      helps where computing takes longer than writing: float64, fractional positions
  --out FILE          .npy, .safetensors or .csv, of any size; it appears when it is complete; '-' is standard output
  --format FORMAT     npy, safetensors or csv, whatever the name; npy where that is '-'`,
  choices: { dtype: ['f32', 'f64'], format: formatNames },
  options: {
    format: { type: 'string' },
    positions: { type: 'string' },
    dtype: { type: 'string' },
    out: { type: 'string' },
    workers: { type: 'string' },
  },
  async run(args) {
    const [argument] = positionals(args, ['spec']);
    const positions = parsePositions(need(args.values['positions'], '--positions'));
    const dtype = dtypeOf(args.values['dtype']);
    const out = need(args.values['out'], '--out');
    const workers = workersOf(args.values['workers']);
    const chunks = formatOf(out, args.values['format']);
    const given = parseJson(await readArgument(argument), { field: 'spec' });
    const spec = (await withNumbers(given)) as EncodingSpec;

    const pe = await create({ workers });
    const bar = progressBar();
    const stop = new AbortController();
    const onSignal = (signal: NodeJS.Signals): void => stop.abort(signal);
    process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
    try {
      const blocks = pe.tableBlocks(spec, positions, { dtype, signal: stop.signal, onProgress: bar.show });
      const rows = 'count' in positions ? positions.count : positions.length;
      await writeFile(out, chunks({ rows, dtype, metadata: { spec: JSON.stringify(given) } }, blocks));
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

function dtypeOf(value: string | boolean | undefined): DType {
  if (value === undefined) return 'f32';
  if (value === 'f32' || value === 'f64') return value;
  throw misuse('--dtype', `--dtype must be f32 or f64, but '${printable(String(value))}' was given`);
}

function workersOf(value: string | boolean | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^[1-9][0-9]?$/.test(String(value)) && Number(value) <= maxWorkers) return Number(value);
  throw misuse(
    '--workers',
    `--workers must be a whole number from 1 to ${maxWorkers}, but '${printable(String(value))}' was given`,
  );
}
