/**
 * Splits a config into the layer types that rotate differently, in order of first appearance. A plain config gives one
 * entry, 'default'.
 */
import type { Family } from './family.js';
import { Fields, firstNumber, type Found } from './fields.js';
import { grokDict } from './grok.js';
import { ropeRule } from './limits.js';
import { ownBases } from './nope-layers.js';
import { isPlainObject } from './plain.js';

/** The generation of config.json: transformers 5 (rope_parameters) or earlier (rope_scaling). */
export type Era = 'rope_parameters' | 'rope_scaling' | 'none';

export interface LayerSource {
  readonly name: string;
  readonly layerType?: string;
  /** The rope dictionary of this layer type, or `Fields.none`. */
  readonly dict: Fields;
  readonly era: Era;
  /** The dictionary is one of several, keyed by layer type. */
  readonly nested: boolean;
  /** Overrides rope_theta: legacy Gemma 3 and ModernBERT name the base of each kind of layer. */
  readonly theta?: Found<number>;
  /** Amplitude that the class forces if the file gives none: DeepSeek V4. */
  readonly amplitude?: Found<number>;
}

/** Facts about the layers from a file and its class. */
interface Parts {
  readonly text: Fields;
  readonly family: Family;
  readonly dict: Fields;
  readonly era: Era;
  /** Layer types in order of first appearance. */
  readonly order: readonly string[];
}
const layerOf = (name: string, dict: Fields, era: Era): LayerSource => ({
  name,
  layerType: name,
  dict,
  era,
  nested: false,
});
const ofClass = (theta: number): Found<number> => ({
  value: theta,
  from: `default: ${theta}, the class default of this model type`,
});

const sliding = 'sliding_attention';
const full = 'full_attention';

/** Layer types in order of first appearance, or undefined if the file lists none. */
function listedTypes(text: Fields): string[] | undefined {
  const listed = text.texts('layer_types');
  return listed && listed.value.length > 0 ? [...new Set(listed.value)] : undefined;
}

/** Prefers rope_scaling: transformers 4 reads nothing else, and transformers 5 replaces rope_parameters with it. */
function findDict(text: Fields, family: Family): { dict: Fields; era: Era } {
  const read = (key: 'rope_scaling' | 'rope_parameters'): Fields | undefined =>
    family.ignores?.includes(key) ? undefined : text.child(key);
  const scaling = read('rope_scaling');
  const parameters = read('rope_parameters'); // marked as read; the rule two_rope_dictionaries compares both
  if (scaling) return { dict: scaling, era: 'rope_scaling' };
  if (parameters) return { dict: parameters, era: 'rope_parameters' };
  if (family.ropeParameters)
    return {
      dict: new Fields(family.ropeParameters, 'default: class default of the model type, rope_parameters'),
      era: 'none',
    };
  return { dict: Fields.none, era: 'none' };
}

/** True for one dictionary per layer type; laguna, mellum and zaya also keep a shared `rope_type` next to them. */
function isNested(dict: Fields): boolean {
  return dict.keys().some((key) => isPlainObject(dict.glance(key)));
}

function nestedLayers(dict: Fields, era: Era, order: readonly string[], listed: boolean): LayerSource[] {
  const own = (key: string): boolean => isPlainObject(dict.glance(key));
  const ordered = order.filter(own);
  // if the file or its class lists the layers, parameters of other types apply to no layer
  const rest = listed && ordered.length > 0 ? [] : dict.keys().filter((key) => own(key) && !order.includes(key));
  const names = [...ordered, ...rest];
  return names.flatMap((name) => {
    const own = dict.child(name);
    return own ? [{ name, layerType: name, dict: own, era, nested: true }] : [];
  });
}

/** Gemma 3 and ModernBERT before transformers 5: two bases, scaling on full attention only. */
function twoBases({ text, family, dict, era, order }: Parts): LayerSource[] | undefined {
  const local =
    firstNumber(text, ['rope_local_base_freq', 'local_rope_theta', 'swa_rope_theta'], ropeRule('base')) ??
    (family.localTheta === undefined ? undefined : ofClass(family.localTheta));
  if (!local) return undefined;
  const global = text.number('global_rope_theta', ropeRule('base'));
  const scales = family.scaledSliding && era === 'rope_scaling';
  const bases = new Map<string, LayerSource>([
    [sliding, { ...layerOf(sliding, scales ? dict : Fields.none, era), theta: local }],
    [full, { ...layerOf(full, dict, era), ...(global && { theta: global }) }],
  ]);
  const listed = order.filter((type) => bases.has(type));
  const first = family.firstLayer ?? sliding;
  const names = listed.length > 0 ? listed : first === sliding ? [sliding, full] : [full, sliding];
  return names.map((name) => bases.get(name)!);
}

/** Classes with two bases use plain parameters with the type's base if a layer type has none. */
function filledIn(layers: readonly LayerSource[], parts: Parts): readonly LayerSource[] {
  if (parts.family.ropeParameters || parts.family.firstLayer === undefined) return layers;
  const plain = twoBases({ ...parts, dict: Fields.none }) ?? [];
  const found = plain.map((own) => {
    const given = layers.find(({ name }) => name === own.name);
    return given && !given.dict.has('rope_theta') && own.theta ? { ...given, theta: own.theta } : (given ?? own);
  });
  return found.length >= layers.length ? found : layers;
}

/**
 * OLMo 3: the extension applies to full attention only; sliding layers keep plain frequencies. Its class uses the
 * top-level rope_theta for full attention, so sliding layers keep the base of the class.
 */
function plainSliding({ text, family, dict, era, order }: Parts): LayerSource[] | undefined {
  const type = dict.text('rope_type') ?? dict.text('type');
  const outer = era === 'rope_parameters' ? undefined : text.number('rope_theta', ropeRule('base'));
  const left = outer && family.theta !== undefined && outer.value !== family.theta;
  if ((!type || type.value === 'default') && !left) return undefined;
  const theta = left
    ? {
        value: family.theta!,
        from: `default: ${family.theta}, which the class of this model type leaves to sliding layers`,
      }
    : dict.number('rope_theta', ropeRule('base'));
  return order
    .filter((name) => name === sliding || name === full)
    .map((name) =>
      name === full ? layerOf(name, dict, era) : { ...layerOf(name, Fields.none, era), ...(theta && { theta }) },
    );
}

/** DeepSeek V4: plain angles in the main branch, and a separate, scaled base for compressed keys. */
function compressed(text: Fields, dict: Fields, era: Era, theta: number): LayerSource[] {
  const rule = ropeRule('base');
  const base = text.number('rope_theta', rule) ?? ofClass(10_000);
  const own = text.number('compress_rope_theta', rule) ?? ofClass(theta);
  const amplitude = { value: 1, from: 'default: 1, which the class of this model type forces' };
  return [
    { ...layerOf('main', Fields.none, era), theta: base },
    { ...layerOf('compress', dict, era), theta: own, amplitude },
  ];
}

/** One entry for each nonzero base, in order of its first layer. */
function byOwnBase({ value, from }: Found<readonly number[]>, dict: Fields, era: Era): readonly LayerSource[] {
  dict.peek('rope_theta'); // replaced by the bases of the layers
  const rotating = [...new Set(value.filter((base) => base > 0))];
  if (rotating.length === 0) return [{ name: 'default', dict, era, nested: false }];
  return rotating.map((base) => ({
    ...(rotating.length === 1 ? { name: 'default', dict, era, nested: false } : layerOf(`base ${base}`, dict, era)),
    theta: { value: base, from: `${from}[${value.indexOf(base)}]` },
  }));
}

export function splitLayers(text: Fields, family: Family, modelType: string | undefined): readonly LayerSource[] {
  const grok = grokDict(text, modelType);
  if (grok) {
    const amplitude = { value: 1, from: 'default: 1, since the class of this model uses no amplitude' };
    return [{ name: 'default', dict: grok, era: 'none', nested: false, amplitude }];
  }
  const types = listedTypes(text) ?? family.layers;
  const order = types ?? (family.firstLayer === full ? [full, sliding] : [sliding, full]);
  const { dict, era } = findDict(text, family);
  const bases = ownBases(text, modelType);
  if (bases) return byOwnBase(bases, dict, era);
  const parts = { text, family, dict, era, order };
  if (isNested(dict)) {
    // without layer_types the class's pattern decides, or else the order of the dictionary
    const layers = nestedLayers(dict, era, types ?? (family.firstLayer ? order : []), types !== undefined);
    if (layers.length > 0) return filledIn(layers, parts);
  }
  if (family.compressedTheta !== undefined) return compressed(text, dict, era, family.compressedTheta);
  const apart = family.plainSliding ? plainSliding(parts) : twoBases(parts);
  return apart ?? [{ name: 'default', dict, era, nested: false }];
}
