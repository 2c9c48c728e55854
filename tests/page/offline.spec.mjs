/**
 * The pages offline, by their service worker: they open, a notebook runs and a network is trained. Missing or damaged
 * files are fetched again. A newer version is installed as a whole when the reader agrees.
 *
 * Every test has its own copy of the pages in a folder of a server, into which it can put a newer version.
 */
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test as base } from '@playwright/test';
import { rolldown } from 'rolldown';
import { serve } from '../../web/tools/serve.mjs';

const built = fileURLToPath(new URL('../../dist-page', import.meta.url));
const isolation = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

const test = base.extend({
  serviceWorkers: 'allow',

  /** { folder, url, asked }: the pages in a folder of a site, and the requests to the server. */
  site: async ({ context }, use) => {
    const top = mkdtempSync(join(tmpdir(), 'posenc-offline-'));
    const folder = join(top, 'course', 'positions');
    cpSync(built, folder, { recursive: true, filter: (file) => !file.startsWith(join(built, 'api')) });
    const asked = [];
    const server = await serve(top, 0, isolation, (path) => asked.push(path));
    const outside = [];
    context.on('request', (request) => {
      if (!request.url().startsWith(server.url) && !/^(blob|data):/.test(request.url())) outside.push(request.url());
    });
    await use({ folder, url: `${server.url}course/positions/`, asked });
    expect(outside, 'requests outside the origin').toEqual([]);
    await context.close();
    await server.close();
    rmSync(top, { recursive: true });
  },
});

const ready = (page) => expect(page.locator('html[data-ready]')).toHaveCount(1);
async function open(page, address) {
  await page.goto(address);
  await ready(page);
}
/** The caches of the pages, each with the paths of its files and whether it is in use. */
const caches = (page) =>
  page.evaluate(async () => {
    const names = await globalThis.caches.keys();
    const rows = names.map(async (name) => {
      const keys = await (await globalThis.caches.open(name)).keys();
      return keys.map(({ url }) => url.slice(new URL('.', document.baseURI).href.length)).sort();
    });
    return Promise.all(rows);
  });
const listOf = (folder) => {
  const code = readFileSync(join(folder, 'service-worker.js'), 'utf8');
  const [first, rest] = ['firstFiles', 'otherFiles'].map((name) =>
    JSON.parse(new RegExp(`^const ${name}=(.+);$`, 'm').exec(code)[1]),
  );
  return { first, rest, all: { ...first, ...rest } };
};
/** The first visit: waits until the page has fetched everything that it stores. */
async function visited(page, { url, folder }) {
  await open(page, url);
  const all = Object.keys(listOf(folder).all);
  await expect.poll(async () => (await caches(page))[0], { timeout: 30_000 }).toEqual([...all, 'files.json'].sort());
}
/** Publishes a version with `text` in the title of the start page, and `more` in its list. */
function publish(folder, text, more = {}) {
  const [page, worker] = [join(folder, 'index.html'), join(folder, 'service-worker.js')];
  const html = readFileSync(page, 'utf8').replace(/<title>.*<\/title>/, `<title>${text}</title>`);
  const digest = createHash('sha256').update(html).digest().subarray(0, 16).toString('base64');
  const first = { ...listOf(folder).first, ...more, 'index.html': digest };
  const code = readFileSync(worker, 'utf8')
    .replace(/^const pagesVersion=.*$/m, `const pagesVersion=${JSON.stringify(text)};`)
    .replace(/^const firstFiles=.*$/m, () => `const firstFiles=${JSON.stringify(first)};`);
  writeFileSync(page, html);
  writeFileSync(worker, code);
}
const look = (page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update().catch(() => undefined)));
const bar = (page) => page.locator('.newer');

test('without a network pages open, a notebook runs, and a network is trained', async ({ context, page, site }) => {
  await visited(page, site);
  const inline = (await caches(page))[0].filter((path) => /^assets\/inline/.test(path));
  expect(
    inline.every((path) => listOf(site.folder).all[path]),
    'no copies of modules',
  ).toBe(true);
  await context.setOffline(true);
  const before = site.asked.length;
  for (const file of ['', 'encodings.html', 'errata.html#document-3', 'index.html?a=b']) {
    await open(page, site.url + file);
    await expect(page.locator('#fault')).toBeHidden();
    expect(await page.evaluate(() => crossOriginIsolated), 'the headers are those of the server').toBe(true);
  }
  await open(page, `${site.url}notebooks.html?name=exact-positions`);
  await page.getByRole('button', { name: 'Run all' }).click();
  await expect(page.locator('.nb-counts')).not.toContainText('not yet run', { timeout: 30_000 });
  await expect(page.locator('#notebook')).toHaveAttribute('data-running', '0', { timeout: 30_000 });
  await expect(page.locator('.nb-counts')).toContainText(/(\d+) of \1 claims hold/, { timeout: 30_000 });
  await expect(page.locator('.nb-cell[data-state=failed]')).toHaveCount(0);
  // The frame has no sandbox attribute, because service workers do not serve such frames; its header makes it as opaque.
  // The frame of later cells may be another one, and is same-origin until its document has loaded.
  const opaque = () => page.evaluate(() => document.querySelector('iframe.sandbox')?.contentDocument === null);
  await expect.poll(opaque).toBe(true);

  const small = 'task=latin-square&task.puzzles=20&task.shifted=4&model.dim=8&model.blocks=2&t.batch=16&t.steps=10';
  await open(page, `${site.url}lab.html#v=1&${small}&t.evaluateEvery=5`);
  await page.locator('.lab-run .primary').click();
  await expect(page.locator('.lab-status')).toContainText('step 10 of 10', { timeout: 30_000 });
  // the browser checks for a newer worker by itself
  expect(site.asked.slice(before).filter((path) => !path.endsWith('/service-worker.js'))).toEqual([]);
});

test('what is missing or damaged is fetched again, and what is not of the version is never shown', async ({
  context,
  page,
  site,
}) => {
  await visited(page, site);
  const { all } = listOf(site.folder);
  const core = Object.keys(all).find((path) => /core-.*\.wasm$/.test(path));
  const script = Object.keys(all).find((path) => /assets\/kernels-.*\.js$/.test(path));
  const damage = (paths, text) =>
    page.evaluate(
      async ([files, body]) => {
        const [name] = await globalThis.caches.keys();
        const cache = await globalThis.caches.open(name);
        for (const file of files) {
          const url = new URL(file, document.baseURI).href;
          if (body === null) await cache.delete(url);
          else await cache.put(url, new Response(body, { headers: (await cache.match(url)).headers }));
        }
      },
      [paths, text],
    );
  await damage([core, 'kernels.html', script], 'this is none of it');
  await damage(
    Object.keys(all).filter((path) => /\.css$/.test(path)),
    null,
  );
  await open(page, `${site.url}kernels.html`);
  await expect(page).toHaveTitle(/^Kernels/);
  await context.setOffline(true);
  await open(page, `${site.url}kernels.html`);
  await context.setOffline(false);

  // the server has another content under the name of a file: it is rejected and not stored
  const content = readFileSync(join(site.folder, script));
  writeFileSync(join(site.folder, script), 'globalThis.wrong = true;');
  await damage([script], 'globalThis.wrong = true;');
  await page.goto(`${site.url}kernels.html`);
  await expect
    .poll(() => page.evaluate((file) => fetch(file).then(() => '', String), script))
    .toContain('Failed to fetch');
  expect(await page.evaluate(() => globalThis.wrong)).toBe(undefined);
  expect((await caches(page))[0]).not.toContain(script);
  // and the file is fetched again as soon as it is right
  writeFileSync(join(site.folder, script), content);
  await open(page, `${site.url}kernels.html`);
  // it is stored while the page is shown
  await expect.poll(async () => (await caches(page))[0]).toContain(script);
});

test('a newer version is taken when the reader says so, in one piece', async ({ context, page, site }) => {
  await visited(page, site);
  const other = await context.newPage();
  await open(other, `${site.url}precision.html`);
  const lacking = 'assets/lacking-00000000.js';
  const text = 'export {};\n';
  const digest = createHash('sha256').update(text).digest().subarray(0, 16).toString('base64');
  publish(site.folder, 'second', { [lacking]: digest });
  await look(page);
  await expect.poll(() => site.asked).toContain(`/course/positions/${lacking}`);
  // one of its files cannot be fetched: the version is neither installed nor offered
  await page.reload();
  await ready(page);
  await expect(page).toHaveTitle(/^posenc: will your model/);
  await expect(bar(page)).toHaveCount(0);

  writeFileSync(join(site.folder, lacking), text);
  const asked = site.asked.length;
  await look(page);
  await expect(bar(page)).toContainText('newer version');
  const again = site.asked.slice(asked).filter((path) => !/service-worker\.js$|lacking/.test(path));
  expect(again, 'only what was lacking').toEqual([]);
  await page.reload();
  await ready(page);
  await expect(page, 'until the reader takes it').toHaveTitle(/^posenc: will your model/);
  await bar(page).getByRole('button', { name: 'Take it' }).click();
  await expect(page).toHaveTitle('second');
  await ready(page);
  await expect(bar(page)).toHaveCount(0);

  // Until it is closed, a page of the previous version keeps its files, which the server may no longer have.
  await expect(bar(other)).toContainText('in another tab');
  const old = join(
    site.folder,
    Object.keys(listOf(site.folder).all).find((path) => /assets\/errata-.*\.js$/.test(path)),
  );
  renameSync(old, `${old}.gone`);
  publish(site.folder, 'third');
  const third = readFileSync(join(site.folder, 'service-worker.js'), 'utf8');
  const name = old.slice(site.folder.length + 1);
  const without = Object.fromEntries(Object.entries(listOf(site.folder).first).filter(([path]) => path !== name));
  writeFileSync(
    join(site.folder, 'service-worker.js'),
    third.replace(/^const firstFiles=.*$/m, () => `const firstFiles=${JSON.stringify(without)};`),
  );
  await look(page);
  await bar(page).getByRole('button', { name: 'Take it' }).click();
  await expect(page).toHaveTitle('third');
  expect(await other.evaluate((file) => fetch(file).then(({ ok }) => ok), name)).toBe(true);
  await expect.poll(async () => (await caches(page)).length, { message: 'the first is gone' }).toBe(2);

  // the switch-off address, which also works for a broken version
  await page.goto(`${site.url}?sw=off`);
  await expect(bar(page)).toContainText('Nothing of these pages is kept');
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  expect(await caches(page)).toEqual([]);
});

test('files that arrive after their cache was deleted are not kept', async ({ page }) => {
  const bundle = await rolldown({
    input: fileURLToPath(new URL('../../web/notebook/offline/kept.ts', import.meta.url)),
  });
  const { output } = await bundle.generate({ format: 'iife', name: 'offline' });
  const address = 'http://localhost/pages/';
  let [asked, release] = [];
  const request = new Promise((resolve) => (asked = resolve));
  const released = new Promise((resolve) => (release = resolve));
  await page.route(`${address}**`, async (route) => {
    if (route.request().url() === address) return route.fulfill({ contentType: 'text/html', body: '<title>x</title>' });
    asked();
    await released;
    return route.fulfill({ body: 'file' });
  });
  await page.goto(address);
  await page.addScriptTag({ content: output[0].code });
  const digest = createHash('sha256').update('file').digest().subarray(0, 16).toString('base64');
  const filled = page.evaluate(
    (files) => new globalThis.offline.Kept(location.href, '1', files).fill(Object.keys(files)),
    { 'a.txt': digest, 'b.txt': digest },
  );
  await request;
  expect((await caches(page)).length).toBe(1);
  await page.evaluate(() => globalThis.offline.forget(location.href));
  release();
  await filled;
  expect(await caches(page)).toEqual([]);

  // another tab still has the worker: it gets the file, and no cache appears again
  const served = await page.evaluate(
    async (files) => {
      const kept = new globalThis.offline.Kept(location.href, '1', files);
      const response = (await kept.give('a.txt')) ?? (await kept.fetch('a.txt'));
      return response.text();
    },
    { 'a.txt': digest },
  );
  expect(served).toBe('file');
  expect(await caches(page)).toEqual([]);
});
