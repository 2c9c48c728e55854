/**
 * The embed code of charts, without a document: read back, every kind draws the same picture. Large data are thinned,
 * with a note. Unreadable data throw with the field.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { steps } from '../../dist/lib/charts/core/steps.js';
import { charts } from '../../dist/lib/charts/index.js';
import { frameSnippet } from '../../dist/lib/charts/snippet/html.js';
import { snippetOf } from '../../dist/lib/charts/snippet/snippet.js';
import { mostNumbers } from '../../dist/lib/charts/snippet/thin.js';
import { withCalls } from '../../dist/lib/embed/calls.js';
import { chartOf, refuseAttributes } from '../../dist/lib/embed/request.js';
import { chartCases } from './support/chart-cases.mjs';
import { heatMapData } from '../../dist/lib/charts/kinds/heat-map-data.js';
import { pe } from './support/instance.mjs';
import { refused, throwsPosencError } from './support/posenc.mjs';
import { fc } from './support/random.mjs';

const rowOf = (id) => charts.find((row) => row.id === id);
const shapes = Object.fromEntries(await Promise.all(charts.map(async ({ id, make }) => [id, await make.json()])));
const unescaped = (text) =>
  text.replace(/&(?:(amp|lt|gt)|#(\d+));/g, (_, name, code) =>
    name ? { amp: '&', lt: '<', gt: '>' }[name] : String.fromCodePoint(code),
  );
/** Parses the code like a browser: the attributes of the element, and the text of its script. */
function parsed(text) {
  const [, open, inside] =
    /^<script [^>]*><\/script>\n<posenc-chart((?:'[^']*'|"[^"]*"|[^>])*)>([^]*)<\/posenc-chart>\n$/.exec(text);
  const found = [...open.matchAll(/ ([a-z]+)=(?:"([^"]*)"|'([^']*)')/g)];
  const data = /^\n {2}<script type="application\/json">([^]*)<\/script>\n$/.exec(inside)?.[1];
  return { ...Object.fromEntries(found.map(([, name, a, b]) => [name, unescaped(a ?? b)])), data };
}
/** The picture that `<posenc-chart>` draws. */
function drawn({ chart, data, caption, height, theme, options = '{}' }) {
  return rowOf(chart).make.svg(shapes[chart].data.read(JSON.parse(data), 'data'), {
    ...shapes[chart].options.read(JSON.parse(options), 'options'),
    title: caption,
    theme,
    ...(height ? { height: Number(height) } : {}),
  });
}
const code = (id, data, options = {}, embed = {}) =>
  snippetOf({ id, name: id, data, options, height: 300, embed, json: shapes[id] });

test('code is ASCII, whatever stands in it, and says the same', () => {
  const words = 'k(Δ) ≤ ‘λ’ “𝜃” \u{1F600} <é>';
  fc.assert(
    fc.property(
      fc.oneof(
        fc.constant(words),
        fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed()),
      ),
      (text) => {
        const shown = text.replace(/[\0\r]/g, '');
        const { text: made } = code('line', { series: [{ name: shown, values: [1, 2, 4] }] }, { title: shown });
        assert.match(made, /^[\0-\x7f]*$/);
        const { caption, data } = parsed(made);
        assert.equal(caption, shown);
        assert.equal(JSON.parse(data).series[0].name, shown);
        const frame = frameSnippet({ name: shown, height: 10 }, 'https://example.org/ä');
        assert.match(frame, /^[\0-\x7f]*$/);
      },
    ),
  );
  assert.match(
    code('line', { series: [{ name: 'a', values: [1] }] }).text,
    /^<script src="posenc-chart.js"><\/script>/,
  );
});

test('a chart goes by its id in the list', () => {
  for (const { id, make } of charts) assert.equal(make.id, id);
});

describe('the code draws the same picture', () => {
  for (const [id, { good }] of Object.entries(chartCases))
    good.forEach(({ data, options }, i) =>
      test(`${id} ${i + 1}`, () => {
        const { text, left } = code(id, data, options);
        assert.equal(left, '');
        assert.equal(drawn(parsed(text)), rowOf(id).make.svg(data, options));
      }),
    );
});

test('texts of data end neither an attribute nor the script', () => {
  const evil = `</script><script>alert(1)</script>'"<!--&amp;`;
  const data = { names: [evil], series: [{ name: evil, values: [1] }] };
  const { text } = code('bar', data, { title: evil, y: { title: evil } });
  assert.equal(text.match(/<\/?script/g).length, 4);
  assert.equal(drawn(parsed(text)), rowOf('bar').make.svg(data, { title: evil, y: { title: evil } }));
});

test('a chart of a spec is embedded with its spec', () => {
  const spec = { encoding: 'rope', dim: 8 };
  const { text } = code('heat-map', { rows: 1, cols: 1, data: [1] }, { colours: 'magma' }, { spec, positions: 9 });
  const { spec: written, data, ...rest } = parsed(text);
  assert.deepEqual(JSON.parse(written), spec);
  assert.equal(data, undefined);
  assert.deepEqual(rest, { chart: 'heat-map', positions: '9', options: '{"colours":"magma"}' });
});

describe('what has too many numbers is thinned, and it is said', () => {
  const long = (n, f = (i) => Math.sqrt(i) * (i % 3)) => Float64Array.from({ length: n }, (_, i) => f(i));
  const matrix = (rows, cols) => ({ rows, cols, data: long(rows * cols, (i) => ((i * 7919) % 1000) / 999) });
  const curves = {
    series: [
      { name: 'a', values: long(100_000) },
      { name: 'b', values: long(100_000, (i) => -i) },
    ],
  };
  const cases = {
    line: [curves],
    spectrum: [{ series: [{ name: 'a', values: long(50_000, (i) => 1 / (i + 1)) }] }],
    'small-multiples': [{ panels: curves.series.map((one) => ({ title: one.name, series: [one] })) }],
    scatter: [{ x: long(50_000), y: long(50_000), value: long(50_000), labels: Array.from(long(50_000), String) }],
    scatter3d: [{ x: long(9000), y: long(9000), z: long(9000), group: long(9000, (i) => i % 2), groups: ['a', 'b'] }],
    'heat-map': [matrix(600, 400), { rows: { title: 'position' } }],
    'attention-matrix': [matrix(400, 400)],
    'channel-curves': [{ table: matrix(5000, 64), pairs: [0, 9], wavelengths: long(32) }],
  };
  for (const [id, [data, options]] of Object.entries(cases))
    test(id, () => {
      const { text, left } = code(id, data, options);
      assert.match(left, /^It holds [\d,]+ of [\d,]+ .*rounded to 5 digits or more\.$/);
      assert.ok(text.length < 250_000, `${text.length}`);
      const { data: inside } = parsed(text);
      const count = inside.split(/[,[]/).filter((part) => part !== '0').length;
      assert.ok(count < mostNumbers * 1.4 && count > mostNumbers * 0.1, `${count} of ${mostNumbers}`);
      assert.match(drawn(parsed(text)), /^<svg/);
    });
  test('of curves the extremes stay', () => {
    const read = JSON.parse(parsed(code('line', curves).text).data);
    const [highest, lowest] = [Math.max(...curves.series[0].values), -99_999];
    assert.ok(Math.abs(Math.max(...read.series[0].values) / highest - 1) < 1e-4);
    assert.equal(Math.min(...read.series[1].values), lowest);
    assert.deepEqual([read.x[0], read.x.at(-1)], [0, 99_999]);
  });
  test('rows of a thinned matrix keep their numbers', () => {
    const { rows } = JSON.parse(parsed(code('heat-map', ...cases['heat-map']).text).options);
    assert.equal(rows.first, 0);
    assert.ok(rows.step > 1);
  });
});

describe('what is wrong in JSON is refused with its field', () => {
  const cases = [
    ['line', 'data', { series: 'no' }, 'data.series'],
    ['line', 'data', { series: [{ name: 'a', values: [1, 'x'] }] }, 'data.series[0].values[1]'],
    ['line', 'data', { series: [{ values: [1] }] }, 'data.series[0].name'],
    ['line', 'data', { series: [], colour: 'red' }, 'data.colour'],
    ['line', 'data', null, 'data'],
    ['heat-map', 'data', { rows: 1.5, cols: 1, data: [] }, 'data.rows'],
    ['wavelength-bands', 'data', { pairs: [{ index: 0, unscaledFrequency: 1, band: 'red' }] }, 'data.pairs[0].band'],
    ['line', 'options', { x: { domain: [3, 1] } }, 'options.x.domain'],
    ['wavelength-bands', 'options', { y: { domain: [3, 1] } }, 'options.y.domain'],
    ['wavelength-bands', 'options', { y: { log: false } }, 'options.y.log'],
    ['heat-map', 'options', { colours: 'jet' }, 'options.colours'],
    ['heat-map', 'options', { rows: { label: 'x' } }, 'options.rows.label'],
    ['bar', 'options', JSON.parse('{"__proto__": {"tools": false}}'), 'options.__proto__'],
    ['clock-hands', 'options', { cursor: {} }, 'options.cursor'],
  ];
  for (const [id, part, value, field] of cases)
    test(`${id}: ${field}`, () => {
      const { message } = throwsPosencError(() => shapes[id][part].read(value, part), undefined, field);
      assert.ok(message.startsWith(field.replace(/\.[^.[]*$/, '')), message);
    });
});

test('wavelengths of a spec have the bands and lengths of the report on its config', async () => {
  const names = ['llama-3.1-8b', 'qwen2.5-7b-yarn', 'deepseek-v3', 'gpt-oss-20b', 'phi-3-mini-128k'];
  const linear = {
    model_type: 'llama',
    head_dim: 64,
    max_position_embeddings: 4096,
    rope_scaling: { type: 'linear', factor: 4 },
  };
  const configs = names.map((name) => readFileSync(new URL(`../golden/configs/${name}.json`, import.meta.url), 'utf8'));
  for (const config of [...configs, JSON.stringify(linear)]) {
    const report = await pe.report(config);
    const { json, svg } = rowOf('wavelength-bands').make;
    const [data] = await (await json()).ofSpec(pe, { spec: report.spec, positions: 64 });
    assert.deepEqual(
      data.pairs.map(({ band }) => band),
      report.pairs.map(({ band }) => band),
    );
    if (report.spec.scaling.originalContext) assert.equal(data.trainedContext, report.trainedContext);
    assert.match(svg(data), />before scaling</);
  }
});

describe('errors of <posenc-chart> say how it is meant', () => {
  const message = async (request) => (await refused(chartOf(request, async () => pe))).message;

  test('wrong data: the smallest data of that chart, which it draws', async () => {
    for (const { id, make } of charts) {
      const { smallest, data } = shapes[id];
      assert.match(make.svg(data.read(JSON.parse(smallest), 'data')), /^<svg/, id);
      for (const wrong of ['[1, 2]', 'oops', '{}', '{"rows":"x"}'])
        assert.ok((await message({ chart: id, data: wrong })).endsWith(smallest), `${id} ${wrong}`);
    }
  });
  test('docs/embed.md has the same data', () => {
    const text = readFileSync(new URL('../../docs/embed.md', import.meta.url), 'utf8');
    const rows = [...text.matchAll(/^\| `([\w-]+)` \| .+ \| `(\{.+\})` \|$/gm)];
    assert.equal(rows.length, 7);
    for (const [, id, data] of rows) assert.equal(data, shapes[id].smallest);
  });
  test('an attribute of other elements, or with a typing error, is refused; those of pages and frameworks are not', () => {
    const known = ['chart', 'spec', 'data', 'options', 'positions', 'height', 'theme', 'caption', 'group'];
    for (const [name, hint] of [
      ['src', "'data'?): the attribute data takes the JSON itself, not its address"],
      ['type', "'chart'?)"],
      ['captoin', "'caption'?)"],
      ['option', "'options'?)"],
      ['encoding', "'spec'?)"],
    ]) {
      const { message } = throwsPosencError(() => refuseAttributes(['chart', name], known), 'bad_argument', name);
      assert.ok(message.includes(`no attribute '${name}' (did you mean ${hint}`), message);
    }
    const others = [
      'id',
      'class',
      'part',
      'title',
      'data-at',
      '_ngcontent-x',
      'v-if',
      '@click',
      'onerror',
      'aria-label',
      'x',
    ];
    refuseAttributes([...known, ...others], known);
  });
  test('what was given is quoted as it is, and a domain is described plainly', async () => {
    const data = '{"series":[{"name":"a","values":["3"]}]}';
    assert.match(await message({ chart: 'line', data }), /must be a number or null, got '3' \(a string\)/);
    const options = '{"x":{"domain":[3,1]}}';
    assert.match(
      await message({ chart: 'line', options }),
      /must be two numbers, the smaller one first, such as \[1, 100\]/,
    );
  });
  test('a missing part is missing', async () => {
    const said = await message({ chart: 'heat-map', data: '{"data":[1,2,3]}' });
    assert.match(said, /^data\.rows is missing\. The smallest data of 'heat-map': \{"rows":1,/);
  });
  test('options by the names of other programs', async () => {
    const hints = {
      '{"title":"A"}': "the attribute 'caption'",
      '{"height":9}': "the attribute 'height'",
      '{"xlim":[0,9]}': "'x.domain'",
      '{"ylabel":"y"}': "'y.title'",
      '{"x":{"range":[0,9]}}': "'domain'",
      '{"y":{"label":"y"}}': "'title'",
      '{"joind":true}': "'joined'",
    };
    for (const [options, hint] of Object.entries(hints)) {
      const said = await message({ chart: 'line', options });
      assert.ok(said.includes(` (did you mean ${hint}?); it may have `), said);
    }
    assert.match(await message({ chart: 'heat-map', options: '{"cmap":"magma"}' }), /did you mean 'colours'/);
    assert.match(await message({ chart: 'clock-hands', options: '{"xlim":[0,9]}' }), /^options has no xlim; it may/);
  });
});

describe('data of calls that a chart was given are its code', () => {
  const spec = { encoding: 'sinusoidal', dim: 8 };
  const table = ['table', spec, 6];
  /** Compares the chart drawn from its code with the chart drawn directly by its calls. */
  const same = async (id, data, said, expected) => {
    const { data: inside } = parsed(code(id, data, {}, { data: said }).text);
    assert.equal(inside, expected);
    const read = shapes[id].data.read(await withCalls(JSON.parse(inside), async () => pe), 'data');
    assert.equal(rowOf(id).make.svg(read), rowOf(id).make.svg(data));
  };

  test('a matrix, and its numbers', async () => {
    const made = await pe.table(spec, 6);
    const call = '{"call":["table",{"encoding":"sinusoidal","dim":8},6]';
    await same('heat-map', made, { call: table }, `${call}}`);
    const numbers = { data: { call: table, of: 'data' }, rows: 6, cols: 8 };
    await same('heat-map', made, numbers, `{"rows":6,"cols":8,"data":${call},"of":"data"}}`);
  });
  test('a call that stands there already is named by its place; steps are said; even numbers are a range', async () => {
    const call = ['analyse', { analysis: 'spectrum', vectors: 2 }, { table: { spec, positions: 9 } }];
    const { eigenvalues, eigenvectors } = await pe.analyse(...call.slice(1));
    const x = Float64Array.from({ length: 9 }, (_, i) => 1 + 2 * i);
    const then = [
      ['times', 0.5],
      ['first', 9],
    ];
    const values = steps.first(steps.times(eigenvalues, 0.5), 9);
    await same(
      'line',
      {
        x,
        series: [
          { name: 'a', values },
          { name: 'b', values: steps.row(eigenvectors, 1) },
        ],
      },
      {
        x,
        series: [
          { name: 'a', values: { call, of: 'eigenvalues', then } },
          { name: 'b', values: { call, of: 'eigenvectors', then: [['row', 1]] } },
        ],
      },
      '{"x":{"start":1,"count":9,"step":2},"series":[{"name":"a","values":{"call":["analyse",{"analysis":"spectrum","vectors":2},' +
        '{"table":{"spec":{"encoding":"sinusoidal","dim":8},"positions":9}}],"of":"eigenvalues","then":[["times",0.5],["first",9]]}},' +
        '{"name":"b","values":{"call":0,"of":"eigenvectors","then":[["row",1]]}}]}',
    );
  });
  test('calls of calls: arguments, and what is taken away', async () => {
    const [a, b] = [table, ['table', { ...spec, base: 50 }, 6]];
    const [ofA, ofB] = [await pe.table(...a.slice(1)), await pe.table(...b.slice(1))];
    const of = 'data';
    await same(
      'heat-map',
      { ...ofA, data: steps.minus(ofA.data, ofB.data) },
      { rows: 6, cols: 8, data: { call: a, of, then: [['minus', { call: b, of }]] } },
      '{"rows":6,"cols":8,"data":{"call":["table",{"encoding":"sinusoidal","dim":8},6],"of":"data",' +
        '"then":[["minus",{"call":["table",{"encoding":"sinusoidal","dim":8,"base":50},6],"of":"data"}]]}}',
    );
    const ones = { data: new Float64Array(40).fill(1), rows: 5, cols: 8 };
    const rotate = ['rotate', { encoding: 'rope', dim: 8 }, ones, 5];
    await same(
      'heat-map',
      await pe.rotate(...rotate.slice(1)),
      { call: rotate },
      '{"call":["rotate",{"encoding":"rope","dim":8},{"data":{"start":1,"count":40,"step":0},"rows":5,"cols":8},5]}',
    );
    const ofUnits = (unit) => ['analyse', { analysis: 'spectrum' }, { table: unit }];
    const { eigenvalues } = await pe.analyse(...ofUnits(steps.unitRows(ofA)).slice(1));
    const name = 'e';
    await same(
      'spectrum',
      { series: [{ name, values: eigenvalues }] },
      { series: [{ name, values: { call: ofUnits({ call: a, then: [['unitRows']] }), of: 'eigenvalues' } }] },
      '{"series":[{"name":"e","values":{"call":["analyse",{"analysis":"spectrum"},{"table":' +
        '{"call":["table",{"encoding":"sinusoidal","dim":8},6],"then":[["unitRows"]]}}],"of":"eigenvalues"}}]}',
    );
  });
  test('long numbers of elsewhere among them: then all are written', async () => {
    const call = ['kernelProfile', spec, 20_000];
    const values = await pe.kernelProfile(spec, 20_000);
    const other = values.map((value, i) => value + (i % 3));
    const data = {
      series: [
        { name: 'a', values },
        { name: 'b', values: other },
      ],
    };
    const said = { series: [{ name: 'a', values: { call } }, data.series[1]] };
    const { text, left } = code('line', data, {}, { data: said });
    assert.doesNotMatch(text, /call/);
    assert.match(left, /^It holds /);
  });
  for (const [data, field] of [
    [{ call: ['train', {}] }, 'data.call[0]'],
    [{ call: ['table', spec, 4], of: 'constructor' }, 'data.of'],
    [{ call: ['table', spec, 4], then: [['toString']] }, 'data.then[0]'],
    [{ call: ['table', spec, 4], then: [['first', 2 ** 40]] }, 'data.then[0]'],
    [{ call: ['frequencies', spec], then: [['row', 0]] }, 'data.then[0]'],
    [
      {
        call: ['table', spec, 4],
        of: 'data',
        then: [
          ['times', 2],
          ['minus', null],
        ],
      },
      'data.then[1]',
    ],
    [{ call: 0 }, 'data.call'],
    [{ call: ['table', spec, 4], more: 1 }, 'data.more'],
    [{ call: 'table' }, 'data.call'],
    [{ series: Array.from({ length: 70 }, () => ({ call: ['frequencies', spec] })) }, 'data.series[64].call'],
  ])
    test(`refused: ${field}`, () =>
      refused(
        withCalls(data, async () => pe),
        'bad_argument',
        field,
      ));
});

test('docs/embed.md names the steps', () => {
  const text = readFileSync(new URL('../../docs/embed.md', import.meta.url), 'utf8');
  const [, listed] = /what is done to them: ([^(]*)\(/.exec(text);
  assert.deepEqual([...listed.matchAll(/`(\w+)`/g)].map(([, name]) => name).sort(), Object.keys(steps).sort());
});

test('rows of a heat map in JSON are named by a list, or from a first value with a step', () => {
  const labels = (rows) => {
    const { label = String } = heatMapData.options.read({ rows }, 'options').rows;
    return [0, 1, 2].map((i) => label(i));
  };
  assert.deepEqual(labels({ names: ['a', 'b'] }), ['a', 'b', '2']);
  assert.deepEqual(labels({ first: 10, step: 4 }), ['10', '14', '18']);
  assert.deepEqual(labels({ first: 10 }), ['10', '11', '12']);
  assert.deepEqual(labels({ step: 4 }), ['0', '4', '8']);
  assert.deepEqual(labels({ title: 'position' }), ['0', '1', '2']);
});
