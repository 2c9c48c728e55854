/**
 * Model types that optimum-intel exports as text models (optimum/exporters/openvino/model_configs.py at e1de5bee):
 * `five` if transformers 5 can be traced, `four` if MAX_TRANSFORMERS_VERSION of their class is a version 4.
 */
const five = [
  'qwen2 qwen2_moe qwen3 qwen3_moe qwen3_vl_text smollm3 mixtral gemma gpt_oss arcee cohere cohere2 starcoder2 olmo phi phi3',
  'phimoe falcon persimmon gptj codegen mistral gpt_neox gpt_neox_japanese gemma2 gemma3_text gemma3n_text gemma4_text',
  'gemma4_unified_text muse_glimmer_text glm glm4 granite granitemoe granitemoehybrid lfm2 lfm2_moe afmoe hunyuan_v1_dense',
  'qwen3_5_text qwen3_5_moe_text qwen2_vl qwen2_5_vl stablelm olmo2',
];
const four = ['llama exaone4 bitnet dbrx deepseek_v2 deepseek_v3 llama4_text zamba2 qwen3_next'];
/** Types whose code comes with the model and was not read. */
const own = [
  'baichuan minicpm minicpm3 ouro chatglm exaone qwen internlm internlm2 orion aquila xverse arctic deci deepseek',
];
export type Traced = 'four' | 'five' | 'own';
const each = (lines: readonly string[], traced: Traced): (readonly [string, Traced])[] =>
  lines.flatMap((line) => line.split(' ').map((type) => [type, traced] as const));

export const exported: ReadonlyMap<string, Traced> = new Map([
  ...each(five, 'five'),
  ...each(four, 'four'),
  ...each(own, 'own'),
]);

/** deepseek_v3_attn_forward and its relatives call scaled_dot_product_attention without the scale of the model. */
export const withoutScale: ReadonlySet<string> = new Set(['deepseek_v2', 'deepseek_v3']);
