/**
 * Parses Markdown to a tree of the elements in tree.ts. HTML is limited to the tags of prose-tags.ts, all other HTML is
 * shown as text. `$…$` and `$$…$$` are TeX, `[@key, place]` cites (citations/citation.ts), and numbered.ts handles
 * names of formulas. Time is bounded for any input: text that is nested too deeply is shown verbatim, and formulas
 * beyond a limit as TeX.
 */
import { Lexer, Marked, type Token, type TokenizerExtension, type Tokens } from 'marked';
import { guessBefore } from './after-guess.js';
import { isForReaders } from './reader-only.js';
import { citation, cited } from './citations/citation.js';
import { label, mention, placeOf, said } from './numbered.js';
import { withoutPictures } from './prose-pictures.js';
import { type Piece, nested, paragraphs, tagAlone, tagsOf } from './prose-tags.js';
import type { Tree } from './tree.js';
import { unbroken } from './unbroken.js';

interface TexToken extends Tokens.Generic {
  readonly text: string;
  readonly display: boolean;
  /** Name for references to the formula. */
  readonly label: string | undefined;
}
interface CiteToken extends Tokens.Generic {
  readonly key: string;
  readonly place: string;
}
/** A footnote, or a reference to one. */
interface NoteToken extends Tokens.Generic {
  readonly name: string;
}

/** Not before a digit, as in prices. */
const inline = /^\$(?=[^\s$])((?:\\.|[^\\$\n])*?[^\s\\$]|[^\s\\$])\$(?!\d)/;
const block = /^\$\$((?:\\.|[^\\$])+)\$\$/;
const noteMark = /^\[\^([\w-]{1,40})\](?!:)/;
/** Includes the indented lines that follow. */
const note = /^\[\^([\w-]{1,40})\]:[ \t]*([^\n]*(?:\n(?: {2,}|\t)[^\n]*)*)(?:\n|$)/;

/** A tokenizer for a named mark with this prefix. */
const naming = (type: string, begins: string, pattern: RegExp): TokenizerExtension => ({
  name: type,
  level: 'inline',
  start: (text) => text.indexOf(begins),
  tokenizer(text) {
    const found = pattern.exec(text);
    return found ? { type, raw: found[0], name: found[1]! } : undefined;
  },
});

const reader = new Marked({
  extensions: [
    {
      name: 'tex',
      level: 'inline',
      start: (text) => text.indexOf('$'),
      tokenizer(text) {
        const display = block.exec(text);
        const found = display ?? inline.exec(text);
        if (!found) return undefined;
        const named = display && label.exec(text.slice(found[0].length));
        const raw = found[0] + (named?.[0] ?? '');
        return { type: 'tex', raw, text: found[1]!, display: display !== null, label: named?.[1] };
      },
    },
    {
      name: 'cite',
      level: 'inline',
      start: (text) => text.indexOf('[@'),
      tokenizer(text) {
        const found = citation.exec(text);
        return found?.index === 0 && cited(found[1]!, '')
          ? { type: 'cite', raw: found[0], key: found[1]!, place: found[2] ?? '' }
          : undefined;
      },
    },
    naming('mention', '[#', mention),
    naming('mark', '[^', noteMark),
    {
      name: 'note',
      level: 'block',
      tokenizer(text) {
        const found = note.exec(text);
        if (!found) return undefined;
        const words = found[2]!.replace(/\n\s+/g, '\n');
        return { type: 'note', raw: found[0], name: found[1]!, tokens: this.lexer.inline(words) };
      },
    },
  ],
});

export type TexTree = (tex: string, display: boolean) => Tree;

/** Maximum characters of all formulas of a text; each formula counts `eachFormula` more. */
const mostTex = 24_000;
const eachFormula = 50;

/** Inline parsing can be quadratic in the length of a line. Beyond this total, lines are plain text. */
const mostSquares = 6e7;
class BoundedLexer extends Lexer {
  #left = mostSquares;
  override inlineTokens(text: string, tokens: Token[] = []): Token[] {
    this.#left -= text.length ** 2;
    if (this.#left >= 0) return super.inlineTokens(text, tokens);
    tokens.push({ type: 'text', raw: text, text, escaped: false });
    return tokens;
  }
}
/** Limits of nested lists and quotes, by the start of a line, and of lines, because lists take quadratic time. */
const mostNested = 20;
const mostLines = 2000;
const marks = /^[ \t>*+.)\d-]+/;
const rule = /^[ \t]*([*-])(?:[ \t]*\1)*[ \t]*$/;
const isNested = (line: string): boolean =>
  (marks.exec(line)?.[0].match(/[>*+-]|\d[.)]/g)?.length ?? 0) > mostNested && !rule.test(line);
function isUnreadable(text: string): boolean {
  const lines = text.split('\n');
  return lines.length > mostLines || lines.some(isNested);
}

/** @param read parses a formula */
export function markdownTree(source: string, read: TexTree): Tree[] {
  const { text, back: withPictures } = withoutPictures(source);
  let left = mostTex;
  const texTree: TexTree = (tex, display) => {
    left -= tex.length + eachFormula;
    return left < 0 ? ['code', { class: 'tex-wrong' }, tex] : read(tex, display);
  };
  if (isUnreadable(text)) return [['pre', { class: 'code', tabindex: '0' }, source]];
  const notes: Tree[] = [];
  const lexer = new BoundedLexer(reader.defaults);
  const read1 = blocks(lexer.lex(text)).map(withPictures);
  return notes.length > 0 ? [...read1, ['ol', { class: 'notes' }, ...notes]] : read1;

  function blocks(tokens: readonly Token[]): Tree[] {
    return paragraphs(nested(tokens.flatMap(block1)));
  }

  function block1(token: Token): readonly Piece[] {
    switch (token.type) {
      case 'html':
        return tagsOf(token.raw, (words) => inlines(lexer.inlineTokens(words))) ?? [['p', 0, token.raw]];
      case 'space':
      case 'def':
        return [];
      case 'heading':
        return [[`h${Math.min(token['depth'] as number, 4)}`, 0, ...inlines(token['tokens']!)]];
      case 'paragraph': {
        const inner = token['tokens']!;
        const [only] = inner;
        if (inner.length === 1 && only?.type === 'tex') return [formula(only as TexToken)];
        if (inner.length === 1 && only?.type === 'image') return [picture(only as Tokens.Image)];
        return [['p', 0, ...inlines(inner)]];
      }
      case 'code':
        if (token['lang'] === 'notes') return []; // notes for presenters (present/slides.ts)
        if (guessBefore(token.raw) || isForReaders(token.raw)) return [];
        return [['pre', { class: 'code', tabindex: '0' }, ['code', 0, token['text'] as string]]];
      case 'blockquote':
        return [['blockquote', 0, ...blocks(token['tokens']!)]];
      case 'hr':
        return [['hr', 0]];
      case 'list': {
        const { ordered, start, items } = token as Tokens.List;
        const attributes = ordered && start !== '' && start !== 1 ? { start: String(start) } : 0;
        return [
          [
            ordered ? 'ol' : 'ul',
            attributes,
            ...items.map((item): Tree => ['li', 0, ...nested(item.tokens.flatMap(block1))]),
          ],
        ];
      }
      case 'note': {
        const { name } = token as NoteToken;
        notes.push(['li', { id: `note-${name}` }, ...inlines(token['tokens']!), ' ', back(name)]);
        return [];
      }
      case 'table': {
        const { header, rows } = token as Tokens.Table;
        const cells = (row: readonly Tokens.TableCell[], name: string): Tree[] =>
          row.map((cell): Tree => [name, name === 'th' ? { scope: 'col' } : 0, ...inlines(cell.tokens)]);
        const head: Tree = ['thead', 0, ['tr', 0, ...cells(header, 'th')]];
        const body: Tree = ['tbody', 0, ...rows.map((row): Tree => ['tr', 0, ...cells(row, 'td')])];
        return [
          ['div', { class: 'md-table', tabindex: '0', role: 'group', 'aria-label': 'Table' }, ['table', 0, head, body]],
        ];
      }
      case 'text':
        return 'tokens' in token && token.tokens ? inlines(token.tokens) : [plain(token)];
      case 'checkbox':
        return inline1(token);
      default:
        return [['p', 0, token.raw]];
    }
  }

  function formula({ text: tex, label: name }: TexToken): Tree {
    const tree = texTree(tex, true);
    return name ? ['div', { class: 'numbered', id: placeOf(name) }, tree, ['span', { class: 'number' }]] : tree;
  }

  function inlines(tokens: readonly Token[]): Tree[] {
    return nested(tokens.flatMap(inline1));
  }

  function inline1(token: Token): readonly Piece[] {
    switch (token.type) {
      case 'html':
        return [tagAlone(token.raw)];
      case 'tex':
        return [texTree((token as TexToken).text, (token as TexToken).display)];
      case 'cite': {
        const { key, place } = token as CiteToken;
        return [['a', { class: 'cite', href: `#reference-${key}` }, cited(key, place)!]];
      }
      case 'mention': {
        const { name } = token as NoteToken;
        return [['a', { class: 'mention', href: `#${placeOf(name)}` }, said(undefined)]];
      }
      case 'mark':
        return [
          ['sup', 0, ['a', { class: 'note', href: `#note-${(token as NoteToken).name}` }, (token as NoteToken).name]],
        ];
      case 'checkbox':
        return [(token as Tokens.Checkbox).checked ? '☑ ' : '☐ '];
      case 'strong':
      case 'em':
      case 'del':
        return [[token.type, 0, ...inlines(token.tokens ?? [])]];
      case 'codespan':
        return [['code', 0, token['text'] as string]];
      case 'br':
        return [['br', 0]];
      case 'link':
        return [['a', { href: (token as Tokens.Link).href }, ...inlines(token.tokens ?? [])]];
      case 'image':
        return [image(token as Tokens.Image)];
      case 'text':
      case 'escape':
        return 'tokens' in token && token.tokens ? inlines(token.tokens) : [plain(token)];
      default:
        return [token.raw];
    }
  }
}

const image = ({ href, text }: Tokens.Image): Tree => ['img', { src: href, alt: text }];
/** A picture on its own line, with its title as caption. */
function picture(token: Tokens.Image): Tree {
  const { title } = token;
  return title ? ['figure', 0, image(token), ['figcaption', 0, title]] : ['p', 0, image(token)];
}

const back = (name: string): Tree => [
  'a',
  { class: 'back', href: `#note-${name}-mark`, 'aria-label': 'Back to the text' },
  '↩',
];

/** Undoes the HTML entities of marked, which text nodes do not need. */
const plain = (token: Token): string => unbroken('text' in token ? String(token['text']) : token.raw);
