/**
 * Frequencies, in one step.
 */
import type { Job } from '../job.js';

export const frequencies = (job: Job): Float64Array => job.call((core) => core.frequencies(job.handle)).values;
