/** Text models with rotary positions in MLC LLM, by model type (python/mlc_llm/model/model.py at 79d603f0). */
export interface MlcModel {
  /**
   * Source of the base: optional rope_theta, by default 10000; required rope_theta; a constant; or rope_parameters,
   * then the field.
   */
  readonly base: 'optional' | 'required' | number | 'rope_parameters';
  /** Default base, if not 10000. */
  readonly otherwise?: number;
  /**
   * Use of rope_scaling: none; only llama3, by rope_type; only longrope, by type; any type of TVM, by rope_type;
   * rope_parameters instead; or, in latent attention, only the softmax scale and rope_type.
   */
  readonly scaling?: 'llama3' | 'longrope' | 'any' | 'rope_parameters' | 'latent';
  /** The rotated fraction: its field and default. */
  readonly fraction?: { readonly field: string; readonly otherwise?: number };
  /** heads times head_dim must equal hidden_size, or head_dim is required. */
  readonly head?: 'of hidden_size' | 'given';
  readonly executed?: true;
  /** Its rules were not read. */
  readonly unread?: true;
}

const required: MlcModel = { base: 'required', head: 'of hidden_size' };
const unread: MlcModel = { base: 'optional', unread: true };
const half = { field: 'partial_rotary_factor', otherwise: 0.5 };

export const models: ReadonlyMap<string, MlcModel> = new Map<string, MlcModel>([
  ['llama', { base: 'optional', scaling: 'llama3', executed: true }],
  ['mixtral', { base: 'optional', scaling: 'llama3', executed: true }],
  ['mistral', { base: 'optional' }],
  ['ministral3', { base: 'rope_parameters', scaling: 'rope_parameters', executed: true }],
  ['gemma', { base: 'optional' }],
  ['gemma2', { base: 'optional' }],
  ['gemma3', { base: 'optional', otherwise: 1_000_000, executed: true }],
  ['gemma3_text', { base: 'optional', otherwise: 1_000_000, executed: true }],
  ['gpt_neox', { base: 'optional', fraction: { field: 'rotary_pct' }, head: 'of hidden_size', executed: true }],
  ['phi', { base: 'optional', fraction: half, head: 'of hidden_size' }],
  [
    'phi3',
    {
      base: 'optional',
      scaling: 'longrope',
      fraction: { field: 'partial_rotary_factor', otherwise: 1 },
      head: 'of hidden_size',
      executed: true,
    },
  ],
  ['qwen2', { ...required, executed: true }],
  ['qwen2_moe', required],
  ['qwen3', { base: 'required', head: 'given', executed: true }],
  ['qwen3_moe', { base: 'required', head: 'given', executed: true }],
  [
    'qwen3_5',
    {
      base: 'rope_parameters',
      otherwise: 10_000_000,
      fraction: { field: 'partial_rotary_factor', otherwise: 0.25 },
      executed: true,
    },
  ],
  ['deepseek', { base: 'optional' }],
  ['deepseek_v2', { base: 'required', scaling: 'latent' }],
  ['deepseek_v3', { base: 'required', scaling: 'latent', executed: true }],
  ['stablelm', { ...required, fraction: { field: 'partial_rotary_factor' } }],
  ['baichuan', { base: 10_000 }],
  ['internlm', { base: 10_000, head: 'of hidden_size' }],
  ['internlm2', required],
  ['starcoder2', required],
  ['orion', { base: 'optional', head: 'of hidden_size' }],
  ['cohere', { base: 'optional' }],
  ['minicpm', { base: 'optional', head: 'of hidden_size', executed: true }],
  ['olmo', { base: 'optional', scaling: 'any' }],
  ['olmo2', { base: 'optional', scaling: 'any' }],
  ['nemotron', { base: 'optional', scaling: 'any', fraction: half, head: 'of hidden_size' }],
  ...['chatglm', 'gptj', 'llama4', 'llava', 'phi3_v', 'phi-msft', 'qwen', 'qwen3-embedding', 'qwen3_5_text'].map(
    (type) => [type, unread] as const,
  ),
]);
