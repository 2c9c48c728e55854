/** Editor hints: signature and description of the word under the pointer or at the cursor. */
import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { EditorView, Tooltip } from '@codemirror/view';
import { analyses, analysisDocumentation, encodingDocumentation, encodings } from 'posenc';
import library from 'virtual:library';
import { h } from '../kit/dom.js';
import { type Described, type NameContext, describe } from './documentation.js';

/** The documentation of the word at a position. */
export async function hoverAt({ state }: EditorView, pos: number): Promise<Tooltip | null> {
  const word = state.wordAt(pos);
  const node = syntaxTree(state).resolveInner(pos, -1);
  const quoted = node.name === 'String' ? state.sliceDoc(node.from + 1, node.to - 1) : undefined;
  const [from, to] = quoted === undefined ? [word?.from, word?.to] : [node.from, node.to];
  if (from === undefined || to === undefined) return null;
  const found = quoted === undefined ? await wordAt(state, from, to) : await rowOf(quoted);
  if (!found) return null;
  const { signature, text } = found;
  const create = () => ({
    dom: h('div', { class: 'nb-hover' }, h('code', {}, signature), text !== '' && h('p', {}, text)),
  });
  return { pos: from, end: to, above: true, create };
}

async function wordAt(state: EditorState, from: number, to: number): Promise<Described | undefined> {
  const context = contextOf(state, from, to);
  const found = describe(context, library);
  if (found || !context.key) return found;
  // a parameter of the encoding or analysis named in the same braces
  const id = /(?:encoding|analysis):\s*['"]([\w-]+)['"]/.exec(context.key)?.[1];
  const rows = id === undefined ? [] : (await documented()).filter((row) => row.id === id);
  const param = rows.flatMap(({ params }) => params).find(({ name }) => name === context.name);
  return param && { signature: `${param.name}: ${param.kind}`, text: param.doc };
}

/** Classifies a word: a function, a method, or a key of an argument. */
function contextOf(state: EditorState, from: number, to: number): NameContext & { readonly key?: string } {
  const name = state.sliceDoc(from, to);
  const before = /([\w$]+)\s*\.\s*$/.exec(state.sliceDoc(Math.max(0, from - 80), from))?.[1];
  if (before !== undefined) return { name, of: before };
  let node = syntaxTree(state).resolveInner(from, 1);
  if (node.name !== 'PropertyDefinition') return { name };
  const braces = node.parent?.parent;
  const key = braces ? state.sliceDoc(braces.from, braces.to) : '';
  for (let up = braces; up; up = up.parent) {
    if (up.name !== 'ArgList' || up.parent?.name !== 'CallExpression') {
      node = up;
      continue;
    }
    const callee = state.sliceDoc(up.parent.from, up.from);
    let argument = 0;
    for (let one = node.prevSibling; one; one = one.prevSibling) if (one.name === ',') argument++;
    return { name, key, call: { name: callee, argument } };
  }
  return { name, key };
}

const documented = async () => [
  ...(await encodingDocumentation()).encodings,
  ...(await analysisDocumentation()).analyses,
];

/** Documentation of a quoted id. */
async function rowOf(id: string): Promise<Described | undefined> {
  const row = [...encodings, ...analyses].find((one) => one.id === id);
  if (!row) return undefined;
  const full = (await documented()).find((one) => one.id === id);
  const params = row.params.map(({ name }) => name).join(', ');
  return {
    signature: `'${id}': ${row.title}`,
    text: [full?.citation, full?.note, params && `Parameters: ${params}.`].filter(Boolean).join(' '),
  };
}
