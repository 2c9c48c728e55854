/**
 * Candidate forms of a config.json's rope fields that more engines read alike: the dictionary under both names,
 * explicit defaults, and base and rotated fraction also at the top level. The engines decide which is right.
 */
import type { ImportedConfig, ImportedLayer } from '../lib/node.js';
import type { RopeSpec } from '../lib/generated/encodings.js';
import { edited, objectText } from './json-edit.js';
import { jsonSpans } from './json-spans.js';

/** Keys under which vision-language files keep the text model (web/lib/hf/locate.ts). */
const nests = ['text_config', 'llm_config', 'language_config', 'thinker_config', 'decoder'] as const;
const dictionaries = ['rope_scaling', 'rope_parameters'] as const;

type Entries = [string, string][];

/** Candidates, the most explicit first; none if layer types have dictionaries that no other form can express. */
export function fixCandidates(text: string, { layers }: ImportedConfig): string[] {
  const spans = jsonSpans(text);
  const home = textModel(spans);
  const at = (key: string): string => (home === '' ? key : `${home}.${key}`);
  const given = dictionaries.filter((name) => spans.has(at(name)) && text[spans.get(at(name))!.valueBegin] === '{');
  const list = Object.values(layers);
  if (list.length > 1) return perLayer(text, home, layers);
  const layer = list[0]!;
  const sources: (string | undefined)[] = given.length > 0 ? given : [undefined];
  // transformers 5 accepts null for a width in some scaling classes, so an explicit width is the last resort
  const { dim } = layer.spec as RopeSpec;
  const widths = spans.has(at('head_dim')) || layer.latentAttention ? [{}] : [{}, { head_dim: String(dim) }];
  return widths.flatMap((width) =>
    sources
      .flatMap((source) => variants(dictionary(text, source && at(source), layer)))
      .flatMap((entries) => {
        const top = topLevel(entries, layer);
        const value = objectText(entries, text, home);
        const plain = (layer.spec as RopeSpec).scaling === undefined;
        return [
          ...(plain ? [{ rope_parameters: value, rope_scaling: undefined }] : []),
          { rope_parameters: value, rope_scaling: value },
          { rope_parameters: undefined, rope_scaling: plain ? 'null' : value },
          { rope_parameters: value, rope_scaling: undefined },
        ].map((dicts) => edited(text, home, { ...width, ...top, ...dicts }));
      }),
  );
}

/** Keys that may be omitted if the reference ignores them but other engines do not. */
const optional: readonly string[] = [
  ...['mscale', 'mscale_all_dim', 'attention_factor', 'extrapolation_factor', 'beta_fast', 'beta_slow', 'truncate'],
  ...['short_mscale', 'long_mscale', 'finetuned'],
];

/** Variants: the whole dictionary, without each of these keys, and without all of them. */
function variants(entries: Entries): Entries[] {
  const without = (names: readonly string[]): Entries => entries.filter(([name]) => !names.includes(name));
  const present = optional.filter((name) => entries.some(([key]) => key === name));
  return [entries, ...present.map((name) => without([name])), without(present)];
}

function textModel(spans: ReadonlyMap<string, unknown>): string {
  let home = '';
  for (;;) {
    const nest = nests.map((name) => (home === '' ? name : `${home}.${name}`)).find((path) => spans.has(path));
    if (nest === undefined) return home;
    home = nest;
  }
}

/** The given dictionary with explicit rope_type, rope_theta, original length and fraction. */
function dictionary(text: string, path: string | undefined, layer: ImportedLayer): Entries {
  const spans = jsonSpans(text);
  const prefix = `${path}.`;
  const entries: Entries = [...spans]
    .filter(([at]) => path !== undefined && at.startsWith(prefix) && !/[.[]/.test(at.slice(prefix.length)))
    .map(([at, { valueBegin, end }]) => [at.slice(prefix.length), text.slice(valueBegin, end)]);
  const { base = 10_000, dim, rotaryDim = dim, scaling } = layer.spec as RopeSpec;
  const older = entries.find(([name]) => name === 'type');
  const type = entries.find(([name]) => name === 'rope_type') ?? older;
  const name = scaling?.type === 'longrope' ? '"longrope"' : (type?.[1] ?? '"default"'); // formerly called su
  setIn(entries, 'rope_type', name);
  if (older) older[1] = name;
  setIn(entries, 'rope_theta', decimal(base));
  const factor = entries.find(([name]) => name === 'factor');
  // vLLM and SGLang fail on an integer; Python treats 4 and 4.0 as different types.
  if (factor && /^-?\d+$/.test(factor[1])) factor[1] += '.0';
  if (scaling && 'originalContext' in scaling && scaling.type !== 'dynamic')
    setIn(entries, 'original_max_position_embeddings', String(scaling.originalContext));
  if (rotaryDim !== dim) setIn(entries, 'partial_rotary_factor', String(rotaryDim / dim));
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
    // Phi-3's files have it at the top level, and transformers 4 reads it there.
    ...(scaling?.type === 'longrope' && original !== undefined && { original_max_position_embeddings: original }),
  };
}

/** Before transformers 5, Gemma 3 had two base fields and only the scaling of full attention. */
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
