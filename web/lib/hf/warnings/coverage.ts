/**
 * What of a config had no part in the report. These rules come last: the others ask for values, too, and what they tell
 * of is not told twice.
 */
import { printable } from '../../checks/show.js';
import type { LayerFacts } from '../facts.js';
import type { Fields } from '../fields.js';
import { othersText } from '../towers.js';
import { listed, unreadText } from '../unread.js';
import { type ConfigRule, transformersRope } from './rule.js';

/** transformers writes `type` beside `rope_type`, and files of Qwen 3 Omni the order that their class has fixed. */
const saidAlready = (key: string, dict: Fields, mrope: LayerFacts['mrope']): boolean =>
  (key === 'type' && (dict.glance('type') === dict.glance('rope_type') || dict.glance('type') === 'mrope')) ||
  (key === 'interleaved' && (mrope?.order.value === 'interleaved') === dict.glance('interleaved'));

export const coverageRules: readonly ConfigRule[] = [
  {
    code: 'number_as_text',
    source: transformersRope,
    check({ text }) {
      if (text.spelled.size === 0) return undefined;
      const all = [...text.spelled];
      const some = all.slice(0, 8).map(([path, value]) => `${printable(path)} is the text '${printable(value)}'`);
      return `${some.join(', ')}${all.length > 8 ? ', …' : ''}: read here as the number that it spells, but no engine converts it, and those that compute with it fail. Write it without quotes`;
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
