/** The words of notebooks by heading, to be looked through: made when the pages are built. */
import type { Prepared } from '../prepare.js';
import { slug } from '../slug.js';
import type { Tree } from '../tree.js';

export interface Section {
  /** Of its notebook, in the list. */
  readonly name: string;
  /** Of the heading; empty for what stands before the first. */
  readonly id: string;
  readonly heading: string;
  readonly text: string;
}

export function sectionsOf(name: string, { cells, prose }: Prepared): Section[] {
  const taken = new Map<string, number>();
  const sections: { -readonly [key in keyof Section]: Section[key] }[] = [];
  for (const tree of cells.flatMap(({ id }) => prose[id] ?? [])) {
    const text = wordsOf(tree);
    if (typeof tree !== 'string' && /^h[1-4]$/.test(tree[0])) {
      const plain = slug(text);
      const times = (taken.get(plain) ?? 0) + 1;
      taken.set(plain, times);
      sections.push({ name, id: times === 1 ? plain : `${plain}-${times}`, heading: text, text: '' });
    } else if (sections.length > 0) sections.at(-1)!.text += `${text} `;
  }
  return sections.map((section) => ({ ...section, text: section.text.replace(/\s+/g, ' ').trim() }));
}

/** Formulas are no words. */
function wordsOf(tree: Tree): string {
  if (typeof tree === 'string') return tree;
  const [name, attributes, ...inner] = tree;
  if (name === 'math') return '…';
  if (attributes !== 0 && attributes['class'] === 'teacher') return '';
  const text = (inner as Tree[]).map(wordsOf).join('');
  return /^(p|li|tr|blockquote)$/.test(name) ? `${text} ` : text;
}
