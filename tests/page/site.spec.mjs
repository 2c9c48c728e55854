/**
 * A site on a foreign host: below a path, from a static server, with two versions side by side whose offline copies are
 * separate, at missing addresses, and from a disk.
 */
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test as base } from '@playwright/test';
import AxeBuilder from '@axe-core/playwright';
import { olderTitle, twoVersions } from '../web/support/site.mjs';
import { Held, painted, takePieces } from './pieces.mjs';
import { watchShifts } from './visit.mjs';

const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** Sends only the type header, and 404.html of the site in `folder` for missing files. @param held serves pages */
function plainServer(top, folder, held) {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
    const asked = join(top, path.endsWith('/') ? `${path}index.html` : path);
    if (existsSync(asked) && statSync(asked).isDirectory())
      return response.writeHead(301, { Location: `${path}/` }).end();
    const there = existsSync(asked);
    const file = there ? asked : join(folder, '404.html');
    response.writeHead(there ? 200 : 404, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream' });
    if (held && extname(file) === '.html' && request.headers['sec-fetch-dest'] === 'document')
      return held.answer(response, readFileSync(file, 'utf8'));
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve) =>
    server.listen(0, 'localhost', () =>
      resolve({
        url: `http://localhost:${server.address().port}/`,
        close: () => new Promise((done) => (server.close(done), server.closeAllConnections())),
      }),
    ),
  );
}

const test = base.extend({
  /** { out, url }: the site below /a/b/ */
  site: [
    async ({}, use) => {
      const made = await twoVersions('a/b');
      const server = await plainServer(made.top, made.out);
      await use({ out: made.out, url: `${server.url}a/b/`, server });
      await server.close();
      made.remove();
    },
    { scope: 'worker' },
  ],
  serviceWorkers: 'block',
});
// all tests share one site
test.describe.configure({ mode: 'default' });

const ready = (page) => expect(page.locator('html[data-ready]')).toHaveCount(1);

test('a page of each kind works below a path, asks for nothing elsewhere and fits a phone', async ({ page, site }) => {
  const faults = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(site.url) && !/^(blob|data):/.test(request.url())) faults.push(request.url());
  });
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(String(error)));
  for (const file of ['', 'v/0.1/kernels.html', 'docs-gpu.html', 'docs-examples.html', 'versions.html']) {
    await page.goto(site.url + file);
    await ready(page);
    await expect(page.locator('#fault:visible')).toHaveCount(0);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), file).toBe(360);
    await page.setViewportSize({ width: 1280, height: 900 });
  }
  // only full test runs write the reference
  if (existsSync(join(site.out, 'api'))) {
    await page.goto(`${site.url}api/`);
    await expect(page.getByRole('link', { name: 'Pages' })).toHaveAttribute('href', '../');
  }
  expect(faults).toEqual([]);
});

test('on a phone nothing moves on a page of each kind, however slowly its file comes', async ({ page, site }) => {
  test.slow(); // visits several pages in sequence
  const held = new Held();
  const server = await plainServer(join(site.out, '../..'), site.out, held);
  await page.setViewportSize({ width: 412, height: 823 });
  await page.addInitScript(watchShifts);
  const kinds = [
    '',
    'docs-gpu.html',
    'docs-examples.html',
    'versions.html',
    'notebooks.html?name=1-why-attention-needs-order',
  ];
  const reference = existsSync(join(site.out, 'api')) ? ['api/', 'api/interfaces/Posenc.html'] : [];
  for (const file of [...kinds, ...reference]) {
    expect(await takePieces(page, `${server.url}a/b/${file}`, held), file).toBeGreaterThan(3);
    if (!file.startsWith('api/')) await ready(page);
    await painted(page);
    const { shift, moved } = await page.evaluate(() => globalThis.layoutShifts());
    expect.soft(shift, `${file} ${JSON.stringify(moved, null, 1)}`).toBeLessThan(0.02);
  }
  await server.close();
});

test('the reference has its lists of names when they are wanted, and axe finds nothing', async ({ page, site }) => {
  test.skip(!existsSync(join(site.out, 'api')), 'the reference is written in full only');
  const asked = [];
  page.on('request', (request) => asked.push(request.url().split('/').at(-1)));
  const faults = [];
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await page.setViewportSize({ width: 412, height: 823 });
  await page.goto(`${site.url}api/interfaces/Posenc.html`);
  expect(asked).not.toContain('navigation.js');
  expect(asked).not.toContain('search.js');
  const { violations } = await new AxeBuilder({ page })
    .withRules(['heading-order', 'link-in-text-block', 'target-size'])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target)}`)).toEqual([]);

  // on a phone they are in the menu
  await page.locator('#tsd-toolbar-menu-trigger').click();
  const link = page.locator('#tsd-nav-container').getByText('AnalysisInfo', { exact: true });
  await expect(link).toBeVisible();
  expect(asked).not.toContain('search.js');
  await page.mouse.click(20, 500);

  // text typed before the index is loaded is searched once it is
  await page.route('**/search.js', async (route) => {
    await expect(page.locator('#tsd-search-input')).toHaveValue('rotate');
    await route.continue();
  });
  await page.keyboard.press('/');
  await page.locator('#tsd-search-input').fill('rotate');
  await expect(page.locator('#tsd-search-results li').first()).toContainText(/rotate/i);

  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${site.url}api/`);
  await expect(page.locator('#tsd-nav-container').getByText('AnalysisInfo', { exact: true })).toBeVisible();
  // a link leads to its member even if the content above was not laid out
  await page.goto(`${site.url}api/interfaces/Posenc.html#rotate`);
  await expect(page.locator('[id="rotate"]').first()).toBeInViewport();
  expect(faults).toEqual([]);
});

test('the list of versions leads to the same page of another, and is as large before it is filled', async ({
  page,
  site,
}) => {
  await page.route('**/versions.json', (route) => route.abort());
  await page.goto(`${site.url}v/0.2/docs-gpu.html`);
  await ready(page);
  const select = page.getByLabel('Version of these pages');
  await expect(select).toBeDisabled();
  const before = await select.boundingBox();
  await page.unroute('**/versions.json');
  await page.goto(`${site.url}v/0.2/docs-gpu.html#on-a-gpu`);
  await page.reload(); // changing only the anchor does not load a page
  await expect(select).toBeEnabled();
  expect(await select.boundingBox()).toMatchObject({ width: before.width, height: before.height });
  await expect(select).toHaveValue('0.2');
  await select.selectOption('0.1');
  await page.waitForURL(`${site.url}v/0.1/docs-gpu.html#on-a-gpu`);
  await expect(page.getByLabel('Version of these pages')).toHaveValue('0.1');
  await page.getByLabel('Version of these pages').selectOption('0.2');
  await page.waitForURL(`${site.url}docs-gpu.html#on-a-gpu`);
});

test('the latest keeps the state of a link', async ({ page, site }) => {
  await page.goto(`${site.url}latest/docs-gpu.html?a=b#on-a-gpu`);
  await page.waitForURL(`${site.url}docs-gpu.html?a=b#on-a-gpu`);
});

test('the search loads its index at the first key, and leads to a section', async ({ page, site }) => {
  const asked = [];
  page.on('request', (request) => asked.push(request.url().slice(site.url.length)));
  await page.goto(`${site.url}v/0.1/docs-node.html`);
  await ready(page);
  expect(asked).not.toContain('v/0.1/search.json');
  const field = page.getByRole('searchbox');
  await field.pressSequentially('immutable cache');
  const first = page.locator('[data-found] a').first();
  await expect(first).toContainText('Headers of the host');
  expect(asked).toContain('v/0.1/search.json');
  await field.press('Enter');
  await page.waitForURL(`${site.url}v/0.1/docs-site.html#headers-of-the-host`);
  await page.getByRole('searchbox').fill('qwxzv');
  await expect(page.locator('[data-found]')).toHaveText('Nothing is found.');
});

test('an address that is not there, however deep, leads home, to the page of its name and to the search', async ({
  page,
  site,
}) => {
  for (const path of ['gone', 'v/0.7/deep/er/kernels.html#v=1', 'v/0.1/assets/gone.js']) {
    const answer = await page.goto(site.url + path);
    expect(answer.status()).toBe(404);
    await expect(page.getByRole('link', { name: 'Start page' })).toHaveAttribute('href', new URL(site.url).pathname);
    await expect(page.getByRole('searchbox')).toBeVisible();
  }
  await page.goto(`${site.url}v/0.7/deep/er/kernels.html#v=1`);
  await expect(page.getByRole('link', { name: 'of this name' })).toHaveAttribute('href', '/a/b/kernels.html#v=1');
  await page.getByRole('searchbox').fill('first program');
  await page.locator('[data-found] a').first().click();
  await ready(page);
  expect(page.url()).toContain(`${site.url}docs`);
});

test('from a disk documents are whole, and a page that computes says what it needs', async ({ page, site }) => {
  const address = (file) => pathToFileURL(join(site.out, file)).href;
  await page.goto(address('v/0.1/docs-gpu.html'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('On a GPU');
  const styled = await page.evaluate(() => getComputedStyle(document.querySelector('.documents ul')).listStyleType);
  expect(styled, 'the style sheet is loaded').toBe('none');
  await page.getByRole('searchbox').fill('x');
  await expect(page.locator('[data-found]')).toContainText('a server has to give');
  await page.locator('.brand').click();
  await page.waitForURL(address('v/0.1/index.html'));
  await expect(page.locator('#fault')).toContainText('was opened from a disk');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  if (!existsSync(join(site.out, 'api'))) return; // only full test runs write it
  await page.goto(address('api/index.html'));
  await page.getByRole('link', { name: 'Pages' }).click();
  await page.waitForURL(address('index.html'));
});

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' });

  test('versions side by side keep their own files and do not touch those of others', async ({
    context,
    page,
    site,
  }) => {
    const folders = { 'v/0.1/': olderTitle, 'v/0.2/': '', '': '' };
    const started = async (folder) => {
      await page.goto(site.url + folder);
      await ready(page);
      const controlled = () => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL);
      await expect.poll(controlled).toBe(`${site.url}${folder}service-worker.js`);
      await expect(page.locator('.newer')).toHaveCount(0);
    };
    // the top version last: its scope includes the others
    for (const folder of Object.keys(folders)) await started(folder);
    const names = () => page.evaluate(async () => (await caches.keys()).map((name) => name.split(' ')[1]).sort());
    expect(await names()).toEqual(
      Object.keys(folders)
        .map((folder) => site.url + folder)
        .sort(),
    );
    // and the top first: its worker controls the page of v/0.1 until that version's own worker is installed
    await page.goto(`${site.url}v/0.1/?sw=off`);
    await expect(page.locator('.newer')).toContainText('Nothing of these pages is kept');
    expect(await names()).toEqual([site.url, `${site.url}v/0.2/`]);
    await started('v/0.1/');
    await expect.poll(names).toHaveLength(3);

    await context.setOffline(true);
    for (const [folder, title] of Object.entries(folders)) {
      for (const again of [() => page.goto(site.url + folder), () => page.reload()]) {
        await again();
        await ready(page);
        if (title) await expect(page).toHaveTitle(title);
        else await expect(page).toHaveTitle(/^posenc: will your model/);
      }
      const html = await page.evaluate(() => fetch('./index.html').then((answer) => answer.text()));
      expect(html).toBe(readFileSync(join(site.out, folder, 'index.html'), 'utf8'));
    }
  });
});
