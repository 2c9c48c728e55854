/**
 * One live run: opened on first use, trained until paused or done, and saved at every record. Operations are queued; a
 * user action waits for the steps in progress.
 */
import { signal, type ReadonlySignal } from '@preact/signals-core';
import type { TrainingRun } from '../../lib/types/posenc.js';
import { isAbort } from '../kit/errors.js';
import { measured } from './duration.js';
import { recordOf, type Record } from './record.js';

export type Phase = 'resting' | 'opening' | 'paused' | 'running' | 'done' | 'failed';

export interface LiveRun {
  /** Set as soon as the run is open. */
  readonly run: ReadonlySignal<TrainingRun | undefined>;
  readonly phase: ReadonlySignal<Phase>;
  readonly step: ReadonlySignal<number>;
  readonly records: ReadonlySignal<readonly Record[]>;
  /** Recent milliseconds per step; undefined at first. */
  readonly pace: ReadonlySignal<number | undefined>;
  readonly error: ReadonlySignal<unknown>;
  play(): void;
  pause(): void;
  /** Loads its stored records. */
  recall(): void;
  /** Opens the run and records its current step. */
  open(): Promise<void>;
  /** Trains one step and records it. */
  stepOnce(): void;
  close(): void;
}

export interface LiveOptions {
  /** Step of the stored checkpoint. */
  readonly step?: number;
  readonly done?: boolean;
  /** Loads the stored records. */
  readonly recall?: () => Promise<readonly Record[]>;
  /** Called at every record with those not yet stored; a failure is reported once, and training continues. */
  readonly keep: (run: TrainingRun, checkpoint: Uint8Array, records: readonly Record[]) => Promise<void>;
  readonly onKeepFailure: (error: unknown) => void;
}

/** Target duration of one training call in ms; a pause takes effect after it. */
const pieceMs = 100;
const mostSteps = 50;

/** @param make opens the run, which may take seconds to draw its puzzles */
export function liveRun(make: (signal: AbortSignal) => Promise<TrainingRun>, options: LiveOptions): LiveRun {
  const run = signal<TrainingRun>();
  const phase = signal<Phase>(options.done === true ? 'done' : 'resting');
  const step = signal(options.step ?? 0);
  const records = signal<readonly Record[]>([]);
  const pace = signal<number>();
  const error = signal<unknown>();
  const closing = new AbortController();
  const inCall = { signal: closing.signal };
  let unkept: Record[] | undefined = []; // undefined: storing has failed
  let recalled = false;
  let playing: AbortController | undefined;
  let queue: Promise<void> = Promise.resolve();

  return {
    ...{ run, phase, step, records, pace, error },
    play() {
      if (playing || phase.peek() === 'done') return;
      if (phase.peek() === 'failed') reopen();
      const { signal: stop } = (playing = new AbortController());
      if (phase.peek() === 'paused') phase.value = 'running';
      void enqueue(async () => {
        await open();
        await train(stop);
      });
    },
    pause() {
      playing?.abort();
      playing = undefined; // pauses after the current steps
    },
    recall: () => void enqueue(recall),
    open: () => enqueue(open),
    stepOnce() {
      if (phase.peek() !== 'paused') return;
      void enqueue(async () => {
        await advance(1);
        await record();
        phase.value = rested();
      });
    },
    close() {
      closing.abort();
      playing?.abort();
      run.peek()?.close();
    },
  };

  function enqueue(work: () => Promise<void>): Promise<void> {
    return (queue = queue.then(async () => {
      try {
        if (closing.signal.aborted || phase.peek() === 'failed') return;
        await work();
      } catch (thrown) {
        if (closing.signal.aborted || isAbort(thrown)) return;
        error.value = thrown;
        phase.value = 'failed';
        playing = undefined;
      }
    }));
  }

  /** Resets a failed run, so that it is opened again. */
  function reopen(): void {
    run.peek()?.close();
    run.value = undefined;
    error.value = undefined;
    phase.value = 'resting';
  }

  async function recall(): Promise<void> {
    if (recalled) return;
    recalled = true;
    records.value = (await options.recall?.()) ?? [];
  }

  async function open(): Promise<void> {
    if (run.peek()) return;
    await recall();
    phase.value = 'opening';
    const opened = await make(closing.signal);
    if (closing.signal.aborted) return opened.close();
    run.value = opened;
    step.value = opened.step;
    if (records.peek().at(-1)?.step !== opened.step) await record();
    phase.value = rested();
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
    phase.value = rested();
  }

  async function advance(many: number): Promise<void> {
    const began = performance.now();
    const made = await run.peek()!.advance(many, inCall);
    const took = (performance.now() - began) / many;
    const before = pace.peek();
    pace.value = before === undefined ? took : 0.9 * before + 0.1 * took;
    measured(run.peek()!.facts.cost, pace.value);
    step.value = made.step;
  }

  async function record(): Promise<void> {
    const opened = run.peek()!;
    const made = await recordOf(opened, await opened.evaluate(inCall), inCall);
    records.value = [...records.peek().filter((one) => one.step < made.step), made];
    unkept?.push(made);
    if (unkept === undefined || made.step === 0) return;
    const checkpoint = await opened.checkpoint(inCall);
    try {
      await options.keep(opened, checkpoint, unkept.splice(0));
    } catch (thrown) {
      unkept = undefined;
      options.onKeepFailure(thrown);
    }
  }

  function rested(): Phase {
    return step.peek() >= steps() ? 'done' : 'paused';
  }
  function steps(): number {
    return run.peek()!.facts.steps;
  }
}
