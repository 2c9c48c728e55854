import type { Held, Mistake } from '../making.js';

const row = (format: 'bf16' | 'fp16', sources: readonly string[]): Mistake => ({
  id: `angles-${format}`,
  stage: 'precision',
  title: `positions and frequencies are ${format} numbers before they are multiplied`,
  sources,
  make: ({ held }) => {
    const products: Held['product'][] = ['float32', format];
    return held ? [] : products.map((product) => ({ held: { operands: format, product } }));
  },
});

/** The sources are those of the corresponding rows in src/precision/method.cpp. */
export const anglesBf16 = row('bf16', [
  'sgl-project/sglang-jax#1472',
  'huggingface/candle#3520',
  'Modalities/modalities#462',
]);
export const anglesFp16 = row('fp16', ['EleutherAI/gpt-neox#1003', 'ml-explore/mlx-lm#1076']);

/** Detectable only in numbers with more digits than float32. */
export const anglesFloat32: Mistake = {
  id: 'angles-float32',
  stage: 'precision',
  title: 'positions, frequencies and their product are float32 numbers',
  sources: ['huggingface/transformers#25681', 'huggingface/transformers#46174'],
  make: ({ held }) => (held ? [] : [{ held: { operands: 'float32', product: 'float32' } }]),
};
