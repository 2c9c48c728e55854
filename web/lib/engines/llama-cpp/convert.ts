/**
 * convert_hf_to_gguf.py: converts the dictionary that the configuration class of transformers 5 built to keys and
 * tensors. Values without a key are lost.
 */
import type { LayerFacts } from '../../hf/facts.js';
import { missingKey, NotKnown, Refusal } from '../refusal.js';
import { classOf } from '../../hf/families.js';
import { given, originalAsBuilt, refuseTexts, rotaryDimAsBuilt } from '../rules.js';
import type { Source } from '../source.js';
import { type Architecture, architectureOf, refuseUnknown } from './architectures.js';
import type { FrequencyFactors, LlamaModel } from './model.js';

/** The layers with the long context: the converter looks for full_attention, the others are sliding. */
export function mainLayer(layers: readonly LayerFacts[]): LayerFacts {
  return layers.find(({ layer }) => layer.layerType === 'full_attention') ?? layers[0]!;
}

type Keys = Record<string, number | string | readonly number[]>;

function scalingKeys(facts: LayerFacts, architecture: Architecture): Keys {
  const factor = given(facts, 'factor');
  const keys: Keys = {};
  if (architecture.baseless) return keys;
  const { name } = facts.ropeType;
  if (factor !== undefined && (name === 'linear' || name === 'yarn')) {
    keys['rope_scaling_type'] = name;
    keys['rope_scaling_factor'] = factor;
  }
  if (factor !== undefined && name === 'yarn') {
    keys['rope_scaling_orig_ctx_len'] = originalAsBuilt(facts);
    for (const [key, as] of [
      ['extrapolation_factor', 'rope_scaling_yarn_ext_factor'],
      ['attention_factor', 'rope_scaling_yarn_attn_factor'],
      ['beta_fast', 'rope_scaling_yarn_beta_fast'],
      ['beta_slow', 'rope_scaling_yarn_beta_slow'],
    ] as const) {
      const value = given(facts, key);
      if (value !== undefined) keys[as] = value;
    }
    const allDim = given(facts, 'mscale_all_dim');
    if (architecture.logMultiplier === 'plain') {
      const beta = given(facts, 'llama_4_scaling_beta');
      if (allDim === undefined || beta === undefined)
        throw missingKey(allDim === undefined ? 'mscale_all_dim' : 'llama_4_scaling_beta');
      keys['attn_temperature_scale'] = beta;
    }
    if (architecture.logMultiplier && allDim !== undefined)
      keys['rope_scaling_yarn_log_mul'] = architecture.logMultiplier === 'plain' ? allDim : 0.1 * allDim;
  }
  if (architecture.longrope) keys['rope_scaling_orig_ctx_len'] = originalAsBuilt(facts);
  return keys;
}

function frequencyFactors(facts: LayerFacts, architecture: Architecture): FrequencyFactors | undefined {
  const { scaling } = facts;
  if (scaling.type === 'llama3' && architecture.llama3)
    return {
      kind: 'llama3',
      factor: given(facts, 'factor') ?? 8,
      low: given(facts, 'low_freq_factor') ?? 1,
      high: given(facts, 'high_freq_factor') ?? 4,
      original: originalAsBuilt(facts),
    };
  if (scaling.type === 'longrope' && architecture.longrope)
    return { kind: 'two-lists', short: [...scaling.shortFactor], long: [...scaling.longFactor] };
  if (scaling.type === 'proportional' && architecture.proportional) return { kind: 'off', fraction: scaling.fraction };
  return undefined;
}

const numberAt = ({ text }: LayerFacts, key: string): number | undefined => {
  const value = text.peek(key);
  return typeof value === 'number' ? value : undefined;
};
/** chatglm.py reads seq_length, or else hidden_size; it never reads max_position_embeddings or rope_theta. */
const lengthByRatio = (facts: LayerFacts): number =>
  numberAt(facts, 'seq_length') ?? numberAt(facts, 'hidden_size') ?? facts.max.value;
const baseByRatio = (facts: LayerFacts): number => 10_000 * (numberAt(facts, 'rope_ratio') ?? 1);

/** find_hparam of set_gguf_parameters: reads other names if no class fills max_position_embeddings in. */
function lengthOf(facts: LayerFacts, { length }: Architecture): number {
  const { max, modelType } = facts;
  const own = length === undefined ? undefined : numberAt(facts, length);
  if (own !== undefined) return own;
  if (!max.from.startsWith('default') || (modelType !== undefined && classOf(modelType))) return max.value;
  const names = ['n_ctx', 'n_positions', 'max_length', 'max_sequence_length', 'model_max_length'];
  return names.map((name) => numberAt(facts, name)).find((value) => value !== undefined) ?? max.value;
}

/** Hunyuan's classes always raise the base, and write the length that it was trained for: 256k. */
const trainedForAlpha = 262_144;
function foldedAlpha(facts: LayerFacts, { name, alpha }: Architecture): number | undefined {
  if (alpha === undefined || facts.ropeType.given !== 'dynamic') return undefined;
  const own = given(facts, 'alpha') ?? alpha;
  const { base, max, width } = facts;
  const lengths = [32_768, trainedForAlpha];
  const expected = base.value === 10_000 && lengths.includes(max.value);
  if (!expected || (name === 'hunyuan-moe' && (own !== 1000 || width.headDim.value !== 128)))
    throw new Refusal(
      'AssertionError',
      'HunYuan dynamic RoPE scaling assumptions changed, please update the logic or context length manually',
      `its class was written for rope_theta 10000${name === 'hunyuan-moe' ? ', alpha 1000, heads of 128 channels' : ''} and a length of 32768 or 262144`,
    );
  return own;
}

export function convert(source: Source): LlamaModel {
  const facts = mainLayer(source.layers);
  refuseUnknown(source.modelType, source.outerType, source.architectures);
  refuseTexts(source);
  const architecture = architectureOf(source.modelType, source.architectures);
  if (!architecture) throw new NotKnown('its converter class for this model type was not read');
  if (architecture.raises !== undefined) throw missingKey(architecture.raises);
  if (architecture.needs !== undefined && !facts.text.has(architecture.needs)) throw missingKey(architecture.needs);
  const { headDim, latent } = facts.width;
  const partial = architecture.partial ? rotaryDimAsBuilt(facts) : headDim.value;
  const sliding = source.layers
    .filter((each) => each !== facts)
    .map((each) => ({
      name: each.layer.name,
      base: each.base.value,
      headDim: architecture.partial ? rotaryDimAsBuilt(each) : each.width.headDim.value,
    }));
  const swa = sliding[0];
  const factors = frequencyFactors(facts, architecture);
  const alpha = foldedAlpha(facts, architecture);
  return {
    architecture: architecture.name,
    headDim: headDim.value,
    keys: {
      context_length: architecture.ratioBase ? lengthByRatio(facts) : lengthOf(facts, architecture),
      ...scalingKeys(facts, architecture),
      ...(alpha !== undefined && { context_length: trainedForAlpha }),
      ...(facts.mrope?.named && { rope_dimension_sections: [...facts.mrope.named.value, 0, 0, 0, 0].slice(0, 4) }),
      ...(!architecture.baseless && { rope_freq_base: architecture.ratioBase ? baseByRatio(facts) : facts.base.value }),
      ...(swa && { rope_freq_base_swa: swa.base }),
      ...((architecture.partial || architecture.counted || architecture.proportional) && {
        rope_dimension_count: partial,
      }),
      ...(architecture.proportional && swa && { rope_dimension_count_swa: swa.headDim }),
    },
    ...(factors && { factors }),
    ...(alpha !== undefined && { alpha }),
    sliding,
    name: facts.layer.name,
    latent,
  };
}
