import { sampled } from '../web/support/random.mjs';
import { bundledConfig, expect, golden, test } from './page.mjs';

test('a reload restores everything that was set', async ({ notebook, page }) => {
  await notebook.open('', 'encoding', 'table');
  await page.locator('#encoding select[name=encoding]').selectOption('sinusoidal');
  await notebook.type('dim', '48');
  await notebook.field('layout').locator('select').selectOption('half');
  const count = page.locator('#table [data-field=count] input[type=number]');
  await count.fill('100');
  await count.blur();
  await page.locator('#table select[name=picture]').selectOption('gram');
  await page.locator('#table select[name=colours]').selectOption('viridis');
  await notebook.picture(100, 100);
  const address = page.url();
  expect(address.length).toBeLessThan(250);
  await page.reload();
  await notebook.whole();
  await notebook.picture(100, 100);
  await expect(page.locator('#encoding select[name=encoding]')).toHaveValue('sinusoidal');
  await expect(notebook.field('dim').locator('input[type=number]')).toHaveValue('48');
  await expect(notebook.field('layout').locator('select')).toHaveValue('half');
  await expect(page.locator('#table select[name=colours]')).toHaveValue('viridis');
  expect(page.url()).toBe(address);
});

test('a dropped config travels in the link', async ({ notebook, page, context }) => {
  await notebook.open('', 'facts');
  await notebook.drop('config.json', bundledConfig('deepseek-v3'));
  await expect(notebook.fact('type')).toHaveText('yarn');
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.locator('.report-title')).toHaveText('config.json');
  await other.locator('#facts').scrollIntoViewIfNeeded();
  await expect(other.locator('tr[data-pair]').first()).toBeVisible();
  const shown = await other.$$eval('tr[data-pair] td:nth-of-type(1) data', (cells) =>
    cells.map((cell) => Number(cell.value)),
  );
  expect(shown).toEqual(golden('rope_deepseek_v3').expected.inv_freq);
});

test('back and forward walk through the settings', async ({ notebook, page }) => {
  await notebook.open('', 'encoding', 'table');
  await notebook.picture(512, 128);
  await page.locator('[data-preset="deepseek-v3"]').click();
  await notebook.picture(512, 64);
  await notebook.type('dim', '32');
  await notebook.picture(512, 32);
  await page.goBack();
  await notebook.picture(512, 64);
  await page.goBack();
  await notebook.picture(512, 128);
  await expect(page.locator('.report-title')).toContainText('Llama 3.1');
  await page.goForward();
  await notebook.picture(512, 64);
});

test('dragging a slider makes one history entry', async ({ notebook, page }) => {
  await notebook.open();
  const before = await page.evaluate(() => history.length);
  const slider = notebook.field('base').locator('input[type=range]');
  await slider.scrollIntoViewIfNeeded();
  const box = await slider.boundingBox();
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height / 2);
  await page.mouse.down();
  const addresses = new Set();
  for (let i = 0; i < 4; i += 1) {
    await page.mouse.move(box.x + box.width * (0.6 - i * 0.1), box.y + box.height / 2);
    // a slow typist: the address follows each step
    await expect.poll(() => addresses.has(page.url()) || !/e\.base=/.test(page.url())).toBe(false);
    addresses.add(page.url());
  }
  await page.mouse.up();
  await page.goBack();
  await page.goForward();
  expect([...addresses].pop()).toBe(page.url());
  expect(await page.evaluate(() => history.length)).toBe(before + 1);
});

test('reset goes back to the start', async ({ notebook, page }) => {
  await notebook.open('#v=1&config=deepseek-v3&n=64&e=sinusoidal&e.dim=16', 'encoding', 'table');
  await notebook.picture(64, 16);
  await page.getByRole('button', { name: 'Reset the page' }).click();
  await notebook.picture(512, 128);
  expect(new URL(page.url()).hash).toBe('');
});

const HOSTILE = {
  'another version': '#v=2&e=sinusoidal&e.dim=16',
  'unknown names': '#v=1&e=__proto__&s=constructor&config=../../etc&colours=javascript:alert(1)&show=toString',
  'numbers that are none': '#v=1&n=1e99&start=NaN&step=Infinity&head=-1&ctx=0x10&offsets=4294967298',
  'a bomb of a file': `#v=1&file=${'A'.repeat(9000)}`,
  'a broken file': '#v=1&file=%22%3E%3Cscript%3Ealert(1)%3C/script%3E&name=%3Cimg%20src=x%20onerror=alert(1)%3E',
  'a very long hash': `#v=1&e=rope&e.dim=64&s=longrope&s.shortFactor=${'1,'.repeat(20_000)}1`,
  'no hash of ours': '#section-3',
};
for (const [what, hash] of sampled('hostile links', Object.entries(HOSTILE), 3)) {
  test(`a hostile link with ${what} opens the Report as it is at first`, async ({ notebook, page }) => {
    page.on('dialog', () => expect(false, 'a link must not run code').toBe(true));
    await notebook.open(hash);
    await notebook.picture(512, 128);
    await expect(page.locator('.report-title')).toContainText('Llama 3.1');
    expect(await page.evaluate(() => Object.keys(Object.prototype).length)).toBe(0);
  });
}

test('a link with a wrong number says so beside the control', async ({ notebook }) => {
  await notebook.open('#v=1&e=rope&e.dim=7', 'encoding');
  await expect(notebook.field('dim').locator('.field-error')).toContainText('even');
});
