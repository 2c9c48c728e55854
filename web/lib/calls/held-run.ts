/**
 * The caller's side of a training run: its number, its last checkpoint and its queue of calls. If the worker that holds
 * the run dies, it is reopened from the checkpoint and the lost steps are recomputed, with the same bits.
 */
import type { Control } from '../checks/control.js';
import { PosencError } from '../checks/errors.js';
import { throwIfAborted } from '../checks/options.js';
import type { OpenedRun, RunCallName, RunCalls } from '../methods/run-calls.js';
import { newNumber } from '../requests/prepared-number.js';
import type { RawExperiment, RawGivenTensor } from '../types/train-module.js';
import type { Caller } from './caller.js';

/** Maximum crashes per call before giving up. */
const mostDeaths = 2;

type Rest<M extends RunCallName> = Omit<RunCalls[M]['request'], 'run'>;
/** Every call except the first, which opens a run, and the last, which closes it. */
type CallOfOpenRun = Exclude<RunCallName, 'openRun' | 'closeRun'>;

/** Closes runs whose owner was collected without closing them (best effort). */
export const droppedRuns = new FinalizationRegistry<() => void>((close) => close());

export class HeldRun {
  #run = newNumber();
  /** State of the open run; undefined before it is opened and after a crash. */
  #opened: OpenedRun | undefined;
  /** Last known step of the run. */
  step = 0;
  /** Last step whose loss was reported. */
  told = 0;
  #queue: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(
    readonly calls: Caller,
    readonly experiment: RawExperiment,
    readonly note: string,
    private kept: Uint8Array | undefined,
    /** Initial weights, until a checkpoint of this run contains them. */
    private weights: readonly RawGivenTensor[] | undefined,
  ) {}

  async open(control: Control): Promise<OpenedRun> {
    await this.#reopened(() => Promise.resolve(), control);
    return this.#opened!;
  }

  /** Queues the call. */
  ask<M extends CallOfOpenRun>(
    method: M,
    request: Rest<M> | (() => Rest<M>),
    control: Control,
  ): Promise<RunCalls[M]['result']> {
    const done = this.#queue.then(async () => {
      this.refuseClosed();
      throwIfAborted(control.signal);
      const asked = typeof request === 'function' ? request() : request;
      try {
        return await this.#reopened(() => this.#call(method, asked, control), control);
      } catch (error) {
        if (method === 'advanceRun') await this.#lookAgain();
        throw error;
      }
    });
    this.#queue = done.catch(() => undefined);
    return done;
  }

  /** Stores a checkpoint from which the run can be reopened. */
  keep(checkpoint: Uint8Array): void {
    this.kept = checkpoint;
    this.weights = undefined;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#release();
  }

  refuseClosed(): void {
    if (this.#closed) throw new PosencError('disposed', '', 'close() was called; train() opens another run');
  }

  /** Runs `work`, reopening the run and retrying if its worker crashes. */
  async #reopened<T>(work: () => Promise<T>, { signal }: Control): Promise<T> {
    for (let deaths = 0; ;) {
      try {
        if (!this.#opened) await this.#open({ signal });
        return await work();
      } catch (error) {
        this.refuseClosed(); // if closed meanwhile, this error replaces that of the work
        if (!isLost(error) || ++deaths > mostDeaths) throw error;
        this.#opened = undefined;
      }
    }
  }

  /** Opens the run at its last known step. */
  async #open(control: Control): Promise<void> {
    this.#run = newNumber();
    const { experiment, kept: checkpoint, weights } = this;
    try {
      const opened = await this.#call('openRun', { experiment, checkpoint, weights }, control);
      if (opened.state.step < this.step) await this.#call('advanceRun', { until: this.step, told: this.told }, control);
      else this.step = this.told = opened.state.step;
      this.#opened = opened;
    } catch (error) {
      this.#release(); // an aborted call may have opened the run anyway
      throw error;
    }
  }

  /** Reads the step that a failed advance reached. */
  async #lookAgain(): Promise<void> {
    try {
      if (!this.#closed && this.#opened) this.step = (await this.#call('runState', {}, {})).state.step;
    } catch {
      // the next call reports the error
    }
  }

  #release(): void {
    this.#call('closeRun', {}, {}).catch(() => undefined);
  }

  #call<M extends RunCallName>(method: M, rest: Rest<M>, control: Control): Promise<RunCalls[M]['result']> {
    const request = { ...rest, run: this.#run } as RunCalls[M]['request'];
    return this.calls.ask(method, () => ({ request, control })) as Promise<RunCalls[M]['result']>;
  }
}

const isLost = (error: unknown): boolean => error instanceof PosencError && error.code === 'worker_failed';
