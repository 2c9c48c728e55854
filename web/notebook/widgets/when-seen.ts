/**
 * Work for elements that come into view, one piece at a time: nothing is computed for what nobody
 * looks at. An element that leaves again loses its place, and its running work is aborted.
 */
import { effect } from '@preact/signals-core';
import { touched } from '../kit/touched.js';

export type SeenWork = (signal: AbortSignal) => Promise<void>;

export interface WhenSeen {
  /** Runs `work` once when `element` is seen; again at its next sight if it was aborted. */
  watch(element: Element, work: SeenWork): void;
}

/** Elements this far outside the window count as seen, so that a slow scroll meets finished work. */
const ahead = '300px 0px';
/** Once the reader has begun, so that a fast one does, too. */
const farAhead = '100% 0px';

export function whenSeen(): WhenSeen {
  const works = new Map<Element, SeenWork>();
  const waiting: Element[] = [];
  let running: { readonly element: Element; readonly control: AbortController } | undefined;
  const watchFrom = (rootMargin: string): IntersectionObserver =>
    new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const place = waiting.indexOf(target);
          if (isIntersecting && place < 0 && running?.element !== target) waiting.push(target);
          else if (!isIntersecting && place >= 0) waiting.splice(place, 1);
          else if (!isIntersecting && running?.element === target) running.control.abort();
        }
        next();
      },
      { rootMargin },
    );
  let sight = watchFrom(ahead);
  effect(() => {
    if (!touched.value) return;
    sight.disconnect();
    sight = watchFrom(farAhead);
    for (const element of works.keys()) sight.observe(element);
  });
  return {
    watch(element, work) {
      works.set(element, work);
      sight.observe(element);
    },
  };

  function next(): void {
    const element = running === undefined ? waiting.shift() : undefined;
    const work = element && works.get(element);
    if (element === undefined) return;
    if (work === undefined) return next();
    const control = new AbortController();
    running = { element, control };
    void work(control.signal)
      .catch(() => control.abort()) // work reports its own errors; what is thrown here is an abort
      .then(() => {
        running = undefined;
        // Observing anew reports the element's place, also when it came back while it was aborted.
        sight.unobserve(element);
        if (control.signal.aborted) sight.observe(element);
        else works.delete(element);
        next();
      });
  }
}
