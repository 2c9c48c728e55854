/** How long steps take about: at the pace of this run, or else as fast as this machine was when it was last measured. */
import { signal } from '@preact/signals-core';

/** Multiplications and additions a millisecond; undefined before anything was measured. */
const speed = signal<number>();

/** Hears of work and the milliseconds that it took. */
export function measured(cost: number, ms: number): void {
  if (ms > 0) speed.value = cost / ms;
}

/** Milliseconds; undefined where nothing is known. @param pace milliseconds a step @param cost multiplications and additions of one */
export function durationOf(steps: number, pace: number | undefined, cost: number | undefined): number | undefined {
  const known = pace ?? (cost === undefined || speed.value === undefined ? undefined : cost / speed.value);
  return known === undefined ? undefined : steps * known;
}
