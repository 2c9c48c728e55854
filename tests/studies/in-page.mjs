/**
 * Trains the short version of every study on its page in Chromium, as a reader does who clicks once, and writes how long each took
 * to in-page.json. `npm run studies -- --table` shows these times; tests/web/studies.runs.test.mjs holds each to three minutes.
 *
 *   node tests/studies/in-page.mjs [ID …]
 */
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { studies } from '../../dist/lib/studies/list.js';
import { findChromium } from '../../web/tools/chromium.mjs';
import { serve } from '../../web/tools/serve.mjs';
import { root } from '../../web/tools/setup.mjs';
import { inPage as measured, shortGrid } from '../../web/tools/studies.mjs';

const file = join(root, 'tests/studies/in-page.json');
const asked = process.argv.slice(2);
const chosen = studies.filter(({ id }) => asked.length === 0 || asked.includes(id));

const { url, close } = await serve(join(root, 'dist-page'));
const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--headless', '--no-sandbox'] });
const known = measured().studies;
try {
  for (const study of chosen) {
    const { id, inPage } = study;
    const page = await browser.newPage();
    await page.goto(`${url}studies.html#v=1&study=${id}`);
    const begin = performance.now();
    await page.getByRole('button', { name: `Train ${inPage.arms.length} runs` }).click();
    await page.waitForFunction(
      () => document.querySelector('#here').textContent.includes('Done: '),
      {},
      { timeout: 300_000, polling: 100 },
    );
    const seconds = Math.ceil((performance.now() - begin) / 1000);
    known[id] = { seconds, grid: await shortGrid(study) };
    console.log(`${id}: ${seconds} s, load ${loadavg()[0].toFixed(1)}`);
    await page.close();
  }
} finally {
  await browser.close();
  close();
}
const about = {
  browser: `Chromium ${browser.version()}`,
  cpu: cpus()[0].model.trim(),
  cpus: cpus().length,
  date: new Date().toISOString().slice(0, 10),
};
const inOrder = Object.fromEntries(studies.filter(({ id }) => id in known).map(({ id }) => [id, known[id]]));
writeFileSync(file, `${JSON.stringify({ ...about, studies: inOrder }, undefined, 2)}\n`);
