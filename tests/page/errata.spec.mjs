import { sampled } from '../web/support/random.mjs';
import { expect, test } from './page.mjs';

/** The table of figures of a row, once computed: exact numbers, one row each, [printed, computed]. */
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
  await notebook.open('errata.html#papers');
  const [[paper, code], [, apart]] = await figures(page, 'P.3');
  await expect(page.locator('[id="P.3"] .figures tbody tr').first()).toContainText('38');
  expect(apart).toBeGreaterThan(2.95);
  expect(apart).toBeLessThan(3.05);
  expect(Math.max(paper / code, code / paper)).toBeCloseTo(apart, 12);
});

test('one document is shown at a time, by mouse, by keyboard, by a link and back', async ({ notebook, page }) => {
  await notebook.open('errata.html');
  const list = page.getByRole('navigation', { name: 'Documents' });
  const shown = page.locator('section.errata:visible');
  await expect(shown).toHaveCount(1);
  await expect(shown).toHaveAttribute('id', 'document-0');
  await list.getByRole('link', { name: /Lecture/ }).click();
  await expect(shown).toHaveAttribute('id', 'document-3');
  await expect(list.locator('[aria-current]')).toContainText('Lecture');
  await page.goBack();
  await expect(shown).toHaveAttribute('id', 'document-0');
  await page.getByRole('link', { name: /Ito/ }).last().focus();
  await page.keyboard.press('Enter');
  await expect(shown).toHaveAttribute('id', 'document-1');
  await expect(shown.locator('h2')).toBeInViewport();
});

test('the filter shows one verdict, stays in sight, and works by keyboard', async ({ notebook, page }) => {
  await notebook.open('errata.html');
  const visible = page.locator('.erratum:visible');
  const all = await visible.count();
  const pill = page.getByRole('button', { name: /^stale/ });
  await pill.focus();
  await page.keyboard.press('Enter');
  await expect(pill).toHaveAttribute('aria-pressed', 'true');
  // the selected document has none: the first that has one is opened
  await expect(visible).toHaveCount(1);
  await expect(page.locator('section.errata:visible')).toHaveAttribute('id', 'document-1');
  await expect(page.locator('#list .none')).toHaveCount(4);
  await page.getByRole('button', { name: /^all/ }).click();
  await page.getByRole('link', { name: /^Paper on/ }).click();
  await expect(visible).toHaveCount(all);
  await visible.last().scrollIntoViewIfNeeded();
  await expect(pill).toBeInViewport();
});

test('a link to a statement opens its document and leads to it, whatever the filter hides', async ({
  notebook,
  page,
}) => {
  await notebook.open('errata.html#2.9');
  await expect(page.locator('[id="2.9"]')).toBeInViewport();
  await page.getByRole('button', { name: /^stale/ }).click();
  await page.evaluate(() => (location.hash = '#P.3'));
  await expect(page.locator('[id="P.3"]')).toBeInViewport();
});

test('no formula is cut, nor stands in what is beside it', async ({ notebook, page }) => {
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    await notebook.open('errata.html');
    for (const link of await page.locator('.document-list a').all()) {
      await link.click();
      const cut = await page.locator('.sides > *').evaluateAll((sides) =>
        sides.flatMap((side) => {
          const room = side.getBoundingClientRect();
          return [...side.querySelectorAll('math')]
            .filter((formula) => formula.getBoundingClientRect().right > room.right + 1)
            .map((formula) => formula.textContent);
        }),
      );
      expect(cut, `${await link.textContent()} at ${width}`).toEqual([]);
    }
  }
});

test('nothing moves while a reader scrolls', async ({ notebook, page }) => {
  const views = [
    [1280, 800],
    [360, 740],
  ].flatMap((size) => ['document-0', 'document-2'].map((id) => [...size, id]));
  for (const [width, height, id] of sampled('documents that are scrolled', views, 2)) {
    await page.setViewportSize({ width, height });
    {
      await page.goto('about:blank');
      await notebook.open(`errata.html#${id}`);
      await page.evaluate(() => {
        window.moved = 0;
        new PerformanceObserver((list) => {
          for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) window.moved += value;
        }).observe({ type: 'layout-shift' });
      });
      const rows = page.locator('.live:visible');
      for (const row of await rows.all()) {
        await row.scrollIntoViewIfNeeded();
        await expect(row).toHaveAttribute('data-state', 'done');
      }
      expect(await page.evaluate(() => window.moved), `${id} at ${width}`).toBeLessThan(0.05);
    }
  }
});
