import type { Mistake } from '../making.js';

/** Final zero frequencies are dropped, or only the first are kept; half of the remaining width pairs other channels. */
export const pairsMissing: Mistake = {
  id: 'pairs-missing',
  stage: 'layout',
  title: 'only the first frequencies are present: the rest, or the zeros, are missing, so other channels form pairs',
  sources: ['NVIDIA-NeMo/Megatron-Bridge#4195', 'apple/coreai-models#66'],
  make({ spec: { dim, rotaryDim = dim }, steps, pairs: own }, { pairs = [] }) {
    if (own !== undefined) return [];
    return pairs
      .filter((count) => count >= 2 && count < rotaryDim / 2)
      .map((count) => ({
        pairs: count,
        steps: [
          ...steps,
          ({ scaled, plain, apart, ...rates }) => ({
            ...rates,
            scaled: scaled.slice(0, count),
            plain: plain.slice(0, count),
            ...(apart && { apart: apart.slice(0, count) }),
          }),
        ],
      }));
  },
};
