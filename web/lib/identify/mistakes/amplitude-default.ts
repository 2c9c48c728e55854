import { amplitudeTo, type Mistake } from '../making.js';

/** attention_factor, or mscale with mscale_all_dim, is not read. */
export const amplitudeDefault: Mistake = {
  id: 'amplitude-default',
  stage: 'amplitude',
  title: "0.1 ln s + 1 instead of the file's attention factor",
  sources: [
    'microsoft/onnxruntime-genai#2076',
    'vllm-project/vllm#48623',
    'sgl-project/sglang#22711',
    'ml-explore/mlx-lm#1507',
  ],
  make({ spec, steps }) {
    const { scaling } = spec;
    if (scaling?.type !== 'yarn' || scaling.factor <= 1) return [];
    const { factor } = scaling;
    return [{ steps: [...steps, amplitudeTo(() => 0.1 * Math.log(factor) + 1)] }];
  },
};
