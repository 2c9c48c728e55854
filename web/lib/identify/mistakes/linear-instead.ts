import { eachRate, type Mistake } from '../making.js';

/** Only the factor of the rope dictionary is read, and divides all positions. */
export const linearInstead: Mistake = {
  id: 'linear-instead',
  stage: 'frequencies',
  title: 'all frequencies are divided by the factor, although the file has another rule',
  sources: ['verl-project/verl#155', 'rasbt/LLMs-from-scratch#940'],
  make({ spec, steps }) {
    const { scaling } = spec;
    if (scaling === undefined || scaling.type === 'linear' || !('factor' in scaling)) return [];
    const { factor } = scaling;
    if (factor === undefined) return [];
    return [
      { spec: { ...spec, scaling: { type: 'linear', factor } } },
      { steps: [...steps, eachRate((_, plain) => plain / factor)] }, // the amplitude stays
    ];
  },
};
