/**
 * Written by web/tools/engine-types.py from model_executor/models/registry.py of vLLM 0.33.0 and models/auto of
 * transformers 5.20.2: model types that rotate there, and for which the engine has no class of its own.
 */
// prettier-ignore
export const withoutClass: ReadonlySet<string> = new Set([
  'arcee axk2 bamba bitnet blt chameleon csm cwm diffllama dinov3_vit doge dots1 efficientloftr eomt_dinov3',
  'esm eurobert evolla flex_olmo glm glm_image gpt_neox gpt_neox_japanese helium higgs_audio_v2',
  'hunyuan_v1_dense hunyuan_v1_moe hunyuan_vl jais2 jetmoe jina_embeddings_v3 mellum mimi minimax ministral',
  'mistral4 modernbert-decoder moonshine moonshine_streaming moshi musicflamingo nanochat olmo olmo2 olmo3',
  'persimmon phi phi4_multimodal pixtral recurrent_gemma sapiens2 seed_oss smollm3 solar_open starcoder2',
  't5gemma2 timesfm2_5 vaultgemma voxtral_realtime xcodec2 youtu zaya',
].flatMap((line) => line.split(' ')));

/**
 * Model types for which it has a configuration class, in addition to those of transformers.
 */
// prettier-ignore
export const modelTypes: ReadonlySet<string> = new Set([
  'alpamayo2_super bagel bailing_moe_v3_vl beam chatglm colqwen3 deepseek_v32 deepseek_v41 deepseek_vl_v2',
  'dory dots3_note eagle flint funaudiochat hy_v4 hyperclovax inkling_mm_model inkling_model isaac k3_dspark',
  'kimi_k2 kimi_k25 kimi_k3 kimi_linear kimi_vl midashenglm minimax_m3_mtp minimax_m3_vl moondream3',
  'moss_transcribe_diarize muse_spark muse_spark_audio muse_spark_dspark muse_spark_text muse_spark_vision',
  'musespark1x_text openvla ops_colqwen3 ovis qwen3_asr qwen3_vl_nemotron_embed RefinedWeb RefinedWebModel',
  'speculators step3_text step3_vl step3p5 step5 step5_vl ultravbert ultravox unlimited-ocr unlimited_ocr',
].flatMap((line) => line.split(' ')));
