/**
 * Differences among the configuration classes of exllamav3 (exllamav3/architecture at 4f8ad012); most use the raw
 * fields of the file. An architecture that is not listed has no class.
 */
export interface Architecture {
  /** Its class reads text_config, or for ForCausalLM the top of the file. */
  readonly nested?: boolean;
  /** Base if the file names none. */
  readonly theta?: number;
  /** Length if the top of the file names none. */
  readonly length?: number;
  /** Head width if the file names none, instead of hidden_size / num_attention_heads. */
  readonly headDim?: number;
  /** cos and sin get the ratio of the two mscales, and the logits mscale_all_dim, as in DeepSeek. */
  readonly mscaleRatio?: boolean;
  /** Layers with a sliding window are unscaled, with a fixed base of 10000 or with the base of the file. */
  readonly local?: 'own base' | 'unscaled';
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
  'AfmoeForCausalLM', 'ApertusForCausalLM', 'ArceeForCausalLM', 'CohereForCausalLM', 'Cohere2ForCausalLM', 'DeciLMForCausalLM',
  'Dots1ForCausalLM', 'Ernie4_5_ForCausalLM', 'Ernie4_5_MoeForCausalLM', 'Exaone4ForCausalLM', 'Gemma2ForCausalLM', 'Glm4ForCausalLM',
  'Glm4MoeForCausalLM', 'GptOssForCausalLM', 'HYV3ForCausalLM', 'HyperCLOVAXForCausalLM', 'IQuestCoderForCausalLM', 'LlamaForCausalLM',
  'MiMoForCausalLM', 'MiniMaxM2ForCausalLM', 'Ministral3ForCausalLM', 'MistralForCausalLM', 'MixtralForCausalLM', 'Qwen2ForCausalLM',
  'Qwen3ForCausalLM', 'Qwen3MoeForCausalLM', 'Qwen3NextForCausalLM', 'SeedOssForCausalLM', 'SmolLM3ForCausalLM', 'SolarOpenForCausalLM',
] as const;

export const architectures: ReadonlyMap<string, Architecture> = new Map<string, Architecture>([
  ...general.map((name) => [name, plain] as const),
  ['DeepseekV3ForCausalLM', { mscaleRatio: true }],
  ['Gemma3ForCausalLM', { theta: 1_000_000, headDim: 256, local: 'own base' }],
  [
    'Gemma3ForConditionalGeneration',
    { nested: true, theta: 1_000_000, length: 131_072, headDim: 256, local: 'own base' },
  ],
  ['Glm4vForConditionalGeneration', vision],
  ['Glm4vMoeForConditionalGeneration', vision],
  ['HCXVisionV2ForCausalLM', vision],
  ['Lfm2MoeForCausalLM', { theta: 1_000_000 }],
  ['Mistral3ForConditionalGeneration', vision],
  ['Olmo3ForCausalLM', { local: 'unscaled' }],
  ['OlmoHybridForCausalLM', plain],
  ['Phi3ForCausalLM', { byLength: true }],
  ['Qwen2_5_VLForConditionalGeneration', { theta: 5_000_000 }],
  ['Qwen3VLForConditionalGeneration', qwenVision],
  ['Qwen3VLMoeForConditionalGeneration', qwenVision],
  ['Qwen3_5ForCausalLM', { theta: 10_000_000 }],
  ['Qwen3_5MoeForCausalLM', { theta: 10_000_000 }],
  ['Qwen3_5ForConditionalGeneration', { nested: true, theta: 10_000_000 }],
  ['Qwen3_5MoeForConditionalGeneration', { nested: true, theta: 10_000_000 }],
  ['DFlashDraftModel', unread],
  ['DFlashLagunaForCausalLM', unread],
  ['DeepseekV4ForCausalLM', unread],
  ['Gemma4ForConditionalGeneration', unread],
  ['Gemma4UnifiedForConditionalGeneration', unread],
  ['LagunaForCausalLM', unread],
  ['NanoChatForCausalLM', unread],
  ['NemotronHForCausalLM', unread],
  ['Step3p5ForCausalLM', unread],
  ['Step3p7ForConditionalGeneration', unread],
]);
