/**
 * Runs a page in Chromium, from a folder, from a server or from the disk, and counts the bytes transferred, compressed
 * with brotli as servers of static files do.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { findChromium } from '../../web/tools/chromium.mjs';
import { serve } from '../../web/tools/serve.mjs';

/** The script of a page: runs the program and stores its result where `open` reads it. */
export const entry = (options = '', program = './program.js') => `import { program } from '${program}';

globalThis.result = await program({ ${options} done: (name) => globalThis.partDone?.(name) });
`;
/** The same without top-level await, which bundles of one file cannot have. */
export const entryOfOneFile = (options = '', program = './program.js') => `import { program } from '${program}';

program({ ${options} done: (name) => globalThis.partDone?.(name) }).then((result) => (globalThis.result = result));
`;
export const page = (script, attributes = 'type="module"') =>
  `<!doctype html>\n<meta charset="utf-8">\n<title>posenc</title>\n<script ${attributes} src="${script}"></script>\n`;

const sizes = new Map();
function compressed(bytes) {
  const key = createHash('sha1').update(bytes).digest('base64');
  if (!sizes.has(key)) sizes.set(key, brotliCompressSync(bytes).length);
  return sizes.get(key);
}

/** Serves a folder with no policy of its own; returns { url, transferred(), close() }. */
export async function serveFolder(folder, { headers = {} } = {}) {
  let bytes = 0;
  const count = (address) => {
    let file = join(folder, decodeURIComponent(new URL(address, 'http://localhost').pathname));
    if (existsSync(file) && statSync(file).isDirectory()) file = join(file, 'index.html');
    if (existsSync(file)) bytes += compressed(readFileSync(file));
  };
  const free = { 'Content-Security-Policy': '', 'Cache-Control': 'max-age=600' };
  const { url, close } = await serve(folder, 0, { ...free, ...headers }, count);
  return { url, transferred: () => bytes, close };
}

let browser;
export async function closeBrowser() {
  await browser?.close();
}

/**
 * Opens an address and waits for the program's result; `counts` are the bytes transferred after each part.
 * @param transferred returns the bytes transferred so far; without it nothing is counted
 */
export async function open(url, { transferred, seconds = 90 } = {}) {
  const { chromium } = await import('@playwright/test');
  browser ??= await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] });
  const context = await browser.newContext();
  const tab = await context.newPage();
  const said = [];
  tab.on('pageerror', (error) => said.push(String(error)));
  tab.on('console', (message) => message.type() === 'error' && said.push(message.text()));
  const counts = {};
  await tab.exposeFunction('partDone', (name) => void (counts[name] = transferred?.()));
  try {
    await tab.goto(url);
    const handle = await tab.waitForFunction(() => globalThis.result, undefined, { timeout: seconds * 1000 });
    return { ...(await handle.jsonValue()), counts };
  } catch (error) {
    throw new Error(`${error.message.split('\n')[0]}; the page said: ${said.join(' | ').slice(0, 1500) || 'nothing'}`);
  } finally {
    await context.close();
  }
}

/** Serves a built folder and opens it. Bytes from the server `other` are counted as well. */
export async function openFolder(folder, { other, ...options } = {}) {
  const server = await serveFolder(folder, options);
  const transferred = () => server.transferred() + (other?.transferred() ?? 0);
  try {
    return await open(server.url, { transferred });
  } finally {
    server.close();
  }
}

/** Starts the server of a project, waits until it answers, and opens it. */
export async function openServer(start, url, { seconds = 120 } = {}) {
  const stop = await start();
  try {
    await answers(url, seconds);
    return await open(url, { seconds });
  } finally {
    await stop();
  }
}

async function answers(url, seconds) {
  for (const end = Date.now() + seconds * 1000; ; await new Promise((resolve) => setTimeout(resolve, 300))) {
    try {
      await (await fetch(url)).arrayBuffer();
      return;
    } catch (error) {
      if (Date.now() > end) throw new Error(`${url} did not answer: ${error.message}`, { cause: error });
    }
  }
}
