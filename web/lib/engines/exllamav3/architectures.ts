/**
 * Differences among the configuration classes of exllamav3 (exllamav3/architecture of 1.6.5); most use the raw
 * fields of the file. An architecture that is not listed has no class.
 */
export interface Architecture {
  /** Its class reads text_config; the others read the top of the file. */
  readonly nested?: boolean;
  /** Base if the file names none. */
  readonly theta?: number;
  /** Length if the top of the file names none. */
  readonly length?: number;
  /** Head width if the file names none, instead of hidden_size / num_attention_heads. */
  readonly headDim?: number;
  /** Attention is latent: its class needs qk_rope_head_dim, and refuses expert groups if it has any. */
  readonly latent?: boolean;
  /** cos and sin get the ratio of the two mscales, and the logits mscale_all_dim, as in DeepSeek. */
  readonly mscaleRatio?: boolean;
  /** Layers with a sliding window are unscaled, with a fixed base of 10000 or with the base of the file. */
  readonly local?: 'own base' | 'unscaled';
  /** Which of its layers rotate, if not all of them. */
  readonly rotates?: 'windows' | 'sliding_attention' | 'no_rope_layers' | 'layer_rope_theta';
  /** It chooses the list of LongRoPE by its starting length; the others by the length of the file. */
  readonly byLength?: boolean;
  /** Its rules were not read. */
  readonly unread?: boolean;
}

const plain: Architecture = {};
const vision: Architecture = { nested: true };
const qwenVision: Architecture = { nested: true, theta: 5_000_000 };
const unread: Architecture = { unread: true };

// prettier-ignore
const general = [
  'ApertusForCausalLM', 'ArceeForCausalLM', 'CohereForCausalLM', 'DeciLMForCausalLM', 'Dots1ForCausalLM', 'Ernie4_5_ForCausalLM',
  'Ernie4_5_MoeForCausalLM', 'Gemma2ForCausalLM', 'Glm4ForCausalLM', 'Glm4MoeForCausalLM', 'GptOssForCausalLM', 'HYV3ForCausalLM',
  'HyperCLOVAXForCausalLM', 'IQuestCoderForCausalLM', 'LlamaForCausalLM', 'MiMoForCausalLM', 'MiniMaxM2ForCausalLM',
  'Ministral3ForCausalLM', 'MistralForCausalLM', 'MixtralForCausalLM', 'MuseGlimmerAssistantModel', 'OlmoHybridForCausalLM',
  'Qwen2ForCausalLM', 'Qwen3ForCausalLM', 'Qwen3MoeForCausalLM', 'Qwen3NextForCausalLM', 'SeedOssForCausalLM', 'SolarOpenForCausalLM',
] as const;

// prettier-ignore
const notRead = [
  'BailingMoeV3ForCausalLM', 'DFlashDraftModel', 'DFlash2DraftModel', 'DFlashLagunaForCausalLM', 'DeepseekV4ForCausalLM',
  'Gemma4AssistantForCausalLM', 'Gemma4ForConditionalGeneration', 'Gemma4UnifiedForConditionalGeneration',
  'Glm5NextForConditionalGeneration', 'KimiLinearForCausalLM', 'LagunaForCausalLM', 'MiMoV2ForCausalLM', 'NemotronHForCausalLM',
  'NemotronH_Omni_Reasoning_V3', 'Qwen4ExpForConditionalGeneration', 'Spark2_5ForCausalLM', 'Step3p5ForCausalLM',
  'Step3p7ForConditionalGeneration',
] as const;

export const architectures: ReadonlyMap<string, Architecture> = new Map<string, Architecture>([
  ...general.map((name) => [name, plain] as const),
  ['AfmoeForCausalLM', { rotates: 'sliding_attention' }],
  ['Cohere2ForCausalLM', { rotates: 'windows' }],
  ['DeepseekV3ForCausalLM', { latent: true, mscaleRatio: true }],
  ['Exaone4ForCausalLM', { rotates: 'windows' }],
  ['Gemma3ForCausalLM', { theta: 1_000_000, headDim: 256, local: 'own base' }],
  [
    'Gemma3ForConditionalGeneration',
    { nested: true, theta: 1_000_000, length: 131_072, headDim: 256, local: 'own base' },
  ],
  ['Glm4MoeLiteForCausalLM', { latent: true }],
  ['GlmMoeDsaForCausalLM', { latent: true }],
  ['Glm4vForConditionalGeneration', vision],
  ['Glm4vMoeForConditionalGeneration', vision],
  ['HCXVisionV2ForCausalLM', vision],
  ['Lfm2ForCausalLM', { theta: 1_000_000 }],
  ['Lfm2MoeForCausalLM', { theta: 1_000_000 }],
  ['Lfm2VlForConditionalGeneration', { nested: true, theta: 1_000_000 }],
  ['Mistral3ForConditionalGeneration', vision],
  ['MuseGlimmerForConditionalGeneration', { nested: true, theta: 500_000, rotates: 'layer_rope_theta' }],
  ['Olmo3ForCausalLM', { local: 'unscaled' }],
  ['Phi3ForCausalLM', { byLength: true }],
  ['Qwen2_5_VLForConditionalGeneration', { theta: 5_000_000 }],
  ['Qwen3VLForConditionalGeneration', qwenVision],
  ['Qwen3VLMoeForConditionalGeneration', qwenVision],
  ['Qwen3_5ForCausalLM', { theta: 10_000_000 }],
  ['Qwen3_5MoeForCausalLM', { theta: 10_000_000 }],
  ['Qwen3_5ForConditionalGeneration', { nested: true, theta: 10_000_000 }],
  ['Qwen3_5MoeForConditionalGeneration', { nested: true, theta: 10_000_000 }],
  ['SmolLM3ForCausalLM', { rotates: 'no_rope_layers' }],
  ...notRead.map((name) => [name, unread] as const),
]);
