/** Whether the reader has begun: what is large and not seen at first comes with the first touch of the page. */
import { type ReadonlySignal, signal } from '@preact/signals-core';

const begun = signal(false);
export const touched: ReadonlySignal<boolean> = begun;

const gestures = ['pointermove', 'pointerdown', 'keydown', 'scroll', 'beforeprint'] as const;
const begin = (): void => {
  begun.value = true;
  for (const name of gestures) removeEventListener(name, begin);
};
for (const name of gestures) addEventListener(name, begin, { passive: true });
