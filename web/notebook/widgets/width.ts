/** The width of an element as a signal, which redraws charts. */
import type { ReadonlySignal } from '@preact/signals-core';
import { signal } from '@preact/signals-core';

export function widthOf(element: Element): ReadonlySignal<number> {
  const width = signal(0);
  new ResizeObserver(([entry]) => {
    width.value = Math.floor(entry?.contentRect.width ?? 0);
  }).observe(element);
  return width;
}
