/**
 * posenc train: runs an experiment from a file and prints one line of JSON per evaluation.
 */
import { readFileSync, statSync } from 'node:fs';
import { parse } from 'node:path';
import {
  type BegunWith,
  create,
  type Evaluation,
  type Experiment,
  type GivenTensor,
  parseJson,
  PosencError,
  type TrainingRun,
  weightsBytes,
} from '../lib/node.js';
import { reason } from '../lib/checks/errors.js';
import { printable } from '../lib/checks/show.js';
import { type Command, misuse, positionals } from './command.js';
import { readText } from './input.js';
import { jsonLine } from './json.js';
import { checkWritable, print, tell, writeFile } from './output.js';
import { progressBar } from './progress.js';
import { withTaskFiles } from './task-files.js';
import { withNumbers, withTensors } from './tensor-files.js';

/** Parameters of an experiment that the command line can also set. */
const whole = ['steps', 'seed', 'taskSeed'] as const;
const flagOf = (name: string): string => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

export const train: Command = {
  help: `The file ('-' is standard input) describes the task, the model, its encodings and the training:

  {"task": {"id": "latin-square"}, "model": {"dim": 32, "blocks": 2}, "learningRate": 0.002, "steps": 4000,
   "positions": [{"encoding": "learned", "init": "small-norm", "sigma": 0.2, "where": "blocks"}]}

Your own data come from files: "values": "@samples.npy" or "@samples.csv" in the task own-values; "cells":
["@puzzles.csv", "@others.csv#shifted"] in own-squares, or "@published" for the squares of Ito et al.; "values": "@FILE#NAME"
in an encoding.
Run posenc list for tasks and encodings. Standard output has one line of JSON per evaluation, with the processor seconds since
the program started and the mean loss of the batches since the previous line. The last line evaluates the trained model. The
same file gives the same weights on every machine ("weightsHash"). Ctrl-C stops after the current step.

  --checkpoint FILE   resume from this file if it exists; the run is saved there at every evaluation and at the end
  --steps N           number of steps, instead of the one in the file
  --seed N            seed of the model, instead of the one in the file
  --task-seed N       seed of the task, instead of the one in the file
  --from FILE         start from the weights of this .safetensors file, matched by tensor name: fine-tuning
  --weights FILE      write the trained weights as .safetensors`,
  options: {
    checkpoint: { type: 'string' },
    from: { type: 'string' },
    weights: { type: 'string' },
    steps: { type: 'string' },
    seed: { type: 'string' },
    'task-seed': { type: 'string' },
  },
  async run(args) {
    const [file] = positionals(args, ['experiment']);
    const { checkpoint, from, weights } = args.values as { checkpoint?: string; from?: string; weights?: string };
    if (weights === '-') throw misuse('--weights', '--weights must be a file: standard output has the evaluations');
    for (const [flag, path] of Object.entries({ checkpoint, weights }))
      if (path !== undefined && path !== '-') await checkWritable(path, `--${flag}`);
    const given = parseJson(await readText(file), { field: 'experiment' });
    const experiment = await filledIn(given, overrides(args.values));
    const begun = from === undefined ? undefined : await tensorsOf(from);
    const pe = await create();
    const bar = progressBar();
    const stop = new AbortController();
    const onSignal = (signal: NodeJS.Signals): void => stop.abort(signal);
    process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
    try {
      const options = { checkpoint: kept(checkpoint), weights: begun, signal: stop.signal };
      const run = await pe.train(experiment, options);
      if (run.facts.tensors) tell(inWords(run.facts.tensors));
      const { seed = 0, taskSeed = 0 } = run.experiment;
      const said = (evaluation: Evaluation): Promise<void> =>
        print(jsonLine({ experiment: nameOf(file), seed, taskSeed, seconds: cpuSeconds(), ...evaluation }));
      // the evaluation at the checkpoint was printed by the earlier run; at the end it is printed again
      let printed = run.step > 0 && run.step < run.facts.steps ? run.step : -1;
      try {
        for await (const evaluation of run.evaluations({ signal: stop.signal, onProgress: bar.show })) {
          bar.clear();
          if (evaluation.step === printed) continue;
          await said(evaluation);
          printed = evaluation.step;
          await keep(run, checkpoint);
        }
      } catch (thrown) {
        if (stop.signal.aborted && checkpoint !== undefined) {
          const due = run.step % run.facts.evaluateEvery === 0 && run.step !== printed;
          if (due) await said(await run.evaluate());
          await keep(run, checkpoint);
        }
        throw thrown;
      }
      if (weights !== undefined) await writeFile(weights, weightsOf(run, experiment), '--weights');
    } finally {
      bar.clear();
      process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
      pe.dispose();
    }
  },
};

/** Applies the flags, and fills in the files named by the task and the encodings' specs. */
async function filledIn(given: unknown, flags: Partial<Experiment>): Promise<Experiment> {
  if (typeof given !== 'object' || !given || Array.isArray(given)) return given as Experiment; // rejected by its reader
  const { task, positions } = given as { task?: unknown; positions?: unknown };
  const filled = new Map<string, unknown>(Object.entries({ ...given, ...flags }));
  if (typeof task === 'object' && task) filled.set('task', await withTaskFiles(task));
  if (Array.isArray(positions)) filled.set('positions', await Promise.all(positions.map(withNumbers)));
  return Object.fromEntries(filled) as unknown as Experiment;
}

/** User and system time of this process: on a busy machine it means more than wall-clock time. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return Math.round((user + system) / 1e3) / 1e3;
}

/** Standard input has no name. */
const nameOf = (file: string): string => (file === '-' ? '' : parse(file).name);

function overrides(values: Readonly<Record<string, unknown>>): Partial<Record<(typeof whole)[number], number>> {
  const given = whole.flatMap((name) => {
    const flag = flagOf(name);
    const text = values[flag.slice(2)];
    if (text === undefined) return [];
    if (/^[0-9]{1,15}$/.test(String(text))) return [[name, Number(text)]];
    throw misuse(flag, `${flag} must be a whole number, but '${printable(String(text))}' was given`);
  });
  return Object.fromEntries(given);
}

function tensorsOf(path: string): Promise<GivenTensor[]> {
  if (path === '-') throw misuse('--from', '--from must be a .safetensors file');
  return withTensors(path, (tensors) =>
    Promise.all(
      tensors.map(async ({ name, shape, data }) => {
        const numbers = await data();
        return { name, shape, data: () => numbers };
      }),
    ),
  );
}

/** Describes how the given weights were used. */
function inWords({ taken, new: fresh, dropped }: BegunWith): string {
  const named = Object.entries({ new: fresh, dropped }).filter(([, names]) => names.length > 0);
  const listed = named.map(([word, names]) => `; ${word}: ${names.map((name) => printable(name)).join(' ')}`);
  return `${taken.length} tensors taken${listed.join('')}`;
}

/** Reads the checkpoint of an earlier run; undefined if there is no such file. */
function kept(path: string | undefined): Uint8Array | undefined {
  if (path === '-') throw misuse('--checkpoint', '--checkpoint must be a file, so that a later run can resume from it');
  if (path === undefined || !statSync(path, { throwIfNoEntry: false })?.isFile()) return undefined;
  try {
    return readFileSync(path);
  } catch (cause) {
    const text = `${printable(path, 200)} could not be read: ${reason(cause)}`;
    throw new PosencError('io', '--checkpoint', text, { cause });
  }
}

async function keep(run: TrainingRun, path: string | undefined): Promise<void> {
  if (path === undefined) return;
  const bytes = await run.checkpoint();
  await writeFile(path, once(bytes), '--checkpoint');
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function* weightsOf(run: TrainingRun, experiment: Experiment): AsyncGenerator<Uint8Array> {
  const tensors = await run.weights();
  yield weightsBytes(tensors, { experiment: JSON.stringify(experiment) });
}
