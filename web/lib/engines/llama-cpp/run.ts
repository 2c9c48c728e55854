/**
 * llama.cpp's loader, context and ggml_rope: from keys to frequencies. YaRN's ramp is always rounded and its amplitude
 * is always that of the factor: llama-context.cpp overwrites yarn_attn_factor. Only a few architectures read the turn
 * counts.
 */
import type { RopeSpec, ScalingSpec } from '../../generated/encodings.js';
import { Refusal } from '../refusal.js';
import { mscales } from '../rules.js';
import type { EngineLayer } from '../types.js';
import { architectures } from './architectures.js';
import type { LlamaModel } from './model.js';

const readsBetas: ReadonlySet<string> = new Set(
  [...architectures.values()].filter(({ betas }) => betas).map(({ name }) => name),
);

/** Turn counts of YaRN from --yarn-beta-fast and --yarn-beta-slow, which override the file's (llama-context.cpp). */
export interface Betas {
  readonly betaFast: number;
  readonly betaSlow: number;
}

/** @param context n_ctx, the length it was started with. */
function scalingOf(
  { architecture, keys, factors, alpha, latent }: LlamaModel,
  context: number,
  flags: Betas | undefined,
): ScalingSpec {
  if (alpha !== undefined) return { type: 'ntk', factor: alpha };
  const number = (key: string): number | undefined => {
    const value = keys[key];
    return typeof value === 'number' ? value : undefined;
  };
  const trained = number('context_length')!;
  const original = number('rope_scaling_orig_ctx_len') ?? trained;
  if (factors?.kind === 'llama3') {
    const { factor, low, high, original: length } = factors;
    return { type: 'llama3', factor, lowFreqFactor: low, highFreqFactor: high, originalContext: length };
  }
  if (factors?.kind === 'off') return { type: 'proportional', fraction: factors.fraction };
  if (factors?.kind === 'two-lists')
    return {
      type: 'longrope',
      originalContext: original,
      factor: trained / original,
      shortFactor: factors.short,
      longFactor: factors.long,
      contextLength: context,
    };
  const factor = number('rope_scaling_factor') ?? 1;
  if (keys['rope_scaling_type'] === 'linear') return { type: 'linear', factor };
  if (keys['rope_scaling_type'] !== 'yarn') return { type: 'default' };
  const read = readsBetas.has(architecture) && {
    betaFast: number('rope_scaling_yarn_beta_fast') ?? 32,
    betaSlow: number('rope_scaling_yarn_beta_slow') ?? 1,
  };
  const log = number('rope_scaling_yarn_log_mul');
  // The loaders of latent attention divide log_mul by 0.1 again; DeepSeek-2 also uses it for mscale if it is not 1.
  const allDim = log === undefined ? 0 : latent ? log / 0.1 : log;
  const amplitude = allDim !== 0 && mscales(architecture === 'deepseek2' ? allDim : 1, allDim);
  return { type: 'yarn', factor, originalContext: original, ...(flags ?? read), ...amplitude };
}

export function run(model: LlamaModel, context: number, flags?: Betas): Record<string, EngineLayer> {
  const { keys, headDim, sliding, latent } = model;
  const { rope_freq_base: base = 10_000 } = keys as { rope_freq_base?: number };
  const count = keys['rope_dimension_count'];
  const dim = typeof count === 'number' ? count : headDim;
  if (dim % 2 !== 0)
    throw new Refusal(
      'GGML_ASSERT',
      'GGML_ASSERT(n_dims % 2 == 0) failed',
      `write a fraction that leaves an even number of channels, not ${dim}`,
    );
  const scaling = scalingOf(model, context, flags);
  const main: RopeSpec = { encoding: 'rope', dim, base, ...(scaling.type !== 'default' && { scaling }) };
  return Object.fromEntries([
    ...sliding.map((each) => [each.name, { spec: { encoding: 'rope', dim: each.headDim, base: each.base } }] as const),
    [model.name, { spec: main, ...(latent && { latent }) }] as const,
  ]);
}
