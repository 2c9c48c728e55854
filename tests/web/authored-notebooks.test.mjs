/**
 * The notebooks of examples/notebooks without a browser: their cells run in the sandbox's worker, in a thread of Node, as
 * the build runs them; and their copies for Jupyter run by themselves, in JavaScript and, where NumPy is installed, in
 * Python, and compute the same.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { assertNotebook } from './nbformat/nbformat.mjs';
import { notebookParts } from './support/notebook-parts.mjs';
import { root } from './support/posenc.mjs';

const room = join(root, 'web/notebook/notebooks');
const built = join(root, 'dist/lib');
const place = join(root, 'build/tests');

/** Answers by `<cell>/<index>`: the right one, worked out by hand, and a wrong one with what is said to it. */
const answers = {
  '1-why-attention-needs-order': {
    // exp(score) over the sum of the column
    '34/0': ['0.16', '1.077', /divide it by the sum/],
    '24/0': ['1', '2', /Each word has its own output/],
    '25/0': ['1/8', '0.5', /too large/],
    '26/0': ['25th', '24', /Counted from 0/],
    '27/0': ['2', '0', /the same in any order/],
    '28/0': ['order.map((i) => outputs[i])', 'outputs', /It gives a, b, c, d/],
  },
  '2-sinusoidal-step-by-step': {
    '25/0': ['1/4', '25', /angle of pair 0/],
    // 2π · 10000^(6/8)
    '26/0': ['2π·1000', '1000', /2π radians/],
    '27/0': ['1', '0', /interleaved/],
    '28/0': ['0.0199987', '0,0199987', /Write a point, not a comma/],
    '29/0': ['(p, i, d) => p * 10000 ** (-2 * i / d)', '(p, i, d) => p / 10000 ** (i / d)', /For p = 3, i = 1, d = 4/],
    '30/0': ['0', '1', /the cosine/],
  },
  '3-what-the-table-can-do': {
    '24/0': ['8', '64', /square of the length/],
    // 2 · (2 - cos 1 - cos 0.01)
    '25/0': ['0.9195', '0.77', /the similarity/],
    '26/0': ['1', '3', /the sign is missing/],
    '27/0': [
      '(k, t) => [[Math.cos(k * t), Math.sin(k * t)], [Math.sin(-k * t), Math.cos(k * t)]]',
      '(k, t) => [[Math.cos(k * t), -Math.sin(k * t)], [Math.sin(k * t), Math.cos(k * t)]]',
      /k = 1, θ = 1: the sine that it makes is wrong/,
    ],
    '28/0': ['1', '0', /no whole number of turns/],
    '29/0': ['6', '1', /cos 1 is 0\.54/],
  },
  '4-into-the-transformer': {
    '22/0': ['2/3', '1/3', /the word's share/],
    '23/0': ['3', '0', /does not know places/],
    '24/0': ['0', '2', /Neither the last word/],
    '25/0': ['4', '2', /the two mixed terms/],
    '26/0': [
      '(x, y) => { let s = 0; for (let i = 0; i < x.length; i++) s += x[i] * y[i]; return s / Math.sqrt(x.length); }',
      '(x, y) => x.reduce((s, v, i) => s + v * y[i], 0)',
      /it gives 10, not 5/,
    ],
  },
  'exact-positions': {
    '31/0': ['16,777,217', '8388609', /is held: it is a float32 number/],
    '33/0': ['(p) => 2 ** Math.floor(Math.log2(p)) / 8388608', 'p => p / 2', /At 1 it gives 0.5/],
    '35/0': ['1', '0', /It was 0\.0516 and is 0\.0464/],
  },
  kernels: {
    // 2π · 10000^(31/32)
    '31/0': ['47117', '62832', /too large/],
    '33/0': [
      '(x) => theta.map((t) => Math.cos(x * t)).reduce((a, b) => a + b)',
      '(x) => x',
      /At distance 0 it gives 0/,
    ],
    '35/0': ['64', '960', /rank/],
  },
};

let parts;
let script;
const notebooks = {};
before(async () => {
  mkdirSync(place, { recursive: true });
  const files = [
    'build/plugin',
    'build/record',
    'exports/files',
    'exports/jupyter',
    'compile-cell',
    'exercise-cells',
    'format',
    'outputs/same',
  ];
  parts = await notebookParts(files, join(place, 'authored-notebooks.mjs'));
  script = await parts.bundleCells(join(room, 'cells/worker.ts'), join(root, 'web/lib'), built);
  for (const { name, file: source } of parts.notebookFiles(join(root, 'examples/notebooks')))
    notebooks[name] = parts.read(source);
});

const outputs = (turns, kind) =>
  turns.flatMap((turn) => turn.outputs.map(([, output]) => output)).filter((output) => output.kind === kind);
const given = (name, which) => Object.fromEntries(Object.entries(answers[name]).map(([at, all]) => [at, all[which]]));

test('every notebook is here', () => assert.deepEqual(Object.keys(notebooks).sort(), Object.keys(answers).sort()));

for (const name of Object.keys(answers))
  describe(name, () => {
    let turns;
    before(async () => {
      turns = await parts.record(notebooks[name], script, built, given(name, 0));
    });

    test('every cell runs, every check holds, every exercise is solved by the right answer', () => {
      for (const { id, state, fault } of turns) assert.equal(state, 'done', `cell ${id}: ${fault?.message}`);
      const checks = outputs(turns, 'check');
      assert.ok(checks.length > 2);
      assert.deepEqual(
        checks.filter(({ passes }) => !passes),
        [],
      );
      const exercises = outputs(turns, 'exercise');
      assert.equal(exercises.length, Object.keys(answers[name]).length);
      assert.ok(exercises.length >= 2);
      for (const { key, verdict } of exercises) assert.equal(verdict?.passes, true, `${key}: ${verdict?.reason}`);
    });

    test('a wrong answer is told why', async () => {
      const wrong = await parts.record(notebooks[name], script, built, given(name, 1));
      const reasons = Object.values(answers[name]).map(([, , reason]) => reason);
      outputs(wrong, 'exercise').forEach(({ key, verdict }, i) => {
        assert.equal(verdict?.passes, false, key);
        assert.match(verdict.reason, reasons[i], key);
      });
    });

    test('what the build keeps is what was computed, to the bit', async () => {
      const kept = await import(`data:text/javascript,${encodeURIComponent(`export default ${parts.literal(turns)}`)}`);
      assert.ok(parts.same(kept.default, turns));
    });

    const values = (text) =>
      new Map([...text.matchAll(/^([✓✗]) (.*): (\S+)$/gm)].map(([, sign, claim, value]) => [claim, [sign, value]]));

    const agrees = (printed) => {
      for (const { claim, value, expected } of outputs(turns, 'check')) {
        const [sign, number] = printed.get(claim) ?? assert.fail(`there is no “${claim}”`);
        assert.equal(sign, '✓', claim);
        const [, tolerance = 0] = expected.split(' ± ').map(Number);
        const off = Math.abs(Number(number) - Number(value));
        assert.ok(off <= Math.max(tolerance, 1e-12 * Math.abs(Number(value))), `${claim}: ${number}, not ${value}`);
      }
    };

    test('no copy tells an answer, nor speaks of controls that it has not', () => {
      const { cells } = notebooks[name];
      const secret = cells.filter((cell) => parts.holdsAnswer(cell, cells));
      const told = new Set(cells.filter((cell) => !secret.includes(cell)).flatMap(({ value }) => linesOf(value)));
      const lines = secret.flatMap(({ value }) => linesOf(value)).filter((line) => !told.has(line));
      assert.ok(lines.length > 20);
      const right = Object.values(answers[name])
        .map(([answer]) => answer)
        .filter((answer) => answer.length > 4);
      const shown = ({ id }) => ({
        prose: undefined,
        drawn: (turns.find((turn) => turn.id === id)?.outputs ?? [])
          .filter(([, { kind }]) => kind === 'exercise')
          .map(([, output]) => ({ output, element: { querySelectorAll: () => [] } })),
      });
      for (const kind of ['page', 'jupyter-javascript', 'jupyter-python']) {
        const text = parts.fileOf(kind, notebooks[name], shown, { address: 'https://example.org/' });
        const plain =
          kind === 'page'
            ? text.replace(/&(lt|gt|quot|amp);/g, (_, sign) => signs[sign])
            : JSON.parse(text)
                .cells.map(({ source }) => source.join(''))
                .join('\n');
        assert.deepEqual(
          lines.filter((line) => plain.includes(line)),
          [],
          kind,
        );
        assert.deepEqual(
          right.filter((answer) => plain.includes(answer)),
          [],
          kind,
        );
        for (const turn of turns)
          for (const { question, choices } of outputs([turn], 'exercise')) {
            if (kind !== 'page') assert.ok(plain.includes(question), `${kind}: ${question}`);
            for (const choice of choices) assert.ok(plain.includes(choice), `${kind}: ${choice}`);
          }
        if (kind === 'page') assert.deepEqual(parts.parseNotebook(text), { title: notebooks[name].title, cells });
      }
      for (const { mode, value } of cells.filter((cell) => cell.mode === 'md'))
        assert.doesNotMatch(value, /\b(sliders?|press(es)?|click|buttons?|\*Edit\*|this (page|browser))\b/i, mode);
      const posing = new Set(secret.map(({ id }) => id));
      const { compiled } = notebooks[name];
      const own = compiled.filter(({ id }) => posing.has(id)).flatMap((one) => one.outputs);
      const taken = compiled.filter(({ id }) => !posing.has(id)).flatMap(({ inputs }) => inputs);
      assert.deepEqual(
        own.filter((one) => taken.includes(one)),
        [],
        'copies leave the cells of exercises out',
      );
    });

    test('its copy for Jupyter in JavaScript is valid, and runs', () => {
      const jupyter = JSON.parse(parts.toJupyter(notebooks[name], 'javascript'));
      assertNotebook(jupyter);
      const file = join(place, `${name}.mjs`);
      const at = (path) => pathToFileURL(join(built, path)).href;
      writeFileSync(
        file,
        codeOf(jupyter).replaceAll('npm:posenc/charts', at('charts/index.js')).replaceAll('npm:posenc', at('node.js')),
      );
      agrees(values(execFileSync(process.execPath, [file], { encoding: 'utf8' })));
    });

    test('its copy for Jupyter in Python is valid, and NumPy computes the same', (t) => {
      assertNotebook(JSON.parse(parts.toJupyter(notebooks[name], 'python')));
      const jupyter = JSON.parse(parts.toJupyter(notebooks[name], 'python', { solutions: true }));
      assertNotebook(jupyter);
      const python = ['python3', '/usr/bin/python3'].find((one) => spawnSync(one, ['-c', 'import numpy']).status === 0);
      if (!python) return t.skip('python3 with numpy is not installed');
      const env = { ...process.env, MPLBACKEND: 'agg', PYTHONIOENCODING: 'utf8' };
      const printed = values(execFileSync(python, ['-c', codeOf(jupyter)], { encoding: 'utf8', env }));
      agrees(printed);
      assert.deepEqual(
        [...printed.values()].filter(([sign]) => sign !== '✓'),
        [],
      );
      return undefined;
    });
  });

const signs = { lt: '<', gt: '>', quot: '"', amp: '&' };
/** Of a cell: its lines that say something. */
const linesOf = (value) =>
  value
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.length > 8);

const codeOf = ({ cells }) =>
  cells
    .filter(({ cell_type }) => cell_type === 'code')
    .map(({ source }) => source.join(''))
    .join('\n');

test('a cell that nobody wrote in Python is a comment, which says so; prose keeps its formulas', () => {
  const cell = (id, mode, value) => ({ id, mode, value, pinned: false, hidden: false });
  const cells = [
    cell(1, 'md', 'An angle ${tex`p\\,\\theta`} of ${x}.'),
    cell(2, 'tex', 'e^{i\\pi}'),
    cell(3, 'js', 'const x = 1;\n\n"</script>"'),
    cell(4, 'js', 'import { lineChart as line, heatMap } from "npm:posenc/charts";\nimport * as p from "posenc"'),
    cell(5, 'python', 'x = 1'),
  ];
  const sources = (flavour) => {
    const made = JSON.parse(parts.toJupyter({ title: 'T', cells }, flavour));
    assertNotebook(made);
    return made.cells.slice(1).map(({ cell_type, source }) => `${cell_type}: ${source.join('')}`);
  };
  const prose = ['markdown: An angle $p\\,\\theta$ of `x`.', 'markdown: $$e^{i\\pi}$$'];
  assert.deepEqual(sources('python'), [
    ...prose,
    'code: # This cell is written in JavaScript, and has no version in Python:\n# const x = 1;\n#\n# "</script>"',
    'code: x = 1',
  ]);
  assert.deepEqual(sources('javascript'), [
    ...prose,
    'code: const x = 1;\n\n"</script>"',
    'code: const { lineChart : line, heatMap } = charts;\nimport * as p from "npm:posenc";',
  ]);
  const broken = JSON.parse(
    parts.toJupyter({ title: '', cells: [cell(1, 'js', 'const = ;'), cell(2, 'r', 'x')] }, 'javascript'),
  );
  assertNotebook(broken);
  assert.throws(() => assertNotebook({ ...broken, nbformat_minor: 4 }), /nbformat_minor/);
});

test('an exercise says what is wrong with it', async () => {
  const run = async (source, given = {}) => {
    const cell = { id: 1, mode: 'js', value: source, pinned: false, hidden: false };
    const [turn] = await parts.record({ cells: [cell], compiled: [parts.compileCell(cell)] }, script, built, given);
    return turn;
  };
  for (const [source, message] of [
    ['exercise({ question: "?" })', /a question and an answer/],
    ['exercise({ question: "?", answer: 1, choices: [2, 3] })', /none of the choices/],
    ['exercise({ question: "?", answer: 1, check: () => "no" })', /refuses its own answer 1: no/],
    ['exercise({ question: "?", answer: "1 +", code: true })', /refuses its own answer 1 \+: SyntaxError/],
    ['exercise({ question: "?", answer: 1, hints: Array(11).fill("") })', /at most 10 hints/],
    ['exercise()', /a question and an answer/],
  ]) {
    const { state, fault } = await run(source);
    assert.equal(state, 'failed', source);
    assert.match(fault.message, message, source);
  }
  const text = await run('exercise({ question: "?", answer: "Two Words", key: "1/0" })', { '1/0': '  two   words ' });
  assert.equal(text.outputs[0][1].verdict.passes, true);
  const code = await run('exercise({ question: "?", answer: "1", code: true, key: "1/0" })', { '1/0': 'fetch("/")' });
  assert.equal(code.outputs[0][1].verdict.passes, false);
  assert.notEqual(code.outputs[0][1].verdict.reason, '');
});
