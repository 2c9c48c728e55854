import { expect, test } from './page.mjs';

const fact = (page, key) => page.locator(`#result [data-fact="${key}"] .value`);
const number = async (page, key) => Number(await fact(page, key).locator('data').getAttribute('value'));
const compared = (page) => expect(page.locator('#result[data-compared]')).toHaveCount(1);
async function ask(page, title) {
  await page.getByRole('group', { name: 'Questions' }).getByRole('button', { name: title, exact: true }).click();
  await expect(page.getByRole('button', { name: title, exact: true })).toHaveAttribute('aria-pressed', 'true');
}

test('interleaved and half are one table in two orders', async ({ notebook, page }) => {
  await notebook.open('variants.html');
  await compared(page);
  await expect(fact(page, 'mapping')).toHaveText('permutation');
  expect(await number(page, 'after')).toBe(0);
  expect(await number(page, 'max')).toBeGreaterThan(1.9);
  await page.getByText('The order of all 64 channels').click();
  const order = await page.locator('.order .from td').allTextContents();
  expect(order.map(Number)).toEqual(Array.from({ length: 64 }, (_, c) => (c < 32 ? 2 * c : 2 * (c - 32) + 1)));
});

test('rotary layouts are one table in two orders, too', async ({ notebook, page }) => {
  await notebook.open('variants.html');
  await ask(page, 'rotary: interleaved / half');
  await expect(page.locator('#question')).toContainText('Meta');
  await expect(page.locator('#result')).toContainText('layout interleaved');
  await expect(fact(page, 'mapping')).toHaveText('permutation');
  expect(await number(page, 'after')).toBe(0);
});

test('d/2 and d/2 - 1 are two functions', async ({ notebook, page }) => {
  await notebook.open('variants.html');
  await ask(page, 'd/2 / d/2 − 1');
  await expect(page.locator('[data-map=b]')).toContainText('denominator d/2-1');
  await expect(fact(page, 'mapping')).toHaveText('no order and no signs found');
  await expect(fact(page, 'first')).toHaveText('1');
  // The exponents of the last of 32 pairs are 31/32 and 1: apart by 10000^(1/32).
  expect(await number(page, 'apart')).toBeCloseTo(10000 ** (1 / 32), 9);
  await expect(page.locator('#result [data-fact="apart"] dt')).toContainText('pair 31');
});

test('YaRN of the paper and of the code are apart by 3.0 at pair 38', async ({ notebook, page }) => {
  await notebook.open('variants.html#v=1&pair=yarn');
  await compared(page);
  await expect(page.locator('#result [data-fact="apart"] dt')).toContainText('pair 38');
  expect(await number(page, 'apart')).toBeGreaterThan(2.95);
  expect(await number(page, 'apart')).toBeLessThan(3.05);
});

test('biases are compared head by head', async ({ notebook, page }) => {
  await notebook.open('variants.html#v=1&pair=alibi');
  await compared(page);
  await expect(fact(page, 'head')).toBeVisible();
  await expect(page.locator('[data-map=a] .heat-map .stage svg')).toContainText('query');
});

test('every question is answered without an error', async ({ notebook, page }) => {
  await notebook.open('variants.html');
  const titles = await page.getByRole('group', { name: 'Questions' }).getByRole('button').allTextContents();
  expect(titles.length).toBeGreaterThanOrEqual(6);
  for (const title of titles) {
    await ask(page, title);
    const id = new URLSearchParams(new URL(page.url()).hash.slice(1)).get('pair') ?? 'layout';
    expect(id).not.toBe('');
    await expect(page.locator('#question .sources a').first()).toBeVisible();
    await compared(page);
    await expect(page.locator('#result .fault')).toBeHidden();
  }
});

test('a cell is read in all three maps, by keyboard', async ({ notebook, page }) => {
  await notebook.open('variants.html#v=1&pair=denominator');
  await compared(page);
  await page.locator('[data-map=a] .heat-map .stage').focus();
  await page.keyboard.press('Home');
  for (const key of ['ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
  const reading = page.locator('#result .cell-reading');
  for (const id of ['b', 'difference'])
    await expect(page.locator(`[data-map=${id}] .tip b`)).toHaveText('position 1, channel 1');
  await expect(reading).toContainText('position 1, channel 1');
  const [a, b, difference] = await reading.locator('data').evaluateAll((all) => all.map((e) => Number(e.value)));
  expect(a - b).toBe(difference);
  expect(a).toBeCloseTo(Math.sin(10000 ** (-1 / 32)), 14);
  expect(b).toBeCloseTo(Math.sin(10000 ** (-1 / 31)), 14);
});

test('a changed spec travels in the link, and back goes back', async ({ notebook, page }) => {
  await notebook.open('variants.html');
  await compared(page);
  const box = page.locator('[data-side=b] [data-field=base] input[type=number]');
  await box.fill('500');
  await box.blur();
  await expect(page).toHaveURL(/b\.base=500/);
  await expect(page.locator('#question')).toContainText('Two specs of your own');
  await expect(page.locator('[data-map=b] h3')).toContainText('base 500');
  await page.reload();
  await expect(page.locator('[data-map=b] h3')).toContainText('base 500');
  await page.goBack();
  await expect(page.locator('#question')).toContainText('interleaved or concatenated');
});

test('what the library refuses stands beside its control; other sizes are said, not subtracted', async ({
  notebook,
  page,
}) => {
  await notebook.open('variants.html');
  await compared(page);
  const dim = page.locator('[data-side=b] [data-field=dim]');
  await dim.locator('input[type=number]').fill('7');
  await expect(dim.locator('.field-error')).toContainText('even');
  await dim.locator('input[type=number]').fill('32');
  await expect(fact(page, 'max')).toHaveText('sizes differ');
  await expect(page.locator('[data-map=difference]')).toBeHidden();
  await page.locator('[data-side=b] select[name=encoding]').selectOption('alibi');
  await expect(page.locator('#result .fault')).toContainText('cannot be compared');
  await page.locator('[data-side=b] select[name=encoding]').selectOption('timestep');
  await compared(page);
});

test('a hostile link opens the first question', async ({ notebook, page }) => {
  for (const hash of [
    '#v=1&pair=__proto__&n=1e9&tolerance=-1',
    '#v=2&pair=yarn',
    '#v=1&a=constructor&b=rope&b.dim=%3Cimg%3E',
  ]) {
    await page.goto('about:blank');
    await notebook.open(`variants.html${hash}`);
    await compared(page);
    await expect(page.locator('#question')).toContainText('interleaved or concatenated');
  }
});

test('comparison and pictures are saved', async ({ notebook, page }) => {
  await notebook.open('variants.html');
  await compared(page);
  const json = await notebook.save(page.getByRole('button', { name: 'JSON' }));
  const saved = JSON.parse(json.bytes.toString());
  expect(saved.b.layout).toBe('half');
  expect(saved.mapping.permutation.slice(0, 3)).toEqual([0, 2, 4]);
  const png = await notebook.save(
    page.locator('[data-map=difference]').getByRole('button', { name: 'PNG', exact: true }),
  );
  expect(png.name).toBe('variants-difference.png');
  expect(png.bytes.length).toBeGreaterThan(2000);
});

test('MAE is timm with the halves exchanged', async ({ notebook, page }) => {
  await notebook.open('variants.html#v=1&pair=mae');
  await compared(page);
  await expect(fact(page, 'mapping')).toHaveText('permutation');
  await expect(page.locator('#result .sentence')).toContainText('the two halves exchanged');
  expect(await number(page, 'after')).toBe(0);
});
