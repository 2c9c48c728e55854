/**
 * Small changes of a source that its tests should notice: operators, comparisons, constants, conditions, removed statements.
 * A mutation is { at, end, text, what }: the characters that are replaced, and by what.
 */
import { parse } from 'acorn';

const swapped = {
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '==': ['!='],
  '!=': ['=='],
  '&&': ['||'],
  '||': ['&&'],
  '<<': ['>>'],
  '>>': ['<<'],
  '&': ['|'],
  '|': ['&'],
};

/** Mutations of a JavaScript program, from its syntax tree. */
export function ofJavaScript(code) {
  const found = [];
  const visit = (node) => {
    if (!node || typeof node.type !== 'string') return;
    const whole = [node.start, node.end, /Statement$/.test(node.type) && node.type !== 'IfStatement'];
    const say = (at, end, text, what) => found.push({ at, end, text, what, whole });
    if ((node.type === 'BinaryExpression' || node.type === 'LogicalExpression') && swapped[node.operator]) {
      const at = code.indexOf(node.operator, node.left.end);
      for (const other of swapped[node.operator])
        say(at, at + node.operator.length, other, `${node.operator} becomes ${other}`);
    }
    if (node.type === 'Literal' && typeof node.value === 'number')
      say(node.start, node.end, String(node.value + 1), `${node.raw} becomes ${node.value + 1}`);
    if (node.type === 'Literal' && typeof node.value === 'boolean')
      say(node.start, node.end, String(!node.value), `${node.raw} becomes ${!node.value}`);
    if (node.type === 'IfStatement' || node.type === 'ConditionalExpression')
      found.push({
        at: node.test.start,
        end: node.test.end,
        text: `!(${code.slice(node.test.start, node.test.end)})`,
        what: 'a condition is negated',
        whole: [node.test.start, node.test.end, false],
      });
    if (node.type === 'ExpressionStatement' || node.type === 'ThrowStatement')
      say(node.start, node.end, ';', 'a statement is removed');
    for (const [key, value] of Object.entries(node))
      if (key === 'key' && !node.computed) continue;
      else if (Array.isArray(value)) value.forEach(visit);
      else if (value && typeof value === 'object') visit(value);
  };
  visit(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }));
  return found;
}

/** Mutations of a C++ source, from its tokens: none in comments, strings, directives, template declarations or static_assert. */
export function ofCpp(code) {
  const found = [];
  let at = 0;
  for (const line of code.split('\n')) {
    const text = line.replace(/\/\/.*$|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, (some) => ' '.repeat(some.length));
    if (!/^\s*(#|template|static_assert|using|\/?\*)/.test(text)) {
      const say = (index, length, other) =>
        found.push({
          at: at + index,
          end: at + index + length,
          text: other,
          what: `${text.slice(index, index + length)} becomes ${other}`,
        });
      for (const { index, 1: operator } of text.matchAll(/(?<= )(\+|-|\*|\/|<=?|>=?|==|!=|&&|\|\||<<|>>|&|\|)(?= )/g))
        for (const other of swapped[operator] ?? []) say(index, operator.length, other);
      for (const { index, 0: number } of text.matchAll(/(?<![\w.'])(?:\d+)(?![\w.'])/g))
        say(index, number.length, String(Number(number) + 1));
      for (const { index, 0: word } of text.matchAll(/\b(?:true|false)\b/g))
        say(index, word.length, word === 'true' ? 'false' : 'true');
      const [, before, call] =
        /^(\s+)((?!return|co_|const|auto|case|default|using|struct|class|public|private)\w[^={}]*\([^{}]*\);)$/.exec(
          text,
        ) ?? [];
      if (call)
        found.push({ at: at + before.length, end: at + line.length, text: ';', what: 'a statement is removed' });
    }
    at += line.length + 1;
  }
  return found;
}

export const applied = (code, { at, end, text }) => code.slice(0, at) + text + code.slice(end);
export const lineOf = (code, at) => code.slice(0, at).split('\n').length;
