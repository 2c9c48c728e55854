/**
 * posenc list: the registry.
 */
import { encodings, type EncodingInfo, type ParamInfo, scalings, type ScalingInfo } from '../lib/node.js';
import { columns, wrap } from './columns.js';
import { type Command, positionals } from './command.js';
import { jsonPieces } from './json.js';
import { print } from './output.js';

export const list: Command = {
  name: 'list',
  usage: '[--json]',
  summary: 'every encoding and context extension, with formula, citation and parameters',
  help: '  --json   the registry as one JSON object: { encodings, scalings }',
  options: { json: { type: 'boolean' } },
  async run(args) {
    positionals(args, []);
    if (args.values['json']) return print([...jsonPieces({ encodings, scalings }), '\n']);
    return print([
      'Encodings\n\n',
      ...encodings.map((row) => describe(row, `encoding: '${row.id}'`, `can: ${row.stages.join(', ')}`)),
      'Context extensions, the scaling of rope\n\n',
      ...scalings.map((row) =>
        describe(row, `type: '${row.id}'`, row.hfType ? `rope_type of transformers: ${row.hfType}` : ''),
      ),
    ]);
  },
};

function describe(row: EncodingInfo | ScalingInfo, key: string, note: string): string {
  const params = row.params.map((param) => [param.name, valueOf(param), rangeOf(param)]);
  return [
    `${row.title}   { ${key} }`,
    wrap(row.formula, '  '),
    wrap(row.citation, '  '),
    ...(note ? [wrap(note, '  ')] : []),
    ...(params.length ? [columns([['parameter', 'default', 'allowed'], ...params], '    ')] : []),
    ...row.params.map((param) => wrap(`${param.name}: ${param.doc}`, '      ')),
    '\n',
  ].join('\n');
}

function valueOf({ required, initial }: ParamInfo): string {
  if (required) return 'required';
  return initial === undefined ? 'none' : String(initial);
}

function rangeOf({ kind, choices, min, max, minExclusive }: ParamInfo): string {
  if (choices) return choices.join(' | ');
  if (kind === 'boolean') return 'true | false';
  const low = min === undefined ? '' : `${minExclusive ? '>' : '>='} ${min}`;
  const high = max === undefined ? '' : `<= ${max}`;
  return [kind === 'numbers' ? 'list of numbers' : kind, [low, high].filter(Boolean).join(', ')]
    .filter(Boolean)
    .join(' ');
}
