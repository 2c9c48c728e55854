/**
 * Rows of class-defaults.ts for towers, parts, decoders that share a body, and models of 2026. Source: the config.json
 * that each class of transformers 5.16.0.dev0 (c49429ed, 2026-08-16) writes, executed.
 */
import type { Family } from './family.js';

export const gemma3: Family = {
  theta: 1_000_000,
  localTheta: 10_000,
  headDim: 256,
  maxContext: 131_072,
  firstLayer: 'sliding_attention',
};
export const gemma4: Family = {
  headDim: 256,
  globalHeadDim: 512,
  maxContext: 131_072,
  firstLayer: 'sliding_attention',
  ropeParameters: {
    sliding_attention: { rope_type: 'default', rope_theta: 10_000 },
    full_attention: { rope_type: 'proportional', partial_rotary_factor: 0.25, rope_theta: 1_000_000 },
  },
};
/** The class reads the base of full attention from global_rope_theta only, and scales both kinds of layers. */
export const modernbert: Family = {
  theta: 160_000,
  localTheta: 10_000,
  baseKey: 'global_rope_theta',
  maxContext: 8192,
  firstLayer: 'full_attention',
  scaledSliding: true,
};

const ofLength = (lengths: Readonly<Record<string, number>>): [string, Family][] =>
  Object.entries(lengths).map(([type, maxContext]) => [type, { maxContext }]);

export const parts: readonly (readonly [string, Family])[] = [
  ['axk2', { latentDim: 32, maxContext: 131_072 }],
  ['blt_global_transformer', { theta: 500_000, maxContext: 4096 }],
  ['blt_local_decoder', { theta: 500_000, maxContext: 24_576 }],
  ['blt_local_encoder', { theta: 500_000, maxContext: 24_576 }],
  ['cosmos3_edge_text', { theta: 100_000_000, headDim: 128, maxContext: 131_072 }],
  ['dia_decoder', { headDim: 128, maxContext: 3072 }],
  ['dia_encoder', { headDim: 128, maxContext: 1024 }],
  ['diffusion_gemma_text', gemma4],
  ['emu3_text_model', { theta: 1_000_000, maxContext: 9216 }],
  ['fuyu', { theta: 25_000, partial: 0.5, maxContext: 16_384 }],
  ['gemma4_unified_text', { ...gemma4, maxContext: 262_144 }],
  ['gemma4_vision', { theta: 100, headDim: 64, axes: 2, maxContext: 131_072 }],
  ['glmasr_encoder', { partial: 0.5, maxContext: 1500 }],
  ['kimi_k25_vision', { axes: 2 }],
  ['modernbert-decoder', modernbert],
  ['muse_glimmer_vision', { axes: 2, maxContext: 1024 }],
  ['pe_audio_video_encoder', { theta: 20_000, headDim: 128, maxContext: 10_000 }],
  ['pe_video_encoder', { theta: 20_000, headDim: 128, maxContext: 10_000 }],
  ['qwen2_5_omni_dit', { headDim: 64, maxContext: 32_768 }],
  ['qwen2_5_omni_talker', { theta: 1_000_000, headDim: 128, maxContext: 32_768 }],
  ['qwen2_5_omni_text', { theta: 1_000_000, maxContext: 32_768 }],
  ['qwen3_omni_moe_talker_code_predictor', { headDim: 128, maxContext: 32_768 }],
  ['qwen3_omni_moe_text', { theta: 1_000_000, maxContext: 32_768 }],
  ['step3p5_vision', { axes: 2, maxContext: 2704 }],
  ['t5_gemma_module', { headDim: 256, maxContext: 8192 }],
  ['t5gemma2_decoder', gemma3],
  ['t5gemma2_text', gemma3],
  ['voxtral_realtime_encoder', { headDim: 64, maxContext: 1500 }],
  ...ofLength({
    blt_patcher: 8192,
    cohere_compass_text: 8192,
    deepseek_ocr2_encoder: 32_768,
    granite4_vision_text: 2048,
    granite_swa: 8192,
    kyutai_speech_to_text: 750,
    mimi: 8000,
    ministral: 131_072,
    qwen3_omni_moe_talker_text: 32_768,
    xcodec2: 4096,
  }),
];
