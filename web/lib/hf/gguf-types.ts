/**
 * Facts that llama.cpp fixes by `general.architecture` and no key of the file states. Sources: llama_model_rope_type in
 * src/llama-model.cpp, and src/models/<architecture>.cpp, ggml-org/llama.cpp 0c1e5709.
 */

/** LLAMA_ROPE_TYPE_NONE, and graphs of src/models that never rotate whatever the type is. */
// prettier-ignore
export const noRotation: ReadonlySet<string> = new Set([
  'clip', 'gpt2', 'gptj', 'mpt', 'refact', 'bloom', 'mamba', 'mamba2', 'jamba', 'jina-bert-v2', 't5', 't5encoder', 'jais',
  'bert', 'starcoder', 'kimi-k3', 'rwkv6', 'rwkv6qwen2', 'rwkv7', 'arwkv7', 'wavtokenizer-dec', 'nemotron_h', 'nemotron_h_moe', 'kimi-linear', 'glm5-next',
]);

/** Graphs that rotate only if rope.scaling.finetuned is not false: Granite 4 H. */
export const finetunedRotates: ReadonlySet<string> = new Set([
  'granite',
  'granitemoe',
  'granitehybrid',
  'granite_swa',
  'graniteswitch',
]);

/** LLAMA_ROPE_TYPE_NORM: neighbouring channels form a pair. Others pair channels half the rotated width apart. */
// prettier-ignore
export const interleavedTypes: ReadonlySet<string> = new Set([
  'llama', 'llada', 'llama4', 'deci', 'baichuan', 'internlm2', 'minicpm', 'xverse', 'command-r', 'cohere2',
  'cohere2moe', 'olmo', 'arctic', 'deepseek', 'deepseek2', 'deepseek2-ocr', 'deepseek32', 'deepseek4', 'plm', 'chatglm',
  'granite', 'granitemoe', 'granitehybrid', 'chameleon', 'bailingmoe', 'neo-bert', 'smollm3', 'arcee', 'ernie4_5',
  'ernie4_5-moe', 'mistral3', 'mistral4', 'eagle3', 'llama-embed', 'maincoder', 'glm4', 'glm-dsa',
  'muse-glimmer', 'hy_v4', 'graniteswitch', 'granite_swa', 'bailingmoe3', 'dots3note', 'nanbeige', 'pockettts',
]);

const ownBases = [
  ...['gemma3', 'gemma3n', 'gemma4', 'gemma-embedding', 'modern-bert', 'plamo3', 'mimo2', 'step35'],
] as const;
/** Sliding-window layers are never stretched: rope_freq_scale_train_swa is 1. */
export const plainSliding: ReadonlySet<string> = new Set([...ownBases, 'laguna', 'olmo2', 'mellum', 'muse-glimmer']);
/** Sliding-window layers have the base 10000 if the file names none; in others, the base of the full layers. */
export const localBase: ReadonlySet<string> = new Set(ownBases);
/** Layers without a window rotate half of rope.dimension_count: the loader of step35. */
export const halvedFull: ReadonlySet<string> = new Set(['step35']);

/** Loaders that read rope.scaling.yarn_beta_fast and _slow; all others use 32 and 1. */
export const betaReaders: ReadonlySet<string> = new Set(['grok', 'mistral3']);

/**
 * Loaders that read rope.scaling.yarn_log_multiplier, and what they multiply it by to have mscale_all_dim. mscale is 1, and
 * that of deepseek2 is mscale_all_dim (llama-context.cpp).
 */
export const logMultipliers: ReadonlyMap<string, number> = new Map([
  ['deepseek2', 10],
  ['deepseek32', 10],
  ['mistral4', 10],
  ['mistral3', 1],
]);
export const mscaleOf = (architecture: string, allDim: number): number => (architecture === 'deepseek2' ? allDim : 1);

/**
 * Layers with compressed keys have their own base and YaRN with an amplitude of 1; the others are unscaled. Tensors of
 * factors and rope.scaling.attn_factor are not used (src/models/deepseek4.cpp).
 */
export const compressedKeys: ReadonlySet<string> = new Set(['deepseek4']);

/**
 * LLAMA_ROPE_TYPE_IMROPE: the axes alternate from pair to pair. In others the sections follow one another. A pair that
 * no section covers takes the fourth position, which is 0 in text.
 */
export const sectionsInTurn: ReadonlySet<string> = new Set([
  'qwen3vl',
  'qwen3vlmoe',
  'qwen35',
  'qwen35moe',
  'qwen3tts',
  'qwen4exp',
]);
/** Loaders that fail without rope.dimension_sections: get_key_or_arr(…, true). */
export const needsSections: ReadonlySet<string> = new Set([...sectionsInTurn, 'qwen2vl']);
/** Neighbouring channels are a pair without sections, and channels half the width apart with them: use_mrope(). */
export const halfWithSections: ReadonlySet<string> = new Set(['glm4', 'bailingmoe3']);

/**
 * Graphs with unrotated layers. recurrent: all but every n-th, by attention.recurrent_layers or
 * full_attention_interval; headless: layers without key heads; every: each 4th; full: layers without a window.
 */
export type BareLayers = 'recurrent' | 'headless' | 'every' | 'full';
export const bareLayers: ReadonlyMap<string, BareLayers> = new Map<string, BareLayers>([
  ...['qwen35', 'qwen35moe', 'qwen3next', 'qwen4exp', 'minimax-01'].map((name) => [name, 'recurrent'] as const),
  ...['lfm2', 'lfm2moe', 'granitehybrid', 'bailingmoe3'].map((name) => [name, 'headless'] as const),
  ...['llama4', 'smollm3', 'afmoe'].map((name) => [name, 'every'] as const),
  ...['cohere2', 'cohere2moe', 'exaone4', 'exaone-moe', 'muse-glimmer'].map((name) => [name, 'full'] as const),
]);
/** The first of each four layers has full attention, not the last: load_swa_pattern(…, true). */
export const fullFirst: ReadonlySet<string> = new Set(['cohere2moe']);
