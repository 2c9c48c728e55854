/**
 * Work for visible elements, one at a time. An element that leaves the window loses its place, and its running work is
 * aborted.
 */
import { fill, h } from '../kit/dom.js';
import { messageOf } from '../kit/errors.js';
import { sight } from './sight.js';

export type SeenWork = (signal: AbortSignal) => Promise<void>;

export type WhenSeen = ReturnType<typeof whenSeen>;

/** Before the first user action only what is visible: content below may need another module. */
const ahead = '0px';

export function whenSeen() {
  const works = new Map<Element, SeenWork>();
  const waiting: Element[] = [];
  let running: { readonly element: Element; readonly control: AbortController } | undefined;
  const near = sight(ahead, (element, isNear) => {
    const place = waiting.indexOf(element);
    if (isNear && place < 0 && running?.element !== element) waiting.push(element);
    else if (!isNear && place >= 0) waiting.splice(place, 1);
    else if (!isNear && running?.element === element) running.control.abort();
    next();
  });
  return {
    /** Runs `work` once when `element` is visible; again later if it was aborted. */
    watch(element: Element, work: SeenWork): void {
      works.set(element, work);
      near.observe(element);
    },
  };

  function next(): void {
    const element = running === undefined ? waiting.shift() : undefined;
    const work = element && works.get(element);
    if (element === undefined || work === undefined) return;
    const control = new AbortController();
    running = { element, control };
    void work(control.signal)
      .catch(() => control.abort()) // work reports its own errors; only aborts are thrown here
      .then(() => {
        running = undefined;
        // Observing again reports the element's position, even if it returned while being aborted.
        near.unobserve(element);
        if (control.signal.aborted) near.observe(element);
        next();
      });
  }
}

/** Work that sets the state of `element`, and shows failures in `place`. */
export const telling =
  (element: HTMLElement, place: HTMLElement, work: SeenWork): SeenWork =>
  async (signal) => {
    try {
      await work(signal);
      element.dataset['state'] = 'done';
    } catch (error) {
      if (signal.aborted) throw error;
      element.dataset['state'] = 'failed';
      fill(place, h('p', { class: 'fault', role: 'alert' }, messageOf(error)));
    }
  };
