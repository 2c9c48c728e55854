import { expect, test } from './page.mjs';

/** The table of figures of a row, once computed: exact numbers, a row each, [printed, computed]. */
async function figures(page, id) {
  const row = page.locator(`[id="${id}"]`);
  await row.scrollIntoViewIfNeeded();
  await expect(row.locator('.live')).toHaveAttribute('data-state', 'done');
  return row
    .locator('.figures tbody tr')
    .evaluateAll((rows) =>
      rows.map((tr) => [...tr.querySelectorAll('td')].map((td) => Number(td.querySelector('data')?.value ?? NaN))),
    );
}

test('YaRN: paper and code are apart by 3.0 at pair 38', async ({ notebook, page }) => {
  await notebook.open('errata.html');
  const [[paper, code], [, apart]] = await figures(page, 'P.3');
  await expect(page.locator('[id="P.3"] .figures tbody tr').first()).toContainText('38');
  expect(apart).toBeGreaterThan(2.95);
  expect(apart).toBeLessThan(3.05);
  expect(Math.max(paper / code, code / paper)).toBeCloseTo(apart, 12);
});

test('the filter shows one verdict, and works by keyboard', async ({ notebook, page }) => {
  await notebook.open('errata.html');
  const all = await page.locator('.erratum').count();
  const pill = page.getByRole('button', { name: /^stale/ });
  await pill.focus();
  await page.keyboard.press('Enter');
  await expect(pill).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('.erratum:visible')).toHaveCount(1);
  await expect(page.locator('section.errata:visible')).toHaveCount(1);
  await page.getByRole('button', { name: /^all/ }).click();
  await expect(page.locator('.erratum:visible')).toHaveCount(all);
});

test('a link to a statement leads to it', async ({ notebook, page }) => {
  await notebook.open('errata.html#2.9');
  await expect(page.locator('[id="2.9"]')).toBeInViewport();
});
