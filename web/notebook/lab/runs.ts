/** The runs of the page: in training, stored, and shown. */
import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import { encodings, type Experiment, tasks } from 'posenc';
import { create, type Posenc } from '../library.js';
import type { TrainingRun } from '../../lib/types/posenc.js';
import { say } from '../say.js';
import { failureOf } from '../kit/errors.js';
import { keyOf } from '../key.js';
import type { Kept } from './kept.js';
import { type LiveRun, liveRun } from './live-run.js';
import { runStore, type Unreadable, usualSteps } from './run-store.js';

export interface OneRun extends LiveRun {
  readonly id: string;
  readonly title: string;
  readonly experiment: Experiment;
  readonly steps: number;
}
export interface Runs {
  /** Newest first. */
  readonly all: ReadonlySignal<readonly OneRun[]>;
  /** Stored but unreadable runs with their errors; they can be removed. */
  readonly unreadable: ReadonlySignal<readonly Unreadable[]>;
  /** True if this browser can store runs. */
  readonly keeps: ReadonlySignal<boolean>;
  /** Ids of the compared runs, in order. */
  readonly shown: Signal<readonly string[]>;
  /** The run of an experiment, if it exists. */
  of(experiment: Experiment): OneRun | undefined;
  /** Trains each on its own worker, up to the number of processors; existing runs continue. */
  train(experiments: readonly Experiment[]): void;
  /** Loads a run from a checkpoint. */
  load(checkpoint: Uint8Array): Promise<void>;
  checkpoint(run: OneRun): Promise<Uint8Array>;
  remove(id: string): Promise<void>;
}

/** Maximum number of concurrent runs; each takes some memory. */
export const mostWorkers = 8;
export const mostKept = 12;
/** Number of runs shown after a reload. */
const shownAtFirst = 2;

/** Title of a run: the initial size of its table, or its encoding. */
export function titleOf(experiment: Experiment): string {
  const { positions: [position] = [], oracle } = experiment;
  const { encoding, sigma } = (position ?? {}) as { readonly encoding?: string; readonly sigma?: number };
  const named = encodings.find(({ id }) => id === encoding)?.title ?? encoding ?? 'no encoding';
  const first = oracle === true ? 'rows and columns given' : sigma === undefined ? named : `σ = ${sigma}`;
  return [first, ...settingOf(experiment)].join(', ');
}

/** The task and the seed if they differ from the defaults. */
export function settingOf({ task, seed = 0 }: Experiment): readonly string[] {
  const words: string[] = [];
  if (task.id !== 'latin-square') words.push(tasks.find(({ id }) => id === task.id)?.title ?? task.id);
  if (seed !== 0) words.push(`seed ${seed}`);
  return words;
}

/** It failed before its first step, so nothing is stored. */
const isNothing = ({ phase, step }: OneRun): boolean => phase.peek() === 'failed' && step.peek() === 0;

export function makeRuns(): Runs {
  const all = signal<readonly OneRun[]>([]);
  const unreadable = signal<readonly Unreadable[]>([]);
  const shown = signal<readonly string[]>([]);
  const keeps = signal(true);
  const store = runStore();
  let machine: Promise<Posenc> | undefined;
  let made = 0;
  void store.then(async (place) => {
    keeps.value = place !== undefined;
    list((await place?.all()) ?? []);
  });

  const runs: Runs = {
    ...{ all, unreadable, keeps, shown },
    of: (experiment) => all.value.find((run) => keyOf(run.experiment) === keyOf(experiment)),
    train(experiments) {
      for (const experiment of experiments) {
        const there = runs.of(experiment);
        if (there && isNothing(there)) void runs.remove(there.id);
      }
      const wanted = experiments.map(
        (experiment) => runs.of(experiment) ?? added(experiment, async (pe, options) => pe.train(experiment, options)),
      );
      shown.value = wanted.map(({ id }) => id);
      for (const run of wanted) run.play();
      makeRoom();
    },
    async load(checkpoint) {
      const opened = await (await library()).resumeTraining(checkpoint);
      const run = added(opened.experiment, async () => opened);
      shown.value = [...shown.value, run.id];
      await run.open();
      makeRoom();
    },
    async checkpoint(run) {
      const [open, place] = [run.run.peek(), await store];
      return open ? open.checkpoint() : place!.checkpoint(run.id);
    },
    async remove(id) {
      all
        .peek()
        .find((run) => run.id === id)
        ?.close();
      batch(() => {
        all.value = all.peek().filter((run) => run.id !== id);
        unreadable.value = unreadable.peek().filter((run) => run.id !== id);
        shown.value = shown.peek().filter((one) => one !== id);
      });
      await (await store)?.remove(id);
    },
  };
  return runs;

  /** An instance with several workers, created for the first run. */
  function library(): Promise<Posenc> {
    machine ??= create({ workers: Math.min(mostWorkers, navigator.hardwareConcurrency), preload: [] }).catch(
      (error) => {
        machine = undefined; // the next run retries
        throw error;
      },
    );
    return machine;
  }

  type Open = (pe: Posenc, options: { readonly signal: AbortSignal }) => Promise<TrainingRun>;
  function runOf(of: Omit<Kept, 'at'>, open: Open, recalls = false): OneRun {
    const { id, experiment, step, steps } = of;
    let kept = recalls;
    let again = false;
    /** A failed run resumes from its stored checkpoint. */
    const opening = async (stop: AbortSignal): Promise<TrainingRun> => {
      const [pe, place] = [await library(), await store];
      if (again && kept && place) return pe.resumeTraining(await place.checkpoint(id), { signal: stop });
      const run = await open(pe, { signal: stop });
      again = true;
      return run;
    };
    const live = liveRun(opening, {
      // negative counts are rejected when the run is opened
      ...{ step, done: steps >= 0 && step >= steps },
      recall: async () => (recalls ? ((await (await store)?.records(id)) ?? []) : []),
      keep: async (run, checkpoint, records) => {
        const place = await store;
        await place?.keep({ id, experiment, steps, step: run.step, at: Date.now() }, checkpoint, records, kept);
        kept = place !== undefined;
      },
      onKeepFailure: (error) => say(`This browser keeps no checkpoint: ${failureOf(error).message}`),
    });
    return { id, title: titleOf(experiment), experiment, steps, ...live };
  }

  function added(experiment: Experiment, open: Open): OneRun {
    const id = `${Date.now()}-${String(made++).padStart(4, '0')}`;
    const run = runOf({ id, experiment, step: 0, steps: experiment.steps ?? usualSteps }, open);
    all.value = [run, ...all.peek()];
    return run;
  }

  /** Removes the oldest runs above the limit, failed ones first, but none that is shown or active. */
  function makeRoom(): void {
    const idle = all
      .peek()
      .filter(({ id, phase }) => !shown.peek().includes(id) && !/running|opening/.test(phase.peek()))
      .reverse();
    const first = [...idle.filter(isNothing), ...idle.filter((run) => !isNothing(run))];
    for (const { id } of first.slice(0, Math.max(0, all.peek().length - mostKept))) void runs.remove(id);
  }

  function list(kept: readonly (Kept | Unreadable)[]): void {
    batch(() => {
      unreadable.value = kept.filter((one) => 'error' in one);
      const read = kept
        .filter((one): one is Kept => !('error' in one))
        .map((one) => {
          const open: Open = async (pe, options) =>
            pe.resumeTraining((await (await store)!.checkpoint(one.id)) as Uint8Array, options);
          return runOf(one, open, true);
        });
      all.value = [...all.peek(), ...read];
      if (shown.peek().length === 0)
        shown.value = read
          .slice(0, shownAtFirst)
          .reverse()
          .map(({ id }) => id);
    });
    for (const run of all.peek()) if (shown.peek().includes(run.id)) run.recall();
  }
}
