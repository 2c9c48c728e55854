/** Tells which elements come near the window; of more of them once the reader has begun, so that a scroll meets what is finished. */
import { effect } from '@preact/signals-core';
import { touched } from '../kit/touched.js';

/** Once the reader has begun: a screen ahead. */
const farAhead = '100% 0px';

/** @param ahead how far outside the window counts as near before */
export function sight(ahead: string, tell: (element: Element, near: boolean) => void) {
  const watched = new Set<Element>();
  const from = (rootMargin: string): IntersectionObserver =>
    new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) tell(target, isIntersecting);
      },
      { rootMargin },
    );
  let observer = from(ahead);
  effect(() => {
    if (!touched.value) return;
    observer.disconnect();
    observer = from(farAhead);
    for (const element of watched) observer.observe(element);
  });
  return {
    /** Tells at once whether it is near, and then when that changes. */
    observe(element: Element): void {
      watched.add(element);
      observer.observe(element);
    },
    unobserve(element: Element): void {
      watched.delete(element);
      observer.unobserve(element);
    },
  };
}
