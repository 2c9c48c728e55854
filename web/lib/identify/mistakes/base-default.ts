import type { Mistake } from '../making.js';

/** rope_theta is hard-coded, or read from a place where the file does not have it. */
export const baseDefault: Mistake = {
  id: 'base-default',
  stage: 'frequencies',
  title: "base 10000 instead of the file's",
  sources: ['microsoft/onnxruntime-genai#2076', 'huggingface/candle#3746', 'PaddlePaddle/PaddleFleet#626'],
  make({ meant: { base = 10_000 }, spec }) {
    return base === 10_000 ? [] : [{ spec: { ...spec, base: 10_000 } }];
  },
};
