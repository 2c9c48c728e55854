/** Estimated duration of steps, from the pace of this run or the last measured speed of the machine. */
import { signal } from '@preact/signals-core';

/** Multiply-adds per ms; undefined before the first measurement. */
const speed = signal<number>();

/** Records work and the milliseconds it took. */
export function measured(cost: number, ms: number): void {
  if (ms > 0) speed.value = cost / ms;
}

/** Milliseconds; undefined if unknown. @param pace milliseconds per step @param cost multiply-adds per step */
export function durationOf(steps: number, pace: number | undefined, cost: number | undefined): number | undefined {
  const known = pace ?? (cost === undefined || speed.value === undefined ? undefined : cost / speed.value);
  return known === undefined ? undefined : steps * known;
}
