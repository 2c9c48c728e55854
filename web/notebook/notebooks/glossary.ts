/**
 * Glossary terms in the prose of notebooks. The first use of a term shows its meaning on hover, touch or keyboard
 * focus. Terms that the notebook defines itself (in bold) are skipped.
 */
import type { Tree } from './tree.js';

export interface Term {
  readonly term: string;
  /** Other forms of the word. */
  readonly also: readonly string[];
  readonly means: string;
}

/** Elements whose words are not marked. */
const apart = /^(a|abbr|b|code|h[1-4]|kbd|math|pre|strong|dfn)$/;
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

export class Glossary {
  readonly #terms: ReadonlyMap<string, Term>;
  readonly #pattern: RegExp;

  constructor(terms: readonly Term[]) {
    this.#terms = new Map(terms.flatMap((term) => [term.term, ...term.also].map((form) => [form.toLowerCase(), term])));
    const forms = [...this.#terms.keys()].sort((a, b) => b.length - a.length).map(escaped);
    this.#pattern = new RegExp(`(?<![\\p{L}\\p{N}-])(?:${forms.join('|')})(?![\\p{L}\\p{N}-])`, 'iu');
  }

  /** @param prose prose of one notebook, in order of its cells */
  mark(prose: readonly (readonly Tree[])[]): Tree[][] {
    const known = new Set(prose.flatMap((trees) => trees.flatMap((tree) => this.#defined(tree))));
    return prose.map((trees) => trees.flatMap((tree) => this.#marked(tree, known)));
  }

  /** Terms in bold. */
  #defined(tree: Tree): Term[] {
    if (typeof tree === 'string') return [];
    const [name, , ...inner] = tree;
    if (name !== 'strong') return (inner as Tree[]).flatMap((one) => this.#defined(one));
    const term = this.#terms.get(inner.join('').toLowerCase());
    return term ? [term] : [];
  }

  #marked(tree: Tree, known: Set<Term>): Tree[] {
    if (typeof tree !== 'string') {
      const [name, attributes, ...inner] = tree;
      return apart.test(name)
        ? [tree]
        : [[name, attributes, ...(inner as Tree[]).flatMap((one) => this.#marked(one, known))]];
    }
    for (let at = 0; ;) {
      const found = this.#pattern.exec(tree.slice(at));
      if (!found) return [tree];
      const [word] = found;
      const [from, to] = [at + found.index, at + found.index + word.length];
      const term = this.#terms.get(word.toLowerCase())!;
      at = to;
      if (known.has(term)) continue;
      known.add(term);
      const mark: Tree = ['abbr', { class: 'term', tabindex: '0', title: term.means }, word];
      return [tree.slice(0, from), mark, ...this.#marked(tree.slice(to), known)].filter((part) => part !== '');
    }
  }
}
