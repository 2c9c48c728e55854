/**
 * The pages in Chromium: a walk at random over what a reader can press, choose and type, which follows from a seed. A page is left
 * for the next one after so many steps, and comes again later. Held are: no error on the console or of a script, no request to
 * another origin, an answer after every step; and now and then the page computes tables that are compared by their hash.
 *
 *   node soak-pages.mjs SECONDS SEED     prints progress on standard error, and JSON at its end
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { findHeadless } from '../../web/tools/chromium.mjs';
import { serve } from '../../web/tools/serve.mjs';
import { pages } from '../page/visit.mjs';
import { random } from './fuzz.mjs';

const [seconds, seed] = process.argv.slice(2).map(Number);
const next = random(seed);
const stepsOfVisit = 40;
const known = JSON.parse(readFileSync(new URL('../golden/table_hashes.json', import.meta.url), 'utf8')).filter(
  ({ positions: { count } }) => count <= 500,
);

/** Runs in the page: marks one of what a hand can use there, drawn by `draw`, and says what it is. */
function mark(draw) {
  const wanted =
    'button, select, summary, textarea, input:not([type=file]), [role=tab], [role=slider], [tabindex="0"], a[href^="#"]';
  const found = [];
  const look = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) look(element.shadowRoot);
      if (!element.matches(wanted) || element.disabled || !element.checkVisibility()) continue;
      if (element.closest('[inert]')) continue;
      found.push(element);
    }
  };
  look(document);
  globalThis.soaked?.removeAttribute('data-soak');
  if (found.length === 0) return undefined;
  const one = (globalThis.soaked = found[draw % found.length]);
  one.setAttribute('data-soak', '');
  const { localName: tag, type, min, max, id } = one;
  const options = tag === 'select' ? [...one.options].filter((o) => !o.disabled).map((o) => o.value) : undefined;
  const label = (one.ariaLabel ?? one.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40);
  return { tag, type, min, max, options, name: `${tag}${id ? `#${id}` : ''} ${one.name ?? ''} ${label}`.trim() };
}

const texts = ['', '0', '-1', '1', '7', '64', '1e12', '0.5', 'x', '{"encoding": "rope", "dim": 8}', '1, 2, 3', '😀'];
async function act(page, { tag, type, min, max, options }) {
  const one = page.locator('[data-soak]').first();
  const how = { timeout: 3000, noWaitAfter: true };
  if (options) return one.selectOption(options[next(options.length)], how);
  if (type === 'range') {
    await one.focus(how);
    return page.keyboard.press(['ArrowRight', 'ArrowLeft', 'PageUp', 'Home', 'End'][next(5)]);
  }
  if (type === 'number') {
    const wide =
      next(3) === 0 ? texts[next(9)] : String(Math.round((Number(min) || 0) + next(Math.min(Number(max) || 100, 200))));
    return one.fill(/^-?[\d.e]*$/.test(wide) ? wide : '3', how);
  }
  if (tag === 'textarea' || (tag === 'input' && !['checkbox', 'radio', 'button', 'color', 'submit'].includes(type)))
    return one.fill(texts[next(texts.length)], how);
  if (type === 'color') return one.fill('#336699', how);
  if (next(6) === 0) {
    await one.focus(how);
    return page.keyboard.press(['Enter', 'Space', 'ArrowDown', 'Escape', 'Tab'][next(5)]);
  }
  return one.click(how);
}

/** Hashes of some golden tables, made by the page's own instance; the names of those that differ. */
async function wrongTables(page) {
  const some = Array.from({ length: 3 }, () => known[next(known.length)]);
  const hashes = await page.evaluate(async (cases) => {
    // the index of the notebooks has no instance
    if (typeof globalThis.posenc?.table !== 'function') return undefined;
    const found = [];
    for (const { spec, positions, dtype } of cases) {
      const { data } = await posenc.table(spec, positions, { dtype });
      const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', data));
      found.push(Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''));
    }
    return found;
  }, some);
  if (!hashes) return { compared: 0, wrong: [] };
  const wrong = some.filter(({ sha256 }, i) => sha256 !== hashes[i]);
  return { compared: some.length, wrong: wrong.map(({ spec }) => JSON.stringify(spec)) };
}

const { url, close } = await serve(fileURLToPath(new URL('../../dist-page', import.meta.url)), 0);
const browser = await chromium.launch({
  executablePath: await findHeadless(),
  args: ['--no-sandbox', '--disable-quic'],
});
const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
const counts = { visits: 0, steps: 0, unreachable: 0, compared: 0 };
const faults = [];
const seen = new Map();
const memory = Object.fromEntries(pages.map((page) => [page, []]));
const begin = performance.now();
const goesOn = () => performance.now() - begin < 1000 * seconds;

async function visit(file) {
  const page = await context.newPage();
  const trail = [];
  const fault = (kind, text) => {
    const message = `${file}: ${kind}: ${text}`.replaceAll(url, '/').slice(0, 400);
    const times = seen.get(message) ?? 0;
    seen.set(message, times + 1);
    if (times === 0 && faults.length < 40) faults.push({ message, trail: trail.slice(-8) });
  };
  page.on('pageerror', (error) => fault('script', error.stack ?? error.message));
  page.on('console', (message) => message.type() === 'error' && fault('console', message.text()));
  page.on('crash', () => fault('page', 'it crashed'));
  page.on('dialog', (dialog) => dialog.dismiss().catch(() => undefined));
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(url)) fault('request', request.url());
  });
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable');
  const measure = async (at) => {
    await cdp.send('HeapProfiler.collectGarbage');
    const { metrics } = await cdp.send('Performance.getMetrics');
    const value = (name) => metrics.find((one) => one.name === name).value;
    memory[file].push({
      step: at,
      heap: value('JSHeapUsedSize'),
      nodes: value('Nodes'),
      listeners: value('JSEventListeners'),
    });
  };
  try {
    await page.goto(url + (file === 'index.html' ? '' : file));
    await page.waitForSelector('html[data-ready]', { state: 'attached', timeout: 90_000 });
    const address = new URL(page.url()).pathname;
    for (let i = 0; i <= stepsOfVisit && goesOn(); i++) {
      if (i % (stepsOfVisit / 4) === 0) await measure(i);
      if (i === stepsOfVisit) break;
      const chosen = await page.evaluate(mark, next(2 ** 31));
      if (!chosen) break;
      trail.push(chosen.name);
      try {
        await act(page, chosen);
      } catch (error) {
        if (
          !/Timeout|not visible|outside of the viewport|detached|intercepts|not an? <|Malformed|Cannot type/i.test(
            error.message,
          )
        )
          throw error;
        counts.unreachable++;
      }
      counts.steps++;
      // it answers: one turn of its event loop, within what ends only what hangs
      await page.evaluate(() => new Promise((done) => setTimeout(done)));
      if (new URL(page.url()).pathname !== address) {
        await page.goBack();
        await page.waitForSelector('html[data-ready]', { state: 'attached', timeout: 90_000 });
      }
      for (const other of context.pages()) if (other !== page) await other.close();
    }
    if (goesOn()) {
      const { compared, wrong } = await wrongTables(page);
      counts.compared += compared;
      for (const one of wrong) fault('bits', one);
    }
  } catch (error) {
    fault('walk', error.message.split('\n')[0]);
  }
  await page.close();
  counts.visits++;
}

while (goesOn()) {
  await visit(pages[next(pages.length)]);
  console.error(`${counts.visits} visits, ${counts.steps} steps, ${faults.length} kinds of faults`);
}
await browser.close();
await close();
console.log(
  JSON.stringify({ ...counts, memory, faults: faults.map((one) => ({ ...one, times: seen.get(one.message) })) }),
);
