/** Pages on paper: visible content is printed as a whole, without anything to press, open or scroll. */
import { changed, sampled } from '../web/support/random.mjs';
import { expect, test } from './page.mjs';
import { pages } from './visit.mjs';

/** A sheet of A4 with Chromium's margins, in pixels. */
const sheet = { width: 718, height: 1046 };
test.use({ alone: true, viewport: sheet });

/** Runs in the page: content that is useless or invisible on paper. */
function faultsOnPaper() {
  const main = document.getElementById('main');
  const width = document.documentElement.clientWidth;
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const named = (one) => `${one.localName}.${one.className} ${one.textContent.trim().slice(0, 40)}`;
  const pressed = (one) => one.ariaPressed === 'true' || one.ariaSelected === 'true';
  const useless = shown(
    'button, nav:not(.cards), input[type=range], input[type=file], details:not([open], .nb-checks), .bottom, .top',
  );
  const inside = [...main.querySelectorAll('*')].filter(
    (one) => one.checkVisibility() && !one.closest('.visually-hidden, svg, math'),
  );
  const cut = inside.filter((one) => {
    const { overflowX, overflowY } = getComputedStyle(one);
    const [wide, high] = [one.scrollWidth > one.clientWidth + 1, one.scrollHeight > one.clientHeight + 1];
    return (overflowX !== 'visible' && wide) || (overflowY !== 'visible' && high);
  });
  const beyond = inside.filter((one) => {
    const { right, width: own } = one.getBoundingClientRect();
    return own > 0 && right > width + 1;
  });
  // the charts of a sheet overlap if the box around them breaks
  const broken = shown('main figure').filter((one) => getComputedStyle(one).breakInside !== 'avoid');
  return [
    ...useless.filter((one) => !pressed(one)).map((one) => `of no use: ${named(one)}`),
    ...cut.map((one) => `cut: ${named(one)}`),
    ...beyond.map((one) => `beyond the sheet: ${named(one)}`),
    ...broken.map((one) => `broken by an edge of the sheet: ${named(one)}`),
  ];
}

const isChanged = (file) => changed('notebook/style') || changed(`notebook/${file.replace('.html', '')}`);
for (const file of sampled(
  'pages on paper',
  [...pages, 'notebooks.html?name=kernels', 'docs-embed.html'],
  4,
  isChanged,
))
  test(`${file}: nothing is cut, nothing is to be pressed`, async ({ notebook, page }) => {
    await notebook.open(file);
    await notebook.scrollThrough();
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate(faultsOnPaper)).toEqual([]);
  });

/** Runs in the page: printed sections with nothing but the content of the page's file. */
function emptySections() {
  return [...document.querySelectorAll('section')]
    .filter((one) => one.checkVisibility() && (one.dataset.lazy !== undefined || one.dataset.settling !== undefined))
    .map((one) => one.id);
}
for (const file of sampled('pages printed at once', pages, 4, isChanged)) {
  test(`${file}, printed before it was scrolled: no empty section, and a word about those that are left out`, async ({
    notebook,
    page,
  }) => {
    await page.goto(notebook.origin + file);
    await notebook.ready();
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate(emptySections)).toEqual([]);
    expect(
      await page.evaluate(() => {
        const waits = document.querySelector('section:is([data-lazy], [data-settling])') !== null;
        return waits === getComputedStyle(document.getElementById('main'), '::after').content.includes('left out');
      }),
    ).toBe(true);
  });
  test(`${file}, printed by its keys: all of it`, async ({ notebook, page }) => {
    await page.addInitScript(() => {
      globalThis.print = () => {
        const unmade = document.querySelectorAll('section:is([data-lazy], [data-settling])');
        globalThis.printed = unmade.length;
      };
    });
    await page.goto(notebook.origin + file);
    await notebook.ready();
    if ((await page.locator('section:is([data-lazy], [data-settling])').count()) === 0) return;
    await page.keyboard.press('Control+P');
    await expect.poll(() => page.evaluate(() => globalThis.printed)).toBe(0);
  });
}
