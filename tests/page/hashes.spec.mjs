import { expect, golden, test } from './page.mjs';

test('tables in Chromium have the same bits as native and Node builds', async ({ notebook, page }) => {
  await notebook.open('', 'config');
  const cases = golden('table_hashes');
  expect(cases.length).toBeGreaterThanOrEqual(40);
  const found = await page.evaluate(
    (all) =>
      Promise.all(
        all.map(async ({ spec, positions, dtype }) => {
          const { data } = await posenc.table(spec, positions, { dtype });
          const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', data));
          return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
        }),
      ),
    cases,
  );
  const wrong = cases
    .filter((one, i) => one.sha256 !== found[i])
    .map(({ spec, positions, dtype }) => JSON.stringify({ spec, positions, dtype }));
  expect(wrong).toEqual([]);
});
