/**
 * Written by evidence/tables.mjs: model types of transformers 5.23.0 that the one of vLLM 0.33.0 does not know.
 */
// prettier-ignore
export const unrecognized: ReadonlySet<string> = new Set([
  'dots3_note_audio_encoder dots3_note_text dots3_note_vision_encoder gradium_phonon_tts granite_docling',
  'granite_docling_text granite_docling_vision inkling2 inkling2_text inkling2_vision internlm3 iquestcoder',
  'jev lfm3 lfm3_vl lfm3_vl_vision mimi_decoder mimi_encoder minicpm_ocr minicpm_ocr_vision mistral_large4',
  'mistral_large4_text nemo_speechlm nemotron3_5_transcribe_asr_audio nemotron3_5_transcribe_audio',
  'nemotron3_5_transcribe_word_timestamp pocket_tts pocket_tts_audio_tokenizer',
  'pocket_tts_audio_tokenizer_decoder pocket_tts_audio_tokenizer_encoder',
].flatMap((line) => line.split(' ')));
