/**
 * The context that vLLM and SGLang serve by default: derive_max_model_len_and_key and _get_and_verify_max_len of vLLM,
 * get_context_length of SGLang, called with the rope dictionary that the class of transformers built.
 */
import { classOf, familyOf } from '../hf/families.js';
import type { LayerFacts } from '../hf/facts.js';
import { given, numberIn } from './rules.js';
import type { Source } from './source.js';
import { flatForTwo } from './transformers-5/rotary-classes.js';

/** Names of a length in addition to max_position_embeddings; vLLM takes the smallest. */
const vllmNames = [
  ...['n_positions', 'max_seq_len', 'seq_length', 'model_max_length', 'max_target_positions', 'max_sequence_length'],
  ...['max_seq_length', 'seq_len'],
];
/** SGLang takes the first of these, or else max_position_embeddings. */
const sglangNames = ['max_sequence_length', 'seq_length', 'max_seq_len', 'model_max_length'];
const fallback = 2048;

const numbersOf = ({ text }: Source, names: readonly string[]): number[] =>
  names.map((name) => text.peek(name)).filter((value) => typeof value === 'number');

/** max_position_embeddings of the configuration; undefined if the length is only our assumption. */
function maxOf({ modelType, layers }: Source): number | undefined {
  const { value, from } = layers[0]!.max;
  return from.startsWith('default') && (modelType === undefined || !classOf(modelType)) ? undefined : value;
}

/** Types whose class fills in the original length, or whose factor applies to the length of the file. */
export const filledIn: ReadonlySet<string> = new Set(['llama3', 'longrope', 'yarn']);

/**
 * @param older before release 0.30.0 vLLM serves YaRN's original length times the factor, since then the length of the
 * file; and it takes the factor of a dictionary that the class then replaces
 */
export function servedByVllm(source: Source, older: boolean): number {
  const { layers, modelType = '' } = source;
  const first = layers[0]!;
  const outer = source.text.peek('original_max_position_embeddings') ?? familyOf(source.modelType).originalContext;
  if (first.scaling.type === 'longrope' && typeof outer === 'number') return outer;
  const max = maxOf(source);
  const lengths = [...(max === undefined ? [] : [max]), ...numbersOf(source, vllmNames)];
  const [named] = numbersOf(source, ['model_max_length']);
  let length = named || (lengths.length > 0 ? Math.min(...lengths) : fallback);
  if (modelType.includes('gemma3')) return length; // its length is the scaled one
  let factor = 1;
  for (const facts of layers) {
    const { ropeType, scaling } = facts;
    if (flatForTwo(facts) && !older) continue; // the class replaces this dictionary by plain ones
    if (ropeType.name === 'llama3' || ropeType.name === 'longrope' || (ropeType.name === 'yarn' && !older)) continue;
    factor = given(facts, 'factor') ?? factor;
    if (scaling.type === 'yarn') length = scaling.originalContext;
  }
  return Math.floor(length * factor);
}

/** @param topLevelAlone true if SGLang's own configuration class does not fill the dictionary of the file in */
export function servedBySglang(source: Source, topLevelAlone = false): number {
  const facts = source.layers[0]!;
  const [named] = numbersOf(source, sglangNames);
  const length = named ?? maxOf(source) ?? fallback;
  if (topLevelAlone || flatForTwo(facts)) {
    const dict = source.text.child(topLevelAlone ? 'rope_scaling' : 'rope_parameters');
    const kept = dict?.peek('rope_type') === 'llama3' || dict?.mentions('original_max_position_embeddings');
    return Math.floor(length * ((!kept && numberIn(dict, 'factor')) || 1));
  }
  const scaled = !facts.layer.nested && !filledIn.has(facts.ropeType.name) && !hasOriginal(facts);
  return Math.floor(length * ((scaled && given(facts, 'factor')) || 1));
}

const hasOriginal = ({ layer: { dict } }: LayerFacts): boolean => dict.mentions('original_max_position_embeddings');
