import { amplitudeTo, type Mistake } from '../making.js';

/** 0.1 m ln s + 1 with m = mscale_all_dim only, instead of the ratio of two such numbers. */
export const amplitudeAllDim: Mistake = {
  id: 'amplitude-all-dim',
  stage: 'amplitude',
  title: 'cos and sin are multiplied by the amplitude of mscale_all_dim alone, which belongs to the logits',
  sources: ['kekzl/imp#880'],
  make({ spec, steps }) {
    const { scaling } = spec;
    if (scaling?.type !== 'yarn' || scaling.factor <= 1 || !scaling.mscaleAllDim) return [];
    const { factor, mscaleAllDim } = scaling;
    return [{ steps: [...steps, amplitudeTo(() => 0.1 * mscaleAllDim * Math.log(factor) + 1)] }];
  },
};
