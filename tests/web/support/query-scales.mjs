/** Configurations of models that scale queries by position, and the factors that their own code computes. */
import { goldenFile } from './golden.mjs';

export const executed = goldenFile('engines/query-scales');
const yarn = (original, more) => ({
  rope_type: 'yarn',
  rope_theta: 1e6,
  factor: 16,
  original_max_position_embeddings: original,
  mscale: 1,
  mscale_all_dim: 1,
  ...more,
});
export const ministral3 = (original, beta, more) => ({
  model_type: 'ministral3',
  hidden_size: 4096,
  num_attention_heads: 32,
  head_dim: 128,
  max_position_embeddings: 262144,
  rope_parameters: yarn(original, beta === undefined ? {} : { llama_4_scaling_beta: beta }),
  ...more,
});
export const grok = {
  architectures: ['Grok1ForCausalLM'],
  model_type: 'git',
  hidden_size: 8192,
  num_attention_heads: 64,
  head_dim: 128,
  rope_theta: 208533496,
  rope_type: 'original',
  scaling_factor: 16,
  original_max_position_embeddings: 8192,
  max_position_embeddings: 131072,
  attn_temperature_len: 1024,
};
export const qwen = {
  model_type: 'qwen',
  hidden_size: 4096,
  num_attention_heads: 32,
  kv_channels: 128,
  rotary_emb_base: 10000,
  max_position_embeddings: 32768,
  seq_length: 2048,
  use_logn_attn: true,
};
