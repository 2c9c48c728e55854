/** How long steps take about: at the pace of this run, or else as fast as this machine was when it was last measured. */
import { signal } from '@preact/signals-core';
import type { RunFacts } from '../../lib/types/posenc.js';
import { inWords } from '../widgets/in-words.js';

/** Multiplications and additions a millisecond; undefined before anything was measured. */
const speed = signal<number>();

export const isMeasured = (): boolean => speed.peek() !== undefined;

/** Hears of work and the milliseconds that it took. */
export function measured(cost: number, ms: number): void {
  if (ms > 0) speed.value = cost / ms;
}

/** Those of an evaluation: a step goes through its batch forwards and, at twice the cost, backwards. */
export function evaluationCost({ cost, splits }: RunFacts, batch: number): number {
  const counts = splits.map(({ samples }) => samples);
  const most = Math.max(...counts.slice(1));
  // of what is trained on, as many as the largest other split has (src/train/evaluation.cpp)
  const samples = counts.map((count, i) => (i > 0 ? count : count === 0 ? most : Math.min(count, most)));
  return (cost / 3 / batch) * samples.reduce((sum, count) => sum + count, 0);
}

/** @param pace milliseconds a step, where they are known @param cost multiplications and additions of one */
export function durationOf(steps: number, pace: number | undefined, cost: number | undefined): string {
  const known = pace ?? (cost === undefined || speed.value === undefined ? undefined : cost / speed.value);
  return known === undefined ? '…' : inWords(steps * known);
}
