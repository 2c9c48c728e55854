/**
 * What a GPU needs to make a table, in one step.
 */
import type { LanesRequest, LanesResult } from '../../methods/internal.js';
import type { Job } from '../job.js';

export function waveLanes(job: Job, { start, step }: LanesRequest): LanesResult {
  const { words, rotary } = job.call((core) => core.waveLanes(job.handle, start, step));
  const { values } = job.call((core) => core.frequencies(job.handle));
  const fastest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const { width, headDim } = job.plan;
  return { words, rotary, width, headDim, fastest };
}
