/**
 * The classes of onnxruntime-genai's model builder that create_model chooses by the first name in architectures
 * (builder.py of 0.18.0). An architecture that is not listed has none.
 */
type Kind =
  | 'plain'
  | 'llama'
  | 'smollm3'
  | 'two lists'
  | 'phi3'
  | 'phimoe'
  | 'gpt-oss'
  | 'gemma3'
  | 'alpha'
  | 'sections'
  | 'ernie';

export interface BuilderClass {
  /** The text model is taken from text_config. */
  readonly nested?: boolean;
  /**
   * Its make_rope_init. plain: that of Model, which reads default, linear and yarn. llama: llama3 alone. smollm3: the
   * same, but layers without positions raise. two lists: LongRoPE. phi3: two lists if the length is not the trained one.
   * phimoe: two lists, but without the method that reads them. gpt-oss: always YaRN. gemma3: a field of transformers 4.
   * alpha: HunYuan's. sections: that of Model, with positions on three axes. ernie: that of Model and compression_ratio.
   */
  readonly kind: Kind;
  /** Why its rules are not known. */
  readonly unread?: string;
}

const plain: BuilderClass = { kind: 'plain' };
const llama: BuilderClass = { kind: 'llama' };
const sections: BuilderClass = { kind: 'sections', nested: true };
const notExecuted: BuilderClass = { kind: 'plain', unread: 'was not executed' };
const gemma4: BuilderClass = {
  kind: 'plain',
  nested: true,
  unread: 'reads head_dim, which transformers 5.23.0 keeps for single layers: it was not executed',
};

// prettier-ignore
const general = [
  'Gemma2ForCausalLM', 'GemmaForCausalLM', 'GraniteForCausalLM', 'Lfm2ForCausalLM', 'Lfm2MoeForCausalLM',
  'MistralForCausalLM', 'OlmoForCausalLM', 'PhiForCausalLM', 'Qwen2ForCausalLM', 'Qwen3ForCausalLM',
] as const;

export const classes: ReadonlyMap<string, BuilderClass> = new Map<string, BuilderClass>([
  ...general.map((name) => [name, plain] as const),
  ['Mistral3ForConditionalGeneration', { kind: 'plain', nested: true }],
  ['Lfm2VlForConditionalGeneration', { kind: 'plain', nested: true }],
  ['LlamaForCausalLM', llama],
  ['NemotronForCausalLM', llama],
  ['SmolLM3ForCausalLM', { kind: 'smollm3' }],
  ['Ernie4_5ForCausalLM', { kind: 'ernie' }],
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
  ['Gemma4ForConditionalGeneration', gemma4],
  ['Gemma4UnifiedForConditionalGeneration', gemma4],
  ['GraniteMoeHybridForCausalLM', notExecuted],
  ['InternLM2ForCausalLM', notExecuted],
  ['Lfm2AudioForConditionalGeneration', notExecuted],
  ['VideoChatFlashQwenForCausalLM', notExecuted],
  ['ChatGLMForConditionalGeneration', notExecuted],
  ['ChatGLMModel', notExecuted],
  ['Phi3SmallForCausalLM', notExecuted],
  ['WhisperForConditionalGeneration', notExecuted],
]);
