/**
 * posenc list: the registry.
 */
import {
  analyses,
  documentation,
  type Documentation,
  encodings,
  layers,
  type ParamInfo,
  scalings,
} from '../lib/node.js';
import { printable, suggestion } from '../lib/checks/show.js';
import { columns, wrap } from './columns.js';
import { type Command, misuse } from './command.js';
import { jsonLine } from './json.js';
import { print } from './output.js';

/** What every registry's rows have. */
interface Row {
  readonly id: string;
  readonly title: string;
  readonly formula: string;
  readonly citation: string;
  readonly note?: string;
  readonly accuracy?: string;
  readonly params: readonly (ParamInfo & { readonly doc: string })[];
}
interface Entry {
  readonly id: string;
  readonly text: string;
}
/** A registry, and of a row: how a spec names it, and what else there is to say. */
const section = <R extends Row>(
  heading: string,
  rows: readonly R[],
  more: (row: R) => { key: string; lines?: readonly string[] },
): { heading: string; entries: Entry[] } => ({
  heading,
  entries: rows.map((row) => ({ id: row.id, text: describe(row, more(row)) })),
});
const items = (list: readonly { name: string; doc: string }[]): string[] =>
  list.map(({ name, doc }) => `    ${name}: ${doc}`);

const sectionsOf = ({ encodings, scalings, analyses, layers }: Documentation) => [
  section('Encodings', encodings, ({ id, stages }) => ({
    key: `encoding: '${id}'`,
    lines: [`can: ${stages.join(', ')}`],
  })),
  section('Context extensions, the scaling of rope', scalings, ({ id, hfType }) => ({
    key: `type: '${id}'`,
    lines: hfType ? [`rope_type of transformers: ${hfType}`] : [],
  })),
  section('Analyses', analyses, ({ id, inputs, outputs, layered }) => ({
    key: layered ? `analysis: '${id}', layers: [ … ]` : `analysis: '${id}'`,
    lines: ['takes', ...items(inputs), 'gives', ...items(outputs)],
  })),
  section('Layers of networks', layers, ({ id }) => ({ key: `layer: '${id}'` })),
];

export const list: Command = {
  name: 'list',
  usage: '[ID …] [--json]',
  summary: 'every encoding, context extension, analysis and layer, with formula, citation and parameters',
  help: '  --json   the registries as one JSON object: { encodings, scalings, analyses, layers }',
  options: { json: { type: 'boolean' } },
  async run({ positionals: ids, values }) {
    const known = [encodings, scalings, analyses, layers].flatMap((rows) => rows.map(({ id }) => id));
    for (const id of ids) {
      if (!known.includes(id)) {
        throw misuse('ID', `there is no '${printable(id)}'${suggestion(id, known)}; posenc list shows all`);
      }
    }
    const chosen = ({ id }: { id: string }): boolean => ids.length === 0 || ids.includes(id);
    const documented = await documentation();
    if (values['json']) {
      const { encodings, scalings, analyses, layers } = documented;
      const all = { encodings, scalings, analyses, layers };
      const kept = Object.fromEntries(
        Object.entries(all).map(([name, rows]) => [name, (rows as readonly Row[]).filter(chosen)]),
      );
      return print(jsonLine(kept));
    }
    return print(
      sectionsOf(documented).flatMap(({ heading, entries }) => {
        const shown = entries.filter(chosen);
        return shown.length > 0 ? [`${heading}\n\n`, ...shown.map(({ text }) => text)] : [];
      }),
    );
  },
};

function describe(row: Row, { key, lines = [] }: { key: string; lines?: readonly string[] }): string {
  const params = row.params.map((param) => [param.name, valueOf(param), rangeOf(param)]);
  return [
    `${row.title}   { ${key} }`,
    wrap(row.formula, '  '),
    wrap(row.citation, '  '),
    ...(row.note ? [wrap(row.note, '  ')] : []),
    ...(row.accuracy ? [wrap(`Table: ${row.accuracy}`, '  ')] : []),
    ...lines.map((line) => wrap(line.trimStart(), line.startsWith(' ') ? '    ' : '  ')),
    ...(params.length ? [columns([['parameter', 'default', 'allowed'], ...params], '    ')] : []),
    ...row.params.map((param) => wrap(`${param.name}: ${param.doc}`, '      ')),
    '\n',
  ].join('\n');
}

function valueOf({ required, initial }: ParamInfo): string {
  if (required) return 'required';
  return initial === undefined ? 'none' : String(initial);
}

function rangeOf({ kind, choices, min, max, minExclusive, trainable }: ParamInfo): string {
  if (choices) return choices.join(' | ');
  if (kind === 'boolean') return 'true | false';
  const low = min === undefined ? '' : `${minExclusive ? '>' : '>='} ${min}`;
  const high = max === undefined ? '' : `<= ${max}`;
  return [
    kind === 'numbers' ? 'list of numbers' : kind,
    [low, high].filter(Boolean).join(', '),
    trainable ? '(trainable)' : '',
  ]
    .filter(Boolean)
    .join(' ');
}
