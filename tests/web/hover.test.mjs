/** Each call has a text that an editor shows where it is typed. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import ts from 'typescript';
import { root } from './support/posenc.mjs';

const name = join(root, 'tests/web/typed.ts');
const source = `import { create, type Posenc, type Prepared, type PreparedSync, type TrainingRun } from ${JSON.stringify(join(root, 'dist/lib/index.js'))};
declare const pe: Posenc, prepared: Prepared, sync: PreparedSync, run: TrainingRun;
`;

/** The members of these types that are called, in a program that calls each. */
function program() {
  const service = serviceOf(source);
  const checker = service.getProgram().getTypeChecker();
  const file = service.getProgram().getSourceFile(name);
  const calls = [];
  ts.forEachChild(file, (node) => {
    if (!ts.isVariableStatement(node)) return;
    for (const declared of node.declarationList.declarations) {
      const type = checker.getTypeAtLocation(declared);
      for (const property of type.getProperties()) {
        if (property.name.startsWith('__')) continue;
        if (checker.getTypeOfSymbolAtLocation(property, declared).getCallSignatures().length > 0)
          calls.push(`${declared.name.text}.${property.name}`);
      }
    }
  });
  return ['create', ...calls];
}

function serviceOf(text) {
  const own = { [name]: text };
  const host = {
    getScriptFileNames: () => [name],
    getScriptVersion: () => '1',
    getScriptSnapshot: (file) => {
      const content = own[file] ?? (ts.sys.fileExists(file) ? readFileSync(file, 'utf8') : undefined);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => root,
    getCompilationSettings: () => ({
      ...{ strict: true, skipLibCheck: true, noEmit: true, types: [] },
      ...{ module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022 },
    }),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (file) => file in own || ts.sys.fileExists(file),
    readFile: (file) => own[file] ?? ts.sys.readFile(file),
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  };
  return ts.createLanguageService(host);
}

test('every call has a text where it is typed', () => {
  const calls = program();
  assert.ok(calls.includes('pe.table') && calls.includes('prepared.gram') && calls.includes('sync.rotator'));
  const text = source + calls.map((call) => `${call}(\n`).join(';');
  const typed = source + calls.map((call) => `${call};\n`).join('');
  const [names, parameters] = [serviceOf(typed), serviceOf(text)];
  const untold = calls.filter((call) => {
    const at = typed.indexOf(`\n${call};`) + call.length;
    const shown = names.getQuickInfoAtPosition(name, at)?.documentation ?? [];
    const open = text.indexOf(`${call}(`, source.length) + call.length + 1;
    const help = parameters.getSignatureHelpItems(name, open, {});
    // an editor shows the text of an overload instead
    const overloads = help?.items.length > 1 ? help.items : [];
    return shown.length === 0 || overloads.some(({ documentation }) => documentation.length === 0);
  });
  assert.deepEqual(untold, []);
});
