/** Becomes true on the first user action, when large hidden parts load. */
import { type ReadonlySignal, signal } from '@preact/signals-core';

const begun = signal(false);
export const touched: ReadonlySignal<boolean> = begun;

const gestures = ['pointermove', 'pointerdown', 'keydown', 'scroll', 'beforeprint'] as const;
const begin = (): void => {
  begun.value = true;
  for (const name of gestures) removeEventListener(name, begin);
};
for (const name of gestures) addEventListener(name, begin, { passive: true });
