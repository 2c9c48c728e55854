/**
 * Translates files of makers' own code to the names of transformers: params.json of Meta and Mistral, also written by
 * ExecuTorch, and DeepSeek's inference configurations. They name no model type. Read in ModelArgs and model.py of
 * deepseek-ai/DeepSeek-V3 (inference), model_args.py and rope.py of pytorch/executorch (examples/models/llama),
 * transformer.py of mistralai/mistral-inference (16bb6370) and vllm/transformers_utils/configs/mistral.py (01da88c5).
 */
import type { Fields } from './fields.js';
import type { Plain } from './plain.js';

export interface Native {
  readonly text: Fields;
  /** Describes whose file it is, to complete "this is …". */
  readonly what: string;
}

/** Values under the names of transformers, each with its source: a path of the file, or a rule. */
class Translation {
  private readonly object: Record<string, Plain>;
  private readonly paths = new Map<string, string>();

  constructor(private readonly file: Fields) {
    this.object = Object.assign(Object.create(null) as Record<string, Plain>, file.object);
    this.take('hidden_size', 'dim');
    this.take('num_attention_heads', 'n_heads');
    this.take('num_hidden_layers', 'n_layers');
  }
  /** Sets a field from the file, or from the default of the code. */
  take(to: string, from: string, otherwise?: Plain, why?: string): void {
    const given = this.file.peek(from);
    if (given !== undefined) this.set(to, given, this.file.at(from));
    else if (otherwise !== undefined)
      this.set(to, otherwise, `${to === 'rope_theta' ? 'derived' : 'default'}: ${String(otherwise)}, ${why}`);
  }
  set(to: string, value: Plain, from: string): void {
    const [outer = '', inner] = to.split('.');
    if (inner === undefined) this.object[outer] = value;
    else this.object[outer] = { ...(this.object[outer] as Record<string, Plain> | undefined), [inner]: value };
    this.paths.set(to, from);
  }
  fields(): Fields {
    return this.file.renamedAs(this.object, this.paths);
  }
}

const args = 'as the code has it';
const halves = 'neighbouring channels are pairs, by view_as_complex';
function scaled(into: Translation, file: Fields): void {
  if (file.peek('use_scaled_rope') !== true) return;
  into.set('rope_scaling.rope_type', 'llama3', file.at('use_scaled_rope'));
  into.take('rope_scaling.factor', 'rope_scale_factor', 8, args);
  into.set('rope_scaling.low_freq_factor', 1, `default: 1, ${args}`);
  into.take('rope_scaling.high_freq_factor', 'high_freq_factor', 4, args);
  into.set('rope_scaling.original_max_position_embeddings', 8192, `default: 8192, ${args}`);
}
/** ExecuTorch only: the lists of LongRoPE at the top level. */
function longrope(into: Translation, file: Fields): void {
  if (!file.has('rope_scaling_long_factor') || !file.has('rope_scaling_short_factor')) return;
  into.set('rope_scaling.rope_type', 'longrope', file.at('rope_scaling_long_factor'));
  for (const key of ['short_factor', 'long_factor', 'attention_factor'])
    into.take(`rope_scaling.${key}`, `rope_scaling_${key}`);
}

/** ModelArgs of Meta's Llama; ExecuTorch has the same fields and more. */
function ofMeta(file: Fields): Fields {
  const into = new Translation(file);
  const base = file.has('rope_theta') ? 'rope_theta' : 'rope_freq_base';
  into.take('rope_theta', base, 10_000, args);
  const length = file.has('max_position_embeddings') ? 'max_position_embeddings' : 'max_seq_len';
  into.take('max_position_embeddings', length, 2048, args);
  const transformers = file.peek('use_hf_rope') === true;
  into.set('rope_interleave', !transformers, transformers ? file.at('use_hf_rope') : `default: interleaved, ${halves}`);
  file.peek('qk_norm_before_rope'); // an order of layers, which changes no position
  scaled(into, file);
  longrope(into, file);
  return into.fields();
}

function ofMistral(file: Fields): Fields {
  const into = new Translation(file);
  into.take('rope_theta', 'rope_theta', 1_000_000, args);
  const lengths = ['max_position_embeddings', 'max_seq_len', 'model_max_length'];
  const length = lengths.find((key) => file.has(key)) ?? 'max_position_embeddings';
  into.take('max_position_embeddings', length, 128_000, args);
  into.set('rope_interleave', true, `default: interleaved, ${halves}`);
  const yarn = file.child('yarn');
  if (!yarn) return into.fields();
  into.set('rope_scaling.rope_type', 'yarn', yarn.path);
  for (const [from, to] of [
    ['factor', 'factor'],
    ['original_max_position_embeddings', 'original_max_position_embeddings'],
    ['beta', 'beta_fast'],
    ['alpha', 'beta_slow'],
  ] as const) {
    const given = yarn.peek(from);
    if (given !== undefined) into.set(`rope_scaling.${to}`, given, yarn.at(from));
  }
  // false means no amplitude (_remap_mistral_yarn_args)
  if (yarn.peek('apply_scale') === false) into.set('rope_scaling.attention_factor', 1, yarn.at('apply_scale'));
  return into.fields();
}

/** precompute_freqs_cis: YaRN if max_seq_len exceeds original_seq_len; its only amplitude is that of the logits. */
function ofDeepseek(file: Fields): Fields {
  const into = new Translation(file);
  into.take('rope_theta', 'rope_theta', 10_000, args);
  into.take('max_position_embeddings', 'max_seq_len', 16_384, args);
  into.set('rope_interleave', true, `default: interleaved, ${halves}`);
  const original = file.peek('original_seq_len') ?? 4096;
  const longest = file.peek('max_seq_len') ?? 16_384;
  const scale = { rope_factor: 40, beta_fast: 32, beta_slow: 1, mscale: 1 };
  for (const key of Object.keys(scale)) file.peek(key);
  if (typeof longest === 'number' && typeof original === 'number' && longest <= original) return into.fields();
  into.set('rope_scaling.rope_type', 'yarn', 'default: yarn, since max_seq_len exceeds original_seq_len');
  into.take('rope_scaling.original_max_position_embeddings', 'original_seq_len', 4096, args);
  into.take('rope_scaling.factor', 'rope_factor', scale.rope_factor, args);
  into.take('rope_scaling.beta_fast', 'beta_fast', scale.beta_fast, args);
  into.take('rope_scaling.beta_slow', 'beta_slow', scale.beta_slow, args);
  for (const to of ['mscale', 'mscale_all_dim']) into.take(`rope_scaling.${to}`, 'mscale', scale.mscale, args);
  return into.fields();
}

/** @returns undefined for a file of another kind. */
export function asNative(file: Fields): Native | undefined {
  const names = (...keys: readonly string[]): boolean => keys.every((key) => file.has(key));
  const some = (...keys: readonly string[]): boolean => keys.some((key) => file.has(key));
  if (file.has('model_type') || file.has('hidden_size') || !names('dim', 'n_heads', 'n_layers')) return undefined;
  if (names('qk_rope_head_dim') && some('inter_dim', 'moe_inter_dim'))
    return { text: ofDeepseek(file), what: "a configuration of DeepSeek's own inference code" };
  if (!names('norm_eps')) return undefined;
  const meta = some('multiple_of', 'ffn_dim_multiplier', 'use_scaled_rope', 'use_hf_rope');
  if (meta) return { text: ofMeta(file), what: 'a params.json of Meta, or of ExecuTorch' };
  if (names('head_dim', 'hidden_dim')) return { text: ofMistral(file), what: 'a params.json of Mistral' };
  return undefined;
}
