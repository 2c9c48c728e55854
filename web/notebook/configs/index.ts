/**
 * Published configs, reduced to the fields that concern positions. index.json gives the source of each and whether any
 * of it was typed from memory.
 */
import list from './index.json';

const texts = import.meta.glob<string>(['./*.json', '!./index.json'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

export const configs = list.map((entry) => ({ ...entry, text: texts[`./${entry.id}.json`]! }));
