/**
 * Messages for a failing cell: the cause, the cells involved, and the line, for any preceding code in the cell. The
 * cells run in the sandbox's worker, in a thread of Node.
 */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { failing, library } from './support/cell-faults.mjs';
import { notebookParts } from './support/notebook-parts.mjs';
import { root } from './support/posenc.mjs';

let parts;
let script;
const built = join(root, 'dist/lib');
before(async () => {
  const place = join(root, 'build/tests');
  mkdirSync(place, { recursive: true });
  parts = await notebookParts(
    ['build/plugin', 'build/record', 'compile-cell', 'protocol'],
    join(place, 'notebook-faults.mjs'),
  );
  const worker = join(root, 'web/notebook/notebooks/cells/worker.ts');
  script = await parts.bundleCells(worker, join(root, 'web/lib'), built);
});

/** @param texts sources of cells, or [source, mode]; returns the state of each */
async function turnsOf(...texts) {
  const refused = [];
  const cells = texts.map((one, i) => {
    const [value, mode] = Array.isArray(one) ? one : [one, 'js'];
    return { id: i + 1, mode, value, pinned: false, hidden: false };
  });
  const compiled = cells.flatMap((cell) => {
    try {
      return parts.compileCell(cell) ?? [];
    } catch (error) {
      // as in runner.ts
      const [line, column] = parts.lineColumnAt(cell.value, error.at);
      refused.push({ id: cell.id, state: 'failed', fault: { message: error.message, line, column }, outputs: [] });
      return [];
    }
  });
  return [...(await parts.record({ cells, compiled }, script, built)), ...refused].sort((a, b) => a.id - b.id);
}

/** The messages of each cell. */
async function faultsOf(...texts) {
  const turns = await turnsOf(...texts);
  return texts.map((_, i) => {
    const { state, fault } = turns.find(({ id }) => id === i + 1) ?? {};
    assert.equal(state === 'failed', fault !== undefined, `cell ${i + 1}`);
    return fault;
  });
}
/** Ids of cells as the page reads them, here in brackets. */
const named = (text) => text.replaceAll(new RegExp(`${parts.idMark}(\\d+)`, 'g'), '[$1]');
const told = ({ message, of, line }) => [named(message), ...(of === undefined ? [] : [named(of)]), line];

test('a name that is given twice is told to all who give and need it', async () => {
  const [first, second, third, fourth] = await faultsOf('const a = 1', '\nconst b = 2, a = 3', 'b;\na + 1', 'b');
  const message = 'a is defined in cells [1] and [2]; only one cell can give a name';
  assert.deepEqual(told(first), [message, 1]);
  assert.deepEqual(told(second), [message, 2]);
  assert.deepEqual(told(third), [message, 2]);
  assert.equal(fourth, undefined);
  const three = await faultsOf('const a = 1', 'import { create as a } from "posenc"', 'function a() {}');
  for (const { message: said, line } of three)
    assert.deepEqual([named(said), line], ['a is defined in cells [1], [2] and [3]; only one cell can give a name', 1]);
});

test('a circle is told with all of its cells, a name that is not there with its line', async () => {
  const circle = await faultsOf('const a = b', '// one\nconst b = c', 'const c = a', '"x";\nb + 1', 'const d = 1');
  assert.deepEqual(circle.slice(0, 3).map(told), [
    [
      'circular definition: cell [1] needs b of cell [2], cell [2] needs c of cell [3], cell [3] needs a of cell [1]',
      1,
    ],
    [
      'circular definition: cell [2] needs c of cell [3], cell [3] needs a of cell [1], cell [1] needs b of cell [2]',
      2,
    ],
    [
      'circular definition: cell [3] needs a of cell [1], cell [1] needs b of cell [2], cell [2] needs c of cell [3]',
      1,
    ],
  ]);
  assert.deepEqual([named(circle[3].of), circle[3].line], ['b of cell [2]', 2]);
  assert.match(named(circle[3].message), /^circular definition: cell \[2\] needs c of cell \[3\]/);
  assert.equal(circle[4], undefined);

  const missing = await faultsOf('1;\n\nnobody.x', ['# T\n\nIt is ${nobody + 1}.', 'md'], 'const a = nobody', 'a');
  assert.deepEqual(missing.map(told), [
    ['nobody is not defined', 3],
    ['nobody is not defined', 3],
    ['nobody is not defined', 1],
    ['nobody is not defined', 'a of cell [3]', 1],
  ]);
});

test('an error has the line in which it happens, or is waited for', async () => {
  const cells = failing();
  const [, ...faults] = await faultsOf(library, ...cells.map(({ value, mode }) => [value, mode]));
  faults.forEach((fault, i) => {
    const { value, message, line, columns } = cells[i];
    assert.match(fault?.message.replaceAll(parts.idMark, '') ?? 'none', message, value);
    assert.equal(fault.line, line, `${value}\n${fault.message}`);
    if (columns && fault.column !== undefined)
      assert.ok(fault.column > columns[0] && fault.column <= columns[1], `${value} at ${fault.column}`);
  });
});

test('columns are those of the cell, whatever is put before them', async () => {
  const texts = [
    'f(1); undefined.x',
    'f(1); const b0 = f(2); f(undefined.x)',
    'throw f(undefined.x)',
    'await 0; await f(undefined.x)',
  ];
  const [, ...faults] = await faultsOf('const f = (x) => x', ...texts);
  faults.forEach((fault, i) => assert.equal(fault.column, texts[i].indexOf('.x') + 2, texts[i]));
});

test('a name that is nearly there is asked for, and one of a module is told with its import', async () => {
  const [, ...faults] = await faultsOf(
    'const position = 1, theta = 2',
    'positon',
    'Theta',
    'consle.log(1)',
    'inputs',
    'heatMap([])',
    'q',
  );
  assert.deepEqual(
    faults.map(({ message }) => message),
    [
      'positon is not defined; did you mean position?',
      'Theta is not defined; did you mean theta?',
      'consle is not defined; did you mean console?',
      'inputs is not defined; did you mean Inputs?',
      'heatMap is not defined; a cell has it by import { heatMap } from "posenc/charts"',
      'q is not defined',
    ],
  );
});

test('the last value of statements is shown, but behind a semicolon or of a call that acts on the cell', async () => {
  const shown = async (text) =>
    (await turnsOf(text))[0].outputs.map(([, output]) => output.text ?? output.value?.text ?? output.kind);
  assert.deepEqual(await shown('const a = 2\na + 1'), ['3']);
  assert.deepEqual(await shown('const a = 2; a'), ['2']);
  assert.deepEqual(await shown('let a = 2\na = 3'), []);
  assert.deepEqual(await shown('const a = 2;\na + 1;'), []);
  assert.deepEqual(await shown('const a = 2\nPromise.resolve(a)'), ['2']);
  assert.deepEqual(await shown('const a = 2\ncheck("two", a, 2)'), ['check']);
  assert.deepEqual(await shown('const a = undefined\na'), []);
  assert.deepEqual(await shown('const a = display("once")\na'), ['once']);
});
