/**
 * `npm run bench:pages`: the pages as people meet them, in the system's Chromium at 1440 px and as a phone (360 px,
 * touch, a processor four times slower): bytes in brotli, layout shift while it loads and in a hurried scroll, which depends on
 * what else the machine does and is therefore no test, where the first figure begins, time until ready,
 * and the longest task of the main thread while the page loads and while each of its sliders is dragged.
 *
 *   node tests/bench/pages.mjs [--save NAME] [--view desktop|phone] [--only PAGE] [--slider TEXT]
 *
 * `busy` is processor time, which other work on this machine does not lengthen; `task` is the time that passed.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { atRest, firstFigure, hurried, pages, views, visit } from '../page/visit.mjs';
import { serve } from '../../web/tools/serve.mjs';
import { root, setup } from '../../web/tools/setup.mjs';
import { load, machine } from './machine.mjs';

const { values: given } = parseArgs({
  options: {
    save: { type: 'string' },
    view: { type: 'string' },
    only: { type: 'string' },
    slider: { type: 'string', default: '' },
    'no-drag': { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
});
await setup();
const { chromium } = await import('@playwright/test');
const { default: config } = await import('../page/playwright.config.mjs');
const STEPS = 30;
const FRAME_MS = 16;

/** The longest tasks of the page's main thread while `work` runs. */
async function traced(browser, page, work) {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid }) => name.endsWith('RunTask') && ph === 'X' && main.has(`${pid}/${tid}`),
  );
  const longest = (key) => Math.round(tasks.reduce((most, task) => Math.max(most, task[key] ?? 0), 0) / 1000);
  return { task: longest('dur'), busy: longest('tdur') };
}

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Moves the pointer over a slider and back, once a frame, as a hand does. */
async function drag(page, slider) {
  const box = await slider.boundingBox();
  const y = box.y + box.height / 2;
  const at = (share) => box.x + 8 + share * (box.width - 16);
  const was = await slider.evaluate((input) => (input.value - input.min) / (input.max - input.min));
  await page.mouse.move(at(was), y);
  await page.mouse.down();
  for (const end of [0.15, 0.85, was]) {
    const start = end === 0.15 ? was : end === 0.85 ? 0.15 : 0.85;
    for (let step = 1; step <= STEPS; step++) {
      await page.mouse.move(at(start + ((end - start) * step) / STEPS), y);
      await wait(FRAME_MS);
    }
  }
  await page.mouse.up();
}

const nameOf = (slider) =>
  slider.evaluate((input) => `${input.closest('section')?.id ?? ''}: ${input.getAttribute('aria-label') ?? ''}`);

async function measure(browser, url, file, { options, slower }) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  let visited;
  const loading = await traced(browser, page, async () => {
    visited = await visit(page, new URL(file === 'index.html' ? '' : file, url).href, { slower });
  });
  const { files, bytes, shift, moved, ready } = visited;
  const figure = await firstFigure(page);
  const scrolled = await hurried(page);
  const sliders = [];
  if (!given['no-drag']) {
    const count = await page.locator('input[type=range]').count();
    for (let i = 0; i < count; i++) {
      const slider = page.locator('input[type=range]').nth(i);
      if (!(await slider.isVisible()) || !(await slider.isEnabled())) continue;
      const name = await nameOf(slider);
      if (!name.includes(given.slider)) continue;
      // In the middle of the window, where its results are seen with it.
      await slider.evaluate((input) => input.scrollIntoView({ block: 'center' }));
      await atRest(page, 300).catch(() => undefined);
      sliders.push({ name, ...(await traced(browser, page, () => drag(page, slider))) });
      await atRest(page, 300).catch(() => undefined);
    }
  }
  await context.close();
  const worst = sliders.reduce((a, b) => (b.busy > a.busy ? b : a), { name: '', task: 0, busy: 0 });
  return {
    kib: Math.round(bytes / 102.4) / 10,
    shift: Math.round(shift * 1000) / 1000,
    scrollShift: Math.round(scrolled.shift * 1000) / 1000,
    readyMs: Math.round(ready),
    figure,
    load: loading,
    worst,
    ...(given.verbose ? { moved, movedInScroll: scrolled.moved, files } : {}),
    sliders,
  };
}

const { url, close } = await serve(join(root, 'dist-page'));
const { executablePath, args } = config.use.launchOptions;
const results = {};
for (const [view, how] of Object.entries(views).filter(([name]) => !given.view || name === given.view)) {
  results[view] = {};
  for (const file of pages.filter((name) => !given.only || name === given.only)) {
    const browser = await chromium.launch({ executablePath, args });
    try {
      const result = await measure(browser, url, file, how);
      results[view][file] = result;
      const { kib, shift, scrollShift, readyMs, figure, worst } = result;
      process.stdout.write(
        `${view.padEnd(8)} ${file.padEnd(20)} ${kib} KiB, shift ${shift}, scrolled ${scrollShift}, first figure at ${figure ?? '-'}, ready ${readyMs} ms, load ${result.load.task} (busy ${result.load.busy}) ms, drag ${worst.task} (busy ${worst.busy}) ms ${worst.name}\n`,
      );
      if (given.verbose) {
        for (const { value, at, sources } of [...result.moved, ...result.movedInScroll])
          console.log(`    ${value.toFixed(3)} at ${at}\n      ${sources.join('\n      ')}`);
        for (const { file: name, bytes } of result.files) console.log(`    ${String(bytes).padStart(7)} ${name}`);
        for (const { name, task, busy } of result.sliders) console.log(`    ${task} (${busy}) ${name}`);
      }
    } finally {
      await browser.close();
    }
  }
}
await close();
if (given.save) {
  const path = join(root, 'tests/bench/results', `pages-${given.save}.json`);
  writeFileSync(path, `${JSON.stringify({ machine: machine(), load: load(), ...results }, null, 2)}\n`);
}
