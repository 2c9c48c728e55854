/**
 * Finds the layers that attend without positions: by the mask of the file, the interval of its class, or its layer
 * types. configuration_llama4.py and configuration_smollm3.py fill the mask in. The attention of the others checks the
 * type of its layer. evidence/transformers has the layers of each executed case.
 */
import type { Fields, Found } from './fields.js';

/** Layer types that attend without rotating, whatever the model. */
export const neverRotated: ReadonlySet<string> = new Set(['linear_attention', 'mamba', 'conv', 'recurrent']);
/** Model types that rotate only in layers with a sliding window. */
const fullIsBare: ReadonlySet<string | undefined> = new Set(
  'afmoe beam cohere2 cohere2_moe exaone4 exaone4_5 exaone4_5_text exaone_moe flint kolibri1 muse_spark muse_spark_text'.split(
    ' ',
  ),
);
const byInterval: ReadonlySet<string | undefined> = new Set(['llama4', 'llama4_text', 'smollm3']);

/** In classes that fill the mask in, one layer in this many does not rotate. */
export function noRopeInterval(text: Fields, modelType: string | undefined): Found<number> | undefined {
  if (!byInterval.has(modelType)) return undefined;
  return (
    text.number('no_rope_layer_interval', { integer: true, min: 1 }) ?? {
      value: 4,
      from: 'default: every 4th layer, the class default of this model type',
    }
  );
}

/** Formats ordinals: 2nd, 4th, 11th … */
export function ordinal(n: number): string {
  const last = n % 100 > 10 && n % 100 < 14 ? 0 : n % 10;
  return `${n}${['th', 'st', 'nd', 'rd'][last] ?? 'th'}`;
}

const places = <T>(list: readonly T[], bare: (item: T) => boolean): readonly number[] =>
  list.flatMap((item, layer) => (bare(item) ? [layer] : []));

/** Muse Glimmer: the base of each layer, 0 for one that does not rotate (configuration_muse_glimmer.py of 5.23). */
const museGlimmer: ReadonlySet<string | undefined> = new Set(['muse_glimmer', 'muse_glimmer_text']);
export function ownBases(text: Fields, modelType: string | undefined): Found<readonly number[]> | undefined {
  return museGlimmer.has(modelType) ? text.numbers('layer_rope_theta', { min: 0 }) : undefined;
}

/** One layer in so many, counted from the first, if the file lists no layers: its field, and the value of the class. */
interface Interval {
  readonly field?: string;
  readonly every: number;
  /** The layers between rotate, or those at the interval. */
  readonly bare: 'at' | 'between';
}
const full: Interval = { field: 'sliding_window_pattern', every: 4, bare: 'at' };
const linear: Interval = { field: 'full_attention_interval', every: 4, bare: 'between' };
const intervals: Readonly<Record<string, Interval>> = {
  afmoe: { field: 'global_attn_every_n_layers', every: 4, bare: 'at' },
  ...{ cohere2: full, exaone4: full, exaone4_5_text: full, exaone_moe: full },
  kolibri1: { every: 5, bare: 'at' },
  minimax: { every: 2, bare: 'at' },
  ...{ qwen3_5_text: linear, qwen3_5_moe_text: linear, qwen3_next: linear },
};

/** Layers without positions of a class whose file does not list them (configuration files of transformers 5.23.0). */
function ofPattern(text: Fields, modelType: string | undefined): Found<readonly number[]> | undefined {
  const count = text.peek('num_hidden_layers');
  if (typeof count !== 'number' || !(count >= 1 && count <= 65_536)) return undefined;
  const layers = Array.from({ length: count }, (_, layer) => layer);
  const ofClass = 'the class default of this model type';
  if (museGlimmer.has(modelType))
    return {
      value: layers.filter((layer) => (count - 1 - layer) % 4 === 0),
      from: `default: every 4th layer counted from the last, ${ofClass}`,
    };
  if (modelType === 'mllama_text_model') {
    const given = text.numbers('cross_attention_layers', { min: 0 });
    return given ?? { value: [3, 8, 13, 18, 23, 28, 33, 38], from: `default: layers of cross-attention, ${ofClass}` };
  }
  if (modelType === 'recurrent_gemma') {
    const kinds = text.peek('block_types') ?? ['recurrent', 'recurrent', 'attention'];
    if (!Array.isArray(kinds) || kinds.length === 0) return undefined;
    const value = layers.filter((layer) => kinds[layer % kinds.length] === 'recurrent');
    return { value, from: text.has('block_types') ? text.at('block_types') : `default: recurrent layers, ${ofClass}` };
  }
  const interval = modelType === undefined ? undefined : intervals[modelType];
  // without a window all layers of EXAONE 4 rotate
  const isPlain = modelType?.startsWith('exaone') && text.mentions('sliding_window') && !text.has('sliding_window');
  if (interval === undefined || isPlain) return undefined;
  const isGiven = interval.field !== undefined && typeof text.peek(interval.field) === 'number';
  const given = isGiven ? text.number(interval.field!, { integer: true, min: 1 }) : undefined;
  const every = given?.value ?? interval.every;
  const bareAt = interval.bare === 'at';
  return {
    value: layers.filter((layer) => ((layer + 1) % every === 0) === bareAt),
    from: given?.from ?? `default: ${bareAt ? '' : 'all but '}every ${ordinal(every)} layer, ${ofClass}`,
  };
}

export function findUnrotatedLayers(text: Fields, modelType: string | undefined): Found<readonly number[]> | undefined {
  const mask = text.peek('no_rope_layers');
  if (Array.isArray(mask) && mask.length > 0)
    return { value: places(mask, (item) => item !== 1), from: text.at('no_rope_layers') };
  const every = noRopeInterval(text, modelType);
  if (every !== undefined) {
    const count = text.peek('num_hidden_layers');
    if (typeof count !== 'number' || !(count >= 1 && count <= 65_536)) return undefined;
    const layers = Array.from({ length: count }, (_, layer) => layer);
    return { value: layers.filter((layer) => (layer + 1) % every.value === 0), from: every.from };
  }
  const bases = ownBases(text, modelType);
  if (bases) return { value: places(bases.value, (base) => base === 0), from: bases.from };
  const kinds = text.peek('attn_type_list'); // MiniMax: 0 is linear
  const types = text.peek('layer_types') ?? kinds;
  if (!Array.isArray(types)) return ofPattern(text, modelType);
  // without a window all layers of EXAONE 4 rotate
  const bareFull = fullIsBare.has(modelType) && (!modelType?.startsWith('exaone') || text.has('sliding_window'));
  const bare = (type: unknown): boolean =>
    types === kinds
      ? type === 0
      : typeof type === 'string' && (neverRotated.has(type) || (bareFull && type === 'full_attention'));
  const value = places(types, bare);
  return value.length === 0 ? undefined : { value, from: text.at(types === kinds ? 'attn_type_list' : 'layer_types') };
}
