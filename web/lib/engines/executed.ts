/** Written by evidence/tables.mjs: the day on which the release of each row was executed. */
import type { EngineId } from '../types/engines.js';

export const executedOn: Readonly<Partial<Record<EngineId, string>>> = {
  'transformers-4': '2026-11-28',
  'transformers-5': '2026-11-28',
  'mlx-lm': '2026-11-28',
  'llama-cpp': '2026-11-28',
  exllamav3: '2026-11-28',
  'vllm@0.29.0': '2026-11-28',
  vllm: '2026-11-28',
  sglang: '2026-11-28',
  'ort-genai': '2026-11-28',
};
