import { columnsOf, expect, test } from './page.mjs';

const row = (page, id) => page.locator(`tr[data-method="${id}"]`);
const atPosition = (page, p) => expect(page.locator(`.methods-place[data-position="${p}"]`)).toHaveCount(1);
/** The methods that a chart draws, one per curve. */
const drawn = (page, section) => columnsOf(page.locator(section)).then((names) => names.slice(1));
const curves = (page, section, count) => expect.poll(() => drawn(page, section)).toHaveLength(count);
/** The exact numbers of a method: rounded position, rotation error, score error, distinct positions. */
const numbers = (page, id) =>
  row(page, id)
    .locator('td:not(.from)')
    .evaluateAll((cells) => cells.map((td) => Number(td.querySelector('data')?.value ?? NaN)));

test('the table shows each method at the position of the slider', async ({ notebook, page }) => {
  await notebook.open('precision.html#v=1&p=8191');
  await atPosition(page, 8191);
  const [held, rotation, score, distinct] = await numbers(page, 'hf-f32');
  expect([held, distinct]).toEqual([8191, 4096]);
  // Known for width 128 and base 10000: 4.9e-4 for the rotation, 1.5e-5 for the score.
  expect(rotation).toBeGreaterThan(4.8e-4);
  expect(rotation).toBeLessThan(5e-4);
  expect(score).toBeGreaterThan(1.4e-5);
  expect(score).toBeLessThan(1.6e-5);
  const bf16 = await numbers(page, 'bf16');
  expect(bf16[0]).toBe(8192);
  expect(bf16[3]).toBe(769);
  expect(bf16[2]).toBeCloseTo(0.37, 2);
  await page.getByRole('button', { name: '2³¹ − 1' }).click();
  await atPosition(page, 2 ** 31 - 1);
  expect((await numbers(page, 'hf-f32'))[1]).toBeGreaterThan(1.9);
  await expect(row(page, 'fp16')).toContainText('no number');
  await expect(page).toHaveURL(/p=2147483647/);
});

test('both charts have a curve for each method that is not hidden', async ({ notebook, page }) => {
  await notebook.open('precision.html');
  await expect(page.locator('.methods-legend input')).toHaveCount(10);
  const count = await page.locator('.methods-legend input:checked').count();
  expect(count).toBe(4);
  await curves(page, '#errors', count);
  await curves(page, '#scores', count);
  expect(await drawn(page, '#scores')).toContain('TF32 product');
  await page.getByLabel('TF32 product').uncheck();
  await curves(page, '#errors', count - 1);
  await curves(page, '#scores', count - 1);
  await page.getByLabel('float64').check();
  await page.getByLabel('float32, exp').check();
  await curves(page, '#errors', count + 1);
  await page.reload();
  await expect(page.getByLabel('TF32 product')).not.toBeChecked();
  await expect(page.getByLabel('float64')).toBeChecked();
  await curves(page, '#errors', count + 1);
});

test('the chart is read by keyboard and chosen from by a click', async ({ notebook, page }) => {
  await notebook.open('precision.html');
  const chart = page.locator('#errors .series-place').getByRole('slider');
  await expect(chart).toHaveAttribute('role', 'slider');
  await chart.focus();
  await page.keyboard.press('End');
  await expect(chart).toHaveAttribute('aria-valuetext', /position 2,147,483,647: float32, 1\/pow 2/);
  const box = await chart.boundingBox();
  // positions are on a logarithmic axis: half of its length is the root of its range
  await chart.click({ position: { x: box.width / 2, y: box.height / 2 } });
  const position = page.locator('[data-field=position] input[type=number]');
  await expect.poll(async () => Number(await position.inputValue()) < 2 ** 20).toBe(true);
  await chart.click({ position: { x: box.width - 15, y: box.height / 2 } });
  await atPosition(page, 2 ** 31 - 1);
  await expect(position).toHaveValue('2147483647');
});

test('another encoding, and what the methods cannot take', async ({ notebook, page }) => {
  await notebook.open('precision.html');
  await atPosition(page, 131071);
  const before = (await numbers(page, 'hf-f32'))[1];
  await page.locator('#errors select[name=encoding]').selectOption('sinusoidal');
  const dim = page.locator('#errors [data-field=dim] input[type=number]');
  await dim.fill('512');
  await dim.blur();
  await expect.poll(async () => (await numbers(page, 'hf-f32'))[1]).not.toBe(before);
  await expect(page).toHaveURL(/e=sinusoidal/);
  const scale = page.locator('#errors [data-field=scale]');
  await scale.locator('input[type=number]').fill('2');
  await expect(scale.locator('.field-error')).not.toBeEmpty();
  const menu = await page.locator('#errors select[name=encoding] option').evaluateAll((all) => all.map((o) => o.value));
  const able = await page.evaluate(() =>
    posenc.encodings.filter((info) => info.stages.includes('precision')).map((info) => info.id),
  );
  expect(menu).toEqual(able);
});

test('charts are saved as SVG and CSV', async ({ notebook, page }) => {
  await notebook.open('precision.html');
  await curves(page, '#scores', 4);
  for (const [section, name] of [
    ['#errors', 'rotation-error'],
    ['#scores', 'score-error'],
  ]) {
    const svg = await notebook.save(page.locator(`${section} figure`).getByRole('button', { name: 'SVG' }));
    expect(svg.name).toBe(`${name}.svg`);
    expect(svg.bytes.toString()).toContain('<path');
    const csv = await notebook.save(page.locator(`${section} figure`).getByRole('button', { name: 'CSV' }));
    const lines = csv.bytes.toString().trimEnd().split('\n');
    expect(lines[0]).toMatch(/^"position","float32, 1\/pow",/);
    expect(lines.length).toBeGreaterThan(30);
  }
});

test('a hostile link opens the start of the lab', async ({ notebook, page }) => {
  await notebook.open('precision.html#v=1&e=__proto__&p=1e300&hide=%3Cscript%3E,constructor');
  await atPosition(page, 131071);
  await curves(page, '#errors', 4);
});
