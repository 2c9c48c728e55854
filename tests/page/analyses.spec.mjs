import { analyses } from '../../dist/lib/generated/analyses.js';
import { sampled } from '../web/support/random.mjs';
import { expect, test } from './page.mjs';

const results = (page) => page.locator('#results');
const ran = (page, id) => expect(results(page)).toHaveAttribute('data-ran', id);
const output = (page, name) => results(page).locator(`tr[data-output=${name}] data`);

async function open(notebook, page, hash) {
  await notebook.open(`analyses.html${hash}`);
  await notebook.unfold();
}

test('a question leads to its answer and back, by keyboard, and the list loads no module', async ({
  notebook,
  page,
}) => {
  const modules = [];
  page.on('request', (request) => request.url().endsWith('.wasm') && modules.push(request.url()));
  await notebook.open('analyses.html');
  const questions = page.locator('#questions a');
  expect(await questions.evaluateAll((all) => all.map((one) => one.dataset.analysis))).toEqual(
    analyses.map(({ id }) => id),
  );
  expect(modules).toEqual([]);
  await page.getByRole('link', { name: 'How many directions does an encoding use?' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Spectrum');
  await ran(page, 'spectrum');
  const rank = results(page).locator('.answer-numbers [data-output=effectiveRank] data');
  expect(Number(await rank.getAttribute('value'))).toBeCloseTo(6.8, 2);
  await expect(results(page).locator('figure')).toHaveCount(2);
  await page.getByRole('link', { name: '← All analyses' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'How many directions does an encoding use?' })).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Spectrum');
});

test('any analysis has its controls, and answers or says what is missing', async ({ notebook, page }) => {
  await open(notebook, page, '#v=1&e=sinusoidal&e.dim=8&n=16&a=stationarity');
  const menu = page.locator('#controls select[name=analysis]');
  const ids = await menu.locator('option').evaluateAll((all) => all.map((o) => o.value));
  expect(ids).toEqual(analyses.map(({ id }) => id));
  for (const id of sampled('analyses', ids, 4)) {
    await menu.selectOption(id);
    const row = analyses.find((one) => one.id === id);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(row.title);
    await notebook.unfold();
    for (const { name } of row.inputs) await expect(page.locator(`[data-input="${name}"]`)).toBeVisible();
    const run = page.getByRole('button', { name: 'Run', exact: true });
    if (row.trains) await run.click();
    else await expect(run).toBeHidden();
    const answered = page.locator('#results > *, .fault:not([hidden]), .field-error:not(:empty)');
    // Choosing the next one cancels work that takes longer.
    await expect(answered.or(page.getByRole('button', { name: 'Cancel' })).first()).toBeVisible();
  }
});

test('designed frequencies are an encoding, here and on other pages', async ({ notebook, page }) => {
  await open(notebook, page, '#v=1&a=design-frequencies&a.dim=16&a.context=64&a.refinement=5');
  await ran(page, 'design-frequencies');
  await expect(results(page).locator('figure')).toHaveCount(2);
  await expect(results(page).locator('figure[data-output=target] .stage text', { hasText: 'reached' })).toHaveCount(1);
  await expect(results(page).locator('.answer-numbers div')).toHaveCount(5);
  const [variants, kernels] = ['Compare them', 'See their kernel'].map((name) =>
    results(page).getByRole('link', { name }).getAttribute('href'),
  );
  await page.getByRole('button', { name: 'Use these frequencies as the encoding' }).click();
  await ran(page, 'spectrum');
  await expect(page.locator('#controls select[name=encoding]').first()).toHaveValue('fourier-features');
  await expect(page).toHaveURL(/e\.frequencies=/);
  await notebook.open((await kernels).slice(2), 'kernel');
  await page.keyboard.press('Tab');
  await expect(page.locator('#kernel[data-computed]')).toHaveCount(1);
  await notebook.open((await variants).slice(2));
  await expect(page.locator('select[name=encoding]').first()).toHaveValue('fourier-features');
});

test('numbers, figures and files of an answer', async ({ notebook, page }) => {
  await open(notebook, page, '#v=1&e=sinusoidal&e.dim=16&n=32&a=stationarity');
  await ran(page, 'stationarity');
  await notebook.unfold();
  await expect(output(page, 'isStationary')).toHaveAttribute('value', '1');
  await expect(results(page).locator('.answer-numbers [data-output=isStationary]')).toContainText('yes');
  const figure = results(page).locator('figure[data-output=profileMean]');
  await expect(figure.getByRole('slider')).toBeVisible();
  const csv = await notebook.save(figure.getByRole('button', { name: 'CSV' }));
  expect(csv.name).toBe('stationarity-profileMean.csv');
  expect(csv.bytes.toString().trim().split('\n')).toHaveLength(33);
  const json = await notebook.save(results(page).getByRole('button', { name: /JSON/ }));
  expect(JSON.parse(json.bytes.toString()).isStationary).toBe(1);
  const npy = await notebook.save(results(page).getByRole('button', { name: 'profile mean as NPY' }));
  expect(npy.bytes.length).toBe(128 + 32 * 8);
});

test('numbers of one’s own: pasted, wrong, and a .npy', async ({ notebook, page }) => {
  await open(notebook, page, '#v=1&a=stationarity');
  const input = page.locator('[data-input=kernel]');
  await input.locator('select[name=kernel]').selectOption('numbers');
  await expect(input.locator('.field-error')).toContainText('no numbers yet');
  await input.locator('textarea').fill('1 x\n2 3');
  await input.locator('textarea').blur();
  await expect(input.locator('.field-error')).toContainText("'x' is no number");
  await input.locator('textarea').fill('1 2 3\n4 5 6');
  await input.locator('textarea').blur();
  await expect(input.locator('.field-error')).toContainText('square');
  await input.locator('textarea').fill('2, 1\n1, 2');
  await input.locator('textarea').blur();
  await expect(output(page, 'isStationary')).toHaveAttribute('value', '1');
  const npy = Buffer.alloc(128 + 32);
  npy.write('\x93NUMPY\x01\x00', 'latin1');
  npy.writeUInt16LE(118, 8);
  npy.write("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), }".padEnd(117) + '\n', 10);
  [2, 1, 1, 4].forEach((x, i) => npy.writeDoubleLE(x, 128 + 8 * i));
  await input.locator('input[type=file]').setInputFiles({ name: 'k.npy', mimeType: '', buffer: npy });
  await expect(input).toContainText('2 × 2 numbers');
  await expect(output(page, 'isStationary')).toHaveAttribute('value', '0');
});

test('a long analysis runs when it is asked for, can be cancelled, and run again', async ({ notebook, page }) => {
  await open(notebook, page, '#v=1&e=sinusoidal&e.dim=64&n=256&a=train-network');
  await expect(results(page).locator('> *')).toHaveCount(0);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('#analysis')).toContainText('Cancelled');
  await expect(page.getByRole('button', { name: 'Run again' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  // Another choice cancels it, and the worker is free for the new one.
  await page.locator('#controls select[name=analysis]').selectOption('network-kernel');
  await ran(page, 'network-kernel');
  await expect(results(page).locator('figure[data-output=ntk] .heat-map canvas')).toBeVisible();
});

test('a hostile link opens the list', async ({ notebook, page }) => {
  for (const hash of ['#v=1&a=constructor&a.x=1', '#v=2&a=spectrum', '#v=1&a=__proto__&al=9999&n=1e9']) {
    await page.goto('about:blank');
    await notebook.open(`analyses.html${hash}`);
    await expect(page.locator('#questions')).toBeVisible();
  }
});
