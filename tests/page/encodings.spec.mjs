import { sampled } from '../web/support/random.mjs';
import { expect, test } from './page.mjs';

const card = (page, id) => page.locator(`.card[data-row="${id}"]`);
const shown = (page) => page.locator('.card');
const ids = (page) => shown(page).evaluateAll((all) => all.map((one) => one.dataset.row));

test('pictures wait until they come into view', async ({ notebook, page }) => {
  await page.setViewportSize({ width: 360, height: 400 });
  await notebook.open('encodings.html');
  const last = page.locator('.card-picture').last();
  await expect(page.locator('.card-picture').first()).toHaveAttribute('data-state', 'done');
  await expect(last).toHaveAttribute('data-state', 'waiting');
  await last.scrollIntoViewIfNeeded();
  await expect(last).toHaveAttribute('data-state', 'done');
});

test('the list is searched, sorted and of one family, and its link says so', async ({ notebook, page }) => {
  await notebook.open('encodings.html');
  const families = await page.evaluate(() => posenc.encodings.map((info) => info.family));
  await page.getByRole('button', { name: /^rotary/ }).click();
  await expect(shown(page)).toHaveCount(families.filter((f) => f === 'rotary').length);
  await page.reload();
  await expect(page.getByRole('button', { name: /^rotary/ })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: /^all/ }).click();
  await page.getByLabel('Search').fill('press 2022');
  await expect(shown(page)).toHaveCount(1);
  await expect(card(page, 'alibi')).toBeVisible();
  await page.getByLabel('Search').fill('bloom');
  await expect(card(page, 'alibi')).toBeVisible();
  await page.getByLabel('Search').fill('no such thing');
  await expect(page.getByText('No encoding matches.')).toBeVisible();
  await page.getByLabel('Search').fill('');
  await page.getByLabel('Sort by').selectOption('year');
  await expect(page).toHaveURL(/sort=year/);
  const years = await page.locator('.card-year').allTextContents();
  expect(years).toEqual([...years].sort().reverse());
  await expect(card(page, 'sinusoidal').locator('.card-year')).toHaveText('2017');
  await page.getByLabel('Sort by').selectOption('name');
  expect((await ids(page))[0]).toBe('rope-2d-timm');
});

test('a link shows the list that it was made of, and a hostile one an empty list', async ({ notebook, page }) => {
  await notebook.open('encodings.html#v=1&family=rotary&q=pope');
  await expect(shown(page)).toHaveCount(1);
  await expect(page).toHaveURL(/#v=1&family=rotary&q=pope/);
  await page.goto('about:blank');
  await notebook.open('encodings.html#v=1&family=__proto__&q=%3Cimg%3E&sort=x&tick=toString');
  await expect(page.getByText('No encoding matches.')).toBeVisible();
});

test('a row opens with all that is known of it, by keyboard, and the way back leads to its card', async ({
  notebook,
  page,
}) => {
  await notebook.open('encodings.html#v=1&family=rotary');
  await card(page, 'rope').getByRole('link').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rotary (RoPE)');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page).toHaveURL(/#rope$/);
  await expect(page).toHaveTitle(/^Rotary \(RoPE\)/);
  const row = page.locator('#row');
  await expect(row.locator('.statements math')).toHaveCount(3);
  await expect(row.locator('.citation')).toContainText('Su et al. 2021');
  await expect(row.locator('dt', { hasText: 'layout' })).toBeVisible();
  await expect(row.locator('.card-picture')).toHaveAttribute('data-state', 'done');
  await expect(page.locator('#list')).toBeHidden();
  await page.getByRole('link', { name: '← All encodings' }).focus();
  await page.keyboard.press('Enter');
  await expect(card(page, 'rope').getByRole('link')).toBeFocused();
  await expect(page).toHaveURL(/family=rotary/);
  await page.goBack();
  await expect(row.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'p-RoPE ›' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('p-RoPE');
});

test('every row has a page, whose formula is not cut, on a phone', async ({ notebook, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await notebook.open('encodings.html#t5');
  const rows = await page.evaluate(() => posenc.encodings.map(({ id, title }) => [id, title]));
  for (const [id, title] of sampled('rows of encodings', rows, 3)) {
    await page.evaluate((hash) => (location.hash = hash), id);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.locator('#row .card-picture')).toHaveAttribute('data-state', 'done');
    await expect(page.locator('#row .statements math').first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  }
  expect(await notebook.violations()).toEqual([]);
});

test('two that are ticked are compared in Variants', async ({ notebook, page }) => {
  await notebook.open('encodings.html');
  const bar = page.getByRole('region', { name: 'Compare two encodings' });
  await expect(bar).toBeHidden();
  await page.getByLabel('Compare Sinusoidal', { exact: true }).check();
  await expect(bar).toContainText('tick one more');
  await page.getByLabel('Compare Rotary (RoPE)').focus();
  await page.keyboard.press('Space');
  await page.getByLabel('Compare ALiBi').check();
  await expect(page.getByLabel('Compare Sinusoidal', { exact: true })).not.toBeChecked();
  await expect(bar).toContainText('Rotary (RoPE) with ALiBi');
  await bar.getByRole('link', { name: 'Compare in Variants' }).click();
  await notebook.ready();
  const menus = page.locator('select[name=encoding]');
  await expect(menus.nth(0)).toHaveValue('rope');
  await expect(menus.nth(1)).toHaveValue('alibi');
});

test('a row opens in the Report', async ({ notebook, page }) => {
  await notebook.open('encodings.html#alibi');
  await page.getByRole('link', { name: 'Open it in the Report' }).click();
  await notebook.whole();
  await expect(page.locator('#encoding select[name=encoding]')).toHaveValue('alibi');
  await expect(page.locator('.cell-reading')).toContainText('values');
});

test('a picture is saved as a PNG', async ({ notebook, page }) => {
  await notebook.open('encodings.html#rope');
  await expect(page.locator('#row .card-picture')).toHaveAttribute('data-state', 'done');
  const { name, bytes } = await notebook.save(page.getByRole('button', { name: 'Save the picture (PNG)' }));
  expect(name).toBe('rope.png');
  expect([...bytes.subarray(1, 4)].map((c) => String.fromCharCode(c)).join('')).toBe('PNG');
});

test('an error of one card leaves the others', async ({ notebook, page }) => {
  await page.addInitScript(() => {
    // The first requested table fails with the library's error.
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
