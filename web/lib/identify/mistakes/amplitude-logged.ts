import { amplitudeTo, type Mistake } from '../making.js';

/** A final attention_factor is treated as an mscale, so that 0.1 m ln s + 1 is applied again. */
export const amplitudeLogged: Mistake = {
  id: 'amplitude-logged',
  stage: 'amplitude',
  title: 'the attention factor a is used as an mscale: 0.1 a ln s + 1',
  sources: ['NVIDIA/TensorRT-LLM#16379'],
  make({ spec, steps }) {
    const { scaling } = spec;
    if (scaling?.type !== 'yarn' || scaling.factor <= 1) return [];
    const { factor } = scaling;
    return [{ steps: [...steps, amplitudeTo((amplitude) => 0.1 * amplitude * Math.log(factor) + 1)] }];
  },
};
