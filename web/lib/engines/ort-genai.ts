/**
 * onnxruntime-genai: its model builder (onnxruntime_genai/models/builders/base.py and its neighbours) builds the table
 * of cosines and sines for the graph from the configuration of transformers 5. The nodes of ONNX Runtime turn by it.
 */
import { printable } from '../checks/show.js';
import type { LongropeScaling, ScalingSpec, YarnScaling } from '../generated/encodings.js';
import type { LayerFacts } from '../hf/facts.js';
import { findUnrotatedLayers } from '../hf/nope-layers.js';
import { pairAtTurns } from '../hf/yarn-ramp.js';
import { architectureName, withoutArchitectures } from './architecture-names.js';
import { runsOwnCode, unknownType } from './known-types.js';
import { type BuilderClass, classes } from './ort-genai/classes.js';
import { missingKey, NotKnown, Refusal } from './refusal.js';
import {
  given,
  llama3AsOrdered,
  mscales,
  originalAsBuilt,
  refuseAsClass,
  refuseTexts,
  rotaryDimAsBuilt,
  ruledLongrope,
  specWith,
} from './rules.js';
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

/** Dictionaries whose betas a configuration class fills in: that of gpt-oss, if the file has none. */
const filledIn = ({ layer: { era }, scaling }: LayerFacts): YarnScaling | undefined =>
  era === 'none' && scaling.type === 'yarn' ? scaling : undefined;

/**
 * A ramp between two unrounded places that it asserts to be inside, as long as half a head. Absent betas are 0. Two
 * mscales form a ratio, mscale without the other is the amplitude itself, and attention_factor is not read.
 */
function yarn(facts: LayerFacts, rotaryDim: number): YarnScaling {
  const { base, width } = facts;
  const own = filledIn(facts);
  const factor = given(facts, 'factor') ?? own?.factor;
  if (factor === undefined) throw missingKey('factor');
  const [betaFast, betaSlow] = [
    given(facts, 'beta_fast') ?? own?.betaFast ?? 0,
    given(facts, 'beta_slow') ?? own?.betaSlow ?? 0,
  ];
  if (betaFast === 0 || betaSlow === 0)
    throw new Refusal(
      'ZeroDivisionError',
      'float division by zero',
      'write beta_fast 32 and beta_slow 1 into the rope dictionary',
    );
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
  return {
    type: 'yarn',
    factor,
    originalContext: original,
    betaFast,
    betaSlow,
    truncate: false,
    ...(ratio ? mscales(mscale, allDim) : mscale > 0 && { attentionFactor: mscale }),
  };
}

function linear(factor: number | undefined): ScalingSpec {
  if (factor === undefined) throw missingKey('factor');
  if (factor > 0) return { type: 'linear', factor };
  throw new NotKnown(`what it does with the factor ${factor} was not executed`);
}

/** Model.make_rope_init: every other type raises. */
function byModel(facts: LayerFacts, rotaryDim: number): ScalingSpec {
  const { ropeType, modelType = '' } = facts;
  const isMrope = ropeType.given === 'mrope' && !modelType.startsWith('qwen2');
  if (ropeType.name === 'yarn') return yarn(facts, rotaryDim);
  if (ropeType.name === 'linear') return linear(given(facts, 'factor'));
  if (ropeType.name === 'default' && !isMrope) return { type: 'default' };
  throw new Refusal(
    'NotImplementedError',
    `The ${printable(isMrope ? ropeType.given : ropeType.name)} RoPE style is not currently supported.`,
    'its class for this model reads default, linear and yarn',
  );
}

/** LlamaModel replaces that method, so every other type has no effect. */
function llama3(facts: LayerFacts): ScalingSpec {
  const { ropeType, scaling } = facts;
  if (ropeType.name !== 'llama3' || scaling.type !== 'llama3') return { type: 'default' };
  const factor = given(facts, 'factor') ?? 0;
  const [lowFreqFactor, highFreqFactor] = [given(facts, 'low_freq_factor') ?? 0, given(facts, 'high_freq_factor') ?? 0];
  if (lowFreqFactor === 0 || highFreqFactor === 0) throw new Refusal('ZeroDivisionError', 'division by zero');
  const bands = { lowFreqFactor, highFreqFactor, originalContext: originalOf(facts) };
  return llama3AsOrdered({ type: 'llama3', factor, ...bands });
}

/** Builds two tables; the graph uses the long one if a sequence exceeds the trained length. */
function twoLists(facts: LayerFacts, length: number | undefined): LongropeScaling {
  const { scaling, layer } = facts;
  if (scaling.type !== 'longrope') throw missingKey('multi_cache');
  if (!layer.dict.mentions('type')) {
    const { kind, message } = missingKey('type');
    throw new Refusal(kind, message, 'write type "longrope" beside rope_type');
  }
  const original = originalOf(facts);
  return ruledLongrope(facts, scaling, original, (length ?? original) > original);
}

/** Positions have three axes. Without sections the node RotaryEmbedding gets them, which takes no more than one. */
function refuseSections({ mrope, ropeType }: LayerFacts, rotaryDim: number): void {
  if (!mrope?.named || ropeType.name !== 'default')
    throw new Refusal(
      'InvalidArgument',
      "Input 'position_ids' is expected to have 0, 1, or 2 dimensions, got 3",
      'write mrope_section into the rope dictionary, with rope_type default',
    );
  const sum = mrope.named.value.reduce((total, part) => total + part, 0);
  if (sum !== rotaryDim / 2)
    throw new Refusal(
      'InvalidArgument',
      `MRotaryEmbedding: sum of 'mrope_section' (${sum}) must equal rotary_embedding_dim / 2 (${rotaryDim / 2})`,
    );
}

/** GroupQueryAttention turns vectors itself, except in the classes that need nodes of their own. */
function refuseWidth({ kind }: BuilderClass, rotaryDim: number): void {
  if (kind === 'alpha' || kind === 'sections' || rotaryDim % 16 === 0) return;
  throw new Refusal(
    'InvalidArgument',
    'cos_cache dimension 1 must be <= head_size / 2 and a multiple of 8.',
    `half of the ${rotaryDim} channels that it rotates is no multiple of 8: use another engine`,
  );
}

/** The fourth layer and so on ask for position ids, which a graph with GroupQueryAttention does not have. */
function refuseStill({ text, modelType }: LayerFacts): void {
  const still = findUnrotatedLayers(text, modelType);
  if (still !== undefined && still.value.length === 0) return;
  throw new Refusal(
    'KeyError',
    "'position_ids'",
    'its class cannot make layers without positions, except for DirectML: use another engine',
  );
}

function scalingOf(facts: LayerFacts, { builder }: Chosen, rotaryDim: number, length?: number): ScalingSpec {
  if (facts.layer.nested && builder.kind !== 'gemma3') throw missingKey('rope_type');
  switch (builder.kind) {
    case 'smollm3':
      refuseStill(facts);
      return llama3(facts);
    case 'llama':
      return llama3(facts);
    case 'gpt-oss': {
      if (facts.ropeType.name === 'yarn' && rotaryDim !== facts.width.headDim.value)
        throw new NotKnown('its class for gpt-oss turns a part of a head by the first frequencies of the whole head');
      const scaling = byModel(facts, rotaryDim);
      if (scaling.type !== 'yarn') throw missingKey('rescale_inv_freq');
      return scaling;
    }
    case 'phimoe':
      byModel(facts, rotaryDim);
      throw missingKey('multi_cache');
    case 'two lists':
      return twoLists(facts, length);
    case 'phi3':
      return facts.max.value === originalOf(facts) ? byModel(facts, rotaryDim) : twoLists(facts, length);
    case 'alpha': {
      if (facts.ropeType.name !== 'dynamic') return { type: 'default' };
      const alpha = given(facts, 'alpha');
      if (alpha === undefined) throw missingKey('alpha');
      return alpha === 1 ? { type: 'default' } : { type: 'ntk', factor: alpha };
    }
    case 'sections': {
      const scaling = byModel(facts, rotaryDim);
      refuseSections(facts, rotaryDim);
      return scaling;
    }
    case 'gemma3':
      throw new Refusal(
        'KeyError',
        "'rope_type'",
        'it reads rope_local_base_freq of transformers 4 and one rope dictionary, which version 5 splits by layer type: use another engine',
      );
    case 'ernie': {
      const scaling = byModel(facts, rotaryDim);
      const ratio = numberAt(facts, 'compression_ratio') ?? 1;
      if (ratio === 1) return scaling;
      if (scaling.type === 'yarn') throw new NotKnown('its compression_ratio beside YaRN was not executed');
      return linear(1 / ratio);
    }
    case 'plain':
      return byModel(facts, rotaryDim);
  }
}

function layerOf(facts: LayerFacts, chosen: Chosen, length: number | undefined): EngineLayer {
  refuseAsClass(facts);
  if (facts.fault && facts.fault.code !== 'unsupported_config') throw facts.fault;
  const rotaryDim = rotaryDimAsBuilt(facts);
  const scaling = scalingOf(facts, chosen, rotaryDim, length);
  refuseWidth(chosen.builder, rotaryDim);
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
  if (builder.kind === 'llama' || builder.kind === 'alpha') {
    const isRead = ropeType.name === 'default' || ropeType.name === (builder.kind === 'llama' ? 'llama3' : 'dynamic');
    const only = builder.kind === 'llama' ? 'llama3' : 'alpha of dynamic';
    if (!isRead)
      notes.push(`its class for ${name} reads ${only} alone: rope_type ${printable(ropeType.given)} is dropped`);
  } else if (scaling.type === 'yarn') {
    if (scaling.truncate !== false)
      notes.push(
        'it never rounds the two ends of YaRN\'s ramp, as only "truncate": false asks for: use another engine',
      );
    if (scaling.attentionFactor !== undefined) notes.push('attention_factor is not read');
  }
  return notes;
}

export const ortGenai: Engine = {
  id: 'ort-genai',
  title: 'ONNX Runtime GenAI',
  version: '0.18.0',
  basis: 'executed',
  source: 'https://github.com/microsoft/onnxruntime-genai/blob/main/src/python/py/models/builders/base.py',
  byNameOnly: true,
  flags: ['max_position_embeddings, rope_theta and rope_scaling in config.json, before the model is built'],
  read(source, length) {
    refuseTexts(source);
    const chosen = chosenBy(source);
    const unknown = unknownType(source);
    if (unknown) throw unknown;
    if (chosen.builder.unread) throw new NotKnown(`its class for ${chosen.name} ${chosen.builder.unread}`);
    if (runsOwnCode(source))
      throw new NotKnown('its configuration class is code that comes with the model, which was not executed');
    const first = source.layers[0]!;
    const whole = first.layer.layerType === undefined ? first.layer.name : 'default';
    return {
      layers: { [whole]: layerOf(first, chosen, length) },
      served: lengthOf(first),
      notes: notesOn(source, first, chosen),
    };
  },
};
