/** What holds for every page of the site: one list, from the same source as the bar of links. */
import { readFileSync } from 'node:fs';
import { expect, test } from './page.mjs';

const frame = readFileSync(new URL('../../web/notebook/frame.ts', import.meta.url), 'utf8');
const pages = [...frame.matchAll(/file: '([\w.-]+)', title: '([\w ]+)'/g)].map(([, file, title]) => ({ file, title }));

test('the list of pages was read', () => expect(pages.length).toBeGreaterThanOrEqual(3));

for (const { file, title } of pages) {
  test(`${title}: landmarks, headings, the bar of pages, the way to the content; axe finds nothing`, async ({
    notebook,
    page,
  }) => {
    test.slow(); // a gallery of all encodings, or a page of trained networks, looked through
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await notebook.open(file);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    for (const role of ['banner', 'main', 'contentinfo']) await expect(page.getByRole(role)).toHaveCount(1);
    const bar = page.getByRole('navigation', { name: 'Pages' });
    await expect(bar.getByRole('link')).toHaveText(pages.map((p) => p.title));
    await expect(bar.locator('[aria-current=page]')).toHaveText(title);
    const levels = await page.$$eval('h1, h2, h3, h4', (all) =>
      all.filter((e) => e.checkVisibility()).map((e) => Number(e.localName[1])),
    );
    expect(levels[0]).toBe(1);
    levels.slice(1).forEach((level, i) => expect(level).toBeLessThanOrEqual(levels[i] + 1));
    const ids = await page.$$eval('[id]', (all) => all.map((e) => e.id));
    expect(ids.length).toBe(new Set(ids).size);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement.className)).toBe('skip');
    const address = page.url();
    await page.keyboard.press('Enter');
    await expect(page.locator('#main')).toBeFocused();
    expect(page.url(), 'the hash holds the state of the page').toBe(address);
    await notebook.scrollThrough();
    await notebook.unfold();
    expect(await notebook.violations()).toEqual([]);
  });

  test(`${title}: axe finds nothing in dark colours on a phone, and nothing scrolls sideways`, async ({
    notebook,
    page,
  }) => {
    test.slow();
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 360, height: 740 });
    await notebook.open(file);
    await notebook.scrollThrough();
    await notebook.unfold();
    // what depends on colours and sizes; the rest is the same page as above
    expect(await notebook.violations(['color-contrast', 'link-in-text-block', 'scrollable-region-focusable'])).toEqual(
      [],
    );
    const [wide, shown] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(wide).toBeLessThanOrEqual(shown);
  });
}

test('the links of the bar lead to the pages', async ({ notebook, page }) => {
  await notebook.open();
  for (const { title } of pages) {
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: title }).click();
    await expect(page.locator('[aria-current=page]')).toHaveText(title);
    await expect(page.locator('html[data-ready]')).toHaveCount(1);
  }
});
