/**
 * Notebooks as a reader has them: every one of examples/notebooks runs, all of its checks hold; any cell can be edited,
 * and what depends on it follows; what was made goes into a link or a file, and runs for nobody before they say so.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { notebookPaths } from '../web/support/notebook-files.mjs';
import { root } from '../web/support/posenc.mjs';
import { sampled } from '../web/support/random.mjs';
import { faultsOfFormulas } from './formulas.mjs';
import { expect, test } from './page.mjs';
import { views, visit } from './visit.mjs';
import { faultsOfText } from './visible-text.mjs';

const names = [...notebookPaths.keys()];

/** KiB in brotli of a first visit: with what the cells show, and without what computes it. */
const MOST_KIB = 126;

/** How many calls of a name the cells in JavaScript of a notebook have. */
const callsOf = (name, called) =>
  [...readFileSync(join(root, notebookPaths.get(name)), 'utf8').matchAll(/type="module"[^]*?<\/script>/g)]
    .join()
    .match(new RegExp(`^ {4}${called}\\(`, 'gm')).length;
const allHold = (name) => `${callsOf(name, 'check')} of ${callsOf(name, 'check')} claims hold`;

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
  for (const [name, path] of notebookPaths) {
    const said = /takes about (\d+) minutes/.exec(readFileSync(join(root, path), 'utf8'))?.[1];
    const row = page.locator('.nb-index li', { has: page.locator(`a[href="?name=${name}"]`) });
    await expect(row.getByText(/^About \d+ minutes$/), name).toHaveText(said ? [`About ${said} minutes`] : []);
  }
  await page.locator('.nb-index a').first().click();
  await settled(page);
});

for (const name of names)
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
  await expect(cell(page, 7).locator('strong').first()).toHaveText('4');
  await expect(cell(page, 5)).toHaveAttribute('data-edited', '');
  expect(await notebook.violations(), 'with an editor open').toEqual([]);

  // characters that no formula of the pages has
  await edit(page, 3, 'It is $\\oint \\aleph \\rightsquigarrow \\sqrt[3]{\\wp}$.');
  await expect(cell(page, 3).locator('mroot')).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  expect(await faultsOfFormulas(page)).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await cell(page, 5).locator('.cm-content').focus();

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
  await expect(cell(page, 7).locator('strong').first()).toHaveText('4');
  await page.locator('.nb-bar').getByRole('button', { name: 'Reset' }).click();
  await expect(cell(page, 7).locator('strong').first()).toHaveText('32');
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
  expect((await order()).slice(0, 4), 'behind the same in Python').toEqual([1, 2, 20, fresh]);
  await cell(page, fresh).getByRole('button', { name: 'Move down' }).press('Enter');
  expect((await order()).slice(0, 5)).toEqual([1, 2, 20, 3, fresh]);
  await cell(page, fresh).getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(cell(page, fresh)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cell(page, fresh).locator('.nb-value')).toHaveText('(2) [64, 10000]');
});

test('what is typed is completed, and hovered over is explained, by the declarations of the library', async ({
  notebook,
  page,
}) => {
  await open(notebook, page, 'kernels');
  await type(page, 9, '');
  const editor = cell(page, 9).locator('.nb-editor');
  await page.keyboard.type('pe.kernelPro');
  await expect(editor.locator('.cm-completionInfo')).toContainText('kernelProfile(spec: EncodingSpec, offsets');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(
    "lineChart({ series }, { height: 200 });\npe.analyse({ analysis: 'spectrum' });\n({ encoding: 'rope', base: 3 });\ncheck();",
  );
  const hovered = async (text, said) => {
    const word = editor.locator('.cm-line span', { hasText: text }).first();
    await page.mouse.move(0, 0);
    await (text === 'check' ? editor.locator('.cm-line').last().locator('span').first() : word).hover();
    await expect(editor.locator('.nb-hover')).toContainText(said);
  };
  await hovered('lineChart', 'Curves over a common x, linear or logarithmic.');
  await hovered('series', 'readonly LineSeries[]');
  await hovered('height', 'height: number');
  await hovered('analyse', 'Runs one of them.');
  await hovered("'rope'", 'RoFormer');
  await hovered('base', 'Base b of the frequencies');
  await hovered('check', 'A claim of the text with the number that bears it out.');
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
  await expect(cell(page, 7).locator('strong').first()).toHaveText('8');
  await expect.poll(() => page.url()).toContain('#v=1&nb=');
  await page.reload();
  await settled(page);
  await expect(cell(page, 4).locator('select')).toHaveValue('16');
  await expect(cell(page, 7).locator('strong').first()).toHaveText('8');
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
  expect(logged).not.toContain('ran');
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

test('an edited cell runs once, and once more where the reader asks for it unchanged', async ({ notebook, page }) => {
  let ran = 0;
  page.on('console', (message) => (ran += message.text() === 'it ran' ? 1 : 0));
  await open(notebook, page, 'kernels');
  await type(page, 8, 'const spectrum = { eigenvalues: [1, 2] }; console.log("it ran")');
  for (const times of [1, 2]) {
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect.poll(() => ran).toBe(times);
    await settled(page);
    expect(ran).toBe(times);
  }
});

test('a notebook is saved as a file, and opened from it', async ({ notebook, page }) => {
  await open(notebook, page, 'kernels');
  await edit(page, 10, '## Saved');
  const { name, bytes } = await notebook.save(await choose(page, 'File', 'Save as a notebook'));
  expect(name).toBe('kernels-induced-by-position-encodings.html');
  const text = bytes.toString();
  expect(text).toMatch(
    /^<!doctype html>\n<meta charset="utf-8" \/>\n<p>This file is a notebook\. [^<]+<\/p>\n<notebook>\n {2}<title>Kernels induced/,
  );
  expect(text).toContain('    ## Saved\n');
  const changed = text.replace('## Saved', '## From a file');
  await page.setInputFiles('.nb-bar input[type=file]', { name, mimeType: 'text/html', buffer: Buffer.from(changed) });
  await expect(page.locator('.nb-review')).toContainText('came with the file');
  await page.getByRole('button', { name: 'Run this notebook' }).click();
  await settled(page);
  await expect(cell(page, 10).locator('h2')).toHaveText('From a file');
  await expect(page.locator('.nb-counts')).toContainText(allHold('kernels'));
});

test('exercises give the reason, count what is solved, and keep it in this browser or a file', async ({
  notebook,
  page,
}) => {
  await open(notebook, page, 'kernels');
  const exercise = (i) => page.locator('.nb-exercise').nth(i);
  const verdict = (i) => exercise(i).locator('.nb-verdict');
  await expect(page.locator('.nb-menu .holds, .nb-menu', { hasText: '0 of 3 solved' })).toBeVisible();
  // all of it by keyboard
  const number = exercise(0).getByLabel('Your number');
  await number.focus();
  await page.keyboard.type('ten');
  await page.keyboard.press('Enter');
  await expect(verdict(0)).toContainText('Not yet. “ten” is no number.');
  await number.fill('62,832');
  await page.keyboard.press('Enter');
  await expect(verdict(0)).toContainText('62,832 is too large.');
  await expect(exercise(0).locator('.nb-hints li')).toHaveCount(0);
  await exercise(0).getByRole('button', { name: 'Hint 1 of 2' }).press('Enter');
  await expect(exercise(0).locator('.nb-hints li')).toHaveCount(1);
  await exercise(0).getByRole('button', { name: 'Hint 2 of 2' }).press('Enter');
  await expect(exercise(0).locator('.nb-hints math')).toHaveCount(3);
  await number.fill('47117');
  await page.keyboard.press('Enter');
  await expect(verdict(0)).toContainText('Right. It turns by');
  const code = exercise(1).getByLabel('Your code');
  await code.fill('(x) => theta.reduce(');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(verdict(1)).toContainText('SyntaxError');
  await code.fill('(x) => theta.map((t) => Math.cos(x * t)).reduce((a, b) => a + b)');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(verdict(1)).toContainText('Right.');
  await expect(page.locator('.nb-menu', { hasText: '2 of 3 solved' })).toBeVisible();
  expect(await notebook.violations()).toEqual([]);

  // another dim, another question: the answer stands there, and is judged anew
  await cell(page, 4).locator('select').selectOption('16');
  await expect(exercise(0)).toContainText('slowest of the 8 pairs');
  await page.locator('.nb-bar').getByRole('button', { name: 'Reset' }).click();
  await expect(exercise(0)).toContainText('slowest of the 32 pairs');
  await expect(number).toHaveValue('47117');
  await number.press('Enter');
  await expect(verdict(0)).toContainText('Right.');
  expect(page.url(), 'answers are in no link').not.toContain('#');

  const { name, bytes } = await notebook.save(await choose(page, 'of 3 solved', 'Save progress as a file'));
  expect(name).toBe('posenc-progress.json');
  expect(Object.keys(JSON.parse(bytes).notebooks.kernels)).toEqual(['period', 'kernel']);
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect(page.locator('.nb-menu', { hasText: '0 of 3 solved' })).toBeVisible();
  await expect(number).toHaveValue('');
  const file = { name, mimeType: 'application/json', buffer: bytes };
  await page.getByLabel('Open a file of progress').setInputFiles(file);
  await expect(page.locator('.nb-menu', { hasText: '2 of 3 solved' })).toBeVisible();
  await expect(number).toHaveValue('47117');
  await page.getByLabel('Open a file of progress').setInputFiles({ ...file, buffer: Buffer.from('{"posenc":1}') });
  await expect(page.locator('#status')).toContainText('no progress of this version');
});

test('a copy is read without scripts and opened again; on paper there are outputs and no controls', async ({
  notebook,
  page,
  browser,
}) => {
  await open(notebook, page, 'exact-positions');
  await expect.poll(() => page.locator('.nb-chart:empty').count()).toBe(0);
  const { name, bytes } = await notebook.save(await choose(page, 'File', 'Copy as a page'));
  expect(name).toBe('why-exact-positions-matter.page.html');
  const jupyter = await notebook.save(await choose(page, 'File', 'Copy for Jupyter, in JavaScript'));
  const { cells } = JSON.parse(jupyter.bytes);
  const shown = cells.flatMap(({ outputs = [] }) => outputs.map(({ data }) => Object.keys(data)[0]));
  expect(shown.filter((type) => type === 'image/svg+xml')).toHaveLength(2);
  expect(shown.filter((type) => type === 'text/plain')).toHaveLength(callsOf('exact-positions', 'check'));
  expect(cells.map(({ source }) => source.join('')).join()).toContain('At position **1,000,000** the worst pair');

  const alone = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 700 } });
  const copy = await alone.newPage();
  const path = test.info().outputPath(name);
  writeFileSync(path, bytes);
  const asked = [];
  copy.on('request', (request) => asked.push(request.url()));
  await copy.goto(pathToFileURL(path).href);
  await expect(copy.locator('h1')).toHaveText('Why exact positions matter');
  await expect(copy.locator('figure > svg')).toHaveCount(2);
  await expect(copy.locator('.nb-check')).toHaveCount(callsOf('exact-positions', 'check'));
  await expect(copy.locator('math').first()).toBeVisible();
  expect(await faultsOfFormulas(copy), 'the copy has the font of its formulas').toEqual([]);
  await expect(copy.locator('body')).toContainText(
    'At position 1,000,000 the worst pair is number 1, which is off by 0.0516',
  );
  await expect(copy.locator('script, button, input, iframe')).toHaveCount(0);
  await expect(copy.locator('.exercise li')).toHaveText([/fifty times/, /the same size/, /It grows/]);
  for (const told of ['answer:', 'hints:', '2 ** (', 'def step']) expect(String(bytes)).not.toContain(told);
  expect(await copy.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(asked).toHaveLength(1);
  await alone.close();

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.locator('button:visible, input[type=range]:visible, .nb-bar:visible, summary:visible')).toHaveCount(
    0,
  );
  await expect(page.locator('.nb-chart:visible')).toHaveCount(2);
  const paper = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  expect(paper, 'black on white').toBe('light');
  expect((await page.pdf()).length).toBeGreaterThan(50_000);
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });

  await page.getByLabel('Open a notebook').setInputFiles({ name, mimeType: 'text/html', buffer: bytes });
  await expect(page.locator('.nb-review')).toContainText('came with the file');
  await page.getByRole('button', { name: 'Run this notebook' }).click();
  await settled(page);
  await expect(page.locator('.nb-counts')).toContainText(allHold('exact-positions'));
});

const packed = (value) => `#v=1&nb=${deflateRawSync(JSON.stringify(value)).toString('base64url')}`;
const script = (value) => ({ id: 99, mode: 'js', value, pinned: true, hidden: false });

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
  for (const hash of sampled('links to no notebook', links, 4)) {
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
  // a chart of a cell is a description, and tells of nothing
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
  const cells = values.map((value, i) => ({ ...script(value), id: i + 1 }));
  const buffer = Buffer.from(
    `<notebook><title>All</title>${cells.map(({ id, value }) => `<script id="${id}" type="module">\n${value}\n</script>`).join('')}</notebook>`,
  );
  await notebook.open('notebooks.html', 'index');
  await page.setInputFiles('#open-notebook', { name: 'all.html', mimeType: 'text/html', buffer });
  await page.getByRole('button', { name: 'Run this notebook' }).click();
  await settled(page);
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
