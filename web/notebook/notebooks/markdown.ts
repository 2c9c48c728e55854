/**
 * Markdown as a tree of the elements in tree.ts. HTML in it is shown as the text that it is. `$…$` and `$$…$$` are TeX.
 */
import { Marked, type Token, type Tokens } from 'marked';
import type { Tree } from './tree.js';

interface TexToken extends Tokens.Generic {
  readonly text: string;
  readonly display: boolean;
}

/** Not before a digit, as prices have it. */
const inline = /^\$(?=[^\s$])((?:\\.|[^\\$\n])*?[^\s\\$]|[^\s\\$])\$(?!\d)/;
const block = /^\$\$((?:\\.|[^\\$])+)\$\$/;

const reader = new Marked({
  extensions: [
    {
      name: 'tex',
      level: 'inline',
      start: (text) => text.indexOf('$'),
      tokenizer(text) {
        const display = block.exec(text);
        const found = display ?? inline.exec(text);
        return found ? { type: 'tex', raw: found[0], text: found[1]!, display: display !== null } : undefined;
      },
    },
  ],
});

export type TexTree = (tex: string, display: boolean) => Tree;

/** @param texTree makes the tree of a formula */
export function markdownTree(text: string, texTree: TexTree): Tree[] {
  return blocks(reader.lexer(text));

  function blocks(tokens: readonly Token[]): Tree[] {
    return tokens.flatMap(block1);
  }

  function block1(token: Token): Tree[] {
    switch (token.type) {
      case 'space':
      case 'def':
        return [];
      case 'heading':
        return [[`h${Math.min(token['depth'] as number, 4)}`, 0, ...inlines(token['tokens'] as Token[])]];
      case 'paragraph': {
        const inner = token['tokens'] as Token[];
        const [only] = inner;
        if (inner.length === 1 && only?.type === 'tex') return [texTree((only as TexToken).text, true)];
        return [['p', 0, ...inlines(inner)]];
      }
      case 'code':
        return [['pre', { class: 'code', tabindex: '0' }, ['code', 0, token['text'] as string]]];
      case 'blockquote':
        return [['blockquote', 0, ...blocks(token['tokens'] as Token[])]];
      case 'hr':
        return [['hr', 0]];
      case 'list': {
        const { ordered, start, items } = token as Tokens.List;
        const attributes = ordered && start !== '' && start !== 1 ? { start: String(start) } : 0;
        return [[ordered ? 'ol' : 'ul', attributes, ...items.map((item): Tree => ['li', 0, ...blocks(item.tokens)])]];
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
      default:
        return [['p', 0, token.raw]];
    }
  }

  function inlines(tokens: readonly Token[]): Tree[] {
    return tokens.flatMap(inline1);
  }

  function inline1(token: Token): Tree[] {
    switch (token.type) {
      case 'tex':
        return [texTree((token as TexToken).text, (token as TexToken).display)];
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
        return [['img', { src: (token as Tokens.Image).href, alt: (token as Tokens.Image).text }]];
      case 'text':
      case 'escape':
        return 'tokens' in token && token.tokens ? inlines(token.tokens) : [plain(token)];
      default:
        return [token.raw];
    }
  }
}

/** marked writes entities where HTML would need them; a text node needs none. */
const plain = (token: Token): string => ('text' in token ? String(token['text']) : token.raw);
