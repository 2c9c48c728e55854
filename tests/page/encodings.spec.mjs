import { expect, test } from './page.mjs';

test('pictures wait until they come into view', async ({ notebook, page }) => {
  await page.setViewportSize({ width: 360, height: 400 });
  await notebook.open('encodings.html');
  const last = page.locator('.card-picture').last();
  await expect(page.locator('.card-picture').first()).toHaveAttribute('data-state', 'done');
  await expect(last).toHaveAttribute('data-state', 'waiting');
  await last.scrollIntoViewIfNeeded();
  await expect(last).toHaveAttribute('data-state', 'done');
});

test('the filter works by family and by words, and travels in the link', async ({ notebook, page }) => {
  await notebook.open('encodings.html');
  const families = await page.evaluate(() => posenc.encodings.map((info) => info.family));
  await page.getByRole('button', { name: /^rotary/ }).click();
  await expect(page.locator('.card:visible')).toHaveCount(families.filter((f) => f === 'rotary').length);
  await page.reload();
  await expect(page.getByRole('button', { name: /^rotary/ })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: /^all/ }).click();
  await page.getByLabel('Search').fill('press 2022');
  await expect(page.locator('.card:visible')).toHaveCount(1);
  await expect(page.locator('.card:visible')).toHaveAttribute('id', 'alibi');
  await page.getByLabel('Search').fill('no such thing');
  await expect(page.getByText('No encoding matches.')).toBeVisible();
});

test('a card opens its encoding in the report', async ({ notebook, page }) => {
  await notebook.open('encodings.html');
  await page.getByRole('link', { name: 'Open ALiBi in the report' }).click();
  await notebook.whole();
  await expect(page.locator('#encoding select[name=encoding]')).toHaveValue('alibi');
  await expect(page.locator('.cell-reading')).toContainText('values');
});

test('a picture is saved as a PNG', async ({ notebook, page }) => {
  await notebook.open('encodings.html');
  const card = page.locator('[id="rope"]');
  await card.scrollIntoViewIfNeeded();
  await expect(card.locator('.card-picture')).toHaveAttribute('data-state', 'done');
  const { name, bytes } = await notebook.save(card.getByRole('button', { name: 'PNG' }));
  expect(name).toBe('rope.png');
  expect([...bytes.subarray(1, 4)].map((c) => String.fromCharCode(c)).join('')).toBe('PNG');
});

test('an error of one card leaves the others', async ({ notebook, page }) => {
  await page.addInitScript(() => {
    // The first table that is asked for fails as the library does.
    let inner;
    Object.defineProperty(globalThis, 'posenc', {
      configurable: true,
      get: () => inner,
      set(pe) {
        const { table } = pe;
        let failed = false;
        pe.table = (...args) => {
          if (failed) return table.apply(pe, args);
          failed = true;
          return Promise.reject(Object.assign(new Error('too wide for words'), { code: 'too_large', field: 'dim' }));
        };
        inner = pe;
      },
    });
  });
  await notebook.open('encodings.html');
  await expect(page.locator('.card-picture .fault')).toHaveText('too wide for words');
  const next = page.locator('.card-picture').nth(1);
  await next.scrollIntoViewIfNeeded();
  await expect(next).toHaveAttribute('data-state', 'done');
});
