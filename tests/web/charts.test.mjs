/**
 * Every chart of the list as an SVG string, without a document: equal to its snapshot to three decimals, well-formed,
 * with nothing outside the picture, and self-contained.
 *
 * After an intended change, rewrite the snapshots and look at them: POSENC_SNAPSHOTS=write node --test
 * tests/web/charts.test.mjs
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { charts } from '../../dist/lib/charts/index.js';
import { chartCases } from './support/chart-cases.mjs';
import { root, throwsPosencError } from './support/posenc.mjs';

const folder = join(root, 'tests/web/chart-snapshots');
const snapshots = Object.entries(chartCases).flatMap(([id, { good }]) =>
  good.map((one, i) => ({ name: `${id}-${i + 1}.svg`, id, ...one })),
);

test('every chart has a case, the two files of its name, and an example', () => {
  const ids = charts.map(({ id }) => id);
  assert.deepEqual(Object.keys(chartCases), ids);
  assert.deepEqual(
    readdirSync(join(root, 'web/lib/charts/kinds')).sort(),
    ids.flatMap((id) => [`${id}-data.ts`, `${id}.ts`]).sort(),
  );
  assert.deepEqual(
    readdirSync(join(root, 'examples/charts'))
      .map((name) => name.replace('.mjs', ''))
      .sort(),
    [...ids].sort(),
  );
  assert.deepEqual(readdirSync(folder).sort(), snapshots.map(({ name }) => name).sort());
});

/** SVG text with rounded coordinates: the last digits of powers and logarithms differ between engines. */
const rounded = (text) =>
  text.replace(/-?\d*\.\d+(e-?\d+)?/g, (number) => String(Math.round(Number(number) * 1000) / 1000));

for (const { name, id, data, options } of snapshots)
  test(name, () => {
    const { make } = charts.find((row) => row.id === id);
    const text = rounded(make.svg(data, options));
    const file = join(folder, name);
    if (process.env.POSENC_SNAPSHOTS === 'write' || !existsSync(file)) writeFileSync(file, text);
    assert.equal(text, readFileSync(file, 'utf8'));
    assert.doesNotMatch(text, /NaN|Infinity|undefined|style=|class=| id=|var\(|url\(/);
    checkTags(text);
    checkInside(text);
  });

/** Converts typed arrays to lists, as in JSON. */
const asLists = (value) =>
  ArrayBuffer.isView(value)
    ? Array.from(value)
    : Array.isArray(value)
      ? value.map(asLists)
      : value && Object.getPrototypeOf(value) === Object.prototype
        ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, asLists(inner)]))
        : value;
test('lists of numbers are drawn as typed arrays of them', () => {
  for (const { name, id, data, options } of snapshots) {
    const { make } = charts.find((row) => row.id === id);
    assert.equal(make.svg(asLists(data), options), make.svg(data, options), name);
  }
});

/** The pixels of a PNG file without filters, as '#rrggbb', row by row; inflating verifies the checksum. */
function pixelsOf(svg) {
  const png = Buffer.from(/href="data:image\/png;base64,([^"]*)"/.exec(svg)[1], 'base64');
  assert.equal(png.subarray(0, 8).toString('latin1'), '\x89PNG\r\n\x1a\n');
  assert.equal(png.subarray(-12).toString('hex'), '0000000049454e44ae426082', 'the end with its published CRC');
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const lines = inflateSync(png.subarray(41, -16));
  const line = 1 + 3 * width;
  assert.equal(lines.length, height * line);
  return Array.from({ length: height }, (_, y) => {
    assert.equal(lines[y * line], 0);
    return lines
      .subarray(y * line + 1, (y + 1) * line)
      .toString('hex')
      .match(/.{6}/g)
      .map((hex) => `#${hex}`);
  });
}

test('a matrix without a document has its cells, a pixel each', () => {
  const { make } = charts.find(({ id }) => id === 'heat-map');
  const data = Float32Array.from([-1, 0, 1, 1, Number.NaN, -1]);
  const range = { lo: -1, hi: 1 };
  const light = pixelsOf(make.svg({ rows: 2, cols: 3, data }, { range }));
  const [least, , most] = light[0];
  assert.equal(new Set([...light[0], light[1][1]]).size, 4, 'three values and a missing one have four colours');
  assert.deepEqual([light[1][0], light[1][2]], [most, least]);
  assert.deepEqual([least, most], ['#053061', '#67001f'], 'the ends of ColorBrewer’s RdBu');
  // If there are more cells than pixels, they are averaged, so that the file does not grow with the matrix.
  const large = make.svg({ rows: 2048, cols: 2048, data: new Float32Array(2048 * 2048).map((_, i) => i % 2) }, {});
  assert.ok(pixelsOf(large).length < 640);
  const [ends] = pixelsOf(make.svg({ rows: 1, cols: 2, data: Float32Array.of(0, 1) }, {}));
  const whole = pixelsOf(large)
    .flat()
    .filter((colour) => ends.includes(colour));
  assert.deepEqual(whole, [], 'stripes of one cell are their mean');
});

test('colours span round numbers, which stand under them', () => {
  const { make } = charts.find(({ id }) => id === 'heat-map');
  const labels = (values, options) => {
    const text = make.svg({ rows: 1, cols: values.length, data: Float64Array.from(values) }, options);
    const y = Math.max(...[...text.matchAll(/<text x="[^"]*" y="(\d+)"/g)].map(([, at]) => +at));
    return [...text.matchAll(new RegExp(`<text x="[^"]*" y="${y}"[^>]*>([^<]*)<`, 'g'))].map(([, label]) => label);
  };
  assert.deepEqual(labels([0.704, 1.93]), ['0.5', '1.0', '1.5', '2.0']);
  assert.deepEqual(labels([0, 31.9]), ['0', '5', '10', '15', '20', '25', '30', '35']);
  assert.deepEqual(labels([-0.0748, 0.01]), ['−0.08', '0', '0.08']);
  assert.deepEqual(labels([-1, 1]), ['−1.0', '−0.5', '0', '0.5', '1.0']);
  assert.deepEqual(labels([3, 3]), ['2.0', '2.5', '3.0', '3.5', '4.0']);
  assert.deepEqual(labels([1, 2], { range: { lo: 0.704, hi: 1.93 } }), ['0.8', '1.0', '1.2', '1.4', '1.6', '1.8']);
  for (const ends of [
    [1e300, -1e300],
    [5e-324, 0],
    [1, 1 + 2 ** -52],
    [1e15, 1e15 + 1],
  ])
    assert.ok(labels(ends).length >= 2, String(ends));
});

test('a saved picture has the name of its chart as a title, in a row of its own', () => {
  const { make } = charts.find(({ id }) => id === 'line');
  const data = { series: [{ name: 'a', values: [1, 2, 3] }] };
  const [plain, named] = [make.svg(data, { height: 200 }), make.svg(data, { height: 200, label: 'Error of Llama 3' })];
  assert.match(named, /font-weight="600">Error of Llama 3</);
  const height = (text) => +/height="(\d+)"/.exec(text)[1];
  assert.equal(height(named) - height(plain), 20);
});

test('cells are squares where that is asked for', () => {
  const { make } = charts.find(({ id }) => id === 'heat-map');
  const area = (rows, cols, options) => {
    const text = make.svg({ rows, cols, data: new Float64Array(rows * cols) }, { square: true, ...options });
    const [, width, height] = /<image[^>]* width="([\d.]+)" height="([\d.]+)"/.exec(text).map(Number);
    return { width, height };
  };
  for (const [rows, cols] of [
    [48, 48],
    [20, 40],
    [40, 20],
  ])
    for (const size of [{}, { width: 320, height: 400 }, { width: 900, height: 300 }]) {
      const { width, height } = area(rows, cols, size);
      assert.ok(Math.abs(width / cols / (height / rows) - 1) < 0.06, `${rows} × ${cols}: ${width} × ${height}`);
    }
  assert.ok(area(4096, 2).width >= 90);
  const same = (a, b) => Math.abs(a / b - 1) < 0.01;
  const left = { square: undefined };
  assert.ok(same(...Object.values(area(48, 48, left))), 'and where there are as many rows as columns');
  assert.ok(!same(...Object.values(area(48, 48, { square: false }))));
});

/** Asserts that every opened tag is closed. */
function checkTags(text) {
  const open = [];
  for (const [, close, tag, empty] of text.matchAll(/<(\/?)([a-z]+)[^>]*?(\/?)>/g)) {
    if (close) assert.equal(open.pop(), tag);
    else if (!empty) open.push(tag);
  }
  assert.deepEqual(open, []);
}

/** Asserts that texts begin and end inside the picture. */
function checkInside(text) {
  const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(text);
  for (const [whole, x, y] of text.matchAll(/<text x="([-\d.]+)" y="([-\d.]+)"[^>]*>/g)) {
    assert.ok(+x >= 0 && +x <= +width, whole);
    assert.ok(+y >= 8 && +y <= +height, whole);
  }
}

describe('what cannot be drawn is refused with its field', () => {
  for (const [id, { bad }] of Object.entries(chartCases))
    for (const [data, field] of bad)
      test(`${id}: ${field}`, () => {
        const { make } = charts.find((row) => row.id === id);
        throwsPosencError(() => make.svg(data), undefined, field);
      });
});

describe('what a program without types gets wrong has an error with its place', () => {
  /** Every object in a value, as functions that return a copy in which one of its fields is another value. */
  function* changed(value, wrong, path = '') {
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return;
    for (const key of Object.keys(value)) {
      const at = `${path}.${key}`;
      const copy = (one) =>
        Array.isArray(value) ? Object.assign([...value], { [key]: one }) : { ...value, [key]: one };
      for (const one of wrong) yield [at, copy(one)];
      for (const [inner, one] of changed(value[key], wrong, at)) yield [inner, copy(one)];
    }
  }
  /** Undefined if it is drawn or refused in words of the package. */
  function fault(draw) {
    try {
      draw();
    } catch (thrown) {
      const own = thrown.name === 'PosencError' && thrown.field !== '' && thrown.code !== 'internal';
      if (!own || /could not be read|is not a function|reading '/.test(thrown.message)) return thrown.message;
    }
    return undefined;
  }

  for (const [id, { good }] of Object.entries(chartCases)) {
    const { make } = charts.find((row) => row.id === id);
    test(id, () => {
      const faults = [];
      for (const { data, options } of good) {
        for (const wrong of [undefined, null, 5, 'text', [], [1, 2]])
          faults.push(`data ${JSON.stringify(wrong)}: ${fault(() => make.svg(wrong, options))}`);
        for (const [at, copy] of changed(data, [undefined, null, 'text', {}]))
          faults.push(`data${at}: ${fault(() => make.svg(copy, options))}`);
        for (const [at, copy] of changed(options, [null, 5, 'text', {}]))
          faults.push(`options${at}: ${fault(() => make.svg(data, copy))}`);
        throwsPosencError(
          () => make.svg(data, { titel: 'a' }),
          'bad_argument',
          'options.titel',
          /did you mean 'title'/,
        );
        throwsPosencError(() => make.svg(data, { caption: 'a' }), 'bad_argument', 'options.caption', /mean 'title'/);
        assert.equal(make.svg(data, { ...options, more: undefined, other: undefined }), make.svg(data, options));
      }
      assert.deepEqual(faults.filter((one) => !one.endsWith(': undefined')).slice(0, 8), []);
    });
  }
  test('names within an axis, and a page that is not there', () => {
    const { make } = charts.find(({ id }) => id === 'line');
    const data = { series: [{ name: 'a', values: [1, 2] }] };
    const code = 'bad_argument';
    throwsPosencError(() => make.svg(data, { y: { range: [0, 1] } }), code, 'options.y.range', /mean 'domain'/);
    throwsPosencError(() => make.svg({ series: [{ name: 'a', values: ['1'] }] }), code, 'series[0].values[0]', /'1'/);
    throwsPosencError(() => make(data), 'not_defined', 'document', /svg\(data, options\)/);
  });
});

describe('options.x.domain and options.y.domain', () => {
  /** The labels of the y axis and where they are. */
  const axisOf = (svg) =>
    [...svg.matchAll(/y="([\d.]+)"[^>]* text-anchor="end"[^>]*>([^<]*)</g)].map((found) => found.slice(1));
  const pairs = (base) =>
    range8.map((index) => ({ index, wavelength: base ** index, unscaledFrequency: (2 * Math.PI) / base ** index }));
  const range8 = [0, 1, 2, 3, 4, 5, 6, 7];
  const byId = (id) => charts.find((row) => row.id === id).make;

  test('two charts of wavelengths share axes', () => {
    const make = byId('wavelength-bands');
    const [first, second] = [2, 5].map((base) => ({ pairs: pairs(base) }));
    const options = { x: { domain: [0, 20] }, y: { domain: [0.5, 1e6], title: 'wavelength' } };
    const [a, b] = [make.svg(first, options), make.svg(second, options)];
    assert.deepEqual(axisOf(a), axisOf(b));
    assert.ok(
      axisOf(a).some(([, label]) => label === '100k'),
      'the axis reaches beyond the data of the first chart',
    );
    assert.notDeepEqual(axisOf(make.svg(first)), axisOf(make.svg(second)));
    assert.match(a, />20</, 'pairs after the last of the data have labels, too');
    assert.match(a, /↑ wavelength</);
  });
  test('channel curves have both axes, too', () => {
    const table = { rows: 3, cols: 2, data: [0, 1, 0.5, 0.5, 1, 0] };
    const svg = byId('channel-curves').svg(
      { table, pairs: [0] },
      { x: { domain: [0, 10] }, y: { domain: [-5, 5], title: 'value' } },
    );
    assert.ok(
      axisOf(svg).some(([, label]) => label === '−5'),
      svg,
    );
    assert.match(svg, /↑ value</);
    assert.match(svg, />position →</);
  });
  test('a domain that cannot be drawn is refused with its axis', () => {
    const series = [{ name: 'a', values: [1, 2] }];
    const cases = {
      line: { series },
      scatter: { x: [1, 2], y: [1, 2] },
      spectrum: { series },
      'small-multiples': { panels: [{ title: 'a', series }] },
      'channel-curves': { table: { rows: 1, cols: 2, data: [0, 1] }, pairs: [0] },
      'wavelength-bands': { pairs: pairs(2) },
    };
    for (const [id, data] of Object.entries(cases))
      for (const axis of ['x', 'y'])
        for (const domain of [
          [2, 1],
          [1, 1],
          [0, NaN],
          ['a', 'b'],
        ])
          throwsPosencError(() => byId(id).svg(data, { [axis]: { domain } }), undefined, `options.${axis}.domain`);
    const above = /above zero, because the axis is logarithmic/;
    for (const id of ['spectrum', 'wavelength-bands'])
      throwsPosencError(() => byId(id).svg(cases[id], { y: { domain: [0, 9] } }), undefined, 'options.y.domain', above);
    throwsPosencError(
      () => byId('line').svg({ series }, { x: { log: true, domain: [-1, 9] } }),
      undefined,
      'options.x.domain',
      above,
    );
  });
});

test('a line across or down whose number has another name is refused, not left out', () => {
  const { make } = charts.find(({ id }) => id === 'line');
  const data = { series: [{ name: 'a', values: [0, 1, 2] }] };
  for (const [options, field] of [
    [{ rules: [{ at: 1 }] }, 'options.rules[0].at'],
    [{ marks: [{ x: 1, text: 'one' }] }, 'options.marks[0].x'],
    [{ rules: [{ value: 1 }, { text: 'one' }] }, 'options.rules[1].value'],
    [{ rules: [{ value: '1' }] }, 'options.rules[0].value'],
  ])
    throwsPosencError(() => make.svg(data, options), 'bad_argument', field, /\bvalue\b/);
  assert.ok(make.svg(data, { rules: [{ value: Number.NaN }] }), 'a number that is none is drawn nowhere');
});

test('numbers that changed in their array are looked at anew when the data are given again', () => {
  let compared = 0;
  for (const [id, { good }] of Object.entries(chartCases)) {
    const { make } = charts.find((row) => row.id === id);
    const { data, options } = good[0];
    const mine = structuredClone(data);
    make.svg(mine, options);
    const lists = numbersIn(mine);
    // Keeps the order, because some values must ascend; one value is far from all others.
    for (const list of lists) list.forEach((value, i) => (list[i] = i + 1 === list.length ? 2 * value + 3 : value + 1));
    let expected;
    try {
      expected = make.svg(structuredClone(mine), options);
    } catch {
      continue; // places and groups exist only for the original numbers
    }
    assert.equal(make.svg(mine, options), expected, id);
    compared++;
  }
  assert.ok(compared > 6);
});

/** Every list of numbers in `data`. */
function numbersIn(data) {
  if (ArrayBuffer.isView(data) || (Array.isArray(data) && typeof data[0] === 'number')) return [data];
  return typeof data === 'object' && data !== null ? Object.values(data).flatMap(numbersIn) : [];
}

test('a text of data becomes no markup', () => {
  const evil = '<script>alert(1)</script>"&]]>\u0000';
  const { make } = charts.find(({ id }) => id === 'bar');
  const text = make.svg({ names: [evil], series: [{ name: evil, values: [1] }] }, { title: evil, y: { title: evil } });
  assert.doesNotMatch(text, /<script|\u0000/);
  assert.match(text, /&lt;script&gt;/);
});

/** The reading one step from the first place of each chart. */
const readings = {
  line: ['position 1', 'triangle: −0.53125 ± 0.2', 'with a hole: 0.0625'],
  'heat-map': ['position 0, channel 1', 'value: −1'],
  scatter: ['point 1', 'group: odd', 'x: 1', 'y: −0.209877'],
  scatter3d: ['point 1', 'x: 1', 'y: −0.338843', 'z: −0.0204082', 'value: 1'],
  'attention-matrix': ['query a, key b', 'value: masked', '→ a: 1'],
  'small-multiples': ['period 3, position 1', 'wave: 0.777778'],
  bar: ['sinusoidal', 'short: 1 (0.5 to 1.5)', 'long: −1'],
  'channel-curves': ['pair 0, a turn in 6.0 positions, position 1', 'sine: 0.111111', 'cosine: 0.777778'],
  'wavelength-bands': ['pair 1', 'positions per turn: 24', 'band: kept'],
  spectrum: ['number 2', 'fast: 0.25, up to here 93.75 %', 'slow: 0.5, up to here 39.73 %'],
  'clock-hands': ['pair 1 at position 3', 'angle: 85.9°', 'whole turns: 0', 'positions per turn: 12.5664'],
};
for (const [id, { good }] of Object.entries(chartCases))
  test(`${id}: what it says at a place`, async () => {
    const made = Object.entries(await import(`../../dist/lib/charts/kinds/${id}.js`));
    const [, kind] = made.find(([name]) => name.endsWith('Kind'));
    const { places } = kind.draw(good[0].data, good[0].options ?? {}, { width: 640, height: 300 }, {});
    const { title, rows } = places.read(places.move(places.move(undefined, 'first'), 'right'));
    assert.deepEqual([title, ...rows.map(({ name, value }) => `${name}: ${value}`)], readings[id]);
  });
