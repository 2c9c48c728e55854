/**
 * What the recorded runs of the lab say, in sentences: for each experiment of examples/experiments, and for pairs of them.
 * web/tools/lab.mjs writes them into web/notebook/lab/generated/findings.ts and docs/lab.md, so that no sentence about learning is
 * kept by hand. Counts and ranges are told, and what few seeds cannot say is not said.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { modelParams, trainingParams } from '../../dist/lib/generated/experiments.js';
import { presentNames } from '../../dist/lib/requests/former-names.js';
import { evaluationsOfEnd, fewestForInterval as enough, median } from './lab-statistics.mjs';
import { root } from './setup.mjs';

/** Experiments by name. */
export function experiments(folder = join(root, 'examples/experiments')) {
  const names = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return Object.fromEntries(
    names.map((file) => [file.slice(0, -'.json'.length), JSON.parse(readFileSync(join(folder, file), 'utf8'))]),
  );
}

/** What every experiment of a task is compared with, and by what; `words`: what one has the more of. */
const comparisons = [
  ...['latin-square-', 'latin-square-published-'].map((puzzles) => ({
    to: `${puzzles}sigma-0.4`,
    of: (name) => name.startsWith(puzzles) && name.includes('published') === puzzles.includes('published'),
    by: [
      ['share of the shifted puzzles right', 'larger', accuracy('shifted')],
      ['CKA of block 1', 'larger', structure('cka')],
    ],
  })),
  ...['static', 'network'].map((dynamics) => ({
    to: `modular-${dynamics}-sigma-0.1`,
    of: (name) => name.startsWith(`modular-${dynamics}-sigma-`),
    by: [
      ['RSA of block 1', 'larger', structure('rsa')],
      ['error with half of the values masked', 'lower', loss('half-masked')],
    ],
  })),
];

function accuracy(split) {
  return ({ end }) => end.splits.find((one) => one.split === split)?.accuracy;
}
function loss(split) {
  return ({ end }) => end.splits.find((one) => one.split === split)?.loss;
}
function structure(measure) {
  return ({ end }) => end.blocks[0]?.[measure];
}

/** An experiment as a text that is the same whether its parameters have their present or their former names. */
export function keyOf({ model = {}, ...experiment }) {
  const present = (params, values) => Object.fromEntries(presentNames(params, new Map(Object.entries(values))));
  return JSON.stringify({ model: present(modelParams, model), ...present(trainingParams, experiment) });
}

/** Runs of the experiment as it stands in its file, by seed; those of an older file say nothing of it. */
export function runsOf(results, name, experiment) {
  const same = ({ asked }) => keyOf({ ...asked, seed: 0 }) === keyOf({ ...experiment, seed: 0 });
  return new Map(Object.entries(results[name] ?? {}).filter(([, run]) => same(run)));
}

/** How an experiment is called in a sentence. */
export function titleOf({ positions: [position], oracle }) {
  if (oracle) return 'the table of rows and columns';
  if (position === undefined) return 'no encoding';
  return position.sigma === undefined ? position.encoding : `σ = ${position.sigma}`;
}

const digits = (value) => value.toFixed(3).replace('-', '−');
const finite = (list) => list.filter((value) => Number.isFinite(value));
/** "0.968 (0.917 to 0.982)": the median, the least and the most. */
const spread = (list) =>
  `${digits(median(list))}${list.length > 1 ? ` (${digits(Math.min(...list))} to ${digits(Math.max(...list))})` : ''}`;
const joined = (parts) => (parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`);
const seeds = (count) => (count === 1 ? 'one recorded run' : `${count} recorded runs`);

/** Of all runs of an experiment. */
function ofExperiment(runs, { task }) {
  const list = [...runs.values()];
  if (list.length === 0) return [];
  const { splits, step, blocks } = list[0].end;
  const values = (of) => finite(list.map(of));
  const counted = splits[0].accuracy !== undefined;
  const parts = [...splits].reverse().flatMap(({ split }) => {
    const found = values(counted ? accuracy(split) : loss(split));
    return found.length === 0 ? [] : [`${spread(found)} for ${split}`];
  });
  const measure = task.id === 'modular' ? 'rsa' : 'cka';
  const mirrored = values(structure(measure));
  const quantity = counted ? 'share of right answers' : 'error';
  const several = list.length > 1 ? ' (median, least to most)' : '';
  return [
    `At the end of ${step.toLocaleString('en')} steps (mean of the last ${evaluationsOfEnd} evaluations), the ${quantity} in ${seeds(list.length)}${several} is ${joined(parts)}.`,
    ...(mirrored.length > 0 ? [`${measure.toUpperCase()} of block 1 is ${spread(mirrored)}.`] : []),
  ];
}

/** Of two experiments whose runs begin with the same seeds: which has more of something, and in how many pairs; of a few, nothing. */
function ofPair([one, runsOfOne], [other, runsOfOther], [quantity, better, value]) {
  const differences = [...runsOfOne].flatMap(([seed, run]) => {
    const beside = runsOfOther.get(seed);
    return beside ? finite([value(run) - value(beside)]) : [];
  });
  if (differences.length < enough) return undefined;
  const wins = (sign) => differences.filter((d) => sign * d > 0).length;
  const sign = better === 'larger' ? 1 : -1;
  const [first, second, way] = wins(sign) >= wins(-sign) ? [one, other, sign] : [other, one, -sign];
  const by = spread(differences.map((d) => way * d));
  return `With the same seed, ${first} has the ${better} ${quantity} in ${wins(way)} of ${differences.length} pairs with ${second}; the difference is ${by}.`;
}

const fewRuns = 'So few runs allow no conclusion.';

/** By experiment: what its runs say, and their comparison. */
export function findingsOf(results, files = experiments()) {
  const of = (name) => [titleOf(files[name]), runsOf(results, name, files[name])];
  const entries = Object.entries(files).flatMap(([name, experiment]) => {
    const [, runs] = of(name);
    if (runs.size === 0) return [];
    const pairs = comparisons
      .filter(({ to, of: takes }) => to !== name && files[to] !== undefined && takes(name))
      .flatMap(({ to, by }) => by.flatMap((quantity) => ofPair(of(to), of(name), quantity) ?? []));
    return [[name, { alone: ofExperiment(runs, experiment), pairs, few: runs.size < enough ? [fewRuns] : [] }]];
  });
  return Object.fromEntries(entries);
}

/** The first sentences of the page: the small norm beside the large one. */
export function ledeOf(results, files = experiments()) {
  const [small, large] = ['latin-square-sigma-0.4', 'latin-square-sigma-2'].map((name) => [
    titleOf(files[name]),
    runsOf(results, name, files[name]),
  ]);
  if (small[1].size === 0 || large[1].size === 0) return 'No runs of this comparison are recorded yet.';
  const of = ([title, runs]) => `${spread([...runs.values()].map(accuracy('shifted')))} for ${title}`;
  const { steps } = files['latin-square-sigma-0.4'];
  return [
    `At the end of the recorded runs of ${steps.toLocaleString('en')} steps, the share of shifted puzzles right is ${of(small)} and ${of(large)} (median, least to most).`,
    ofPair(small, large, comparisons[0].by[0]) ?? '',
    Math.min(small[1].size, large[1].size) < enough ? fewRuns : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

const [begin, end] = ['<!-- npm run lab: findings -->', '<!-- end of npm run lab: findings -->'];
/** docs/lab.md with these sentences in place of the old ones. */
export function withFindings(page, results) {
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (after === undefined) throw new Error(`the page has no ${begin} … ${end}`);
  const list = Object.entries(findingsOf(results))
    .filter(([, { pairs }]) => pairs.length > 0)
    .map(([name, { pairs, few }]) => `* \`${name}\`: ${[...pairs, ...few].join(' ')}`);
  return `${before}${begin}\n\n${[ledeOf(results), '', ...list].join('\n')}\n\n${end}${after}`;
}

/** Of the small norm and the large one: what each run had at its steps; as source text. */
function curvesOf(results, files = experiments()) {
  const all = ['latin-square-sigma-0.4', 'latin-square-sigma-2'].map((name) => ({
    title: titleOf(files[name]),
    runs: [...runsOf(results, name, files[name]).values()].map(({ curve }) => curve),
  }));
  const row = (values) => `[${values.map((value) => Number(value.toFixed(3))).join(', ')}]`;
  const lists = (name, runs) =>
    `      ${name}: [\n${runs.map((run) => `        ${row(run[name])},\n`).join('')}      ],\n`;
  const runs = all.map(
    ({ title, runs }) => `    {\n      title: '${title}',\n${lists('shifted', runs)}${lists('cka', runs)}    },\n`,
  );
  return `  step: ${row(all[0].runs[0].step)},\n  runs: [\n${runs.join('')}  ],`;
}

/** The module of the page. */
export function findingsModule(results) {
  const text = (sentences) => `'${sentences.replaceAll("'", "\\'")}'`;
  const rows = Object.entries(findingsOf(results)).map(
    ([name, { alone, pairs, few }]) => `  '${name}':\n    ${text([...alone, ...pairs, ...few].join(' '))},\n`,
  );
  return `/** Written by web/tools/lab.mjs from tests/bench/results/lab.json. Do not edit. */
export const lede =
  ${text(ledeOf(results))};

/** By experiment. */
export const findings: Readonly<Record<string, string>> = {
${rows.join('')}};

type Curves = readonly (readonly number[])[];
/** Of the recorded runs in the first sentences, by seed: at each step the share of shifted puzzles right, and CKA of block 1. */
export const curves: {
  readonly step: readonly number[];
  readonly runs: readonly { readonly title: string; readonly shifted: Curves; readonly cka: Curves }[];
} = {
${curvesOf(results)}
};
`;
}
