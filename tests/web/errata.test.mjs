/**
 * The statements of the errata page without the page: quotations are those of tests/golden/texts/quotations.json, known
 * numbers are reproduced, and every number labelled as computed follows from the library's results.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { build } from 'vite';
import { statements as table } from '../../web/tools/coverage.mjs';
import { goldenFile } from './support/golden.mjs';
import { assertNone, create, root } from './support/posenc.mjs';

/** Row number → verdict. */
const judged = new Map(table.flatMap(({ erratum, verdict }) => (erratum ? [[erratum, verdict]] : [])));
const quotations = goldenFile('texts/quotations');

/** Known numbers, [printed or left column, computed] per row, to the known digits; null is not compared. */
const EXPECTED = {
  0.1: [
    [1024, 512],
    [512, 256],
    [1e-8, 1.0366329e-4],
  ],
  // k̂(3) of 256 waves, and (2 + xy) times it
  0.2: [
    [132 * 0.8271462634, 0.8271462634],
    [1_023_132 * 0.8271462634, 0.8271462634],
  ],
  0.5: [
    [null, 1],
    [null, 0.318],
  ],
  2.1: [[1.0109, 0.25]],
  2.2: [[1, 21]],
  2.3: [[1.3466, 1.8133]],
  // the expectation over all draws, from the covariances of all pairs of entries
  2.17: [[], [], [], [null, 0.30779224882]],
  2.8: [
    [null, 0.4 / 1.4],
    [null, (126 / 128 + 0.4) / 1.4],
  ],
  3.1: [
    [-0.9899, -0.9899925],
    [null, 0.0099998],
    [null, 0.0299955],
    [null, 0.99955],
  ],
  3.2: [[9646.6, 60611]],
  3.3: [[8, 4]],
  3.6: [[null, -0.14112]],
  'P.1': [
    [62832, 60611],
    [62832, 61343],
    [62832, 62832],
  ],
  'P.4': [[2.0794415417, 1.0566416671]],
  'P.5': [
    [null, 0.8414709848],
    [0.8414709848, null],
  ],
  'P.7': [[1, 0.479425539]],
  // frequencies 1 and 10000^(-1/10) in one pair
  'P.10': [
    [1, 1.3582793146],
    [0.5403023059, 0.5403023059],
    [0.5403023059, 1.5768511215],
  ],
  'P.6': [
    [2 ** (-8 / 12), 0.5],
    [2 ** (-64 / 12), 2 ** -8],
    [2 ** (-72 / 12), 2 ** -0.5],
    [2 ** -8, 2 ** -3.5],
  ],
};

/** The rows as in the page. */
async function statements() {
  const { output } = await build({
    configFile: false,
    logLevel: 'silent',
    root,
    build: {
      write: false,
      minify: false,
      lib: { entry: join(root, 'web/notebook/errata/documents.ts'), formats: ['es'] },
      rollupOptions: { output: { inlineDynamicImports: true } },
    },
  }).then((built) => [built].flat()[0]);
  const { count, documents } = await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
  return Promise.all(
    documents.map(async ({ load, ...entry }) => ({ ...entry, ...(await load()), count: count(entry, 'all') })),
  );
}

/** Changes every number of a result, differently per call; keeps names and dimensions. */
function otherValues(value, by) {
  const change = (x) => (Number.isFinite(x) ? x * by + by / 1000 : by);
  if (typeof value === 'number') return change(value);
  if (ArrayBuffer.isView(value)) return value.map(change);
  if (Array.isArray(value)) return value.map((x) => otherValues(x, by));
  if (typeof value !== 'object' || value === null) return value;
  const kept = ['rows', 'cols'];
  return Object.fromEntries(
    Object.entries(value).map(([key, x]) => [key, kept.includes(key) ? x : otherValues(x, by)]),
  );
}
/** The same numbers with other dimensions. */
function otherSizes(value) {
  if (ArrayBuffer.isView(value)) return value.subarray(0, Math.ceil(value.length * 0.7));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const size = (key, x) => (key === 'rows' || key === 'cols' ? x + 2 : key === 'data' ? x : otherSizes(x));
  return Object.fromEntries(Object.entries(value).map(([key, x]) => [key, size(key, x)]));
}

/** A library with changed results; computes the true ones only once. */
function answering(pe, answers, change) {
  let calls = 0;
  return new Proxy(pe, {
    get(target, name) {
      if (name === 'encodings')
        return change === undefined ? target.encodings : target.encodings.filter((_, i) => i % 3 === 0);
      return async (...args) => {
        const key = JSON.stringify([name, args], (_, x) => (ArrayBuffer.isView(x) ? [...x] : x));
        if (!answers.has(key)) answers.set(key, await target[name](...args));
        return change === undefined ? answers.get(key) : change(answers.get(key), 0.41 + 0.07 * calls++);
      };
    },
  });
}

describe('errata', () => {
  let documents;
  let rows;
  let pe;
  before(async () => {
    [documents, pe] = await Promise.all([statements(), create()]);
    rows = documents.flatMap((document) => document.rows);
  });
  after(() => pe.dispose());

  test('what is set as a quotation is one, word for word', () => {
    for (const { id, rows: own } of documents) {
      const passages = own.flatMap((row) => row.quoted ?? []);
      assertNone(
        passages.filter((passage) => !quotations[id]?.includes(passage)),
        `${id}: not among the quotations of tests/golden/texts/quotations.json`,
      );
      assertNone(
        (quotations[id] ?? []).filter((passage) => !passages.includes(passage)),
        `${id}: quotations that nothing uses`,
      );
    }
    for (const row of rows) assert.notEqual(row.quoted === undefined, row.paraphrased === undefined, row.id);
  });

  test('statements are numbered without a gap and have what the page needs', () => {
    for (const { prefix, rows: own } of documents) {
      assert.deepEqual(
        own.map((row) => row.id),
        own.map((_, i) => `${prefix}.${i + 1}`),
      );
    }
    for (const { id, title, correct, sources } of rows) assert.ok(title && correct && sources, `${id} lacks something`);
  });

  test('every statement has one row in the table of verdicts, and the list of documents counts them', () => {
    assert.deepEqual(rows.map(({ id }) => id).sort(), [...judged.keys()].sort());
    for (const { id, count, rows: own } of documents) assert.equal(count, own.length, id);
  });

  test('a row that sets a paper beside released code says that they differ', () =>
    assert.deepEqual(
      rows.filter(({ columns }) => columns?.[1] === 'released code').map(({ id }) => id),
      [...judged].flatMap(([id, verdict]) => (verdict === 'differs' ? [id] : [])),
    ));

  test('0.4: as many encodings are said to rotate as turn a vector', async () => {
    const [rotating] = await rows.find(({ id }) => id === '0.4').live(pe, new AbortController().signal);
    let turning = 0;
    for (const { id, params } of pe.encodings.filter((one) => one.stages.includes('rotate'))) {
      const needed = params.filter(({ required }) => required).map(({ name }) => [name, { dim: 16, heads: 6 }[name]]);
      const spec = { encoding: id, ...Object.fromEntries(needed) };
      const { axes, headDim } = await pe.shape(spec);
      const x = Array.from({ length: headDim || 16 }, (_, i) => 1 + (i % 3));
      const { data } = await pe.rotate(spec, [x], [Array(axes).fill(2)]);
      if (data.some((y, i) => Math.abs(y - x[i]) > 1e-6)) turning++;
    }
    assert.equal(rotating.computed, turning);
  });

  test('known numbers come out, and computed ones follow from the library', async () => {
    const { signal } = new AbortController();
    const answers = new Map();
    for (const row of rows.filter(({ live }) => live)) {
      const figures = await row.live(answering(pe, answers), signal);
      assert.equal(figures.length, row.figures, `${row.id}: the room that is kept for its figures`);
      for (const [r, expected] of (EXPECTED[row.id] ?? []).entries())
        for (const [c, value] of expected.entries()) {
          const found = c === 0 ? figures[r].printed : figures[r].computed;
          if (value !== null)
            assert.ok(
              Math.abs(found / value - 1) < 5e-5 || Number(Number(found).toPrecision(3)) === value,
              `${row.id}, row ${r}: ${found}, not ${value}`,
            );
        }
      const others = [];
      for (const change of [otherValues, otherSizes])
        others.push(await row.live(answering(pe, answers, change), signal).catch(() => []));
      const follows = (r, column) =>
        others.some((other) => other[r] !== undefined && !Object.is(other[r][column], figures[r][column]));
      for (const [r, { what, printed }] of figures.entries()) {
        assert.ok(follows(r, 'computed'), `${row.id}, ${what}: does not depend on what the library answers`);
        if (row.columns && printed !== undefined)
          assert.ok(follows(r, 'printed'), `${row.id}, ${what}: the left column does not depend on the library`);
      }
    }
  });

  test('2.4: the entropy of training is that of the scores; interpolation raises it, the temperature lowers it', async () => {
    const n = 4096;
    const ones = (rows) => ({ data: new Float64Array(rows * 128).fill(1), rows, cols: 128 });
    const { data } = await pe.attentionScores({ encoding: 'rope', dim: 128 }, ones(1), ones(n));
    const top = data.reduce((most, x) => Math.max(most, x), -Infinity);
    const weights = data.map((x) => Math.exp(x - top));
    const sum = weights.reduce((all, x) => all + x, 0);
    const entropy = weights.reduce((all, x) => all - (x / sum) * Math.log(x / sum), 0);
    const row = rows.find(({ id }) => id === '2.4');
    const [trained, same, longer, sharpened] = (await row.live(pe)).map(({ computed }) => computed);
    assert.ok(Math.abs(trained - (entropy - Math.log(n))) < 1e-9);
    assert.ok(same > trained && longer > trained && sharpened < longer);
  });

  test('0.6: periods below 2π are read out no better than noise, long ones are', async () => {
    const row = rows.find(({ id }) => id === '0.6');
    const figures = await row.live(pe);
    const noise = figures.at(-1);
    for (const column of ['printed', 'computed']) {
      for (const { [column]: share } of figures.slice(0, 3)) assert.ok(Number(share) < Number(noise[column]));
      for (const { [column]: share } of figures.slice(-3, -1)) assert.ok(Number(share) > 0.999);
    }
  });
});
