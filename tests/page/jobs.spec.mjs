import { sampled } from '../web/support/random.mjs';
import { expect, test } from './page.mjs';
import { pages } from './visit.mjs';

/** A kernel profile that takes many seconds: 32768 pairs at a million offsets. */
const LONG = '#v=1&e=sinusoidal&e.dim=65536&n=2&offsets=1000000';

test('long work shows its progress and can be cancelled', async ({ notebook, page }) => {
  await notebook.open(LONG, 'kernel');
  const job = page.locator('[data-curve=profile] .job');
  await expect(job.locator('progress')).toBeVisible();
  await expect
    .poll(async () => Number(await job.locator('progress').getAttribute('value')), { timeout: 30_000 })
    .toBeGreaterThan(0);
  await job.getByRole('button', { name: 'Cancel' }).click();
  await expect(job).toContainText('Cancelled');
  await expect(job.locator('progress')).toBeHidden();
  // The worker is free at once: a new call returns.
  const answer = await page.evaluate(async () => (await posenc.frequencies({ encoding: 'rope', dim: 8 })).length);
  expect(answer).toBe(4);
  await job.getByRole('button', { name: 'Run again' }).click();
  await expect(job.locator('progress')).toBeVisible();
  await job.getByRole('button', { name: 'Cancel' }).click();
});

test('a new request cancels the one before it', async ({ notebook, page }) => {
  await notebook.open(LONG, 'encoding', 'kernel');
  const job = page.locator('[data-curve=profile] .job');
  await expect(job.locator('progress')).toBeVisible();
  const offsets = page.locator('#kernel [data-field=offsets] input[type=number]');
  await offsets.fill('64');
  await notebook.type('dim', '64');
  await expect(page.locator('[data-curve=profile] .reading')).toContainText('k(0) = 32; ');
  await expect(job).toBeHidden();
  await expect(page.locator('[data-curve=profile] .fault')).toBeHidden();
});

test('the page stays responsive while the worker works', async ({ notebook, page }) => {
  await notebook.open(LONG, 'kernel');
  await expect(page.locator('[data-curve=profile] .job progress')).toBeVisible();
  // A page that computed in its own thread would draw no frame until the work is done.
  const frames = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const job = document.querySelector('[data-curve=profile] .job progress');
        let seen = 0;
        const tick = () => {
          if (!job.checkVisibility() || ++seen === 10) resolve(seen);
          else requestAnimationFrame(tick);
        };
        requestAnimationFrame(tick);
      }),
  );
  expect(frames).toBe(10);
  await page.locator('[data-curve=profile] .job').getByRole('button', { name: 'Cancel' }).click();
});

/** Pages that compute on load; on the others, pressing a button starts work in the same frames. */
for (const file of sampled('pages at work', pages, 4))
  test(`${file}: progress, and what is left of it, covers nothing`, async ({ notebook, page }) => {
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await notebook.open(file);
      const covered = await page.evaluate(() => {
        const under = [];
        for (const job of document.querySelectorAll('.at-work > .job')) {
          const frame = job.closest('.worked-out');
          if (!frame.checkVisibility()) continue;
          const [progress, share, text, stop, again] = job.children;
          const before = frame.parentElement.getBoundingClientRect().height;
          job.hidden = progress.hidden = share.hidden = text.hidden = stop.hidden = again.hidden = false;
          share.textContent = '100 %';
          text.textContent = 'Looking for what makes these numbers …';
          const own = [...job.children].map((one) => one.getBoundingClientRect()).filter((box) => box.width > 0);
          const others = [...document.querySelectorAll('main *')].filter(
            (one) =>
              !job.contains(one) &&
              one.checkVisibility() &&
              !one.closest('.visually-hidden') &&
              (one.matches('button, input, select, canvas, svg') ||
                [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '')),
          );
          for (const other of others) {
            const range = document.createRange();
            range.selectNodeContents(other);
            const boxes = other.matches('button, input, select, canvas, svg')
              ? [other.getBoundingClientRect()]
              : [...range.getClientRects()];
            // content scrolled out of its box is not covered
            const view = other.closest('[role=region][tabindex], .scrolls, .pairs-scroll')?.getBoundingClientRect();
            if (view && boxes.every((box) => box.top > view.bottom || box.bottom < view.top)) continue;
            const overlaps = (a, b) =>
              Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
              Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
            if (boxes.some((box) => own.some((one) => overlaps(one, box))))
              under.push(
                `${frame.parentElement.id || frame.parentElement.className}: ${other.textContent.trim().slice(0, 50)}`,
              );
          }
          if (frame.parentElement.getBoundingClientRect().height !== before)
            under.push(`moved: ${frame.parentElement.id}`);
          if (job.getBoundingClientRect().right > innerWidth) under.push(`beyond the edge: ${frame.parentElement.id}`);
          job.hidden = true;
        }
        return under;
      });
      expect(covered, `${width} pixels wide`).toEqual([]);
    }
  });
