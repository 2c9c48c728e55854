/**
 * `npm run lab`: trains the experiments of web/tools/lab-experiments.mjs, each with its seeds, and writes the tables of docs/lab.md,
 * and the sentences there and on the page. What is finished stays in tests/bench/results/lab.json: a run that is in it with
 * the same experiment is not done again, so the command can be stopped and started. build/native/posenc-train trains where it
 * is there, else WebAssembly, a run on each worker at a time; the weights have the same bits.
 *
 *   node web/tools/lab.mjs [--seeds N] [--workers 2] [--only TEXT] [--steps N] [--results FILE] [--table]
 *
 * --seeds: at most so many of each. --only: experiments whose names contain one of these, parted by commas. --steps: so many
 * instead, to try it; then results go to build/lab.json and the tables to standard output. --table: trains nothing.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { experimentOf, rows } from './lab-experiments.mjs';
import { findingsModule, keyOf, withFindings } from './lab-findings.mjs';
import { evaluationsOfEnd, meanEvaluation } from './lab-statistics.mjs';
import { labTables, withTables } from './lab-tables.mjs';
import { root } from './setup.mjs';
import { main, step } from './steps.mjs';

const { values: given } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    workers: { type: 'string', default: String(availableParallelism()) },
    only: { type: 'string', default: '' },
    steps: { type: 'string' },
    results: { type: 'string' },
    table: { type: 'boolean', default: false },
  },
});
const trial = given.steps !== undefined;
const resultsFile = given.results ?? join(root, trial ? 'build/lab.json' : 'tests/bench/results/lab.json');
const page = join(root, 'docs/lab.md');
const findings = join(root, 'web/notebook/lab/generated/findings.ts');
const native = join(root, 'build/native/posenc-train');

function positive(name) {
  const value = Number(given[name]);
  if (Number.isInteger(value) && value > 0) return value;
  throw new Error(`--${name} must be a whole number of at least 1, but '${given[name]}' was given`);
}

/** The runs that are wanted: { name, seed, experiment }, those of one seed before those of the next. */
function wanted() {
  const parts = given.only.split(',');
  const chosen = rows.filter(({ name }) => parts.some((part) => name.includes(part)));
  if (chosen.length === 0) throw new Error(`--only: no experiment's name contains '${given.only}'`);
  const steps = trial ? { steps: positive('steps'), evaluateEvery: positive('steps') } : {};
  return chosen
    .flatMap((row) => row.seeds.slice(0, positive('seeds')).map((seed, round) => ({ row, seed, round })))
    .sort((a, b) => a.round - b.round)
    .map(({ row, seed }) => ({ name: row.name, seed, experiment: experimentOf(row, seed, steps) }));
}

/** What the tables need of a run: how it began, how it ended, and the way between. */
export function recordOf(asked, { lines, cpuSeconds, leastLoss, leastLossError }) {
  const evaluations = lines.map(({ step, trainLoss, splits, blocks, weightsHash }) => ({
    ...{ step, trainLoss, splits, blocks, weightsHash },
  }));
  const end = meanEvaluation(evaluations.slice(-evaluationsOfEnd));
  const curve = { step: evaluations.map((one) => one.step) };
  const rounded = (of) => evaluations.map((one) => Number((of(one) ?? NaN).toPrecision(5)));
  for (const [k, { split, accuracy }] of end.splits.entries())
    curve[split] = rounded(({ splits }) => splits[k][accuracy === undefined ? 'loss' : 'accuracy']);
  for (const measure of ['cka', 'rsa'])
    if (end.blocks[0][measure] !== undefined) curve[measure] = rounded(({ blocks }) => blocks[0][measure]);
  const known = leastLoss && Object.keys(leastLoss).length > 0 ? { leastLoss, leastLossError } : {};
  return { asked, cpuSeconds: Math.round(10 * cpuSeconds) / 10, ...known, start: evaluations[0], end, curve };
}

async function withPuzzles(experiment) {
  if (experiment.task.cells !== '@published') return experiment;
  const { publishedSquares } = await import('../../dist/lib/node.js');
  return { ...experiment, task: { ...experiment.task, ...(await publishedSquares()) } };
}

/** The lines of posenc-train, and the CPU time of its process. The experiment goes in by a pipe: no file is left by a kill. */
async function trainedNatively(experiment, report) {
  const child = spawn(native, ['-'], { stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdin.on('error', () => undefined).end(JSON.stringify(experiment)); // one that ends early is told of below
  let text = '';
  child.stdout.on('data', (data) => {
    text += data;
    report(`${text.split('\n').length - 1} evaluations`);
  });
  await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  const lines = text
    .trimEnd()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const last = lines.at(-1);
  if (last?.step !== experiment.steps) throw new Error(`${native} ended before its last step`);
  return { lines, cpuSeconds: last.seconds };
}

async function trainedHere(run, report) {
  const before = process.cpuUsage();
  const lines = [];
  for await (const evaluation of run.evaluations()) {
    lines.push(evaluation);
    report(`step ${evaluation.step} of ${run.facts.steps}`);
  }
  const { user, system } = process.cpuUsage(before);
  return { lines, cpuSeconds: (user + system) / 1e6 };
}

/** Trains it; gives what the tables need. */
async function trained(pe, { experiment }, report) {
  const whole = await withPuzzles(experiment);
  const run = await pe.train(whole);
  try {
    const { leastLoss, leastLossError } = run.facts;
    const made = existsSync(native) ? await trainedNatively(whole, report) : await trainedHere(run, report);
    return recordOf(experiment, { ...made, leastLoss, leastLossError });
  } finally {
    run.close();
  }
}

const read = () => (existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, 'utf8')) : {});
function keep(results) {
  mkdirSync(dirname(resultsFile), { recursive: true });
  // a run a line
  const runs = (of) => Object.entries(of).map(([seed, run]) => `  ${JSON.stringify(seed)}: ${JSON.stringify(run)}`);
  const all = Object.entries(results).map(([name, of]) => ` ${JSON.stringify(name)}: {\n${runs(of).join(',\n')}\n }`);
  writeFileSync(`${resultsFile}.new`, `{\n${all.join(',\n')}\n}\n`);
  // whole, or the one before; the next run takes away what a kill leaves under the other name
  renameSync(`${resultsFile}.new`, resultsFile);
}

async function trainAll(results) {
  const { create } = await import('../../dist/lib/node.js');
  const workers = positive('workers');
  const pe = await create({ workers });
  const same = (kept, { experiment }) => kept && keyOf(kept.asked) === keyOf(experiment);
  const left = wanted().filter((one) => !same(results[one.name]?.[one.seed], one));
  const next = async () => {
    for (let one = left.shift(); one; one = left.shift()) {
      const { name, seed, experiment } = one;
      await step(`${name}, seed ${seed}`, async (report) => {
        const made = await trained(pe, one, report);
        results[name] = { ...results[name], [seed]: made };
        keep(results);
      });
    }
  };
  try {
    await Promise.all(Array.from({ length: workers }, next));
  } finally {
    pe.dispose();
  }
}

await main(async () => {
  const results = read();
  rmSync(`${resultsFile}.new`, { force: true });
  if (!given.table) await trainAll(results);
  const tables = labTables(results);
  if (trial || given.results !== undefined) console.log(tables);
  else {
    writeFileSync(page, withFindings(withTables(readFileSync(page, 'utf8'), tables), results));
    writeFileSync(findings, findingsModule(results));
  }
});
