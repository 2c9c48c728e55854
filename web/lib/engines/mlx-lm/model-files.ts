/**
 * The model files of mlx-lm (mlx_lm/models/<name>.py at d78bf58e, read) that rotate otherwise than llama.py, which gives
 * rope_theta and rope_scaling of the top level to initialize_rope and rotates the whole head.
 */
export interface ModelFile {
  readonly name: string;
  /** Where base and scaling stand; 'none': the base stands at the top level and nothing scales. */
  readonly scaling?: 'rope_parameters' | 'none';
  /** A part of the head is rotated: partial_rotary_factor or rotary_dim. */
  readonly partial?: boolean;
  /** Layer types have bases of their own, and sliding layers are not scaled. */
  readonly layers?: boolean;
}

const unscaled = (name: string): readonly [string, ModelFile] => [name, { name, scaling: 'none' }];
const partial = (name: string): readonly [string, ModelFile] => [name, { name, scaling: 'none', partial: true }];

export const modelFiles: ReadonlyMap<string, ModelFile> = new Map<string, ModelFile>([
  ...['cohere', 'cohere2', 'gemma', 'gemma2', 'lfm2', 'mixtral', 'qwen3_moe', 'starcoder2'].map(unscaled),
  ...['glm4_moe', 'phi', 'stablelm'].map(partial),
  ['minimax_m2', { name: 'minimax', scaling: 'none', partial: true }],
  ['mimo_v2_flash', { name: 'mimo_v2_flash', scaling: 'none', partial: true, layers: true }],
  ['qwen3_next', { name: 'qwen3_next', partial: true }],
  ['qwen3_5_text', { name: 'qwen3_5', scaling: 'rope_parameters', partial: true }],
  ['qwen3_5_moe_text', { name: 'qwen3_5_moe', scaling: 'rope_parameters', partial: true }],
  ['glm_moe_dsa', { name: 'glm_moe_dsa', scaling: 'rope_parameters' }],
  ['ministral3', { name: 'ministral3', scaling: 'rope_parameters' }],
  ['gemma3_text', { name: 'gemma3_text', layers: true }],
  ['gemma4_text', { name: 'gemma4_text', scaling: 'rope_parameters', layers: true }],
  ['olmo3', { name: 'olmo3', layers: true }],
]);

/** Their own files rotate otherwise than initialize_rope, which alone was executed on files of these types. */
export const executedWithout: ReadonlyMap<string, string> = new Map([
  ['phi3', 'phi3.py rotates partial_rotary_factor of the head and takes the length at the top level'],
  ['gpt_neox', 'gpt_neox.py rotates rotary_pct of the head'],
  ['glm4', 'glm4.py rotates partial_rotary_factor of the head and never scales'],
]);

/** Files that give initialize_rope what llama.py gives it; of llama.py, qwen3.py, gpt_oss.py and deepseek_v3.py that was executed. */
// prettier-ignore
export const asLlama: ReadonlySet<string> = new Set([
  'apertus', 'deepseek_v3', 'deepseek_v32', 'dots1', 'exaone4', 'falcon_h1', 'gpt_oss', 'granite', 'internlm2', 'kimi_k2', 'llama',
  'llama4_text', 'mimo', 'minicpm', 'mistral', 'nemotron-nas', 'olmo2', 'qwen2', 'qwen3', 'seed_oss',
]);
