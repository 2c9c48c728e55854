/** Replaces the specs of a configuration: the fields to write in both schemas, and the file with them. */
import type { RopeSpec } from '../generated/encodings.js';
import { exportConfig } from '../hf/export.js';
import type { LayerFacts } from '../hf/facts.js';
import { withQueryScale } from '../hf/query-scale.js';
import { isPlainObject, type Plain, type PlainObject } from '../hf/plain.js';

type Json = Record<string, unknown>;

export interface Change {
  /** Path of the text model's object; '' is the file itself. */
  readonly at: string;
  readonly current: Json;
  /** Absent if several layer types have their own dictionaries, which only transformers 5 supports. */
  readonly legacy?: Json;
  /** Dictionaries to remove, because they would override the fields: with `current`, and with `legacy`. */
  readonly without: { readonly current: readonly string[]; readonly legacy: readonly string[] };
}

/** Keys of a rope dictionary that are not part of an extension, and are kept. */
const lasting = ['partial_rotary_factor', 'mrope_section', 'mrope_interleaved', 'rope_theta'];

const kept = ({ layer: { dict } }: LayerFacts): Json =>
  Object.fromEntries(lasting.filter((key) => dict.has(key)).map((key) => [key, dict.peek(key)]));

/**
 * Omits a query scale that comes from the class or from fields outside the dictionary (Qwen 1, Grok-2); it stays there.
 */
const writable = ({ queryScale, layer: { dict } }: LayerFacts, spec: RopeSpec): RopeSpec =>
  queryScale && !dict.has('llama_4_scaling_beta') ? withQueryScale(spec, undefined) : spec;

/** With scaling, a fraction at the top level overrides that of the dictionary, so both must agree. */
function agreeingPartial({ text, width }: LayerFacts, dict: Json): Json {
  const outer = text.peek('partial_rotary_factor');
  const partial = dict['partial_rotary_factor'] ?? 1;
  return width.latent || outer === undefined || outer === partial ? {} : { partial_rotary_factor: partial };
}

/** @param specs of the layer types that change */
export function changeOf(
  layers: readonly LayerFacts[],
  specs: ReadonlyMap<LayerFacts, RopeSpec>,
  wanted: number,
): Change {
  const first = layers[0]!;
  const nested = layers.length > 1 || first.layer.nested;
  const dictOf = (layer: LayerFacts): Json => ({
    ...kept(layer),
    ...(exportConfig(writable(layer, specs.get(layer) ?? layer.spec))['rope_parameters'] as Json),
  });
  // dynamic stretches from max_position_embeddings itself
  const stretched = specs.values().next().value?.scaling?.type === 'dynamic';
  const length = { ...(!stretched && { max_position_embeddings: wanted }), ...agreeingPartial(first, dictOf(first)) };
  const parameters = nested
    ? Object.fromEntries(layers.map((layer) => [layer.layer.name, dictOf(layer)]))
    : dictOf(first);
  const current: Json = { ...length, rope_parameters: parameters };
  // before transformers 5 one dictionary was for all layers, or for those of full attention if the class says so
  const [one] = specs.keys();
  const without = { current: othersIn(first, 'rope_parameters'), legacy: othersIn(first, 'rope_scaling') };
  if (first.layer.nested || specs.size > 1 || !one) return { at: first.text.path, current, without };
  const scaling = dictOf(one);
  const { rope_theta } = scaling;
  // rope_theta twice: transformers 5 builds rope_parameters from rope_scaling, and reads it nowhere else
  return { at: first.text.path, current, legacy: { ...length, rope_theta, rope_scaling: scaling }, without };
}

/** The two names of the rope dictionary; entries under the other name would win, or be mixed in. */
const dictionaries = ['rope_parameters', 'rope_scaling'];

const othersIn = ({ text }: LayerFacts, written: string): string[] =>
  dictionaries.filter((name) => name !== written && text.mentions(name));

/** The file with these fields, without the dictionaries to remove. */
export function changed(config: PlainObject, at: string, fields: Json, without: readonly string[]): PlainObject {
  const [key, ...rest] = at === '' ? [] : at.split('.');
  if (key !== undefined) {
    const inner = config[key] as Plain;
    return isPlainObject(inner) ? { ...config, [key]: changed(inner, rest.join('.'), fields, without) } : config;
  }
  const others = Object.entries(config).filter(([name]) => !without.includes(name));
  return { ...Object.fromEntries(others), ...(fields as PlainObject) };
}

/** The fields as an override of the whole file. Contains no null: in transformers 5 both names are one dictionary. */
export const overriding = (at: string, fields: Json): Json =>
  at.split('.').reduceRight<Json>((inner, key) => (key === '' ? inner : { [key]: inner }), fields);
