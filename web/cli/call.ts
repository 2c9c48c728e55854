/**
 * posenc call: calls any method of the API from any language, with JSON input and output.
 */
import { create, parseJson } from '../lib/node.js';
import { oneOf, shown } from '../lib/checks/show.js';
import { type Command, misuse } from './command.js';
import { readArgument } from './input.js';
import { jsonLine } from './json.js';
import { fileOf, formatNames, formatOf, needMatrix } from './matrix-files.js';
import { matrixMethods, type MethodName, methodOf, methods, optionsAt, resultOf } from './methods.js';
import { print, writeFile } from './output.js';
import { type Progress, progressBar } from './progress.js';
import { withNumbers } from './tensor-files.js';

export const call: Command = {
  help: `The arguments are a JSON array ('-' reads it from standard input); it is empty by default.
Typed arrays are printed as arrays, matrices as nested arrays, and tableBlocks as an array of { firstRow, data }. The vectors of
rotate and attentionScores are nested arrays too. JSON has no infinity and no NaN: -Infinity, the bias of a masked key, is
printed as -1e999, which JavaScript and Python read as -Infinity, and NaN (a masked distance) as null. In a spec, '@FILE#NAME'
stands for the values of a tensor (posenc tensors FILE lists them).

  --out FILE   write the matrix to a .npy, .safetensors or .csv file, with -Infinity and NaN unchanged; the file is
               created when it is complete; '-' is standard output. For ${matrixMethods.join(' ')}
  --format FORMAT   npy, safetensors or csv, regardless of the file name; the default for '-' is npy

  posenc call frequencies '[{"encoding":"rope","dim":8}]'
  posenc call table '[{"encoding":"sinusoidal","dim":4}, [0,1,3], {"dtype":"f64"}]'
  posenc call attentionBias '[{"encoding":"alibi","heads":8}, 512, 512]' --out bias.npy

Methods: ${methods.join(' ')}`,
  choices: { format: formatNames },
  options: { out: { type: 'string' }, format: { type: 'string' } },
  async run({ positionals: [name, argument = '[]', ...rest], values }) {
    if (name === undefined) throw misuse('method', `the method is missing; give ${oneOf(methods)}`);
    if (rest.length) throw misuse('arguments', 'too many arguments: give all of them in one JSON array');
    const method = methodOf(name);
    const out = values['out'];
    const chunks = out === undefined ? undefined : formatOf(String(out), values['format']);
    if (chunks) needMatrix(method);
    else if (values['format'] !== undefined) throw misuse('--format', '--format has no effect without --out');
    const args = parseJson(await readArgument(argument), { field: 'arguments' });
    if (!Array.isArray(args))
      throw misuse('arguments', `the arguments must be a JSON array, but ${shown(args)} was given`);
    const filled = await Promise.all(args.map(withNumbers));
    const pe = await create();
    const bar = progressBar();
    try {
      if (chunks) {
        const wanted = { method: needMatrix(method), args: await watched(method, filled, bar), chunks, spec: args[0] };
        return await writeFile(String(out), await fileOf(pe, wanted));
      }
      const result = await resultOf(pe, method, await watched(method, filled, bar));
      bar.clear();
      return await print(jsonLine(result));
    } finally {
      bar.clear();
      pe.dispose();
    }
  },
};

/** Adds the bar to the options as onProgress; leaves invalid options for the method to reject. */
async function watched(method: MethodName, args: readonly unknown[], bar: Progress): Promise<readonly unknown[]> {
  const at = await optionsAt(method);
  const options = at === undefined ? undefined : (args[at] ?? {});
  if (at === undefined || args.length < at || typeof options !== 'object') return args;
  return args.slice(0, at).concat({ ...options, onProgress: bar.show }, args.slice(at + 1));
}
