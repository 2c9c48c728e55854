/** Model classes of LMDeploy's PyTorch engine by architecture (module_map.py of 0.18.0). An architecture that is not listed has none. */
export interface ModelClass {
  /** The text model is taken from text_config. */
  readonly nested?: boolean;
  /** Attention is latent. */
  readonly latent?: boolean;
  /** Its two tables are those of gemma.py. */
  readonly gemma3?: boolean;
  /** Why its rules are not known. */
  readonly unread?: string;
}
const plain: ModelClass = {};
const nested: ModelClass = { nested: true };
const latent: ModelClass = { latent: true };
const notExecuted: ModelClass = { unread: 'was not executed' };

// prettier-ignore
const general = [
  'Gemma2ForCausalLM', 'GemmaForCausalLM', 'Glm4ForCausalLM', 'Glm4MoeForCausalLM', 'GptOssForCausalLM', 'HYV3ForCausalLM',
  'InternLM2ForCausalLM', 'InternLM3ForCausalLM', 'LlamaForCausalLM', 'MistralForCausalLM', 'MixtralForCausalLM', 'Phi3ForCausalLM',
  'Qwen2ForCausalLM', 'Qwen2MoeForCausalLM', 'Qwen3ForCausalLM', 'Qwen3MoeForCausalLM', 'Qwen3NextForCausalLM',
] as const;
// prettier-ignore
const composites = [
  'Llama4ForConditionalGeneration', 'LlavaForConditionalGeneration', 'LlavaNextForConditionalGeneration', 'Glm4vForConditionalGeneration',
  'Qwen2VLForConditionalGeneration', 'Qwen2_5_VLForConditionalGeneration', 'Qwen3VLForConditionalGeneration',
  'Qwen3VLMoeForConditionalGeneration', 'Qwen3_5ForConditionalGeneration', 'Qwen3_5MoeForConditionalGeneration',
  'InternVLForConditionalGeneration', 'InternS1ForConditionalGeneration',
] as const;
// prettier-ignore
const others = [
  'ChatGLMForConditionalGeneration', 'GlmMoeDsaForCausalLM', 'DeepseekForCausalLM', 'DeepseekV32ForCausalLM', 'DeepseekV4ForCausalLM',
  'DeepseekVLV2ForCausalLM', 'InternS2PreviewForConditionalGeneration', 'InternS2PreviewForCausalLM', 'MetaMoeForConditionalGeneration',
  'InternS2MobiusForConditionalGeneration', 'InternS2MobiusForCausalLM', 'Qwen3OmniMoeForConditionalGeneration', 'CogVLMForCausalLM',
  'InternVLChatModel', 'InternS1ProForConditionalGeneration', 'InternS1_1_ForConditionalGeneration', 'Phi3VForCausalLM',
  'PhiMoEForCausalLM', 'MiniCPM3ForCausalLM', 'MiniCPMV', 'InternLM2ForRewardModel', 'Qwen2ForRewardModel', 'SDARForCausalLM',
  'SDARMoeForCausalLM', 'EagleLlamaForCausalLM', 'Eagle3LlamaForCausalLM', 'Eagle3DeepseekV2ForCausalLM', 'DeepseekMTPModel',
  'DeepseekV32MTPModel', 'Glm4MoeMTPModel', 'GlmMoeDsaMTPModel', 'HYV3MTP', 'Qwen3_5MTPModel',
] as const;

export const classes: ReadonlyMap<string, ModelClass> = new Map<string, ModelClass>([
  ...general.map((name) => [name, plain] as const),
  ...composites.map((name) => [name, nested] as const),
  ...others.map((name) => [name, notExecuted] as const),
  ['DeepseekV2ForCausalLM', latent],
  ['DeepseekV3ForCausalLM', latent],
  ['Glm4MoeLiteForCausalLM', latent],
  ['KimiK25ForConditionalGeneration', { nested: true, latent: true }],
  ['Kimi_K25ForConditionalGeneration', { nested: true, latent: true }],
  ['Gemma3ForCausalLM', { gemma3: true }],
  ['Gemma3ForConditionalGeneration', { nested: true, gemma3: true }],
]);
