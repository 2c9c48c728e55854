/**
 * posenc sweep: runs a study, on one or more machines, and decides its claims.
 */
import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parse } from 'node:path';
import { create, parseJson } from '../lib/node.js';
import { printable, suggestion } from '../lib/checks/show.js';
import { studies } from '../lib/studies/list.js';
import { readStudy, writeStudy } from '../lib/studies/read-study.js';
import { resultsOf } from '../lib/studies/report.js';
import type { Study } from '../lib/studies/study.js';
import { armOf } from '../lib/studies/verdict.js';
import { type Arguments, type Command, misuse, positionals } from './command.js';
import { inLines, jsonText } from './harmless.js';
import { readText } from './input.js';
import { print, tell } from './output.js';
import { progressBar } from './progress.js';
import { nameOfShard, sweep as sweepOf } from './sweep/run.js';
import { readResults, sorted, writeResults } from './sweep/results.js';
import { trainHere } from './sweep/trainer.js';

export const sweep: Command = {
  help: `Trains the runs of a study: each arm with each seed. STUDY is an id from the list below, or a JSON file:

  {"base": {"task": {"id": "latin-square"}, "steps": 2000}, "seeds": 8, "curves": ["test.accuracy"],
   "arms": [{"name": "small", "set": {"positions": [{"encoding": "learned", "init": "small-norm", "sigma": 0.4}]}},
            {"name": "none"}],
   "columns": [{"title": "test", "measure": {"of": "test.accuracy"}, "digits": 3}]}

"set" changes the base. "then" lists later stages; each starts from the weights of the previous one. The last stage may have
"choose": {"among": [CHANGE, …], "least": "test.loss"}: before training it picks the change with the least value on separate
samples, and the result line records its index as "chosen". Each run adds a line of JSON to DIR/STUDY.jsonl. Runs that are in
that file are not repeated, and interrupted runs resume. Standard output has the table and a verdict for each claim.

${studies.map(({ id, question }) => `  ${id.padEnd(22)}${question}`).join('\n')}

  --out DIR         folder for results; the current folder by default. Several sweeps may share it at the same time, with
                    different arms or seeds
  --shard I/N       part I of N, written to DIR/STUDY.IofN.jsonl, for several machines
  --seeds N         number of seeds per arm
  --arms A,B        only these arms
  --workers N       runs at a time; by default one per processor
  --toy             almost no work, to try it out
  --print           print the study as JSON, to edit it; nothing is trained

  posenc sweep merge STUDY FILE … --out FILE    join shards; gives the same bytes as one machine
  posenc sweep report STUDY FILE …              table and verdicts of the results so far`,
  options: {
    out: { type: 'string' },
    shard: { type: 'string' },
    seeds: { type: 'string' },
    arms: { type: 'string' },
    workers: { type: 'string' },
    toy: { type: 'boolean' },
    print: { type: 'boolean' },
  },
  async run(args) {
    const [verb] = args.positionals;
    if (verb === 'merge' || verb === 'report') return ofFiles(verb, args);
    const [name] = positionals(args, ['study']);
    const study = await studyNamed(name);
    const { values } = args;
    if (values['print'] === true) return print([`${jsonText(writeStudy(study), 2)}\n`]);
    const seeds = whole(values, 'seeds', 1000) ?? study.seeds;
    const arms =
      values['arms'] === undefined ? study.arms.map((arm) => arm.name) : armsOf(study, String(values['arms']));
    const shard = shardOf(values['shard']);
    const out = String(values['out'] ?? '.');
    const lanes = whole(values, 'workers', 256) ?? availableParallelism();
    mkdirSync(out, { recursive: true });
    const bar = progressBar();
    const stop = new AbortController();
    const onSignal = (signal: NodeJS.Signals): void => stop.abort(signal);
    process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
    const pe = await create({ workers: lanes, preload: [] });
    try {
      const runs = await sweepOf({
        ...{ study, arms, shard, lanes, signal: stop.signal, onProgress: bar.show },
        seeds: Array.from({ length: seeds }, (_, seed) => seed),
        more: values['toy'] === true ? study.toy : undefined,
        results: nameOfShard(shard, study, out),
        trainer: trainHere(pe, lanes === 1),
        onRun({ arm, seed }) {
          bar.clear();
          tell(`${study.id}: ${arm}, seed ${seed}`);
        },
      });
      bar.clear();
      await print([`${resultsOf(inLines(study), inLines(runs))}\n`]);
    } finally {
      bar.clear();
      process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
      pe.dispose();
    }
  },
};

async function ofFiles(verb: 'merge' | 'report', { positionals: given, values }: Arguments): Promise<void> {
  const [, name, ...files] = given;
  if (name === undefined || files.length === 0) throw misuse('arguments', `sweep ${verb} needs a study and its files`);
  const study = await studyNamed(name);
  const runs = sorted(study, files.flatMap(readResults));
  if (verb === 'report') return print([`${resultsOf(inLines(study), inLines(runs))}\n`]);
  if (values['out'] === undefined) throw misuse('--out', '--out must name the file of all results');
  await writeResults(String(values['out']), runs);
}

async function studyNamed(name: string): Promise<Study> {
  const known = studies.find(({ id }) => id === name);
  if (known) return known;
  if (/\.json$/i.test(name)) return readStudy(parseJson(await readText(name), { field: 'study' }), parse(name).name);
  const ids = studies.map(({ id }) => id);
  throw misuse(
    'study',
    `there is no study '${printable(name)}'${suggestion(name, ids)}; a file's name ends with .json`,
  );
}

function armsOf(study: Study, text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  for (const name of names) armOf(study, name);
  return names;
}

function whole(values: Arguments['values'], name: string, most: number): number | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^[0-9]+$/.test(String(text)) && value >= 1 && value <= most) return value;
  throw misuse(
    `--${name}`,
    `--${name} must be a whole number from 1 to ${most}, but '${printable(String(text))}' was given`,
  );
}

/** Parses I/N; the returned index is counted from 0. */
function shardOf(given: string | boolean | undefined): readonly [number, number] {
  if (given === undefined) return [0, 1];
  const [, i, n] = /^([0-9]{1,6})\/([0-9]{1,6})$/.exec(String(given)) ?? [];
  if (Number(i) >= 1 && Number(i) <= Number(n)) return [Number(i) - 1, Number(n)];
  throw misuse('--shard', `--shard must be I/N, such as 2/8, but '${printable(String(given))}' was given`);
}
