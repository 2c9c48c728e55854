import type { Llama3Scaling } from '../../generated/encodings.js';
import { amplitudeTo, eachRate, type Mistake } from '../making.js';

/** Llama 3's rule looks at the frequencies themselves, which are lower when it is run again. */
function llama3Again(scaling: Llama3Scaling): (scaled: number) => number {
  const { factor, originalContext, lowFreqFactor: low = 1, highFreqFactor: high = 4 } = scaling;
  return (frequency) => {
    const turns = (originalContext * frequency) / (2 * Math.PI);
    const part = 1 - Math.min(1, Math.max(0, (turns - low) / (high - low)));
    return (1 - part) * frequency + (part * frequency) / factor;
  };
}

/** theta is multiplied by the scale where it is made, and once more where it is used. */
export const scalingTwice: Mistake = {
  id: 'scaling-twice',
  stage: 'frequencies',
  title: 'the context extension is applied twice',
  sources: ['ggml-org/ggml#835'],
  make({ spec: { scaling }, steps }) {
    if (scaling === undefined || scaling.type === 'default') return [];
    const twice = eachRate((scaled, plain) => (plain === 0 ? 0 : (scaled * scaled) / plain));
    const squared = amplitudeTo((amplitude) => amplitude ** 2);
    return [
      { steps: [...steps, twice] },
      { steps: [...steps, twice, squared] },
      ...(scaling.type === 'llama3' ? [{ steps: [...steps, eachRate(llama3Again(scaling))] }] : []),
    ];
  },
};
