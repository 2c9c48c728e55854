/**
 * Translates notebooks. The texts are in a gettext file (`.po`) next to the notebook: paragraphs of prose, and strings
 * of a cell with several words. Single words are names of values. Code is unchanged. Missing texts stay in the original
 * language and are marked.
 */
import { parse } from 'acorn';
import { guessBefore } from '../after-guess.js';
import type { Cell, Notebook } from '../format.js';
import { isForReaders } from '../reader-only.js';
import { type AnyNode, childrenOf } from '../references.js';

/** Keyed by the original text. */
export type Dictionary = ReadonlyMap<string, string>;

interface Text {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** The delimiter in a code cell: backticks or quotes. */
  readonly quoted: 'template' | 'string' | undefined;
}
interface Translated {
  readonly notebook: Notebook;
  /** Texts without a translation. */
  readonly missing: readonly string[];
}

/** Every text of a notebook, in order, without duplicates. */
export function textsOf({ title, cells }: Notebook): string[] {
  return [...new Set([title, ...cells.flatMap((cell) => textsIn(cell).map(({ text }) => text))])];
}

export function translate(notebook: Notebook, dictionary: Dictionary): Translated {
  const missing: string[] = [];
  const of = (text: string): string | undefined => {
    const found = dictionary.get(text);
    if (found === undefined) missing.push(text);
    return found;
  };
  const cells = notebook.cells.map((cell): Cell => {
    let { value } = cell;
    for (const { text, from, to, quoted } of textsIn(cell).reverse()) {
      const found = of(text);
      const by = found === undefined ? (quoted ? undefined : untranslated(text)) : written(found, quoted);
      if (by !== undefined) value = value.slice(0, from) + by + value.slice(to);
    }
    return { ...cell, value };
  });
  return { notebook: { title: of(notebook.title) ?? notebook.title, cells }, missing: [...new Set(missing)] };
}

const written = (text: string, quoted: Text['quoted']): string => (quoted === 'string' ? JSON.stringify(text) : text);

/** Marks a paragraph as untranslated. */
const untranslated = (text: string): string => `${text}${/^(#|>|\*|\||```)/.test(text) ? '' : ' *(in English)*'}`;

function textsIn(cell: Cell): Text[] {
  return cell.mode === 'md' ? paragraphs(cell.value) : cell.mode === 'js' ? strings(cell.value) : [];
}

/** Splits at blank lines; skips formulas, which are equal in every language. */
function paragraphs(value: string): Text[] {
  const found: Text[] = [];
  for (const { 0: text, index } of value.matchAll(/(?:^```[^]*?^```$|[^\n]+(?:\n(?!\n)[^\n]+)*)/gm)) {
    const words = text.replace(/\$\$[^]*?\$\$( \{#[\w-]+\})?|\$\{[^{}]*\}/g, '');
    if (/\p{L}{2}/u.test(words) && !guessBefore(text) && !isForReaders(text))
      found.push({ text, from: index, to: index + text.length, quoted: undefined });
  }
  return found;
}

/** Two words, or a word and a number. */
const severalWords = /\p{L}{2}\S* +\S|\S+ +\S*\p{L}{2}/u;

function strings(value: string): Text[] {
  const found: Text[] = [];
  const visit = (node: AnyNode): void => {
    if (node.type === 'ImportDeclaration') return;
    if (node.type === 'TaggedTemplateExpression' && (node['tag'] as AnyNode)['name'] === 'tex') return;
    // skips the name of a student's numbers, which must not change
    if (node.type === 'CallExpression' && (node['callee'] as AnyNode)['name'] === 'seeded') return;
    if (node.type === 'TemplateLiteral') {
      const [from, to] = [node.start + 1, node.end - 1];
      const text = value.slice(from, to);
      const words = text.replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '');
      if (severalWords.test(words)) return void found.push({ text, from, to, quoted: 'template' });
    }
    if (node.type === 'Literal' && typeof node['value'] === 'string' && severalWords.test(node['value']))
      return void found.push({ text: node['value'], from: node.start, to: node.end, quoted: 'string' });
    for (const child of childrenOf(node)) visit(child);
  };
  visit(
    parse(value, { ecmaVersion: 2024, sourceType: 'module', allowAwaitOutsideFunction: true }) as unknown as AnyNode,
  );
  return found;
}
