/** The list of engines, the reference first. To add one, write a file, add its name here, and run npm run gen. */
import { exllamav3 } from './exllamav3.js';
import { kerasHub } from './keras-hub.js';
import { llamaCpp } from './llama-cpp.js';
import { lmdeploy } from './lmdeploy.js';
import { megatronCore } from './megatron-core.js';
import { mlcLlm } from './mlc-llm.js';
import { mlxLm, mlxLm31 } from './mlx-lm.js';
import { ollama } from './ollama.js';
import { openvino } from './openvino.js';
import { ortGenai } from './ort-genai.js';
import { sglang } from './sglang.js';
import { torchtitan } from './torchtitan.js';
import { transformers4 } from './transformers-4.js';
import { transformers5 } from './transformers-5.js';
import type { Engine } from './types.js';
import { vllm, vllm29 } from './vllm.js';

export const engines: readonly Engine[] = [
  transformers5,
  transformers4,
  vllm,
  vllm29,
  sglang,
  llamaCpp,
  mlxLm,
  mlxLm31,
  exllamav3,
  lmdeploy,
  ollama,
  ortGenai,
  mlcLlm,
  openvino,
  torchtitan,
  megatronCore,
  kerasHub,
];
