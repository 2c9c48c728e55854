/**
 * Notebooks for readers: every one of examples/notebooks runs, and all its checks hold. Any cell can be edited, and
 * dependent cells follow. Changes go into a link or a file, which runs only after its reader agrees.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { notebookPaths } from '../web/support/notebook-files.mjs';
import { root } from '../web/support/posenc.mjs';
import { changed, sampled } from '../web/support/random.mjs';
import { faultsOfFormulas } from './formulas.mjs';
import { cell, edit, names, open, runAll, runFile, settled, textOf } from './notebook-steps.mjs';
import { expect, test } from './page.mjs';
import { views, visit } from './visit.mjs';
import { faultsOfText } from './visible-text.mjs';

/** KiB in brotli of a first visit: includes the cells' outputs, but not the code that computes them. */
const MOST_KIB = 110;

test('the index follows from the folder', async ({ notebook, page }) => {
  await notebook.open('notebooks.html', 'index');
  const links = await page.$$eval('.nb-index a[href^="?name="]', (all) => all.map((a) => a.getAttribute('href')));
  expect(links).toEqual(names.map((name) => `?name=${name}`));
  for (const [name, path] of notebookPaths) {
    const said = /takes about (\d+) minutes/.exec(readFileSync(join(root, path), 'utf8'))?.[1];
    const row = page.locator('.nb-index li', { has: page.locator(`a[href="?name=${name}"]`) });
    await expect(row.getByText(/^About \d+ minutes$/), name).toHaveText(said ? [`About ${said} minutes`] : []);
  }
  await page.locator('.nb-index a').first().click();
  await settled(page);
});

const withRoots = names.filter((name) => readFileSync(join(root, notebookPaths.get(name)), 'utf8').includes('\\sqrt'));
test('no root stands apart from what follows it, in any notebook', async ({ notebook, page }) => {
  test.slow();
  let count = 0;
  for (const name of withRoots) {
    await open(notebook, page, name);
    await notebook.unfold();
    count += await page.locator(':is(msqrt, mroot):visible').count();
    await expect.poll(() => faultsOfFormulas(page), { message: name }).toEqual([]);
  }
  expect(count).toBeGreaterThan(10);
});

// all of them run in Node (authored-notebooks.test.mjs); here in a page, with the same outputs, prose and formulas
for (const name of sampled('notebooks that are run', names, 3, (one) => changed(`/${one}.html`)))
  test(`${name}: every cell runs, every check holds, axe finds nothing`, async ({ notebook, page }) => {
    await open(notebook, page, name);
    await expect.poll(() => page.locator('.nb-chart:empty').count()).toBe(0);
    await expect(page.locator('iframe'), 'it has not run').toHaveCount(0);
    expect(await page.locator('math').count()).toBeGreaterThan(0);
    expect(await faultsOfFormulas(page)).toEqual([]);
    const outputs = page.locator('.nb-outputs > *');
    const count = await outputs.count();
    await outputs.evaluateAll((all) => all.forEach((one) => (one.dataset.came = 'with the page')));
    await runAll(page);
    await expect(page.locator('.nb-cell[data-state=failed]')).toHaveCount(0);
    await expect(page.locator('[data-came]'), 'this browser computes what came with the page, to the bit').toHaveCount(
      count,
    );
    await expect(outputs).toHaveCount(count);
    const checks = await page.$$eval('.nb-check', (all) => all.map((one) => [one.textContent, one.dataset.passes]));
    expect(checks.length).toBeGreaterThan(2);
    expect(checks.filter(([, passes]) => passes !== 'true')).toEqual([]);
    await expect(page.locator('.nb-counts')).toContainText(`${checks.length} of ${checks.length} claims hold`);
    await expect(page.locator('code.tex-wrong')).toHaveCount(0);
    expect(await faultsOfText(page)).toEqual([]);
    await expect.poll(() => page.locator('.nb-chart:empty').count()).toBe(0);
    expect(await notebook.violations()).toEqual([]);
    expect(page.url(), 'nothing was changed').not.toContain('#');
  });

test.describe('on a phone, dark', () => {
  const { viewport, deviceScaleFactor, hasTouch, isMobile } = views.phone.options;
  test.use({ alone: true, viewport, deviceScaleFactor, hasTouch, isMobile, colorScheme: 'dark' });
  for (const name of sampled('notebooks on a phone', names, 1))
    test(`${name}: nothing scrolls sideways, colours have contrast`, async ({ notebook, page }) => {
      await open(notebook, page, name);
      await expect.poll(() => page.locator('.nb-chart:empty').count()).toBe(0);
      await notebook.unfold();
      // an opened menu moves into the window in the next frame
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
        .toBeLessThanOrEqual(viewport.width);
      expect(await notebook.violations(['color-contrast', 'scrollable-region-focusable'])).toEqual([]);
    });
});

test('the reader shares what was made: the receiver sees what differs, and runs it or not', async ({
  notebook,
  page,
  context,
}) => {
  await open(notebook, page, 'kernels');
  await edit(page, 8, 'const spectrum = { eigenvalues: [1, 2] }; console.log("ran")');
  await expect.poll(() => page.url()).toContain('#v=1&nb=');
  const link = page.url();
  // its author trusts it
  await page.reload();
  await settled(page);
  await expect(page.locator('.nb-review')).toHaveCount(0);
  // another reader
  await page.evaluate(() => localStorage.clear());
  const logged = [];
  // the tests block service workers, which Playwright reports
  page.on('console', (message) => message.text().startsWith('Service Worker') || logged.push(message.text()));
  await page.goto('about:blank');
  await page.goto(link);
  await notebook.ready();
  await expect(page.locator('.nb-review')).toContainText('Nothing of it has run');
  await expect(page.locator('.nb-review')).toContainText('1 cell changed');
  await expect(page.locator('.nb-diff ins')).toHaveText(/\+const spectrum = \{ eigenvalues: \[1, 2\] \}/);
  await expect(page.locator('iframe')).toHaveCount(0);
  await expect(cell(page, 2).locator('.nb-code')).toBeVisible();
  expect(await notebook.violations()).toEqual([]);
  expect(logged).not.toContain('ran');
  await page.getByRole('button', { name: 'Run this notebook' }).click();
  await settled(page);
  await expect(page.locator('.nb-review')).toHaveCount(0);
  expect(logged).toContain('ran');
  // the same text runs the next time; another text asks first
  await page.reload();
  await settled(page);
  await expect(page.locator('.nb-review')).toHaveCount(0);
  expect(context.pages().length).toBeGreaterThan(0);
});

const packed = (value) => `#v=1&nb=${deflateRawSync(JSON.stringify(value)).toString('base64url')}`;
const script = (value) => ({ id: 99, mode: 'js', value, pinned: true, hidden: false });

test('whatever a link changes of a notebook of the site is told before it runs, its title and what controls are set to, too', async ({
  notebook,
  page,
}) => {
  const tags = [
    ...readFileSync(join(root, notebookPaths.get('kernels')), 'utf8').matchAll(/<script id="(\d+)"([^>]*)>/g),
  ];
  const [first, second, ...others] = tags.map(([, id]) => Number(id));
  const attributes = tags[0][2];
  const [pinned, hidden] = [/\bpinned\b/.test(attributes), /\bhidden\b/.test(attributes)];
  const mode = /type="text\/markdown"/.test(attributes) ? 'md' : 'js';
  const other = mode === 'md' ? 'js' : 'md';
  const altered = (change) => [{ id: first, mode, value: 'x', pinned, hidden, ...change }, second, ...others];
  const review = page.locator('.nb-review');
  for (const [given, told] of [
    [{ title: 'Call 555 0100' }, /Its title is “Call 555 0100”, not “/],
    [
      { cells: [second, first, ...others] },
      /Its cells stand in another order; by their numbers in the original: 2, 1, 3/,
    ],
    [{ cells: altered({ mode: other }) }, new RegExp(`Cell ${first}, changed; it was ${mode} and is ${other}`)],
    [{ cells: altered({ pinned: !pinned }) }, /changed; its source is /],
    [{ cells: altered({ hidden: !hidden }) }, /changed; its value is /],
  ]) {
    await page.goto('about:blank');
    await page.goto(`${notebook.origin}notebooks.html?name=kernels${packed(given)}`);
    await notebook.ready();
    await expect(review).toContainText('came with a link');
    await expect(review).toContainText(told);
  }
  // once it ran, it runs again; with another setting of a control it asks first
  const given = (value) => packed({ title: 'Mine', inputs: { '3/0': value } });
  await page.goto('about:blank');
  await page.goto(`${notebook.origin}notebooks.html?name=kernels${given(20)}`);
  await page.getByRole('button', { name: 'Run this notebook' }).click();
  await settled(page);
  for (const [value, asks] of [
    [20, 0],
    [21, 1],
  ]) {
    await page.goto('about:blank');
    await page.goto(`${notebook.origin}notebooks.html?name=kernels${given(value)}`);
    await notebook.ready();
    await expect(review).toHaveCount(asks);
  }
});

test('links that are none, or too much, leave the notebook as it is', async ({ notebook, page }) => {
  const bomb = deflateRawSync(Buffer.alloc(6_000_000, 0x20)).toString('base64url');
  await open(notebook, page, 'kernels');
  const cells = await page.locator('.nb-cell').count();
  const links = [
    '#v=1&nb=%%%',
    '#v=2&nb=abc',
    `#v=1&nb=${bomb.slice(0, 8000)}`,
    packed(null),
    packed([]),
    packed({ cells: {} }),
    packed({ cells: [1, 1] }),
    packed({ cells: [12345] }),
    packed({ cells: [{ ...script('1'), mode: '__proto__' }] }),
    packed({ cells: [{ ...script('1'), id: -1 }] }),
    packed({ __proto__: { cells: [] } }),
  ];
  for (const hash of sampled('links to no notebook', links, 3)) {
    await page.goto('about:blank');
    await open(notebook, page, 'kernels', hash);
    await expect(page.locator('.nb-cell'), hash).toHaveCount(cells);
    await expect(page.locator('.nb-review')).toHaveCount(0);
  }
});

test('what cells show is data: no text of a cell becomes markup or a script of the page', async ({
  notebook,
  page,
}) => {
  const payload = '<img src=x onerror="document.title=1"><svg onload=alert(1)></svg><script>alert(1)</script>';
  const values = [
    `display(${JSON.stringify(payload)})`,
    `display({ ${JSON.stringify(payload)}: ${JSON.stringify(payload)}, __proto__: null })`,
    `md\`${payload} [x](javascript:alert(1)) ![y](http://127.0.0.1:1/z.png)\``,
    `tex\`\\href{javascript:alert(1)}{x} \\text{${payload}}\``,
    `Table([{ ${JSON.stringify(payload)}: ${JSON.stringify(payload)} }])`,
    `check(${JSON.stringify(payload)}, ${JSON.stringify(payload)}, 1)`,
    `view(Inputs.select([${JSON.stringify(payload)}], { label: ${JSON.stringify(payload)} }))`,
    `throw new Error(${JSON.stringify(payload)})`,
    `picture(new Uint8Array([1, 2, 3]), { alt: ${JSON.stringify(payload)} })`,
  ];
  const cells = values.map((value, i) => ({ ...script(value), id: i + 1 }));
  await page.goto(`${notebook.origin}notebooks.html${packed({ title: payload, cells })}`);
  await notebook.ready();
  await page.getByRole('button', { name: 'Run this notebook' }).click();
  await settled(page);
  await expect(page.locator('.nb-cells')).toContainText('<img src=x onerror=');
  const found = await page.$$eval('.nb-cells *', (all) =>
    all
      .filter((e) => [...e.attributes].some(({ name, value }) => /^on/.test(name) || /^\s*javascript:/i.test(value)))
      .map((e) => e.outerHTML),
  );
  expect(found).toEqual([]);
  await expect(page.locator('.nb-cells :is(script, iframe, object, embed, style, svg:not(.chart))')).toHaveCount(0);
  expect(await page.title()).toContain('<img');
});

test('cells draw every chart of the list, with one cursor, and have every input', async ({ notebook, page }) => {
  const examples = new URL('../../examples/charts/', import.meta.url);
  // a chart in a cell is only a description, without events
  const charts = readdirSync(examples).map((file) => {
    const source = readFileSync(new URL(file, examples), 'utf8')
      .replace(/^import (.*) from ('.*');$/gm, 'const $1 = await import($2);')
      .replace(/^chart\.addEventListener.*$/m, '')
      .replace(/export default ([^]*);\s*$/, 'display($1);');
    return `{ ${source} }`;
  });
  const inputs = {
    range: '[0, 10], { label: "range", value: 1 }',
    number: '[0, 10], { label: "number", value: 2 }',
    select: '["a", "b"], { label: "select" }',
    text: '{ label: "text" }',
    toggle: '{ label: "toggle" }',
    matrix: '[[1, 2], [3, 4]], { label: "matrix" }',
    file: '{ label: "file" }',
  };
  const linked = `const { lineChart, sharedCursor } = await import("posenc/charts");
    const cursor = sharedCursor();
    for (const k of [1, 2]) display(lineChart({ series: [{ name: "x", values: [k, 2 * k, 3 * k] }] }, { title: "linked " + k, cursor, x: { title: "n" } }));`;
  const values = [
    ...charts,
    `{ ${linked} }`,
    ...Object.entries(inputs).map(([name, options]) => `const ${name} = view(Inputs.${name}(${options}));`),
    'display({ range, number, select, text, toggle, matrix: matrix.join(), file: file && file.name + file.bytes.byteLength })',
  ];
  await runFile(notebook, page, textOf(values));
  expect(await page.locator('.nb-fault:visible').allTextContents()).toEqual([]);
  await expect.poll(() => page.locator('.nb-chart:empty').count()).toBe(0);
  await expect(page.locator('.nb-chart')).toHaveCount(charts.length + 2);
  expect(await page.locator('.nb-chart .fault').allTextContents()).toEqual([]);

  const [one, other] = [page.locator('.nb-chart').nth(charts.length), page.locator('.nb-chart').nth(charts.length + 1)];
  await one.locator('[role=slider], [role=img], svg').first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(other.locator('.tip, .cursor, .marks').first()).toBeAttached();

  const last = page.locator('.nb-cell').last().locator('.nb-value');
  const label = (name) => page.getByLabel(name, { exact: true });
  await label('range').fill('5');
  await label('range').press('Enter');
  await label('number').fill('7');
  await label('number').press('Enter');
  await label('select').selectOption('b');
  await label('text').fill('typed');
  await label('text').press('Enter');
  await label('toggle').check();
  await label('row 1, column 0').fill('9');
  await label('row 1, column 0').press('Enter');
  await label('file').setInputFiles({ name: 'x.bin', mimeType: 'text/plain', buffer: Buffer.from('123') });
  await expect(last).toHaveText(
    '{range: 5, number: 7, select: "b", text: "typed", toggle: true, matrix: "1,2,9,4", file: "x.bin3"}',
  );
  expect(await notebook.violations(['color-contrast', 'label'])).toEqual([]);
});

test.describe('a first visit', () => {
  test.use({ alone: true });
  test('is light: neither compiler nor editor nor TeX comes before it is needed', async ({ notebook, page }) => {
    const { files, shift, moved } = await visit(page, `${notebook.origin}notebooks.html?name=exact-positions`);
    await settled(page);
    const kib = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1024;
    const weight = files.map(({ file, bytes }) => `${bytes} ${file}`).join('\n');
    expect(files.map(({ file }) => file).filter((file) => /\/(compile-cell|editor|tex-tree)-/.test(file))).toEqual([]);
    expect(kib, weight).toBeLessThan(MOST_KIB);
    expect(shift, JSON.stringify(moved, null, 1)).toBeLessThan(0.1);
  });
});
