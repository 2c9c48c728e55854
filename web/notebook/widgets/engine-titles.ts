/** Engine names without version. */
export const engineTitles = {
  all: 'all engines',
  transformers: 'transformers',
  vllm: 'vLLM',
  sglang: 'SGLang',
  'llama-cpp': 'llama.cpp',
  'mlx-lm': 'mlx-lm',
  exllamav3: 'exllamav3',
  lmdeploy: 'LMDeploy',
  ollama: 'ollama',
  'ort-genai': 'ONNX Runtime GenAI',
  'mlc-llm': 'MLC LLM',
  openvino: 'OpenVINO',
  torchtitan: 'torchtitan',
  'megatron-core': 'Megatron-Core',
  'keras-hub': 'keras-hub',
} as const;
export type EngineName = keyof typeof engineTitles;
