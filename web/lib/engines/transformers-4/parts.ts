/**
 * Written by evidence/tables.mjs: model types of parts, which transformers 4.57.6 does not load by themselves.
 */
// prettier-ignore
export const parts: ReadonlySet<string> = new Set([
  'EvollaModel aimv2_text_model align_text_model align_vision_model altclip_text_model altclip_vision_model',
  'blip_2_vision_model blip_text_model blip_vision_model blt_global_transformer blt_local_decoder',
  'blt_local_encoder blt_patcher bridgetower_text_model bridgetower_vision_model chameleon_vqgan',
  'chinese_clip_text_model clap_audio_model clap_text_model clipseg_text_model clipseg_vision_model',
  'clvp_decoder clvp_encoder csm_depth_decoder_model dia_decoder dia_encoder emu3_text_model emu3_vqgan',
  'flava_image_codebook flava_image_model flava_multimodal_model flava_text_model florence_vision',
  'git_vision_model granite_speech_encoder groupvit_text_model groupvit_vision_model idefics2_perceiver',
  'idefics2_vision idefics_perciever idefics_vision instructblip_qformer instructblip_vision_model',
  'instructblipvideo_qformer instructblipvideo_vision_model janus_vision_model janus_vqgan',
  'kosmos_2_5_text_model kosmos_2_5_vision_model kosmos_2_text_model kosmos_2_vision_model',
  'llama4_vision_model metaclip_2_text_model metaclip_2_vision_model mlcd_vision_model mllama_text_model',
  'mllama_vision_model moshi_depth musicgen_decoder musicgen_melody_decoder owlv2_text_model',
  'owlv2_vision_model owlvit_text_model owlvit_vision_model phi4_multimodal_audio phi4_multimodal_vision',
  'pix2struct_text_model pix2struct_vision_model qwen2_5_omni_audio_encoder qwen2_5_omni_bigvgan',
  'qwen2_5_omni_dit qwen2_5_omni_talker qwen2_5_omni_text qwen2_5_omni_thinker qwen2_5_omni_token2wav',
  'qwen2_5_omni_vision_encoder qwen3_omni_moe_audio_encoder qwen3_omni_moe_talker_code_predictor',
  'qwen3_omni_moe_talker_text qwen3_omni_moe_text qwen3_omni_moe_thinker qwen3_omni_moe_vision_encoder',
  'siglip2_text_model siglip_text_model t5_gemma_module xclip_text_model xclip_vision_model',
].flatMap((line) => line.split(' ')));
