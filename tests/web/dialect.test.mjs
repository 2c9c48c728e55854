/** Rules for TypeScript that need its types or its markup; web/eslint.config.mjs has the others. */
import assert from 'node:assert/strict';
import { join, relative } from 'node:path';
import { before, test } from 'node:test';
import ts from 'typescript';
import { filesBelow } from '../../web/tools/fresh.mjs';
import { root } from './support/posenc.mjs';

const web = join(root, 'web');
let sources;
let checker;
before(() => {
  const files = ['lib', 'cli', 'notebook'].flatMap((room) => filesBelow([join(web, room)]));
  const own = files.filter((file) => file.endsWith('.ts') && !/\/generated\/|\.d\.ts$/.test(file));
  const config = join(web, 'notebook/tsconfig.json');
  const { config: read } = ts.readConfigFile(config, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(read, ts.sys, join(web, 'notebook'));
  const program = ts.createProgram(own, { ...options, noEmit: true });
  checker = program.getTypeChecker();
  sources = own.map((file) => program.getSourceFile(file));
});

/** The places of nodes for which `wrong` returns true. */
function found(wrong) {
  const places = [];
  for (const source of sources) {
    const name = relative(web, source.fileName);
    const visit = (node) => {
      if (wrong(node, name, source)) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
        places.push(`web/${name}:${line + 1} ${node.parent.getText(source).split('\n')[0]}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return places;
}

const { SyntaxKind, TypeFlags } = ts;
const compares = (node) =>
  ts.isBinaryExpression(node) &&
  [SyntaxKind.EqualsEqualsEqualsToken, SyntaxKind.ExclamationEqualsEqualsToken].includes(node.operatorToken.kind);
/** Returns whether the type of the node allows null. */
function mayBeNull(node) {
  const type = checker.getTypeAtLocation(node);
  const some = TypeFlags.Null | TypeFlags.Any | TypeFlags.Unknown | TypeFlags.NonPrimitive;
  return (type.isUnion() ? type.types : [type]).some(({ flags }) => flags & some);
}

test('null is compared with what may be null', () =>
  assert.deepEqual(
    found((node) => {
      if (node.kind !== SyntaxKind.NullKeyword || !compares(node.parent)) return false;
      const { left, right } = node.parent;
      return !mayBeNull(left === node ? right : left);
    }),
    [],
  ));

test('in markup a line break is no space: no text stands before or after one beside what it is to be apart from', () => {
  const apart =
    /[^\s>`{}][ \t]*\n\s*(?:\$\{|<(?:a|b|code|em|i|small|span|strong|sub|sup)\b)|(?:\}|<\/(?:a|b|code|em|i|small|span|strong|sub|sup)>)\s*\n\s*[^\s<$`]/;
  const wrong = (node) =>
    ts.isTaggedTemplateExpression(node) &&
    node.tag.getText() === 'html' &&
    apart.test(
      node.template
        .getText()
        .replace(/\$\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g, '${x}')
        .replace(/<[^>]*>/g, (tag) => tag.replace(/\s+/g, ' ')),
    );
  assert.deepEqual(found(wrong), []);
});

test('what is surely there is said by `!`, not by a cast to the type that it has then', () => {
  const wrong = (node) => {
    if (!ts.isAsExpression(node) || ts.isConstTypeReference(node.type)) return false;
    const type = checker.getTypeAtLocation(node.expression);
    const [there, cast] = [checker.getNonNullableType(type), checker.getTypeFromTypeNode(node.type)];
    const parts = type.isUnion() ? type.types : [];
    return (
      parts.some(({ flags }) => flags & TypeFlags.Undefined) &&
      !parts.some(({ flags }) => flags & TypeFlags.Null) &&
      !ts.isOptionalChain(node.expression) &&
      checker.typeToString(there) === checker.typeToString(cast) &&
      checker.isTypeAssignableTo(there, cast)
    );
  };
  assert.deepEqual(found(wrong), []);
});
