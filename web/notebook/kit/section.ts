/**
 * A section that computes results from inputs. Heading, purpose and remarks are in the HTML of the page. This module
 * runs one computation at a time, shows progress, a cancel button and failures, and never repeats equal inputs.
 */
import { effect, untracked } from '@preact/signals-core';
import { type Failure, failureOf } from './errors.js';
import { job, type Computation } from './job.js';
import { keyOf } from '../key.js';
import { html } from './html.js';

export interface TaskOptions {
  /** The element with results; progress and failures appear above it. */
  readonly at: Element;
  /** Label of the progress bar: "Computing the errors". */
  readonly doing: string;
  /** Called with a failure, or undefined when it is resolved; returns false if it displays the failure itself. */
  readonly fail?: (failure: Failure | undefined) => boolean | void;
}
export interface Task {
  /** Aborts the current run and starts a new one; `failed` is called once the failure is shown. */
  run<R>(work: Computation<R>, draw: (result: R) => void, failed?: () => void): void;
  /** Aborts the current run and shows the reason. */
  refuse(reason: unknown): void;
}

/** Work that is started explicitly. */
export function task({ at, doing, fail }: TaskOptions): Task {
  const work = job(doing);
  const fault = html`<p class="fault" role="alert" hidden></p>`;
  const frame = html`<div class="worked-out">
    <div class="at-work">${work.element}</div>
    ${fault}
  </div>`;
  at.replaceWith(frame);
  frame.append(at);
  const report = (failure: Failure | undefined): void => {
    at.classList.toggle('stale', failure !== undefined);
    const shown = fail?.(failure) ?? true;
    fault.hidden = !shown || failure === undefined;
    fault.textContent = (shown && failure?.message) || '';
  };
  return {
    run: (todo, draw, failed) =>
      work.run(
        todo,
        (result) => {
          report(undefined);
          draw(result);
        },
        (error) => {
          report(failureOf(error));
          failed?.();
        },
      ),
    refuse(reason) {
      work.cancel();
      report(failureOf(reason));
    },
  };
}

export interface Section<I, R> extends TaskOptions {
  /** Re-evaluated when a signal changes; undefined while there is no input. */
  readonly inputs: () => I | undefined;
  readonly compute: (inputs: I, ...args: Parameters<Computation<R>>) => Promise<R>;
  readonly draw: (result: R, inputs: I) => void;
}

/** Work that restarts whenever its inputs change. */
export function section<I, R>({ inputs, compute, draw, ...options }: Section<I, R>): void {
  const { run } = task(options);
  let last = '';
  effect(() => {
    const given = inputs();
    const key = keyOf(given);
    if (given === undefined || key === last) return;
    last = key;
    // Signals read by the computation are not inputs. After a failure, equal inputs may be retried.
    untracked(() =>
      run(
        (...args) => compute(given, ...args),
        (result) => draw(result, given),
        () => (last = ''),
      ),
    );
  });
}
