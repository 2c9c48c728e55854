/**
 * The segments of a Markdown cell: text, and values of the notebook in `${` … `}`. Formulas such as `${tex`\theta`}`
 * are known before anything runs.
 */
import { type Expression, parseExpressionAt } from 'acorn';
import { tooDeep } from './nesting.js';
import type { AnyNode } from './references.js';

export type Segment =
  | string
  /** @param written the formula with $ signs, as markdown.ts parses it */
  | { readonly tex: string; readonly written: string }
  /** @param from offset of its positions */
  | { readonly source: string; readonly expression: AnyNode; readonly from: number };

/** Limits that bound the time for any text: expressions in prose are short, and few `${` fail to parse. */
const longest = 2000;
const mostFailed = 50;

/** A `${` without a valid expression is text, as is one after a backslash. */
export function template(value: string): Segment[] {
  const segments: Segment[] = [];
  let text = '';
  const add = (segment: Segment): void => {
    if (text !== '') segments.push(text);
    text = '';
    segments.push(segment);
  };
  let at = 0;
  let failed = 0;
  while (at < value.length && failed < mostFailed) {
    const next = value.indexOf('${', at);
    if (next < 0) break;
    if (value[next - 1] === '\\') {
      text += `${value.slice(at, next - 1)}\${`;
      at = next + 2;
      continue;
    }
    const from = next + 2;
    const piece = value.slice(from, from + longest);
    const expression = tooDeep(piece) ? undefined : expressionOf(piece);
    const end = expression ? piece.indexOf('}', expression.end) : -1;
    if (!expression || end < 0 || piece.slice(expression.end, end).trim() !== '') {
      text += value.slice(at, from);
      at = from;
      failed++;
      continue;
    }
    text += value.slice(at, next);
    const tex = texOf(expression);
    if (tex === undefined)
      add({
        source: piece.slice(expression.start, expression.end),
        expression: expression as unknown as AnyNode,
        from,
      });
    else add({ tex, written: `$${tex}$` });
    at = from + end + 1;
  }
  text += value.slice(at);
  if (text !== '') segments.push(text);
  return segments;
}

function expressionOf(piece: string): Expression | undefined {
  try {
    return parseExpressionAt(piece, 0, { ecmaVersion: 2024, sourceType: 'module', allowAwaitOutsideFunction: true });
  } catch {
    return undefined;
  }
}

/** The TeX of a `tex` template without values. */
function texOf(expression: Expression): string | undefined {
  if (expression.type !== 'TaggedTemplateExpression') return undefined;
  const { tag, quasi } = expression;
  if (tag.type !== 'Identifier' || tag.name !== 'tex' || quasi.expressions.length > 0) return undefined;
  return quasi.quasis[0]?.value.raw;
}

/** Prose before it has run: formulas with $ signs, and values as source. */
export const written = (value: string): string =>
  template(value)
    .map((part) => (typeof part === 'string' ? part : 'tex' in part ? part.written : `\`${part.source}\``))
    .join('');
