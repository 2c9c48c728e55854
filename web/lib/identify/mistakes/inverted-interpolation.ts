import { eachRate, type Mistake, partDivided, type Step } from '../making.js';

/** The divided frequencies are 1 / (s θ), as if θ were a period. */
export const invertedInterpolation: Mistake = {
  id: 'inverted-interpolation',
  stage: 'frequencies',
  title: 'the divided frequencies are inverted again: 1 / (s θ) instead of θ / s',
  sources: ['microsoft/onnxruntime-genai#2076'],
  make({ spec, steps }) {
    const { scaling } = spec;
    if (scaling?.type !== 'yarn' || scaling.factor === 1) return [];
    const { factor } = scaling;
    const invert = eachRate((scaled, plain) => {
      const part = partDivided(scaled, plain, factor);
      return (1 - part) * plain + part / (factor * plain);
    });
    const apart: Step = (rates) => ({
      ...rates,
      apart: rates.plain.map((plain) => Math.abs(1 / (factor * plain) - plain)),
    });
    return [{ steps: [...steps, invert, apart] }];
  },
};
