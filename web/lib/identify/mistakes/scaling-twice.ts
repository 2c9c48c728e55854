import { amplitudeTo, eachRate, llama3Rule, type Mistake } from '../making.js';

/** theta is multiplied by the scale when it is computed, and again when it is used. */
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
      ...(scaling.type === 'llama3' ? [{ steps: [...steps, eachRate(llama3Rule(scaling))] }] : []),
    ];
  },
};
