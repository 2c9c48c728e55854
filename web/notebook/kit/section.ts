/**
 * A section that shows what follows from some inputs. Its heading, purpose and remarks stand in the page's HTML; this
 * gives it its life: one computation at a time, progress and a button to cancel, a fault in words, and nothing computed
 * twice for the same inputs.
 */
import { effect, untracked } from '@preact/signals-core';
import { type Failure, failureOf } from './errors.js';
import { job, type Computation } from './job.js';
import { keyOf } from '../key.js';
import { html } from './html.js';

export interface TaskOptions {
  /** What is worked out: progress and faults stand above it. */
  readonly at: Element;
  /** What is under way, for the progress bar: "Computing the errors". */
  readonly doing: string;
  /** Told of failures, and with undefined that there is none any more; false where it shows them itself. */
  readonly fail?: (failure: Failure | undefined) => boolean | void;
}
export interface Task {
  /** Ends what is under way and begins anew; `failed` is called once the fault is shown. */
  run<R>(work: Computation<R>, draw: (result: R) => void, failed?: () => void): void;
  /** Ends what is under way, and says why there is nothing to show. */
  refuse(reason: unknown): void;
}

/** Work that is begun by hand. */
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
  /** Asked again when a signal changes; undefined while there is nothing to compute from. */
  readonly inputs: () => I | undefined;
  readonly compute: (inputs: I, ...args: Parameters<Computation<R>>) => Promise<R>;
  readonly draw: (result: R, inputs: I) => void;
}

/** Work that is begun anew whenever its inputs are others. */
export function section<I, R>({ inputs, compute, draw, ...options }: Section<I, R>): void {
  const { run } = task(options);
  let last = '';
  effect(() => {
    const given = inputs();
    const key = keyOf(given);
    if (given === undefined || key === last) return;
    last = key;
    // What the computation reads is no input; and after a fault the same again is worth another try.
    untracked(() =>
      run(
        (...args) => compute(given, ...args),
        (result) => draw(result, given),
        () => (last = ''),
      ),
    );
  });
}
