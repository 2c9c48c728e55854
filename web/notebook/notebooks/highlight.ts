/** JavaScript with its words marked, as elements: for code that is read and not edited. One pass, no backtracking. */
import { h } from '../widgets/dom.js';

const word =
  /(\/\/[^\n]*|\/\*[^]*?\*\/)|("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\b(0x[\da-f_]+n?|\d[\d_]*(?:\.\d+)?(?:e[-+]?\d+)?n?)\b|\b(await|async|break|case|catch|class|const|continue|default|do|else|export|extends|finally|for|from|function|if|import|in|instanceof|let|new|of|return|static|super|switch|this|throw|try|typeof|var|void|while|yield|true|false|null|undefined)\b/gi;
const kinds = ['comment', 'string', 'number', 'keyword'] as const;

export function highlighted(code: string): (Node | string)[] {
  const parts: (Node | string)[] = [];
  let at = 0;
  for (const found of code.matchAll(word)) {
    const kind = kinds[found.slice(1).findIndex((group) => group !== undefined)];
    parts.push(code.slice(at, found.index), h('span', { class: `tok-${kind}` }, found[0]));
    at = found.index + found[0].length;
  }
  parts.push(code.slice(at));
  return parts;
}
