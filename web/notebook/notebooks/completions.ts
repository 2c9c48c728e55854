/** Completions: methods of the library, encodings, analyses and parameters of the registry, and names of cells. */
import type { Completion, CompletionContext, CompletionResult, CompletionSource } from '@codemirror/autocomplete';
import { analyses, encodings } from 'posenc';
import library from 'virtual:library';
import { type Described, builtins, inputs, views } from './documentation.js';

/** Shows signature and description next to the list. */
const listed = (named: Readonly<Record<string, Described>>, type: string, before = ''): readonly Completion[] =>
  Object.entries(named).map(([name, { signature, text }]) => ({
    label: `${before}${name}`,
    type,
    info: text === '' ? signature : `${signature}\n${text}`,
  }));
const builtin = [
  ...listed(builtins, 'function'),
  ...listed(inputs, 'function', 'Inputs.'),
  ...listed(views, 'function', 'Views.'),
];
const exported = [...listed(library.charts, 'function'), ...listed(library.functions, 'function')];
const instance = listed(library.methods, 'method');
const ids: Readonly<Record<string, readonly Completion[]>> = {
  encoding: encodings.map(({ id, title }) => ({ label: id, type: 'text', detail: title })),
  analysis: analyses.map(({ id, title }) => ({ label: id, type: 'text', detail: title })),
};

/** @param names names of the notebook's cells */
export function completions(names: () => readonly string[]): CompletionSource {
  return (context) => idOf(context) ?? paramOf(context) ?? methodOf(context) ?? nameOf(context, names());
}

function idOf(context: CompletionContext): CompletionResult | undefined {
  const before = context.matchBefore(/(encoding|analysis):\s*['"][\w-]*/);
  const kind = before && /^\w+/.exec(before.text)?.[0];
  if (!before || !kind) return undefined;
  return { from: before.from + before.text.search(/['"]/) + 1, options: [...ids[kind]!], validFor: /^[\w-]*$/ };
}

/** Parameters of the encoding named earlier in the same braces. */
function paramOf(context: CompletionContext): CompletionResult | undefined {
  const inside = context.matchBefore(/\{[^{}]*encoding:\s*['"]([\w-]+)['"][^{}]*,\s*\w*/);
  const id = inside && /encoding:\s*['"]([\w-]+)['"]/.exec(inside.text)?.[1];
  const row = encodings.find((one) => one.id === id);
  if (!row) return undefined;
  const typed = context.matchBefore(/\w*/);
  return {
    from: typed?.from ?? context.pos,
    options: row.params.map(({ name, kind }) => ({ label: name, type: 'property', detail: kind })),
    validFor: /^\w*$/,
  };
}

function methodOf(context: CompletionContext): CompletionResult | undefined {
  const before = context.matchBefore(/\b(pe|posenc)\.\w*/);
  if (!before) return undefined;
  return { from: before.from + before.text.indexOf('.') + 1, options: [...instance], validFor: /^\w*$/ };
}

function nameOf(context: CompletionContext, names: readonly string[]): CompletionResult | null {
  const before = context.matchBefore(/[\w$]+/);
  if (!before && !context.explicit) return null;
  const own = names.map((label) => ({ label, type: 'variable', detail: 'of this notebook' }));
  return { from: before?.from ?? context.pos, options: [...own, ...builtin, ...exported], validFor: /^[\w$.]*$/ };
}
