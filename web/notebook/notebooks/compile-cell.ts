/**
 * Compiles a cell to a function in the graph: the names it uses, the names it defines, and an async function body. The
 * build compiles the notebooks of the site; edited cells compile when they run.
 */
import { type Expression, type Options, type Program, parse, parseExpressionAt, tokenizer } from 'acorn';
import { guessBefore } from './after-guess.js';
import { CellError } from './cell-error.js';
import { type Edit, type Move, edited } from './edits.js';
import type { Cell } from './format.js';
import { tooDeep } from './nesting.js';
import { type AnyNode, childrenOf, isFunction, isNode, namesOf } from './references.js';
import { template } from './template.js';

export interface Compiled {
  readonly id: number;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** Source of a function of `inputs` and a callback for awaited lines; the first line of the cell is its second. */
  readonly body: string;
  /** The value of the cell, or of its last statement, is displayed. */
  readonly shows: boolean;
  /** Position of the first use of each input, and of the declaration of each output. */
  readonly places: Readonly<Record<string, LineColumn>>;
  /** Column shifts between the lines of the body and those of the cell. */
  readonly moves: readonly Move[];
}

/** Both are one-based. */
export type LineColumn = readonly [line: number, column: number];
export function lineColumnAt(text: string, at: number): LineColumn {
  const before = text.slice(0, at).split('\n');
  return [before.length, before.at(-1)!.length + 1];
}
const lineColumnsOf = (text: string, ...all: readonly ReadonlyMap<string, number>[]): Record<string, LineColumn> =>
  Object.fromEntries(all.flatMap((names) => [...names].map(([name, at]) => [name, lineColumnAt(text, at)])));

const options: Options = { ecmaVersion: 2024, sourceType: 'module', allowAwaitOutsideFunction: true };

/** Names of internal functions in compiled code. */
const importer = '$import';
const marker = '$markdown';
const waiter = '$at';
/** Calls that act on the cell and have no value to display. */
const acting = /^(display|view|check|exercise|progress)$/;

/** Returns undefined for a cell with nothing to run: prose without values, or an empty one. */
export function compileCell(cell: Cell): Compiled | undefined {
  try {
    if (cell.mode === 'js' && tooDeep(cell.value)) throw new CellError('the cell is nested too deeply', 0);
    if (cell.mode === 'js') return compileScript(cell);
    if (cell.mode === 'md') return compileMarkdown(cell);
  } catch (error) {
    if (error instanceof RangeError) throw new CellError('the cell is nested too deeply', 0);
    throw error;
  }
  // Python is a companion for Jupyter exports (exports/jupyter.ts)
  if (cell.mode === 'tex' || cell.mode === 'python' || cell.value.trim() === '') return undefined;
  throw new CellError(`cells in this language do not run here; Markdown, TeX and JavaScript do`, 0);
}

function compileScript({ id, value, hidden }: Cell): Compiled | undefined {
  const root = readScript(value);
  if (root.type === 'Program' && (root as Program).body.length === 0) return undefined;
  const node = root as unknown as AnyNode;
  const edits: Edit[] = [];
  let imports = false;
  const visit = (one: AnyNode): void => {
    if (/^Export/.test(one.type))
      throw new CellError('a cell exports nothing: its names are known to all cells', one.start);
    if (one.type === 'MetaProperty' && value.startsWith('import', one.start))
      throw new CellError('import.meta is not known in a cell', one.start);
    if (one.type === 'ImportDeclaration') {
      edits.push({ from: one.start, to: one.end, text: importText(one) });
      imports = true;
    } else if (one.type === 'ImportExpression') {
      edits.push({ from: one.start, to: one.start + 'import'.length, text: importer });
      imports = true;
    }
    for (const child of childrenOf(one)) visit(child);
  };
  visit(node);
  const line = ({ start }: AnyNode): number => lineColumnAt(value, start)[0];
  for (const { at, statement } of waits(node))
    edits.push({ from: at, to: at, text: `;${waiter}(${line(statement)});` });
  const { declared, free } = namesOf(node);
  const inputs = [...free.keys(), ...(imports ? [importer] : [])];
  const expression = root.type !== 'Program';
  const last = expression ? undefined : lastValue(node, value);
  const shown =
    (expression || last !== undefined) && !hidden && !inputs.includes('display') && !inputs.includes('view');
  const around = wrapped([...marked(node), ...(last && shown ? [{ by: 'last', of: last } as const] : [])]);
  const { text, moves } = edited(value, [...around.close, ...edits, ...around.open]);
  const outputs = [...declared.keys()];
  return {
    id,
    inputs,
    outputs,
    body: expression
      ? functionOf(inputs, ` ${waiter}(${line(node)}); return (`, text, ');')
      : functionOf(inputs, '', text, outputs.length > 0 ? `return {${outputs.join(', ')}};` : ''),
    shows: shown,
    places: lineColumnsOf(value, free, declared),
    moves,
  };
}

/** Throws, and calls that are not awaited, whose positions are stored (cells/thrown.ts). */
interface Marked {
  readonly by: 'thrown' | 'begins' | 'last';
  readonly of: AnyNode;
}
const calls = (node: unknown): node is AnyNode => isNode(node) && /^(Call|New)Expression$/.test(node.type);
function* marked(node: AnyNode): Generator<Marked> {
  if (node.type === 'ThrowStatement') yield { by: 'thrown', of: node['argument'] as AnyNode };
  if (node.type === 'ExpressionStatement' && calls(node['expression'])) yield { by: 'begins', of: node['expression'] };
  if (node.type === 'VariableDeclarator' && calls(node['init'])) yield { by: 'begins', of: node['init'] };
  for (const child of childrenOf(node)) yield* marked(child);
}
/** @param from offset of the nodes' positions */
const wrapped = (
  all: readonly Marked[],
  from = 0,
): { readonly open: readonly Edit[]; readonly close: readonly Edit[] } => {
  const at = (place: number, text: string): Edit => ({ from: from + place, to: from + place, text });
  return {
    open: all.map(({ by, of }) => at(of.start, `${waiter}.${by}((`)),
    close: all.map(({ of }) => at(of.end, '))')),
  };
};

/** The last expression, if it has a value to display: no semicolon follows, and it does not act on the cell. */
function lastValue({ body }: AnyNode, value: string): AnyNode | undefined {
  const statement = (body as AnyNode[]).at(-1);
  if (statement?.type !== 'ExpressionStatement' || value[statement.end - 1] === ';') return undefined;
  const of = statement['expression'] as AnyNode;
  if (/^(Assignment|Update)Expression$/.test(of.type)) return undefined;
  const callee = of.type === 'CallExpression' ? (of['callee'] as AnyNode) : undefined;
  return callee?.type === 'Identifier' && acting.test(callee['name'] as string) ? undefined : of;
}

/**
 * Statements that await something, with the index at which to insert their line number. An awaited error may come from
 * elsewhere without a line of the cell. The index is after the previous statement, so columns do not change.
 */
function* waits(node: AnyNode): Generator<{ readonly at: number; readonly statement: AnyNode }> {
  if (isFunction(node)) return;
  const block = node.type === 'BlockStatement';
  if (block || node.type === 'Program') {
    let at = block ? node.start + 1 : 0;
    for (const statement of node['body'] as AnyNode[]) {
      if (hasAwait(statement)) yield { at, statement };
      at = statement.end;
    }
  }
  for (const child of childrenOf(node)) yield* waits(child);
}
function hasAwait(node: AnyNode): boolean {
  if (isFunction(node)) return false;
  return node.type === 'AwaitExpression' || [...childrenOf(node)].some(hasAwait);
}

/** The source is on its own lines, so that a trailing comment cannot hide our code. */
const functionOf = (inputs: readonly string[], before: string, source: string, after: string): string =>
  `async (${[...inputs, waiter].join(', ')}) => { 'use strict';${before}\n${source}\n${after} }`;

/** Parses an expression if possible; a named function or class is a declaration. */
function readScript(value: string): Program | Expression {
  try {
    const expression = parseExpressionAt(value, 0, options);
    const named = /^(Function|Class)Expression$/.test(expression.type) && (expression as { id?: unknown }).id;
    if (!named && tokenizer(value.slice(expression.end), options).getToken().type.label === 'eof') return expression;
  } catch {
    // not an expression: parse a program, which may throw below
  }
  return reading(() => parse(value, options));
}

/** Converts acorn's errors to CellError. */
function reading<T>(parsed: () => T): T {
  try {
    return parsed();
  } catch (error) {
    if (error instanceof SyntaxError) {
      const { message, pos } = error as SyntaxError & { pos?: number };
      throw new CellError(message.replace(/ \(\d+:\d+\)$/, ''), pos ?? 0);
    }
    throw error;
  }
}

function importText(node: AnyNode): string {
  const source = JSON.stringify((node['source'] as AnyNode)['value']);
  const specifiers = node['specifiers'] as AnyNode[];
  const of = (key: string, one: AnyNode): string => (one[key] as AnyNode)['name'] as string;
  const whole = specifiers.find(({ type }) => type === 'ImportNamespaceSpecifier');
  const named = specifiers
    .filter((one) => one !== whole)
    .map((one) =>
      one.type === 'ImportDefaultSpecifier'
        ? `default: ${of('local', one)}`
        : `${of('imported', one)}: ${of('local', one)}`,
    );
  const call = `await ${importer}(${source});`;
  if (whole && named.length > 0)
    return `const ${of('local', whole)} = ${call} const { ${named.join(', ')} } = ${of('local', whole)};`;
  if (whole) return `const ${of('local', whole)} = ${call}`;
  return specifiers.length > 0 ? `const { ${named.join(', ')} } = ${call}` : call;
}

function compileMarkdown({ id, value, hidden }: Cell): Compiled | undefined {
  const parts = template(value);
  const guess = guessBefore(value);
  if (!guess && !parts.some((part) => typeof part === 'object' && 'expression' in part)) return undefined;
  const texts: string[] = [''];
  const edits: Edit[] = [];
  const free = new Map<string, number>(guess && [[guess.name, guess.at]]);
  /** The expressions of the cell at their positions, the rest blank. */
  let source = '';
  for (const part of parts) {
    if (typeof part === 'string') texts[texts.length - 1] += part;
    else if ('tex' in part) texts[texts.length - 1] += part.written;
    else {
      const { expression, from } = part;
      const [start, end] = [from + expression.start, from + expression.end];
      source += value.slice(source.length, start).replace(/[^\n]/g, ' ') + value.slice(start, end);
      edits.push(...marksOf(expression, from, lineColumnAt(value, start)[0]));
      texts.push('');
      for (const [name, at] of namesOf(expression).free) if (!free.has(name)) free.set(name, from + at);
    }
  }
  const inputs = [...new Set([...free.keys(), marker])];
  const { text, moves } = edited(source, edits);
  const waits = guess ? ` if (${guess.name} === undefined) return undefined;` : '';
  const body = functionOf(inputs, `${waits} return ${marker}(${JSON.stringify(texts)}, [`, text, ']);');
  return { id, inputs, outputs: [], body, shows: !hidden, places: lineColumnsOf(value, free), moves };
}

/** Edits that make an expression of prose an item of a list; one that awaits has its line. */
function marksOf(expression: AnyNode, from: number, line: number): Edit[] {
  const { open, close } = wrapped(
    [...(calls(expression) ? [{ by: 'begins', of: expression } as const] : []), ...marked(expression)],
    from,
  );
  const at = (place: number, text: string): Edit => ({ from: from + place, to: from + place, text });
  const waiting = hasAwait(expression) ? `${waiter}(${line}),` : '';
  return [at(expression.start, `(${waiting}`), ...open, ...close, at(expression.end, '),')];
}
