/**
 * Differences among the converter's classes. The general TextModel writes model types that are not listed. Read in
 * conversion/*.py and src/models/*.cpp of llama.cpp at 4988f6e8 (2026-06-13); the classes of
 * tests/golden/engines/llamacpp.json were executed at 3f545bec (2026-08-22).
 */
import { printable } from '../../checks/show.js';
import { Refusal } from '../refusal.js';
import { known } from './known.js';

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
  /**
   * Default alpha of rope_type dynamic; the class folds alpha into the base, and the others drop dynamic. It then
   * writes 262144 positions, and asserts that the file is one it was made for (conversion/hunyuan.py).
   */
  readonly alpha?: number;
  /** It writes rope_freqs for rope_type proportional; the others drop that type. */
  readonly proportional?: boolean;
  /**
   * It writes rope_scaling_yarn_log_mul. For multi-head latent attention this is 0.1 * mscale_all_dim, which the loader
   * divides by 0.1; for Mistral 3 it is mscale_all_dim itself, which the loader needs.
   */
  readonly logMultiplier?: 'tenth' | 'plain';
  /** It writes neither rope_freq_base nor a scaling: the loader uses 10000 and none. */
  readonly baseless?: boolean;
  /** Its base is always 10000 * rope_ratio, not rope_theta, and its length seq_length or else hidden_size. */
  readonly ratioBase?: boolean;
  /** The loader reads the two turn counts of YaRN; the others always use 32 and 1. */
  readonly betas?: boolean;
  /** The field that its class prefers to max_position_embeddings as length. */
  readonly length?: string;
  /** A key that the class looks up; it raises if the file lacks it. */
  readonly needs?: string;
  /** A key that it looks up although the configuration class of transformers 5 renames it: it always raises. */
  readonly raises?: string;
}

const llamaLike: Architecture = { name: 'llama', counted: true, llama3: true };
const latent = (name: string): Architecture => ({ name, counted: true, logMultiplier: 'tenth' });
const phi3: Architecture = { name: 'phi3', partial: true, counted: true, longrope: true };

/** Classes whose position fields the general class writes. */
// prettier-ignore
const general = [
  'afmoe', 'dots1', 'dream', 'gemma3', 'gemma3n', 'grok', 'internlm2', 'jais2', 'lfm2', 'mellum', 'olmo', 'olmo2',
  'olmoe', 'qwen2', 'qwen3', 'starcoder2', 'xverse',
] as const;

export const architectures: ReadonlyMap<string, Architecture> = new Map<string, Architecture>([
  ...general.map((name) => [name, { name }] as const),
  ...['llama', 'mistral', 'mixtral'].map((type) => [type, llamaLike] as const),
  ...['smollm3', 'arcee', 'apertus', 'granite', 'granitemoe'].map((name) => [name, { ...llamaLike, name }] as const),
  ['llama4', { ...llamaLike, name: 'llama4' }],
  ['llama4_text', { ...llamaLike, name: 'llama4' }],
  ['granitemoeshared', { ...llamaLike, name: 'granitemoe' }],
  ['deci', { ...llamaLike, name: 'deci' }],
  ['nemotron-nas', { ...llamaLike, name: 'deci' }],
  ['internlm3', { name: 'llama', counted: true }],
  ['baichuan', { name: 'baichuan', counted: true }],
  ['deepseek', { name: 'deepseek', counted: true }],
  ['bailing_moe', { name: 'bailingmoe', counted: true }],
  ['cohere', { name: 'cohere', length: 'model_max_length' }],
  ['cohere2_moe', { name: 'cohere2moe', counted: true }],
  ['cohere2', { name: 'cohere2', partial: true, counted: true, needs: 'rotary_pct' }],
  ['exaone', { name: 'exaone', counted: true, llama3: true, partial: true }],
  ['exaone4', { name: 'exaone4', llama3: true }],
  ['exaone4_5', { name: 'exaone4', llama3: true }],
  ['exaone_moe', { name: 'exaone-moe', llama3: true }],
  ['phi', { name: 'phi2', partial: true, baseless: true }],
  ['phi3', phi3],
  ['phimoe', { ...phi3, name: 'phimoe' }],
  ['phi4_multimodal', phi3],
  ['minicpm', { name: 'minicpm', longrope: true }],
  ['minicpm3', { name: 'minicpm3', counted: true, longrope: true, baseless: true }],
  ['glm', { name: 'chatglm', partial: true, ratioBase: true }],
  ['chatglm', { name: 'chatglm', partial: true, ratioBase: true }],
  ['glm4', { name: 'glm4', partial: true }],
  ['glm4v_text', { name: 'glm4', partial: true }],
  ['glm_ocr_text', { name: 'glm4', partial: true }],
  ['glm4_moe', { name: 'glm4moe', partial: true }],
  ['glm4v_moe_text', { name: 'glm4moe', partial: true }],
  ['solar_open', { name: 'glm4moe', partial: true }],
  ['stablelm', { name: 'stablelm', partial: true, baseless: true }],
  ['nemotron', { name: 'nemotron', partial: true }],
  ['qwen3_next', { name: 'qwen3next', partial: true }],
  ['qwen3_5_text', { name: 'qwen35', partial: true }],
  ['qwen3_5_moe_text', { name: 'qwen35moe', partial: true }],
  ['minimax_m2', { name: 'minimax-m2', partial: true, needs: 'rotary_dim' }],
  ['mimo_v2_flash', { name: 'mimo2', partial: true }],
  ['gpt_neox', { name: 'gptneox', partial: true, raises: 'rotary_pct', baseless: true }],
  ['falcon', { name: 'falcon', baseless: true }],
  ['falcon_h1', { name: 'falcon-h1' }],
  ['gemma', { name: 'gemma', baseless: true }],
  ['gemma2', { name: 'gemma2', baseless: true }],
  ['orion', { name: 'orion', baseless: true }],
  ['plamo', { name: 'plamo', baseless: true }],
  ...['deepseek_v2', 'deepseek_v3', 'kimi_k2', 'youtu', 'glm4_moe_lite'].map(
    (type) => [type, latent('deepseek2')] as const,
  ),
  ['deepseek_v32', latent('deepseek32')],
  ['glm_moe_dsa', latent('glm-dsa')],
  ['mistral4', latent('mistral4')],
  ['gpt_oss', { name: 'gpt-oss' }],
  ['seed_oss', { name: 'seed_oss' }],
  ['gemma3_text', { name: 'gemma3' }],
  ['gemma3n_text', { name: 'gemma3n' }],
  ['gemma4', { name: 'gemma4', proportional: true }],
  ['gemma4_text', { name: 'gemma4', proportional: true }],
  // class Gemma4UnifiedModel(Gemma4Model) of conversion/gemma.py
  ['gemma4_unified', { name: 'gemma4', proportional: true }],
  ['gemma4_unified_text', { name: 'gemma4', proportional: true }],
  ['mistral3', { name: 'mistral3', counted: true, llama3: true, betas: true }],
  ['ministral3', { name: 'mistral3', counted: true, llama3: true, betas: true, logMultiplier: 'plain' }],
  ['hunyuan_v1_dense', { name: 'hunyuan-dense', alpha: 50 }],
  ['hunyuan_v1_moe', { name: 'hunyuan-moe', alpha: 1000 }],
  ['hunyuan', { name: 'hunyuan-moe', alpha: 1000 }],
  ['ernie4_5', { name: 'ernie4_5' }],
  ['ernie4_5_moe', { name: 'ernie4_5-moe' }],
  ['eurobert', { name: 'eurobert' }],
  ['modernbert', { name: 'modern-bert' }],
  ['lfm2_moe', { name: 'lfm2moe' }],
  ['qwen2_moe', { name: 'qwen2moe' }],
  ['qwen3_moe', { name: 'qwen3moe' }],
  ['olmo3', { name: 'olmo2' }],
  ['qwen2_vl', { name: 'qwen2vl' }],
  ['qwen2_vl_text', { name: 'qwen2vl' }],
  ['qwen2_5_vl', { name: 'qwen2vl' }],
  ['qwen2_5_vl_text', { name: 'qwen2vl' }],
  ['qwen3_vl_text', { name: 'qwen3vl' }],
  ['qwen3_vl_moe_text', { name: 'qwen3vlmoe' }],
]);

const plainName = (name: string): string =>
  name
    .replace(/(ForCausalLM|ForConditionalGeneration|ForMaskedLM|Model|LMHeadModel)$/, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
/** Model types by the plain name of their usual class: qwen2_moe for Qwen2MoeForCausalLM. */
const knownTypes: ReadonlySet<string> = new Set([...known].map(plainName));

/** Looks up `_text` too: older files have the text model's fields, but the type of the whole. */
const byType = (type: string): Architecture | undefined => architectures.get(type) ?? architectures.get(`${type}_text`);

/** The converter uses `architectures`, so a file without a model_type is also read. */
export function architectureOf(modelType: string | undefined, named: readonly string[]): Architecture | undefined {
  const [first] = named;
  if (modelType !== undefined || first === undefined) return byType(modelType ?? 'llama');
  const wanted = plainName(first);
  return [...architectures].find(([type]) => plainName(type) === wanted)?.[1];
}

/**
 * The error of get_model_architecture and get_model_class. A file without an architecture, which may be part of another
 * file, counts as one of the usual class of its model type.
 */
export function refuseUnknown(
  modelType: string | undefined,
  outerType: string | undefined,
  named: readonly string[],
): void {
  const [first] = named;
  if (first !== undefined) {
    if (known.has(first)) return;
    throw new Refusal(
      'NotImplementedError',
      `Architecture '${first}' not supported!`,
      'use another engine or a newer version',
      true,
    );
  }
  const types = [modelType, outerType].filter((type) => type !== undefined);
  if (types.length === 0 || types.some((type) => architectures.has(type) || knownTypes.has(plainName(type)))) return;
  throw new Refusal(
    'ValueError',
    'Failed to detect model architecture',
    `its converter has no class for model type ${printable(types[0]!)}, and the file names no architectures`,
    true,
  );
}
