import { expect, golden, test } from './page.mjs';

const CASES = [
  ['d = 4, position 0', 'd4-0', golden('sinusoidal_d4_lecture').expected[0]],
  ['d = 4, position 1', 'd4-1', golden('sinusoidal_d4_lecture').expected[1]],
  ['d = 4, position 3', 'd4-3', golden('sinusoidal_d4_lecture').expected[2]],
  ['d = 8, position 3', 'd8-3', golden('sinusoidal_d8_pos3').expected[0]],
];
for (const [name, id, row] of CASES) {
  test(`the worked example at ${name} ends in the golden row`, async ({ notebook, page }) => {
    await notebook.open('', 'example');
    await page.getByRole('tab', { name }).click();
    await expect(page.locator(`[data-case=${id}]`)).toHaveCount(1);
    await expect(page.locator('.row-table .numbers data')).toHaveCount(row.length);
    await expect(page.locator('.steps > li')).toHaveCount(6);
    const shown = await page.$$eval('.row-table .numbers data', (cells) => cells.map((cell) => Number(cell.value)));
    shown.forEach((value, c) => expect(Math.abs(value - row[c])).toBeLessThanOrEqual(1e-15));
    await expect(page.locator('.steps math').first()).toBeVisible();
  });
}

test('the substituted numbers stand in the steps', async ({ notebook, page }) => {
  await notebook.open('', 'example');
  const steps = page.locator('.steps');
  await expect(steps.locator('math').first()).toBeVisible();
  const text = (await steps.textContent()).replaceAll(/[\s\u2061]+/g, '');
  for (const part of ['=0.5', '10000−0.5=0.01', '3⋅0.01=0.03', 'cos3≈−0.9899925', 'sin0.03≈0.0299955'])
    expect(text.replaceAll('·', '⋅')).toContain(part);
  await expect(page.getByLabel('Three places where lecture notes slip')).toContainText('−0.9900');
});
