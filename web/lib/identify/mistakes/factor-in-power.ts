import { eachRate, type Mistake, partDivided } from '../making.js';

/** 1 / (s b)^(2i/r) instead of 1 / (s b^(2i/r)). */
export const factorInPower: Mistake = {
  id: 'factor-in-power',
  stage: 'frequencies',
  title: 'the factor of YaRN is inside the power, with the base',
  sources: ['apache/tvm#18576'],
  make({ spec, steps }) {
    const { scaling } = spec;
    if (scaling?.type !== 'yarn' || scaling.factor === 1) return [];
    const { factor } = scaling;
    const inside = eachRate((scaled, plain, pair, { plain: { length } }) => {
      const part = partDivided(scaled, plain, factor);
      return (1 - part) * plain + part * plain * factor ** (-pair / length);
    });
    return [{ steps: [...steps, inside] }];
  },
};
