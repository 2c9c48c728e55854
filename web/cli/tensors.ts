/**
 * posenc tensors: lists the tensors of a checkpoint file.
 */
import type { StoredTensor } from '../lib/files/read-tensors.js';
import { columns } from './columns.js';
import { type Command, positionals } from './command.js';
import { inLines } from './harmless.js';
import { jsonLine } from './json.js';
import { print } from './output.js';
import { withTensors } from './tensor-files.js';

export const tensors: Command = {
  help: `Reads only the header, so the file may be of any size ('-' is standard input, read to its end). In a spec, '@FILE#NAME' stands
for the values of a tensor ('@FILE' if it has a single tensor, or a single position table):

  posenc table '{"encoding":"learned","values":"@model.safetensors#wpe.weight"}' --positions 0:10 --out t.csv

  --json   the list as JSON`,
  options: { json: { type: 'boolean' } },
  async run(args) {
    const [path] = positionals(args, ['FILE']);
    await withTensors(path, (list) =>
      print(
        args.values['json']
          ? jsonLine(list.map(({ data: _, ...info }) => info))
          : [`${columns([['tensor', 'type', 'shape', 'as a table', ''], ...inLines(list.map(row))])}\n`],
      ),
    );
  },
};

function row({ name, dtype, shape, rows, cols, grid, problem, looksLikePositions }: StoredTensor): string[] {
  const note = problem ?? (looksLikePositions ? 'positions, by its name' : '');
  const size = problem ? '' : `${grid ? `(${grid.join(' x ')})` : rows} x ${cols}`;
  return [name.slice(0, 100) || '(nameless)', dtype, `(${shape.join(', ')})`, size, note];
}
