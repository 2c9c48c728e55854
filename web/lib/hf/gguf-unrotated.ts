/** Report on a GGUF file whose graph does not rotate, worded like the report on the same model's config.json. */
import type { ConfigReport } from '../types/config.js';
import { Fields } from './fields.js';
import type { GgufFields } from './gguf-fields.js';
import { finetunedRotates } from './gguf-types.js';
import type { Plain } from './plain.js';
import { alibi, bucketed, learned, noPositions } from './schemes.js';
import { unrotatedAs } from './unrotated.js';

const recurrence = 'recurrence and no position encoding';
const groups: readonly (readonly [string, string])[] = [
  [alibi, 'bloom refact jina-bert-v2'],
  [learned, 'gpt2 starcoder bert'],
  [bucketed, 't5 t5encoder'],
  [recurrence, 'mamba mamba2 rwkv6 rwkv6qwen2 rwkv7 arwkv7'],
  [`${noPositions} in its attention layers`, 'jamba nemotron_h nemotron_h_moe kimi-linear kimi-k3 glm5-next'],
];
const schemes = new Map(groups.flatMap(([scheme, names]) => names.split(' ').map((name) => [name, scheme] as const)));

/** The scheme used instead of rotation; undefined if the graph rotates or is not known. */
export function schemeOfGguf({ metadata }: GgufFields): string | undefined {
  const name = metadata['general.architecture'];
  if (typeof name !== 'string') return undefined;
  // mpt.cpp and jais.cpp: with a bias of 0 there is no ALiBi, and the file has a table
  if (name === 'mpt' || name === 'jais') return metadata[`${name}.attention.max_alibi_bias`] ? alibi : learned;
  // baichuan.cpp recognizes the 13B by its number of layers
  if (name === 'baichuan' && metadata['baichuan.block_count'] === 40) return alibi;
  if (finetunedRotates.has(name) && metadata[`${name}.rope.scaling.finetuned`] === false)
    return `${noPositions}: ${name}.rope.scaling.finetuned is false`;
  return schemes.get(name);
}

/** GGUF keys and their names in config.json. */
const names: readonly (readonly [string, string])[] = [
  ['num_attention_heads', 'attention.head_count'],
  ['hidden_size', 'embedding_length'],
  ['max_position_embeddings', 'context_length'],
  ['alibi_bias_max', 'attention.max_alibi_bias'],
  ['relative_attention_num_buckets', 'attention.relative_buckets_count'],
];

export function unrotatedGguf(file: GgufFields, contextLength: number | undefined): ConfigReport | undefined {
  const scheme = schemeOfGguf(file);
  if (scheme === undefined) return undefined;
  const architecture = String(file.metadata['general.architecture']);
  const found = names.flatMap(([name, key]): [string, string, Plain][] => {
    const path = `${architecture}.${key}`;
    const value = file.metadata[path];
    return value === undefined ? [] : [[name, path, value]];
  });
  const object = Object.fromEntries(found.map(([name, , value]) => [name, value]));
  const text = new Fields(object, '', new Map(found.map(([name, path]) => [name, path])));
  for (const [name] of found) text.peek(name);
  return unrotatedAs({ whole: text, text, modelType: architecture }, scheme, contextLength);
}
