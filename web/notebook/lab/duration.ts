/** How long steps take about: at the pace of this run, or else that of the one before on this machine. */
import { signal } from '@preact/signals-core';
import { inWords } from '../widgets/in-words.js';

/** Multiplications and additions a millisecond; of a laptop until something was measured. */
const speed = signal(1.5e7);

/** @param pace milliseconds a step @param cost multiplications and additions of one */
export function durationOf(steps: number, pace: number | undefined, cost: number | undefined): string {
  if (pace !== undefined && cost !== undefined && pace > 0) speed.value = cost / pace;
  if (pace === undefined && cost === undefined) return '…';
  return inWords(steps * (pace ?? (cost as number) / speed.value));
}

/** Of a whole run of that cost a step. */
export const runDuration = (steps: number, cost: number): string => durationOf(steps, undefined, cost);
