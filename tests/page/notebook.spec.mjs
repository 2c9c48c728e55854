/**
 * Notebooks as a reader has them: every one of examples/notebooks runs, all of its checks hold; any cell can be edited,
 * and what depends on it follows; what was made goes into a link or a file, and runs for nobody before they say so.
 */
import { readdirSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { expect, test } from './page.mjs';
import { views, visit } from './visit.mjs';

const folder = new URL('../../examples/notebooks/', import.meta.url);
const names = readdirSync(folder).map((file) => file.replace(/\.html$/, ''));

/** KiB in brotli of a first visit: with what the cells show, and without what computes it. */
const MOST_KIB = 120;

const settled = (page) => expect(page.locator('#notebook')).toHaveAttribute('data-running', '0', { timeout: 30_000 });
const cell = (page, id) => page.locator(`#cell-${id}`);

/** What came with the page is replaced by what this browser computes. */
async function runAll(page) {
  await page.getByRole('button', { name: 'Run all' }).click();
  await expect(page.locator('.nb-counts')).not.toContainText('not yet run');
  await settled(page);
}
/** Chooses from a menu of the bar. */
async function choose(page, menu, item) {
  await page.locator('.nb-menu summary', { hasText: menu }).click();
  return page.getByRole('button', { name: item });
}

async function open(notebook, page, name, more = '') {
  await notebook.open(`notebooks.html?name=${name}${more}`, 'notebook');
  await settled(page);
}

/** Opens the editor of a cell and types a text in place of its source, without running it. */
async function type(page, id, text) {
  await cell(page, id).hover();
  await cell(page, id).locator('.nb-edit').click();
  await expect(cell(page, id).locator('.cm-content')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}
async function edit(page, id, text) {
  await type(page, id, text);
  await page.keyboard.press('ControlOrMeta+Enter');
}

test('the index follows from the folder', async ({ notebook, page }) => {
  await notebook.open('notebooks.html', 'index');
  const links = await page.$$eval('.nb-index a[href^="?name="]', (all) => all.map((a) => a.getAttribute('href')));
  expect(links).toEqual(names.map((name) => `?name=${name}`));
  await page.locator('.nb-index a').first().click();
  await settled(page);
});

for (const name of names)
  test(`${name}: every cell runs, every check holds, axe finds nothing`, async ({ notebook, page }) => {
    await open(notebook, page, name);
    await expect.poll(() => page.locator('.nb-chart:empty').count()).toBe(0);
    await expect(page.locator('iframe'), 'it has not run').toHaveCount(0);
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
    await expect(page.locator('.nb-counts')).toContainText(`${checks.length} of ${checks.length} checks hold`);
    await expect(page.locator('code.tex-wrong')).toHaveCount(0);
    await expect.poll(() => page.locator('.nb-chart:empty').count()).toBe(0);
    expect(await notebook.violations()).toEqual([]);
    expect(page.url(), 'nothing was changed').not.toContain('#');
  });

test.describe('on a phone, dark', () => {
  const { viewport, deviceScaleFactor, hasTouch, isMobile } = views.phone.options;
  test.use({ alone: true, viewport, deviceScaleFactor, hasTouch, isMobile, colorScheme: 'dark' });
  for (const name of names)
    test(`${name}: nothing scrolls sideways, colours have contrast`, async ({ notebook, page }) => {
      await open(notebook, page, name);
      await expect.poll(() => page.locator('.nb-chart:empty').count()).toBe(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
      expect(await notebook.violations(['color-contrast', 'scrollable-region-focusable'])).toEqual([]);
    });
});

test('an edit runs what depends on it; an error stands at its place; undo and reset bring back', async ({
  notebook,
  page,
}) => {
  await open(notebook, page, 'kernels');
  await edit(
    page,
    5,
    'const spec = { encoding: "sinusoidal", dim: 8, base };\nconst gram = await pe.gram(spec, size);\nconst profile = await pe.kernelProfile(spec, size);',
  );
  await expect(cell(page, 7).locator('strong')).toHaveText('4');
  await expect(cell(page, 5)).toHaveAttribute('data-edited', '');
  expect(await notebook.violations(), 'with an editor open').toEqual([]);

  // while it runs: where, in the cell
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('const spec = 1;\nconst gram = spec.x.y;');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(cell(page, 5).locator('.nb-fault')).toContainText('TypeError');
  await expect(cell(page, 5).locator('.nb-fault button')).toHaveText('line 2');
  await expect(cell(page, 5).locator('.wrong-line')).toHaveText('const gram = spec.x.y;');
  await expect(cell(page, 7).locator('.nb-fault')).toContainText('profile is not defined');

  // before it runs: the others keep what they have
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('const spec = {\n  encoding: ;');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(cell(page, 5).locator('.nb-fault')).toContainText('Unexpected token');
  await expect(cell(page, 5).locator('.nb-fault button')).toHaveText('line 2');

  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cell(page, 7).locator('strong')).toHaveText('4');
  await page.locator('.nb-bar').getByRole('button', { name: 'Reset' }).click();
  await expect(cell(page, 7).locator('strong')).toHaveText('32');
  await expect(page.locator('[data-edited]')).toHaveCount(0);
  await expect.poll(() => page.url()).not.toContain('#');
});

test('cells are added, moved and deleted, by keyboard', async ({ notebook, page }) => {
  await open(notebook, page, 'kernels');
  const fresh = 1 + Math.max(...(await page.$$eval('.nb-cell', (all) => all.map((one) => Number(one.dataset.cell)))));
  await cell(page, 2).locator('.nb-edit').focus();
  await page.keyboard.press('Enter');
  await expect(cell(page, 2).locator('.cm-content')).toBeFocused();
  // the way out of an editor, in which Tab indents
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(cell(page, 2).locator('.nb-run')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter'); // adds code
  await expect(cell(page, fresh).locator('.cm-content')).toBeFocused();
  await page.keyboard.insertText('[dim, base]');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(cell(page, fresh).locator('.nb-value')).toHaveText('(2) [64, 10000]');
  const order = () => page.$$eval('.nb-cell', (all) => all.map((one) => Number(one.dataset.cell)));
  expect((await order()).slice(0, 4)).toEqual([1, 2, fresh, 20]);
  await cell(page, fresh).getByRole('button', { name: 'Move down' }).click();
  expect((await order()).slice(0, 4)).toEqual([1, 2, 20, fresh]);
  await cell(page, fresh).getByRole('button', { name: 'Delete' }).click();
  await expect(cell(page, fresh)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cell(page, fresh).locator('.nb-value')).toHaveText('(2) [64, 10000]');
});

test('prose is edited, with formulas and values', async ({ notebook, page }) => {
  await open(notebook, page, 'kernels');
  await edit(page, 10, '## Now\n\nWith ${tex`\\sqrt{x}`}, *dim* is ${dim}. <img src=x onerror=alert(1)>');
  await expect(cell(page, 10).locator('h2')).toHaveText('Now');
  await expect(cell(page, 10).locator('math')).toHaveCount(1);
  await expect(cell(page, 10).locator('.nb-prose')).toContainText('dim is 64. <img src=x onerror=alert(1)>');
  await expect(cell(page, 10).locator('img')).toHaveCount(0);
});

test('an input sets what depends on it, and goes into the link', async ({ notebook, page }) => {
  await open(notebook, page, 'kernels');
  await cell(page, 4).locator('select').selectOption('16');
  await expect(cell(page, 7).locator('strong')).toHaveText('8');
  await expect.poll(() => page.url()).toContain('#v=1&nb=');
  await page.reload();
  await settled(page);
  await expect(cell(page, 4).locator('select')).toHaveValue('16');
  await expect(cell(page, 7).locator('strong')).toHaveText('8');
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
  // who made it trusts it
  await page.reload();
  await settled(page);
  await expect(page.locator('.nb-review')).toHaveCount(0);
  // someone else
  await page.evaluate(() => localStorage.clear());
  const logged = [];
  // the tests run without a service worker, of which Playwright tells
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
  expect(logged).toEqual([]);
  await page.getByRole('button', { name: 'Run this notebook' }).click();
  await settled(page);
  await expect(page.locator('.nb-review')).toHaveCount(0);
  expect(logged).toContain('ran');
  // the same text runs the next time, another one asks
  await page.reload();
  await settled(page);
  await expect(page.locator('.nb-review')).toHaveCount(0);
  expect(context.pages().length).toBeGreaterThan(0);
});

test('a notebook is saved as a file, and opened from it', async ({ notebook, page }) => {
  await open(notebook, page, 'kernels');
  await edit(page, 10, '## Saved');
  const { name, bytes } = await notebook.save(await choose(page, 'File', 'Save as a notebook'));
  expect(name).toBe('kernels-induced-by-position-encodings.html');
  const text = bytes.toString();
  expect(text).toMatch(/^<!doctype html>\n<notebook>\n {2}<title>Kernels induced/);
  expect(text).toContain('    ## Saved\n');
  const changed = text.replace('## Saved', '## From a file');
  await page.setInputFiles('.nb-bar input[type=file]', { name, mimeType: 'text/html', buffer: Buffer.from(changed) });
  await expect(page.locator('.nb-review')).toContainText('came with the file');
  await page.getByRole('button', { name: 'Run this notebook' }).click();
  await settled(page);
  await expect(cell(page, 10).locator('h2')).toHaveText('From a file');
  await expect(page.locator('.nb-counts')).toContainText('5 of 5 checks hold');
});

const packed = (value) => `#v=1&nb=${deflateRawSync(JSON.stringify(value)).toString('base64url')}`;
const script = (value) => ({ id: 99, mode: 'js', value, pinned: true, hidden: false });

test('links that are none, or too much, leave the notebook as it is', async ({ notebook, page }) => {
  const bomb = deflateRawSync(Buffer.alloc(6_000_000, 0x20)).toString('base64url');
  await open(notebook, page, 'kernels');
  const cells = await page.locator('.nb-cell').count();
  for (const hash of [
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
  ]) {
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
