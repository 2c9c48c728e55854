/** Shared by biases and logits: heads, and maximum lengths. */
import { errorAbout } from '../checks/errors.js';
import type { Plan } from './plan.js';

export function headsOf(plan: Plan, head: number | undefined): { first: number; count: number } {
  const { heads } = plan.sizes;
  if (head === undefined) return { first: 0, count: heads };
  if (head < heads) return { first: head, count: 1 };
  throw errorAbout('bad_argument', 'options.head', `must be below heads = ${heads}, but ${head} was given`);
}

/** The module counts in 32 bits, and a row must fit in its scratch memory. */
export function checkLengths(plan: Plan, nQuery: number, nKey: number, bytes: number): void {
  if (nQuery > 2 ** 31) throw errorAbout('too_large', 'nQuery', `must be at most 2^31, but ${nQuery} was given`);
  const most = Math.floor(plan.scratchBytes / bytes);
  if (nKey > most) throw errorAbout('too_large', 'nKey', `must be at most ${most}, but ${nKey} was given`);
}
