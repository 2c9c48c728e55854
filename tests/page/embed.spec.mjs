/** `<posenc-chart>` and the notebook widget in pages that are none of ours, under a policy stricter than most. */
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { serve } from '../../web/tools/serve.mjs';
import { root } from '../../web/tools/setup.mjs';

const strict = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'";
const page = (script, body) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${strict}"><title>x</title><script ${script}></script><body>${body}`;

let server;
let folder;
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'posenc-embed-'));
  cpSync(join(root, 'examples/embed'), folder, { recursive: true });
  copyFileSync(join(root, 'dist/posenc-chart.js'), join(folder, 'posenc-chart.js'));
  mkdirSync(join(folder, 'package'));
  cpSync(join(root, 'dist'), join(folder, 'package'), { recursive: true });
  writeFileSync(
    join(folder, 'own.html'),
    page(
      'src="posenc-chart.js"',
      `<div id="host"></div><posenc-chart id="bad" spec="{"></posenc-chart>
       <posenc-chart id="unknown" chart="pie"></posenc-chart>
       <div style="height:5000px"></div><posenc-chart id="far"></posenc-chart>`.replace(
        ' style="height:5000px"',
        ' class="tall"',
      ),
    ),
  );
  writeFileSync(join(folder, 'widget.html'), page('type="module" src="widget.js"', '<div id="cell"></div>'));
  writeFileSync(
    join(folder, 'widget.js'),
    `import widget from './package/lib/widget.js';
     const state = { spec: { encoding: 'rope', dim: 16 }, chart: 'clock-hands', positions: 16 };
     const listeners = new Map();
     globalThis.model = {
       get: (name) => state[name],
       set: (name, value) => { state[name] = value; listeners.get('change:' + name)?.(); },
       save_changes: () => {},
       on: (event, listener) => listeners.set(event, listener),
       off: (event) => listeners.delete(event),
       listeners,
     };
     globalThis.end = widget.render({ model, el: document.querySelector('#cell') });`,
  );
  server = await serve(folder, 0);
});
test.afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

let faults;
test.beforeEach(async ({ page: tab }) => {
  faults = [];
  tab.on('pageerror', (error) => faults.push(String(error)));
  tab.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await tab.addInitScript(() =>
    addEventListener('securitypolicyviolation', (event) =>
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`),
    ),
  );
});
test.afterEach(() => expect(faults).toEqual([]));

test('the example: one script, two charts, light and dark', async ({ page: tab }) => {
  const asked = [];
  tab.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await tab.goto(`${server.url}index.html`);
  const charts = tab.locator('posenc-chart');
  await expect(charts.nth(0).locator('canvas')).toBeVisible();
  await expect(charts.nth(1).locator('svg circle').first()).toBeAttached();
  await expect(charts.nth(1).locator('[data-theme=dark]')).toBeAttached();
  expect(asked.filter((path) => !path.endsWith('/') && path !== '/favicon.ico')).toEqual([
    '/index.html',
    '/posenc-chart.js',
  ]);
  // attributes are followed
  await charts.nth(0).evaluate((element) => element.setAttribute('chart', 'spectrum'));
  await expect(charts.nth(0).locator('.about')).toContainText('Spectrum');
  const svg = await charts.nth(0).evaluate((element) => element.chart.toSVG());
  expect(svg).toContain('A sinusoidal table');
});

test('in a shadow root; what is wrong is said in its place; what is far is not made', async ({ page: tab }) => {
  await tab.goto(`${server.url}own.html`);
  await tab.evaluate(() => {
    document.querySelector('.tall').style.height = '5000px';
    const root = document.querySelector('#host').attachShadow({ mode: 'open' });
    root.append(document.createElement('posenc-chart'));
  });
  await expect(tab.locator('#host posenc-chart canvas')).toBeVisible();
  await expect(tab.locator('#bad')).toContainText('spec must be the JSON of an encoding');
  await expect(tab.locator('#unknown')).toContainText('chart must be one of');
  await tab.locator('#far').scrollIntoViewIfNeeded();
  await expect(tab.locator('#far canvas')).toBeVisible();
});

test('the widget draws its model, follows it, and lets go', async ({ page: tab }) => {
  await tab.goto(`${server.url}widget.html`);
  const cell = tab.locator('#cell');
  await expect(cell.locator('.about')).toContainText('8 dials');
  await tab.evaluate(() => globalThis.model.set('spec', { encoding: 'rope', dim: 8 }));
  await expect(cell.locator('.about')).toContainText('4 dials');
  await cell.locator('.stage').hover({ position: { x: 20, y: 60 } });
  expect(await tab.evaluate(() => globalThis.model.get('cursor'))).toEqual({ pair: 0 });
  await tab.evaluate(() => globalThis.model.set('chart', 'no such chart'));
  await expect(cell).toContainText('chart must be one of');
  expect(await tab.evaluate(() => (globalThis.end(), globalThis.model.listeners.size))).toBe(0);
});
