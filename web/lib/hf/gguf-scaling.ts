/**
 * Converts rope.scaling.* and the tensors of factors to a scaling of the registry, as llama.cpp's loader and context
 * compute frequencies and amplitude.
 */
import { errorAbout, PosencError } from '../checks/errors.js';
import { oneOf, shown } from '../checks/show.js';
import type { ScalingSpec, YarnScaling } from '../generated/encodings.js';
import type { Fields, Found } from './fields.js';
import type { GgufFields } from './gguf-fields.js';
import { llama3Of } from './gguf-llama3.js';
import { betaReaders, compressedKeys, logMultipliers, mscaleOf, plainSliding } from './gguf-types.js';
import { scalingRule } from './limits.js';

export interface LayerKeys {
  readonly keys: Fields;
  readonly architecture: string;
  readonly factors: GgufFields['factors'];
  readonly sliding: boolean;
  readonly layerType: string | undefined;
}

export type Note = <T>(name: string, found: Found<T>) => T;
interface ScalingKeys {
  readonly note: Note;
  readonly max: Found<number>;
  readonly original: Found<number> | undefined;
  readonly pairs: number;
  readonly base: number;
}

const scalingTypes = ['none', 'linear', 'yarn', 'longrope'] as const;

export function readScaling(source: LayerKeys, given: ScalingKeys): ScalingSpec {
  const { keys, architecture, sliding, layerType } = source;
  const { note, max } = given;
  const compressed = compressedKeys.has(architecture);
  const type = keys.text('rope.scaling.type');
  if (type && !(scalingTypes as readonly string[]).includes(type.value))
    throw errorAbout(
      'unsupported_config',
      type.from,
      `is ${shown(type.value)}; llama.cpp knows ${oneOf(scalingTypes)}`,
    );
  const unscaled = type?.value === 'none' || (sliding && plainSliding.has(architecture)) || layerType === 'main';
  const rule = { ...scalingRule('linear', 'factor'), min: 0, above: false };
  const factor = keys.number('rope.scaling.factor', rule) ?? keys.number('rope.scale_linear', rule);
  const stretch = unscaled || !factor || factor.value === 0 ? 1 : factor.value;
  if (factor) note('factor', factor);
  note('type', type ?? { value: 'linear', from: 'default: linear, the file has no rope.scaling.type' });
  const amplitude = compressed
    ? undefined
    : keys.number('rope.scaling.attn_factor', scalingRule('longrope', 'attentionFactor'));
  const why = compressed ? `the graph of ${architecture} forces it` : 'the file has no rope.scaling.attn_factor';
  note('attentionFactor', amplitude ?? { value: 1, from: `default: 1, ${why}` });
  const divided = sliding || compressed ? undefined : readFactors(source, given, stretch, amplitude?.value ?? 1);
  if (type?.value === 'yarn' && !unscaled) {
    if (divided) refuseCombination(`${type.from} is yarn and it has tensors of factors`, type.from);
    const spec = yarn(source, given, stretch, amplitude);
    return compressed ? { ...spec, attentionFactor: 1 } : spec;
  }
  if (divided) return divided;
  if (amplitude && amplitude.value !== 1) {
    const factors = new Array<number>(given.pairs).fill(stretch);
    return sameFactors(factors, max.value, amplitude.value);
  }
  return stretch === 1 ? { type: 'default' } : { type: 'linear', factor: stretch };
}

function refuseCombination(what: string, field: string): never {
  throw new PosencError('unsupported_config', field, `${what}, which no spec can express`);
}

/** The amplitude is 0.1 ln s + 1 regardless of the file: src/llama-context.cpp, ggml-org/llama.cpp#17945. */
function yarn(
  source: LayerKeys,
  given: ScalingKeys,
  factor: number,
  amplitude: Found<number> | undefined,
): YarnScaling {
  const { keys, architecture } = source;
  const { note, max, original = max } = given;
  const beta = (key: string, name: 'betaFast' | 'betaSlow', value: number): number => {
    const found = betaReaders.has(architecture)
      ? keys.number(`rope.scaling.yarn_${key}`, scalingRule('yarn', name))
      : undefined;
    const ignored = keys.has(`rope.scaling.yarn_${key}`) && !betaReaders.has(architecture);
    const why = ignored ? `${value}, llama.cpp does not read ${keys.at(`rope.scaling.yarn_${key}`)}` : String(value);
    return note(name, found ?? { value, from: `default: ${why}` });
  };
  const logMultiplier = keys.number('rope.scaling.yarn_log_multiplier', { min: 0, max: 1e6 });
  const times = logMultipliers.get(architecture);
  const allDim =
    times !== undefined && logMultiplier && logMultiplier.value > 0
      ? note('mscaleAllDim', { value: logMultiplier.value * times, from: logMultiplier.from })
      : undefined;
  const spec: YarnScaling = {
    type: 'yarn',
    factor,
    originalContext: note('originalContext', original),
    betaFast: beta('beta_fast', 'betaFast', 32),
    betaSlow: beta('beta_slow', 'betaSlow', 1),
    truncate: true,
    ...(allDim !== undefined && { mscale: mscaleOf(architecture, allDim), mscaleAllDim: allDim }),
  };
  if (!amplitude || amplitude.value === 1) return spec;
  const own = allDim === undefined && factor > 1 ? 0.1 * Math.log(factor) + 1 : 1;
  return { ...spec, attentionFactor: own * amplitude.value };
}

/** Reads tensors that divide the frequencies: one list for all lengths, or LongRoPE's two. */
function readFactors(
  source: LayerKeys,
  { note, max, original = max, pairs, base }: ScalingKeys,
  stretch: number,
  amplitude: number,
): ScalingSpec | undefined {
  const { factors } = source;
  const list = (name: string): readonly number[] | undefined => {
    const given = Object.hasOwn(factors, name) ? factors[name]! : undefined;
    if (given && given.length !== pairs)
      throw errorAbout(
        'bad_shape',
        name,
        `has ${given.length} numbers; it must have ${pairs}, one for each pair of the ${2 * pairs} rotated channels`,
      );
    return given?.map((n) => n * stretch);
  };
  // llama.cpp prefers rope_freqs over the two others: llama_model::get_rope_factors
  const shared = list('rope_freqs.weight');
  if (shared) {
    const ownRule = stretch === 1 && amplitude === 1 ? llama3Of(shared, base) : undefined;
    if (ownRule) {
      note('type', { value: 'llama3', from: 'derived: rope_freqs.weight, whose factors are those of llama3' });
      note('originalContext', {
        value: ownRule.originalContext,
        from: 'derived: rope_freqs.weight, with a low_freq_factor of 1',
      });
      return ownRule;
    }
    note('type', { value: 'longrope', from: 'rope_freqs.weight, the same factors at every length' });
    return proportional(shared, stretch) ?? sameFactors(shared, original.value, amplitude);
  }
  const [short, long] = [list('rope_factors_short.weight'), list('rope_factors_long.weight')];
  if (!short || !long) return undefined;
  note('type', { value: 'longrope', from: 'rope_factors_short.weight, rope_factors_long.weight' });
  const shortFactor = checked(short, 'rope_factors_short.weight');
  const longFactor = checked(long, 'rope_factors_long.weight');
  return { type: 'longrope', originalContext: original.value, shortFactor, longFactor, attentionFactor: amplitude };
}

/** Gemma 4: pairs beyond the fraction have a factor of 1e30, which stops them. */
function proportional(factors: readonly number[], stretch: number): ScalingSpec | undefined {
  const kept = factors.findIndex((n) => n !== stretch);
  if (kept <= 0 || !factors.slice(kept).every((n) => n >= 1e29)) return undefined;
  return { type: 'proportional', fraction: kept / factors.length, factor: stretch };
}

const sameFactors = (factors: readonly number[], originalContext: number, amplitude: number): ScalingSpec => {
  const list = checked(factors, 'rope_freqs.weight');
  return { type: 'longrope', originalContext, shortFactor: list, longFactor: list, attentionFactor: amplitude };
};

function checked(factors: readonly number[], name: string): number[] {
  const rule = scalingRule('longrope', 'shortFactor');
  const bad = factors.findIndex((n) => !(n > 0 && n <= rule.max!));
  if (bad < 0) return [...factors];
  const field = `${name}[${bad}]`;
  throw errorAbout('bad_config', field, `divides by ${factors[bad]}; it must be above 0 and at most ${rule.max}`);
}
