/** What the registry says in plain text, for readers: `code` set as code, b^(-2i/d) with its power raised, true minus signs. */
import { type Content, h } from '../kit/dom.js';

export const said = (text: string): Content[] =>
  text.split('`').flatMap((part, i) => (i % 2 ? h('code', {}, part) : powers(part)));

/** After its sign a word, or what stands in brackets, in which one more pair of them may stand. */
const power = /\^(?:(-?[\p{L}\d]+)|\(((?:[^()]|\([^()]*\))*)\))/u;

function powers(text: string): Content[] {
  const [all, word, inside = word ?? ''] = power.exec(text) ?? [];
  if (all === undefined) return [text.replace(/(?<![\w)])-(?= ?[\d(])/g, '−')];
  const at = text.indexOf(all);
  return [...powers(text.slice(0, at)), h('sup', {}, ...powers(inside)), ...powers(text.slice(at + all.length))];
}
