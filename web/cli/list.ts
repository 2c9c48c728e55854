/**
 * posenc list: prints the registries.
 */
import { printable, suggestion } from '../lib/checks/show.js';
import { analysisDocumentation, encodingDocumentation, trainingDocumentation } from '../lib/documentation.js';
import { analyses, layers } from '../lib/generated/analyses.js';
import { encodings, scalings } from '../lib/generated/encodings.js';
import { tasks } from '../lib/generated/experiments.js';
import type { Documentation } from '../lib/types/documentation.js';
import type { ParamInfo } from '../lib/types/registry.js';
import { columns, wrap } from './columns.js';
import { type Command, misuse } from './command.js';
import { jsonLine } from './json.js';
import { print } from './output.js';

/** The registries: heading and rows. */
const registries: readonly {
  readonly heading: string;
  readonly rows: readonly { readonly id: string; readonly title: string; readonly family?: string }[];
}[] = [
  { heading: 'Encodings', rows: encodings },
  { heading: 'Context extensions, the scaling of rope', rows: scalings },
  { heading: 'Analyses', rows: analyses },
  { heading: 'Layers of networks', rows: layers },
  { heading: 'Tasks of training', rows: tasks },
];

/** Fields that the rows of every registry have, including their texts. */
interface Row {
  readonly id: string;
  readonly title: string;
  readonly formula?: string;
  readonly doc?: string;
  readonly citation: string;
  readonly note?: string;
  readonly accuracy?: string;
  readonly params: readonly (ParamInfo & { readonly doc: string })[];
}
interface Entry {
  readonly id: string;
  text(): string;
}
/** Describes rows: the key in a spec, and extra lines. */
const entries = <R extends Row>(
  rows: readonly R[],
  more: (row: R) => { key: string; lines?: readonly string[] },
): Entry[] => rows.map((row) => ({ id: row.id, text: () => describe(row, more(row)) }));
const items = (list: readonly { name: string; doc: string }[]): string[] =>
  list.map(({ name, doc }) => `    ${name}: ${doc}`);

/** cosSin is no stage, because it is derived from the rotation; a test compares the list with the core. */
const withCosSin = ['rope', 'p-rope'];
const methodsOf = (id: string, stages: readonly string[]): string[] =>
  stages.flatMap((stage) => (stage === 'rotate' && withCosSin.includes(id) ? [stage, 'cosSin'] : [stage]));

/** The texts of all rows, in the order of `registries`. */
const wholeOf = ({ encodings, scalings, analyses, layers, tasks }: Documentation): Entry[][] => [
  entries(encodings, ({ id, stages }) => ({
    key: `encoding: '${id}'`,
    lines: [`can: ${methodsOf(id, stages).join(', ')}`],
  })),
  entries(scalings, ({ id, hfType }) => ({
    key: `type: '${id}'`,
    lines: hfType ? [`rope_type of transformers: ${hfType}`] : [],
  })),
  entries(analyses, ({ id, inputs, outputs, layered }) => ({
    key: layered ? `analysis: '${id}', layers: [ … ]` : `analysis: '${id}'`,
    lines: ['takes', ...items(inputs), 'gives', ...items(outputs)],
  })),
  entries(layers, ({ id }) => ({ key: `layer: '${id}'` })),
  entries(tasks, ({ id }) => ({ key: `id: '${id}'` })),
];

export const list: Command = {
  help: `  ID …     formula, citation, note and parameters of these; without an ID, one line per row
  --long   the details of every row
  --json   the registries as one JSON object: { encodings, scalings, analyses, layers, tasks, experiment }`,
  options: { json: { type: 'boolean' }, long: { type: 'boolean' } },
  async run({ positionals: ids, values }) {
    const known = registries.flatMap(({ rows }) => rows.map(({ id }) => id));
    for (const id of ids) {
      if (!known.includes(id))
        throw misuse('ID', `there is no '${printable(id)}'${suggestion(id, known)}; posenc list shows all`);
    }
    if (ids.length === 0 && !values['long'] && !values['json']) return print(overview());
    const chosen = ({ id }: { id: string }): boolean => ids.length === 0 || ids.includes(id);
    const holds = (...parts: readonly (readonly { readonly id: string }[])[]): boolean =>
      parts.some((rows) => rows.some(chosen));
    const documented: Documentation = {
      ...{ encodings: [], scalings: [], analyses: [], layers: [], tasks: [], experiment: [] },
      ...(holds(encodings, scalings) && (await encodingDocumentation())),
      ...(holds(analyses, layers) && (await analysisDocumentation())),
      ...(holds(tasks) && (await trainingDocumentation())),
    };
    if (values['json']) {
      const { encodings, scalings, analyses, layers, tasks, experiment } = documented;
      const all = { encodings, scalings, analyses, layers, tasks };
      const kept = Object.fromEntries(
        Object.entries(all).map(([name, rows]) => [name, (rows as readonly Row[]).filter(chosen)]),
      );
      return print(jsonLine({ ...kept, experiment }));
    }
    const whole = wholeOf(documented);
    return print(
      registries.flatMap(({ heading }, index) => {
        const shown = whole[index]!.filter(chosen);
        return shown.length > 0 ? [`${heading}\n\n`, ...shown.map(({ text }) => text())] : [];
      }),
    );
  },
};

/** One line per row; each registry has its own column widths. */
const overview = (): string[] => [
  ...registries.map(
    ({ heading, rows }) =>
      `${heading}${columns([['', '', ''], ...rows.map(({ id, title, family = '' }) => [id, title, family])])}\n\n`,
  ),
  'posenc list ID shows formula, citation and parameters of a row; --long those of all, --json for programs\n',
];

function describe(row: Row, { key, lines = [] }: { key: string; lines?: readonly string[] }): string {
  const params = row.params.map((param) => [
    param.name,
    param.name === 'attentionFactor' ? (amplitudes[row.id] ?? valueOf(param)) : valueOf(param),
    rangeOf(param),
  ]);
  return [
    `${row.title}   { ${key} }`,
    ...[row.formula, row.doc, row.citation].flatMap((text) => (text ? [wrap(text, '  ')] : [])),
    ...(row.note ? [wrap(row.note, '  ')] : []),
    ...(row.accuracy ? [wrap(`Table: ${row.accuracy}`, '  ')] : []),
    ...lines.map((line) => wrap(line.trimStart(), line.startsWith(' ') ? '    ' : '  ')),
    ...(params.length ? [columns([['parameter', 'default', 'allowed'], ...params], '    ')] : []),
    ...row.params.map((param) => wrap(`${param.name}: ${param.doc}`, '      ')),
    '\n',
  ].join('\n');
}

/** The rule for the factor of cosines and sines, by extension; s is the factor and L the original context. */
const amplitudes: Readonly<Record<string, string>> = {
  yarn: '0.1 ln s + 1, or by both mscales',
  longrope: 'sqrt(1 + ln s / ln L)',
  'yarn-log': '1',
  'telechat3-yarn': '0.07 ln s + 1',
};

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
