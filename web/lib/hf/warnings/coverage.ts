/**
 * Rules on fields that did not affect the report. They come last, because the other rules also read values, and a field
 * that they report is not reported again.
 */
import type { LayerFacts } from '../facts.js';
import type { Fields } from '../fields.js';
import { othersText } from '../towers.js';
import { listed, spelledText, unreadText } from '../unread.js';
import { type ConfigRule, transformersRope } from './rule.js';

/** transformers writes `type` next to `rope_type`, and files of Qwen 3 Omni state the order that their class fixes. */
const saidAlready = (key: string, dict: Fields, mrope: LayerFacts['mrope']): boolean =>
  (key === 'type' && (dict.glance('type') === dict.glance('rope_type') || dict.glance('type') === 'mrope')) ||
  (key === 'interleaved' && (mrope?.order.value === 'interleaved') === dict.glance('interleaved'));

export const coverageRules: readonly ConfigRule[] = [
  {
    code: 'number_as_text',
    source: transformersRope,
    check({ text }) {
      return spelledText(text);
    },
  },
  {
    code: 'unknown_rope_keys',
    source: transformersRope,
    check({ layer: { dict }, ropeType, mrope }) {
      const unknown = dict.unasked().filter((key) => !saidAlready(key, dict, mrope));
      if (unknown.length === 0) return undefined;
      return `not used for rope_type ${ropeType.given}: ${listed(dict, unknown, (key) => (dict.path === '' ? dict.at(key) : key))}${dict.path === '' ? '' : ` (in ${dict.path})`}`;
    },
  },
  {
    code: 'other_towers',
    note: true,
    source: 'https://github.com/huggingface/transformers/tree/main/src/transformers/models',
    check({ text, towers }) {
      if (towers.length === 0) return undefined;
      return othersText(text, towers);
    },
  },
  {
    code: 'unread_position_fields',
    source: transformersRope,
    check({ text }) {
      return unreadText(text);
    },
  },
];
