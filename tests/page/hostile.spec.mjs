/**
 * More than a thousand hostile texts (hostile-payloads.mjs) in every place that accepts untrusted text: nothing runs,
 * nothing is requested elsewhere, no policy is violated (page.mjs watches both), no prototype changes, the page works.
 */
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { root } from '../../web/tools/setup.mjs';
import { sampled } from '../web/support/random.mjs';
import { gguf } from '../web/support/gguf.mjs';
import { payloads } from './hostile-payloads.mjs';
import { expect, test } from './page.mjs';
import { fileOf, linkOf, openFile, tabOf } from './reader.mjs';
import { pages } from './visit.mjs';

const counts = { prose: 200, names: 120, outputs: 240, links: 330, files: 180, elements: 100, kept: 30 };
const all = payloads(Object.values(counts).reduce((sum, count) => sum + count));
const texts = {};
for (const [place, count] of Object.entries(counts)) texts[place] = all.splice(0, count);

test.use({ alone: true });
test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    globalThis.hits = [];
    globalThis.ran = (number) => globalThis.hits.push(number);
  });
  page.on('dialog', (dialog) => (expect(dialog.message(), 'a dialog').toBe(''), dialog.dismiss()));
});

/** Nothing ran in any frame, and objects are unchanged. */
async function untouched(page) {
  for (const frame of page.frames())
    expect(await frame.evaluate(() => [globalThis.hits ?? [], Object.keys(Object.prototype), {}.ran])).toEqual([
      [],
      [],
      undefined,
    ]);
}
/** Passes files to an input, or drops them if there is none. */
const give = (page, selector, files) =>
  page.evaluate(
    ([place, list]) => {
      const transfer = new DataTransfer();
      for (const [name, bytes] of list)
        transfer.items.add(new File([typeof bytes === 'string' ? bytes : Uint8Array.from(bytes)], name));
      const target = document.querySelector(place);
      if (target.type === 'file') {
        target.files = transfer.files;
        target.dispatchEvent(new Event('change', { bubbles: true }));
      } else
        for (const type of ['dragenter', 'dragover', 'drop'])
          target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: transfer }));
    },
    [selector, files],
  );
const turn = (page) => page.evaluate(() => new Promise((done) => setTimeout(done, 20)));
const escaped = (text) => text.replace(/<(?=\\*\/script[\s>])/gi, '<\\');

test('there are more than a thousand', () => {
  const every = Object.values(texts).flat();
  expect(every.length).toBeGreaterThanOrEqual(1000);
  expect(new Set(every).size).toBeGreaterThan(1000);
});

test('notebooks: their prose, formulas, sources, titles, names of files', async ({ notebook, page }) => {
  const cells = texts.prose.map((text, i) =>
    i % 5 === 3 ? [escaped(text), 'application/x-tex'] : i % 5 === 4 ? escaped(text) : [escaped(text), 'text/markdown'],
  );
  await openFile(tabOf(page), notebook.origin, fileOf(cells));
  // cells with an expression wait until they are run
  await expect.poll(() => page.locator('.nb-md .nb-prose, .nb-tex .nb-prose').count()).toBeGreaterThan(150);
  await untouched(page);
  for (let i = 0; i < texts.names.length; i += 4) {
    const [title, name, type, attribute] = texts.names.slice(i, i + 4);
    const text = `<!doctype html><notebook><title>${title}</title><script id="${name}" type="${type}" ${attribute}>1</script></notebook>`;
    await give(page, 'body', [[name, i % 8 ? text : fileOf(['1'], title)]]);
    await turn(page);
  }
  await give(page, 'body', [['last.html', fileOf(['"works"'], 'last')]]);
  await expect(page).toHaveTitle(/^last/);
  await page.getByRole('button', { name: 'Run this notebook' }).click();
  await expect(page.locator('#cell-1 .nb-outputs')).toHaveText('works');
  await untouched(page);
});

test('what cells show: every kind of output, and every chart with its files', async ({ notebook, page }) => {
  const some = JSON.stringify(texts.outputs).replaceAll('<', '\\u003c');
  const data = `const all = ${some};
    const part = (k, n) => all.slice(k * n, (k + 1) * n);`;
  const series = '[{ name: t, values: [1, 2, NaN] }]';
  const axes = 'x: { title: t, link: t }, y: { title: t, link: t }';
  /** Data, and options of the kind that may be strings. */
  const charts = {
    lineChart: [`{ series: ${series}, x: [1, 2, 3] }`, `${axes}, rules: [{ value: 1, text: t }]`],
    barChart: ['{ names: [t, "b"], series: [{ name: t, values: [1, 2] }] }', axes],
    heatMap: [
      '{ rows: 2, cols: 2, data: [1, 2, 3, 4] }',
      'colours: t, rows: { title: t, link: t, label: () => t }, cols: { title: t }',
    ],
    attentionMatrix: ['{ rows: 1, cols: 1, data: [1] }', 'queries: [t], keys: [t], quantity: t, colours: t'],
    smallMultiples: [`{ panels: [{ title: t, series: ${series} }] }`, axes],
    scatter: ['{ x: [1, 2], y: [1, 2], group: [0, 1], groups: [t, "b"], labels: [t, t] }', `${axes}, item: t`],
    spectrumChart: [`{ series: [{ name: t, values: [2, 1] }] }`, axes],
    clockHands: ['{ frequencies: [1, 2] }', 'position: 1'],
  };
  const common = 'title: t, label: t, file: t, theme: t, height: 90';
  await openFile(
    tabOf(page),
    notebook.origin,
    fileOf(
      [
        `import { ${Object.keys(charts)} } from "posenc/charts"; ${data}`,
        'for (const t of part(0, 60)) display(t)',
        'for (const t of part(1, 60)) display(md`${t}`)',
        'for (const t of part(2, 60)) display(tex(Object.assign([t], { raw: [t] })))',
        'display(Object.fromEntries(all.slice(0, 40).map((t) => [t, t]))); display(new Map([[all[1], all[2]]])); display(Table(all.map((t) => ({ [all[7]]: t, value: t }))))',
        'for (const t of part(3, 60)) check(t, t, t + 1)',
        'view(Inputs.select(all, { label: all[3] })); for (const t of part(4, 15)) { view(Inputs.text({ label: t, placeholder: t, value: t })); view(Inputs.toggle({ label: t })); view(Inputs.file({ label: t, accept: t })) }',
        'throw new TypeError(all.slice(0, 20).join(" "))',
        'Object.assign(Object.prototype, { ran: 1 }); display({ shown: true }); delete Object.prototype.ran',
        ...Object.entries(charts).map(
          ([name, [value, own]]) =>
            `for (const t of all.slice(5, 17)) display(${name}(${value}, { ${common}, ${own} }))`,
        ),
      ].map(escaped),
    ),
  );
  await page.getByRole('button', { name: 'Run this notebook' }).click();
  await expect(page.locator('#notebook')).toHaveAttribute('data-running', '0', { timeout: 40_000 });
  await expect(page.locator('#cell-6 .nb-check')).toHaveCount(60);
  await expect(page.locator('#cell-8 .nb-fault')).toContainText('TypeError');
  await untouched(page);
  const files = await page.evaluate(() =>
    [...document.querySelectorAll('.nb-chart > div')]
      .filter((one) => one.toSVG)
      .map((chart) => [chart.toSVG(), chart.toCSV()]),
  );
  // in a page without a policy, because ours forbids parsing the text as a document
  const blank = await page.context().newPage();
  const wrong = await blank.evaluate(wrongIn, files);
  await blank.close();
  expect(files.length).toBeGreaterThan(60);
  expect(wrong).toEqual([]);
});

/** Runs in a page: parts of an SVG that are not a picture, and CSV cells that a spreadsheet would compute. */
function wrongIn(files) {
  return files.flatMap(([svg, csv]) => {
    const picture = new DOMParser().parseFromString(svg, 'image/svg+xml');
    const foreign = [...picture.querySelectorAll('*')].flatMap((one) => [
      ...(/^(svg|g|rect|path|circle|text|image|title)$/.test(one.localName) ? [] : [one.localName]),
      ...[...one.attributes]
        .filter(
          ({ name, value }) => /^on|^style$/i.test(name) || (name !== 'aria-label' && /url\(|hostile/.test(value)),
        )
        .map(({ name, value }) => `${one.localName} ${name}=${value}`),
    ]);
    return [...foreign, ...(csv.match(/(?<=^|,)"\s*[=+@\t-](?!\d+")[^"]*/gm) ?? [])];
  });
}

test('links: every key of a page', async ({ notebook, page }) => {
  test.slow();
  const keys = 'e s a n p config name colours show layer head start step ctx task pair hide sigmas dtype device e.dim s.factor t.batch model.dim layers l0 offsets nb __proto__ constructor ran'.split(' '); // prettier-ignore
  const each = Math.floor(texts.links.length / pages.length);
  for (const [i, file] of sampled('pages of hostile links', [...pages.entries()], 2)) {
    const own = texts.links.slice(i * each, (i + 1) * each);
    const fragments = Array.from({ length: 3 }, (_, k) => {
      const given = new URLSearchParams({ v: '1' });
      own.forEach((text, j) => given.set(keys[(j + 7 * k) % keys.length], text));
      const config = JSON.stringify({
        model_type: own[k],
        rope_scaling: { rope_type: own[k + 1], [own[k + 2]]: own[k + 3] },
      });
      if (k === 0) given.set('file', deflateRawSync(config).toString('base64url'));
      return `#${given}`;
    });
    await page.goto(`${notebook.origin}${file}${fragments[0]}`);
    await notebook.ready();
    for (const fragment of fragments.slice(1)) {
      await page.evaluate((hash) => (location.hash = hash), fragment);
      await turn(page);
    }
    if (file === 'notebooks.html') {
      const cells = own.map((value, id) => ({
        id: id + 1,
        mode: id % 2 ? 'md' : 'js',
        value,
        pinned: value,
        [value]: 1,
      }));
      await page.goto(`${notebook.origin}${file}?${linkOf({ title: own[0], cells, inputs: { [own[1]]: own[2] } })}`);
      await expect(page.locator('.nb-review')).toBeVisible();
    }
    await untouched(page);
    expect(await page.locator('h1, .nb-review').count(), file).toBeGreaterThan(0);
  }
});

const safetensors = (names, value) => {
  const entry = { dtype: 'F32', shape: [2, 2], data_offsets: [0, 16] };
  const header = Buffer.from(
    JSON.stringify(Object.fromEntries([['__metadata__', { [value]: value }], ...names.map((name) => [name, entry])])),
  );
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  return [...Buffer.concat([length, header, Buffer.alloc(16)])];
};

test('files: configs, checkpoints, matrices, puzzles, by their names and by what is in them', async ({
  notebook,
  page,
}) => {
  test.slow();
  await notebook.open('', 'config');
  for (let i = 0; i < 120; i += 4) {
    const [a, b, c, d] = texts.files.slice(i, i + 4);
    const config = `{"model_type":${JSON.stringify(a)},"architectures":[${JSON.stringify(b)}],"head_dim":64,"max_position_embeddings":4096,${i % 8 ? '' : '"__proto__":{"ran":1},'}"rope_scaling":{"rope_type":${JSON.stringify(c)},${JSON.stringify(d)}:1}}`;
    const keys = {
      'general.architecture': ['str', a],
      'general.name': ['str', b],
      [`${a}.rope.scaling.type`]: ['str', c],
      [d]: ['str', d],
    };
    const file = [
      [a, config],
      [`${b}.gguf`, [...gguf(keys, { [d]: { shape: [2], data: [1, 2] } })]],
      [`${c}.safetensors`, safetensors([a, b, c, d], a)],
      [`${d}.npy`, [...Buffer.from(`\x93NUMPY\x01\x00\x76\x00{'descr': '${a}', 'shape': (2, 2), }`, 'latin1')]],
    ][(i / 4) % 4];
    await give(page, '.drop-zone', [file]);
    await turn(page);
  }
  await untouched(page);
  await notebook.drop('config.json', JSON.stringify({ head_dim: 64, rope_theta: 1e4, max_position_embeddings: 4096 }));
  await expect(page.locator('.report-title')).toHaveText('config.json');

  await page.goto(`${notebook.origin}analyses.html#v=1&a=spectrum`);
  await notebook.whole();
  for (const text of texts.files.slice(120, 150))
    await give(page, 'input[type=file]', [[`${text}.csv`, `${text},1\n2,${text}\n`]]);
  await turn(page);
  await untouched(page);

  await page.goto(`${notebook.origin}lab.html`);
  await notebook.whole();
  await page.locator('.lab-change summary').click();
  await page.locator('select[name=task]').selectOption('own-squares');
  const names = texts.files.slice(150, 180);
  await give(
    page,
    'input[type=file][name=cells]',
    names.map((text) => [`${text}.csv`, 'puzzles,solutions\n1234341221434325,1\n']),
  );
  await turn(page);
  await give(
    page,
    'input[type=file][name=cells]',
    names.map((text) => [text, `puzzles,solutions\n${text},${text}\n`]),
  );
  await turn(page);
  await untouched(page);
});

test('<posenc-chart>: its attributes, under a strict policy', async ({ notebook, page }) => {
  const strict = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'";
  const headers = { 'content-security-policy': strict };
  await page.route('**/hostile.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers,
      body: '<!doctype html><script src="posenc-chart.js"></script>',
    }),
  );
  await page.route('**/posenc-chart.js', (route) => route.fulfill({ path: join(root, 'dist/script/posenc-chart.js') }));
  await page.goto(`${notebook.origin}hostile.html`);
  const told = await page.evaluate(async (given) => {
    const spec = (text) => JSON.stringify({ encoding: 'rope', dim: 16, [text]: text });
    const made = given.map((text, i) => {
      const attributes = [
        { caption: text, spec: '{"encoding":"rope","dim":16}', positions: '4' },
        { chart: text },
        { spec: text },
        { spec: spec(text), theme: text },
        { height: text, positions: text },
      ][i % 5];
      const chart = document.createElement('posenc-chart');
      for (const [name, value] of Object.entries(attributes)) chart.setAttribute(name, value);
      const done = new Promise((resolve) => {
        chart.addEventListener('ready', () => resolve(chart.shadowRoot.childElementCount > 0));
        chart.addEventListener('error', () =>
          resolve(chart.shadowRoot.querySelector('[role=alert]').textContent !== ''),
        );
      });
      // all in view at once
      chart.style.position = 'absolute';
      document.documentElement.append(chart);
      return done;
    });
    return Promise.all(made);
  }, texts.elements);
  expect(told).toEqual(texts.elements.map(() => true));
  await untouched(page);
});

test('what is kept in the browser, and the name in the address', async ({ notebook, page }) => {
  for (const i of sampled('kept texts', [0, 6, 12, 18, 24], 1)) {
    const [theme, trusted, key, given, name, item] = texts.kept.slice(i, i + 6);
    await page.goto(`${notebook.origin}notebooks.html?name=${encodeURIComponent(name)}`);
    await expect(page.locator('#fault')).toContainText('no notebook of that name');
    await page.evaluate(
      ([a, b, c, d, e]) => {
        for (const place of Object.keys(localStorage)) localStorage.setItem(place, e);
        localStorage.setItem('posenc-theme', a);
        localStorage.setItem('posenc-trusted-notebooks', JSON.stringify([b, { __proto__: [c] }]));
        const one = `{"posenc":"progress","version":1,"notebooks":{"kernels":{${JSON.stringify(c)}:{"given":${JSON.stringify(d)},"solved":true},"__proto__":{"ran":1}}}}`;
        localStorage.setItem('posenc-progress', one);
      },
      [theme, trusted, key, given, item],
    );
    await page.goto(`${notebook.origin}notebooks.html?name=kernels`);
    await notebook.ready();
    await untouched(page);
  }
  await expect(page.locator('#notebook')).toHaveAttribute('data-running', '0', { timeout: 30_000 });
});
