/** Browsers that lack a feature: every page names it and since when browsers have it, and stays usable otherwise. */
import { fileURLToPath } from 'node:url';
import { chromium, expect, test } from '@playwright/test';
import { serve } from '../../web/tools/serve.mjs';
import { bar } from './visit.mjs';

/** V8 supports SIMD if the processor has SSE 4.1 and SSSE 3; without a compiler it has no WebAssembly. */
const lacking = {
  'WebAssembly SIMD': '--js-flags=--no-enable-sse4-1 --no-enable-ssse3 --no-enable-sse4-2 --no-enable-avx',
  WebAssembly: '--js-flags=--jitless',
};

for (const [what, flag] of Object.entries(lacking))
  test(`without ${what} a page says so`, async ({}, { project }) => {
    const { launchOptions } = project.use;
    const browser = await chromium.launch({ ...launchOptions, args: [...launchOptions.args, flag] });
    const page = await browser.newPage({ serviceWorkers: 'block' });
    for (const { file } of what === 'WebAssembly' ? bar.slice(0, 1) : bar) {
      await page.goto(process.env.POSENC_PAGE + file);
      await expect(page.locator('#fault'), file).toContainText(`has no ${what}`, { timeout: 30_000 });
      await expect(page.locator('#fault')).toContainText(
        /Chrome and Edge have it from 91 on, Firefox from 89, Safari from 16\.4/,
      );
      await expect(page.locator('h1:visible')).not.toHaveCount(0);
    }
    const { url, close } = await serve(fileURLToPath(new URL('../../dist', import.meta.url)));
    await page.route(`${url}blank.html`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
    );
    await page.goto(`${url}blank.html`);
    const codes = await page.evaluate(async () => {
      const { create } = await import('/lib/index.js');
      const refusal = (options) =>
        create(options).then(
          () => '',
          ({ code }) => code,
        );
      return Promise.all([refusal({}), refusal({ worker: true })]);
    });
    expect(codes, 'and so does the library').toEqual(['wasm_unsupported', 'wasm_unsupported']);
    await close();
    await browser.close();
  });

test('without scripts a page says what it needs', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(process.env.POSENC_PAGE);
  await expect(page.locator('noscript .fault')).toContainText('needs JavaScript');
  await context.close();
});
