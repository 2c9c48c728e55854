/**
 * Published configs that come with the page: the fields of each that concern positions, as published.
 * index.json says where each was read and whether any of it was typed from memory.
 */
import list from './index.json';

const texts = import.meta.glob<string>(['./*.json', '!./index.json'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

export const configs = list.map((entry) => ({ ...entry, text: texts[`./${entry.id}.json`]! }));
