/**
 * One running computation per figure; starting another cancels the previous one. Slow work shows a progress bar and a
 * cancel button.
 */
import { button } from './elements.js';
import { h } from './dom.js';
import { isAbort, messageOf } from './errors.js';

/** Delay in ms before progress is shown, so that fast work does not flicker. */
const patienceMs = 180;

export type Computation<T> = (signal: AbortSignal, onProgress: (fraction: number) => void) => Promise<T>;

export function job(name: string) {
  const bar = h('progress', { max: 1, value: 0, 'aria-label': `${name}: progress` });
  const share = h('span', { class: 'job-share' });
  const stop = button('Cancel', cancelByReader);
  const again = button('Run again', () => repeat?.(), { hidden: true });
  const text = h('span', { class: 'job-text', role: 'status' });
  const element = h('div', { class: 'job', hidden: true }, bar, share, text, stop, again);
  let current: AbortController | undefined;
  let repeat: (() => void) | undefined;

  return { element, run, cancel: () => current?.abort() };

  /** Runs `work`; calls `done` only if it was neither superseded nor cancelled. */
  function run<T>(work: Computation<T>, done: (result: T) => void, failed: (error: unknown) => void): void {
    current?.abort();
    const controller = new AbortController();
    current = controller;
    repeat = () => run(work, done, failed);
    show('waiting');
    const timer = setTimeout(() => {
      if (current === controller) show('working');
    }, patienceMs);
    const progress = (fraction: number): void => {
      if (current !== controller) return;
      bar.value = fraction;
      share.textContent = `${Math.floor(fraction * 100)} %`;
    };
    work(controller.signal, progress)
      .then((result) => {
        if (current === controller && !controller.signal.aborted) {
          show('idle');
          done(result);
        }
      })
      .catch((error: unknown) => {
        if (current !== controller) return;
        if (controller.signal.aborted || isAbort(error)) return;
        show('idle');
        failed(error);
      })
      .catch((error: unknown) => {
        if (current === controller) failed(new Error(messageOf(error)));
      })
      .finally(() => clearTimeout(timer));
  }

  function cancelByReader(): void {
    current?.abort();
    show('cancelled');
    again.focus();
  }

  function show(state: 'idle' | 'waiting' | 'working' | 'cancelled'): void {
    // While waiting, the previous state stays visible: a bar that vanishes and returns would flicker.
    element.dataset['state'] = state;
    if (state === 'waiting') {
      bar.value = 0;
      share.textContent = '';
      if (again.hidden) return;
    }
    element.hidden = state === 'idle' || state === 'waiting';
    bar.hidden = share.hidden = stop.hidden = state !== 'working';
    again.hidden = state !== 'cancelled';
    text.textContent =
      state === 'cancelled' ? 'Cancelled. The last picture stays.' : state === 'working' ? `${name} …` : '';
  }
}
