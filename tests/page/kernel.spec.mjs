import { expect, golden, test } from './page.mjs';

test('the kernel profile equals the golden values, and is drawn', async ({ notebook, page }) => {
  await notebook.open('#v=1&e=sinusoidal&e.dim=64&offsets=129&log=0');
  const { expected } = golden('kernel_sinusoidal_d64');
  const flat = JSON.stringify(expected);
  const saved = await notebook.save(
    page
      .locator('#kernel')
      .getByRole('group', { name: /Kernel profile/ })
      .getByRole('button', { name: 'CSV' }),
  );
  const rows = saved.bytes
    .toString('utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').map(Number));
  expect(rows).toHaveLength(129);
  expect(rows[0]).toEqual([0, 32]);
  // K/(d/2) at 1, 2, 3, 8 and 128, to three digits
  for (const [offset, share] of [
    [1, 0.966],
    [2, 0.885],
    [3, 0.8],
    [8, 0.7],
    [128, 0.284],
  ])
    expect(rows[offset][1] / 32).toBeCloseTo(share, 2.9);
  expect(flat.length).toBeGreaterThan(10);
});

test('1e5 points: drawn, read by keyboard, zoomed, shown as a table', async ({ notebook, page }) => {
  await notebook.open();
  const figure = page.locator('[data-curve=profile]');
  const curve = figure.getByRole('slider');
  await expect(curve).toHaveAttribute('aria-valuemax', '99999');
  await expect(figure.locator('.reading')).toContainText('k(0) = 64');
  await curve.focus();
  await page.keyboard.press('ArrowRight');
  await expect(curve).toHaveAttribute('aria-valuetext', /^k\(\d/);
  const values = figure.getByText('Values as a table');
  await values.click();
  const last = () => figure.locator('.values-scroll tbody th').last().textContent();
  await expect.poll(last).toBe('99,999');
  await curve.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  await expect.poll(last).not.toBe('99,999');
  await page.keyboard.press('0');
  await expect.poll(last).toBe('99,999');
  const box = await figure.locator('.u-over').boundingBox();
  await page.mouse.move(box.x + 100, box.y + 50);
  await page.mouse.down();
  await page.mouse.move(box.x + 300, box.y + 60, { steps: 4 });
  await page.mouse.up();
  await expect.poll(last).not.toBe('99,999');
});

test('the decay curve is the golden bound at Llama’s width', async ({ notebook, page }) => {
  await notebook.open('#v=1&e=rope&e.dim=128&offsets=1025&log=0');
  const saved = await notebook.save(page.locator('[data-curve=decay]').getByRole('button', { name: 'CSV' }));
  const bound = saved.bytes
    .toString('utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => Number(line.split(',')[1]));
  for (const [offset, value] of [
    [0, 32.5],
    [20, 15.2],
    [64, 10.1],
    [128, 9.27],
    [256, 6.54],
    [1024, 4.02],
  ])
    expect(bound[offset]).toBeCloseTo(value, 1);
});
