/**
 * The outputs and inputs of a cell in the graph: names declared at its top level, and free names. Works on acorn's
 * syntax tree (ESTree).
 */
import type { Node } from 'acorn';

/** A node of any type with its fields. */
export type AnyNode = Node & Readonly<Record<string, unknown>>;
export interface Names {
  /** Declared names with the index of their declaration. */
  readonly declared: ReadonlyMap<string, number>;
  /** Free names with the index of their first use. */
  readonly free: ReadonlyMap<string, number>;
}

interface Scope {
  readonly names: Map<string, number>;
  /** A function scope, which holds `var` and defines `arguments`. */
  readonly ofFunction: boolean;
}

export const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

/** The direct children of a node in source order. */
export function* childrenOf(node: AnyNode): Generator<AnyNode> {
  for (const [key, value] of Object.entries(node)) {
    if (key === 'parent') continue;
    if (isNode(value)) yield value;
    else if (Array.isArray(value)) for (const one of value) if (isNode(one)) yield one;
  }
}

/** The identifiers that a pattern binds. */
function boundBy(pattern: AnyNode): AnyNode[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern];
    case 'ObjectPattern':
      return (pattern['properties'] as AnyNode[]).flatMap((property) =>
        boundBy((property.type === 'RestElement' ? property['argument'] : property['value']) as AnyNode),
      );
    case 'ArrayPattern':
      return (pattern['elements'] as unknown[]).flatMap((element) => (isNode(element) ? boundBy(element) : []));
    case 'AssignmentPattern':
      return boundBy(pattern['left'] as AnyNode);
    case 'RestElement':
      return boundBy(pattern['argument'] as AnyNode);
    default:
      return [];
  }
}

export const isFunction = ({ type }: AnyNode): boolean => /^(Arrow)?Function/.test(type);
const opensScope = (node: AnyNode): boolean =>
  isFunction(node) ||
  /^(Program|BlockStatement|CatchClause|SwitchStatement|ForStatement|ForInStatement|ForOfStatement|StaticBlock|Class(Declaration|Expression))$/.test(
    node.type,
  );

/** Adds the declarations of this scope; for functions also `var` of inner blocks. */
function declare(scope: Scope, root: AnyNode): void {
  const add = (pattern: unknown): void => {
    if (isNode(pattern)) for (const { name, start } of boundBy(pattern)) scope.names.set(name as string, start);
  };
  const visit = (node: AnyNode, inner: boolean): void => {
    if (node.type === 'VariableDeclaration' && (!inner || (scope.ofFunction && node['kind'] === 'var')))
      for (const { id } of node['declarations'] as { id: unknown }[]) add(id);
    if (node.type === 'ImportDeclaration')
      for (const { local } of node['specifiers'] as { local: unknown }[]) add(local);
    if (/^(Function|Class)Declaration$/.test(node.type) && !inner) add(node['id']);
    if (isFunction(node) || /^Class/.test(node.type)) return;
    for (const child of childrenOf(node)) visit(child, inner || opensScope(node));
  };
  if (isFunction(root)) {
    scope.names.set('arguments', root.start);
    for (const param of root['params'] as AnyNode[]) add(param);
    if (root.type === 'FunctionExpression') add(root['id']);
  }
  if (root.type === 'CatchClause') add(root['param']);
  if (/^Class/.test(root.type)) add(root['id']);
  else for (const child of childrenOf(root)) visit(child, false);
}

/** Names that parameters of strict code cannot have; both refer to the cell's own function. */
const unnamed = new Set(['arguments', 'eval']);

/** Names that are keys, not references. */
function isKey(node: AnyNode, parent: AnyNode | undefined): boolean {
  if (!parent) return false;
  const { type } = parent;
  if (type === 'MemberExpression') return parent['property'] === node && parent['computed'] !== true;
  if (type === 'Property') return parent['key'] === node && parent['computed'] !== true && parent['shorthand'] !== true;
  if (/^(MethodDefinition|PropertyDefinition)$/.test(type))
    return parent['key'] === node && parent['computed'] !== true;
  return /^(LabeledStatement|BreakStatement|ContinueStatement|MetaProperty|Import\w*Specifier)$/.test(type);
}

/** @param root a Program, or an expression */
export function namesOf(root: AnyNode): Names {
  const free = new Map<string, number>();
  const top: Scope = { names: new Map(), ofFunction: true };
  if (root.type === 'Program') declare(top, root);
  const walk = (node: AnyNode, parent: AnyNode | undefined, scopes: readonly Scope[]): void => {
    let inside = scopes;
    if (opensScope(node) && node !== root) {
      const scope: Scope = { names: new Map(), ofFunction: isFunction(node) || node.type === 'StaticBlock' };
      declare(scope, node);
      inside = [...scopes, scope];
    }
    if (node.type === 'Identifier' && !isKey(node, parent)) {
      const name = node['name'] as string;
      if (!unnamed.has(name) && !scopes.some(({ names }) => names.has(name)) && !free.has(name))
        free.set(name, node.start);
    }
    // the name of a shorthand property is key and value
    const shorthand = node.type === 'Property' && node['shorthand'] === true;
    for (const child of childrenOf(node)) if (!shorthand || child === node['value']) walk(child, node, inside);
  };
  // an arrow function as the whole expression also has a scope
  if (opensScope(root) && root.type !== 'Program') {
    const scope: Scope = { names: new Map(), ofFunction: isFunction(root) };
    declare(scope, root);
    walk(root, undefined, [top, scope]);
  } else walk(root, undefined, [top]);
  return { declared: top.names, free };
}
