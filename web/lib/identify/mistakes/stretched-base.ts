import { eachRate, type Mistake, partDivided } from '../making.js';

/** The frequencies that YaRN keeps are those of NTK-aware scaling, with the base b s^(r/(r-2)). */
export const stretchedBase: Mistake = {
  id: 'stretched-base',
  stage: 'frequencies',
  title: 'YaRN starts from the base of NTK-aware scaling',
  sources: ['paiml/aprender#2161'],
  make({ spec, steps }) {
    const { scaling, dim, rotaryDim = dim } = spec;
    if (scaling?.type !== 'yarn' || scaling.factor === 1 || rotaryDim < 4) return [];
    const { factor } = scaling;
    const from = (both: boolean) =>
      eachRate((scaled, plain, pair) => {
        const part = partDivided(scaled, plain, factor);
        const stretched = plain * factor ** ((-2 * pair) / (rotaryDim - 2));
        return (1 - part) * stretched + (part * (both ? stretched : plain)) / factor;
      });
    return [{ steps: [...steps, from(false)] }, { steps: [...steps, from(true)] }];
  },
};
