/**
 * The checks for every page of the site, in two visits to each, on a desktop and on a phone: its weight, where its
 * first figure begins, its layout shift (none of these depends on the machine), its structure, and axe's findings after
 * all of it was seen. On the phone, `npm test` checks some of them. To add a page, add it to web/notebook/frame.ts.
 */
import { changed, sampled } from '../web/support/random.mjs';
import { faultsOfFormulas } from './formulas.mjs';
import { expect, test } from './page.mjs';
import { rows } from './rows.mjs';
import { bar, firstFigure, views, visit } from './visit.mjs';
import { cutMenus, faultsOfText, gluedWords, misnamed, nameless, smallTexts } from './visible-text.mjs';

/** The metric CLS; 0.1 counts as good in the field. */
const MOST_SHIFT = 0.05;
/**
 * KiB in brotli transferred until the page is ready and idle, including modules. core.wasm is 143 of them, unless the
 * first screen does without it. The goal is 244 (250 000 bytes) for every page.
 */
const MOST_KIB = {
  'index.html': 213,
  'report.html': 224,
  'encodings.html': 244.5,
  'variants.html': 248.5,
  'kernels.html': 250.5,
  'analyses.html': 74.5,
  'spectral-bias.html': 126,
  'lab.html': 115.5,
  'studies.html': 68,
  'matrix.html': 71,
  'mistake.html': 97,
  'large.html': 238.5, // including the window that is visible before a click
  'precision.html': 241.5,
  'errata.html': 238,
  'charts.html': 234.5, // draws the two nearest charts; sometimes the page is idle before the second is requested
  // the index; tests/page/notebook.spec.mjs has the limit of a notebook
  'notebooks.html': 56.5,
};
/** All pages but the start page, which the name in the bar links to. */
const menus = bar.filter(({ file }) => file !== 'index.html');
test('the list of pages was read', () => expect(bar.length).toBeGreaterThanOrEqual(3));

/** Visits the page for the first time: it is light, and nothing moves while it loads. */
async function firstVisit(page, notebook, file) {
  const visited = await visit(page, notebook.origin + (file === 'index.html' ? '' : file));
  await test.step('light, and nothing moves while it loads', () => {
    const first = visited.files;
    const kib = first.reduce((sum, { bytes }) => sum + bytes, 0) / 1024;
    const heaviest = [...first].sort((a, b) => b.bytes - a.bytes).slice(0, 12);
    // Soft: the other checks of a page that is too heavy still run.
    const weight = heaviest.map(({ file: name, bytes }) => `${bytes} ${name}`).join('\n');
    expect.soft(kib, weight).toBeLessThan(MOST_KIB[file]);
    expect.soft(visited.shift, JSON.stringify(visited.moved, null, 1)).toBeLessThan(MOST_SHIFT);
    expect.soft(first.filter(({ file: name }) => /temml.*\.js/.test(name))).toEqual([]);
  });
  await test.step('no picture or button without a name, before it has its numbers', async () =>
    expect(await nameless(page)).toEqual([]));
  await test.step('there is something to see without scrolling, or soon', async () => {
    const { width, height } = page.viewportSize();
    const phone = width < 600;
    if (!phone) await page.setViewportSize({ width: 1024, height: 768 });
    const most = phone ? 1.5 * height : 768;
    expect.soft((await firstFigure(page)) ?? 0, 'y of the first figure').toBeLessThan(most);
    await page.setViewportSize({ width, height });
  });
  await notebook.whole();
}

for (const [view, { options }] of Object.entries(views)) {
  const { viewport, deviceScaleFactor, hasTouch, isMobile } = options;
  const phone = view === 'phone';
  test.describe(`${view}, ${phone ? 'dark' : 'light'} colours`, () => {
    test.use({ alone: true, viewport, deviceScaleFactor, hasTouch, isMobile, colorScheme: phone ? 'dark' : 'light' });
    const isChanged = ({ file }) => changed(`notebook/${file}`) || changed(`notebook/${file.replace('.html', '')}/`);
    const visited = phone ? sampled('pages on a phone', bar, 3) : sampled('pages looked through', bar, 5, isChanged);
    if (!phone)
      for (const { file, title } of bar.filter((one) => !visited.includes(one)))
        test(`${title}: how it is built, at a first visit`, async ({ notebook, page }) => {
          await firstVisit(page, notebook, file);
          await build(page, title);
        });
    for (const { file, title } of visited)
      test(`${title}: ${phone ? 'nothing scrolls sideways' : 'how it is built'}, and axe finds nothing`, async ({
        notebook,
        page,
      }) => {
        test.slow(); // reads through a gallery of all encodings, or a page of trained networks
        await firstVisit(page, notebook, file);
        if (!phone) await build(page, title);
        await notebook.scrollThrough();
        await test.step('no formula is left as TeX', async () => {
          await expect(page.locator('.tex.raw')).toHaveCount(0);
          // Folded content is not in view, and has not requested its formula.
          await expect(page.locator('.tex.seen code:visible')).toHaveCount(0);
        });
        await test.step('formulas have all of their ink, in the font of mathematics', async () =>
          expect(await faultsOfFormulas(page)).toEqual([]));
        if (!phone && rows[file])
          await test.step('no row without what belongs to it', () =>
            expect.poll(() => rows[file](page), { timeout: 110_000 }).toEqual([]));
        await test.step('no menu is cut by an edge', async () => expect(await cutMenus(page)).toEqual([]));
        await notebook.unfold();
        await test.step('figures have names, and controls of charts say of which', async () =>
          expect.soft(await misnamed(page)).toEqual([]));
        if (!phone)
          await test.step('what is read is set for readers', async () => expect(await faultsOfText(page)).toEqual([]));
        await test.step('no word touches the next, or a control', async () =>
          expect(await gluedWords(page)).toEqual([]));
        // smaller text does not count as legible (Lighthouse, font-size)
        if (phone) await test.step('no letter is too small', async () => expect(await smallTexts(page)).toEqual([]));
        if (repeated[file]) await thinned(page, repeated[file]);
        // On the phone only rules about colours and sizes: the rest of the page is the same.
        const rules = phone && ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable'];
        await test.step('axe finds nothing', async () => expect(await notebook.violations(rules)).toEqual([]));
        // A phone's browser would zoom out until the full width is visible.
        if (phone) expect(await page.evaluate(widthOf)).toBeLessThanOrEqual(viewport.width);
      });
    if (phone)
      test('no page scrolls sideways', async ({ notebook, page }) => {
        test.slow();
        for (const { file } of bar.filter((one) => !visited.includes(one))) {
          await notebook.open(file);
          // content that is measured after its first drawing may be too wide for a moment
          expect(await page.evaluate(widthOf), file).toBeLessThanOrEqual(viewport.width);
        }
      });
  });
}
/** Repeated items of the long pages. They are built alike, and axe's time grows with the size of a page. */
const repeated = { 'encodings.html': '.card', 'errata.html': '.erratum' };
/** Removes all but some of these. */
async function thinned(page, places) {
  const all = [...Array(await page.locator(places).count()).keys()];
  const keep = (found, kept) => found.forEach((one, i) => kept.includes(i) || one.remove());
  await page.$$eval(places, keep, sampled(`${places} for axe`, all, 12));
}
const widthOf = () => document.documentElement.scrollWidth;

/** Checks landmarks, headings, the bar of pages, and the link to the content. */
const build = (page, title) =>
  test.step('landmarks, headings, the bar of pages, the way to the content', async () => {
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    for (const role of ['banner', 'main', 'contentinfo']) await expect(page.getByRole(role)).toHaveCount(1);
    const links = page.getByRole('navigation', { name: 'Pages' });
    await expect(links.locator('a:not([data-apart])')).toHaveText(menus.map((p) => p.title));
    if (title === 'Start') await expect(page.locator('.brand')).toHaveAttribute('aria-current', 'page');
    else await expect(links.locator('[aria-current=page]')).toHaveText(title);
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
  });

test('the links of the bar lead to the pages', async ({ notebook, page }) => {
  await notebook.open('', 'config');
  for (const { title } of sampled('links of the bar', menus, 4)) {
    const menu = page.locator('.groups details').filter({ hasText: title });
    await menu.locator('summary').click();
    await menu.getByRole('link', { name: title }).click();
    await expect(page.locator('[aria-current=page]')).toHaveText(title);
    await notebook.ready();
  }
});

test('of one pair everything is said in the singular', async ({ notebook, page }) => {
  const one = {
    model_type: 'llama',
    hidden_size: 4,
    num_attention_heads: 2,
    head_dim: 2,
    max_position_embeddings: 1024,
  };
  await notebook.open('#v=1&e=rope&e.dim=2');
  await notebook.drop('one.json', JSON.stringify({ ...one, rope_theta: 10000 }));
  await expect(page.locator('.strip-label')).toContainText('1 pair,');
  await notebook.unfold();
  expect(await faultsOfText(page)).toEqual([]);
});
