/**
 * A reader's actions in notebooks, equal in every engine: `tab` is Playwright's (tabOf) or from
 * tests/web/support/webdriver.mjs. Each function does one thing, and leaves the tab usable for the next.
 */
import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { failing, library } from '../web/support/cell-faults.mjs';
import { notebookPaths } from '../web/support/notebook-files.mjs';
import { attempts, beyondPolicies, attempt, ways } from './ways-out.mjs';

export const names = [...notebookPaths.keys()];

/** Wraps a page of Playwright as a tab. */
export const tabOf = (page) => ({
  goto: (url) => page.goto(url),
  // as an expression, so that functions get all their arguments; policies do not apply
  evaluate: (work, ...args) => page.evaluate(`(${work})(...${JSON.stringify(args)})`),
  click: (selector) => page.locator(selector).first().click(),
});

/** Polls the page until `holds`, called there with `args`, returns a true value; returns that. */
export async function wait(tab, holds, ...args) {
  for (const begin = Date.now(); ;) {
    const found = await tab.evaluate(holds, ...args);
    if (found) return found;
    if (Date.now() - begin > 40_000) throw new Error(`it did not come to ${holds} (${args})`);
    await new Promise((done) => setTimeout(done, 50));
  }
}
const settled = (tab) => wait(tab, () => document.querySelector('#notebook')?.dataset.running === '0');
const shown = (tab, selector, text = '') =>
  wait(tab, (where, words) => document.querySelector(where)?.textContent.includes(words), selector, text);

const scriptOf = (value, type, i) => `<script id="${i + 1}" type="${type}" pinned>\n${value}\n</script>`;
/** @param cells sources of code, or [source, type] */
export const fileOf = (cells, title = 'Mine') =>
  `<!doctype html><notebook><title>${title}</title>${cells
    .map((one, i) => (Array.isArray(one) ? scriptOf(...one, i) : scriptOf(one, 'module', i)))
    .join('\n')}</notebook>`;
export const linkOf = (notebook) => `#v=1&nb=${deflateRawSync(JSON.stringify(notebook)).toString('base64url')}`;

let visits = 0;
/** Opens a notebook as a reader's file; it is not run yet. */
export async function openFile(tab, origin, text, name = 'mine.html') {
  // another address, because changing only the fragment does not load a page
  await tab.goto(`${origin}notebooks.html?${++visits}`);
  await wait(tab, () => document.documentElement.dataset.ready && document.querySelector('#open-notebook') !== null);
  await tab.evaluate(
    (content, named) => {
      const input = document.querySelector('#open-notebook');
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], named, { type: 'text/html' }));
      input.files = transfer.files;
      input.dispatchEvent(new Event('change'));
    },
    text,
    name,
  );
  await shown(tab, '.nb-review');
}
async function run(tab) {
  await wait(tab, () => !document.querySelector('.nb-review .primary').hasAttribute('aria-disabled'));
  await tab.click('.nb-review .primary');
}
/** Runs a notebook of the page, which first shows the results of the build. */
async function runAll(tab) {
  await tab.evaluate(() =>
    [...document.querySelectorAll('.nb-bar button')].find((one) => one.textContent === 'Run all').click(),
  );
  await wait(tab, () => !document.querySelector('.nb-counts').textContent.includes('not yet run'));
  await settled(tab);
}

/** Every cell of a notebook of the page runs, and every check holds. */
export async function everyCellRuns(tab, origin, name) {
  await tab.goto(`${origin}notebooks.html?name=${name}`);
  await settled(tab);
  await runAll(tab);
  const { cells, failed, wrong, checks } = await tab.evaluate(() => ({
    cells: document.querySelectorAll('.nb-cell').length,
    failed: [...document.querySelectorAll('.nb-cell[data-state=failed]')].map((one) => one.textContent.slice(0, 300)),
    wrong: [...document.querySelectorAll('.nb-check:not([data-passes=true])')].map((one) => one.textContent),
    checks: document.querySelectorAll('.nb-check').length,
  }));
  expect(failed, name).toEqual([]);
  expect(wrong, name).toEqual([]);
  expect(checks, name).toBeGreaterThan(2);
  expect(cells, name).toBeGreaterThan(5);
}

/** Dependants of an edited cell follow: code, and prose with a value. @param type types into the editor, and runs */
export async function dependantsFollow(tab, origin, type) {
  await openFile(tab, origin, fileOf(['const a = 1', 'a + 1', ['It is ${a}.', 'text/markdown']]));
  await run(tab);
  await shown(tab, '#cell-2 .nb-outputs', '2');
  await shown(tab, '#cell-3 .nb-outputs', 'It is 1.');
  await tab.click('#cell-1 .nb-edit');
  await wait(tab, () => document.activeElement?.classList.contains('nb-editor'));
  await type('const a = 41');
  await shown(tab, '#cell-2 .nb-outputs', '42');
  await shown(tab, '#cell-3 .nb-outputs', 'It is 41.');
}

/** A link's notebook does not run before the reader agrees. */
export async function linkWaits(tab, origin) {
  const cells = ['display("ran")', 'globalThis.ran = 1'].map((value, i) => ({ id: i + 1, mode: 'js', value }));
  await tab.goto(`${origin}notebooks.html?${++visits}${linkOf({ title: 'Sent', cells })}`);
  await shown(tab, '.nb-review', 'Nothing of it has run');
  await new Promise((done) => setTimeout(done, 300));
  const before = await tab.evaluate(() => ({
    frames: document.querySelectorAll('iframe').length,
    outputs: [...document.querySelectorAll('.nb-outputs')].map((one) => one.textContent).join(''),
    sources: document.querySelectorAll('.nb-code').length,
  }));
  expect(before).toEqual({ frames: 0, outputs: '', sources: 2 });
  await run(tab);
  await shown(tab, '#cell-1 .nb-outputs', 'ran');
}

/** Every cell that fails reports its line, for every kind of failure. */
export async function everyFaultHasALine(tab, origin) {
  const cells = failing();
  const texts = [library, ...cells.map(({ value, mode }) => (mode === 'md' ? [value, 'text/markdown'] : value))];
  await openFile(tab, origin, fileOf(texts));
  await run(tab);
  await settled(tab);
  const told = await wait(
    tab,
    (count) => {
      const faults = [...document.querySelectorAll('.nb-cell')].slice(1).map((cell) => {
        const place = cell.querySelector('.nb-fault:not([hidden])');
        const line = place?.querySelector('button')?.textContent ?? '';
        return { line, message: place?.textContent.slice(0, -line.length || undefined) ?? '' };
      });
      return faults.length === count && faults.every(({ message }) => message !== '') && faults;
    },
    cells.length,
  );
  told.forEach(({ line, message }, i) => {
    expect(message, cells[i].value).toMatch(cells[i].message);
    expect(line, `${cells[i].value}\n${message}`).toBe(`line ${cells[i].line}`);
  });
}

/** No way out of a cell works. `servers`: of counting-servers.mjs */
export async function cellsReachNothing(tab, servers) {
  const cells = attempts([servers.to, servers.page.slice(0, -1)], servers.udp);
  expect(Object.keys(ways).length).toBeGreaterThanOrEqual(30);
  // too long for a link: as a file
  await openFile(tab, servers.page, fileOf(cells));
  expect(servers.arrived, 'before anything runs').toEqual([]);
  await run(tab);
  await settled(tab);
  await new Promise((done) => setTimeout(done, 1000)); // requests under way would arrive by then
  expect(servers.arrived).toEqual([]);
  const left = await tab.evaluate(() => [location.pathname, document.cookie, localStorage.getItem('secret')]);
  expect(left).toEqual(['/notebooks.html', '', null]);
}

/** Code in the frame around the worker cannot get out either; all ways are tried at once. */
export async function frameReachesNothing(tab, servers, name) {
  await tab.goto(`${servers.page}notebooks.html?name=${name}`);
  await settled(tab);
  await runAll(tab);
  await tab.frame('iframe.sandbox');
  const codes = Object.entries(ways)
    .filter(([way]) => !beyondPolicies.includes(way))
    .map(([, code]) => attempt(code, servers.to, servers.udp));
  const origin = await tab.evaluate((all) => {
    for (const code of all) (0, eval)(`(async () => {${code}\n})()`).catch(() => undefined);
    return self.origin;
  }, codes);
  expect(origin).toBe('null');
  await new Promise((done) => setTimeout(done, 1500));
  await tab.frame();
  expect(servers.arrived.filter((what) => what !== 'a connection')).toEqual([]);
}

/** The page stops an endless loop, and stays responsive meanwhile. */
export async function loopIsStopped(tab, origin) {
  await openFile(tab, origin, fileOf(['"first"', 'for (;;);']));
  await run(tab);
  await shown(tab, '.nb-told', 'busy');
  await tab.evaluate(hundredTurns);
  await shown(tab, '#cell-2 .nb-fault', 'did not answer');
}

/** Runs in the page: a hundred turns of its event loop, which a blocked page cannot make. */
export async function hundredTurns() {
  for (let i = 0; i < 100; i++) await new Promise((done) => setTimeout(done, 5));
}

/** axe's findings on the page in its present state. */
export async function violations(tab) {
  const axe = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
  // inside the function: the page's policy forbids evaluating a string
  return tab.evaluate(`async () => {
    ${axe}
    const { violations } = await axe.run(document, { resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target).join(' '));
  }`);
}
