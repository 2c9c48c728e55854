/**
 * What a transformers configuration class supplies when config.json leaves a field out. Published
 * files do leave them out: Gemma-3-27B ships neither rope_theta nor max_position_embeddings.
 *
 * Source: the class of that model type in huggingface/transformers, src/transformers/models/<name>/
 * configuration_<name>.py, read in versions of 2025 and 2026. A model type that is not listed gets
 * no such default.
 */
import type { PlainObject } from './plain.js';

export interface Family {
  readonly theta?: number;
  /** Base of the sliding-window layers, where they have their own. */
  readonly localTheta?: number;
  readonly partial?: number;
  readonly headDim?: number;
  /** Head width of the full-attention layers, where it differs. */
  readonly globalHeadDim?: number;
  readonly maxContext?: number;
  /** The class has original_max_position_embeddings itself: a top-level length wins, or else this one. */
  readonly originalContext?: number;
  /** Sliding-window layers turn unscaled: the rope dictionary is for full attention. */
  readonly plainSliding?: boolean;
  /** The class writes these rope parameters when the file has none. */
  readonly ropeParameters?: PlainObject;
  /** The layer type of layer 0 where the class derives layer_types from a pattern. */
  readonly firstLayer?: 'sliding_attention' | 'full_attention';
}

const gemma3: Family = {
  theta: 1_000_000,
  localTheta: 10_000,
  headDim: 256,
  maxContext: 131_072,
  firstLayer: 'sliding_attention',
};
const gemma4: Family = {
  headDim: 256,
  globalHeadDim: 512,
  maxContext: 131_072,
  firstLayer: 'sliding_attention',
  ropeParameters: {
    sliding_attention: { rope_type: 'default', rope_theta: 10_000 },
    full_attention: { rope_type: 'proportional', partial_rotary_factor: 0.25, rope_theta: 1_000_000 },
  },
};
const llama4: Family = { theta: 500_000, headDim: 128, maxContext: 131_072 };

const families: ReadonlyMap<string, Family> = new Map([
  ['cohere', { theta: 500_000, maxContext: 8192 }],
  ['cohere2', { maxContext: 8192 }],
  ['deepseek_v2', { maxContext: 2048 }],
  ['deepseek_v3', { maxContext: 4096 }],
  ['ernie4_5', { theta: 500_000, headDim: 128, maxContext: 131_072 }],
  ['chatglm', { partial: 0.5 }],
  ['gemma', { headDim: 256, maxContext: 8192 }],
  ['gemma2', { headDim: 256, maxContext: 8192 }],
  ['gemma3', gemma3],
  ['gemma3_text', gemma3],
  ['gemma4', gemma4],
  ['gemma4_text', gemma4],
  ['glm', { partial: 0.5, headDim: 128, maxContext: 131_072 }],
  ['glm4', { partial: 0.5, headDim: 128, maxContext: 131_072 }],
  ['glm4_moe', { partial: 0.5, maxContext: 131_072 }],
  ['glm4_moe_lite', { maxContext: 202_752 }],
  ['gpt_neox', { partial: 0.25, maxContext: 2048 }],
  [
    'gpt_oss',
    {
      theta: 150_000,
      headDim: 64,
      maxContext: 131_072,
      ropeParameters: {
        rope_type: 'yarn',
        factor: 32,
        beta_fast: 32,
        beta_slow: 1,
        truncate: false,
        original_max_position_embeddings: 4096,
      },
    },
  ],
  ['llama', { maxContext: 2048 }],
  ['llama4', llama4],
  ['llama4_text', llama4],
  ['mixtral', { theta: 1_000_000, maxContext: 131_072 }],
  ['modernbert', { theta: 160_000, localTheta: 10_000, maxContext: 8192, firstLayer: 'full_attention' }],
  ['moonshine', { partial: 0.9, maxContext: 512 }],
  ['olmo3', { plainSliding: true, firstLayer: 'sliding_attention' }],
  ['phi3', { maxContext: 4096, originalContext: 4096 }],
  ['phi4_multimodal', { maxContext: 131_072, originalContext: 4096 }],
  ['phi', { partial: 0.5, maxContext: 2048 }],
  ['qwen3', { headDim: 128, maxContext: 32_768 }],
  ['qwen3_next', { partial: 0.25, headDim: 256, maxContext: 32_768 }],
  ['stablelm', { partial: 0.25, maxContext: 4096 }],
]);

const unlisted: Family = {};
export const familyOf = (modelType: string | undefined): Family =>
  (modelType === undefined ? undefined : families.get(modelType)) ?? unlisted;

/** The base where neither the file nor the class names one: RotaryEmbeddingConfigMixin.default_theta. */
export const defaultTheta = 10_000;
