/**
 * The public interface as data: of each entry of the package the exports of its .d.ts, and the declarations that they lead
 * to, exported or not, in a normal form. It has no comments, no private members, and no layout.
 *
 *   entries       { '.': { table: 'types/posenc.d.ts#table', … } }    export → declaration
 *   declarations  { 'types/posenc.d.ts#table': 'declare function table(…): …;' }
 *   sides         { …: 'in' | 'out' | 'both' }    whether callers give such a value, get one, or both
 */
import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import ts from 'typescript';

/** Interfaces that this package alone implements: a program that gives one has got it here, so it may have more methods. */
export const implementedHere = ['Posenc', 'SpecMethods', 'OnGpuMethods', 'TrainingRun', 'Prepared'];

const options = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.esnext.disposable.d.ts'],
  types: [],
  noEmit: true,
  skipLibCheck: true,
};

/** Entry → its .d.ts, of a package.json; entries without types (files, modules) are left out. */
export function typedEntries(manifest) {
  return Object.fromEntries(
    Object.entries(manifest.exports).flatMap(([entry, value]) => (value.types ? [[entry, value.types]] : [])),
  );
}

/** @param root folder of package.json  @param entries { entry: path of a .d.ts, from there } */
export function interfaceOf(root, entries) {
  const files = Object.values(entries).map((path) => join(root, path));
  const program = ts.createProgram(files, options);
  const checker = program.getTypeChecker();
  const own = (file) => !relative(root, file).startsWith('..') && !file.includes(`${sep}node_modules${sep}`);
  const target = (symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol);

  const nameOf = (symbol) => {
    const source = symbol.declarations[0].getSourceFile().fileName;
    return `${relative(root, source)
      .split(sep)
      .join('/')
      .replace(/^dist\/lib\//, '')}#${symbol.name}`;
  };
  const declarations = {};
  const sides = {};
  const todo = [];
  const reach = (symbol, wanted) => {
    const side = implementedHere.includes(symbol.name) ? 'out' : wanted;
    const declared = symbol.declarations?.filter((node) => own(node.getSourceFile().fileName)) ?? [];
    if (declared.length === 0 || declared.every((node) => ts.isTypeParameterDeclaration(node))) return undefined;
    const name = nameOf(symbol);
    const before = sides[name];
    const now = before === undefined || before === side ? side : 'both';
    if (now !== before) {
      sides[name] = now;
      todo.push({ name, symbol, declared, side });
    }
    return name;
  };

  const result = {};
  for (const [entry, path] of Object.entries(entries)) {
    const source = program.getSourceFile(join(root, path));
    if (!source) throw new Error(`${path} is not there; build the library first`);
    const module = checker.getSymbolAtLocation(source);
    const exported = module ? checker.getExportsOfModule(module) : [];
    const types = [];
    result[entry] = {};
    for (const symbol of exported) {
      const meant = target(symbol);
      const isType = !(meant.flags & ts.SymbolFlags.Value);
      if (isType) types.push([symbol.name, meant]);
      else result[entry][symbol.name] = reach(meant, 'out');
    }
    drain();
    // a type of which no function tells how it is used may be used either way
    for (const [name, meant] of types) {
      result[entry][name] = nameIfOwn(meant) ?? '';
      if (result[entry][name] && sides[result[entry][name]] === undefined) reach(meant, 'both');
    }
    drain();
    result[entry] = sorted(result[entry]);
  }
  return { entries: result, declarations: sorted(declarations), sides: sorted(sides) };

  function nameIfOwn(symbol) {
    return symbol.declarations?.some((node) => own(node.getSourceFile().fileName)) ? nameOf(symbol) : undefined;
  }
  function drain() {
    while (todo.length > 0) {
      const { name, declared, side } = todo.pop();
      declarations[name] = declared.map((node) => printed(statementOf(node))).join('\n');
      for (const node of declared) follow(node, side);
    }
  }
  /** What a declaration refers to; parameters of functions stand on the other side. */
  function follow(node, side) {
    if (ts.isIdentifier(node)) {
      const found = checker.getSymbolAtLocation(node);
      if (found && isReference(node)) reach(target(found), side);
      return;
    }
    if (isPrivate(node)) return;
    ts.forEachChild(node, (child) => follow(child, ts.isParameter(child) ? opposite(side) : side));
  }
}

const opposite = (side) => ({ in: 'out', out: 'in', both: 'both' })[side];
const sorted = (record) => Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
const isPrivate = (node) =>
  ts.canHaveModifiers(node) &&
  (ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword) ||
    (node.name !== undefined && ts.isPrivateIdentifier(node.name)));

/** An identifier that names a type or a value, and no member, parameter or declaration. */
function isReference(node) {
  const { parent } = node;
  return (
    (ts.isTypeReferenceNode(parent) && parent.typeName === node) ||
    (ts.isExpressionWithTypeArguments(parent) && parent.expression === node) ||
    ts.isTypeQueryNode(parent) ||
    (ts.isImportTypeNode(parent) && parent.qualifier === node) ||
    (ts.isQualifiedName(parent) && (ts.isTypeReferenceNode(parent.parent) || ts.isImportTypeNode(parent.parent)))
  );
}

/** Of `const a: A, b: B` the part that declares this one. */
function statementOf(node) {
  if (!ts.isVariableDeclaration(node)) return node;
  return ts.factory.createVariableStatement(
    [ts.factory.createModifier(ts.SyntaxKind.DeclareKeyword)],
    ts.factory.createVariableDeclarationList([node], ts.NodeFlags.Const),
  );
}

const printer = ts.createPrinter({ removeComments: true });

/** A declaration as one line, without `export`, without private members, and in one style of quotes. */
function printed(node) {
  const source = node.getSourceFile?.() ?? sourceOf(node);
  const visit = (context) => (each) =>
    isPrivate(each) || each.kind === ts.SyntaxKind.ExportKeyword
      ? undefined
      : ts.isStringLiteral(each)
        ? ts.factory.createStringLiteral(each.text, true)
        : ts.visitEachChild(each, visit(context), context);
  const { transformed } = ts.transform(node, [(context) => (root) => ts.visitEachChild(root, visit(context), context)]);
  return printer.printNode(ts.EmitHint.Unspecified, transformed[0], source).replace(/\s+/g, ' ').trim();
}

const sourceOf = (node) => node.declarationList.declarations[0].getSourceFile();

/** package.json of a folder. */
export const manifestOf = (root) => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
