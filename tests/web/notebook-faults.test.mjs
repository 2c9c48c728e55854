/**
 * What a cell that fails is told: why, by which cells, and in which line, whatever stands before it in the cell. The cells
 * run in the sandbox's worker, in a thread of Node.
 */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { notebookParts } from './support/notebook-parts.mjs';
import { root } from './support/posenc.mjs';
import { fc } from './support/random.mjs';

let parts;
let script;
const built = join(root, 'dist/lib');
before(async () => {
  const place = join(root, 'build/tests');
  mkdirSync(place, { recursive: true });
  parts = await notebookParts(['build/plugin', 'build/record', 'compile-cell'], join(place, 'notebook-faults.mjs'));
  const worker = join(root, 'web/notebook/notebooks/cells/worker.ts');
  script = await parts.bundleCells(worker, join(root, 'web/lib'), built);
});

/** @param texts of cells, or [text, mode]; gives what each is told. */
async function faultsOf(...texts) {
  const cells = texts.map((one, i) => {
    const [value, mode] = Array.isArray(one) ? one : [one, 'js'];
    return { id: i + 1, mode, value, pinned: false, hidden: false };
  });
  const compiled = cells.flatMap((cell) => parts.compileCell(cell) ?? []);
  const turns = await parts.record({ cells, compiled }, script, built);
  return cells.map(({ id }) => {
    const { state, fault } = turns.find((turn) => turn.id === id) ?? {};
    assert.equal(state === 'failed', fault !== undefined, `cell ${id}`);
    return fault;
  });
}
const told = ({ message, of, line }) => [message, ...(of === undefined ? [] : [of]), line];

test('a name that is given twice is told to all who give and need it', async () => {
  const [first, second, third, fourth] = await faultsOf('const a = 1', '\nconst b = 2, a = 3', 'b;\na + 1', 'b');
  const message = 'a is defined in cells 1 and 2; only one cell can give a name';
  assert.deepEqual(told(first), [message, 1]);
  assert.deepEqual(told(second), [message, 2]);
  assert.deepEqual(told(third), [message, 2]);
  assert.equal(fourth, undefined);
  const three = await faultsOf('const a = 1', 'import { create as a } from "posenc"', 'function a() {}');
  for (const { message: said, line } of three)
    assert.deepEqual([said, line], ['a is defined in cells 1, 2 and 3; only one cell can give a name', 1]);
});

test('a circle is told with all of its cells, a name that is not there with its line', async () => {
  const circle = await faultsOf('const a = b', '// one\nconst b = c', 'const c = a', '"x";\nb + 1', 'const d = 1');
  assert.deepEqual(circle.slice(0, 3).map(told), [
    ['circular definition: cell 1 needs b of cell 2, cell 2 needs c of cell 3, cell 3 needs a of cell 1', 1],
    ['circular definition: cell 2 needs c of cell 3, cell 3 needs a of cell 1, cell 1 needs b of cell 2', 2],
    ['circular definition: cell 3 needs a of cell 1, cell 1 needs b of cell 2, cell 2 needs c of cell 3', 1],
  ]);
  assert.deepEqual([circle[3].of, circle[3].line], ['b of cell 2', 2]);
  assert.match(circle[3].message, /^circular definition: cell 2 needs c of cell 3/);
  assert.equal(circle[4], undefined);

  const missing = await faultsOf('1;\n\nnobody.x', ['# T\n\nIt is ${nobody + 1}.', 'md'], 'const a = nobody', 'a');
  assert.deepEqual(missing.map(told), [
    ['nobody is not defined', 3],
    ['nobody is not defined', 3],
    ['nobody is not defined', 1],
    ['nobody is not defined', 'a of cell 3', 1],
  ]);
});

/** Ways to fail: what stands in the line that is told, and what the message says. */
const ways = [
  ['throw new Error("no")', /^no$/],
  ['undefined.x', /^TypeError/],
  ['[1].forEach(() => { null.x })', /^TypeError/],
  ['await Promise.reject(new Error("later"))', /^later$/],
  ['await pe.table({ encoding: "rope", dim: 3 }, 4)', /^PosencError.*even/],
  ['for (const dim of [4, 3]) { await pe.table({ encoding: "rope", dim }, 4) }', /^PosencError.*even/],
  ['view(1)', /^TypeError: view takes/],
];
const above = fc.array(
  fc.constantFrom('', '// more', 'await 0;', 'let x0 = `\n`;', '{ await 1 }', 'import "posenc";'),
  {
    maxLength: 6,
  },
);

test('an error has the line in which it happens, or is waited for', async () => {
  const library =
    'import { create } from "posenc";\nimport { heatMap } from "posenc/charts";\nconst pe = await create();';
  const pads = fc.sample(above, ways.length);
  const cells = ways.map(([text], i) => {
    const before = pads[i].map((line, k) => line.replace('x0', `x${i}_${k}`)).join('\n');
    return { text: `${before}\n"here";\n${text};\n"there"`, line: `${before}\n\n`.split('\n').length };
  });
  const [, ...faults] = await faultsOf(library, ...cells.map(({ text }) => text));
  faults.forEach((fault, i) => {
    assert.match(fault?.message ?? 'none', ways[i][1], cells[i].text);
    assert.equal(fault.line, cells[i].line, `${cells[i].text}\n${fault.message}`);
  });

  const expressions = ['(() => { throw new Error("no") })()', 'undefined.x', 'JSON.parse("{")'];
  const prose = expressions.map((text, i) => [`# T\n${'\n'.repeat(i)}a \${1} b \${${text}} c\n\n\${2}`, 'md']);
  const inProse = await faultsOf(...prose);
  inProse.forEach((fault, i) => {
    assert.equal(fault?.line, 2 + i, prose[i][0]);
    const [, at] = [fault.line, fault.column];
    const column = 'a ${1} b ${'.length;
    assert.ok(at > column && at <= column + expressions[i].length, `${expressions[i]} at ${at}`);
  });
});
