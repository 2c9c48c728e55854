/**
 * `npm run lab`: trains the experiments of examples/experiments with several seeds, in WebAssembly, a run on each worker
 * at a time, and writes the tables of docs/lab.md. What is finished stays in tests/bench/results/lab.json: a run that is
 * in it with the same experiment is not done again, so the command can be stopped and started.
 *
 *   node web/tools/lab.mjs [--seeds 3] [--workers 2] [--only TEXT] [--steps N] [--results FILE] [--table]
 *
 * --only: experiments whose names contain one of these, parted by commas. --steps: so many instead, to try it; then
 * results go to build/lab.json and the tables to standard output. --table: trains nothing.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { labTables, withTables } from './lab-tables.mjs';
import { root } from './setup.mjs';
import { main, step } from './steps.mjs';

const { values: given } = parseArgs({
  options: {
    seeds: { type: 'string', default: '3' },
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
const folder = join(root, 'examples/experiments');

function positive(name) {
  const value = Number(given[name]);
  if (Number.isInteger(value) && value > 0) return value;
  throw new Error(`--${name} must be a whole number of at least 1, but '${given[name]}' was given`);
}

/** The runs that are wanted: { name, seed, experiment }, those of one seed before those of the next. */
function wanted() {
  const parts = given.only.split(',');
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .filter((name) => parts.some((part) => name.includes(part)));
  if (names.length === 0) throw new Error(`--only: no experiment's name contains '${given.only}'`);
  const steps = trial ? { steps: positive('steps'), evaluateEvery: positive('steps') } : {};
  return Array.from({ length: positive('seeds') }, (_, seed) =>
    names.map((name) => ({
      name,
      seed,
      experiment: { ...JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')), ...steps, seed },
    })),
  ).flat();
}

/** Trains it; gives what the tables need. Seconds are those of the updates, without evaluations. */
async function trained(pe, { experiment }, report) {
  const run = await pe.train(experiment);
  try {
    const start = await run.evaluate();
    let seconds = 0;
    for (let done = false; !done;) {
      const before = performance.now();
      ({ done } = await run.advance(undefined, {
        onProgress: () => report(`step ${run.step} of ${experiment.steps}`),
      }));
      seconds += (performance.now() - before) / 1000;
      report(`step ${run.step} of ${experiment.steps}`);
    }
    const { leastLoss } = run.facts;
    return {
      experiment: run.experiment,
      seconds: Math.round(10 * seconds) / 10,
      leastLoss,
      start,
      end: await run.evaluate(),
    };
  } finally {
    run.close();
  }
}

const read = () => (existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, 'utf8')) : {});
function keep(results) {
  mkdirSync(dirname(resultsFile), { recursive: true });
  writeFileSync(`${resultsFile}.new`, `${JSON.stringify(results, undefined, 1)}\n`);
  renameSync(`${resultsFile}.new`, resultsFile); // whole, or the one before
}

async function trainAll(results) {
  const { create } = await import('../../dist/lib/node.js');
  const workers = positive('workers');
  const pe = await create({ workers });
  const same = (kept, { experiment }) => kept && JSON.stringify(kept.asked) === JSON.stringify(experiment);
  const left = wanted().filter((one) => !same(results[one.name]?.[one.seed], one));
  const next = async () => {
    for (let one = left.shift(); one; one = left.shift()) {
      const { name, seed, experiment } = one;
      await step(`${name}, seed ${seed}`, async (report) => {
        const made = await trained(pe, one, report);
        results[name] = { ...results[name], [seed]: { asked: experiment, ...made } };
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
  if (!given.table) await trainAll(results);
  const tables = labTables(results);
  if (trial || given.results !== undefined) console.log(tables);
  else writeFileSync(page, withTables(readFileSync(page, 'utf8'), tables));
});
