/**
 * examples/python/posenc_pyodide.py in Pyodide, run by Node: the npm package called from Python. The project does not
 * depend on Pyodide; the test runs if it is installed, or if POSENC_PYODIDE is the folder of its npm package.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { create, llama31, root } from './support/posenc.mjs';

const folder = process.env.POSENC_PYODIDE;
const place = folder ? pathToFileURL(join(folder, 'pyodide.mjs')).href : 'pyodide';
const found = await import(place).catch(() => undefined);

test(
  'Python in a browser reads configurations by the package',
  { skip: !found && 'pyodide is not installed' },
  async () => {
    const pe = await create();
    const pyodide = await found.loadPyodide();
    pyodide.registerJsModule('posenc_js', { posenc: pe });
    const shim = readFileSync(join(root, 'examples/python/posenc_pyodide.py'), 'utf8');
    pyodide.FS.writeFile('posenc_pyodide.py', shim);
    pyodide.globals.set('text', JSON.stringify(llama31));
    const answers = await pyodide.runPythonAsync(`
import json
import posenc_pyodide as posenc

config = json.loads(text)
report = await posenc.report(config, context_length=65536)
table = await posenc.table({"encoding": "rope", "dim": 8}, 3, dtype="f64")
try:
    await posenc.report(config, context=1)
except posenc.PosencError as error:
    refused = [error.code, error.field]
json.dumps([report, [table["rows"], table["cols"], list(table["data"])], refused])
`);
    const [report, table, refused] = JSON.parse(answers);
    assert.deepEqual(report, JSON.parse(JSON.stringify(await pe.report(llama31, { contextLength: 65536 }))));
    const { rows, cols, data } = await pe.table({ encoding: 'rope', dim: 8 }, 3, { dtype: 'f64' });
    assert.deepEqual(table, [rows, cols, [...data]]);
    assert.deepEqual(refused, ['bad_argument', 'options.context']);
    pe.dispose();
  },
);
