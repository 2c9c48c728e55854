/**
 * Written by evidence/tables.mjs: model types that vLLM 0.29.0 refuses, with neither a class nor one of transformers.
 */
// prettier-ignore
export const unsupported: ReadonlySet<string> = new Set([
  'aimv2 aimv2_vision_model align autoformer bamba bark bart big_bird bigbird_pegasus biogpt bit blenderbot',
  'blenderbot-small blip blt bridgetower bros canine clap clvp codegen colqwen2 convbert convnext convnextv2',
  'cpmant cvt dab-detr dac data2vec-audio data2vec-vision deberta deberta-v2 decision_transformer',
  'deepseek_vl deepseek_vl_hybrid depth_anything depth_pro dia dinov3_convnext dpr efficientloftr',
  'efficientnet encodec encoder-decoder eomt eomt_dinov3 evolla fastspeech2_conformer',
  'fastspeech2_conformer_with_hifigan flaubert flava florence2 fnet focalnet fsmt funnel gemma3n_vision git',
  'gpt_neo gpt_neox_japanese grounding-dino groupvit hgnet_v2 hiera hubert ibert imagegpt informer janus',
  'layoutlm layoutlmv2 layoutlmv3 led lightglue lilt longformer longt5 luke m2m_100 marian markuplm',
  'mask2former maskformer mbart megatron-bert mgp-str mm-grounding-dino mobilenet_v1 mobilenet_v2 mobilevit',
  'mobilevitv2 moonshine moonshine_streaming mpnet mpt mra mt5 mvp nllb-moe nystromformer omdet-turbo',
  'oneformer openai-gpt patchtsmixer patchtst pegasus pegasus_x perceiver pix2struct plbart poolformer',
  'pop2piano pp_formulanet pp_lcnet pp_lcnet_v3 pp_lcnet_v4 pp_ocrv5_mobile_det pp_ocrv5_server_det',
  'pp_ocrv6_medium_det pp_ocrv6_small_det prompt_depth_anything prophetnet qwen2_5_vl_vision',
  'qwen2_audio_encoder qwen3_5_moe_vision qwen3_5_vision qwen4_exp_vision radio reformer regnet rembert',
  'resnet roformer rt_detr_resnet rwkv sam sam_hq sam_hq_vision_model sam_vision_model seamless_m4t',
  'seamless_m4t_v2 seggpt sew sew-d slanet slanext speech-encoder-decoder speech_to_text speecht5 splinter',
  'squeezebert superglue superpoint swiftformer switch_transformers t5 table-transformer tapas textnet',
  'time_series_transformer timesfm timesfm2_5 timesformer timm_backbone timm_wrapper tipsv2_dpt trocr tvp',
  'udop umt5 unispeech unispeech-sat univnet upernet uvdoc uvdoc_backbone vibevoice_acoustic_tokenizer',
  'vibevoice_acoustic_tokenizer_decoder vibevoice_acoustic_tokenizer_encoder videomt vilt',
  'vision-encoder-decoder vision-text-dual-encoder visual_bert vitdet vitmatte vitpose vitpose_backbone vits',
  'vjepa2 voxtral_realtime_text wav2vec2 wavlm xcodec xglm xlm xlnet xlstm yoso zamba zoedepth',
].flatMap((line) => line.split(' ')));
