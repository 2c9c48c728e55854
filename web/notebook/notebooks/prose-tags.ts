/**
 * HTML tags allowed in Markdown, parsed to our own trees: only these names and the attributes below; `<details
 * teacher>` holds notes for teachers (present/slides.ts). Other tags, and unclosed ones, are shown as text.
 */
import type { Tree } from './tree.js';

const inLine = /^(abbr|b|br|cite|dfn|i|ins|kbd|mark|q|s|samp|small|sub|sup|u|var)$/;
const ofBlocks = /^(details|summary|figure|figcaption)$/;
/** Allowed only in this parent. */
const within: Readonly<Record<string, string>> = { summary: 'details', figcaption: 'figure' };
const deepest = 8;

export interface Tag {
  readonly name: string;
  readonly closes: boolean;
  readonly attributes: Readonly<Record<string, string>>;
  /** Source text. */
  readonly raw: string;
}
export type Piece = Tree | Tag;

const tag = /<(\/?)([a-z]{1,10})((?:\s+(?:open|teacher|title="[^"<>]{0,200}")){0,1})\s*\/?>/gi;

function tagOf(found: RegExpMatchArray, blocks: boolean): Tag | undefined {
  const [raw, slash, written, given] = found as unknown as [string, string, string, string];
  const name = written.toLowerCase();
  if (!inLine.test(name) && !(blocks && ofBlocks.test(name))) return undefined;
  const title = /"(.*)"/s.exec(given)?.[1];
  const word = name === 'details' ? given.trim().toLowerCase() : '';
  const folded = word === 'open' ? { open: '' } : word === 'teacher' ? { class: 'teacher' } : undefined;
  const attributes = folded ? folded : name === 'abbr' && title !== undefined ? { title } : {};
  return { name, closes: slash !== '', attributes, raw };
}

/** One tag in a line of text. */
export function tagAlone(raw: string): Tag | string {
  const [found] = raw.matchAll(tag);
  return (found?.[0] === raw ? tagOf(found, false) : undefined) ?? raw;
}

/** Lines that begin with a tag. @param words parses the text between tags */
export function tagsOf(raw: string, words: (text: string) => readonly Piece[]): readonly Piece[] | undefined {
  const pieces: Piece[] = [];
  let at = 0;
  for (const found of raw.matchAll(tag)) {
    const one = tagOf(found, true);
    if (!one) continue;
    const before = raw.slice(at, found.index);
    if (pieces.length === 0 && before.trim() !== '') return undefined;
    if (before.trim() !== '') pieces.push(...words(before));
    pieces.push(one);
    at = found.index + one.raw.length;
  }
  if (pieces.length === 0) return undefined;
  const rest = raw.slice(at);
  return rest.trim() === '' ? pieces : [...pieces, ...words(rest)];
}

const isTag = (piece: Piece): piece is Tag => typeof piece === 'object' && !Array.isArray(piece);

/** Nests the content between two tags in their element. */
export function nested(pieces: readonly Piece[]): Tree[] {
  const around: { readonly tag: Tag | undefined; readonly inner: Tree[] }[] = [{ tag: undefined, inner: [] }];
  const add = (...trees: readonly Tree[]): void => void around.at(-1)!.inner.push(...trees);
  /** Turns an unclosed tag into text before its content; children that need this parent become paragraphs. */
  const unclosed = (): void => {
    const { tag: open, inner } = around.pop()!;
    const alone = inner.map((tree): Tree => {
      if (typeof tree === 'string') return tree;
      const [name, attributes, ...words] = tree;
      return within[name] === open!.name ? ['p', attributes, ...(words as Tree[])] : tree;
    });
    add(open!.raw, ...alone);
  };
  for (const piece of pieces) {
    if (!isTag(piece)) add(piece);
    else if (piece.name === 'br') add(['br', 0]);
    else if (!piece.closes) {
      const fits = !Object.hasOwn(within, piece.name) || around.at(-1)!.tag?.name === within[piece.name];
      if (fits && around.length <= deepest) around.push({ tag: piece, inner: [] });
      else add(piece.raw);
    } else {
      const at = around.findLastIndex((one) => one.tag?.name === piece.name);
      if (at < 0) {
        add(piece.raw);
        continue;
      }
      while (around.length > at + 1) unclosed();
      const { tag: open, inner } = around.pop()!;
      add([piece.name, open!.attributes, ...inner]);
    }
  }
  while (around.length > 1) unclosed();
  return around[0]!.inner;
}

const isWords = (tree: Tree): boolean => typeof tree === 'string' || inLine.test(tree[0]);

/** Wraps loose words between blocks in paragraphs. */
export function paragraphs(trees: readonly Tree[]): Tree[] {
  const made: Tree[] = [];
  let words: Tree[] = [];
  const end = (): void => {
    if (words.length > 0) made.push(['p', 0, ...words]);
    words = [];
  };
  for (const tree of trees) {
    if (isWords(tree)) words.push(tree);
    else {
      end();
      made.push(tree);
    }
  }
  end();
  return made;
}
