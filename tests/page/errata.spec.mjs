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

/** Known numbers, [printed, computed] a row, to the digits that are known; null where none is printed. */
const EXPECTED = {
  0.1: [
    [1024, 512],
    [512, 256],
    [1e-8, 1.0366329e-4],
  ],
  2.1: [[1.0109, 0.25]],
  2.2: [[1, 21]],
  2.3: [[1.3466, 1.8133]],
  2.8: [[0.4 / 1.4], [(126 / 128 + 0.4) / 1.4]],
  3.1: [
    [-0.9899, -0.9899925],
    [null, 0.0099998],
    [null, 0.0299955],
    [null, 0.99955],
  ],
  3.2: [
    [9646.6, 60611],
    [62832, 60611],
  ],
  3.3: [[8, 4]],
  3.6: [[0.14112, -0.14112]],
  'P.1': [
    [62832, 60611],
    [62832, 61343],
    [62832, 62832],
  ],
  'P.4': [[2.0794415417, 1.0566416671]],
  'P.5': [
    [null, 0.8414709848],
    [0.8414709848, null],
  ],
  'P.7': [[1, 0.479425539]],
  'P.6': [
    [2 ** (-8 / 12), 0.5],
    [2 ** (-64 / 12), 2 ** -8],
    [2 ** (-72 / 12), 2 ** -0.5],
    [2 ** -8, 2 ** -3.5],
  ],
};

test('statements show their numbers', async ({ notebook, page }) => {
  await notebook.open('errata.html');
  for (const [id, expected] of Object.entries(EXPECTED)) {
    const shown = await figures(page, id);
    for (const [r, row] of expected.entries())
      for (const [c, value] of row.entries())
        if (value !== null)
          expect.soft(Math.abs(shown[r][c] / value - 1), `statement ${id}, row ${r}`).toBeLessThan(5e-5);
  }
});

test('YaRN: paper and code are apart by 3.0 at pair 38', async ({ notebook, page }) => {
  await notebook.open('errata.html');
  const [[paper, code], [, apart]] = await figures(page, 'P.3');
  await expect(page.locator('[id="P.3"] .figures tbody tr').first()).toContainText('38');
  expect(apart).toBeGreaterThan(2.95);
  expect(apart).toBeLessThan(3.05);
  expect(Math.max(paper / code, code / paper)).toBeCloseTo(apart, 12);
});

test('every statement has a verdict, a source and, where it has figures, computed ones', async ({ notebook, page }) => {
  await notebook.open('errata.html');
  const ids = await page.$$eval('.erratum', (all) => all.map((e) => e.id));
  for (const [document, count] of [
    ['0', 8],
    ['1', 7],
    ['2', 16],
    ['3', 9],
    ['P', 8],
  ])
    expect(ids.filter((id) => id.startsWith(`${document}.`))).toEqual(
      Array.from({ length: count }, (_, i) => `${document}.${i + 1}`),
    );
  for (const id of ids) {
    const row = page.locator(`[id="${id}"]`);
    await row.scrollIntoViewIfNeeded();
    await expect(row.locator('.verdict')).not.toBeEmpty();
    await expect(row.locator('.source').first()).not.toBeEmpty();
    if ((await row.locator('.live').count()) > 0)
      await expect(row.locator('.live')).toHaveAttribute('data-state', 'done');
    // MathML, not the TeX that stands in for it.
    await expect(row.locator('.tex code')).toHaveCount(0);
  }
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
