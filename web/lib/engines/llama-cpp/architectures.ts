/**
 * What the converter's classes do differently (conversion/*.py of llama.cpp): a model type that is not listed is written
 * as the general TextModel does it.
 */
export interface Architecture {
  readonly name: string;
  /** The class writes rope_dimension_count = partial_rotary_factor * head_dim; the others rotate the whole head. */
  readonly partial?: boolean;
  /** It writes rope_dimension_count although the whole head is rotated. */
  readonly counted?: boolean;
  /** It writes rope_freqs for rope_type llama3; the others drop that type. */
  readonly llama3?: boolean;
  /** It writes both lists of LongRoPE; the others drop them. */
  readonly longrope?: boolean;
  /** rope_type dynamic with alpha is folded into the base; the others drop dynamic. */
  readonly alpha?: boolean;
  /** It writes rope_freqs for rope_type proportional; the others drop that type. */
  readonly proportional?: boolean;
  /** Multi-head latent attention: it writes rope_scaling_yarn_log_mul. */
  readonly logMultiplier?: boolean;
  /** The loader reads the two turn counts of YaRN; the others always use 32 and 1. */
  readonly betas?: boolean;
  /** A key that the class looks up and transformers 5 no longer has. */
  readonly raises?: string;
}

const llamaLike: Architecture = { name: 'llama', counted: true, llama3: true };
const latent = (name: string): Architecture => ({ name, counted: true, logMultiplier: true });

export const architectures: ReadonlyMap<string, Architecture> = new Map<string, Architecture>([
  ...['llama', 'mistral', 'mixtral', 'smollm3', 'arcee', 'apertus', 'llama4_text', 'granite', 'granitemoe'].map(
    (type) => [type, type === 'llama' || type.startsWith('mi') ? llamaLike : { ...llamaLike, name: type }] as const,
  ),
  ['exaone', { name: 'exaone', counted: true, llama3: true, partial: true }],
  ['exaone4', { name: 'exaone4', llama3: true }],
  ['deci', { ...llamaLike, name: 'deci' }],
  ['phi', { name: 'phi2', partial: true }],
  ['phi3', { name: 'phi3', partial: true, counted: true, longrope: true }],
  ['phimoe', { name: 'phimoe', partial: true, counted: true, longrope: true }],
  ['phi4_multimodal', { name: 'phi3', partial: true, counted: true, longrope: true }],
  ['minicpm', { name: 'minicpm', longrope: true }],
  ['minicpm3', { name: 'minicpm3', counted: true, longrope: true }],
  ['glm', { name: 'chatglm', partial: true }],
  ['chatglm', { name: 'chatglm', partial: true }],
  ['glm4', { name: 'glm4', partial: true }],
  ['glm4_moe', { name: 'glm4moe', partial: true }],
  ['stablelm', { name: 'stablelm', partial: true }],
  ['nemotron', { name: 'nemotron', partial: true }],
  ['qwen3_next', { name: 'qwen3next', partial: true }],
  ['qwen3_5_text', { name: 'qwen35', partial: true }],
  ['qwen3_5_moe_text', { name: 'qwen35moe', partial: true }],
  ['minimax_m2', { name: 'minimax-m2', partial: true }],
  ['gpt_neox', { name: 'gptneox', raises: 'rotary_pct' }],
  ['deepseek_v2', latent('deepseek2')],
  ['deepseek_v3', latent('deepseek2')],
  ['kimi_k2', latent('deepseek2')],
  ['glm4_moe_lite', latent('deepseek2')],
  ['gpt_oss', { name: 'gpt-oss' }],
  ['gemma3', { name: 'gemma3' }],
  ['gemma3_text', { name: 'gemma3' }],
  ['gemma3n_text', { name: 'gemma3n' }],
  ['gemma4', { name: 'gemma4', proportional: true }],
  ['gemma4_text', { name: 'gemma4', proportional: true }],
  ['mistral3', { name: 'mistral3', betas: true }],
  ['ministral3', { name: 'mistral3', betas: true }],
  ['hunyuan_v1_dense', { name: 'hunyuan-dense', alpha: true }],
  ['hunyuan_v1_moe', { name: 'hunyuan-moe', alpha: true }],
  ['hunyuan', { name: 'hunyuan-moe', alpha: true }],
  ...['qwen2', 'qwen3', 'olmo', 'olmo2', 'cohere', 'cohere2', 'gemma', 'gemma2', 'starcoder2', 'falcon'].map(
    (type) => [type, { name: type }] as const,
  ),
  ['qwen2_moe', { name: 'qwen2moe' }],
  ['qwen3_moe', { name: 'qwen3moe' }],
  ['olmo3', { name: 'olmo2' }],
  ['qwen2_vl', { name: 'qwen2vl' }],
  ['qwen2_vl_text', { name: 'qwen2vl' }],
]);
