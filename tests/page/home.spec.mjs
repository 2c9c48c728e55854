/** The start page: its figure is right, its links work, and old addresses of the Report still lead to it. */
import { precisionMethods } from '../../dist/lib/index.js';
import { expect, test } from './page.mjs';

const open = async (notebook, page, hash = '') => {
  await page.goto(`${notebook.origin}${hash}`);
  await notebook.ready();
};
const hands = (page) =>
  page.$$eval('.dial-hand', (all) => all.map((hand) => Math.atan2(-hand.getAttribute('y2'), hand.getAttribute('x2'))));
const spec = { encoding: 'rope', dim: 16, base: 500_000 };

test('the hands are the rotation at the position, set by slider, box, button or link', async ({ notebook, page }) => {
  await open(notebook, page, '#v=1&at=3');
  const frequencies = await page.evaluate((given) => posenc.frequencies(given), spec);
  /** Compares with an angle in float64, which is exact enough because positions are small. */
  const stand = async (position) => {
    await expect(page.locator('#off')).toContainText(`at position ${position.toLocaleString('en')};`);
    (await hands(page)).forEach((angle, pair) => {
      const off = angle - position * frequencies[pair];
      expect(Math.abs(Math.sin(off / 2)), `pair ${pair}`).toBeLessThan(1e-9);
    });
  };
  await stand(3);
  await page.getByRole('button', { name: '8,191' }).click();
  await stand(8191);
  await page.locator('#position input[type=number]').fill('12');
  await stand(12);
  await page.getByRole('slider').focus();
  await page.keyboard.press('Home');
  await stand(1);
  await page.locator('#position input[type=number]').fill('-4');
  await expect(page.locator('#position .field-error')).toContainText('must be a whole number from 0');
  await stand(1);
});

test('its own links lead to it, also that of where it begins', async ({ notebook, page }) => {
  await open(notebook, page);
  await page.getByRole('button', { name: '8,191' }).click();
  await page.getByRole('button', { name: '131,071' }).click();
  await expect(page).toHaveURL(/#v=1&at=131071$/);
  await page.reload();
  await notebook.ready();
  await expect(page.locator('#off')).toContainText('at position 131,071;');
});

test('what rounding costs there is what the library emulates', async ({ notebook, page }) => {
  await open(notebook, page, '#v=1&at=1000000');
  const errors = await page.evaluate(
    async (given) => (await posenc.precision(given, [1e6], { scores: false })).methods.map((one) => one.errors[0]),
    spec,
  );
  const off = (id) => Number(errors[precisionMethods.findIndex((one) => one.id === id)].toPrecision(2));
  await expect(page.locator('#off')).toContainText(`is off by ${off('hf-f32')} at position 1,000,000;`);
  await expect(page.locator('#off')).toContainText(`in bfloat16 by ${off('bf16')}, where`);
});

test('the doors open by mouse and keyboard, and a model of the list is read', async ({ notebook, page }) => {
  await open(notebook, page);
  await page.getByRole('link', { name: 'Gemma 3 27B' }).click();
  await notebook.ready();
  await expect(page.locator('.report-title')).toContainText('Gemma 3');
  await open(notebook, page);
  await page.getByRole('link', { name: 'I study encodings' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/encodings\.html$/);
});

test('addresses of the Report at its former place lead to it', async ({ notebook, page }) => {
  for (const address of ['#v=1&config=gemma-3-27b', '#kernel', '?embed=1&only=config']) {
    await page.goto(notebook.origin + address);
    await expect(page).toHaveURL(`${notebook.origin}report.html${address}`);
    await notebook.ready();
  }
  await page.goto(`${notebook.origin}#main`);
  await notebook.ready();
  await expect(page).toHaveURL(`${notebook.origin}#main`);
});
