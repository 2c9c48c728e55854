import { amplitudeTo, type Mistake } from '../making.js';

export const amplitudeMissing: Mistake = {
  id: 'amplitude-missing',
  stage: 'amplitude',
  title: 'cos and sin are not multiplied by the attention factor',
  sources: ['turboderp-org/exllamav3#259', 'NVIDIA/TensorRT-Model-Connect#399'],
  make: ({ steps }) => [{ steps: [...steps, amplitudeTo(() => 1)] }],
};
