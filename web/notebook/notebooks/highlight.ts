/**
 * Read-only source with JavaScript highlighting, added when it is visible, in one pass without backtracking. Invisible
 * and bidirectional characters, which could mislead a reader, are shown as code points.
 */
import { fill, h } from '../kit/dom.js';
import { whenSeen } from '../widgets/when-seen.js';

const word =
  /(\/\/[^\n]*|\/\*[^]*?\*\/)|("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\b(0x[\da-f_]+n?|\d[\d_]*(?:\.\d+)?(?:e[-+]?\d+)?n?)\b|\b(await|async|break|case|catch|class|const|continue|default|do|else|export|extends|finally|for|from|function|if|import|in|instanceof|let|new|of|return|static|super|switch|this|throw|try|typeof|var|void|while|yield|true|false|null|undefined)\b/gi;
const kinds = ['comment', 'string', 'number', 'keyword'] as const;
const seen = whenSeen();
/** Longer source is not highlighted. */
const longest = 16_000;

/** Invisible characters, such as bidi controls. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/gu;
const plainSpace = /^[\t\n]$/;
const mostUnseen = 2000;

export function sourceElement(code: string, isJavaScript: boolean): HTMLElement {
  const element = h('code', {}, ...withUnseen(code));
  if (isJavaScript && code.length <= longest) seen.watch(element, async () => fill(element, ...highlighted(code)));
  return element;
}

export function highlighted(code: string): (Node | string)[] {
  const parts: (Node | string)[] = [];
  let at = 0;
  for (const found of code.matchAll(word)) {
    const kind = kinds[found.slice(1).findIndex((group) => group !== undefined)];
    parts.push(
      ...withUnseen(code.slice(at, found.index)),
      h('span', { class: `tok-${kind}` }, ...withUnseen(found[0])),
    );
    at = found.index + found[0].length;
  }
  parts.push(...withUnseen(code.slice(at)));
  return parts;
}

/** Replaces invisible characters by code points, so that readers see all of the code before they run it. */
export function withUnseen(text: string): (Node | string)[] {
  const parts: (Node | string)[] = [];
  let at = 0;
  for (const { 0: sign, index } of text.matchAll(unseen)) {
    if (plainSpace.test(sign)) continue;
    const name = `U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
    const told = parts.length < mostUnseen ? h('span', { class: 'nb-unseen' }, name) : `<${name}>`;
    parts.push(text.slice(at, index), told);
    at = index + sign.length;
  }
  parts.push(text.slice(at));
  return parts;
}
