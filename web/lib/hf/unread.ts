/** Finds unread fields about positions by their names, and describes them. */
import { printable, shown } from '../checks/show.js';
import type { Fields } from './fields.js';

/**
 * Words in the names of fields that change positions, in transformers and in other published code
 * (tests/golden/engines/position-keys.json). Excludes qk_nope_head_dim, the width of the unrotated part.
 */
export const aboutPositions =
  /rope|rotary|theta|yarn|ntk|alibi|mscale|logn|nope(?!_head_dim)|(^|_)pos(_|$)|position|base_freq|temperature_(len|tuning|scale)|attn_temperature|floor_scale|attn_scale|llama_4_scaling|log_scaling|relative_|axes_dim|sinusoid|(^|_)rel_|_rel$|^num_buckets$|clamp_len|spatial_attention_bias/i;

export const listed = (fields: Fields, keys: readonly string[], name: (key: string) => string): string =>
  `${keys
    .slice(0, 8)
    .map((key) => `${printable(name(key))} = ${shown(fields.glance(key))}`)
    .join(', ')}${keys.length > 8 ? ', …' : ''}`;

/** Values that readers assume anyway: ChatGLM's rotation of neighbours, and that Qwen 1 rotates. */
const saysNothing: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['original_rope', true],
  ['pos_emb', 'rotary'],
  ['use_mrope', false],
]);

/** The sentence on unread fields of an object that may change positions. */
export function unreadText(fields: Fields): string | undefined {
  const unread = fields
    .unasked()
    .filter(
      (key) =>
        (fields.glance(key) !== false || /rope|rotary/i.test(key)) &&
        aboutPositions.test(key) &&
        saysNothing.get(key) !== fields.glance(key),
    );
  if (unread.length === 0) return undefined;
  return `these fields may change positions and are not understood here, so that this report may not be complete: ${listed(fields, unread, (key) => fields.at(key))}`;
}

/** The sentence on strings that were read as numbers. */
export function spelledText({ spelled }: Fields): string | undefined {
  if (spelled.size === 0) return undefined;
  const all = [...spelled];
  const some = all.slice(0, 8).map(([path, value]) => `${printable(path)} is the text '${printable(value)}'`);
  return `${some.join(', ')}${all.length > 8 ? ', …' : ''}: read here as the number that it spells, but no engine converts it, and those that compute with it fail. Write it without quotes`;
}
