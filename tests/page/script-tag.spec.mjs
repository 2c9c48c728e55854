/** dist/script/posenc.global.js in a plain page: from a server, from the disk, and in a service worker. */
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import { serve } from '../../web/tools/serve.mjs';
import { root } from '../../web/tools/setup.mjs';
import { newFolder } from '../web/support/own-folder.mjs';

const work = `
async function work(options) {
  const pe = await posenc.create(options);
  const { data } = await pe.table({ encoding: 'sinusoidal', dim: 4 }, 2);
  const { profileMean } = await pe.analyse(
    { analysis: 'stationarity' }, { kernel: { spec: { encoding: 'rope', dim: 8 }, positions: 5 } });
  pe.dispose();
  return [...data.slice(4), profileMean.length];
}
`;
const app = `${work}
(async () => {
  globalThis.result = { main: await work(), worker: await work({ workers: 2 }), names: Object.keys(posenc).length };
})();
`;
const service = `importScripts('posenc.global.js');
${work}
oninstall = () => skipWaiting();
onmessage = async ({ source }) => source.postMessage(await work());
`;
const asks = `navigator.serviceWorker.onmessage = ({ data }) => (globalThis.result = data);
navigator.serviceWorker.register('service.js');
navigator.serviceWorker.ready.then(({ active }) => active.postMessage('begin'));
`;
const page = (...scripts) =>
  `<!doctype html>\n<title>posenc</title>\n${scripts.map((name) => `<script src="${name}"></script>`).join('\n')}\n`;
const expected = [...[0.8414709848, 0.5403023059, 0.0099998333, 0.9999500004].map(Math.fround), 5];

let folder;
test.beforeAll(() => {
  folder = newFolder();
  copyFileSync(join(root, 'dist/script/posenc.global.js'), join(folder, 'posenc.global.js'));
  const files = {
    'index.html': page('posenc.global.js', 'app.js'),
    'app.js': app,
    'service.html': page('asks.js'),
    'asks.js': asks,
    'service.js': service,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
});

const result = async (tab, url) => {
  await tab.goto(url);
  return (await tab.waitForFunction(() => globalThis.result)).jsonValue();
};

test('a script tag: one request has everything', async ({ page: tab }) => {
  const server = await serve(folder);
  const asked = [];
  tab.on('request', (request) => asked.push(request.url()));
  const { main, worker, names } = await result(tab, server.url);
  expect(main).toEqual(expected);
  expect(worker).toEqual(expected);
  expect(names).toBeGreaterThan(20);
  expect(asked.filter((url) => !url.startsWith('blob:')).length).toBe(3);
  await server.close();
});

test('from the disk', async ({ page: tab }) => {
  const { main, worker } = await result(tab, pathToFileURL(join(folder, 'index.html')).href);
  expect(main).toEqual(expected);
  expect(worker).toEqual(expected);
});

test.describe('where there are service workers', () => {
  test.use({ serviceWorkers: 'allow' });
  test('in a service worker', async ({ page: tab }) => {
    const server = await serve(folder);
    expect(await result(tab, `${server.url}service.html`)).toEqual(expected);
    await server.close();
  });
});
