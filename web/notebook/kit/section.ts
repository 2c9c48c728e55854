/**
 * A section that shows what follows from some inputs. Its heading, purpose and remarks stand in the page's HTML; this
 * gives it its life: one computation at a time, progress and a button to cancel, a fault in words, and nothing computed
 * twice for the same inputs.
 */
import { effect, untracked } from '@preact/signals-core';
import type { Failure } from '../widgets/errors.js';
import { failureOf } from '../widgets/errors.js';
import type { Work } from '../widgets/job.js';
import { job } from '../widgets/job.js';
import { keyOf } from '../widgets/key.js';
import { html } from './html.js';

export interface Section<I, R> {
  /** Where progress and faults stand, above what they are about: an element of the page or its id. */
  readonly at: Element;
  /** What is under way, for the progress bar: "Computing the errors". */
  readonly doing: string;
  /** Asked again when a signal changes; undefined while there is nothing to compute from. */
  readonly inputs: () => I | undefined;
  readonly compute: (inputs: I, ...args: Parameters<Work<R>>) => Promise<R>;
  readonly draw: (result: R, inputs: I) => void;
  /** Shows failures beside the controls that they are about, in place of a line here; undefined when there is none. */
  readonly fail?: (failure: Failure | undefined) => void;
}

export function section<I, R>({ at, doing, inputs, compute, draw, fail }: Section<I, R>): void {
  const work = job(doing);
  const fault = html`<p class="fault" role="alert" hidden></p>`;
  const tell = (failure: Failure | undefined): void => {
    at.classList.toggle('stale', failure !== undefined);
    if (fail) return fail(failure);
    fault.hidden = failure === undefined;
    fault.textContent = failure?.message ?? '';
  };
  const frame = html`<div class="worked-out">
    <div class="at-work">${work.element}</div>
    ${fault}
  </div>`;
  at.replaceWith(frame);
  frame.append(at);
  let last = '';
  effect(() => {
    const given = inputs();
    const key = keyOf(given);
    if (given === undefined || key === last) return;
    last = key;
    const run = () =>
      work.run(
        (...args) => compute(given, ...args),
        (result) => {
          tell(undefined);
          draw(result, given);
        },
        (error) => {
          last = ''; // the same again is worth another try
          tell(failureOf(error));
        },
      );
    untracked(run); // what the computation reads is no input
  });
}
