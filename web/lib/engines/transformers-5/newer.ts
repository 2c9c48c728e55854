/**
 * Written by evidence/tables.mjs: model types of transformers 5.23.0 that came after decba1d2, whose classes were read.
 * How these treat positions is not known; class-defaults-newer.ts has the others.
 */
// prettier-ignore
const newer: ReadonlySet<string> = new Set([
  'canary canary_decoder dots3_note_audio_encoder dots3_note_vision_encoder edgetam_mask_decoder',
  'edgetam_prompt_encoder edgetam_video_mask_decoder edgetam_video_prompt_encoder embedding_gemma2',
  'embedding_gemma2_text esmfold2 flava_image_codebook fun_asr_nano_encoder glm5_next glm5_next_text',
  'glm5_next_vision got_ocr2_vision granite_docling_vision granite_speech5_ctc granite_speech5_encoder',
  'inkling2 inkling2_text inkling2_vision jev kimi_linear lfm3_vl_vision mimi_decoder mimi_encoder',
  'minicpm_ocr_vision minicpmv4_7_vision molmo2_adapter molmo2_vision moss_transcribe_diarize_audio',
  'muse_spark_audio muse_spark_vision nemo_speechlm nemotron3_5_transcribe_asr_audio',
  'nemotron3_5_transcribe_audio nemotron3_5_transcribe_word_timestamp nemotron3_diarization',
  'nemotron3_diarization_audio nemotron_h_omni neucodec ovis2_vision pocket_tts_audio_tokenizer',
  'pocket_tts_audio_tokenizer_decoder pocket_tts_audio_tokenizer_encoder pp_chart2table_vision',
  'pp_doclayout_v4 pp_formulanet_text pp_formulanet_vision qwen4_exp qwen4_exp_text qwen4_exp_vision',
  'sam2_mask_decoder sam2_prompt_encoder sam2_video_mask_decoder sam2_video_prompt_encoder',
  'sam3_tracker_mask_decoder sam3_tracker_prompt_encoder sam3_tracker_video_mask_decoder',
  'sam3_tracker_video_prompt_encoder sam_hq_mask_decoder sam_hq_prompt_encoder sam_mask_decoder',
  'sam_prompt_encoder slanext_vision unlimited_ocr_sam_vision_model unlimited_ocr_vision',
  'unlimited_ocr_vision_encoder vibevoice_diffusion',
].flatMap((line) => line.split(' ')));
export const isNewer = (type: string): boolean => newer.has(type);
