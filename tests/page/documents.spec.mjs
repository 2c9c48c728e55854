/** The documents as pages: readable without scripts, also on a phone, and linked from the bar. */
import { sampled } from '../web/support/random.mjs';
import { documentsOf } from '../../web/tools/documents.mjs';
import { root } from '../web/support/posenc.mjs';
import { expect, test } from './page.mjs';

const files = [...documentsOf(root).values()].map(({ file, title }) => ({ file, title }));

test('every document is a page whose list leads to all others', async ({ notebook, page }) => {
  for (const { file, title } of sampled('documents', files, 3)) {
    await page.goto(notebook.origin + file);
    await notebook.ready();
    await expect(page).toHaveTitle(`${title} · posenc`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    const links = await page.$$eval('.documents a', (all) => all.map((a) => a.getAttribute('href').slice(2)));
    expect([...links].sort()).toEqual(files.map((one) => one.file).sort());
    await expect(page.locator('.documents [aria-current=page]')).toHaveAttribute('href', `./${file}`);
    const prose = await page.locator('article').evaluate((article) => {
      const copy = article.cloneNode(true);
      copy.querySelectorAll('pre, code').forEach((code) => code.remove());
      return copy.textContent;
    });
    expect(prose, 'a power that is not raised').not.toMatch(/\w\^\d/);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(await notebook.violations()).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
  }
});

test('the bar leads to them from every page', async ({ notebook, page }) => {
  await page.goto(`${notebook.origin}studies.html`);
  await notebook.ready();
  await page.getByText('Build', { exact: true }).click();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Documents' }).click();
  await expect(page).toHaveTitle('Overview · posenc');
});
