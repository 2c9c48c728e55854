/**
 * What the configuration classes of transformers supply where config.json leaves a field out. Published files do leave
 * them out: Gemma-3-27B ships neither rope_theta nor max_position_embeddings.
 *
 * Source: the config.json that each class of 5.16.0.dev0 (decba1d2) writes, executed (tests/golden/engines), for the
 * first list; for the second src/transformers/models/<name>/configuration_<name>.py, read in versions of 2025 and 2026. A
 * base of 10000, all channels rotated and hidden_size / num_attention_heads channels a head are left out: they
 * are the default of them all.
 */
import type { Family } from './families.js';
import type { PlainObject } from './plain.js';

const yarn32 = {
  rope_type: 'yarn',
  factor: 32,
  beta_fast: 32,
  beta_slow: 1,
  truncate: false,
  original_max_position_embeddings: 4096,
};
const llama3 = (factor: number, low: number, high: number, original: number): PlainObject => ({
  rope_type: 'llama3',
  factor,
  low_freq_factor: low,
  high_freq_factor: high,
  original_max_position_embeddings: original,
});

const executed: readonly (readonly [string, Family])[] = [
  ['afmoe', { headDim: 128, maxContext: 16_384 }],
  ['apertus', { theta: 12_000_000, maxContext: 65_536, ropeParameters: llama3(8, 1, 4, 8192) }],
  ['aria_text', { maxContext: 2048 }],
  ['axk1', { latentDim: 64, maxContext: 32_768 }],
  ['chameleon', { maxContext: 4096 }],
  ['cohere2_moe', { headDim: 128, maxContext: 8192 }],
  ['dbrx', {}],
  ['deepseek_ocr2_text', { maxContext: 2048 }],
  ['deepseek_v2', { latentDim: 64, maxContext: 2048 }],
  ['deepseek_v32', { latentDim: 64, maxContext: 163_840 }],
  ['doge', { maxContext: 2048 }],
  ['eomt_dinov3', { theta: 100, axes: 2 }],
  ['ernie4_5', { theta: 500_000, headDim: 128, maxContext: 131_072 }],
  ['esm', { maxContext: 1026 }],
  ['eurobert', { maxContext: 8192 }],
  ['evolla', { theta: 500_000, maxContext: 8192 }],
  ['exaone_moe', { maxContext: 2048 }],
  ['falcon_h1', { maxContext: 8192 }],
  ['gemma', { headDim: 256, maxContext: 8192 }],
  [
    'gemma3n_text',
    {
      theta: 1_000_000,
      localTheta: 10_000,
      headDim: 256,
      maxContext: 32_768,
      firstLayer: 'sliding_attention',
    },
  ],
  ['glm4', { partial: 0.5, headDim: 128, maxContext: 131_072 }],
  ['glm4_moe', { partial: 0.5, maxContext: 131_072 }],
  ['glm4v_moe_text', { partial: 0.5, maxContext: 65_536 }],
  ['glm_image_text', { maxContext: 131_072 }],
  ['gpt_neox', { partial: 0.25, maxContext: 2048 }],
  ['granitemoe_swa', { maxContext: 2048 }],
  ['granitemoehybrid', { maxContext: 2048 }],
  ['granitemoeshared', { maxContext: 2048 }],
  ['helium', { theta: 100_000, headDim: 128, maxContext: 4096 }],
  ['higgs_audio_v2', { theta: 500_000, maxContext: 2048, ropeParameters: llama3(32, 0.125, 0.5, 1024) }],
  ['hrm_text', { maxContext: 2048 }],
  ['hunyuan_v1_moe', { maxContext: 2048 }],
  ['hunyuan_vl_text', { maxContext: 2048 }],
  ['hyperclovax', { maxContext: 2048 }],
  ['jais2', { maxContext: 8192 }],
  ['jina_embeddings_v3', { theta: 20_000, maxContext: 8194 }],
  [
    'laguna',
    {
      headDim: 128,
      maxContext: 131_072,
      ropeParameters: {
        full_attention: { rope_type: 'default', rope_theta: 500_000, partial_rotary_factor: 0.5 },
        sliding_attention: { rope_type: 'default', rope_theta: 10_000, partial_rotary_factor: 1 },
      },
      layers: ['full_attention'],
    },
  ],
  ['lasr_encoder', { maxContext: 10_000 }],
  ['lfm2', { theta: 1_000_000, maxContext: 128_000 }],
  ['lfm2_moe', { theta: 1_000_000, maxContext: 128_000 }],
  ['llama', { maxContext: 2048 }],
  ['llama4_text', { theta: 500_000, headDim: 128, maxContext: 131_072 }],
  ['longcat_flash', { theta: 10_000_000, latentDim: 64, maxContext: 131_072 }],
  [
    'mimo_v2_flash',
    {
      theta: 5_000_000,
      localTheta: 10_000,
      partial: 0.334,
      headDim: 192,
      maxContext: 131_072,
      firstLayer: 'full_attention',
    },
  ],
  ['minicpm3', { latentDim: 32, maxContext: 32_768 }],
  ['minimax', { theta: 1_000_000, maxContext: 131_072 }],
  ['minimax_m3_vl_text', { theta: 5_000_000, headDim: 128, maxContext: 524_288, ignoresRotaryDim: true }],
  ['mllama_text_model', { theta: 500_000, maxContext: 131_072 }],
  ['moonshine', { partial: 0.9, maxContext: 512 }],
  ['moonshine_streaming', { partial: 0.8, maxContext: 4096 }],
  ['moshi', { maxContext: 3000 }],
  ['muse_glimmer_assistant', { theta: 500_000, headDim: 128, maxContext: 131_072 }],
  ['muse_glimmer_text', { headDim: 128, maxContext: 131_072 }],
  ['nanochat', { maxContext: 2048 }],
  ['nomic_bert', { theta: 1000, maxContext: 2048 }],
  ['olmo', { maxContext: 2048 }],
  ['olmo2', { maxContext: 2048 }],
  ['olmo_hybrid', { maxContext: 65_536 }],
  ['olmoe', { maxContext: 4096 }],
  ['openai_privacy_filter', { theta: 150_000, headDim: 64, maxContext: 131_072, ropeParameters: yarn32 }],
  ['paddleocr_vl_text', { theta: 500_000, headDim: 128, maxContext: 131_072 }],
  ['pe_audio_encoder', { theta: 20_000, headDim: 128, maxContext: 10_000 }],
  ['persimmon', { partial: 0.5, maxContext: 16_384 }],
  ['phi', { partial: 0.5, maxContext: 2048 }],
  ['phi3', { maxContext: 4096, originalContext: 4096 }],
  ['phi4_multimodal', { maxContext: 131_072, originalContext: 4096 }],
  ['phimoe', { theta: 1_000_000, maxContext: 131_072 }],
  ['qwen2_5_vl_text', { theta: 1_000_000, maxContext: 32_768 }],
  ['qwen2_moe', { maxContext: 32_768 }],
  ['qwen3', { headDim: 128, maxContext: 32_768 }],
  ['qwen3_moe', { maxContext: 32_768 }],
  ['qwen3_next', { partial: 0.25, headDim: 256, maxContext: 32_768 }],
  ['qwen3_vl_text', { theta: 500_000, headDim: 128, maxContext: 128_000 }],
  ['recurrent_gemma', { partial: 0.5, headDim: 256 }],
  ['seed_oss', { headDim: 128, maxContext: 524_288 }],
  [
    'step3p5',
    {
      headDim: 128,
      maxContext: 128_000,
      ropeParameters: { full_attention: { rope_type: 'default', rope_theta: 10_000 } },
      layers: ['full_attention'],
    },
  ],
  ['timesfm2_5', { headDim: 80, maxContext: 16_384 }],
  ['voxtral_realtime_text', { theta: 1_000_000, headDim: 128, maxContext: 131_072 }],
  ['youtu', { latentDim: 64, maxContext: 131_072 }],
  [
    'zaya',
    {
      headDim: 128,
      maxContext: 131_072,
      ropeParameters: {
        hybrid: { rope_type: 'default', rope_theta: 5_000_000, partial_rotary_factor: 0.5 },
        hybrid_sliding: { rope_type: 'default', rope_theta: 10_000, partial_rotary_factor: 0.5 },
      },
      layers: ['hybrid'],
    },
  ],
];

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

const read: readonly (readonly [string, Family])[] = [
  ['chatglm', { partial: 0.5 }],
  ['cohere', { theta: 500_000, maxContext: 8192 }],
  ['cohere2', { maxContext: 8192 }],
  ['deepseek_v3', { maxContext: 4096 }],
  ['deepseek_v4', { partial: 0.125, headDim: 512, maxContext: 1_048_576, compressedTheta: 160_000 }],
  ['dinov3_vit', { theta: 100, axes: 2 }],
  ['gemma2', { headDim: 256, maxContext: 8192 }],
  ['gemma3', gemma3],
  ['gemma3_text', gemma3],
  ['gemma4', gemma4],
  ['gemma4_text', gemma4],
  ['glm', { partial: 0.5, headDim: 128, maxContext: 131_072 }],
  ['glm4_moe_lite', { maxContext: 202_752 }],
  ['gpt_oss', { theta: 150_000, headDim: 64, maxContext: 131_072, ropeParameters: yarn32 }],
  ['llama4', llama4],
  ['mixtral', { theta: 1_000_000, maxContext: 131_072 }],
  ['modernbert', { theta: 160_000, localTheta: 10_000, maxContext: 8192, firstLayer: 'full_attention' }],
  ['olmo3', { plainSliding: true, firstLayer: 'sliding_attention' }],
  ['stablelm', { partial: 0.25, maxContext: 4096 }],
];

export const classDefaults: ReadonlyMap<string, Family> = new Map([...executed, ...read]);
