/** Notebooks as files: saved, opened, copied and printed, and the solved exercises in them. */

import { writeFileSync } from 'node:fs';
import { faultsOfFormulas } from './formulas.mjs';
import { pathToFileURL } from 'node:url';
import { allHold, callsOf, cell, choose, edit, open, settled } from './notebook-steps.mjs';
import { expect, test } from './page.mjs';

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
  await cell(page, 10).scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await page.setInputFiles('.nb-bar input[type=file]', { name, mimeType: 'text/html', buffer: Buffer.from(changed) });
  await expect(page.locator('.nb-review')).toContainText('came with the file');
  // at its top, even if the previous notebook was scrolled
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await expect(page.locator('.nb-review')).toBeInViewport({ ratio: 1 });
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
  // entirely by keyboard
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
  await expect(verdict(1)).toContainText('This is not a JavaScript expression');
  await code.fill('(x) => theta.map((t) => Math.cos(x * t)).reduce((a, b) => a + b)');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(verdict(1)).toContainText('Right.');
  await expect(page.locator('.nb-menu', { hasText: '2 of 3 solved' })).toBeVisible();
  expect(await notebook.violations()).toEqual([]);

  // another dim changes the question: the answer remains, and is judged again
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
