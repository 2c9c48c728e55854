/**
 * One run, live: it is opened with its first record, goes on until it is paused or done, and is kept at every record.
 * One thing happens after the other; what the reader asks for meanwhile waits for a whole step at most.
 */
import { signal, type ReadonlySignal } from '@preact/signals-core';
import { trainingParams } from 'posenc';
import type { Experiment, Posenc, TrainingRun } from '../../lib/types/posenc.js';
import { isAbort } from '../widgets/errors.js';
import { evaluationCost, isMeasured, measured } from './duration.js';
import { recordOf, type Record } from './record.js';

export type Phase = 'opening' | 'paused' | 'running' | 'done' | 'failed';

export interface LiveRun {
  readonly experiment: Experiment;
  /** There as soon as the run is open. */
  readonly run: ReadonlySignal<TrainingRun | undefined>;
  readonly phase: ReadonlySignal<Phase>;
  readonly step: ReadonlySignal<number>;
  readonly records: ReadonlySignal<readonly Record[]>;
  /** Milliseconds a step, of the last ones; undefined before there are some. */
  readonly pace: ReadonlySignal<number | undefined>;
  readonly error: ReadonlySignal<unknown>;
  play(): void;
  pause(): void;
  /** One step, and a record of it. */
  stepOnce(): void;
  close(): void;
}

export interface LiveOptions {
  /** The run itself where it is open already. */
  readonly opened?: TrainingRun;
  readonly records?: readonly Record[];
  /** At every record; what it throws is told once and training goes on. */
  readonly keep?: (checkpoint: Uint8Array, record: Record) => Promise<void>;
  readonly onKeepFailure?: (error: unknown) => void;
}

/** Steps that are asked for at once take about this time: a pause is heard after them. */
const pieceMs = 100;
const mostSteps = 50;
const usualBatch = trainingParams.find(({ name }) => name === 'batch')?.initial as number;

export function liveRun(pe: Posenc, experiment: Experiment, options: LiveOptions = {}): LiveRun {
  const run = signal<TrainingRun>();
  const phase = signal<Phase>('opening');
  const step = signal(0);
  const records = signal<readonly Record[]>(options.records ?? []);
  const pace = signal<number>();
  const error = signal<unknown>();
  const closing = new AbortController();
  let keeping = options.keep;
  let playing: AbortController | undefined;
  let queue: Promise<void> = inOrder(open);

  return {
    experiment,
    run,
    phase,
    step,
    records,
    pace,
    error,
    play() {
      if (playing || phase.peek() === 'done' || phase.peek() === 'failed') return;
      const controller = new AbortController();
      playing = controller;
      if (phase.peek() === 'paused') phase.value = 'running';
      enqueue(() => train(controller.signal));
    },
    pause() {
      playing?.abort();
      playing = undefined; // paused when the steps under way are done
    },
    stepOnce() {
      if (phase.peek() !== 'paused') return;
      enqueue(async () => {
        await advance(1);
        await record();
      });
    },
    close() {
      closing.abort();
      playing?.abort();
      run.peek()?.close();
    },
  };

  function enqueue(work: () => Promise<void>): void {
    queue = queue.then(() => inOrder(work));
  }

  async function inOrder(work: () => Promise<void>): Promise<void> {
    try {
      if (!closing.signal.aborted && phase.peek() !== 'failed') await work();
    } catch (thrown) {
      if (closing.signal.aborted || isAbort(thrown)) return;
      error.value = thrown;
      phase.value = 'failed';
    }
  }

  async function open(): Promise<void> {
    const opened = options.opened ?? (await pe.train(experiment, { signal: closing.signal }));
    if (closing.signal.aborted) return opened.close();
    run.value = opened;
    step.value = opened.step;
    if (records.peek().at(-1)?.step !== opened.step) await record();
    if (!isMeasured()) {
      // once more, for the first time was also spent on compiling the module
      const began = performance.now();
      await opened.evaluate({ signal: closing.signal });
      measured(evaluationCost(opened.facts, experiment.batch ?? usualBatch), performance.now() - began);
    }
    phase.value = opened.step >= steps() ? 'done' : playing ? 'running' : 'paused';
  }

  async function train(stop: AbortSignal): Promise<void> {
    while (!stop.aborted && step.peek() < steps()) {
      phase.value = 'running';
      const every = run.peek()!.facts.evaluateEvery;
      const next = Math.min(steps(), (Math.floor(step.peek() / every) + 1) * every);
      const piece = Math.max(1, Math.min(mostSteps, Math.round(pieceMs / (pace.peek() ?? pieceMs / 5))));
      await advance(Math.min(piece, next - step.peek()));
      if (step.peek() === next) await record();
    }
    phase.value = step.peek() >= steps() ? 'done' : 'paused';
  }

  async function advance(many: number): Promise<void> {
    const began = performance.now();
    const made = await run.peek()!.advance(many, { signal: closing.signal });
    const took = (performance.now() - began) / many;
    const before = pace.peek();
    pace.value = before === undefined ? took : 0.9 * before + 0.1 * took;
    measured(run.peek()!.facts.cost, pace.value);
    step.value = made.step;
  }

  async function record(): Promise<void> {
    const opened = run.peek()!;
    const evaluation = await opened.evaluate({ signal: closing.signal });
    const made = await recordOf(pe, opened, evaluation, records.peek().at(-1), closing.signal);
    records.value = [...records.peek().filter((one) => one.step < made.step), made];
    if (keeping === undefined) return;
    const checkpoint = await opened.checkpoint({ signal: closing.signal });
    await keeping(checkpoint, made).catch((thrown: unknown) => {
      keeping = undefined;
      options.onKeepFailure?.(thrown);
    });
  }

  function steps(): number {
    return run.peek()!.facts.steps;
  }
}
