import { amplitudeTo, eachRate, type Mistake } from '../making.js';

/** theta is multiplied by the scale where it is made, and once more where it is used. */
export const scalingTwice: Mistake = {
  id: 'scaling-twice',
  stage: 'frequencies',
  title: 'the context extension is applied twice',
  sources: ['ggml-org/ggml#835'],
  make({ spec, steps }) {
    if (spec.scaling === undefined || spec.scaling.type === 'default') return [];
    const twice = eachRate((scaled, plain) => (plain === 0 ? 0 : (scaled * scaled) / plain));
    return [{ steps: [...steps, twice] }, { steps: [...steps, twice, amplitudeTo((amplitude) => amplitude ** 2)] }];
  },
};
