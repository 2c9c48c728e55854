/**
 * The caller's end of a training run: its number, what was kept of it last, and its calls one after the other. Where what
 * holds it dies, it is opened again from what was kept, and the steps in between are done again, with the same bits.
 */
import type { Control } from '../checks/control.js';
import { PosencError } from '../checks/errors.js';
import { throwIfAborted } from '../checks/options.js';
import type { OpenedRun, RunCallName, RunCalls } from '../methods/run-calls.js';
import { newNumber } from '../requests/prepared-number.js';
import type { RawExperiment, RawGivenTensor } from '../types/train-module.js';
import type { Caller } from './caller.js';

/** Deaths during one call: so many, and the call is given up. */
const mostDeaths = 2;

type Rest<M extends RunCallName> = Omit<RunCalls[M]['request'], 'run'>;
/** The first opens a run, the last ends it. */
type CallOfOpenRun = Exclude<RunCallName, 'openRun' | 'closeRun'>;

/** Runs that were not closed when their owner was collected: a net, not a promise. */
export const droppedRuns = new FinalizationRegistry<() => void>((close) => close());

export class HeldRun {
  #run = newNumber();
  /** What holds it now; undefined before it is opened, and after its death. */
  #opened: OpenedRun | undefined;
  /** The step that is the run's as far as it is known here. */
  step = 0;
  /** The last step whose loss was told. */
  told = 0;
  #queue: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(
    readonly calls: Caller,
    readonly experiment: RawExperiment,
    readonly note: string,
    private kept: Uint8Array | undefined,
    /** To begin with, until a checkpoint of this run has them. */
    private weights: readonly RawGivenTensor[] | undefined,
  ) {}

  async open(control: Control): Promise<OpenedRun> {
    await this.#reopened(() => Promise.resolve(), control);
    return this.#opened!;
  }

  /** In its turn. */
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

  /** The run can be opened from here again. */
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

  /** `work`, and again where what holds the run dies under it, unless that goes on. */
  async #reopened<T>(work: () => Promise<T>, { signal }: Control): Promise<T> {
    for (let deaths = 0; ;) {
      try {
        if (!this.#opened) await this.#open({ signal });
        return await work();
      } catch (error) {
        this.refuseClosed(); // meanwhile: what came of it is no error of the call's
        if (!isLost(error) || ++deaths > mostDeaths) throw error;
        this.#opened = undefined;
      }
    }
  }

  /** As it was when it was last heard of. */
  async #open(control: Control): Promise<void> {
    this.#run = newNumber();
    const { experiment, kept: checkpoint, weights } = this;
    try {
      const opened = await this.#call('openRun', { experiment, checkpoint, weights }, control);
      if (opened.state.step < this.step) await this.#call('advanceRun', { until: this.step, told: this.told }, control);
      else this.step = this.told = opened.state.step;
      this.#opened = opened;
    } catch (error) {
      this.#release(); // one that was aborted may be open all the same
      throw error;
    }
  }

  /** After an advance that failed: the step that it came to. */
  async #lookAgain(): Promise<void> {
    try {
      if (!this.#closed && this.#opened) this.step = (await this.#call('runState', {}, {})).state.step;
    } catch {
      // the next call says what is wrong
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
