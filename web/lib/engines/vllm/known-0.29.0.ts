/**
 * Written by web/tools/engine-types.py from model_executor/models/registry.py of vLLM 0.29.0 and models/auto of
 * transformers 5.16.1: model types that rotate there, and for which the engine has no class of its own.
 */
// prettier-ignore
export const withoutClass: ReadonlySet<string> = new Set([
  'axk2 bamba bitnet blt chameleon cohere_compass csm diffllama dinov3_vit doge dots1 efficientloftr',
  'eomt_dinov3 esm eurobert evolla flex_olmo glm_image gpt_neox_japanese helium higgs_audio_v2',
  'hunyuan_v1_dense hunyuan_v1_moe hunyuan_vl jetmoe jina_embeddings_v3 mimi minimax ministral mistral4',
  'modernbert-decoder moonshine moonshine_streaming moshi musicflamingo nanochat olmo olmo2 olmo3 persimmon',
  'phi4_multimodal pixtral recurrent_gemma sapiens2 smollm3 solar_open starcoder2 t5gemma2 timesfm2_5',
  'vaultgemma voxtral_realtime xcodec2 youtu zaya',
].flatMap((line) => line.split(' ')));

/**
 * Model types for which it has a configuration class, in addition to those of transformers.
 */
// prettier-ignore
export const modelTypes: ReadonlySet<string> = new Set([
  'afmoe axk1 bagel chatglm colpali colqwen3 cosmos3_edge cosmos3_omni deepseek_v32 deepseek_v4',
  'deepseek_vl_v2 diffusion_gemma dots3_note eagle funaudiochat granite4_vision hy_v3 hy_v4 hyperclovax',
  'inkling_mm_model inkling_model isaac k3_dspark kimi_k2 kimi_k25 kimi_k3 kimi_linear kimi_vl laguna',
  'lfm2_moe medusa mellum midashenglm minimax_m3_mtp minimax_m3_vl mlp_speculator modernvbert moondream3',
  'moss_transcribe_diarize muse_glimmer muse_glimmer_assistant muse_glimmer_text muse_glimmer_vision',
  'nemotron olmo_hybrid openvla ops_colqwen3 ovis qianfan_ocr qwen3_5 qwen3_5_moe qwen3_5_moe_text',
  'qwen3_5_text qwen3_asr qwen3_next qwen3_vl_nemotron_embed qwen4_exp qwen4_exp_text RefinedWeb',
  'RefinedWebModel speculators step3_text step3_vl step3p5 ultravox unlimited-ocr',
].flatMap((line) => line.split(' ')));
