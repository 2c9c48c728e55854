/** What can be typed: the methods of the library, the encodings, analyses and parameters of its registry, and names of cells. */
import type { Completion, CompletionContext, CompletionResult, CompletionSource } from '@codemirror/autocomplete';
import { analyses, encodings } from 'posenc';
import type { Posenc } from '../../lib/types/posenc.js';

const builtins: readonly Completion[] = [
  { label: 'display', type: 'function', detail: '(value)', info: 'Shows a value, a chart or a table under the cell.' },
  {
    label: 'view',
    type: 'function',
    detail: '(Inputs.…)',
    info: 'Shows an input; the name that takes it is what the reader sets.',
  },
  {
    label: 'check',
    type: 'function',
    detail: '(claim, value, expected, tolerance)',
    info: 'A claim with the number that bears it out.',
  },
  { label: 'progress', type: 'function', detail: '(share)', info: 'How far a long cell is, from 0 to 1.' },
  { label: 'Table', type: 'function', detail: '(rows)', info: 'An array of objects as a table.' },
  {
    label: 'picture',
    type: 'function',
    detail: '(bytes, { type, alt })',
    info: 'A PNG, JPEG, GIF or WebP by its bytes.',
  },
  ...['range', 'number', 'select', 'text', 'toggle', 'matrix', 'file'].map((name) => ({
    label: `Inputs.${name}`,
    type: 'function',
  })),
];
const ofInstance: readonly (keyof Posenc)[] = [
  ...(['frequencies', 'table', 'derivative', 'gram', 'kernelProfile', 'attentionBias', 'relativeMap'] as const),
  ...(['rotate', 'attentionScores', 'facts', 'shape', 'precision', 'compare', 'analyse', 'prepare', 'report'] as const),
  ...(['engines', 'extendContext', 'importConfig', 'exportConfig', 'encodings', 'analyses', 'dispose'] as const),
];
const instance: readonly Completion[] = ofInstance.map((label) => ({ label, type: 'method' }));
const ids: Readonly<Record<string, readonly Completion[]>> = {
  encoding: encodings.map(({ id, title }) => ({ label: id, type: 'text', detail: title })),
  analysis: analyses.map(({ id, title }) => ({ label: id, type: 'text', detail: title })),
};

/** @param names of the notebook's cells */
export function completions(names: () => readonly string[]): CompletionSource {
  return (context) => idOf(context) ?? paramOf(context) ?? methodOf(context) ?? nameOf(context, names());
}

function idOf(context: CompletionContext): CompletionResult | undefined {
  const before = context.matchBefore(/(encoding|analysis):\s*['"][\w-]*/);
  const kind = before && /^\w+/.exec(before.text)?.[0];
  if (!before || !kind) return undefined;
  return { from: before.from + before.text.search(/['"]/) + 1, options: [...ids[kind]!], validFor: /^[\w-]*$/ };
}

/** Parameters of the encoding that is named before, in the same braces. */
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
  return { from: before?.from ?? context.pos, options: [...own, ...builtins], validFor: /^[\w$.]*$/ };
}
