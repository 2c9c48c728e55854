import type { YarnScaling } from '../../generated/encodings.js';
import { eachRate, type Mistake } from '../making.js';

/** The ramp if its end is clamped to r/2 - 1, the last pair, instead of r - 1 as in the released code. */
function ramp(yarn: YarnScaling, base: number, width: number): readonly [number, number] {
  const { originalContext, betaFast = 32, betaSlow = 1, truncate = true } = yarn;
  const pairOf = (turns: number): number =>
    (width * Math.log(originalContext / (turns * 2 * Math.PI))) / (2 * Math.log(base));
  const [first, last] = [pairOf(betaFast), pairOf(betaSlow)];
  const low = Math.max(truncate ? Math.floor(first) : first, 0);
  const high = Math.min(truncate ? Math.ceil(last) : last, width / 2 - 1);
  return [low, low === high ? high + 0.001 : high];
}

export const clampWidth: Mistake = {
  id: 'clamp-width',
  stage: 'frequencies',
  title: 'the end of the YaRN ramp is clamped to the last pair, r/2 - 1, in place of r - 1',
  sources: ['keras-team/keras-hub#2981'],
  make({ spec, steps }) {
    const { scaling, base = 10_000, dim, rotaryDim = dim } = spec;
    if (scaling?.type !== 'yarn') return [];
    const [low, high] = ramp(scaling, base, rotaryDim);
    const blend = eachRate((_, plain, pair) => {
      const part = Math.min(1, Math.max(0, (pair - low) / (high - low)));
      return (1 - part) * plain + (part * plain) / scaling.factor;
    });
    return [{ steps: [...steps, blend] }];
  },
};
