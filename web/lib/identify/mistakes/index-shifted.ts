import { extendedFrom, type Mistake } from '../making.js';

/** b^(-2(i + k)/r): k = 1 if pairs count from one, -1 if the paper's 2(i - 1) is used with i = 0, 1/2 for 2i - 1. */
export const indexShifted: Mistake = {
  id: 'index-shifted',
  stage: 'frequencies',
  title: 'the pairs are not counted from 0',
  sources: ['bkitano/llama-from-scratch#8', 'stanford-cs336/assignment1-basics#22'],
  make({ spec, steps }) {
    const { dim, rotaryDim = dim, base = 10_000 } = spec;
    return [1, -1, 0.5]
      .flatMap((shift) => extendedFrom(spec, (plain) => plain * base ** ((-2 * shift) / rotaryDim)))
      .map((step) => ({ steps: [...steps, step] }));
  },
};
