/** The pages in Chromium: a random walk, forty steps a visit, over everything a reader can press, choose and type. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findHeadless } from '../../web/tools/chromium.mjs';
import { build } from '../../web/tools/build.mjs';
import { serve } from '../../web/tools/serve.mjs';
import { root } from '../../web/tools/setup.mjs';
import { step } from '../../web/tools/steps.mjs';
import { random } from './random.mjs';

const hashes = JSON.parse(readFileSync(join(root, 'tests/golden/table_hashes.json'), 'utf8'));
const known = hashes.filter(({ positions: { count } }) => count <= 500);
const wanted =
  'button, select, summary, textarea, input:not([type=file]), [role=tab], [role=slider], [tabindex="0"], a[href^="#"]';
const texts = ['', '0', '-1', '1', '7', '64', '1e12', '0.5', 'x', '{"encoding": "rope", "dim": 8}', '1, 2, 3', '😀'];

/** Uses one of the elements that a hand can reach, if it is still there and not covered; returns a description. */
async function act(page, next) {
  const all = page.locator(`:is(${wanted}):not([inert] *, :disabled)`).filter({ visible: true });
  const one = all.nth(next((await all.count()) || 1));
  const how = { timeout: 3000, noWaitAfter: true };
  const press = (keys) => one.press(keys[next(keys.length)], how);
  const { kind, options, name } = await one.evaluate((element) => ({
    kind: element.localName === 'input' ? element.type : element.localName,
    options: [...(element.options ?? [])].filter((o) => !o.disabled).map((o) => o.value),
    name: `${element.localName}#${element.id} ${element.ariaLabel ?? element.textContent}`.slice(0, 60),
  }));
  try {
    if (options.length > 0) await one.selectOption(options[next(options.length)], how);
    else if (kind === 'range') await press(['ArrowRight', 'ArrowLeft', 'PageUp', 'Home', 'End']);
    else if (/^(textarea|text|search|url|number|color)$/.test(kind)) await one.fill(texts[next(texts.length)], how);
    else if (next(6) === 0) await press(['Enter', 'Space', 'ArrowDown', 'Escape', 'Tab']);
    else await one.click(how);
  } catch (error) {
    if (!/Timeout|not visible|outside of the viewport|detached|Malformed|Cannot type/i.test(error.message)) throw error;
  }
  return name;
}

/** Runs in the page: specs of those of `cases` whose table has another hash there. */
async function wrongTables(cases) {
  const wrong = [];
  for (const { spec, positions, dtype, sha256 } of globalThis.posenc?.table ? cases : []) {
    const { data } = await posenc.table(spec, positions, { dtype });
    const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', data));
    const hash = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    if (hash !== sha256) wrong.push(JSON.stringify(spec));
  }
  return wrong;
}

export async function run({ env, args: [seconds = '3600', seed = '1'] }) {
  if (!existsSync(join(root, 'dist-page/index.html'))) await build(env, 'page');
  const { chromium } = await import('@playwright/test');
  const { pages } = await import('../page/visit.mjs');
  const next = random(seed);
  const { url, close } = await serve(join(root, 'dist-page'), 0);
  const browser = await chromium.launch({ executablePath: await findHeadless(), args: ['--no-sandbox'] });
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  const begin = performance.now();
  const goesOn = () => performance.now() - begin < 1000 * seconds;
  let [visits, steps] = [0, 0];
  const faults = new Map();

  async function visit(file) {
    const page = await context.newPage();
    const trail = [];
    const fault = (kind, text) => {
      const message = `${file}: ${kind}: ${text}`.replaceAll(url, '/').slice(0, 400);
      if (!faults.has(message)) faults.set(message, trail.slice(-8));
    };
    page.on('pageerror', (error) => fault('script', error.stack ?? error.message));
    page.on('console', (message) => message.type() === 'error' && fault('console', message.text()));
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(url)) fault('request', request.url());
    });
    const ready = () => page.waitForSelector('html[data-ready]', { state: 'attached', timeout: 90_000 });
    try {
      await page.goto(url + file);
      await ready();
      for (let i = 0; i < 40 && goesOn(); i++, steps++) {
        trail.push(await act(page, next));
        // the page answers: one turn of its event loop
        await page.evaluate(() => new Promise((done) => setTimeout(done)));
        if (new URL(page.url()).pathname !== `/${file}`) {
          await page.goBack();
          await ready();
        }
        for (const other of context.pages()) if (other !== page) await other.close();
      }
      const cases = Array.from({ length: 3 }, () => known[next(known.length)]);
      for (const spec of await page.evaluate(wrongTables, cases)) fault('bits', spec);
    } catch (error) {
      fault('walk', error.message.split('\n')[0]);
    }
    await page.close();
    visits++;
  }

  await step('Pages, used at random', async (report) => {
    while (goesOn()) {
      await visit(pages[next(pages.length)]);
      report(`${visits} visits, ${steps} steps, ${faults.size} kinds of faults`);
    }
  });
  await browser.close();
  await close();
  const many = `${steps} presses, choices and texts in ${visits} visits of ${pages.length} pages`;
  return { rows: [['pages in Chromium, used at random', many, `${faults.size} kinds of faults`]], faults: [...faults] };
}
