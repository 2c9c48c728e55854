import { expect, test } from './page.mjs';

test('without core.wasm the copy inside the scripts is used', async ({ notebook, page }) => {
  notebook.expected = /status of 404/;
  await page.route('**/*.wasm', (route) => route.fulfill({ status: 404, body: 'not here' }));
  await notebook.open();
  await notebook.picture(512, 128);
});

test('with neither, the page says what is missing', async ({ notebook, page }) => {
  notebook.expected = /status of 404|MIME type|dynamically imported/;
  for (const part of ['**/*.wasm', '**/inline-*.js'])
    await page.route(part, (route) => route.fulfill({ status: 404, body: 'not here' }));
  await page.goto(notebook.origin);
  await expect(page.locator('#fault')).toContainText('The computing core could not start');
  await expect(page.locator('#fault')).toContainText(/wasm/i);
});

test('the library is at hand in the console', async ({ notebook, page }) => {
  await notebook.open();
  const answer = await page.evaluate(async () => {
    const table = await posenc.table({ encoding: 'rope', dim: 64 }, 8);
    return [table.rows, table.cols, table.data instanceof Float32Array];
  });
  expect(answer).toEqual([8, 64, true]);
});
