/** Use without a mouse or on a phone, beyond the checks that every-page.spec.mjs makes on every page. */
import { sampled } from '../web/support/random.mjs';
import { expect, test } from './page.mjs';

test('axe finds nothing where errors are shown, on a phone', async ({ notebook, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await notebook.open('#v=1&e=rope&e.dim=7&config=gemma-3-27b');
  await expect(notebook.field('dim').locator('.field-error')).not.toBeEmpty();
  await notebook.drop('x.json', '{');
  await expect(page.locator('#intake .fault')).toBeVisible();
  expect(await notebook.violations()).toEqual([]);
});

test('the theme button wins over the system, and is remembered', async ({ notebook, page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await notebook.open('', 'config');
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await paper();
  const button = page.getByRole('button', { name: 'Dark theme' });
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  const dark = await paper();
  expect(dark).not.toBe(light);
  await page.reload();
  await expect(page.locator('html[data-ready]')).toHaveCount(1);
  expect(await paper()).toBe(dark);
});

const wide = [
  ['Gemma with layers', '#v=1&config=gemma-3-27b'],
  ['LongRoPE', '#v=1&config=phi-3-mini-128k'],
  ['ALiBi', '#v=1&e=alibi&e.heads=12'],
];
for (const [what, address] of sampled('reports on a phone', wide, 1)) {
  test(`360 pixels wide, nothing scrolls sideways: ${what}`, async ({ notebook, page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await notebook.open(address);
    await expect(page.locator('.cell-reading')).toContainText('values');
    await notebook.unfold();
    const [wide, shown] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(wide).toBeLessThanOrEqual(shown);
  });
}

test('the whole path works with the keyboard alone', async ({ notebook, page }) => {
  await notebook.open();
  const focused = () =>
    page.evaluate(() => {
      let e = document.activeElement;
      while (e.shadowRoot?.activeElement) e = e.shadowRoot.activeElement;
      return `${e.name || e.id || e.className}|${e.getAttribute('aria-label') ?? ''}|${e.textContent.slice(0, 40)}`;
    });
  const until = async (wanted, most = 120) => {
    for (let i = 0; i < most; i += 1) {
      await page.keyboard.press('Tab');
      if (wanted.test(await focused())) return;
    }
    throw new Error(`no Tab led to ${wanted}`);
  };
  await page.keyboard.press('Tab');
  expect(await focused()).toMatch(/^skip/);
  await page.keyboard.press('Enter');
  await until(/^quiet\|\|DeepSeek/);
  // A focused control shows its focus.
  expect(await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle)).toBe('solid');
  await page.keyboard.press('Enter');
  await expect(notebook.fact('type')).toHaveText('yarn');
  await until(/^dim\|/);
  await page.keyboard.press('Control+A');
  await page.keyboard.type('32');
  await notebook.picture(512, 32);
  await until(/^stage.*\|Heat map/);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('.cell-reading')).toContainText('position 0, channel 1:');
  await until(/^stage.*\|Kernel profile/);
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('[data-curve=profile] .reading')).toContainText('k(');
  await until(/^tab-.*position 3/);
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tab', { name: 'd = 4, position 1' })).toHaveAttribute('aria-selected', 'true');
});

test('a link to a section takes the focus there and leaves the address alone', async ({ notebook, page }) => {
  await notebook.open();
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Kernel' }).click();
  await expect(page.locator('#kernel')).toBeFocused();
  expect(new URL(page.url()).hash).toBe('');
});

// always includes the narrowest
for (const width of sampled('widths of the bar', [360, 1024, 1440], 1, (one) => one === 360))
  test(`${width} pixels wide, every group of pages is seen, and opens and closes by mouse and keyboard`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    for (const name of ['', 'charts.html', 'notebooks.html?name=kernels']) {
      await page.goto(`${process.env.POSENC_PAGE}${name}`);
      await expect(page.locator('html[data-ready]')).toHaveCount(1);
      const groups = page.locator('.groups > li > details');
      expect(await groups.count()).toBeGreaterThanOrEqual(4);
      for (const group of await groups.all()) {
        const within = (place) =>
          place.evaluate((one) => {
            const { left, right } = one.getBoundingClientRect();
            return left >= 0 && right <= innerWidth;
          });
        expect(await within(group), await group.textContent()).toBe(true);
        await group.locator('summary').click();
        await expect(group.locator('a').first()).toBeVisible();
        expect(await within(group.locator('ul')), await group.textContent()).toBe(true);
        await group.locator('a').first().focus();
        await page.keyboard.press('Escape');
        await expect(group.locator('a').first()).toBeHidden();
        await expect(group.locator('summary')).toBeFocused();
      }
      await groups.first().locator('summary').press('Enter');
      await expect(groups.first().locator('a').first()).toBeVisible();
      await page.locator('main').click({ position: { x: 2, y: 300 } });
      await expect(groups.first().locator('a').first()).toBeHidden();
    }
  });
