/**
 * What a row reports on itself, in one step.
 */
import type { Fact } from '../../types/posenc.js';
import type { Job } from '../job.js';

export function facts(job: Job): Fact[] {
  return job
    .call((core) => core.facts(job.handle))
    .facts.map(({ name, doc, values, cols }) => ({ name, doc, values: values.slice(), cols }));
}
