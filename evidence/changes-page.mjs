/**
 * Writes docs/engine-changes.md from stored evidence: node evidence/changes-page.mjs. tests/web/evidence.test.mjs compares it.
 * Cases are grouped by what changed and by the type of scaling that the file names; a model type counts once a line.
 */
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { engines } from './compare.mjs';
import { corpus } from './corpus.mjs';
import { caseChanges } from './diff.mjs';
import { read, releasesOf } from './stored.mjs';
import { parsedConfig, typesOf } from './tables.mjs';

/** Neighbouring releases of each engine with several. */
const pairs = () =>
  Object.keys(engines).flatMap((engine) => {
    const releases = releasesOf(engine);
    return releases.slice(1).map((newer, i) => [engine, releases[i], newer]);
  });

/** Kinds of changes, the most visible first: words, and what caseChanges begins with. */
const kinds = [
  ['raises since', /^raises /],
  ['runs since', /^runs; raised /],
  ['layers that rotate', /^(?=some layers|more layers)/],
  ['rotated channels', /^rotated channels /],
  ['pairs of channels', /^(layout|direction) /],
  ['frequencies', /^frequency of /],
  ['amplitude', /^amplitude /],
  ['length that it serves', /^served length /],
];
const unsupported = /not supported|does not recognize|no longer supported|unsupported model/i;

const counted = (count, one) => `${count} ${one}${count === 1 ? '' : 's'}`;
const code = (text) => `\`${text}\``;
/** Names in one line; the rest is counted. */
function some(names, most = 12) {
  const shown = names.slice(0, most).map(code).join(', ');
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}

/** Cases whose answer changed: { id, type, scaling, form, changes }. */
function changedCases(before, after) {
  return corpus().flatMap(({ id, config }) => {
    const changes = caseChanges(before.answers.get(id), after.answers.get(id));
    if (!changes?.length) return [];
    const file = parsedConfig(config);
    const text = file.text_config ?? file;
    const form = text.rope_parameters ? (text.rope_scaling ? 'both' : 'rope_parameters') : 'rope_scaling';
    return [{ id, type: file.model_type ?? 'none', scaling: [...new Set(typesOf(file))].join(' and '), form, changes }];
  });
}

function grouped(list, keyOf) {
  const groups = new Map();
  for (const one of list) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}
const typesIn = (cases) => [...new Set(cases.map(({ type }) => type))].sort();

/** Cases of model types that one release refuses wherever the other runs them. */
const ofSupport = (cases, verb) =>
  [...grouped(cases, ({ type }) => type).values()].flatMap((own) =>
    own.every(({ changes: [first] }) => first.startsWith(verb) && unsupported.test(first)) ? own : [],
  );

/** Published files are known to more people than defaults, and these to more than files of a program. */
const rankOf = ({ id }) => ['published/', 'default/', 'default-4/', 'grid/'].findIndex((start) => id.startsWith(start));
const ranked = (one) => (rankOf(one) < 0 ? 9 : rankOf(one));

/** Classes of a kind that are listed; the rest are counted. */
const most = 6;
const toldBy = ([, pattern], { changes }) =>
  changes
    .find((one) => pattern.test(one))
    .replace(pattern, '')
    .trim();
/** Errors are a class by what they say, numbers by the scaling of the file. */
const classOf = (kind, one) =>
  / since$/.test(kind[0])
    ? toldBy(kind, one)
        .replace(/'[^']*'|"[^"]*"|\d+/g, '')
        .slice(0, 60)
    : one.scaling;

function rowOf(kind, cases) {
  const [example] = [...cases].sort((a, b) => ranked(a) - ranked(b));
  const scalings = [...new Set(cases.map(({ scaling }) => scaling))];
  const only = cases.every(({ form }) => form === 'rope_parameters') ? ' in `rope_parameters`' : '';
  const shown = toldBy(kind, example)
    .replace(/[|`<>]/g, ' ')
    .replace(/…$/, '')
    .slice(0, 110);
  return `| ${kind[0]} | ${scalings.join(', ')}${only} | ${typesIn(cases).length} | ${code(example.type)}: ${shown} |`;
}

function rowsOf(kind, all) {
  const cases = all.filter(({ changes }) => changes.some((one) => kind[1].test(one)));
  const classes = [...grouped(cases, (one) => classOf(kind, one)).values()];
  classes.sort((a, b) => typesIn(b).length - typesIn(a).length || b.length - a.length);
  const rest = classes.slice(most).flat();
  return [
    ...classes.slice(0, most).map((own) => rowOf(kind, own)),
    ...(rest.length ? [`| ${kind[0]} | otherwise | ${typesIn(rest).length} | ${some(typesIn(rest), 3)} |`] : []),
  ];
}

function section([engine, release, newer]) {
  const [before, after] = [read(engine, release), read(engine, newer)];
  const cases = changedCases(before, after);
  const [since, gone] = [ofSupport(cases, 'runs'), ofSupport(cases, 'raises')];
  const others = cases.filter((one) => !since.includes(one) && !gone.includes(one));
  const rows = kinds.flatMap((kind) => rowsOf(kind, others));
  const support = [
    [since, `The release runs ${counted(typesIn(since).length, 'model type')} that ${release} refuses`],
    [gone, `It refuses ${counted(typesIn(gone).length, 'model type')} that ${release} runs`],
  ];
  return [
    `## ${engine} ${release} → ${newer}`,
    `${cases.length} of ${after.answers.size} cases differ.`,
    ...support.filter(([all]) => all.length).map(([all, words]) => `${words}: ${some(typesIn(all))}.`),
    ['| what changed | scaling in the file | model types | an example |', '|---|---|---|---|', ...rows].join('\n'),
  ].join('\n\n');
}

export const changesPage = () => `# Changes between releases of engines

<!-- written by evidence/changes-page.mjs -->

Both releases of each pair were executed on the same configurations ([engines](engines.md#agreement-with-the-engines)). A line is a
class of changes: what changed, the type of scaling that the files name, the number of model types, and one of them. A file can be in
several lines. transformers 4 does not read \`rope_parameters\`, so most lines on it are about such files.
\`npm run evidence -- --diff vllm 0.29.0 0.33.0\` prints every case.

${pairs().map(section).join('\n\n')}
`;

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  writeFileSync(new URL('../docs/engine-changes.md', import.meta.url), changesPage());
