import type { Mistake } from '../making.js';

/** low follows from beta_slow and high from beta_fast. */
export const betasSwapped: Mistake = {
  id: 'betas-swapped',
  stage: 'frequencies',
  title: 'beta_fast and beta_slow are swapped',
  sources: ['pytorch/torchtitan#3787'],
  make({ spec }) {
    const { scaling } = spec;
    if (scaling?.type !== 'yarn') return [];
    const { betaFast = 32, betaSlow = 1 } = scaling;
    return [{ spec: { ...spec, scaling: { ...scaling, betaFast: betaSlow, betaSlow: betaFast } } }];
  },
};
