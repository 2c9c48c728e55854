/** Rules on float32 and narrower angles at this context, and on contexts beyond the config. */
import { num } from '../number-text.js';
import type { ReportRule } from './rule.js';

const float32HalfUlp = 2 ** -24;
/** Errors below 0.001 rad do not change the third digit of anything that attention sees. */
const noticeable = 1e-3;
/** The first integer that 11 significant bits cannot hold; TF32 and float16 have 11, bfloat16 has 8. */
const tf32Lost = 2049;

export const precisionRules: readonly ReportRule[] = [
  {
    code: 'float32_angles',
    source: 'huggingface/transformers#25681, EleutherAI/gpt-neox#1003, https://github.com/ggml-org/ggml',
    check({ raw, contextLength }) {
      const fastest = raw.frequency.reduce((most, frequency) => Math.max(most, frequency), 0);
      const error = fastest * contextLength * float32HalfUlp;
      if (error < noticeable) return undefined;
      return `angles multiplied in float32 are off by about ${num(error, 2)} rad at position ${num(contextLength)} (the last bit of the product), and by 0.9 to 2.4 times that where they are built by repeated multiplication, as measured in llama.cpp; this report and its tables are exact`;
    },
  },
  {
    code: 'low_precision_positions',
    source: 'huggingface/transformers#48428, NVIDIA/TensorRT-LLM#19532, ml-explore/mlx-lm#1076',
    check({ contextLength }) {
      if (contextLength < tf32Lost) return undefined;
      return `positions above 2048 are rounded when the angle is a TF32 or float16 product (torch.set_float32_matmul_precision("high") makes it TF32) and above 256 in bfloat16; ${num(contextLength)} positions need at least float32 angles`;
    },
  },
  {
    code: 'context_beyond_config',
    source: 'arXiv:2306.15595',
    check({ layer, contextLength }) {
      if (contextLength <= layer.maxContext) return undefined;
      return `${num(contextLength)} tokens are ${num(contextLength / layer.maxContext, 3)} times the ${num(layer.maxContext)} that the config provides for; engines refuse, truncate or extrapolate`;
    },
  },
];
