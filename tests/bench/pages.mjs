/**
 * Every page in Chromium at 1440 px, and as a phone (360 px, a processor four times slower): bytes in brotli, layout shifts while it
 * loads and in a hurried scroll, time until it is ready, and the longest task of the main thread while it loads and while each of
 * its sliders is dragged. Tasks are in processor time, which other work on the machine does not lengthen.
 */
import { join } from 'node:path';
import { serve } from '../../web/tools/serve.mjs';
import { root } from '../../web/tools/setup.mjs';
import { number } from './figures.mjs';

/** Milliseconds of the longest task of the page's main thread while `work` runs. */
async function longest(browser, page, work) {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const thread = ({ pid, tid }) => `${pid}/${tid}`;
  const isMain = ({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain';
  const main = new Set(traceEvents.filter(isMain).map(thread));
  const tasks = traceEvents.filter((one) => one.name.endsWith('RunTask') && one.ph === 'X' && main.has(thread(one)));
  return Math.round(Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur)) / 1000);
}

/** Moves the pointer over a slider and back, one step a frame, as a hand does. */
async function drag(page, slider) {
  const box = await slider.boundingBox();
  const at = (share) => [box.x + 8 + share * (box.width - 16), box.y + box.height / 2];
  const was = await slider.evaluate((input) => (input.value - input.min) / (input.max - input.min));
  await page.mouse.move(...at(was));
  await page.mouse.down();
  const ends = [was, 0.15, 0.85, was];
  for (const [i, end] of ends.slice(1).entries())
    for (let step = 1; step <= 30; step++) {
      await page.mouse.move(...at(ends[i] + ((end - ends[i]) * step) / 30));
      await page.waitForTimeout(16);
    }
  await page.mouse.up();
}

export async function measure({ only }) {
  const { chromium } = await import('@playwright/test');
  const { atRest, hurried, pages, views, visit } = await import('../page/visit.mjs');
  const { default: config } = await import('../page/playwright.config.mjs');
  const { url, close } = await serve(join(root, 'dist-page'));
  const { executablePath, args } = config.use.launchOptions;
  const browser = await chromium.launch({ executablePath, args });
  const rows = [['page', 'KiB', 'shift', 'shift in a scroll', 'ready, ms', 'longest task, ms', 'while dragged, ms']];
  for (const [view, { options, slower }] of Object.entries(views))
    for (const file of pages.filter((name) => !only || name === only)) {
      const context = await browser.newContext(options);
      const page = await context.newPage();
      let visited;
      const loading = await longest(browser, page, async () => {
        visited = await visit(page, new URL(file === 'index.html' ? '' : file, url).href, { slower });
      });
      const scrolled = await hurried(page);
      let dragged = 0;
      for (const slider of await page.locator('main input[type=range]:visible:not(:disabled)').all()) {
        await slider.scrollIntoViewIfNeeded();
        dragged = Math.max(dragged, await longest(browser, page, () => drag(page, slider)));
        await atRest(page, 300).catch(() => undefined);
      }
      await context.close();
      const { bytes, shift, ready } = visited;
      const cells = [bytes / 1024, shift, scrolled.shift, ready].map((value) => number(value));
      rows.push([`${file} ${view}`, ...cells, loading, dragged]);
      console.log(rows.at(-1).join(', '));
    }
  await browser.close();
  await close();
  return { rows, versions: [`Chromium ${browser.version()}`] };
}
