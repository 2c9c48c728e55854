/** How long a training takes about: multiplications at the pace of the last ones on this machine. */
import { signal } from '@preact/signals-core';
import { inWords } from '../widgets/in-words.js';

/** Multiplications a millisecond; of a laptop until something was measured. */
const pace = signal(5e6);
/** What is shorter says more about the way to the worker than about its speed. */
const tellingMs = 400;

export function paced(multiplications: number, took: number): void {
  if (took > tellingMs) pace.value = Math.sqrt(pace.peek() * (multiplications / took));
}

/** "about 3 s"; read as a signal. */
export function durationOf(multiplications: number): string {
  return inWords(multiplications / pace.value);
}

/** Forward and backward passes of so many inputs through dense layers of these widths, the input's and output's included. */
export function trainingCost(widths: readonly number[], inputs: number, steps: number): number {
  let weights = 0;
  for (let i = 1; i < widths.length; i++) weights += widths[i - 1]! * widths[i]!;
  return 3 * inputs * weights * steps;
}
