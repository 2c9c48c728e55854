/**
 * Written by evidence/tables.mjs: model types of other releases that the transformers of SGLang 0.5.23 does not know.
 */
// prettier-ignore
export const unrecognized: ReadonlySet<string> = new Set([
  'code_llama dots3_note_audio_encoder dots3_note_text dots3_note_vision_encoder edgetam_mask_decoder',
  'edgetam_prompt_encoder edgetam_video_mask_decoder edgetam_video_prompt_encoder flava_image_codebook flint',
  'got_ocr2_vision gradium_phonon_tts granite_docling granite_docling_text granite_docling_vision',
  'granitevision inkling2 inkling2_text inkling2_vision internlm3 iquestcoder jev kolibri1 lfm3 lfm3_vl',
  'lfm3_vl_vision mega mimi_decoder mimi_encoder minicpm_ocr minicpm_ocr_vision mistral_large4',
  'mistral_large4_text molmo2 molmo2_adapter molmo2_text molmo2_vision moss_transcribe_diarize',
  'moss_transcribe_diarize_audio nemo_speechlm nemotron3_5_transcribe_asr_audio nemotron3_5_transcribe_audio',
  'nemotron3_5_transcribe_word_timestamp open-llama ovis2_vision pocket_tts pocket_tts_audio_tokenizer',
  'pocket_tts_audio_tokenizer_decoder pocket_tts_audio_tokenizer_encoder pp_chart2table_vision',
  'pp_doclayout_v4 pp_formulanet_text pp_formulanet_vision sam2_mask_decoder sam2_prompt_encoder',
  'sam2_video_mask_decoder sam2_video_prompt_encoder sam3_tracker_mask_decoder sam3_tracker_prompt_encoder',
  'sam3_tracker_video_mask_decoder sam3_tracker_video_prompt_encoder sam_hq_mask_decoder',
  'sam_hq_prompt_encoder sam_mask_decoder sam_prompt_encoder slanext_vision ultrabert ultravbert',
  'unlimited_ocr unlimited_ocr_sam_vision_model unlimited_ocr_text unlimited_ocr_vision',
  'unlimited_ocr_vision_encoder vibevoice_diffusion',
].flatMap((line) => line.split(' ')));
