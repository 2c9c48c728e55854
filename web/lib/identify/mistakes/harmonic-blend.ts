import { eachRate, type Mistake, partDivided } from '../making.js';

/** A formula for periods is used on frequencies. */
export const harmonicBlend: Mistake = {
  id: 'harmonic-blend',
  stage: 'frequencies',
  title: 'YaRN blends periods instead of frequencies',
  sources: ['mlx-node/mlx-node#60'],
  make({ spec, steps }) {
    const { scaling } = spec;
    if (scaling?.type !== 'yarn' || scaling.factor === 1) return [];
    const { factor } = scaling;
    const blend = eachRate((scaled, plain) => {
      const part = partDivided(scaled, plain, factor);
      return plain / (1 - part + part * factor);
    });
    return [{ steps: [...steps, blend] }];
  },
};
