import { expect, test } from './page.mjs';

const fact = (page, key) => page.locator(`#result [data-fact="${key}"] .value`);
const number = async (page, key) => Number(await fact(page, key).locator('data').getAttribute('value'));
const compared = (page) => expect(page.locator('#result[data-compared]')).toHaveCount(1);
const questions = (page) => page.getByRole('combobox', { name: 'Questions' });
async function ask(page, id) {
  await questions(page).selectOption(id);
  await expect(page).toHaveURL(new RegExp(`pair=${id}|variants.html$`));
}
/** Opens the folded controls of a side. */
const change = (page, side) => page.locator(`[data-side=${side}] > summary`).click();
const encoding = (page, side) => page.locator(`[data-map=${side}] select[name=encoding]`);

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

test('at first each map is drawn in a frame of its own', async ({ notebook, page }) => {
  await page.addInitScript(() => {
    let frame = 0;
    const count = () => void (frame++, requestAnimationFrame(count));
    requestAnimationFrame(count);
    globalThis.firstFrames = {};
    new MutationObserver(() => {
      for (const map of document.querySelectorAll('[data-map]'))
        if (map.querySelector('.heat-map')?.firstElementChild) globalThis.firstFrames[map.dataset.map] ??= frame;
    }).observe(document, { childList: true, subtree: true });
  });
  await notebook.open('variants.html');
  await compared(page);
  const { a, b, difference } = await page.evaluate(() => globalThis.firstFrames);
  expect(b).toBeGreaterThan(a);
  expect(difference).toBeGreaterThan(b);
});

test('rotary layouts are one table in two orders, too', async ({ notebook, page }) => {
  await notebook.open('variants.html');
  await ask(page, 'rotate-half');
  await expect(page.locator('#question')).toContainText('Meta');
  await expect(page.locator('#result')).toContainText('layout interleaved');
  await expect(fact(page, 'mapping')).toHaveText('permutation');
  expect(await number(page, 'after')).toBe(0);
});

test('d/2 and d/2 - 1 are two functions', async ({ notebook, page }) => {
  await notebook.open('variants.html');
  await ask(page, 'denominator');
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
  const ids = await questions(page)
    .locator('option:not([disabled])')
    .evaluateAll((all) => all.map(({ value }) => value));
  expect(ids.length).toBeGreaterThanOrEqual(6);
  for (const id of ids) {
    await ask(page, id);
    await page.locator('#question summary').click();
    await expect(page.locator('#question .sources a').first()).toBeVisible();
    await compared(page);
    await expect(page.locator('#result .worked-out > .fault')).toBeHidden();
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
  await change(page, 'b');
  const box = page.locator('[data-side=b] [data-field=base] input[type=number]');
  await box.fill('500');
  await box.blur();
  await expect(page).toHaveURL(/b\.base=500/);
  await expect(questions(page)).toHaveValue('');
  await expect(page.locator('[data-map=b] h3')).toContainText('base 500');
  await page.reload();
  await expect(page.locator('[data-map=b] h3')).toContainText('base 500');
  await page.goBack();
  await expect(questions(page)).toHaveValue('layout');
});

test('what the library refuses stands beside its control; other sizes are said, not subtracted', async ({
  notebook,
  page,
}) => {
  await notebook.open('variants.html');
  await compared(page);
  await change(page, 'b');
  const dim = page.locator('[data-side=b] [data-field=dim]');
  await dim.locator('input[type=number]').fill('7');
  await expect(dim.locator('.field-error')).toContainText('even');
  await dim.locator('input[type=number]').fill('32');
  await expect(fact(page, 'max')).toHaveText('sizes differ');
  await expect(page.locator('[data-map=difference] .heat-map')).toBeHidden();
  await expect(page.locator('[data-map=difference] .sizes')).toBeVisible();
  await encoding(page, 'b').selectOption('sincos2d-timm');
  await encoding(page, 'a').selectOption('alibi');
  await expect(page.locator('#result .worked-out > .fault')).toContainText('only encodings of one coordinate');
  await encoding(page, 'b').selectOption('timestep');
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
    await expect(questions(page)).toHaveValue('layout');
  }
});

test('comparison and pictures are saved', async ({ notebook, page }) => {
  await notebook.open('variants.html');
  await compared(page);
  const json = await notebook.save(page.getByRole('button', { name: 'JSON' }));
  const saved = JSON.parse(json.bytes.toString());
  expect(saved.b.layout).toBe('half');
  expect(saved.mapping.permutation.slice(0, 3)).toEqual([0, 2, 4]);
  const png = await notebook.save(page.locator('[data-map=difference]').getByRole('button', { name: 'PNG of ' }));
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

test('RoPE against ALiBi: what attention makes of both, by query and key and by distance', async ({
  notebook,
  page,
}) => {
  await notebook.open('variants.html#v=1&a=rope&a.dim=64&b=alibi&b.heads=8&n=32');
  await compared(page);
  const sentence = page.locator('#result .sentence');
  await expect(sentence).toContainText('A turns queries and keys, B adds a bias to each logit');
  await expect(sentence).toContainText('Those of A: a query and keys of 64 channels that are all 1. Those of B:');
  await expect(sentence).toContainText('64 channels that are all 1, in head 0.');
  const [waves, slopes] = await page.evaluate(async () => [
    Array.from(await posenc.frequencies({ encoding: 'rope', dim: 64 })),
    Array.from((await posenc.facts({ encoding: 'alibi', heads: 8 })).find(({ name }) => name === 'slopes').values),
  ]);
  // 64 ones times 64 ones, divided by the root of 64: rotated by the distance, or with a penalty for it
  const rope = (distance) => waves.reduce((sum, wave) => sum + 2 * Math.cos(distance * wave), 0) / 8;
  const alibi = (distance) => 8 - slopes[0] * distance;
  const differences = Array.from({ length: 32 }, (_, distance) => Math.abs(rope(distance) - alibi(distance)));
  expect(await number(page, 'max')).toBeCloseTo(Math.max(...differences), 5);
  await page.locator('[data-map=b] .heat-map .stage').focus();
  await page.keyboard.press('Home');
  for (let i = 0; i < 7; i += 1) await page.keyboard.press('ArrowDown');
  const [a, b] = await page
    .locator('#result .cell-reading data')
    .evaluateAll((all) => all.map((one) => Number(one.value)));
  expect(a).toBeCloseTo(rope(7), 5);
  expect(b).toBeCloseTo(alibi(7), 5);
});

test('a table against a bias: the inner products of its rows', async ({ notebook, page }) => {
  await notebook.open('variants.html#v=1&a=sinusoidal&a.dim=64&b=alibi&b.heads=8&n=16');
  await compared(page);
  await expect(page.locator('#result .sentence')).toContainText(
    'Those of A: inner products of its rows, divided by the root of their 64 channels. Those of B: a query and keys of',
  );
  await page.locator('[data-map=a] .heat-map .stage').focus();
  await page.keyboard.press('Home');
  const [a, b] = await page
    .locator('#result .cell-reading data')
    .evaluateAll((all) => all.map((one) => Number(one.value)));
  expect(a).toBeCloseTo(32 / 8, 6); // cos² + sin² of 32 pairs, divided by the root of 64
  expect(b).toBeCloseTo(8, 6);
});

test('the curve by distance stands where positions have one, and the widest head has fewer queries', async ({
  notebook,
  page,
}) => {
  const curve = page.getByRole('heading', { name: 'By distance' });
  await notebook.open('variants.html#v=1&pair=alibi');
  await compared(page);
  await expect(curve).toBeVisible();
  // a window of cells in two directions
  await page.goto('about:blank');
  await notebook.open('variants.html#v=1&a=swin-v1&a.heads=2&b=swin-v1&b.heads=2&b.seed=3');
  await compared(page);
  await expect(curve).toBeHidden();
  await page.goto('about:blank');
  await notebook.open('variants.html#v=1&a=rope&a.dim=65536&b=alibi&b.heads=8&n=512');
  await compared(page);
  await expect(page.locator('#result .sentence')).toContainText('65536 channels');
});

test.describe('in a window of its own, which no pointer is in', () => {
  test.use({ alone: true });
  test('the other answers come with the first touch, and with them where all are discussed', async ({
    notebook,
    page,
  }) => {
    const asked = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${notebook.origin}variants.html`);
    await compared(page);
    const answers = () => asked.filter((url) => /\/answers-[\w-]+\.js$/.test(url)).length;
    expect(answers()).toBe(0);
    await page.getByText('Where it is discussed').click();
    await expect(page.locator('.asked .source').first()).toHaveText('tensorflow/tensor2tensor#1925');
    expect(answers()).toBe(1);
  });
});

test('numbers that are learned, and keys that one side leaves out, are told, and a button sets the direction', async ({
  notebook,
  page,
}) => {
  // in the order in which they were ticked
  await notebook.open('encodings.html#v=1&tick=alibi,t5');
  const bar = page.getByRole('region', { name: 'Compare two encodings' });
  await expect(bar).toContainText('ALiBi with T5 buckets.');
  await page.getByRole('checkbox', { name: 'Compare KERPLE' }).check();
  await expect(bar).toContainText(
    'T5 buckets with KERPLE. Two are compared at a time: KERPLE took the place of ALiBi.',
  );
  await notebook.open('variants.html#v=1&a=alibi&a.heads=8&b=t5&b.heads=8&n=16');
  const facts = page.locator('.comparison');
  await expect(facts).toContainText('B, T5 buckets, is learned in training');
  await expect(facts).toContainText('A leaves out the keys after the query, and B does not');
  await expect(facts.locator('[data-fact=max]')).toContainText('∞');
  await facts.getByRole('button', { name: 'Set direction of A to symmetric' }).click();
  await expect(facts.locator('[data-fact=max]')).not.toContainText('∞');
  await expect(facts).not.toContainText('leaves out the keys');
  await expect(facts).toContainText('is learned in training');
});
