/** Text models with rotary positions that keras-hub converts (utils/transformers/preset_loader.py of 0.32.0). */
export interface Converter {
  /**
   * base: rope_theta only. llama: also llama3 of rope_scaling. yarn: gpt-oss. gemma: always 10000. gemma3: 10000 and
   * 1000000, and a factor. partial: rope_theta and the fraction.
   */
  readonly kind: 'base' | 'llama' | 'yarn' | 'gemma' | 'gemma3' | 'partial';
  /** head_dim is required or optional, or the width is always hidden_size / num_attention_heads. */
  readonly head: 'required' | 'optional' | 'derived';
  /** A key without which the converter raises. */
  readonly needs?: string;
  /** Its rules were not read. */
  readonly unread?: boolean;
}

const unread: Converter = { kind: 'base', head: 'optional', unread: true };

export const converters: ReadonlyMap<string, Converter> = new Map<string, Converter>([
  ['llama', { kind: 'llama', head: 'derived' }],
  ['gpt_oss', { kind: 'yarn', head: 'optional' }],
  ['gemma', { kind: 'gemma', head: 'required' }],
  ['gemma2', { kind: 'gemma', head: 'required' }],
  ['gemma3', { kind: 'gemma3', head: 'required' }],
  ['gemma3_text', { kind: 'gemma3', head: 'required' }],
  ['mistral', { kind: 'base', head: 'optional' }],
  ['mixtral', { kind: 'base', head: 'derived' }],
  ['qwen2', { kind: 'base', head: 'derived' }],
  ['qwen2_moe', { kind: 'base', head: 'derived' }],
  ['qwen3', { kind: 'base', head: 'required' }],
  ['qwen3_moe', { kind: 'base', head: 'required' }],
  ['qwen3_5', { kind: 'partial', head: 'required' }],
  ['qwen3_5_moe', { kind: 'partial', head: 'required' }],
  ['smollm3', { kind: 'base', head: 'derived', needs: 'no_rope_layers' }],
  ['gemma3n', unread],
  ['gemma4', unread],
  ['gemma4_text', unread],
  ['paligemma', unread],
  ['t5gemma', unread],
  ['t5gemma2', unread],
]);
