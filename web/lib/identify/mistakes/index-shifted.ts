import { extendedFrom, type Mistake } from '../making.js';

/** b^(-2(i + k)/r) with k = 1 where pairs are counted from one, -1 where 2(i - 1) of the paper meets i = 0, and 1/2 for 2i - 1. */
export const indexShifted: Mistake = {
  id: 'index-shifted',
  stage: 'frequencies',
  title: 'pairs are counted from another number than 0',
  sources: ['bkitano/llama-from-scratch#8', 'stanford-cs336/assignment1-basics#22'],
  make({ spec, steps }) {
    const { dim, rotaryDim = dim, base = 10_000 } = spec;
    return [1, -1, 0.5]
      .flatMap((shift) => extendedFrom(spec, (plain) => plain * base ** ((-2 * shift) / rotaryDim)))
      .map((step) => ({ steps: [...steps, step] }));
  },
};
