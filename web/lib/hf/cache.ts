/**
 * Size of the key-value cache of a context: values per token in each layer, and tokens kept. Covers only classes in
 * which every layer has its own keys and values, sized by fields that their files contain. Other classes have recurrent
 * layers, shared keys or chunks set by unstated defaults, which could make a sum wrong by a multiple.
 */
import type { KeyValueCache, LayerCache } from '../types/advice.js';
import type { LayerFacts } from './facts.js';
import { type Fields, firstNumber, positiveInteger } from './fields.js';

/** Classes whose query heads each have their own keys if the file gives no key heads; others have a default. */
const ownKeys = ['gpt_neox', 'gptj', 'llama', 'phi'];
/** Classes whose window applies to every layer; in others the file need not list which layers have one (Gemma 2). */
const allWindowed = ['mistral', 'mixtral', 'phi3', 'starcoder2'];
const known = new Set([
  ...ownKeys,
  ...allWindowed,
  ...['cohere', 'cohere2', 'deepseek_v2', 'deepseek_v3', 'exaone4', 'gemma', 'gemma2', 'gemma3', 'gemma3_text'],
  ...['glm', 'glm4', 'glm4v', 'glm4v_text', 'gpt_oss', 'granite', 'granitemoe', 'internlm2', 'kimi_k2', 'minicpm'],
  ...['minicpm3', 'minimax_m2', 'ministral', 'ministral3', 'olmo', 'olmo2', 'olmo3', 'qwen2', 'qwen2_moe', 'qwen2_vl'],
  ...['qwen2_5_vl', 'qwen3', 'qwen3_moe', 'qwen3_vl', 'qwen3_vl_text', 'smollm3', 'stablelm'],
]);
/** Layer types with keys and values; other types keep a state instead. */
const attending = ['full_attention', 'sliding_attention'];

/** @param layers the layers of one file, one for each kind of rotation */
export function cacheOf(layers: readonly LayerFacts[], contextLength: number): KeyValueCache | undefined {
  const [first] = layers;
  if (!first || !known.has(first.modelType ?? '') || first.fields.indexer) return undefined;
  const { text } = first;
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

/** Number of layers of each kind; undefined if the file does not say. */
function countsOf(
  text: Fields,
  depth: number,
  layers: readonly LayerFacts[],
): [LayerFacts, name: string, count: number][] | undefined {
  const types = text.texts('layer_types')?.value;
  if (!types) {
    if (layers.length === 1) return [[layers[0]!, layers[0]!.layer.name, depth]];
    // Gemma 3 before layer_types: one layer in every sliding_window_pattern has full attention.
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
  if (name === 'default' && window !== undefined && !allWindowed.includes(facts.modelType ?? '')) return undefined;
  if (name === 'sliding_attention' && window === undefined) return undefined;
  const tokens = Math.min(contextLength, window ?? contextLength);
  if (width.latent) {
    const rank = text.number('kv_lora_rank', positiveInteger);
    return rank && { name, layers, tokens, numbersPerToken: rank.value + width.headDim.value };
  }
  const keys = ownKeys.includes(facts.modelType ?? '')
    ? ['num_key_value_heads', 'num_attention_heads', 'n_head']
    : ['num_key_value_heads'];
  const heads = firstNumber(text, keys, positiveInteger);
  if (!heads) return undefined;
  const values = text.number('v_head_dim', positiveInteger)?.value ?? width.headDim.value;
  return { name, layers, tokens, numbersPerToken: heads.value * (width.headDim.value + values) };
}
