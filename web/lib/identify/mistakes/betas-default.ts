import type { Mistake } from '../making.js';

/** beta_fast of the file is not read: a file with 4 is computed with 32. */
export const betasDefault: Mistake = {
  id: 'betas-default',
  stage: 'frequencies',
  title: "beta_fast 32 and beta_slow 1 instead of the file's",
  sources: ['EricLBuehler/candle-vllm#285', 'GaijinEntertainment/daScript#3479'],
  make({ spec }) {
    const { scaling } = spec;
    if (scaling?.type !== 'yarn') return [];
    const { betaFast = 32, betaSlow = 1 } = scaling;
    if (betaFast === 32 && betaSlow === 1) return [];
    return [{ spec: { ...spec, scaling: { ...scaling, betaFast: 32, betaSlow: 1 } } }];
  },
};
