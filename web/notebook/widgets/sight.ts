/** Reports elements near the window; the margin grows on the first user action, so that scrolling finds content. */
import { effect } from '@preact/signals-core';
import { touched } from '../kit/touched.js';

/** Margin after the first user action: one screen. */
const farAhead = '100% 0px';

/** @param ahead margin before the first user action */
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
    /** Reports at once if the element is near, and then every change. */
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
