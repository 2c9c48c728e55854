import { amplitudeTo, type Mistake } from '../making.js';

/** Multiplied where the table is made, and again where it is used: keys become mscale² as large. */
export const amplitudeSquared: Mistake = {
  id: 'amplitude-squared',
  stage: 'amplitude',
  title: 'cos and sin are multiplied by the square of the attention factor',
  sources: ['NVIDIA/TensorRT-LLM#16378'],
  make: ({ steps }) => [{ steps: [...steps, amplitudeTo((amplitude) => amplitude ** 2)] }],
};
