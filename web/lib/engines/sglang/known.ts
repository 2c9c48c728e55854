/**
 * Written by web/tools/engine-types.py from srt/models/*.py of SGLang 0.5.23 and models/auto of
 * transformers 5.19.0: model types that rotate there, and for which the engine has no class of its own.
 */
// prettier-ignore
export const withoutClass: ReadonlySet<string> = new Set([
  'aria axk1 axk2 bamba bitnet blt chameleon cohere_compass csm cwm deepseek_ocr2 diffllama dinov3_vit doge',
  'dots1 efficientloftr eomt_dinov3 esm eurobert evolla falcon flex_olmo glm gpt_neox gpt_neox_japanese',
  'helium higgs_audio_v2 hunyuan_vl hyperclovax jais2 jetmoe jina_embeddings_v3 mimi minimax ministral',
  'mistral4 modernbert modernbert-decoder moonshine moonshine_streaming moshi musicflamingo nanochat',
  'nemotron nomic_bert olmo_hybrid openai_privacy_filter phi4_multimodal qwen2_5_omni recurrent_gemma',
  'sapiens2 seed_oss smollm3 solar_open t5gemma2 timesfm2_5 vaultgemma voxtral_realtime xcodec2 youtu zamba2',
].flatMap((line) => line.split(' ')));

/**
 * Model types for which it has a configuration class, in addition to those of transformers.
 */
// prettier-ignore
export const modelTypes: ReadonlySet<string> = new Set([
  'afmoe bailing_hybrid bailing_moe_v3_vl bailingmm_moe_v2_lite beam chatglm dbrx deepseek-ocr deepseek_v32',
  'deepseek_v4 deepseek_vl_v2 dots3_note dots_ocr dots_vlm exaone falcon_h1 falcon_mamba gemma4_unified',
  'gigachat3_5 glm5_next glm5_next_text granitemoehybrid hy_v4 inkling_audio_model inkling_mm_model',
  'inkling_model inkling_vision_model intern_s2_preview interns2_mobius interns2_mobius_text internvl_chat',
  'iquest_q1 iquest_q1_mtp jet_nemotron jet_vlm k2_horizon kimi_k2 kimi_k25 kimi_k3 kimi_linear kimi_vl',
  'laguna locateanything longcat_flash mamba mamba2 mellum minicpm_sala minicpmv4_6 minicpmv4_6_vision',
  'minicpmv4_7 minimax_m3_vl multi_modality muse_glimmer muse_glimmer_assistant nanbeige nemotron_h',
  'nemotron_h_omni nemotron_h_puzzle NemotronH_Nano_Omni_Reasoning_V3 NemotronH_Nano_VL_V2 olmo3 qwen3_5',
  'qwen3_5_moe qwen3_5_moe_text qwen3_5_text qwen3_next qwen4_exp qwen4_exp_text spark2_5 step3_vl step3p5',
  'step3p7 xllm',
].flatMap((line) => line.split(' ')));
