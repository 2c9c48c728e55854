/**
 * Written by evidence/tables.mjs: model types of transformers 5.23.0 that came after decba1d2, whose classes were read;
 * these turn as the evidence says. Rows like those of class-defaults.ts, and types that a text model is part of.
 */
import type { Family } from './family.js';

// prettier-ignore
export const newerClasses: readonly (readonly [string, Family])[] = [
  ['bailing_hybrid', { theta: 6000000, latentDim: 64 }],
  ['beam', { headDim: 128, maxContext: 8192, ropeParameters: { sliding_attention: { rope_theta: 10000, rope_type: 'default' } }, layers: ['sliding_attention'] }],
  ['dots3_note_text', { latentDim: 64, maxContext: 524288, ropeParameters: { indexed_attention: { partial_rotary_factor: 0.25, rope_theta: 80000000, rope_type: 'default' }, sliding_attention: { partial_rotary_factor: 0.25, rope_theta: 50000, rope_type: 'default' } }, layers: ['indexed_attention', 'sliding_attention'] }],
  ['esmc', { headDim: 64, maxContext: 2048 }],
  ['flint', { headDim: 128, maxContext: 262144 }],
  ['gradium_phonon_tts', { headDim: 64, maxContext: 8192 }],
  ['granite_docling_text', { maxContext: 32768 }],
  ['gte', { theta: 160000, maxContext: 8192 }],
  ['hy_v4', { latentDim: 64, maxContext: 262144 }],
  ['internlm3', { headDim: 128, maxContext: 32768 }],
  ['iquestcoder', { headDim: 128, maxContext: 131072 }],
  ['kolibri1', { headDim: 128, maxContext: 262144 }],
  ['lfm3', { headDim: 128, maxContext: 128000, ropeParameters: { full_attention: { partial_rotary_factor: 0.5, rope_theta: 1000000, rope_type: 'proportional' }, sliding_attention: { rope_theta: 10000, rope_type: 'default' } }, layers: ['full_attention', 'sliding_attention'] }],
  ['mistral_large4_text', { latentDim: 64, maxContext: 1048576, ropeParameters: { attention_factor: 1, beta_fast: 32, beta_slow: 1, factor: 2048, original_max_position_embeddings: 512, rope_theta: 10000, rope_type: 'yarn' } }],
  ['molmo2_text', { headDim: 128, maxContext: 36864 }],
  ['muse_spark_text', { theta: 500000, headDim: 64, maxContext: 1048576 }],
  ['neomme', { headDim: 64, maxContext: 16384, ropeParameters: { full_attention: { partial_rotary_factor: 0.25, rope_theta: 1000000, rope_type: 'default' }, sliding_attention: { partial_rotary_factor: 1, rope_theta: 10000, rope_type: 'default' } }, layers: ['full_attention', 'sliding_attention'] }],
  ['pocket_tts', { headDim: 64, maxContext: 8192 }],
  ['ultrabert', { headDim: 128, maxContext: 32768, ropeParameters: { full_attention: { rope_theta: 2560000, rope_type: 'default' }, sliding_attention: { rope_theta: 10000, rope_type: 'default' } }, layers: ['full_attention', 'sliding_attention'] }],
  ['unlimited_ocr_text', { headDim: 128, maxContext: 32768 }],
];

// prettier-ignore
export const newerComposites: readonly string[] = [
  'dots3_note fun_asr_nano granite_docling hyperclovax_vision_v2 lfm3_vl minicpm_ocr minicpmv4_7',
  'mistral_large4 molmo2 moss_transcribe_diarize muse_spark ultravbert unlimited_ocr vibevoice',
].flatMap((line) => line.split(' '));
