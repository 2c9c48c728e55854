import { expect, test } from './page.mjs';

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
  // The worker is free at once: a new call answers.
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
  const longest = await page.evaluate(
    () =>
      new Promise((resolve) => {
        let worst = 0;
        let last = performance.now();
        const end = last + 1500;
        const tick = (now) => {
          worst = Math.max(worst, now - last);
          last = now;
          if (now < end) requestAnimationFrame(tick);
          else resolve(worst);
        };
        requestAnimationFrame(tick);
      }),
  );
  // The computation itself takes far longer than this; so does a page that computes in its own thread.
  expect(longest).toBeLessThan(1000);
  await page.locator('[data-curve=profile] .job').getByRole('button', { name: 'Cancel' }).click();
});
