/** The public part of a plan. */
import type { Shape } from '../../types/posenc.js';
import type { Plan } from '../plan.js';

export function shape({ sizes }: Plan): Shape {
  const { width, pairs, axes, heads, headDim, rotatedWidth, scoreDim, terms, cells } = sizes;
  return {
    ...{ width, pairs, axes, heads, headDim, rotatedWidth, scoreDim, cells },
    terms: [...terms],
    extent: [...sizes.extent],
  };
}
