/**
 * Grok-2's file has the parameters of its context extension at the top level. rope_type names the method; 'original'
 * ignores the factor. Read in Grok1ScalingRotaryEmbedding of vLLM (e443db5a, grok1_scaling_rope.py) and
 * get_rope_scaling of sglang/srt/models/grok.py, which compute an amplitude and do not use it.
 */
import type { Fields } from './fields.js';
import type { PlainObject } from './plain.js';

const types: ReadonlySet<string | undefined> = new Set(['grok-1', 'grok1', 'grok-2', 'grok2']);
/** The published file has model_type 'git', and only its class identifies it. */
export function isGrok(text: Fields, modelType: string | undefined): boolean {
  const classes = text.glance('architectures');
  return types.has(modelType) || (Array.isArray(classes) && classes.includes('Grok1ForCausalLM'));
}

const names: ReadonlyMap<string, string> = new Map([['factor', 'scaling_factor']]);
const keys = [
  ...['rope_type', 'factor', 'original_max_position_embeddings', 'beta_fast', 'beta_slow'],
  ...['extrapolation_factor', 'attn_factor'],
];
const methods: ReadonlyMap<unknown, string> = new Map([
  ['original', 'default'],
  ['yarn_linear', 'yarn'],
]);

/** Builds the rope dictionary from these fields; undefined for other models. */
export function grokDict(text: Fields, modelType: string | undefined): Fields | undefined {
  if (!isGrok(text, modelType) || typeof text.peek('rope_type') !== 'string') return undefined;
  const found = keys.flatMap((key) => {
    const value = text.glance(names.get(key) ?? key);
    return value === undefined ? [] : [[key, key === 'rope_type' ? (methods.get(value) ?? value) : value] as const];
  });
  return text.renamedAs(Object.fromEntries(found) as PlainObject, names);
}
