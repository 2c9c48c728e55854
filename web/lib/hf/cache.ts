/**
 * What keys and values of a context take while a model reads it: how many numbers each layer keeps of a token, and of how
 * many tokens. Only where the file says all of it: layers of other kinds (recurrent, convolutional, with keys shared
 * between layers) make a sum that would be wrong by a multiple, and then there is none.
 */
import type { KeyValueCache, LayerCache } from '../types/advice.js';
import type { LayerFacts } from './facts.js';
import { type Fields, firstNumber, positiveInteger } from './fields.js';

/** Fields of files in which not every layer keeps keys and values of its own. */
const otherLayers = [
  'attn_layer_indices',
  'attn_layer_offset',
  'attn_layer_period',
  'attn_type_list',
  'block_types',
  'full_attention_interval',
  'full_attn_idxs',
  'hybrid_override_pattern',
  'layers_block_type',
  'linear_attn_config',
  'mamba_d_state',
  'multi_query',
  'num_kv_shared_layers',
  'ssm_state_size',
  'use_mem_eff_path',
];
const attending = ['full_attention', 'sliding_attention', 'chunked_attention'];

/** @param layers of one file, by the kinds that rotate differently */
export function cacheOf(layers: readonly LayerFacts[], contextLength: number): KeyValueCache | undefined {
  const [first] = layers;
  if (!first || first.layer.name === 'main' || first.fields.indexer) return undefined;
  const { text } = first;
  if (otherLayers.some((key) => text.has(key) && text.peek(key) !== 0 && text.peek(key) !== false)) return undefined;
  const depth = firstNumber(text, ['num_hidden_layers', 'n_layer', 'n_layers', 'num_layers'], positiveInteger);
  if (!depth) return undefined;
  const counted = countsOf(text, depth.value, layers);
  const made = counted?.map(([facts, name, count]) => layerCache(facts, name, count, contextLength));
  if (!made || made.includes(undefined)) return undefined;
  const kinds = made as LayerCache[];
  const numbers = kinds.reduce(
    (sum, { layers: count, tokens, numbersPerToken }) => sum + count * tokens * numbersPerToken,
    0,
  );
  return Number.isSafeInteger(2 * numbers) ? { numbers, bytes: 2 * numbers, layers: kinds } : undefined;
}

/** How many layers there are of each kind; undefined where the file does not say. */
function countsOf(
  text: Fields,
  depth: number,
  layers: readonly LayerFacts[],
): [LayerFacts, name: string, count: number][] | undefined {
  const types = text.texts('layer_types')?.value;
  if (!types) {
    if (layers.length === 1) return [[layers[0]!, layers[0]!.layer.name, depth]];
    // Gemma 3 before layer_types: every so many layers one that sees all.
    const every = text.number('sliding_window_pattern', positiveInteger)?.value;
    const full = every && Math.floor(depth / every);
    return full
      ? layers.map((facts) => [facts, facts.layer.name, facts.layer.name === 'full_attention' ? full : depth - full])
      : undefined;
  }
  if (types.length !== depth || types.some((type) => !attending.includes(type))) return undefined;
  return [...new Set(types)].map((type) => {
    const facts = layers.find(({ layer }) => layer.name === type) ?? layers[0]!;
    return [facts, type, types.filter((one) => one === type).length];
  });
}

function layerCache(facts: LayerFacts, name: string, layers: number, contextLength: number): LayerCache | undefined {
  const { text, width } = facts;
  const window = name === 'full_attention' ? undefined : facts.fields.slidingWindow;
  if (window === undefined && name !== 'full_attention' && name !== facts.layer.name) return undefined;
  const tokens = Math.min(contextLength, window ?? contextLength);
  if (width.latent) {
    const rank = text.number('kv_lora_rank', positiveInteger);
    return rank && { name, layers, tokens, numbersPerToken: rank.value + width.headDim.value };
  }
  const wide = name === 'full_attention' && text.number('num_global_key_value_heads', positiveInteger);
  const heads =
    wide ||
    firstNumber(
      text,
      ['num_key_value_heads', 'num_kv_heads', 'multi_query_group_num', 'num_attention_heads', 'n_head', 'n_heads'],
      positiveInteger,
    );
  if (!heads) return undefined;
  const values = text.number('v_head_dim', positiveInteger)?.value ?? width.headDim.value;
  return { name, layers, tokens, numbersPerToken: heads.value * (width.headDim.value + values) };
}
