/** Formats the registry's plain text: `code` as code, b^(-2i/d) as a superscript, true minus signs. */
import { type Content, h } from '../kit/dom.js';

export const said = (text: string): Content[] =>
  text.split('`').flatMap((part, i) => (i % 2 ? h('code', {}, part) : powers(part)));

/** The exponent is a word, or an expression in brackets with at most one nested pair. */
const power = /\^(?:(-?[\p{L}\d]+)|\(((?:[^()]|\([^()]*\))*)\))/u;

function powers(text: string): Content[] {
  const [all, word, inside = word ?? ''] = power.exec(text) ?? [];
  if (all === undefined) return [text.replace(/(?<![\w)])-(?= ?[\d(])/g, '−')];
  const at = text.indexOf(all);
  return [...powers(text.slice(0, at)), h('sup', {}, ...powers(inside)), ...powers(text.slice(at + all.length))];
}
