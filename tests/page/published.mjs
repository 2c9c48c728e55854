/** The published package in a page without anything else: `await use(page)` leaves `create` in the page. */
import { fileURLToPath } from 'node:url';
import { test as base } from '@playwright/test';
import { serve } from '../../web/tools/serve.mjs';

export { expect } from '@playwright/test';

const folder = fileURLToPath(new URL('../../dist', import.meta.url));
const files = {
  'blank.html': ['text/html', '<!doctype html><title>posenc</title><link rel="icon" href="data:,">'],
  // replies to { id, options, spec, positions } with the table
  'table-worker.js': [
    'text/javascript',
    `import { create } from './lib/index.js';
     onmessage = async ({ data: { options, spec, positions } }) => {
       const pe = await create(options);
       const { data, backend } = await pe.table(spec, positions);
       postMessage({ data, backend });
     };`,
  ],
};

export const test = base.extend({
  published: async ({ page }, use) => {
    const { url, close } = await serve(folder);
    for (const [name, [contentType, body]] of Object.entries(files))
      await page.route(`${url}${name}`, (route) => route.fulfill({ contentType, body }));
    await page.goto(`${url}blank.html`);
    await page.evaluate(async (from) => {
      globalThis.create = (await import(`${from}lib/index.js`)).create;
      globalThis.largest = (a, b) => a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0);
    }, url);
    await use(page);
    await close();
  },
});
