import { amplitudeTo, type Mistake } from '../making.js';

/** The factor is applied when the table is made, and again when it is used, so that keys grow by mscale². */
export const amplitudeSquared: Mistake = {
  id: 'amplitude-squared',
  stage: 'amplitude',
  title: 'cos and sin are multiplied by the square of the attention factor',
  sources: ['NVIDIA/TensorRT-LLM#16378'],
  make: ({ steps }) => [{ steps: [...steps, amplitudeTo((amplitude) => amplitude ** 2)] }],
};
