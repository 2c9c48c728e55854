/** Model types that keras-hub converts (utils/transformers/preset_loader.py at 71453d08), of text models with rotary positions. */
export interface Converter {
  /**
   * base: rope_theta alone. llama: and llama3 of rope_scaling. yarn: gpt-oss. gemma: 10000 whatever the file says. gemma3:
   * 10000 and 1000000, and a factor. partial: rope_theta and the fraction.
   */
  readonly kind: 'base' | 'llama' | 'yarn' | 'gemma' | 'gemma3' | 'partial';
  /** The width of a head is read from head_dim, which has to be there or not, or always hidden_size / num_attention_heads. */
  readonly head: 'required' | 'optional' | 'derived';
  readonly executed?: boolean;
  /** Its own rules were not followed. */
  readonly unread?: boolean;
}

const unread: Converter = { kind: 'base', head: 'optional', unread: true };

export const converters: ReadonlyMap<string, Converter> = new Map<string, Converter>([
  ['llama', { kind: 'llama', head: 'derived', executed: true }],
  ['gpt_oss', { kind: 'yarn', head: 'optional', executed: true }],
  ['gemma', { kind: 'gemma', head: 'required' }],
  ['gemma2', { kind: 'gemma', head: 'required' }],
  ['gemma3', { kind: 'gemma3', head: 'required', executed: true }],
  ['gemma3_text', { kind: 'gemma3', head: 'required', executed: true }],
  ['mistral', { kind: 'base', head: 'optional' }],
  ['mixtral', { kind: 'base', head: 'derived', executed: true }],
  ['qwen2', { kind: 'base', head: 'derived', executed: true }],
  ['qwen2_moe', { kind: 'base', head: 'derived' }],
  ['qwen3', { kind: 'base', head: 'required', executed: true }],
  ['qwen3_moe', { kind: 'base', head: 'required', executed: true }],
  ['qwen3_5', { kind: 'partial', head: 'required', executed: true }],
  ['qwen3_5_moe', { kind: 'partial', head: 'required' }],
  ['smollm3', { kind: 'base', head: 'derived', executed: true }],
  ['gemma3n', unread],
  ['gemma4', unread],
  ['gemma4_text', unread],
  ['paligemma', unread],
  ['t5gemma', unread],
  ['t5gemma2', unread],
]);
