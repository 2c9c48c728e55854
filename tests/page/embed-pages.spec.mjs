/**
 * The embed code of our pages' charts: it contains their calls, without numbers if they follow from specs. In a blank
 * page, under a strict policy, it draws the same.
 */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { pathToFileURL } from 'node:url';
import { clockHands, lineChart } from '../../dist/lib/charts/index.js';
import { snippetOf } from '../../dist/lib/charts/snippet/snippet.js';
import { serve } from '../../web/tools/serve.mjs';
import { changed, sampled } from '../web/support/random.mjs';
import { root } from '../../web/tools/setup.mjs';
import { addPictures } from './picture.mjs';
import { newFolder } from '../web/support/own-folder.mjs';

/** Charts of a page as it opens, and the maximum number of characters of their code. */
const pages = {
  'report.html': { charts: 5, most: 1500 },
  'kernels.html': { charts: 9, most: 2500 },
  'variants.html': { charts: 3, most: 800 },
  'precision.html': { charts: 2, most: 3000 },
  // with two Gaussians, which no call returns
  'spectral-bias.html': { charts: 13, most: 11_000 },
};

let folder;
let server;
test.beforeAll(async () => {
  folder = newFolder();
  copyFileSync(join(root, 'dist/script/posenc-chart.js'), join(folder, 'posenc-chart.js'));
  server = await serve(folder, 0, {
    'Content-Security-Policy': "script-src 'self' 'wasm-unsafe-eval'; connect-src 'none'",
  });
});
test.afterAll(() => server.close());

/** The elements of visible charts that can be embedded. */
const embeddable = () =>
  [...document.querySelectorAll('*')].filter((one) => {
    const button = one.shadowRoot?.querySelector('button[aria-label^="Embed "]');
    return button && !button.hidden && one.checkVisibility();
  });

const isChanged = ([name]) => changed(`notebook/${name.replace('.html', '')}/`) || changed('lib/charts/snippet');
for (const [name, { charts, most }] of sampled('pages whose charts are embedded', Object.entries(pages), 2, isChanged))
  test(`charts of ${name}`, async ({ page: tab }) => {
    test.slow();
    await addPictures(tab);
    await tab.addInitScript(`globalThis.embeddable = ${embeddable}`);
    await tab.goto(`${process.env.POSENC_PAGE}${name}?sw=off`);
    await expect(tab.locator('html[data-ready]')).toHaveCount(1);
    // Scrolls through the page repeatedly until everything that is computed when seen is there.
    const filled = () => {
      const atEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
      scrollTo(0, atEnd ? 0 : scrollY + 0.8 * innerHeight);
      return embeddable().filter((chart) => chart.toCSV().trim().includes('\n')).length;
    };
    await expect.poll(() => tab.evaluate(filled), { timeout: 60_000, intervals: [200] }).toBe(charts);
    const given = await tab.evaluate(async () => {
      const wait = () => new Promise((done) => requestAnimationFrame(done));
      const all = [];
      for (const chart of embeddable()) {
        const part = (name) => chart.shadowRoot.querySelector(name);
        part('button[aria-label^="Embed "]').click();
        while (!part('.embed textarea, .embed [role=alert]')) await wait();
        const code = part('.embed textarea')?.value ?? part('.embed [role=alert]').textContent;
        all.push({ name: part('.about').textContent.slice(0, 60), code });
      }
      const pictures = [];
      for (const chart of embeddable()) pictures.push(await pictureOf(chart));
      return all.map((one, i) => ({ ...one, drawn: pictures[i] }));
    });
    for (const { name: chart, code } of given) {
      // One of the decays is p = ∞, which has no place on an axis, and no call returns the others alone.
      if (!chart.startsWith('Predicted, mean of many signals')) expect(code, chart).toMatch(/ spec='|"call":\[/);
      expect(code.length, chart).toBeLessThan(most);
    }
    writeFileSync(
      join(folder, 'pasted.html'),
      `<!doctype html><html lang="en"><title>x</title><link rel="icon" href="data:,"><body>${given.map(({ code }) => code).join('')}`,
    );
    await tab.goto(`${server.url}pasted.html`);
    for (const [i, { name: chart, drawn }] of given.entries()) {
      const element = tab.locator('posenc-chart').nth(i);
      await element.scrollIntoViewIfNeeded();
      await expect(element.locator('.about'), chart).not.toBeEmpty({ timeout: 60_000 });
      const again = await element.evaluate((one) => pictureOf(one.chart));
      expect(again.words, chart).toEqual(drawn.words);
      expect(again.nodes, chart).toEqual(drawn.nodes);
      const apart = again.numbers.map((value, at) => Math.abs(value - drawn.numbers[at]));
      expect(Math.max(...apart), chart).toBeLessThan(0.1);
    }
  });

test('code works in a page on a disk that does not name its character set', async ({ page: tab }) => {
  const json = await lineChart.json();
  const data = { series: [{ name: 'k(Δ) ≤ λ’', values: [1, 3, 2] }] };
  const embedded = { id: 'line', name: 'line', data, options: { title: '“θ”' }, height: 300, embed: {}, json };
  const spec = {
    ...embedded,
    ...{ id: 'clock-hands', json: await clockHands.json(), options: {} },
    embed: { spec: { encoding: 'rope', dim: 8 } },
  };
  writeFileSync(join(folder, 'disk.html'), snippetOf(embedded).text + snippetOf(spec).text);
  await tab.goto(pathToFileURL(join(folder, 'disk.html')).href);
  expect(await tab.evaluate(() => document.characterSet), 'as a browser guesses').not.toBe('UTF-8');
  const [line, clocks] = [tab.locator('posenc-chart').first(), tab.locator('posenc-chart').last()];
  await expect(line.locator('.about')).toContainText('k(Δ) ≤ λ’');
  await expect(line).toContainText('“θ”');
  await expect(clocks.locator('svg path, canvas').first()).toBeAttached({ timeout: 60_000 });
});

test('the page itself is embedded in a frame of the height of a window', async ({ page: tab, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await tab.goto(`${process.env.POSENC_PAGE}errata.html?sw=off`);
  await tab.getByRole('button', { name: 'Embed this page' }).click();
  const code = await tab.evaluate(() => navigator.clipboard.readText());
  expect(code).toMatch(/^[\0-\x7f]*$/);
  const title = await tab.title();
  await tab.goto('about:blank');
  const { name, height } = await tab.evaluate((text) => {
    const { title: named, style } = new DOMParser().parseFromString(text, 'text/html').querySelector('iframe');
    return { name: named, height: parseFloat(style.height) };
  }, code);
  expect(name).toBe(title);
  expect(height).toBeGreaterThan(200);
  expect(height).toBeLessThan(900);
});

test('the data of docs/embed.md that are calls', async ({ page: tab }) => {
  const [, block] = /```html\n(<posenc-chart[^`]*"call"[^`]*)```/.exec(
    readFileSync(join(root, 'docs/embed.md'), 'utf8'),
  );
  const script = '<script src="posenc-chart.js"></script>';
  writeFileSync(join(folder, 'docs.html'), `<!doctype html><html lang="en"><title>x</title>${script}<body>${block}`);
  await tab.goto(`${server.url}docs.html`);
  await expect(tab.locator('posenc-chart .about')).toContainText('2 curves');
  await expect(tab.locator('posenc-chart svg path').first()).toBeAttached();
});

test('docs/embed.md: the smallest data of each chart are drawn, and a slider changes one', async ({ page: tab }) => {
  const text = readFileSync(join(root, 'docs/embed.md'), 'utf8');
  const rows = [...text.matchAll(/^\| `([\w-]+)` \| .+ \| `(\{.+\})` \|$/gm)];
  expect(rows.length).toBe(7);
  const elements = rows.map(([, chart, data]) => `<posenc-chart chart="${chart}" data='${data}'></posenc-chart>`);
  const page = (body) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>x</title><body>${body}`;
  writeFileSync(join(folder, 'rows.html'), page(`<script src="posenc-chart.js"></script>${elements.join('\n')}`));
  await tab.goto(`${server.url}rows.html`);
  for (const [index, [, chart]] of rows.entries()) {
    const element = tab.locator('posenc-chart').nth(index);
    await element.scrollIntoViewIfNeeded();
    await expect(element.locator('svg').first(), chart).toBeVisible();
  }
  const [, pair] = /```html\n(<posenc-chart[^`]*"domain"[^`]*)```/.exec(text);
  writeFileSync(join(folder, 'axes.html'), page(`<script src="posenc-chart.js"></script>${pair}`));
  await tab.goto(`${server.url}axes.html`);
  for (const index of [0, 1])
    await expect(tab.locator('posenc-chart').nth(index).locator('svg').first()).toContainText('1M');
  const [, slider] = /```html\n(<label>[^`]+)```/.exec(text);
  writeFileSync(join(folder, 'slider.html'), page(slider));
  await tab.goto(pathToFileURL(join(folder, 'slider.html')).href);
  const about = tab.locator('posenc-chart .about');
  await expect(about).toContainText('32 pairs');
  const before = await about.textContent();
  await tab.getByLabel('base').fill('6');
  await expect(about).not.toHaveText(before);
});

test('the window of Large tables, at its positions', async ({ page: tab }) => {
  await addPictures(tab);
  await tab.goto(`${process.env.POSENC_PAGE}large.html?sw=off#v=1&e=rope&e.dim=8&first=1000000`);
  await tab.locator('#window').scrollIntoViewIfNeeded();
  const map = tab.locator('#window .heat-map');
  await map.getByRole('button', { name: 'Embed' }).click();
  const code = await map.getByRole('textbox', { name: 'Code of the chart' }).inputValue();
  expect(code).toContain(`positions='{"start":1000000,"count":4096}'`);
  const values = (chart) =>
    chart
      .toCSV()
      .split('\n')
      .slice(1, 5)
      .map((line) => line.replace(/^[^,]*,/, ''));
  const drawn = await map.locator('> div').first().evaluate(values);
  expect(drawn[0]).toMatch(/^0\.9367521/);
  writeFileSync(join(folder, 'window.html'), `<!doctype html><html lang="en"><title>x</title><body>${code}`);
  await tab.goto(`${server.url}window.html`);
  await expect(tab.locator('posenc-chart canvas')).toBeVisible();
  await tab.evaluate(`globalThis.values = ${values}`);
  expect(await tab.locator('posenc-chart').evaluate((one) => values(one.chart))).toEqual(drawn);
});
