/**
 * Model width and number of heads for files that omit them, in classes that divide one by the other. Multimodal files
 * omit the text model's if they equal the class defaults (llava-1.5-7b-hf, Qwen2-Audio-7B). Source: the config.json
 * that each class of transformers 5.16.0.dev0 (decba1d2) writes (tests/golden/engines/transformers-classes.json and
 * -2.json); for dbrx and moonshine, which use other names, their configuration classes.
 */
export interface ClassSizes {
  readonly hidden: number;
  readonly heads: number;
}

/** hidden_size, num_attention_heads, and the model types that have them. */
const groups: readonly (readonly [number, number, string])[] = [
  [
    4096,
    32,
    `apertus bamba chameleon emu3_text_model evolla exaone4 exaone_moe falcon_h1 flex_olmo glm4v_text glm_image_text granite
    granite4_vision_text granitemoe granitemoe_swa granitemoehybrid granitemoeshared hunyuan_v1_dense hunyuan_v1_moe
    hunyuan_vl_text hyperclovax llama aria_text deepseek_ocr2_text minimax ministral mistral mixtral mllama_text_model moshi
    olmo olmo2 olmo3 phimoe qwen2`,
  ],
  [8192, 64, 'cohere cohere2 qwen2_5_vl_text qwen2_vl_text'],
  [6144, 64, 'gpt_neox'],
  [6144, 48, 'nemotron'],
  [4608, 32, 'dots1'],
  [4544, 71, 'falcon'],
  [4096, 96, 'glm4_moe glm4v_moe_text'],
  [4096, 64, 'persimmon'],
  [3840, 30, 'olmo_hybrid'],
  [3584, 28, 'qwen2_5_omni_text'],
  [3328, 26, 'jais2'],
  [3072, 32, 'phi3 phi4_multimodal voxtral_realtime_text'],
  [3072, 24, 'starcoder2'],
  [2560, 32, 'arcee gpt_neox_japanese lfm2 stablelm zamba2'],
  [2560, 10, 'recurrent_gemma'],
  [2560, 20, 'bitnet ernie4_5_moe granite_swa'],
  [2048, 32, 'csm diffllama kyutai_speech_to_text lfm2_moe phi qwen3_moe'],
  [2048, 16, 'dbrx olmoe qwen2_moe qwen3_vl_moe_text smollm3'],
  [1024, 16, 'glm_ocr_text jina_embeddings_v3 xcodec2'],
  [1024, 8, 'doge'],
  [768, 12, 'esm eurobert modernbert modernbert-decoder nomic_bert'],
  [768, 6, 'nanochat'],
  [512, 8, 'lasr_encoder mimi'],
  [320, 8, 'moonshine_streaming'],
  [288, 8, 'moonshine'],
];
const byType = new Map(
  groups.flatMap(([hidden, heads, types]) => types.split(/\s+/).map((type) => [type, { hidden, heads }] as const)),
);

/** Returns undefined if unknown. Older files give the text model the type of the whole, hence the `_text` look-up. */
export const sizesOf = (modelType: string | undefined): ClassSizes | undefined =>
  modelType === undefined ? undefined : (byType.get(modelType) ?? byType.get(`${modelType}_text`));
