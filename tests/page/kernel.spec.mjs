import { expect, golden, test } from './page.mjs';

/** The curve as the page saves it: one value per offset. */
async function savedCurve(notebook, page, id) {
  const { bytes } = await notebook.save(page.locator(`[data-curve=${id}]`).getByRole('button', { name: 'CSV' }));
  const rows = bytes.toString('utf8').trim().split('\n').slice(1);
  return rows.map((line, i) => {
    const [offset, value] = line.split(',').map(Number);
    expect(offset).toBe(i);
    return value;
  });
}

test('the kernel profile equals the golden values', async ({ notebook, page }) => {
  const { positions, expected, tolerance } = golden('kernel_sinusoidal_d64');
  await notebook.open(`#v=1&e=sinusoidal&e.dim=64&offsets=${positions.length}&log=0`, 'kernel');
  await expect(page.locator('[data-curve=profile] .reading')).toContainText('k(0) = 32');
  const profile = await savedCurve(notebook, page, 'profile');
  expect(profile).toHaveLength(positions.length);
  profile.forEach((value, i) =>
    expect(Math.abs(value - expected.K[i]), `offset ${i}`).toBeLessThanOrEqual(tolerance.value),
  );
});

test('the decay curve equals the golden values', async ({ notebook, page }) => {
  const { positions, expected, tolerance } = golden('rope_decay_bound_d128');
  await notebook.open('#v=1&e=rope&e.dim=128&offsets=1025', 'kernel');
  await expect(page.locator('[data-curve=decay] .reading')).toContainText('32.5 at offset 0');
  const bound = await savedCurve(notebook, page, 'decay');
  positions.forEach((offset, i) =>
    expect(Math.abs(bound[offset] - expected[i]), `offset ${offset}`).toBeLessThanOrEqual(tolerance.value),
  );
});

test('1e5 points: drawn, read by keyboard on both curves, zoomed, shown as a table', async ({ notebook, page }) => {
  await notebook.open();
  const figure = page.locator('[data-curve=profile]');
  const curve = figure.getByRole('slider');
  await expect(curve).toHaveAttribute('aria-valuemax', '99999');
  await expect(figure.locator('.reading')).toContainText('k(0) = 64');
  await curve.focus();
  await page.keyboard.press('ArrowRight');
  await expect(curve).toHaveAttribute('aria-valuetext', /^offset Δ \d/);
  await expect(figure.locator('.reading')).toContainText(/^k\(\d/);
  const offset = /\d+/.exec(await curve.getAttribute('aria-valuetext'))[0];
  await expect(page.locator('[data-curve=decay] .tip b')).toContainText(`offset Δ ${offset}`);
  await figure.getByRole('button', { name: 'Values' }).click();
  await expect(figure.locator('.values tbody th').last()).toHaveText('99,999');
  const view = () => figure.locator('.dense-block > div').evaluate((chart) => chart.view.x);
  await curve.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  await expect.poll(view).toBeTruthy();
  await page.keyboard.press('0');
  await expect.poll(view).toBeUndefined();
  const box = await curve.boundingBox();
  await page.mouse.move(box.x + 200, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + 400, box.y + 110, { steps: 4 });
  await page.mouse.up();
  const [from, to] = await view();
  expect(to - from).toBeLessThan(50000);
});
