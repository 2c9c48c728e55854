/**
 * llama.cpp's loader, context and ggml_rope: from keys to frequencies. YaRN's ramp is always rounded and its amplitude
 * is always that of the factor: llama-context.cpp overwrites yarn_attn_factor. Only a few architectures read the turn
 * counts.
 */
import type { LongropeScaling, RopeSpec, ScalingSpec, YarnScaling } from '../../generated/encodings.js';
import {
  betaReaders,
  localBase,
  logMultipliers,
  mscaleOf,
  needsSections,
  plainSliding,
  sectionsInTurn,
} from '../../hf/gguf-types.js';
import { NotKnown, Refusal } from '../refusal.js';
import { mscales } from '../rules.js';
import type { EngineLayer } from '../types.js';
import type { FrequencyFactors, LlamaModel } from './model.js';

/** Turn counts of YaRN from --yarn-beta-fast and --yarn-beta-slow, which override the file's (llama-context.cpp). */
export interface Betas {
  readonly betaFast: number;
  readonly betaSlow: number;
}

const numberOf = ({ keys }: LlamaModel, key: string): number | undefined => {
  const value = keys[key];
  return typeof value === 'number' ? value : undefined;
};

/** Factors for all lengths; the largest that a spec can have stops a pair. */
const stopped = 1e9;
const divided = (factors: readonly number[]): LongropeScaling => ({
  type: 'longrope',
  originalContext: 1,
  shortFactor: factors,
  longFactor: factors,
  attentionFactor: 1,
});

/** @param context n_ctx, the length it was started with. */
function scalingOf(model: LlamaModel, context: number, flags: Betas | undefined): ScalingSpec {
  const { architecture, keys, factors, amplitude, alpha } = model;
  if (alpha !== undefined) return { type: 'ntk', factor: alpha };
  const trained = numberOf(model, 'context_length')!;
  const original = numberOf(model, 'rope_scaling_orig_ctx_len') || trained;
  if (factors?.kind === 'llama3') return llama3(model, factors);
  if (factors?.kind === 'off') return { type: 'proportional', fraction: factors.fraction };
  if (factors?.kind === 'two-lists')
    return {
      type: 'longrope',
      originalContext: original,
      factor: trained / original,
      shortFactor: factors.short,
      longFactor: factors.long,
      contextLength: context,
      ...(amplitude !== undefined && { attentionFactor: amplitude }),
    };
  const factor = numberOf(model, 'rope_scaling_factor') || 1;
  const { rope_scaling_type: type = 'linear' } = keys;
  if (type === 'linear' && factor !== 1) return { type: 'linear', factor };
  if (type !== 'yarn') return { type: 'default' };
  const read = betaReaders.has(architecture.name) && {
    betaFast: numberOf(model, 'rope_scaling_yarn_beta_fast') ?? 32,
    betaSlow: numberOf(model, 'rope_scaling_yarn_beta_slow') ?? 1,
  };
  return { type: 'yarn', factor, originalContext: original, ...(flags ?? read), ...yarnMscales(model) };
}

function yarnMscales(model: LlamaModel): Partial<ReturnType<typeof mscales>> {
  const { name } = model.architecture;
  const allDim = (numberOf(model, 'rope_scaling_yarn_log_mul') ?? 0) * (logMultipliers.get(name) ?? 0);
  return allDim === 0 ? {} : mscales(mscaleOf(name, allDim), allDim);
}

/** generate_extra_tensors of conversion/llama.py: with the two bands exchanged, nothing is blended. */
function llama3(
  model: LlamaModel,
  { factor, low, high, original }: FrequencyFactors & { kind: 'llama3' },
): ScalingSpec {
  if (low < high)
    return { type: 'llama3', factor, lowFreqFactor: low, highFreqFactor: high, originalContext: original };
  const [base, dim] = [baseOf(model), model.headDim];
  const lengths = Array.from({ length: dim / 2 }, (_, pair) => 2 * Math.PI * base ** ((2 * pair) / dim));
  return divided(lengths.map((length) => (length < original / high ? 1 : factor)));
}

/**
 * ggml_mrope_cache_init: a pair that no section of IMROPE covers takes the fourth position, which is 0 in text
 * (llm_graph_input_pos), so that it does not turn.
 */
export function stoppedPairs(model: LlamaModel): readonly number[] {
  const sections = model.keys['rope_dimension_sections'];
  const { name } = model.architecture;
  if (sections === undefined && needsSections.has(name))
    throw new Refusal(
      'runtime_error',
      `error loading model hyperparameters: key not found in model: ${name}.rope.dimension_sections`,
      'write mrope_section into the rope dictionary',
    );
  if (!sectionsInTurn.has(name) || !Array.isArray(sections)) return [];
  const counts = sections as readonly number[];
  const all = counts.reduce((sum, count) => sum + count, 0);
  const pairs = Array.from({ length: rotatedOf(model) / 2 }, (_, pair) => pair);
  return pairs.filter((pair) => pair % all >= 3 * counts[(pair % all) % 3]!);
}

const rotatedOf = (model: LlamaModel): number => numberOf(model, 'rope_dimension_count') ?? model.headDim;
const baseOf = (model: LlamaModel): number => numberOf(model, 'rope_freq_base') ?? 10_000;

/** ggml_rope_yarn_corr_dims and rope_yarn, as divisors of the plain frequencies. */
function yarnDivisors(
  model: LlamaModel,
  { factor, originalContext, betaFast = 32, betaSlow = 1 }: YarnScaling,
): number[] {
  const [dim, base] = [rotatedOf(model), baseOf(model)];
  const pairOf = (turns: number): number =>
    (dim * Math.log((originalContext ?? 1) / (2 * Math.PI * turns))) / (2 * Math.log(base));
  const from = Math.max(0, Math.floor(pairOf(betaFast)));
  const to = Math.min(dim - 1, Math.ceil(pairOf(betaSlow)));
  return Array.from({ length: dim / 2 }, (_, pair) => {
    const scaled = Math.min(1, Math.max(0, (pair - from) / Math.max(0.001, to - from)));
    return 1 / (scaled / factor + (1 - scaled));
  });
}

function withStoppedPairs(model: LlamaModel, scaling: ScalingSpec): ScalingSpec {
  const still = new Set(stoppedPairs(model));
  if (still.size === 0) return scaling;
  const stop = (factors: readonly number[]): number[] =>
    factors.map((factor, pair) => (still.has(pair) ? stopped : factor));
  const each = (factor: number): number[] => Array.from({ length: rotatedOf(model) / 2 }, () => factor);
  switch (scaling.type) {
    case 'default':
      return divided(stop(each(1)));
    case 'linear':
      return divided(stop(each(scaling.factor)));
    case 'yarn':
      return {
        ...divided(stop(yarnDivisors(model, scaling))),
        attentionFactor: Math.max(1, 0.1 * Math.log(scaling.factor) + 1),
      };
    default:
      throw new NotKnown(`${still.size} pairs stand still, which no spec expresses next to ${scaling.type}`);
  }
}

/** The rotation of layers with a sliding window. */
function slidingSpec(model: LlamaModel, main: RopeSpec): RopeSpec {
  const { architecture, sliding } = model;
  if (sliding) return { encoding: main.encoding, dim: sliding.dim, base: sliding.base };
  const base = numberOf(model, 'rope_freq_base_swa') ?? (localBase.has(architecture.name) ? 10_000 : main.base);
  const dim = numberOf(model, 'rope_dimension_count_swa') ?? main.dim;
  const plain = plainSliding.has(architecture.name);
  const { encoding, layout, scaling } = main;
  return {
    encoding,
    dim,
    ...(base !== undefined && { base }),
    ...(layout !== undefined && { layout }),
    ...(!plain && scaling && { scaling }),
  };
}

const isEqual = (a: RopeSpec, b: RopeSpec): boolean =>
  a.base === b.base && a.dim === b.dim && JSON.stringify(a.scaling) === JSON.stringify(b.scaling);

export function run(model: LlamaModel, context: number, flags?: Betas): Record<string, EngineLayer> {
  const { architecture, latent, windows, names, full } = model;
  const [base, dim] = [baseOf(model), rotatedOf(model)];
  if (dim % 2 !== 0)
    throw new Refusal(
      'GGML_ASSERT',
      'GGML_ASSERT(n_dims % 2 == 0) failed',
      `write a fraction that leaves an even number of channels, not ${dim}`,
    );
  const scaling = withStoppedPairs(model, scalingOf(model, context, flags));
  const layout = architecture.interleaved && { layout: 'interleaved' as const };
  const main: RopeSpec = { encoding: 'rope', dim, base, ...layout, ...(scaling.type !== 'default' && { scaling }) };
  const layer = (spec: RopeSpec): EngineLayer => ({ spec, ...(latent && { latent }) });
  const own = windows?.includes(true) ? slidingSpec(model, main) : undefined;
  if (!own || !windows || isEqual(own, main)) return Object.fromEntries(names.map((name) => [name, layer(main)]));
  const isSliding = (name: string): boolean =>
    !windows.includes(false) || (full === undefined ? name === 'sliding_attention' : name !== full);
  const kinds = names.length === 1 && windows.includes(false) ? ['sliding_attention', 'full_attention'] : names;
  return Object.fromEntries(kinds.map((name) => [name, layer(isSliding(name) ? own : main)]));
}
