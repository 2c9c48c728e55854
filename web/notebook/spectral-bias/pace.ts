/** Estimates the duration of training from the speed of earlier runs on this machine. */
import { signal } from '@preact/signals-core';
import { inWords } from '../widgets/in-words.js';

/** Multiplications per ms; a typical laptop until measured. */
const pace = signal(5e6);
/** Shorter runs mostly measure the worker's overhead. */
const tellingMs = 400;

export function paced(multiplications: number, took: number): void {
  if (took > tellingMs) pace.value = Math.sqrt(pace.peek() * (multiplications / took));
}

/** "about 3 s"; reads a signal. */
export function durationOf(multiplications: number): string {
  return inWords(multiplications / pace.value);
}

/** Multiplications of forward and backward passes through dense layers of these widths, including input and output. */
export function trainingCost(widths: readonly number[], inputs: number, steps: number): number {
  let weights = 0;
  for (let i = 1; i < widths.length; i++) weights += widths[i - 1]! * widths[i]!;
  return 3 * inputs * weights * steps;
}
