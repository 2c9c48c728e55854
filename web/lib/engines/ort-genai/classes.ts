/**
 * The classes of onnxruntime-genai's model builder that create_model chooses by the first name in architectures
 * (a0c04eb1). An architecture that is not listed has none.
 */
export interface BuilderClass {
  /** The text model is taken from text_config. */
  readonly nested?: boolean;
  /**
   * plain: Model itself, which reads beta_fast, linear and sections. llama: LlamaModel, which reads only
   * low_freq_factor. two lists: LongRoPE. phi3: two lists if the length is not the trained one. phimoe: two lists, but
   * without the method that reads them. gpt-oss: always YaRN. gemma3: a field of transformers 4. alpha: HunYuan's.
   * sections: frequencies for M-RoPE, which only linear scaling affects.
   */
  readonly kind: 'plain' | 'llama' | 'two lists' | 'phi3' | 'phimoe' | 'gpt-oss' | 'gemma3' | 'alpha' | 'sections';
  /** Its rules were not read. */
  readonly unread?: boolean;
}

const plain: BuilderClass = { kind: 'plain' };
const llama: BuilderClass = { kind: 'llama' };
const unread: BuilderClass = { kind: 'plain', unread: true };
const sections: BuilderClass = { kind: 'sections', nested: true };

// prettier-ignore
const general = [
  'Gemma2ForCausalLM', 'GemmaForCausalLM', 'GraniteForCausalLM', 'GraniteMoeHybridForCausalLM', 'InternLM2ForCausalLM', 'Lfm2ForCausalLM',
  'MistralForCausalLM', 'OlmoForCausalLM', 'PhiForCausalLM', 'Qwen2ForCausalLM', 'Qwen3ForCausalLM', 'VideoChatFlashQwenForCausalLM',
] as const;

export const classes: ReadonlyMap<string, BuilderClass> = new Map<string, BuilderClass>([
  ...general.map((name) => [name, plain] as const),
  ['Mistral3ForConditionalGeneration', { kind: 'plain', nested: true }],
  ['LlamaForCausalLM', llama],
  ['NemotronForCausalLM', llama],
  ['SmolLM3ForCausalLM', llama],
  ['GptOssForCausalLM', { kind: 'gpt-oss' }],
  ['Gemma3ForCausalLM', { kind: 'gemma3' }],
  ['Gemma3ForConditionalGeneration', { kind: 'gemma3', nested: true }],
  ['HunYuanDenseV1ForCausalLM', { kind: 'alpha' }],
  ['Phi3ForCausalLM', { kind: 'phi3' }],
  ['Phi3VForCausalLM', { kind: 'two lists' }],
  ['Phi4MMForCausalLM', { kind: 'two lists' }],
  ['PhiMoEForCausalLM', { kind: 'phimoe' }],
  ['Qwen2_5_VLForConditionalGeneration', sections],
  ['Qwen3VLForConditionalGeneration', sections],
  ['Qwen3_5ForConditionalGeneration', sections],
  ['Qwen3_5MoeForConditionalGeneration', sections],
  ['ChatGLMForConditionalGeneration', unread],
  ['ChatGLMModel', unread],
  ['Ernie4_5ForCausalLM', unread],
  ['Phi3SmallForCausalLM', unread],
]);
