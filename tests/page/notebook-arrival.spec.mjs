/** An unchanged lesson, made in pieces and shown over several frames, and a reader who does not wait for them. */
import { expect, test } from './page.mjs';

const lesson = 'notebooks.html?name=1-why-attention-needs-order';

/** Runs before the page's scripts: records what each frame shows. @param press a button to press at the first frame */
function watchFrames(press) {
  globalThis.frames = [];
  globalThis.heights = 0;
  const { get } = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'offsetHeight');
  Object.defineProperty(HTMLElement.prototype, 'offsetHeight', {
    get() {
      if (this.classList.contains('nb-outputs') && !document.documentElement.dataset.ready) globalThis.heights++;
      return get.call(this);
    },
  });
  const look = () => {
    const cells = [...document.querySelectorAll('.nb-cells > .nb-cell')];
    if (cells.length > 0) {
      const shown = cells.filter((cell) => !cell.hidden);
      const bar = document.querySelector('.nb-bar');
      if (globalThis.frames.length === 0 && press)
        [...bar.querySelectorAll('button')].find(({ textContent }) => textContent === press).click();
      globalThis.frames.push({
        all: cells.length,
        shown: shown.length,
        first: cells.slice(0, shown.length).every((cell) => !cell.hidden),
        bar: bar.querySelector('.nb-counts').textContent + bar.querySelector('.nb-posed').textContent,
        contents: document.querySelectorAll('.nb-contents li').length,
      });
    }
    if (!document.documentElement.dataset.ready || cells.some((cell) => cell.hidden)) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

test.describe('a lesson', () => {
  test.use({ alone: true });

  test('comes from its first cell on, some a frame, under a bar and contents that are whole', async ({
    notebook,
    page,
  }) => {
    await page.addInitScript(watchFrames);
    await notebook.open(lesson, 'notebook');
    await expect(page.locator('.nb-cells > .nb-cell[hidden]')).toHaveCount(0);
    const { frames, heights } = await page.evaluate(() => ({ frames: globalThis.frames, heights: globalThis.heights }));
    const [begin] = frames;
    expect(begin.shown).toBeGreaterThan(0);
    expect(begin.shown).toBeLessThan(begin.all / 2);
    expect(begin.contents).toBeGreaterThan(3);
    expect(begin.bar).toMatch(/(\d+) of \1 claims hold.*0 of \d+ solved/);
    expect(frames.every(({ first }) => first)).toBe(true);
    for (const { all, bar, contents } of frames)
      expect({ all, bar, contents }).toEqual({ all: begin.all, bar: begin.bar, contents: begin.contents });
    expect(heights, 'places that were measured, for each of which the page is laid out').toBe(0);
  });

  test('runs as a whole for a reader who does not wait until all of it is shown', async ({ notebook, page }) => {
    await page.addInitScript(watchFrames, 'Run all');
    await notebook.open(lesson, 'notebook');
    await expect(page.locator('#notebook')).toHaveAttribute('data-running', '0');
    await expect(page.locator('.nb-as-built')).toHaveCount(0);
    await expect(page.locator('.nb-cells > .nb-cell[hidden], .nb-cell[data-state=failed]')).toHaveCount(0);
    const [pressed, next] = await page.evaluate(() => globalThis.frames);
    expect(pressed.shown).toBeLessThan(pressed.all);
    expect(next.shown, 'all at once').toBe(pressed.all);
  });
});
