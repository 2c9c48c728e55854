/** Input of a GPU for computing a table, in one step. */
import type { LanesRequest, LanesResult } from '../../methods/internal.js';
import type { Plan } from '../plan.js';

export function waveLanes(plan: Plan, { start, step }: LanesRequest): LanesResult {
  const { words, rotary } = plan.call((core) => core.waveLanes(plan.handle, start, step));
  const { values } = plan.call((core) => core.frequencies(plan.handle));
  const fastest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const { width, headDim } = plan.sizes;
  return { words, rotary, width, headDim, fastest };
}
