/**
 * The notebooks of examples/notebooks without a browser. Their cells run in the sandbox's worker, in a thread of Node,
 * as in the build. Their copies for Jupyter run on their own, in JavaScript and, if NumPy is installed, in Python, with
 * equal results.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { assertNotebook } from './nbformat/nbformat.mjs';
import { notebookParts } from './support/notebook-parts.mjs';
import { steps } from './support/equations.mjs';
import { assertNone, root } from './support/posenc.mjs';
import { changed, sampled } from './support/random.mjs';
import { pythonWith } from '../../web/tools/pythons.mjs';

const room = join(root, 'web/notebook/notebooks');
const built = join(root, 'dist/lib');
const place = join(root, 'build/tests');

/** Notebook name → exercise, `<cell>/<index>` → the right answer, worked out by hand; a wrong one and its hint. */
const answers = Object.fromEntries(
  await Promise.all(
    readdirSync(join(root, 'tests/web/answers')).map(async (file) => [
      basename(file, '.mjs'),
      (await import(join(root, 'tests/web/answers', file))).default,
    ]),
  ),
);

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
    'cells/read-number',
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

const names = Object.keys(answers);
const stepsIn = (text) => steps(text, (one) => parts.readNumber(one));
/** Sets every number and choice input to its first, middle or last value. */
const setTo = (turns, which) =>
  Object.fromEntries(
    turns.flatMap(({ id, outputs: shown }) =>
      shown.flatMap(([, { kind, index, spec }]) => {
        if (kind !== 'input') return [];
        const value = { range: spec.min, number: spec.min, select: 0, radio: 0 }[spec.input];
        const most = 'options' in spec ? spec.options.length - 1 : spec.max;
        if (value === undefined) return [];
        return [[`${id}/${index}`, [value, Math.ceil((value + most) / 2), most][which]]];
      }),
    ),
  );
/** A normal run repeats only some notebooks in other ways; it runs the cells and right answers of all. */
const drawn = (what, count) => sampled(what, names, count, (name) => changed(`/${name}.`));
const [told, inJavaScript, inPython] = [drawn('told why', 5), drawn('in JavaScript', 3), drawn('in Python', 4)];

for (const name of names)
  describe(name, () => {
    const among = (list) => ({ skip: !list.includes(name) && 'not drawn: npm run test:full' });
    let turns;
    before(async () => {
      turns = await parts.record(notebooks[name], script, built, given(name, 0));
    });

    test('every cell runs, every check holds, every exercise is solved by the right answer', () => {
      for (const { id, state, fault } of turns) assert.equal(state, 'done', `cell ${id}: ${fault?.message}`);
      const checks = outputs(turns, 'check');
      assert.ok(checks.length > 2);
      assertNone(checks.filter(({ passes }) => !passes));
      const exercises = outputs(turns, 'exercise');
      assert.equal(exercises.length, Object.keys(answers[name]).length);
      assert.ok(exercises.length >= 2);
      for (const { key, verdict } of exercises) assert.equal(verdict?.passes, true, `${key}: ${verdict?.reason}`);
    });

    test('a printed = and ≈ holds to the digits that are printed, wherever inputs are set', async () => {
      const printed = (all) =>
        ['tex', 'markdown'].flatMap((kind) => outputs(all, kind)).flatMap(({ text }) => stepsIn(text));
      const wrong = (all) =>
        printed(all)
          .filter(({ holds }) => !holds)
          .map(({ step }) => step);
      assert.deepEqual(wrong(turns), []);
      if (printed(turns).length === 0) return;
      for (const which of [0, 1, 2])
        assert.deepEqual(wrong(await parts.record(notebooks[name], script, built, {}, 0, setTo(turns, which))), []);
    });

    test('a negative number that is printed has a minus sign, and no hyphen', () => {
      const texts = outputs(turns, 'markdown').map(({ text }) => text.replace(/`[^`]*`|\$[^$]*\$|\]\([^)]*\)/g, ''));
      assertNone(texts.flatMap((text) => text.match(/(?<![\p{L}\d\]])-\d[^ ]*/gu) ?? []));
    });

    test('a wrong answer is told why', among(told), async () => {
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
        assertNone(
          lines.filter((line) => plain.includes(line)),
          kind,
        );
        assertNone(
          right.filter((answer) => plain.includes(answer)),
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
      assertNone(
        own.filter((one) => taken.includes(one)),
        'copies leave the cells of exercises out',
      );
    });

    test('its copy for Jupyter in JavaScript is valid, and runs', among(inJavaScript), () => {
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

    test('its copy for Jupyter in Python is valid, and NumPy computes the same', among(inPython), (t) => {
      if (!notebooks[name].cells.some(({ mode }) => mode === 'python')) return t.skip('it has no cells in Python');
      assertNotebook(JSON.parse(parts.toJupyter(notebooks[name], 'python')));
      const jupyter = JSON.parse(parts.toJupyter(notebooks[name], 'python', { solutions: true }));
      assertNotebook(jupyter);
      const python = pythonWith('numpy');
      assert.ok(python, 'python3 with numpy is not installed');
      const env = { ...process.env, MPLBACKEND: 'agg', PYTHONIOENCODING: 'utf8' };
      const printed = values(execFileSync(python, ['-c', codeOf(jupyter)], { encoding: 'utf8', env }));
      agrees(printed);
      assertNone([...printed.values()].filter(([sign]) => sign !== '✓'));
      return undefined;
    });
  });

const signs = { lt: '<', gt: '>', quot: '"', amp: '&' };
/** The lines of a cell that are not blank. */
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
    ['exercise({ question: "?", answer: 1, check: () => "no" })', /rejects its own answer 1: no/],
    [
      'exercise({ question: "?", answer: "1 +", code: true })',
      /rejects its own answer 1 \+: This is not a JavaScript expression/,
    ],
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
