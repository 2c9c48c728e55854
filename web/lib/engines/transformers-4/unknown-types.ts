/**
 * Model types with rotary positions that transformers 5 has a class for and 4.57.6 has not: the difference of the
 * `model_type` of src/transformers/models/<name>/configuration_<name>.py at v4.57.6 and in versions of 2026.
 */
// prettier-ignore
export const onlyInFive: ReadonlySet<string> = new Set([
  'afmoe', 'axk1', 'cohere2_moe', 'cwm', 'deepseek_ocr2_text', 'deepseek_v32', 'deepseek_v4', 'eomt_dinov3',
  'ernie4_5_vl_moe', 'ernie4_5_vl_moe_text', 'eurobert', 'exaone4_5', 'exaone_moe', 'gemma4', 'gemma4_assistant',
  'gemma4_text', 'glm46v', 'glm4_moe_lite', 'glm_image', 'glm_image_text', 'glm_moe_dsa', 'glm_ocr', 'glm_ocr_text',
  'granite_swa', 'granitemoe_swa', 'higgs_audio_v2', 'hrm_text', 'hunyuan_vl', 'hunyuan_vl_text', 'hy_v3', 'hyperclovax',
  'jais2', 'jina_embeddings_v3', 'laguna', 'lasr_encoder', 'lfm2_moe', 'mellum', 'mimo_v2_flash', 'minicpm3', 'minimax_m2',
  'minimax_m3_vl', 'minimax_m3_vl_text', 'ministral3', 'mistral4', 'modernvbert', 'moonshine_streaming', 'nanochat',
  'nemotron_h', 'nomic_bert', 'olmo_hybrid', 'openai_privacy_filter', 'paddleocr_vl', 'paddleocr_vl_text',
  'pe_audio_encoder', 'qwen3_5', 'qwen3_5_moe', 'qwen3_5_moe_text', 'qwen3_5_text', 'qwen3_asr', 'solar_open', 'step3p5',
  'step3p7', 't5gemma2_text', 'timesfm2_5', 'voxtral_realtime', 'voxtral_realtime_text', 'youtu', 'zaya',
]);
