/** Frequencies, in one step. */
import type { Plan } from '../plan.js';

export const frequencies = (plan: Plan): Float64Array => plan.call((core) => core.frequencies(plan.handle)).values;
