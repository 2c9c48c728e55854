import type { Mistake } from '../making.js';

/** floor and ceil of the correction range are omitted, or applied although the file says truncate: false. */
export const truncation: Mistake = {
  id: 'truncation',
  stage: 'frequencies',
  title: 'the ends of the YaRN ramp are rounded where they should not be, or not rounded where they should',
  sources: ['keras-team/keras-hub#2981', 'vllm-project/vllm#28244', 'sgl-project/sglang#14270', 'apache/tvm#18576'],
  make({ spec }) {
    const { scaling } = spec;
    if (scaling?.type !== 'yarn') return [];
    return [{ spec: { ...spec, scaling: { ...scaling, truncate: scaling.truncate === false } } }];
  },
};
