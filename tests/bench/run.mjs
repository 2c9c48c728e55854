/**
 * `npm run bench`: the workloads against plain JavaScript, numpy, PyTorch and what WebAssembly reaches.
 *
 *   node tests/bench/run.mjs [--rounds 9] [--quick] [--only W1a,W6] [--save NAME]
 *
 * One process a contender, all pinned to one core where taskset is there; each round runs every
 * contender once, and a ratio is the median of the rounds' quotients of CPU time. --quick takes small
 * sizes and 3 rounds. The figures go to build/bench.json (bench-quick.json), with --save also to
 * tests/bench/results/NAME.json. Goals that are not met do not fail the run.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, cmake } from '../../web/tools/build.mjs';
import { root, setup } from '../../web/tools/setup.mjs';
import { SetupError, main, step } from '../../web/tools/steps.mjs';
import { findContenders, pinnedCore, withProcesses } from './contenders.mjs';
import { judge } from './goals.mjs';
import { load, machine } from './machine.mjs';
import { chart } from './chart.mjs';
import { cold, firstCall, rounds } from './measure.mjs';
import { showAccuracy, showCold, showGoals, showMachine, showWorkers, showWorkload } from './show.mjs';
import { twoWorkers } from './workers.mjs';
import { takesPart, title, workloads } from './workloads.mjs';

function options() {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string' },
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      save: { type: 'string' },
    },
  });
  const count = Number(values.rounds ?? (values.quick ? 3 : 9));
  if (!Number.isInteger(count) || count < 1)
    throw new SetupError(`--rounds must be a whole number, at least 1, but it is '${values.rounds}'`);
  if (values.save !== undefined && !/^[\w.-]+$/.test(values.save))
    throw new SetupError(`--save must be a plain file name, but it is '${values.save}'`);
  const chosen = workloads(values.quick).filter(
    ({ id }) => !values.only || values.only.split(',').some((start) => id.startsWith(start)),
  );
  if (chosen.length === 0)
    throw new SetupError(
      `--only fits none of ${workloads(false)
        .map(({ id }) => id)
        .join(', ')}`,
    );
  return { ...values, rounds: count, chosen };
}

/** Six digits of the figures, and lists of numbers on one line. */
const rounded = (_, value) =>
  Number.isInteger(value) || typeof value !== 'number' ? value : Number(value.toPrecision(6));
const compact = (json) => json.replace(/\[[-+\d.e,\s]+\]/g, (list) => list.replace(/\s+/g, ' '));

main(async () => {
  const { rounds: count, quick, chosen, save } = options();
  const env = await setup();
  await build(env, 'lib');
  // Eigen's templates take the compiler long, and the smoke test is about the harness
  await cmake('wasm', env, quick ? ['bench_probe'] : ['bench_probe', 'bench_eigen']);
  if (!quick) await cmake('native', env, ['bench_probe', 'bench_eigen']);
  // after the build: it needs what was built
  const { accuracy } = await import('./accuracy.mjs');

  const { contenders: found, missing } = findContenders();
  // what was built for a full run may be older than the sources
  const contenders = quick ? found.filter(({ id }) => !['native', 'eigen', 'eigen-native'].includes(id)) : found;
  for (const line of missing) console.log(line);
  if (pinnedCore() === undefined) console.log('taskset is absent: the contenders are not pinned to one core');
  const titles = Object.fromEntries(contenders.map(({ id, title: name }) => [id, name]));
  const [w1] = workloads(quick);
  const tables = (all) => all.filter(({ id }) => takesPart(w1, id));
  const loads = { before: load() };
  const { results, rows, versions } = await withProcesses(contenders, async (processes) => {
    const measured = [];
    for (const workload of chosen) {
      measured.push(await step(title(workload), (report) => rounds(workload, processes, count, report, quick)));
      console.log(`\n${showWorkload(measured.at(-1), titles)}`);
    }
    return {
      results: measured,
      rows: await step('Accuracy', (report) => accuracy(tables(processes), quick ? 64 : 1024, report)),
      versions: Object.fromEntries(processes.map(({ id, version }) => [id, version])),
    };
  });

  const times = quick ? 1 : 5;
  const unheated = await step('Cold runs', (report) => cold(w1, tables(contenders), times, report));
  const first = await step('First calls', (report) => firstCall(w1, contenders[0], times, report));
  const workers = await step('Two workers', (report) => twoWorkers(quick, count, report));
  loads.after = load();

  const goals = judge({ workloads: results, cold: unheated, first, accuracy: rows, workers });
  const host = machine();
  console.log(`\n${showCold(unheated, first, titles)}`);
  if (workers) console.log(showWorkers(workers));
  console.log(showAccuracy(rows, titles));
  if (!quick) console.log(showGoals(goals)); // they are for the full sizes
  console.log(showMachine(host, Object.values(versions), loads));

  const date = new Date().toISOString();
  const all = {
    date,
    quick,
    rounds: count,
    machine: host,
    versions,
    loadAverage: loads,
    workloads: results,
    cold: unheated,
    first,
    workers,
    accuracy: rows,
    goals,
  };
  const text = `${compact(JSON.stringify(all, rounded, 1))}\n`;
  mkdirSync(join(root, 'build'), { recursive: true });
  const name = `build/bench${quick ? '-quick' : ''}`;
  writeFileSync(join(root, `${name}.json`), text);
  writeFileSync(join(root, `${name}.svg`), chart(all));
  if (save !== undefined) {
    mkdirSync(join(root, 'tests/bench/results'), { recursive: true });
    writeFileSync(join(root, `tests/bench/results/${save}.json`), text);
    writeFileSync(join(root, `tests/bench/results/${save}.svg`), chart(all));
  }
});
