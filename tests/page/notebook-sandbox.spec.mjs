/**
 * Cells are isolated: every known way out is tried from a cell and from the frame around the cells' worker
 * (ways-out.mjs; engines.spec.mjs tries the same in Firefox and WebKit). Endless loops and memory bombs are stopped,
 * and never block the page.
 */
import { test as base, expect } from '@playwright/test';
import { sampled } from '../web/support/random.mjs';
import { countingServers } from './counting-servers.mjs';
import { cellsReachNothing, fileOf, hundredTurns, openFile as open, tabOf } from './reader.mjs';
import { edit, settled } from './notebook-steps.mjs';
import { attempt, beyondPolicies, ofDocuments, ways } from './ways-out.mjs';

const test = base.extend({
  servers: async ({}, use) => {
    const servers = await countingServers();
    await use(servers);
    await servers.close();
  },
});

test('what arrives is counted', async ({ page, servers }) => {
  await page.goto(`${servers.page}sandbox.html?secret`);
  await page.request.get(`${servers.to}/secret`);
  expect(servers.arrived).toEqual(['own server: /sandbox.html?secret', 'a connection', 'GET /secret']);
});

test('no cell reaches another origin or the server of the page', async ({ page, servers }) => {
  await cellsReachNothing(tabOf(page), servers);
  expect(page.context().pages()).toHaveLength(1);
});

test('nor does the frame around the worker reach another origin', async ({ page, servers }) => {
  const { to, udp, arrived } = servers;
  // Chromium connects for a navigation before it blocks it; nothing is sent
  const requests = () => arrived.filter((what) => what !== 'a connection');
  for (const [name, code] of Object.entries({ ...ways, ...ofDocuments })) {
    if (beyondPolicies.includes(name)) continue;
    await (
      await frameOf(page, servers.page)
    )
      .evaluate(
        (text) => {
          const limit = new Promise((_, reject) => setTimeout(reject, 300));
          return Promise.race([(0, eval)(`(async () => {${text}\n})()`), limit]).then(
            () => undefined,
            () => undefined,
          );
        },
        attempt(code, to, udp),
      )
      .catch(() => undefined);
    expect(requests(), name).toEqual([]);
  }
  await page.waitForTimeout(500);
  expect(requests()).toEqual([]);
});

/** The sandbox of a notebook; opens the page again if the sandbox was lost. */
async function frameOf(page, origin) {
  const find = () => page.frames().find((one) => one.url() === `${origin}sandbox.html`);
  // a blocked navigation leaves one of the browser's own pages in its place
  const here = await find()
    ?.evaluate(() => document.title)
    .catch(() => '');
  if (!here?.startsWith('The sandbox')) {
    await page.goto(`${origin}notebooks.html?name=exact-positions`);
    await page.getByRole('button', { name: 'Run all' }).click();
    await expect.poll(() => find() !== undefined).toBe(true);
    await find().waitForLoadState();
    expect(await find().evaluate(() => self.origin)).toBe('null');
  }
  return find();
}

test('the sandbox does nothing where it is opened by itself', async ({ page, servers }) => {
  await page.goto(`${servers.page}sandbox.html`);
  expect(await page.evaluate(() => self.origin), 'sandboxed by the header').toBe('null');
  const made = await page.evaluate(async () => {
    const { port1, port2 } = new MessageChannel();
    postMessage('fetch("/secret")', '*', [port1, port2]);
    await new Promise((done) => setTimeout(done, 300));
    return performance.getEntriesByType('resource').length;
  });
  expect(made).toBe(0);
  expect(servers.arrived).toEqual([]);
});

/**
 * Waits until the page tells that the sandbox has been silent for two seconds, then counts the rest of its ten at once.
 * The page has to be opened with `countable`.
 */
async function tenSeconds(page) {
  await expect(page.locator('.nb-told')).toContainText('busy', { timeout: 20_000 });
  await page.evaluate(() => {
    for (let second = 0; second < 10 && document.querySelector('iframe.sandbox'); second++) globalThis.count();
  });
}
const countable = (page) =>
  page.addInitScript(() => {
    const { setInterval: own } = globalThis;
    globalThis.setInterval = (work, ...others) => own((globalThis.count = work), ...others);
  });

test('an endless loop is stopped; the page answers meanwhile, and goes on without the cell', async ({
  page,
  servers,
}) => {
  await countable(page);
  await openFile(page, servers.page, ['"first"', 'for (;;);']);
  await page.getByRole('button', { name: 'Run this notebook' }).click();
  await expect(page.locator('.nb-told')).toContainText('busy', { timeout: 20_000 });
  await page.evaluate(hundredTurns);
  await tenSeconds(page);
  await expect(page.locator('#cell-2 .nb-fault')).toContainText('did not answer for 10 seconds');
  await page.getByRole('button', { name: 'Run all' }).click();
  await expect(page.locator('#cell-1 .nb-outputs')).toHaveText('first');
  await settled(page);
});

test('Undo of a cell that was stopped runs it as it was before', async ({ page, servers }) => {
  await countable(page);
  await openFile(page, servers.page, ['const kept = "kept"', 'kept + "!"']);
  await page.getByRole('button', { name: 'Run this notebook' }).click();
  await expect(page.locator('#cell-2 .nb-outputs')).toHaveText('kept!');
  await edit(page, 1, 'for (;;);');
  await tenSeconds(page);
  await expect(page.locator('#cell-1 .nb-fault')).toContainText('did not answer');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('.nb-fault:visible')).toHaveCount(0);
  await expect(page.locator('#cell-2 .nb-outputs')).toHaveText('kept!');
  await expect(page.locator('.nb-told')).toHaveText('');
});

test('the reader stops a cell that takes long', async ({ page, servers }) => {
  await openFile(page, servers.page, ['for (;;);']);
  await page.getByRole('button', { name: 'Run this notebook' }).click();
  const stop = page.getByRole('button', { name: 'Stop', exact: true });
  await expect(stop).toBeEnabled();
  await stop.click();
  await expect(page.locator('#cell-1 .nb-fault')).toContainText('Stopped by the reader');
  await expect(page.locator('iframe')).toHaveCount(0);
  await expect(page.locator('.nb-told')).toContainText('Stopped by the reader');

  await page.locator('#cell-1').hover();
  await page.locator('#cell-1 .nb-edit').click();
  await expect(page.locator('#cell-1 .cm-content')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('"mended"');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.locator('#cell-1 .nb-outputs')).toHaveText('mended');
  await expect(page.locator('.nb-told'), 'what was stopped is over').toHaveText('');
});

const bombs = {
  arrays: 'const kept = []; for (;;) kept.push(new Float64Array(1e7).fill(1))',
  buffers: 'const kept = []; for (;;) kept.push(new ArrayBuffer(2 ** 28))',
  'WebAssembly memory': 'const kept = []; for (;;) kept.push(new WebAssembly.Memory({ initial: 16384 }))',
  objects: 'const kept = []; for (let i = 0; ; i++) kept.push(new Array(1e6).fill(i + 0.5))',
  strings:
    'let text = "x".repeat(2 ** 20); const kept = []; for (let i = 0; ; i++) kept.push(text += text.slice(0, 2 ** 20) + i)',
};
for (const [name, code] of sampled('bombs', Object.entries(bombs), 2))
  test(`a bomb of ${name} is stopped, with a message`, async ({ page, servers }) => {
    test.slow();
    // Watched from the page that opened it: if the frame's process ends, Playwright reports a crash of the whole page.
    await page.goto(`${servers.page}notebooks.html`);
    const opening = page.waitForEvent('popup');
    await page.evaluate(() => void (globalThis.opened = open('notebooks.html')));
    const opened = await opening;
    await openFile(opened, servers.page, [`{ ${code} }`]);
    await opened.getByRole('button', { name: 'Run this notebook' }).click();
    const told = () =>
      page.evaluate(() => {
        const fault = globalThis.opened.document.querySelector('#cell-1 .nb-fault');
        return fault?.checkVisibility() ? fault.textContent : '';
      });
    await expect.poll(told, { timeout: 60_000 }).not.toBe('');
    console.log(`${name}: ${await told()}`);
    // the page continues, without the crashed code
    expect(await page.evaluate(() => globalThis.opened.document.querySelectorAll('iframe').length)).toBeLessThan(2);
    await page.evaluate(() => globalThis.opened.close());
  });

const openFile = (page, origin, cells) => open(tabOf(page), origin, fileOf(cells));

test('a cell that displays without end does not hold the page up', async ({ page, servers }) => {
  await openFile(page, servers.page, [
    'for (let i = 0; ; i++) { display(i); await new Promise((done) => setTimeout(done)); }',
  ]);
  await page.getByRole('button', { name: 'Run this notebook' }).click();
  await expect(page.locator('#cell-1 .nb-outputs > *')).toHaveCount(100);
  await page.evaluate(hundredTurns);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.locator('iframe')).toHaveCount(0);
});

test('a cell that replaces the functions of ports and objects has neither the port nor the page', async ({
  page,
  servers,
}) => {
  const got = `const target = Object.getOwnPropertyDescriptor(Event.prototype, 'target').get;
    for (const [type, name] of [[MessagePort, 'postMessage'], [MessageEvent, 'data'], [MessageEvent, 'ports'], [Function, 'call']]) {
      const own = Object.getOwnPropertyDescriptor(type.prototype, name);
      const inner = own.get ?? own.value;
      const spy = function (...given) {
        if (this instanceof MessagePort) globalThis.port = this;
        if (this instanceof MessageEvent) globalThis.port = Reflect.apply(target, this, []);
        return Reflect.apply(inner, this, given);
      };
      Object.defineProperty(type.prototype, name, own.get ? { ...own, get: spy } : { ...own, value: spy });
    }
    for (let i = 0; i < 20; i++) { display(i); await new Promise((done) => setTimeout(done, 50)); }
    display(String(globalThis.port)); display(typeof globalThis.postMessage)`;
  await openFile(page, servers.page, [got]);
  await page.getByRole('button', { name: 'Run this notebook' }).click();
  await expect(page.locator('#cell-1 .nb-outputs')).toContainText('undefinedundefined');
});

test('an error in a timer is told at its cell, and the others go on', async ({ page, servers }) => {
  await openFile(page, servers.page, [
    'setTimeout(() => { throw new Error("in a timer") }); "first"',
    'Promise.reject(new Error("of nobody")); 2',
    '3',
  ]);
  await page.getByRole('button', { name: 'Run this notebook' }).click();
  await expect(page.locator('#cell-1 .nb-fault')).toContainText('in a timer');
  await expect(page.locator('#cell-2 .nb-fault')).toContainText('of nobody');
  await expect(page.locator('#cell-3 .nb-outputs')).toHaveText('3');
  await expect(page.locator('iframe.sandbox')).toHaveCount(1);
});
