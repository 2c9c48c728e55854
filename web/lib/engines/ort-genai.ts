/**
 * onnxruntime-genai: its model builder (src/python/py/models/builders/base.py) builds the table of cosines and sines
 * for the graph from the configuration of transformers 5.
 */
import { printable } from '../checks/show.js';
import type { LongropeScaling, ScalingSpec, YarnScaling } from '../generated/encodings.js';
import { familyOf } from '../hf/families.js';
import type { LayerFacts } from '../hf/facts.js';
import { pairAtTurns } from '../hf/yarn-ramp.js';
import { architectureName, withoutArchitectures } from './architecture-names.js';
import { unknownType } from './known-types.js';
import { type BuilderClass, classes } from './ort-genai/classes.js';
import { missingKey, NotKnown, Refusal } from './refusal.js';
import { given, mscales, originalAsBuilt, refuseAsClass, refuseTexts, ruledLongrope, specWith } from './rules.js';
import type { Source } from './source.js';
import type { Engine, EngineLayer } from './types.js';

interface Chosen {
  readonly name: string;
  readonly builder: BuilderClass;
}

function chosenBy(source: Source): Chosen {
  const { modelType } = source;
  const name = architectureName(source, classes) ?? (modelType === undefined ? 'LlamaForCausalLM' : undefined);
  const builder = classes.get(name ?? '');
  if (name !== undefined && builder) return { name, builder };
  throw new Refusal(
    'NotImplementedError',
    `The ${printable(name ?? modelType ?? '')} model is not currently supported.`,
    'use another engine',
    true,
  );
}

const numberAt = ({ text }: LayerFacts, key: string): number | undefined => {
  const value = text.peek(key);
  return typeof value === 'number' ? value : undefined;
};

/** A field of that name anywhere in the configuration, or else the rope dictionary as the class wrote it. */
const originalOf = (facts: LayerFacts): number =>
  numberAt(facts, 'original_max_position_embeddings') ?? originalAsBuilt(facts);
const lengthOf = (facts: LayerFacts): number => numberAt(facts, 'seq_length') ?? facts.max.value;

/** It looks for the key beta_fast, not for the type: YaRN without it is ignored. The class of gpt-oss fills it in. */
const hasBetas = ({ layer: { dict, era }, scaling }: LayerFacts): boolean =>
  dict.mentions('beta_fast') || (era === 'none' && scaling.type === 'yarn');

/**
 * A ramp between two unrounded places that it asserts to be inside. Two mscales form a ratio, mscale without the other
 * is the amplitude itself, and attention_factor is not read.
 */
function yarn(facts: LayerFacts, rotaryDim: number): YarnScaling {
  const { base, width, ropeType, scaling } = facts;
  const filledIn = scaling.type === 'yarn' ? scaling : undefined;
  const factor = given(facts, 'factor') ?? filledIn?.factor;
  if (factor === undefined) throw missingKey('factor');
  const betaFast = given(facts, 'beta_fast') ?? filledIn?.betaFast ?? 32;
  const betaSlow = facts.layer.dict.mentions('beta_slow')
    ? (given(facts, 'beta_slow') ?? 0)
    : (filledIn?.betaSlow ?? 0);
  if (betaFast === 0 || betaSlow === 0)
    throw new Refusal('ZeroDivisionError', 'float division by zero', 'write beta_fast 32 and beta_slow 1');
  const original = originalOf(facts);
  const half = width.headDim.value / 2;
  const [low, high] = [betaFast, betaSlow].map((turns) => pairAtTurns(turns, original, base.value, 2 * half)) as [
    number,
    number,
  ];
  if (!(low > 0 && low < high && high < half - 1))
    throw new Refusal(
      'AssertionError',
      'assert 0 < low < high < d_half - 1',
      'its ramp has to begin and end between the first pair and the last',
    );
  if (rotaryDim !== width.headDim.value)
    throw new Refusal(
      'RuntimeError',
      `its ramp is as long as half a head, ${half}, and not as the ${rotaryDim / 2} pairs`,
    );
  const [mscale, allDim] = [given(facts, 'mscale') ?? 0, given(facts, 'mscale_all_dim') ?? 0];
  const ratio = mscale > 0 && allDim > 0;
  const own = mscale > 0 ? mscale : ropeType.name === 'yarn' ? undefined : factor;
  return {
    type: 'yarn',
    factor,
    originalContext: original,
    betaFast,
    betaSlow,
    truncate: false,
    ...(ratio ? mscales(mscale, allDim) : own !== undefined && { attentionFactor: own }),
  };
}

function linear(facts: LayerFacts): ScalingSpec {
  const factor = facts.ropeType.given === 'linear' ? given(facts, 'factor') : undefined;
  if (factor === undefined) return { type: 'default' };
  if (factor > 0) return { type: 'linear', factor };
  throw new Refusal('ValueError', `rope_scaling.factor must be positive for linear RoPE scaling, got ${factor}`);
}

/** LlamaModel replaces the method of its base class, so YaRN and linear have no effect. */
function llama3(facts: LayerFacts): ScalingSpec {
  if (!facts.layer.dict.mentions('low_freq_factor')) return { type: 'default' };
  const factor = given(facts, 'factor') ?? 0;
  const [lowFreqFactor, highFreqFactor] = [given(facts, 'low_freq_factor') ?? 0, given(facts, 'high_freq_factor') ?? 0];
  if (lowFreqFactor === 0 || highFreqFactor === 0) throw new Refusal('ZeroDivisionError', 'division by zero');
  return { type: 'llama3', factor, lowFreqFactor, highFreqFactor, originalContext: originalOf(facts) };
}

/** Builds two tables; the graph uses the long one if a sequence exceeds the trained length. */
function twoLists(facts: LayerFacts, length: number | undefined): LongropeScaling {
  const { scaling, layer } = facts;
  if (!layer.dict.mentions('short_factor') || scaling.type !== 'longrope') throw missingKey('multi_cache');
  if (!layer.dict.mentions('type')) {
    const { kind, message } = missingKey('type');
    throw new Refusal(kind, message, 'write type "longrope" beside rope_type');
  }
  const original = originalOf(facts);
  return ruledLongrope(facts, scaling, original, (length ?? original) > original);
}

function refuseSections({ layer: { dict }, mrope, width }: LayerFacts, name: string): void {
  const type = dict.peek('type');
  if (type !== undefined && type !== 'mrope' && type !== 'default') throw new Refusal('AssertionError', '');
  if (!mrope?.named)
    throw new Refusal(
      'ValueError',
      'MRoPE sections not found in text_config rope_parameters/rope_scaling mrope_section',
    );
  const sum = 2 * mrope.named.value.reduce((total, part) => total + part, 0);
  if (!name.startsWith('Qwen3_5') && sum !== width.headDim.value)
    throw new Refusal('ValueError', `MRoPE splits sum (${sum}) does not match head size (${width.headDim.value})`);
}

/** The fraction at the top of the file, or the class's own; only Qwen3.5 reads that of the rope dictionary. */
function rotatedBy(facts: LayerFacts, { kind }: BuilderClass): number {
  const { width, modelType } = facts;
  if (kind === 'sections') return width.rotaryDim.value;
  const fraction = numberAt(facts, 'partial_rotary_factor') ?? familyOf(modelType).partial ?? 1;
  return Math.floor(width.headDim.value * fraction);
}

function scalingOf(facts: LayerFacts, { name, builder }: Chosen, rotaryDim: number, length?: number): ScalingSpec {
  switch (builder.kind) {
    case 'llama':
      return llama3(facts);
    case 'gpt-oss':
      if (!hasBetas(facts)) throw missingKey('rescale_inv_freq');
      return yarn(facts, rotaryDim);
    case 'phimoe':
      throw missingKey('multi_cache');
    case 'two lists':
      return twoLists(facts, length);
    case 'phi3':
      if (lengthOf(facts) !== originalOf(facts)) return twoLists(facts, length);
      break;
    case 'alpha': {
      const alpha = given(facts, 'alpha') ?? 1;
      return alpha === 1 ? { type: 'default' } : { type: 'ntk', factor: alpha };
    }
    case 'sections':
      refuseSections(facts, name);
      return linear(facts);
    case 'gemma3':
      throw new Refusal(
        'AttributeError',
        "'Gemma3TextConfig' object has no attribute 'rope_local_base_freq'",
        'transformers 4 keeps that field, and version 5 does not: build it with version 4 (unconfirmed)',
      );
    case 'plain':
  }
  return hasBetas(facts) ? yarn(facts, rotaryDim) : linear(facts);
}

function layerOf(facts: LayerFacts, chosen: Chosen, length: number | undefined): EngineLayer {
  refuseAsClass(facts);
  if (facts.fault && facts.fault.code !== 'unsupported_config') throw facts.fault;
  const rotaryDim = rotatedBy(facts, chosen.builder);
  const scaling = scalingOf(facts, chosen, rotaryDim, length);
  const short = scaling.type === 'longrope' && scaling.contextLength === scaling.originalContext;
  return {
    spec: specWith(facts, scaling, { rotaryDim }),
    rows: short ? scaling.originalContext : lengthOf(facts),
    ...(scaling.type === 'longrope' && { byLength: true }),
  };
}

function notesOn({ outerArchitectures }: Source, facts: LayerFacts, { name, builder }: Chosen): string[] {
  const { scaling, ropeType } = facts;
  const notes: string[] = [];
  if (outerArchitectures.length === 0) notes.push(withoutArchitectures('onnxruntime-genai', name));
  if (scaling.type === 'default') return notes;
  const read = builder.kind !== 'llama' && builder.kind !== 'sections' && hasBetas(facts);
  if (scaling.type === 'yarn' && read) {
    if (scaling.truncate !== false)
      notes.push(
        'it never rounds the two ends of YaRN\'s ramp, as only "truncate": false asks for: use another engine',
      );
    if (scaling.attentionFactor !== undefined) notes.push('attention_factor is not read');
  } else if (scaling.type === 'yarn' && builder.kind === 'plain')
    notes.push(
      'it looks for beta_fast, not for rope_type: without it YaRN is dropped. Write beta_fast 32 and beta_slow 1 into the rope dictionary',
    );
  else if (builder.kind === 'llama' && scaling.type !== 'llama3')
    notes.push(`its class for ${name} reads llama3 alone: rope_type ${printable(ropeType.given)} is dropped`);
  else if (builder.kind === 'plain' && scaling.type !== 'linear')
    notes.push(`rope_type ${printable(ropeType.given)} is dropped`);
  return notes;
}

export const ortGenai: Engine = {
  id: 'ort-genai',
  title: 'ONNX Runtime GenAI',
  version: 'a0c04eb1 (2026-08-22, 0.16.0-dev)',
  basis: 'executed',
  source: 'https://github.com/microsoft/onnxruntime-genai/blob/main/src/python/py/models/builders/base.py',
  byNameOnly: true,
  flags: ['max_position_embeddings, rope_theta and rope_scaling in config.json, before the model is built'],
  read(source, length) {
    refuseTexts(source);
    const chosen = chosenBy(source);
    const unknown = unknownType(source);
    if (unknown) throw unknown;
    if (chosen.builder.unread) throw new NotKnown(`its class for ${chosen.name} was not read`);
    const first = source.layers[0]!;
    const whole = first.layer.layerType === undefined ? first.layer.name : 'default';
    return {
      layers: { [whole]: layerOf(first, chosen, length) },
      served: lengthOf(first),
      notes: notesOn(source, first, chosen),
    };
  },
};
