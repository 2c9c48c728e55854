/**
 * The part of a plan that callers see.
 */
import type { Shape } from '../../types/posenc.js';
import type { Job } from '../job.js';

export function shape({ plan }: Job): Shape {
  const { width, pairs, axes, heads, headDim, rotatedWidth, scoreDim, terms, cells } = plan;
  return {
    ...{ width, pairs, axes, heads, headDim, rotatedWidth, scoreDim, cells },
    terms: [...terms],
    extent: [...plan.extent],
  };
}
