/** The width of an element as a signal; charts are drawn anew when it changes. */
import type { ReadonlySignal } from '@preact/signals-core';
import { signal } from '@preact/signals-core';

export function widthOf(element: Element): ReadonlySignal<number> {
  const width = signal(0);
  new ResizeObserver(([entry]) => {
    width.value = Math.floor(entry?.contentRect.width ?? 0);
  }).observe(element);
  return width;
}
