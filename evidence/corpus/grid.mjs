/**
 * Configurations by a program: every form of scaling, on families whose classes read it differently, in the fields of
 * transformers 4 (rope_theta, rope_scaling), of transformers 5 (rope_parameters), and both.
 */
const sizes = { hidden_size: 1024, intermediate_size: 2048, num_attention_heads: 8, num_key_value_heads: 4 };
const text = { ...sizes, num_hidden_layers: 4, vocab_size: 1024, max_position_embeddings: 32768 };
const latent = { q_lora_rank: 64, kv_lora_rank: 64, qk_nope_head_dim: 128, qk_rope_head_dim: 64, v_head_dim: 128 };
const experts = { n_routed_experts: 4, num_experts_per_tok: 2, moe_intermediate_size: 64, n_group: 1, topk_group: 1 };
const alternating = ['sliding_attention', 'full_attention', 'sliding_attention', 'full_attention'];

/** Families: fields of config.json, and the width that a list of factors has. */
const families = {
  llama: { architectures: ['LlamaForCausalLM'], ...text },
  'llama, head_dim': { architectures: ['LlamaForCausalLM'], ...text, head_dim: 64 },
  mistral: { architectures: ['MistralForCausalLM'], ...text, sliding_window: null },
  qwen2: { architectures: ['Qwen2ForCausalLM'], ...text },
  qwen3: { architectures: ['Qwen3ForCausalLM'], ...text, head_dim: 128 },
  phi3: { architectures: ['Phi3ForCausalLM'], ...text, original_max_position_embeddings: 4096, pad_token_id: 0 },
  gemma2: { architectures: ['Gemma2ForCausalLM'], ...text, head_dim: 128 },
  gemma3_text: { architectures: ['Gemma3ForCausalLM'], ...text, head_dim: 128, sliding_window_pattern: 2 },
  glm4: { architectures: ['Glm4ForCausalLM'], ...text, head_dim: 128, partial_rotary_factor: 0.5 },
  deepseek_v3: { architectures: ['DeepseekV3ForCausalLM'], ...text, num_key_value_heads: 8, ...latent, ...experts },
  gpt_neox: { architectures: ['GPTNeoXForCausalLM'], ...text, rotary_pct: 0.25, rotary_emb_base: 10000 },
  cohere: { architectures: ['CohereForCausalLM'], ...text },
  olmo3: { architectures: ['Olmo3ForCausalLM'], ...text, layer_types: alternating, sliding_window: 1024 },
  gpt_oss: {
    architectures: ['GptOssForCausalLM'],
    ...{ ...text, head_dim: 64, layer_types: alternating, sliding_window: 128 },
    ...{ num_local_experts: 4, num_experts_per_tok: 2 },
  },
};
const widths = { 'llama, head_dim': 64, gpt_oss: 64, deepseek_v3: 64, glm4: 64, gpt_neox: 32 };

/** Scalings, each as the dictionary of a file whose list of factors has n entries. */
const yarn = { rope_type: 'yarn', factor: 4, original_max_position_embeddings: 8192 };
const llama3 = { rope_type: 'llama3', factor: 8, original_max_position_embeddings: 8192 };
const bands = { low_freq_factor: 1, high_freq_factor: 4 };
const long = (n) => ({
  short_factor: Array.from({ length: n }, (_, i) => 1 + i / n),
  long_factor: Array.from({ length: n }, (_, i) => 1 + (30 * i) / n),
});
const scalings = {
  none: () => ({ rope_type: 'default' }),
  linear: () => ({ rope_type: 'linear', factor: 4.0 }),
  dynamic: () => ({ rope_type: 'dynamic', factor: 2.0 }),
  yarn: () => yarn,
  'yarn without original length': () => ({ rope_type: 'yarn', factor: 4 }),
  'yarn, betas': () => ({ ...yarn, beta_fast: 64, beta_slow: 2 }),
  'yarn, attention_factor': () => ({ ...yarn, attention_factor: 1.25 }),
  'yarn, mscale': () => ({ ...yarn, mscale: 0.707, mscale_all_dim: 1.0 }),
  'yarn, truncate': () => ({ ...yarn, truncate: false }),
  llama3: () => ({ ...llama3, ...bands }),
  'llama3, factors reversed': () => ({ ...llama3, low_freq_factor: 4, high_freq_factor: 1 }),
  longrope: (n) => ({ rope_type: 'longrope', original_max_position_embeddings: 4096, ...long(n) }),
  'longrope, factor': (n) => ({ rope_type: 'longrope', factor: 8, original_max_position_embeddings: 4096, ...long(n) }),
  partial_rotary_factor: () => ({ rope_type: 'default', partial_rotary_factor: 0.5 }),
  proportional: () => ({ rope_type: 'proportional', partial_rotary_factor: 0.25 }),
  'unknown type': () => ({ rope_type: 'spiral', factor: 2 }),
};

const theta = 500_000;
const older = (dict) => {
  const { rope_type, ...rest } = dict;
  return rope_type === 'default' && !Object.keys(rest).length ? null : { type: rope_type, ...dict };
};
const forms = {
  v4: (dict) => ({ rope_theta: theta, rope_scaling: older(dict) }),
  v5: (dict) => ({ rope_parameters: { rope_theta: theta, ...dict } }),
  both: (dict) => ({ rope_theta: theta, rope_scaling: older(dict), rope_parameters: { rope_theta: theta, ...dict } }),
};

export function grid() {
  const cases = [];
  for (const [family, fields] of Object.entries(families))
    for (const [name, scaling] of Object.entries(scalings))
      for (const [form, written] of Object.entries(forms)) {
        const dict = scaling((widths[family] ?? 128) / 2);
        const config = { model_type: family.split(',')[0], ...fields, ...written(dict) };
        cases.push({ id: `grid/${family}/${name}/${form}`, origin: 'grid', config: JSON.stringify(config) });
      }
  return cases;
}
