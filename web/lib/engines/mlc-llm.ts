/**
 * MLC LLM, which also compiles the models of WebLLM: the configuration class of the model type (python/mlc_llm/model),
 * with the raw fields of the file. TVM chooses the frequency function by rope_type
 * (relax/frontend/nn/llm/position_embedding.py) and compiles it into the model.
 */
import { printable, shown } from '../checks/show.js';
import type { ScalingSpec, YarnScaling } from '../generated/encodings.js';
import type { Fields } from '../hf/fields.js';
import { type MlcModel, models } from './mlc-llm/models.js';
import { missingKey, NotKnown, Refusal } from './refusal.js';
import { numberIn, refuseTexts, specWith } from './rules.js';
import type { Source } from './source.js';
import { nameOfAll } from './trainers.js';
import type { Engine, EngineLayer } from './types.js';

/** Reads a key that its code looks up in a dictionary. */
function required(dict: Fields, key: string): number {
  const value = numberIn(dict, key);
  if (value === undefined) throw missingKey(key);
  return value;
}
/** Reads a field without a default: the configuration class fails if the keyword argument is missing. */
function argument(text: Fields, key: string): number {
  const value = numberIn(text, key);
  if (value !== undefined) return value;
  throw new Refusal(
    'TypeError',
    `__init__() missing 1 required positional argument: '${key}'`,
    `write ${key} at the top level of the file: it does not look into rope_parameters`,
  );
}

function modelOf({ outerType }: Source): MlcModel {
  if (outerType === undefined) throw new Refusal('ValueError', "'model_type' not found in: config.json.");
  const model = models.get(outerType);
  if (model?.unread) throw new NotKnown(`its class for ${printable(outerType)} was not read`);
  if (model) return model;
  throw new Refusal('ValueError', `Unknown model type: ${printable(outerType)}.`, 'use another engine', true);
}

function baseOf(text: Fields, { base, otherwise = 10_000 }: MlcModel): number {
  if (typeof base === 'number') return base;
  if (base === 'required') return argument(text, 'rope_theta');
  const inner = base === 'rope_parameters' ? numberIn(text.child('rope_parameters'), 'rope_theta') : undefined;
  return inner ?? numberIn(text, 'rope_theta') ?? otherwise;
}

function headOf(source: Source, { head, scaling }: MlcModel): number {
  const { text, layers } = source;
  if (scaling === 'latent') return layers[0]!.width.headDim.value;
  if (text.mentions('head_dim') && !text.has('head_dim'))
    throw new Refusal('TypeError', "unsupported operand type(s) for -: 'NoneType' and 'int'", 'leave head_dim out');
  const derived = layers[0]!.width.headDim.value;
  const own = numberIn(text, 'head_dim') ?? 0;
  if (head === 'given' && own === 0) throw new Refusal('AssertionError', 'head_dim is 0', 'write head_dim');
  const [hidden, heads] = [numberIn(text, 'hidden_size'), numberIn(text, 'num_attention_heads')];
  if (head === 'of hidden_size' && hidden !== undefined && heads !== undefined && own > 0 && own * heads !== hidden)
    throw new Refusal('AssertionError', `head_dim ${own} times ${heads} heads is not hidden_size ${hidden}`);
  return own || derived;
}

function fractionOf(text: Fields, { fraction, base }: MlcModel): number {
  if (!fraction) return 1;
  const inner = base === 'rope_parameters' ? numberIn(text.child('rope_parameters'), fraction.field) : undefined;
  return inner ?? numberIn(text, fraction.field) ?? fraction.otherwise ?? argument(text, fraction.field);
}

function llama3(dict: Fields): ScalingSpec {
  const scaling = {
    type: 'llama3',
    factor: required(dict, 'factor'),
    lowFreqFactor: required(dict, 'low_freq_factor'),
    highFreqFactor: required(dict, 'high_freq_factor'),
    originalContext: required(dict, 'original_max_position_embeddings'),
  } as const;
  if (scaling.lowFreqFactor === scaling.highFreqFactor)
    throw new Refusal('ZeroDivisionError', 'float division by zero', 'write two numbers that differ');
  return scaling;
}

/** A ramp between two unrounded places, without an amplitude. */
function yarn(dict: Fields): YarnScaling {
  const [factor, originalContext] = [required(dict, 'factor'), required(dict, 'original_max_position_embeddings')];
  const [betaFast, betaSlow] = [required(dict, 'beta_fast'), required(dict, 'beta_slow')];
  if (betaFast === 0 || betaSlow === 0) throw new Refusal('ZeroDivisionError', 'division by zero');
  return { type: 'yarn', factor, originalContext, betaFast, betaSlow, truncate: false, attentionFactor: 1 };
}

/** Formats a type as in Python's message; values other than strings only by their kind. */
const named = (type: unknown): string => (typeof type === 'string' ? printable(type) : shown(type));

/** switch_rope_freq_func: a dictionary without rope_type is unscaled. */
function byRopeType(dict: Fields | undefined): ScalingSpec {
  if (!dict?.mentions('rope_type')) return { type: 'default' };
  const type = dict.peek('rope_type');
  if (type === 'llama3') return llama3(dict);
  if (type === 'yarn') return yarn(dict);
  throw new Refusal('ValueError', `Unsupported RoPE scaling type: ${named(type)}`);
}

/** Reads both lengths at the top of the file, and the type only from `type`. */
function longrope({ text, layers }: Source, length: number | undefined): ScalingSpec {
  const dict = text.child('rope_scaling');
  const type = dict?.peek('type');
  if (!dict || type === undefined) return { type: 'default' };
  const read = layers[0]!.scaling;
  if (type !== 'su' && type !== 'longrope')
    throw new Refusal('AssertionError', `Unsupported RoPE scaling type ${named(type)} for Phi3`);
  if (read.type !== 'longrope') throw missingKey('long_factor');
  const [max, original] = [
    argument(text, 'max_position_embeddings'),
    numberIn(text, 'original_max_position_embeddings'),
  ];
  if (!original)
    throw new Refusal(
      'ZeroDivisionError',
      'division by zero',
      'write original_max_position_embeddings at the top level',
    );
  return {
    type: 'longrope',
    originalContext: original,
    factor: max / original,
    shortFactor: read.shortFactor,
    longFactor: read.longFactor,
    contextLength: length ?? max,
  };
}

/** Llama's class ignores a dictionary without rope_type and rejects every type but llama3. */
function llama3Alone(text: Fields): ScalingSpec {
  const dict = text.child('rope_scaling');
  const type = dict?.peek('rope_type');
  if (!dict || type === undefined) return { type: 'default' };
  if (type !== 'llama3') throw new Refusal('AssertionError', `Unsupported RoPE scaling type ${named(type)} for Llama`);
  return llama3(dict);
}

function scalingOf(source: Source, { scaling }: MlcModel, length: number | undefined): ScalingSpec {
  const { text } = source;
  switch (scaling) {
    case 'llama3':
      return llama3Alone(text);
    case 'longrope':
      return longrope(source, length);
    case 'any':
      return byRopeType(text.child('rope_scaling'));
    case 'rope_parameters': {
      const dict = text.child('rope_parameters');
      if (dict) required(dict, 'factor'); // for the softmax scale
      return byRopeType(dict);
    }
    case 'latent': {
      const dict = text.child('rope_scaling');
      if (!dict) throw new Refusal('TypeError', "argument of type 'NoneType' is not iterable", 'write rope_scaling');
      if (dict.peek('rope_type') === 'yarn')
        throw new Refusal('AssertionError', 'inv_theta_log_scale must be precomputed for YaRN');
      return byRopeType(dict);
    }
    default:
      return { type: 'default' };
  }
}

/** The softmax scale of DeepSeek and Ministral 3: the square of 0.1 m ln s + 1. */
function softmaxOf(text: Fields, { scaling }: MlcModel): number {
  const dict =
    scaling === 'latent'
      ? text.child('rope_scaling')
      : scaling === 'rope_parameters'
        ? text.child('rope_parameters')
        : undefined;
  const [factor = 1, allDim = 0] = [numberIn(dict, 'factor'), numberIn(dict, 'mscale_all_dim')];
  return factor <= 1 || allDim === 0 ? 1 : (0.1 * allDim * Math.log(factor) + 1) ** 2;
}

function notesOn({ text, layers }: Source, model: MlcModel, { spec }: EngineLayer): string[] {
  const notes: string[] = [];
  const own = spec.scaling?.type;
  if (own === 'yarn')
    notes.push(
      'its YaRN is no rotation: rope_freq_yarn takes the channel for the pair, so that the second channel of a pair turns by its frequency divided by the factor; the frequencies here are those of the first',
    );
  if (own === 'longrope')
    notes.push(
      'it takes the long list where one call has more tokens than the original length: a chunk of a prompt may, a single token never does',
    );
  const lost = layers.find(({ scaling }) => scaling.type !== 'default');
  if (lost && own === undefined) {
    const scaled = text.child('rope_scaling') === undefined && model.scaling !== undefined;
    notes.push(
      `${printable(lost.ropeType.given)} is dropped${scaled ? ': it looks for rope_scaling, not rope_parameters' : ''}`,
    );
  }
  if (new Set(layers.map(({ base }) => base.value)).size > 1)
    notes.push('one base for all layers: those with a sliding window have no base of their own');
  return notes;
}

function lengthOf({ text, outerType }: Source, max: number): number {
  if (outerType?.startsWith('gemma3')) return Math.max(numberIn(text, 'sliding_window') ?? 0, 8192);
  return numberIn(text, 'context_window_size') || max;
}

export const mlcLlm: Engine = {
  id: 'mlc-llm',
  title: 'MLC LLM',
  version: '79d603f0 (2026-07-23) with TVM 5d4dc872 (2026-08-22)',
  basis: 'executed',
  source: 'https://github.com/mlc-ai/mlc-llm/tree/main/python/mlc_llm/model',
  byNameOnly: true,
  flags: ['context_window_size', 'rope_theta and rope_scaling in config.json'],
  read(source, length) {
    const model = modelOf(source);
    refuseTexts(source, true);
    const { text, layers } = source;
    const base = baseOf(text, model);
    const dim = headOf(source, model);
    const scaling = scalingOf(source, model, length);
    const rotaryDim = Math.floor(dim * fractionOf(text, model));
    const spec = specWith(layers[0]!, scaling, { dim, base, rotaryDim });
    const softmaxMultiplier = softmaxOf(text, model);
    const layer: EngineLayer = { spec, ...(softmaxMultiplier !== 1 && { softmaxMultiplier }) };
    return {
      layers: { [nameOfAll(source)]: layer },
      served: lengthOf(source, layers[0]!.max.value),
      ...(!model.executed && { basis: 'read' as const }),
      notes: notesOn(source, model, layer),
    };
  },
};
