/**
 * convert_hf_to_gguf.py: converts hparams to keys and tensors. Values without a key are lost.
 */

import { isPlainObject, type Plain } from '../../hf/plain.js';
import { missingKey, NotKnown, Refusal } from '../refusal.js';
import { refuseTexts } from '../rules.js';
import type { Source } from '../source.js';
import { type Architecture, architectureOf, type Count, refuseUnknown } from './architectures.js';
import { asNumber, findHparam, type Hparams, hparamsOf, needed } from './hparams.js';
import type { FrequencyFactors, LlamaModel } from './model.js';

type Keys = Record<string, number | string | readonly number[]>;

export function convert(source: Source): LlamaModel {
  refuseUnknown(source.modelType, source.outerType, source.architectures);
  refuseTexts(source);
  const architecture = architectureOf(source.modelType, source.architectures);
  if (!architecture) throw new NotKnown('its converter class for this model type was not read');
  const hparams = hparamsOf(source);
  const type = hparams.rope.full['rope_type'];
  if (typeof type === 'string' && architecture.unreadTypes?.includes(type))
    throw new NotKnown(`how its class treats rope_type ${type} was not read`);
  const conversion = { source, hparams, architecture };
  // tensors are made before keys are written
  const factors = frequencyFactors(conversion);
  const amplitude = amplitudeOf(conversion, factors);
  const alpha = foldedAlpha(conversion);
  const keys: Keys = {
    context_length: lengthOf(conversion),
    ...scalingKeys(conversion),
    ...(alpha !== undefined && { context_length: trainedForAlpha }),
    ...baseKeys(conversion),
    ...sectionKeys(conversion),
    ...countKeys(conversion),
  };
  const windows = windowsOf(conversion);
  return {
    architecture,
    headDim: architecture.proportional ? globalHeadDim(hparams) : headDimOf(conversion),
    keys,
    ...(factors && { factors }),
    ...(amplitude !== undefined && { amplitude }),
    ...(alpha !== undefined && { alpha }),
    ...(windows && { windows }),
    names: source.layers.map(({ layer }) => layer.name),
    latent: source.layers[0]!.width.latent,
  };
}

interface Conversion {
  readonly source: Source;
  readonly hparams: Hparams;
  readonly architecture: Architecture;
}

const assertion = (message: string, todo?: string): Refusal => new Refusal('AssertionError', message, todo);

/** Lengths that find_hparam of set_gguf_parameters knows. */
const lengths = [
  'max_position_embeddings',
  'n_ctx',
  'n_positions',
  'max_length',
  'max_sequence_length',
  'model_max_length',
];
function lengthOf({ source, hparams, architecture: { length, base, name } }: Conversion): number {
  if (typeof length === 'number') return length;
  const own = length === undefined ? undefined : hparams.number(length);
  const ratio = base === 'ratio' ? (hparams.number('seq_length') ?? hparams.number('hidden_size')) : undefined;
  const found = own ?? ratio ?? asNumber(findHparam(hparams, lengths));
  if (found !== undefined) return found;
  const { max } = source.layers[0]!;
  // a file without a type may be a part of one
  if (source.outerType === undefined || !max.from.startsWith('default')) return max.value;
  throw new Refusal(
    'runtime_error',
    `error loading model hyperparameters: key not found in model: ${name}.context_length`,
  );
}

/** hidden_size // num_attention_heads, by the names that the general class and the loader know. */
function quotientOf({ hparams, source }: Conversion): number {
  const hidden = asNumber(findHparam(hparams, ['hidden_size', 'n_embd', 'dim']));
  const heads = asNumber(findHparam(hparams, ['num_attention_heads', 'n_head', 'n_heads']));
  if (hidden !== undefined && heads) return Math.floor(hidden / heads);
  // parts of files name neither
  return source.layers[0]!.width.headDim.value;
}

/** The width of a head by attention.key_length, or else the quotient of the loader. */
function headDimOf(conversion: Conversion): number {
  const { hparams, architecture, source } = conversion;
  const { own, keyLength, withoutHeadDim, name } = architecture;
  const { width } = source.layers[0]!;
  if (width.latent) return width.headDim.value;
  if (keyLength && !hparams.has('head_dim')) throw missingKey('head_dim');
  if ((own && !keyLength) || withoutHeadDim) return quotientOf(conversion);
  return hparams.number('head_dim') ?? (name.startsWith('gemma3') ? 256 : quotientOf(conversion));
}

function widthOf(conversion: Conversion, of: Count['of']): number {
  const { hparams, architecture } = conversion;
  if (of === 'quotient' || of === 'product' || (of === 'head' && architecture.withoutHeadDim))
    return quotientOf(conversion);
  if (of === 'head') return hparams.number('head_dim') ?? quotientOf(conversion);
  const own = hparams.number(of);
  if (own === undefined) throw missingKey(of);
  return own;
}

function fractionOf({ hparams }: Conversion, fraction: Count['fraction']): number {
  if (fraction === undefined) return 1;
  if (fraction === 'rotary_pct') {
    const own = hparams.number('rotary_pct');
    if (own === undefined) throw missingKey('rotary_pct');
    return own;
  }
  const own = asNumber(hparams.rope.whole['partial_rotary_factor']);
  if (own !== undefined) return own;
  if (fraction === 'needed') throw missingKey('partial_rotary_factor');
  return fraction;
}

function countKeys(conversion: Conversion): Keys {
  const { hparams, architecture } = conversion;
  const { count, proportional, sliding } = architecture;
  if (proportional) {
    const own = hparams.number('head_dim');
    if (own === undefined) throw missingKey('head_dim');
    const part = asNumber(hparams.rope.whole['partial_rotary_factor']) ?? 1;
    return { rope_dimension_count: globalHeadDim(hparams), rope_dimension_count_swa: Math.floor(own * part) };
  }
  if (sliding?.ownCount) return countsByKind(hparams); // Laguna
  if (!count) return {};
  const fraction = fractionOf(conversion, count.fraction);
  if (count.of !== 'product') return { rope_dimension_count: Math.floor(fraction * widthOf(conversion, count.of)) };
  const hidden = hparams.number('hidden_size');
  const heads = hparams.number('num_attention_heads');
  if (hidden === undefined || !heads) return { rope_dimension_count: Math.floor(fraction * quotientOf(conversion)) };
  return { rope_dimension_count: Math.floor(Math.floor(fraction * hidden) / heads) };
}

function countsByKind({ get, rope }: Hparams): Keys {
  const width = asNumber(get('head_dim'));
  if (width === undefined) throw missingKey('head_dim');
  const full = needed(rope.whole, 'full_attention');
  const sliding = rope.whole['sliding_attention'];
  const counted = (dict: Plain | undefined): number =>
    Math.floor(width * ((isPlainObject(dict) ? asNumber(dict['partial_rotary_factor']) : undefined) ?? 1));
  return {
    rope_dimension_count: counted(full),
    ...(sliding !== undefined && { rope_dimension_count_swa: counted(sliding) }),
  };
}

/** GGUF writes lengths as 32-bit integers, and struct.pack raises for anything else. */
function packed(key: string, value: Plain): number {
  if (typeof value === 'number' && Number.isInteger(value)) return value;
  throw new Refusal('struct.error', 'required argument is not an integer', `write ${key} as an integer`);
}

function scalingKeys({ hparams, architecture }: Conversion): Keys {
  const { own, longrope, none, logMultiplier, linearByFactor } = architecture;
  const { whole, full } = hparams.rope;
  if (own) {
    if (longrope !== 'with an amplitude') return {};
    return {
      rope_scaling_orig_ctx_len: packed(
        'original_max_position_embeddings',
        needed(whole, 'original_max_position_embeddings'),
      ),
    };
  }
  const keys: Keys = {};
  const { factor, rope_type: name } = full;
  if ((name === 'linear' || name === 'yarn') && factor !== undefined && factor !== null) {
    keys['rope_scaling_type'] = name;
    if (typeof factor === 'number') keys['rope_scaling_factor'] = factor;
  }
  if (name === 'yarn' && factor !== undefined && factor !== null) {
    const original = 'original_max_position_embeddings';
    keys['rope_scaling_orig_ctx_len'] = packed(original, needed(full, original));
    for (const [key, as] of [
      ['extrapolation_factor', 'rope_scaling_yarn_ext_factor'],
      [Object.hasOwn(full, 'attention_factor') ? 'attention_factor' : 'attn_factor', 'rope_scaling_yarn_attn_factor'],
      ['beta_fast', 'rope_scaling_yarn_beta_fast'],
      ['beta_slow', 'rope_scaling_yarn_beta_slow'],
    ] as const) {
      const value = full[key];
      if (typeof value === 'number') keys[as] = value;
    }
  }
  if (name === 'longrope' || name === 'su') keys['rope_scaling_type'] = 'longrope';
  if (logMultiplier === 'tenth') {
    const allDim = asNumber(whole['mscale_all_dim']);
    if (allDim !== undefined) keys['rope_scaling_yarn_log_mul'] = 0.1 * allDim;
  }
  if (logMultiplier === 'plain') Object.assign(keys, ministral3(hparams));
  if (none) keys['rope_scaling_type'] = none;
  if (none === 'linear') keys['rope_scaling_factor'] = 1;
  if (linearByFactor) {
    const given = hparams.number('factor') || asNumber(whole['factor']);
    keys['rope_scaling_type'] = given === undefined ? 'none' : 'linear';
    if (given !== undefined) keys['rope_scaling_factor'] = given;
  }
  return keys;
}

/** conversion/mistral3.py */
function ministral3({ rope: { whole } }: Hparams): Keys {
  if (Object.keys(whole).length === 0) throw assertion("ministral3 must have 'rope_parameters' config");
  if (needed(whole, 'rope_type') !== 'yarn') throw assertion("ministral3 rope_type must be 'yarn'");
  return {
    rope_scaling_yarn_log_mul: asNumber(needed(whole, 'mscale_all_dim')) ?? 0,
    attn_temperature_scale: asNumber(needed(whole, 'llama_4_scaling_beta')) ?? 0,
  };
}

function baseKeys({ hparams, architecture: { own, base, theta } }: Conversion): Keys {
  const { full, localBase } = hparams.rope;
  if (base === 'ratio') return { rope_freq_base: 10_000 * (hparams.number('rope_ratio') ?? 1) };
  if (own && base === undefined) return {};
  const given = own ? asNumber(needed(full, 'rope_theta')) : (asNumber(full['rope_theta']) ?? theta);
  return {
    ...(given !== undefined && { rope_freq_base: given }),
    ...(!own && localBase !== undefined && { rope_freq_base_swa: localBase }),
  };
}

function sectionKeys({ hparams: { rope }, architecture: { own, sections: ofClass } }: Conversion): Keys {
  const given = rope.whole['mrope_section'];
  const sections = own ? undefined : (given ?? ofClass);
  if (!Array.isArray(sections)) return {};
  return { rope_dimension_sections: [...(sections as readonly number[]), 0, 0, 0, 0].slice(0, 4) };
}

const listOf = (value: Plain | undefined): readonly number[] | undefined =>
  Array.isArray(value) && value.length > 0 ? (value as readonly number[]) : undefined;

function frequencyFactors(conversion: Conversion): FrequencyFactors | undefined {
  const { hparams, architecture } = conversion;
  const { whole, full } = hparams.rope;
  if (architecture.proportional) return { kind: 'off', fraction: proportionalFraction(hparams) };
  if (architecture.longrope) {
    const [long, short] = [listOf(whole['long_factor']), listOf(whole['short_factor'])];
    if (!long && (architecture.longrope === 'with an amplitude' || !short)) return undefined;
    if (!long || !short)
      throw missingKey('Missing the required key rope_scaling.long_factor or rope_scaling_short_factor');
    return { kind: 'two-lists', short, long };
  }
  const name = full['rope_type'];
  if (architecture.llama3 === undefined || typeof name !== 'string' || name.toLowerCase() !== 'llama3')
    return undefined;
  if (architecture.unreadFactors)
    throw new NotKnown(`its converter writes factors for llama3, and its loader makes no tensor for them`);
  const value = (key: string, otherwise: number): number => asNumber(full[key]) ?? otherwise;
  return {
    kind: 'llama3',
    factor: value('factor', architecture.llama3),
    low: value('low_freq_factor', 1),
    high: value('high_freq_factor', 4),
    original: value('original_max_position_embeddings', 8192),
  };
}

/** Phi-3: a type of its dictionary that is not longrope has another amplitude, or none. */
function amplitudeOf(
  { hparams, architecture, source }: Conversion,
  factors: FrequencyFactors | undefined,
): number | undefined {
  if (factors?.kind !== 'two-lists') return undefined;
  if (architecture.longrope === 'plain') return 1;
  const { whole } = hparams.rope;
  const original = asNumber(needed(whole, 'original_max_position_embeddings')) ?? 1;
  const scale = lengthOf({ hparams, architecture, source }) / original;
  const name = typeof whole['rope_type'] === 'string' ? whole['rope_type'].toLowerCase() : '';
  if (hparams.built || name === 'su' || name === 'longrope') return scale > 1 ? undefined : 1;
  if (name === 'yarn') return scale > 1 ? 0.1 * Math.log(scale) + 1 : 1;
  throw name === ''
    ? missingKey('Missing the required key rope_scaling.type')
    : new Refusal('NotImplementedError', `The rope scaling type ${name} is not supported yet`);
}

/** Gemma 4: the width of heads in full attention, by the file alone. */
function globalHeadDim(hparams: Hparams): number {
  const own = hparams.number('global_head_dim');
  if (own !== undefined) return own;
  const [layers, types] = [hparams.get('per_layer_config'), hparams.get('layer_types')];
  if (isPlainObject(layers) && Array.isArray(types))
    for (const [index, layer] of Object.entries(layers)) {
      const width = isPlainObject(layer) ? asNumber(layer['head_dim']) : undefined;
      if ((types as readonly Plain[])[Number(index)] === 'full_attention' && width !== undefined) return width;
    }
  throw assertion('head_dim_full is not None', 'write global_head_dim');
}

function proportionalFraction(hparams: Hparams): number {
  const dict = hparams.get('rope_parameters');
  if (!isPlainObject(dict)) throw missingKey('rope_parameters');
  const full = needed(dict, 'full_attention');
  if (!isPlainObject(full) || needed(full, 'rope_type') !== 'proportional')
    throw assertion('rope_params_full["rope_type"] == "proportional"');
  globalHeadDim(hparams);
  return asNumber(needed(full, 'partial_rotary_factor')) ?? 1;
}

/** Hunyuan's classes always raise the base, and write the length that it was trained for: 256k. */
const trainedForAlpha = 262_144;
function foldedAlpha(conversion: Conversion): number | undefined {
  const { hparams, architecture } = conversion;
  const { name, alpha } = architecture;
  const { whole } = hparams.rope;
  if (alpha === undefined || whole['rope_type'] !== 'dynamic') return undefined;
  const own = asNumber(whole['alpha']) ?? alpha;
  const base = asNumber(whole['rope_theta']) ?? 10_000;
  const expected = base === 10_000 && [32_768, trainedForAlpha].includes(lengthOf(conversion));
  if (!expected || (name === 'hunyuan-moe' && (own !== 1000 || quotientOf(conversion) !== 128)))
    throw assertion(
      'HunYuan dynamic RoPE scaling assumptions changed, please update the logic or context length manually',
      `its class was written for rope_theta 10000${name === 'hunyuan-moe' ? ', alpha 1000, heads of 128 channels' : ''} and a length of 32768 or 262144`,
    );
  return own;
}

/** Layers with a sliding window by the key that the class writes, or by the pattern of the loader (load_swa_pattern). */
function windowsOf({ hparams, architecture: { sliding } }: Conversion): readonly boolean[] | undefined {
  if (!sliding) return undefined;
  const { layers, fullFirst, window } = sliding;
  if (window !== undefined && !(hparams.number(window) ?? 0) && !(window === 'local_attention' && hparams.built))
    return undefined;
  if (window !== undefined && hparams.get('use_sliding_window') === false) return undefined;
  const count = Math.min(hparams.number('num_hidden_layers') ?? 64, 65_536);
  const every = typeof layers === 'number' ? layers : 4;
  const listed = typeof layers === 'number' ? undefined : hparams.get(layers);
  if (Array.isArray(listed))
    return (listed as readonly Plain[]).map((kind) => kind === 'sliding_attention' || kind === 1);
  return Array.from({ length: count }, (_, layer) => (fullFirst ? layer % every !== 0 : layer % every < every - 1));
}
