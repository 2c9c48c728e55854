/**
 * The caller's end of a training run: its number, what was kept of it last, and its calls one after the other. Where what
 * holds it dies, it is opened again from what was kept, and the steps in between are done again, with the same bits.
 */
import type { Control } from '../checks/control.js';
import { PosencError } from '../checks/errors.js';
import { throwIfAborted } from '../checks/options.js';
import type { OpenedRun, RunCallName, RunCalls } from '../methods/run-calls.js';
import { newNumber } from '../requests/prepared-number.js';
import type { RawExperiment } from '../types/train-module.js';
import type { Caller } from './caller.js';

/** Deaths during one call: so many, and the call is given up. */
const mostDeaths = 2;

type Rest<M extends RunCallName> = Omit<RunCalls[M]['request'], 'run'>;

/** Runs that were not closed when their owner was collected: a net, not a promise. */
export const droppedRuns = new FinalizationRegistry<() => void>((close) => close());

export class HeldRun {
  #run = newNumber();
  /** The step that is the run's as far as it is known here. */
  step = 0;
  #queue: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(
    readonly calls: Caller,
    readonly experiment: RawExperiment,
    readonly note: string,
    private kept: Uint8Array | undefined,
  ) {}

  async open(control: Control): Promise<OpenedRun> {
    this.#run = newNumber();
    const { experiment, kept: checkpoint } = this;
    const opened = await this.#call('openRun', { experiment, checkpoint }, control);
    this.step = opened.state.step;
    return opened;
  }

  /** In its turn. */
  ask<M extends Exclude<RunCallName, 'openRun'>>(
    method: M,
    request: Rest<M> | (() => Rest<M>),
    control: Control,
  ): Promise<RunCalls[M]['result']> {
    const done = this.#queue.then(() => {
      this.refuseClosed();
      throwIfAborted(control.signal);
      return this.#surviving(method, typeof request === 'function' ? request() : request, control);
    });
    this.#queue = done.catch(() => undefined);
    return done;
  }

  /** The run can be opened from here again. */
  keep(checkpoint: Uint8Array): void {
    this.kept = checkpoint;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#call('closeRun', {}, {}).catch(() => undefined);
  }

  refuseClosed(): void {
    if (this.#closed) throw new PosencError('disposed', '', 'close() was called; train() opens another run');
  }

  async #surviving<M extends RunCallName>(
    method: M,
    request: Rest<M>,
    control: Control,
  ): Promise<RunCalls[M]['result']> {
    for (let deaths = 0; ;) {
      try {
        return await this.#call(method, request, control);
      } catch (error) {
        if (!isLost(error) || ++deaths > mostDeaths) throw error;
        const { step } = this;
        await this.open({ signal: control.signal });
        if (this.step < step) {
          const { state } = await this.#call('advanceRun', { until: step }, { signal: control.signal });
          this.step = state.step;
        }
      }
    }
  }

  #call<M extends RunCallName>(method: M, rest: Rest<M>, control: Control): Promise<RunCalls[M]['result']> {
    const request = { ...rest, run: this.#run } as RunCalls[M]['request'];
    return this.calls.ask(method, () => ({ request, control })) as Promise<RunCalls[M]['result']>;
  }
}

const isLost = (error: unknown): boolean => error instanceof PosencError && error.code === 'worker_failed';
