/**
 * Kinds of exercises that the lessons do not use, without a browser: the sandbox's verdicts and reasons, errors for
 * authors, and the contents of copies.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { notebookParts } from './support/notebook-parts.mjs';
import { root } from './support/posenc.mjs';

const room = join(root, 'web/notebook/notebooks');

let parts;
let script;
before(async () => {
  const files = [
    'build/plugin',
    'build/record',
    'compile-cell',
    'exports/files',
    'exports/jupyter',
    'cells/pseudorandom',
    'progress',
    'format',
  ];
  parts = await notebookParts(files, join(root, 'build/tests/exercise-kinds.mjs'));
  script = await parts.bundleCells(join(room, 'cells/worker.ts'), join(root, 'web/lib'), join(root, 'dist/lib'));
});

const cellOf = (value, i) => ({ id: i + 1, mode: 'js', value, pinned: false, hidden: false });
/** Runs the cells. @param given answers by `<cell>/<index>` @param student a student's number */
async function run(sources, given = {}, student = 0) {
  const cells = [sources].flat().map(cellOf);
  return parts.record(
    { cells, compiled: cells.map(parts.compileCell) },
    script,
    join(root, 'dist/lib'),
    given,
    student,
  );
}
const posedIn = (turns) =>
  turns.flatMap(({ outputs }) => outputs.map(([, output]) => output)).filter(({ kind }) => kind === 'exercise');
const judged = async (source, given) => posedIn(await run(source, { '1/0': given }))[0].verdict;

/** The students' copies, each as one string. */
function copiesOf(source, turns) {
  const notebook = { title: 'T', cells: [cellOf(source, 0)] };
  const element = { querySelectorAll: () => [], querySelector: () => null };
  const shown = ({ id }) => ({
    prose: undefined,
    drawn: turns.find((turn) => turn.id === id).outputs.map(([, output]) => ({ output, element })),
  });
  const address = { address: 'https://example.org/' };
  return ['page', 'latex', 'jupyter-javascript', 'jupyter-python'].map((kind) => [
    kind,
    parts.fileOf(kind, notebook, shown, address),
  ]);
}

const items = ['multiply by the weights', 'add the positions', 'look the words up', 'apply the softmax'];
const ordered = (more = '') =>
  `exercise({ question: "In which order?", key: "steps", order: ${JSON.stringify(items)}, hints: ["Words come first."] ${more} })`;

test('items are shown in an order that is always the same and never the right one', async () => {
  const [{ answer, choices }] = posedIn(await run(ordered()));
  assert.equal(answer, 'order');
  assert.deepEqual([...choices].sort(), [...items].sort());
  assert.notDeepEqual(choices, items);
  assert.deepEqual(posedIn(await run(ordered()))[0].choices, choices);
  const many = Array.from({ length: 40 }, (_, i) => `exercise({ question: "?", key: "${i}", order: ["a", "b", "c"] })`);
  const shown = posedIn(await run(many)).map((one) => one.choices.join(''));
  assert.ok(!shown.includes('abc'));
  assert.ok(new Set(shown).size > 3, 'they are not all shown in the same order');
});

test('an order is judged, and told how much of it is right', async () => {
  const [{ choices }] = posedIn(await run(ordered()));
  const given = (texts) => texts.map((text) => choices.indexOf(text)).join(' ');
  const [a, b, c, d] = items;
  assert.deepEqual(await judged(ordered(), given(items)), { given: given(items), passes: true, reason: '' });
  assert.equal((await judged(ordered(), given([a, b, d, c]))).reason, '2 of 4 stand at their place.');
  assert.equal((await judged(ordered(), given([a, c, d, b]))).reason, 'One of 4 stands at its place.');
  assert.equal((await judged(ordered(), given([b, a, d, c]))).reason, 'None of them stands at its place.');
  for (const none of ['0 1 2', '0 1 2 2', '0 1 2 9', 'x', '0 1 2 3 4', '0 1 2 0.5'])
    assert.match((await judged(ordered(), none)).reason, /every item once/, none);
  const checked = ordered(', check: (list) => list[0].startsWith("multiply") || `not ${list[0]}`');
  assert.equal((await judged(checked, given([a, d, c, b]))).passes, true);
  assert.equal((await judged(checked, given([c, a, d, b]))).reason, `not ${c}`);
});

test('an order that is none fails, and says why', async () => {
  for (const [source, message] of [
    ['exercise({ question: "?", order: ["a"] })', /2 to 12 items/],
    ['exercise({ question: "?", order: ["a", "b", "a"] })', /all of them different/],
    ['exercise({ question: "?", order: Array.from({ length: 13 }, (_, i) => i) })', /2 to 12 items/],
    ['exercise({ question: "?", order: 7 })', /iterable/],
    ['exercise({ order: ["a", "b"] })', /a question and an answer/],
    ['exercise({ question: "?", order: ["a", "b"], check: () => "no" })', /rejects its own answer .*: no/],
  ]) {
    const [{ state, fault }] = await run(source);
    assert.equal(state, 'failed', source);
    assert.match(fault.message, message, source);
  }
});

test('an option that its kind of answer does not use is refused, and so is one that none has', async () => {
  const order = 'order: ["a", "b"]';
  for (const [options, message] of [
    [`${order}, answer: "a"`, /whose answer is an order does not use answer; it may have .*order/],
    [`${order}, choices: ["a", "b"]`, /an order does not use choices/],
    ['answer: "a", tolerance: 1', /a text does not use tolerance/],
    ['answer: "a", choices: ["a", "b"], units: ["m"]', /one of its choices does not use units/],
    ['answer: 3, code: true, tolerance: 1', /code does not use tolerance/],
    ['answer: 3, names: { a: 1 }', /a number does not use names/],
    ['answer: 3, tolerence: 1', /has no tolerence; it may have .*tolerance/],
  ]) {
    const [{ state, fault }] = await run(`exercise({ question: "?", ${options} })`);
    assert.equal(state, 'failed', options);
    assert.match(fault.message, message, options);
  }
});

test('copies ask for the order, with the items as they are shown', async () => {
  const turns = await run(ordered());
  const [{ choices }] = posedIn(turns);
  for (const [kind, text] of copiesOf(ordered(), turns)) {
    const shown = kind === 'page' ? text.slice(0, text.indexOf('<template>')) : text;
    const places = choices.map((choice) => shown.indexOf(choice));
    assert.ok(places[0] > 0, kind);
    assert.deepEqual(
      places,
      [...places].sort((a, b) => a - b),
      kind,
    );
    assert.ok(!shown.includes(JSON.stringify(items[0]).slice(1)), kind);
  }
});

test('numbers follow from their text alone, and fill the interval', () => {
  const numbers = parts.pseudorandom('a', 1000);
  assert.deepEqual(parts.pseudorandom('a', 3), numbers.slice(0, 3));
  assert.notDeepEqual(parts.pseudorandom('b', 3), numbers.slice(0, 3));
  assert.ok(numbers.every((one) => one >= 0 && one < 1));
  for (const part of [0, 1, 2, 3]) {
    const share = numbers.filter((one) => Math.floor(one * 4) === part).length / 1000;
    assert.ok(Math.abs(share - 0.25) < 0.06, `${share} of them in quarter ${part}`);
  }
});

test('a curve that cannot be drawn is refused where the cell asks for it', async () => {
  for (const [call, message] of [
    ['[1]', /2 to 32 places/],
    ['[2, 1]', /ascending order/],
    ['[0, NaN]', /ascending order/],
    ['Array(33).keys()', /2 to 32 places/],
    ['[0, 1], { min: 1, max: 1 }', /a larger max/],
  ]) {
    const [{ state, fault }] = await run(`const guess = view(Inputs.predictCurve(${call}));`);
    assert.equal(state, 'failed', call);
    assert.match(fault.message, message, call);
  }
  const [, told] = await run(['const guess = view(Inputs.predictCurve([0, 1]));', 'display(String(guess))']);
  assert.equal(told.outputs[0][1].text, 'undefined');
});

const pointed = (more = 'within: 1') =>
  `exercise({ question: "Where is it highest?", key: "peak", answer: 3, point: { curve: [0, 1, 2, 7.5, 4, 1], label: "position", ${more} } })`;

test('a place on a curve is judged by its distance', async () => {
  const [{ answer, curve }] = posedIn(await run(pointed()));
  assert.equal(answer, 'point');
  assert.deepEqual(curve, { xs: [0, 1, 2, 3, 4, 5], values: [0, 1, 2, 7.5, 4, 1], label: 'position' });
  for (const [given, passes, reason] of [
    ['3', true, ''],
    ['4', true, ''],
    ['5', false, '5 is too large.'],
    ['1', false, '1 is too small.'],
    ['top', false, '“top” is no number.'],
  ])
    assert.deepEqual(await judged(pointed(), given), { given, passes, reason });
  const own = pointed('within: 0 }, check: (x) => x === 3 || `not ${x}`, ...{');
  assert.equal((await judged(own, '2')).reason, 'not 2');
});

test('what is no answer is told in words that say what to do', async () => {
  const size = 'exercise({ question: "?", answer: 32, units: ["MiB"] })';
  const code =
    'exercise({ question: "?", code: true, names: { p: 3 }, answer: "p", check: (x) => x === 3 || "Not 3." })';
  const bare = 'exercise({ question: "?", code: true, answer: "3" })';
  for (const [cell, given, reason] of [
    [size, '32 MB', '“MB” is not asked for: write the number alone, or in MiB.'],
    [size, '0,25', '“0,25” is no number. Write a point, not a comma: 0.5.'],
    [code, 'cos(p)', 'cos is not known here: write Math.cos.'],
    [code, 'q + 1', 'q is not known here. Your code may use p.'],
    [bare, '(i) => j', ''],
    [bare, 'j', 'j is not known here. Is it an argument of your function?'],
    [code, 'p ^ 2', 'Not 3. The sign ^ is no power here: write **.'],
  ])
    assert.equal((await judged(cell, given)).reason, reason, given);
  assert.match(
    (await judged(code, '2 p')).reason,
    /^This is not a JavaScript expression \(.+\): is a sign such as \* or/,
  );
});

test('a curve that is none, or has no place near the answer, fails', async () => {
  for (const [more, message] of [
    ['within: -1', /largest distance/],
    ['x: [0, 1], within: 1', /as many x in ascending order/],
    ['x: [0, 1, 2, 3, 4, 4], within: 1', /ascending order/],
    ['x: [0, 10, 20, 30, 40, 50], within: 1', /rejects its own answer 0: 0 is too small/],
    ['curve: [1], within: 1', /2 to 512 values/],
    ['curve: [1, NaN], within: 1', /2 to 512 values/],
  ]) {
    const [{ state, fault }] = await run(pointed(more));
    assert.equal(state, 'failed', more);
    assert.match(fault.message, message, more);
  }
  const [{ fault }] = await run('exercise({ question: "?", answer: "x", point: { curve: [0, 1], within: 1 } })');
  assert.match(fault.message, /is its x, a number/);
});

test('copies have the curve, and no place on it', async () => {
  const source = pointed();
  const copies = Object.fromEntries(copiesOf(source, await run(source)));
  const page = copies.page.slice(0, copies.page.indexOf('<template>'));
  assert.match(page, /<figure><svg [^>]*>.*<path d="M[\d. L]+" fill="none" stroke="#1b55c9"/);
  assert.doesNotMatch(page, /<circle/);
  assert.match(copies.latex, /svg \{M52.0 180.0L/);
  assert.ok(copies['jupyter-javascript'].includes('y: [0, 1, 2, 7.5, 4, 1]'));
  assert.ok(copies['jupyter-python'].includes('curve_y = [0, 1, 2, 7.5, 4, 1]'));
});

test('numbers of a student follow from the name and the number, through other cells, too', async () => {
  const sources = [
    'const [x] = seeded("x"); const own = seeded("y", 3);',
    'exercise({ question: String(x), key: "one", answer: x });',
    'exercise({ question: "?", key: "same for all", answer: 1 });',
    'display(JSON.stringify([x, own]));',
  ];
  const shownTo = async (student) => {
    const turns = await run(sources, {}, student);
    return { keys: posedIn(turns).map(({ key }) => key), numbers: JSON.parse(turns[3].outputs[0][1].text) };
  };
  const [zero, again, seven] = [await shownTo(0), await shownTo(0), await shownTo(7)];
  assert.deepEqual(again, zero);
  assert.deepEqual(zero.keys, ['one#0', 'same for all']);
  assert.deepEqual(seven.keys, ['one#7', 'same for all']);
  assert.deepEqual(seven.numbers, [parts.pseudorandom('7/x', 1)[0], parts.pseudorandom('7/y', 3)]);
  assert.notDeepEqual(seven.numbers, zero.numbers);
  for (const count of ['0', '1.5', '1001', '"many"']) {
    const [{ fault }] = await run(`seeded("x", ${count})`);
    assert.match(fault.message, /1 to 1000 numbers/, count);
  }
  // a cell may use the name itself
  const [, mine] = await run(['const seeded = () => "mine"', 'display(seeded())']);
  assert.equal(mine.outputs[0][1].text, 'mine');
});

test('a copy for Jupyter gives cells the same numbers of the same student', async () => {
  const cells = ['console.log(JSON.stringify(seeded("x", 2)))'].map(cellOf);
  const { cells: made } = JSON.parse(parts.toJupyter({ title: 'T', cells }, 'javascript', { student: 7 }));
  const preamble = made[0].source.join('');
  const code = `${preamble.slice(preamble.indexOf('const pseudorandom'))}\nreturn seeded("x", 2);`;
  assert.deepEqual(new Function(code)(), parts.pseudorandom('7/x', 2));
  const others = JSON.parse(parts.toJupyter({ title: 'T', cells: [cellOf('1', 0)] }, 'javascript'));
  assert.ok(!others.cells[0].source.join('').includes('seeded'));
});

test('progress keeps the number of the student; a solved exercise counts for the number of its own', () => {
  const solved = (...keys) => Object.fromEntries(keys.map((key) => [key, { given: '1', solved: true }]));
  const notebooks = { a: solved('x', 'y#0', 'y#7', 'z#3') };
  assert.deepEqual(parts.readProgressFile(parts.writeProgress(notebooks, 7)), { notebooks, student: 7 });
  assert.equal(parts.readProgressFile(parts.writeProgress(notebooks)).student, 0);
  for (const none of [-1, 0.5, '7', 1e9, null, [7]]) {
    const text = JSON.stringify({ ...JSON.parse(parts.writeProgress(notebooks)), number: none });
    assert.equal(parts.readProgressFile(text).student, 0, text);
  }
  assert.deepEqual(
    [0, 7, 3, 5].map((student) => parts.solvedBy(student, notebooks.a)),
    [2, 2, 2, 1],
  );
});

test('lesson 2 asks every student for another angle, takes the right answer, and knows the two usual slips', async () => {
  const path = join(root, 'examples/notebooks/course/2-sinusoidal-step-by-step.html');
  const source = parts
    .parseNotebook(readFileSync(path, 'utf8'))
    .cells.find(({ value }) => /key: "angle"/.test(value)).value;
  const asked = new Set();
  await Promise.all(
    Array.from({ length: 20 }, async (_, student) => {
      const [{ question, key }] = posedIn(await run(source, {}, student));
      assert.equal(key, `angle#${student}`);
      asked.add(question);
      const [, pair, at] = /pair (\d+) at position (\d+)/.exec(question).map(Number);
      assert.ok(pair >= 1 && pair <= 3 && at >= 12 && at <= 60, question);
      // computed by the lesson's formula
      const angle = at / 10000 ** ((2 * pair) / 8);
      const verdict = async (given) => posedIn(await run(source, { '1/0': given }, student))[0].verdict;
      assert.equal((await verdict(String(angle))).passes, true, question);
      assert.equal((await verdict(`${at}`)).reason, `That is the angle of pair 0: pair ${pair} turns more slowly.`);
      const divisor = { 1: 10, 2: 100, 3: 1000 }[pair];
      const slip = `The exponent is 2i/d = ${2 * pair}/8, so the divisor is ${divisor}.`;
      assert.equal((await verdict(String(at / 10000))).reason, slip);
    }),
  );
  assert.ok(asked.size > 12, `${asked.size} different questions`);
  assert.ok(
    [...asked].some((question) => question.includes('pair 2 at position 25')),
    'that of the page',
  );
});
