import { eachRate, type Mistake } from '../making.js';
import { rampEnds } from '../rough.js';

export const clampWidth: Mistake = {
  id: 'clamp-width',
  stage: 'frequencies',
  title: 'the end of the YaRN ramp is clamped to the last pair, r/2 - 1, instead of r - 1',
  sources: ['keras-team/keras-hub#2981'],
  make({ spec, steps }) {
    const { scaling, base = 10_000, dim, rotaryDim = dim } = spec;
    if (scaling?.type !== 'yarn') return [];
    const [low, high] = rampEnds(scaling, base, rotaryDim, rotaryDim / 2 - 1);
    const blend = eachRate((_, plain, pair) => {
      const part = Math.min(1, Math.max(0, (pair - low) / (high - low)));
      return (1 - part) * plain + (part * plain) / scaling.factor;
    });
    return [{ steps: [...steps, blend] }];
  },
};
