import { expect, test } from './page.mjs';

test.use({ alone: true }); // files that are fetched, and files that do not exist

const analyse = (page) =>
  page.evaluate(async () => {
    const kernel = { spec: { encoding: 'rope', dim: 8 }, positions: 5 };
    return (await posenc.analyse({ analysis: 'stationarity' }, { kernel })).isStationary;
  });

test('without the .wasm files their copies inside the scripts are used', async ({ notebook, page }) => {
  notebook.expected = /status of 404/;
  await page.route('**/*.wasm', (route) => route.fulfill({ status: 404, body: 'not here' }));
  await notebook.open('', 'table');
  await notebook.picture(512, 128);
  expect(await analyse(page)).toBe(1);
});

test('the module of the analyses is fetched when the first is called', async ({ notebook, page }) => {
  const fetched = [];
  page.on('request', (request) => fetched.push(...(/[a-z]+(?=-[^/]*\.wasm$)/.exec(request.url()) ?? [])));
  await notebook.open('', 'table');
  await notebook.picture(512, 128);
  expect(fetched).toEqual(['core']);
  for (let i = 0; i < 2; i++) expect(await analyse(page)).toBe(1);
  expect(fetched).toEqual(['core', 'analysis']);
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
  await notebook.open('', 'config');
  const answer = await page.evaluate(async () => {
    const table = await posenc.table({ encoding: 'rope', dim: 64 }, 8);
    return [table.rows, table.cols, table.data instanceof Float32Array];
  });
  expect(answer).toEqual([8, 64, true]);
});
