/**
 * What a page weighs and how still it stands, on a desktop and on a phone: figures that do not depend on the machine.
 * To add a page, add it to web/notebook/frame.ts.
 */
import { expect, test } from './page.mjs';
import { pages, views, visit } from './visit.mjs';

/** The metric CLS: .1 is what the field calls good. */
const MOST_SHIFT = 0.05;
/**
 * KiB in brotli that are transferred until the page is ready and rests, without what an analysis loads. 151 of them are
 * core.wasm; the goal is 250 for every page, and a limit here only ever gets smaller.
 */
const MOST_KIB = {
  'index.html': 249,
  'encodings.html': 292,
  'variants.html': 285,
  'kernels.html': 293,
  'spectral-bias.html': 295,
  'large.html': 247,
  'precision.html': 264,
  'errata.html': 264,
};
/** Loaded when the first analysis is asked for. */
const OF_ANALYSES = /\/(analysis-glue-[\w-]+\.js|analysis-[\w-]+\.wasm)$/;

for (const [view, { options }] of Object.entries(views)) {
  test.describe(view, () => {
    const { viewport, deviceScaleFactor, hasTouch, isMobile } = options;
    test.use({ viewport, deviceScaleFactor, hasTouch, isMobile });
    for (const file of pages) {
      test(`${file}: light, and nothing moves while it loads`, async ({ page, notebook }) => {
        const visited = await visit(page, notebook.origin + (file === 'index.html' ? '' : file));
        const first = visited.files.filter(({ file: name }) => !OF_ANALYSES.test(name));
        const kib = first.reduce((sum, { bytes }) => sum + bytes, 0) / 1024;
        const heaviest = [...first].sort((a, b) => b.bytes - a.bytes).slice(0, 12);
        expect(kib, heaviest.map(({ file: name, bytes }) => `${bytes} ${name}`).join('\n')).toBeLessThan(
          MOST_KIB[file],
        );
        expect(visited.shift, JSON.stringify(visited.moved, null, 1)).toBeLessThan(MOST_SHIFT);
        expect(first.filter(({ file: name }) => /temml.*\.js/.test(name))).toEqual([]);
      });
    }
  });
}

test('no formula is left as TeX on any page', async ({ page, notebook }) => {
  for (const file of pages) {
    await notebook.open(file);
    await notebook.scrollThrough();
    await expect(page.locator('.tex.raw')).toHaveCount(0);
    // What is folded away is not looked at, and has not asked for its formula.
    await expect(page.locator('.tex.seen code:visible'), file).toHaveCount(0);
  }
});
