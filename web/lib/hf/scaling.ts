/**
 * Converts one rope dictionary to a scaling of the registry: `readers` lists a small reader for each rope_type. Each
 * records the source of every parameter. Values follow transformers if engines differ; the differences are warnings
 * (warnings/).
 */
import { errorAbout, PosencError } from '../checks/errors.js';
import { oneOf, shown, suggestion } from '../checks/show.js';
import type { ScalingId, ScalingSpec } from '../generated/encodings.js';
import type { Context } from './context.js';
import { classOf } from './families.js';
import { allowed, type Fields, fits, type Found, type NumberRule } from './fields.js';
import type { LayerSource } from './layers.js';
import { scalingRule } from './limits.js';
import { num } from './number-text.js';
import type { Width } from './width.js';

export interface ScalingSource {
  readonly layer: LayerSource;
  readonly dict: Fields;
  readonly context: Context;
  readonly width: Width;
  readonly base: Found<number>;
  readonly modelType?: string | undefined;
  /** Records the source of a parameter and returns its value. */
  readonly note: <T>(name: string, found: Found<T>) => T;
}

/** Aliases of types. 'mrope' is plain RoPE with three position ids (see mrope_section). */
const aliases: ReadonlyMap<string, string> = new Map([
  ['su', 'longrope'],
  ['mrope', 'default'],
  ['deepseek_yarn', 'yarn'],
  ['xdrope', 'dynamic'], // HunYuan-VL: four position ids, a base changed by alpha
]);

export interface RopeType {
  /** Spelling in the config. */
  readonly given: string;
  /** A key of `readers`. */
  readonly name: string;
  readonly from: string;
}

export function findType(layer: LayerSource): RopeType {
  const { dict } = layer;
  const found = dict.text('rope_type') ?? dict.text('type');
  if (!found) return { given: 'default', name: 'default', from: 'default: default, the config names no rope_type' };
  const name = aliases.get(found.value) ?? found.value;
  if (readers.has(name)) return { given: found.value, name, from: found.from };
  const names = [...readers.keys(), ...aliases.keys()];
  throw errorAbout(
    'unsupported_config',
    found.from,
    `is ${shown(found.value)}${suggestion(found.value, names)}; known types are ${oneOf(names)}`,
  );
}

const fallback = <T>(value: T, why: string): Found<T> => ({ value, from: `default: ${why}` });

function missing(dict: Fields, key: string, type: string): never {
  throw errorAbout('bad_config', dict.at(key), `is missing; rope_type ${type} needs it`);
}

/** The explicit factor, or else the ratio of the two lengths. null counts as absent. */
function ratioFactor({ dict, context }: ScalingSource, type: ScalingId, originalContext: number): Found<number> {
  const rule = scalingRule(type, 'factor');
  const given = dict.number('factor', rule);
  if (given) return given;
  const from = `derived: ${context.max.from} / ${context.original?.from ?? context.max.from}`;
  const value = context.max.value / originalContext;
  if (fits(value, rule)) return { value, from };
  throw new PosencError(
    'bad_config',
    context.max.from,
    `the factor ${from} is ${num(value)}; it must be ${allowed(rule)}`,
  );
}

function requiredFactor({ dict }: ScalingSource, type: string): Found<number> {
  return dict.number('factor', scalingRule('linear', 'factor')) ?? missing(dict, 'factor', type);
}

/** The trained length; without one transformers uses max_position_embeddings, so nothing is extended. */
function originalContext({ context }: ScalingSource): Found<number> {
  if (context.original) return context.original;
  return { value: context.max.value, from: `default: ${context.max.from}, no original_max_position_embeddings` };
}

/** HF reads `value or default`: 0 counts as absent. */
function orDefault(dict: Fields, key: string, rule: NumberRule, value: number): Found<number> {
  const zero = dict.peek(key) === 0;
  const given = zero ? undefined : dict.number(key, rule);
  return given ?? fallback(value, zero ? `${value}, since ${dict.at(key)} is 0` : String(value));
}

/** A number above 0, or undefined: transformers only logs a wrong type here, so it is a warning, not an error. */
export function usableAttentionFactor(dict: Fields): Found<number> | undefined {
  const value = dict.peek('attention_factor');
  if (typeof value !== 'number' || !fits(value, scalingRule('yarn', 'attentionFactor'))) return undefined;
  return { value, from: dict.at('attention_factor') };
}

function noteAttention(source: ScalingSource, rule: string): { attentionFactor?: number } {
  const given = usableAttentionFactor(source.dict) ?? source.layer.amplitude;
  if (given) return { attentionFactor: source.note('attentionFactor', given) };
  source.note('attentionFactor', { value: undefined, from: rule });
  return {};
}

function yarn(source: ScalingSource): ScalingSpec {
  const { dict, note } = source;
  const original = note('originalContext', originalContext(source));
  const factor = note('factor', ratioFactor(source, 'yarn', original));
  const betaFast = note('betaFast', orDefault(dict, 'beta_fast', scalingRule('yarn', 'betaFast'), 32));
  const betaSlow = note('betaSlow', orDefault(dict, 'beta_slow', scalingRule('yarn', 'betaSlow'), 1));
  // transformers, vLLM and SGLang read `if truncate`, so null is false
  const none = dict.mentions('truncate') && !dict.has('truncate');
  const rounded = none ? { value: false, from: dict.at('truncate') } : fallback(true, 'true');
  const truncate = note('truncate', dict.boolean('truncate') ?? rounded);
  const scales: { mscale?: number; mscaleAllDim?: number } = {};
  for (const [key, name] of [
    ['mscale', 'mscale'],
    ['mscale_all_dim', 'mscaleAllDim'],
  ] as const) {
    const found = dict.number(key, { ...scalingRule('yarn', name), min: 0, above: false });
    if (found && found.value !== 0) scales[name] = note(name, found);
  }
  const ratio = scales.mscale !== undefined && scales.mscaleAllDim !== undefined;
  const attention = noteAttention(
    source,
    ratio ? 'derived: (0.1 mscale ln factor + 1) / (0.1 mscaleAllDim ln factor + 1)' : 'derived: 0.1 ln factor + 1',
  );
  return { type: 'yarn', factor, originalContext: original, betaFast, betaSlow, truncate, ...scales, ...attention };
}

/** Phi-3.5-MoE names the amplitude of each regime; one number can replace both only if they agree. */
function sharedMscale(dict: Fields): Found<number> | undefined {
  const rule = scalingRule('longrope', 'attentionFactor');
  const short = dict.number('short_mscale', rule);
  const long = dict.number('long_mscale', rule);
  return short && long && short.value === long.value ? { value: long.value, from: long.from } : undefined;
}

function factors(source: ScalingSource, key: string, pairs: number): Found<readonly number[]> {
  const { dict } = source;
  const found = dict.numbers(key, scalingRule('longrope', 'shortFactor')) ?? missing(dict, key, 'longrope');
  if (found.value.length !== pairs)
    throw errorAbout(
      'bad_shape',
      found.from,
      `has ${found.value.length} numbers; it must have ${pairs}, one for each pair of the ${2 * pairs} rotated channels`,
    );
  return found;
}

/** The two variants of YaRN with their own amplitudes, Grok-2's and TeleChat3's, as in vLLM. */
function yarnOf(source: ScalingSource, type: 'yarn-log' | 'telechat3-yarn', rule: string): ScalingSpec {
  const { dict, note } = source;
  const originalLength = note('originalContext', originalContext(source));
  return {
    type,
    factor: note('factor', ratioFactor(source, type, originalLength)),
    originalContext: originalLength,
    betaFast: note('betaFast', orDefault(dict, 'beta_fast', scalingRule('yarn', 'betaFast'), 32)),
    betaSlow: note('betaSlow', orDefault(dict, 'beta_slow', scalingRule('yarn', 'betaSlow'), 1)),
    truncate: note('truncate', dict.boolean('truncate') ?? fallback(true, 'true')),
    ...noteAttention(source, rule),
  };
}

/**
 * Grok1ScalingRotaryEmbedding of vLLM (e443db5a), extra_method theta_scale, changes the base to b^(ln(L s / 2 pi) /
 * ln(L / 2 pi)). The logarithm of the longest wavelength then grows as that of the length does.
 */
function thetaScale(source: ScalingSource): ScalingSpec {
  const original = originalContext(source);
  const factor = ratioFactor(source, 'yarn-log', original.value);
  const turns = original.value / (2 * Math.PI);
  const base = source.base.value ** (Math.log(turns * factor.value) / Math.log(turns));
  const from = `derived: ${source.base.from}, ${original.from}, ${factor.from}`;
  if (turns > 1 && fits(base, scalingRule('abf', 'base')))
    return { type: 'abf', base: source.note('abfBase', { value: base, from }) };
  throw new PosencError(
    'bad_config',
    original.from,
    `the base ${from} is ${num(base)}; it must be ${allowed(scalingRule('abf', 'base'))}`,
  );
}

function longrope(source: ScalingSource): ScalingSpec {
  const { note, width } = source;
  const pairs = width.rotaryDim.value / 2;
  const original = note('originalContext', originalContext(source));
  const factor = note('factor', ratioFactor(source, 'longrope', original));
  const shortFactor = note('shortFactor', factors(source, 'short_factor', pairs));
  const longFactor = note('longFactor', factors(source, 'long_factor', pairs));
  const shared = usableAttentionFactor(source.dict) ? undefined : sharedMscale(source.dict);
  const attention = shared
    ? { attentionFactor: note('attentionFactor', shared) }
    : noteAttention(source, 'derived: sqrt(1 + ln factor / ln originalContext)');
  return { type: 'longrope', originalContext: original, factor, shortFactor, longFactor, ...attention };
}

function llama3(source: ScalingSource): ScalingSpec {
  const { dict, note } = source;
  return {
    type: 'llama3',
    factor: note('factor', requiredFactor(source, 'llama3')),
    lowFreqFactor: note(
      'lowFreqFactor',
      dict.number('low_freq_factor', scalingRule('llama3', 'lowFreqFactor')) ?? fallback(1, '1'),
    ),
    highFreqFactor: note(
      'highFreqFactor',
      dict.number('high_freq_factor', scalingRule('llama3', 'highFreqFactor')) ?? fallback(4, '4'),
    ),
    originalContext: note('originalContext', originalContext(source)),
  };
}

/**
 * transformers uses max_position_embeddings as L here and ignores original_max_position_embeddings. With `alpha`,
 * HunYuan's classes change the base once, at any length; other classes do not read it.
 */
function dynamic(source: ScalingSource): ScalingSpec {
  const { modelType } = source;
  const known = modelType !== undefined && classOf(modelType) !== undefined;
  const others = known && !modelType.startsWith('hunyuan') && findType(source.layer).given !== 'xdrope';
  const alpha = others ? undefined : source.dict.number('alpha', scalingRule('ntk', 'factor'));
  if (alpha) return { type: 'ntk', factor: source.note('factor', alpha) };
  return {
    type: 'dynamic',
    factor: source.note('factor', requiredFactor(source, 'dynamic')),
    originalContext: source.note('originalContext', source.context.max),
  };
}

function proportional(source: ScalingSource): ScalingSpec {
  const { dict, note, width } = source;
  const share = width.fraction ?? fallback(1, '1, no partial_rotary_factor');
  if (share.value <= 0)
    throw errorAbout(
      'bad_config',
      share.from,
      `is ${num(share.value)}; rope_type proportional needs a fraction above 0`,
    );
  return {
    type: 'proportional',
    fraction: note('fraction', share),
    factor: note('factor', dict.number('factor', scalingRule('proportional', 'factor')) ?? fallback(1, '1')),
  };
}

/** vLLM's own type: the two variants of kexue.fm, chosen by mixed_b. */
function ntk(source: ScalingSource): ScalingSpec {
  const factor = source.note('factor', requiredFactor(source, 'ntk'));
  const mixed = source.dict.number('mixed_b', scalingRule('kexue-mixed', 'mixedB'));
  if (!mixed) return { type: 'kexue-fixed', factor };
  return { type: 'kexue-mixed', factor, mixedB: source.note('mixedB', mixed) };
}

/** The supported rope_type values, and how each is read. */
type Reader = (source: ScalingSource) => ScalingSpec;
const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['default', () => ({ type: 'default' })],
  ['linear', (source) => ({ type: 'linear', factor: source.note('factor', requiredFactor(source, 'linear')) })],
  ['dynamic', dynamic],
  ['yarn', yarn],
  ['longrope', longrope],
  ['llama3', llama3],
  ['proportional', proportional],
  ['ntk', ntk],
  ['yarn_log', (source) => yarnOf(source, 'yarn-log', 'default: 1, which the class uses')],
  ['theta_scale', thetaScale],
  ['telechat3-yarn', (source) => yarnOf(source, 'telechat3-yarn', 'derived: 0.07 ln factor + 1')],
]);

const ownAmplitude: ReadonlySet<ScalingId> = new Set<ScalingId>(['yarn', 'longrope', 'yarn-log', 'telechat3-yarn']);

export function readScaling(name: string, source: ScalingSource): ScalingSpec {
  const reader = readers.get(name);
  if (!reader) return { type: 'default' }; // the invalid type was reported before
  const spec = reader(source);
  if (!ownAmplitude.has(spec.type))
    source.note('attentionFactor', { value: 1, from: `default: 1, rope_type ${name} has no amplitude` });
  return spec;
}
