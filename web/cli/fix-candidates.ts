/**
 * Ways to write the rope fields of a config.json that more engines read alike: the dictionary under both names, with every
 * default explicit, base and rotated fraction at the top level, too. Which of them is right is for the engines to show.
 */
import type { ImportedConfig, ImportedLayer } from '../lib/node.js';
import type { RopeSpec } from '../lib/generated/encodings.js';
import { edited, objectText } from './json-edit.js';
import { jsonPlaces } from './json-places.js';

/** Where vision-language files keep the text model: web/lib/hf/locate.ts. */
const nests = ['text_config', 'llm_config', 'language_config', 'thinker_config', 'decoder'] as const;
const dictionaries = ['rope_scaling', 'rope_parameters'] as const;

type Entries = [string, string][];

/** Texts to try, the most explicit first. None where layer types have dictionaries of their own that no other form can say. */
export function fixCandidates(text: string, { layers }: ImportedConfig): string[] {
  const places = jsonPlaces(text);
  const home = textModel(places);
  const at = (key: string): string => (home === '' ? key : `${home}.${key}`);
  const given = dictionaries.filter((name) => places.has(at(name)) && text[places.get(at(name))!.valueBegin] === '{');
  const list = Object.values(layers);
  if (list.length > 1) return perLayer(text, home, layers);
  const layer = list[0]!;
  const sources: (string | undefined)[] = given.length > 0 ? given : [undefined];
  return sources.flatMap((source) => {
    const entries = dictionary(text, source === undefined ? undefined : at(source), layer);
    const top = topLevel(entries, layer);
    const value = objectText(entries, text, home);
    const plain = (layer.spec as RopeSpec).scaling === undefined;
    return [
      ...(plain ? [{ rope_parameters: value, rope_scaling: undefined }] : []),
      { rope_parameters: value, rope_scaling: value },
      { rope_parameters: undefined, rope_scaling: plain ? 'null' : value },
      { rope_parameters: value, rope_scaling: undefined },
    ].map((dicts) => edited(text, home, { ...top, ...dicts }));
  });
}

function textModel(places: ReadonlyMap<string, unknown>): string {
  let home = '';
  for (;;) {
    const nest = nests.map((name) => (home === '' ? name : `${home}.${name}`)).find((path) => places.has(path));
    if (nest === undefined) return home;
    home = nest;
  }
}

/** The dictionary as it stands, with rope_type, rope_theta, the original length and the fraction written out. */
function dictionary(text: string, path: string | undefined, layer: ImportedLayer): Entries {
  const places = jsonPlaces(text);
  const prefix = `${path}.`;
  const entries: Entries = [...places]
    .filter(([at]) => path !== undefined && at.startsWith(prefix) && !/[.[]/.test(at.slice(prefix.length)))
    .map(([at, { valueBegin, end }]) => [at.slice(prefix.length), text.slice(valueBegin, end)]);
  const { base = 10_000, dim, rotaryDim = dim, scaling } = layer.spec as RopeSpec;
  const fill = (key: string, value: string): void => {
    if (!entries.some(([name, given]) => name === key && given !== 'null')) setIn(entries, key, value);
  };
  const type = entries.find(([name]) => name === 'rope_type') ?? entries.find(([name]) => name === 'type');
  setIn(entries, 'rope_type', type?.[1] ?? '"default"');
  setIn(entries, 'rope_theta', decimal(base));
  const factor = entries.find(([name]) => name === 'factor');
  // vLLM and SGLang fail on an integer; Python reads 4 and 4.0 as two types.
  if (factor && /^-?\d+$/.test(factor[1])) factor[1] += '.0';
  if (scaling && 'originalContext' in scaling && scaling.type !== 'dynamic')
    fill('original_max_position_embeddings', String(scaling.originalContext));
  if (rotaryDim !== dim) fill('partial_rotary_factor', String(rotaryDim / dim));
  return entries;
}

function setIn(entries: Entries, key: string, value: string): void {
  const found = entries.find(([name]) => name === key);
  if (found) found[1] = value;
  else entries.push([key, value]);
}

const decimal = (value: number): string => (Number.isInteger(value) && value < 1e15 ? `${value}.0` : String(value));

function topLevel(entries: Entries, layer: ImportedLayer): Record<string, string> {
  const { base = 10_000, scaling } = layer.spec as RopeSpec;
  const value = (key: string): string | undefined => entries.find(([name]) => name === key)?.[1];
  const partial = value('partial_rotary_factor');
  const original = value('original_max_position_embeddings');
  return {
    rope_theta: decimal(base),
    ...(partial !== undefined && scaling?.type !== 'proportional' && { partial_rotary_factor: partial }),
    // Phi-3's files have it there, and transformers 4 looks for it there.
    ...(scaling?.type === 'longrope' && original !== undefined && { original_max_position_embeddings: original }),
  };
}

/** Gemma 3 before transformers 5 named two bases, and the scaling of full attention. */
function perLayer(text: string, home: string, layers: ImportedConfig['layers']): string[] {
  const { sliding_attention: local, full_attention: full } = layers;
  if (!local || !full) return [];
  const base = (layer: ImportedLayer): string => decimal((layer.spec as RopeSpec).base ?? 10_000);
  const path = /^(.+?)\.(?:rope_type|type)$/.exec(full.readFrom['type'] ?? '')?.[1];
  const entries = path === undefined ? [] : dictionary(text, path, full);
  const scaled = (full.spec as RopeSpec).scaling !== undefined && entries.length > 0;
  const two = { rope_theta: base(full), rope_local_base_freq: base(local) };
  return [
    edited(text, home, two),
    ...(scaled ? [edited(text, home, { ...two, rope_scaling: objectText(entries, text, home) })] : []),
  ];
}
