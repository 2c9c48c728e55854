/**
 * Written by web/tools/gen.mjs from web/lib/engines/list.ts. Do not edit.
 */
export const engineIds = [
  'transformers-5', 'transformers-4', 'vllm', 'vllm-56446', 'sglang', 'llama-cpp', 'mlx-lm', 'exllamav3', 'ollama',
  'ort-genai', 'mlc-llm', 'openvino', 'torchtitan', 'megatron-core', 'keras-hub',
] as const;
export type EngineId = (typeof engineIds)[number];
/** Those whose row says `byNameOnly`. */
export const byNameOnly: ReadonlySet<EngineId> = new Set<EngineId>([
  'exllamav3', 'ollama', 'ort-genai', 'mlc-llm', 'openvino', 'torchtitan', 'megatron-core', 'keras-hub',
]);
