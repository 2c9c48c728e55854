/** Shared steps of notebook tests: open one, run it, type into a cell, choose from a menu. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { notebookPaths } from '../web/support/notebook-files.mjs';
import { root } from '../web/support/posenc.mjs';
import { expect } from './page.mjs';

export const names = [...notebookPaths.keys()];

/** Number of calls of `called` in the JavaScript cells of a notebook. */
export const callsOf = (name, called) =>
  [...readFileSync(join(root, notebookPaths.get(name)), 'utf8').matchAll(/type="module"[^]*?<\/script>/g)]
    .join()
    .match(new RegExp(`^ {4}${called}\\(`, 'gm')).length;
export const allHold = (name) => `${callsOf(name, 'check')} of ${callsOf(name, 'check')} claims hold`;

export const settled = (page) =>
  expect(page.locator('#notebook')).toHaveAttribute('data-running', '0', { timeout: 110_000 });
export const cell = (page, id) => page.locator(`#cell-${id}`);

/** Replaces the published results with results of this browser. */
export async function runAll(page) {
  await page.getByRole('button', { name: 'Run all' }).click();
  await expect(page.locator('.nb-counts')).not.toContainText('not yet run');
  await settled(page);
}
/** Opens a menu of the bar; returns its item. */
export async function choose(page, menu, item) {
  await page.locator('.nb-menu summary', { hasText: menu }).click();
  return page.getByRole('button', { name: item });
}

export async function open(notebook, page, name, more = '') {
  await notebook.open(`notebooks.html?name=${name}${more}`, 'notebook');
  await settled(page);
}

/** Opens the text of a notebook as a reader's file, and runs it. */
export async function runFile(notebook, page, text) {
  await notebook.open('notebooks.html', 'index');
  await page.setInputFiles('#open-notebook', { name: 'own.html', mimeType: 'text/html', buffer: Buffer.from(text) });
  await page.getByRole('button', { name: 'Run this notebook' }).click();
  await settled(page);
}
const types = { md: 'text/markdown', js: 'module', python: 'text/x-python' };
/** The text of a notebook from [mode, source] pairs or JavaScript sources, after the scripts of `first`. */
export const textOf = (cells, first = '') =>
  `<notebook><title>Own</title>${first}${cells
    .map((one) => (Array.isArray(one) ? one : ['js', one]))
    .map(([mode, source], i) => `<script id="${i + 1}" type="${types[mode]}">\n${source}\n</script>`)
    .join('')}</notebook>`;

/** A field of the first notebook stored in this browser. */
export const keptField = (page, field) =>
  page.evaluate(
    (name) =>
      new Promise((resolve) => {
        indexedDB.open('posenc-notebooks').onsuccess = ({ target: { result } }) => {
          const all = result.transaction('drafts').objectStore('drafts').getAll();
          all.onsuccess = () => (result.close(), resolve(all.result[0]?.[name]));
        };
      }),
    field,
  );

/** Opens the editor of a cell and replaces its source, without running it. */
export async function type(page, id, text) {
  await cell(page, id).hover();
  await cell(page, id).locator('.nb-edit').click();
  await expect(cell(page, id).locator('.cm-content')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}
export async function edit(page, id, text) {
  await type(page, id, text);
  await page.keyboard.press('ControlOrMeta+Enter');
}
