/**
 * The parts of the notebook page that need no page: the file format, the compiler of cells, and the readers of links,
 * files and sandbox messages, with hostile input.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { notebookPaths } from './support/notebook-files.mjs';
import { notebookParts } from './support/notebook-parts.mjs';
import { root } from './support/posenc.mjs';
import { fc } from './support/random.mjs';

const files = [
  'format',
  'compile-cell',
  'cell-error',
  'prepare',
  'link',
  'outputs/read',
  'file-name',
  'present/slides',
];
let parts;
before(async () => {
  parts = await notebookParts(files);
});

const modes = ['js', 'md', 'tex', 'html', 'ts', 'sql', 'dot', 'ojs', 'node', 'python', 'r'];
const source = fc.oneof(
  fc.string({ maxLength: 80 }),
  fc.constantFrom(
    '"</script>"',
    '<\\/script >',
    '</SCRIPT\t',
    '<!--<script>',
    '<\\\\/script>',
    'a\n\n  b',
    '`${x}`',
    '&lt;',
  ),
);
/** Lines without carriage returns, which HTML lacks, and without blank ends, which the format trims. */
const cellText = source.map((text) =>
  text
    .replace(/\r/g, '')
    .replace(/^(\s*\n)+|(\n\s*)+$/g, '')
    .replace(/^\s+$/gm, ''),
);
const plain = { noNullPrototype: true };
const notebook = fc.record(
  {
    title: fc.string({ minLength: 1, maxLength: 40 }).map((text) => text.trim().replace(/\s+/g, ' ') || 'Untitled'),
    cells: fc
      .array(
        fc.record(
          { mode: fc.constantFrom(...modes), value: cellText, pinned: fc.boolean(), hidden: fc.boolean() },
          plain,
        ),
        { maxLength: 8 },
      )
      .map((cells) => cells.map((cell, i) => ({ id: i + 1, ...cell }))),
  },
  plain,
);

test('a file has the name of its notebook, in letters that every disk takes', () => {
  const { fileName } = parts;
  assert.equal(fileName('Präsentation: Größe & Übung 2'), 'prasentation-gro-e-ubung-2');
  assert.equal(fileName('Élan, Ångström'), 'elan-angstrom');
  assert.equal(fileName('位置'), 'notebook');
});

test('a notebook that is written is read as it was', () => {
  fc.assert(
    fc.property(notebook, (one) => {
      const text = parts.writeNotebook(one);
      assert.deepEqual(parts.parseNotebook(text), one);
      // no content ends a cell early
      assert.equal(text.match(/<\/script(?=[\s/>])/gi)?.length ?? 0, one.cells.length);
    }),
    { numRuns: 500 },
  );
});

test('any text is a notebook or is refused, in time that its length allows', () => {
  const pieces = fc.array(
    fc.constantFrom(
      '<notebook',
      '>',
      '<script',
      ' id="1"',
      ' type=',
      '"',
      "'",
      '</script>',
      '<title>',
      '</title>',
      '\n',
      'x',
      '<!--',
      '</notebook>',
      ' pinned',
    ),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(pieces, (list) => {
      try {
        const { cells } = parts.parseNotebook(list.join(''));
        assert.equal(new Set(cells.map(({ id }) => id)).size, cells.length);
      } catch (error) {
        assert.ok(error instanceof parts.NotebookError, String(error));
      }
    }),
    { numRuns: 2000 },
  );
  for (const bomb of [
    '<notebook>' + '<script '.repeat(100_000) + '><script>',
    '<notebook>' + '<script>'.repeat(100_000),
    'x'.repeat(2e6),
  ])
    assert.throws(() => parts.parseNotebook(bomb), parts.NotebookError);
  const many = `<notebook>${'<script></script>'.repeat(501)}</notebook>`;
  assert.throws(() => parts.parseNotebook(many), /at most 500 cells/);
});

const compiled = (value, mode = 'js') => parts.compileCell({ id: 1, mode, value, pinned: false, hidden: false });

test('prose that waits for a guess takes it, and is no slide of its own', () => {
  const fence = '```after guess\n```\n';
  const waiting = compiled(`${fence}It is so.`, 'md');
  assert.deepEqual([waiting.inputs, waiting.outputs], [['guess', '$markdown'], []]);
  const shown = (guess) =>
    (0, eval)(`(${waiting.body})`)(
      guess,
      (texts) => texts.join(''),
      () => undefined,
    );
  return Promise.all([shown(undefined), shown(0)]).then(([before, after]) => {
    assert.equal(before, undefined);
    assert.equal(after, `${fence}It is so.`);
    const [prose, ask, answer, told] = ['# Q', 'const guess = 1', 'guess', `${fence}It is so.`].map((value, i) => ({
      id: i + 1,
      mode: value.includes('# Q') || i === 3 ? 'md' : 'js',
      value,
      pinned: false,
      hidden: false,
    }));
    assert.deepEqual(
      parts.slidesOf([prose, ask, answer, told]).map(({ cells }) => cells),
      [[1, 2, 3, 4]],
    );
    assert.equal(parts.withoutNotes(told.value), 'It is so.');
    assert.deepEqual(parts.prepare({ title: 't', cells: [told] }).prose, {});
  });
});

test('a cell is known by the names that it takes and gives', () => {
  const cases = [
    ['1 + 2', [], [], true],
    ['const x = view(Inputs.range([0, a]))', ['view', 'Inputs', 'a'], ['x'], false],
    [
      'import { create as c, default as d } from "posenc";\nconst pe = await c();',
      ['$import'],
      ['c', 'd', 'pe'],
      false,
    ],
    ['function f(a, { b }, ...r) { var q = z; return a + b + r + q }', ['z'], ['f'], false],
    ['({ a, b: c }) => a + c + d', ['d'], [], true],
    ['for (const k of xs) { let y = k; display(y + w) }', ['xs', 'display', 'w'], [], false],
    ['class A { m() { return this.#p } #p = g }', ['g'], ['A'], false],
    ['{ a: 1, [b]: c, d }', ['b', 'c', 'd'], [], true],
    ['out: for (;;) break out;', [], [], false],
    ['try { u() } catch ({ m }) { m }', ['u'], [], false],
    ['const { q, r: [s = t], ...v } = o', ['t', 'o'], ['q', 's', 'v'], false],
    ['if (x) { var late = 1 }', ['x'], ['late'], false],
    ['x.y.z(w => w + arguments + eval("1"))', ['x'], [], true],
  ];
  for (const [text, inputs, outputs, shows] of cases) {
    const cell = compiled(text);
    assert.deepEqual([cell.inputs, cell.outputs, cell.shows], [inputs, outputs, shows], text);
    assert.equal(typeof (0, eval)(`(${cell.body})`), 'function', text);
  }
  assert.equal(compiled('// nothing'), undefined);
  assert.equal(compiled('# Prose with ${tex`x`} and \\${text}', 'md'), undefined);
  assert.deepEqual(compiled('It is ${a + b}, ${tex`c`}.', 'md').inputs, ['a', 'b', '$markdown']);
});

test('what cannot be compiled is told with its place', () => {
  for (const [text, message, at] of [
    ['x = ', /Unexpected token/, 4],
    ['export const x = 1', /exports nothing/, 0],
    ['1;\nimport.meta.url', /import.meta/, 3],
    ['('.repeat(20_000), /nested too deeply|Not enough stack/, undefined],
    [`${'- '.repeat(30_000)}1`, /nested too deeply|Not enough stack/, undefined],
  ])
    assert.throws(
      () => compiled(text),
      (error) =>
        error instanceof parts.CellError && message.test(error.message) && (at === undefined || error.at === at),
      text.slice(0, 20),
    );
  assert.throws(() => compiled('SELECT 1', 'sql'), /do not run here/);
});

test('any text compiles to a function, or is refused', () => {
  const words = fc.array(
    fc.constantFrom(
      'const',
      'x',
      '=',
      '{',
      '}',
      '(',
      ')',
      '=>',
      '`',
      '${',
      'import',
      "'a'",
      ';',
      '\n',
      'async',
      'function',
      ',',
      '/*',
      '*/',
      '//',
      '1',
      '...',
      'class',
    ),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(words, fc.constantFrom('js', 'md'), (list, mode) => {
      let cell;
      try {
        cell = compiled(list.join(' '), mode);
      } catch (error) {
        assert.ok(error instanceof parts.CellError, String(error));
        return;
      }
      if (cell) (0, eval)(`(${cell.body})`);
    }),
    { numRuns: 3000 },
  );
});

test('the notebooks of the page have checks, and prose without faults', () => {
  for (const file of notebookPaths.values()) {
    const made = parts.prepare(parts.parseNotebook(readFileSync(join(root, file), 'utf8')));
    assert.equal(JSON.stringify(made).includes('tex-wrong'), false, file);
    assert.ok(
      made.compiled.some(({ inputs }) => inputs.includes('check')),
      file,
    );
    // the file has the form that Notebook Kit writes, so it can be opened and saved there
    assert.equal(new Set(made.cells.map(({ id }) => id)).size, made.cells.length);
  }
});

const turn = (more) => ({ type: 'turns', turns: [{ id: 1, state: 'done', outputs: [], ...more }] });

const posed = { kind: 'exercise', index: 0, key: 'k', question: '?', answer: 'number', choices: [], hints: [] };

const pointed = (more) => {
  const one = { ...posed, answer: 'point', curve: { xs: [0, 1], values: [1, 0], label: '', ...more } };
  return turn({ outputs: [[1, one]] });
};
const curve = { input: 'predictCurve', label: '', xs: [0, 1], x: '', min: 0, max: 1, step: 0.1 };
const drawn = (more) => turn({ outputs: [[1, { kind: 'input', index: 0, spec: { ...curve, ...more } }]] });

test('a message of the sandbox is one of the protocol, or is refused', () => {
  const output = (one) => turn({ outputs: [[1, one]] });
  const series = [{ name: '', values: new Float64Array(3) }];
  const read = parts.readMessage(
    output({ kind: 'chart', chart: 'line', data: { series }, options: { width: 1e9, height: 1e9 } }),
  );
  assert.deepEqual(read.turns[0].outputs[0][1], {
    kind: 'chart',
    chart: 'line',
    data: { series },
    options: { height: 1200 },
  });
  assert.deepEqual(parts.readMessage(drawn({ run: 1 })).turns[0].outputs[0][1].spec, curve);
  assert.deepEqual(Object.keys(parts.readMessage(pointed({ run: 1 })).turns[0].outputs[0][1].curve), [
    'xs',
    'values',
    'label',
  ]);
  let deep = 1;
  for (let i = 0; i < 100; i++) deep = { deep };
  for (const wrong of [
    null,
    1,
    [],
    {},
    { type: 'ask', name: '../index.html' },
    { type: 'ask', name: '__proto__' },
    { type: 'at', id: 1.5 },
    { type: 'turns' },
    turn({ id: NaN }),
    turn({ state: 'over' }),
    turn({ progress: 'x' }),
    turn({ fault: 'x' }),
    turn({ outputs: Array(101).fill([1, undefined]) }),
    output({ kind: 'html', text: '<b>' }),
    output({ kind: 'text', text: 'x'.repeat(30_000) }),
    output({ kind: 'text', text: { toString: 1 } }),
    output({ kind: 'image', bytes: new Uint8Array(1), type: 'image/svg+xml', alt: '' }),
    output({ kind: 'image', bytes: new Uint8Array(5e6), type: 'image/png', alt: '' }),
    output({ kind: 'chart', chart: 'line', data: deep, options: {} }),
    output({ kind: 'chart', chart: 'line', data: new Float64Array(3e6), options: {} }),
    output({ kind: 'chart', chart: 'line', data: Array(1001).fill(0), options: {} }),
    output({ kind: 'chart', chart: 1, data: {}, options: {} }),
    output({ kind: 'table', columns: ['a'], rows: [[{}]], total: 1 }),
    output({ kind: 'table', columns: ['a'], rows: [['x']], total: 0 }),
    output({ kind: 'input', index: 0, spec: { input: 'button', label: '' } }),
    output({ kind: 'value', name: '', value: { type: 'script', text: '' } }),
    ...[
      { xs: [0] },
      { xs: [1, 0] },
      { xs: [0, NaN] },
      { xs: Array.from({ length: 33 }, (_, i) => i) },
      { xs: '01' },
    ].map(drawn),
    ...[{ min: 1, max: 0 }, { step: 0 }, { max: Infinity }, { x: 1 }].map(drawn),
    output({ ...posed, answer: 'essay' }),
    output({ ...posed, answer: 'point' }),
    ...[{ xs: [0] }, { values: [0] }, { values: [0, NaN] }, { xs: [1, 0] }, { label: 1 }, { values: ['0', 1] }].map(
      pointed,
    ),
    pointed({ xs: Array.from({ length: 513 }, (_, i) => i), values: Array(513).fill(0) }),
    output({ ...posed, answer: 'order', choices: Array(13).fill('x') }),
    output({ ...posed, answer: 'order', choices: ['a', { toString: 1 }] }),
  ])
    assert.equal(parts.readMessage(wrong), undefined, JSON.stringify(wrong)?.slice(0, 80));
});

test('whatever is sent, nothing is thrown and no prototype changes', () => {
  const keys = Object.getOwnPropertyNames(Object.prototype).join();
  const key = fc.constantFrom(
    'type',
    'turns',
    'id',
    'state',
    'outputs',
    'kind',
    'text',
    'value',
    'entries',
    '__proto__',
    'constructor',
    'toString',
  );
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom('turns', 'done', 'value', 'text', 'list', null, undefined, NaN, -1, 1, ''),
      fc.array(tie('any'), { maxLength: 4 }),
      fc.dictionary(key, tie('any'), { maxKeys: 5 }),
    ),
  })).any;
  fc.assert(
    fc.property(value, (one) => {
      parts.readMessage(one);
      parts.readMessage(turn({ outputs: [[1, one]] }));
    }),
    { numRuns: 20_000 },
  );
  assert.equal(Object.getOwnPropertyNames(Object.prototype).join(), keys);
});

test('what goes into a link comes out of it; a file stays behind', async () => {
  const original = parts.parseNotebook(readFileSync(join(root, 'examples/notebooks/kernels.html'), 'utf8'));
  const changed = {
    ...original,
    cells: [
      ...original.cells.slice(0, 3),
      { ...original.cells[3], value: 'changed ∑' },
      { id: 77, mode: 'js', value: '1', pinned: true, hidden: false },
      ...original.cells.slice(5),
    ],
  };
  const inputs = new Map([
    ['4/0', 2],
    ['4/1', 'text'],
    ['4/2', [1, 2.5]],
    ['4/3', { name: 'x', bytes: new ArrayBuffer(1) }],
  ]);
  const fragment = await parts.fragmentOf({ notebook: changed, inputs }, original);
  const back = await parts.linked(fragment, original);
  assert.deepEqual(back.notebook, changed);
  assert.deepEqual([...back.inputs], [...inputs].slice(0, 3));
  assert.ok(fragment.length < 300, `only what differs: ${fragment.length}`);
  assert.equal(await parts.fragmentOf({ notebook: original, inputs: new Map() }, original), '');
  const long = {
    ...changed,
    cells: [{ ...changed.cells[0], value: Array.from({ length: 9000 }, (_, i) => i * i).join() }],
  };
  assert.equal(await parts.fragmentOf({ notebook: long, inputs: new Map() }, original), undefined);
});

test('a link is read, or is none: no fragment throws', async () => {
  const alphabet = fc.constantFrom(...'abcdefXYZ0123456789-_%&=#');
  await fc.assert(
    fc.asyncProperty(fc.array(alphabet, { maxLength: 60 }), async (letters) => {
      await parts.linked(`#v=1&nb=${letters.join('')}`, undefined);
    }),
    { numRuns: 500 },
  );
});
