import { sampled } from '../web/support/random.mjs';
import { columnsOf, expect, test } from './page.mjs';

const section = (page, id) => page.locator(`#${id}`);
const chart = (page, id) => page.locator(`[data-chart=${id}]`);
const slider = (page, id) => chart(page, id).getByRole('slider');
const box = (page, id) => page.locator(`[data-chosen=${id}] input`);
const fact = async (page, place, id) =>
  Number(await section(page, place).locator(`[data-fact="${id}"] data`).first().getAttribute('value'));

/** Opens the page at a section, whose prediction is computed when it comes into view. */
async function open(notebook, page, id, hash = '') {
  await notebook.open(`spectral-bias.html${hash}`, id);
  await expect(page.locator(`#${id}[data-computed]`)).toHaveCount(1);
}
async function train(page, id) {
  await section(page, id).locator('.experiment').getByRole('button', { name: 'Train' }).click();
  await expect(page.locator(`#${id}[data-measured=true]`)).toHaveCount(1, { timeout: 60_000 });
}

test('kernel spectra stand without a click, and what is chosen in one chart is marked in the others', async ({
  notebook,
  page,
}) => {
  // narrower than the default: a sixteenth of the work, and the same charts
  await open(notebook, page, 'first', '#v=1&fourier-regression.width=64');
  await expect(section(page, 'first').getByRole('button', { name: 'Train 6 networks', exact: true })).toBeVisible();
  await expect(section(page, 'first').locator('.duration')).toHaveText(/\d|second/);
  await expect(box(page, 'frequency')).toHaveValue('5');
  await slider(page, 'first-spectra').focus();
  await page.keyboard.press('ArrowRight');
  await expect(box(page, 'frequency')).toHaveValue('6');
  await expect(page).toHaveURL(/f=6/);
  await train(page, 'first');
  await expect(chart(page, 'first-over').locator('h3')).toHaveText('Frequency 6 over training');
  await expect(slider(page, 'first-after')).toHaveAttribute('aria-valuenow', '6');
  await slider(page, 'first-after').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(slider(page, 'first-spectra')).toHaveAttribute('aria-valuenow', '5');
  // Choosing a step over training changes the chart of all frequencies.
  await slider(page, 'first-over').focus();
  await page.keyboard.press('Home');
  await expect(chart(page, 'first-after').locator('h3')).toHaveText('All frequencies after 0 steps');
  // η·t·λ of the published experiment at frequency 5: its curve is 0.90 of the measured one.
  expect(Number(await section(page, 'first').locator('.caveat-place data').first().getAttribute('value'))).toBeCloseTo(
    0.901,
    2,
  );
  const sources = page.locator('.citation a.source');
  const links = await sources.evaluateAll((all) => all.map(({ href, textContent }) => [textContent, href]));
  const papers = links.filter(([text]) => text.startsWith('arXiv'));
  expect(papers.length).toBeGreaterThan(0);
  for (const [text, href] of papers) expect(href).toBe(`https://arxiv.org/abs/${text.replace(/^arXiv[: ]/, '')}`);
});

test('what is seen before the first change came with the page, to the last digit what it computes from then on', async ({
  notebook,
  page,
}) => {
  const loaded = [];
  page.on('request', (request) => loaded.push(request.url()));
  const modules = () => loaded.filter((url) => /\.wasm$/.test(url)).map((url) => /(\w+)-[^/]*$/.exec(url)[1]);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await open(notebook, page, 'first');
  await expect(page.locator('#bandwidth[data-computed]')).toHaveCount(1);
  const numbers = (id) =>
    chart(page, id)
      .locator('.stage')
      .evaluate((one) =>
        one
          .getRootNode()
          .host.toCSV()
          .trim()
          .split('\n')
          .slice(1)
          .map((line) => line.split(',').slice(1).map(Number)),
      );
  const shown = [await numbers('first-spectra'), await numbers('bandwidth-predicted')];
  expect(modules()).toEqual([]);
  // a change is computed, and reverting it restores what the page showed
  const points = section(page, 'first').locator('[data-field=points] input[type=number]');
  await points.fill('16');
  await expect(slider(page, 'first-spectra')).toHaveAttribute('aria-valuemax', '8');
  expect(modules()).toEqual(['analysis']);
  await points.fill('32');
  await expect(slider(page, 'first-spectra')).toHaveAttribute('aria-valuemax', '16');
  expect(await numbers('first-spectra')).toEqual(shown[0]);
  // computed by the page's own library, from the calls in the charts' embed code
  const computed = await page.evaluate(async () => {
    const columns = ({ data, rows, cols }) =>
      Array.from({ length: cols }, (_, c) => Array.from({ length: rows }, (_, r) => data[r * cols + c]));
    const decays = [0, 0.5, 1, 1.5, 2, 64];
    const spectra = await posenc.analyse(
      { analysis: 'fourier-regression', decays, frequencies: [0], steps: 1, time: 1e-9 },
      {},
    );
    const sweep = await posenc.analyse({ analysis: 'bandwidth-sweep', steps: 0 }, {});
    return [columns(spectra.kernelSpectra), columns(sweep.predicted)];
  });
  expect(shown).toEqual(computed);
});

test('a link that asks for something else is computed at once', async ({ notebook, page }) => {
  await open(notebook, page, 'first', '#v=1&fourier-regression.points=16');
  await expect(slider(page, 'first-spectra')).toHaveAttribute('aria-valuemax', '8');
});

test('the error over the bandwidth is a U with its minimum at about one place, predicted and measured', async ({
  notebook,
  page,
}) => {
  await open(notebook, page, 'bandwidth', '#v=1&bandwidth-sweep.width=64');
  await train(page, 'bandwidth');
  for (const kind of ['predicted', 'measured']) {
    const best = await section(page, 'bandwidth')
      .locator(`td[data-best=${kind}] data`)
      .evaluateAll((all) => all.map((one) => Number(one.value)));
    expect(best).toHaveLength(4);
    expect(Math.max(...best) / Math.min(...best)).toBeLessThanOrEqual(4);
  }
  // A choice by keyboard in one chart is marked in the other and in the bar, and applied to the reader's own signal.
  await slider(page, 'bandwidth-measured').focus();
  await page.keyboard.press('End');
  await expect(box(page, 'sigma')).toHaveValue('32');
  await expect(slider(page, 'bandwidth-predicted')).toHaveAttribute('aria-valuenow', '9');
  await section(page, 'bandwidth').getByRole('button', { name: 'Try σ = 32' }).click();
  await expect(page).toHaveURL(/own\.e\.scale=32/);
});

test('the best decay of amplitudes rises with that of the signal', async ({ notebook, page }) => {
  await open(notebook, page, 'decay', '#v=1&amplitude-decay.decays=0,0.5,1,2&amplitude-decay.steps=100');
  const best = await page.evaluate(async () => [
    ...(await posenc.analyse({ analysis: 'amplitude-decay' }, {})).bestDecays,
  ]);
  for (let i = 1; i < best.length; i += 1) expect(best[i]).toBeGreaterThanOrEqual(best[i - 1]);
  await expect(chart(page, 'decay-measured')).toBeHidden();
  await train(page, 'decay');
  await expect(chart(page, 'decay-measured').locator('.stage svg svg path[stroke-dasharray="6 4"]')).toHaveCount(3);
  await expect(section(page, 'decay').locator('.note')).toContainText('12 networks');
});

test('on the bare coordinate low waves come first', async ({ notebook, page }) => {
  await open(notebook, page, 'bare', '#v=1&rahaman.width=48');
  await train(page, 'bare');
  await expect(section(page, 'bare').locator('.note')).toContainText('Half of a wave');
  await slider(page, 'bare-rates').focus();
  await page.keyboard.press('End');
  await expect(box(page, 'frequency')).toHaveValue('50');
  const csv = await notebook.save(chart(page, 'bare-measured').getByRole('button', { name: 'CSV' }));
  const last = csv.bytes.toString().trim().split('\n').at(-1).split(',').map(Number);
  expect(last).toHaveLength(11);
  expect(last[1]).toBeGreaterThan(last[10]);
});

test('a finite network beside its limit: layers, eigenmodes, and a run that follows the prediction', async ({
  notebook,
  page,
}) => {
  await open(notebook, page, 'finite');
  const shares = await section(page, 'finite')
    .locator('[data-fact^=layer-] data')
    .evaluateAll((all) => all.map((one) => Number(one.value)));
  expect(shares).toHaveLength(3);
  expect(shares.reduce((a, b) => a + b)).toBeCloseTo(1, 12);
  await expect(chart(page, 'kernel-eigenfunction').locator('h3')).toHaveText('Eigenfunction 4');
  await slider(page, 'kernel-eigenvalues').focus();
  await page.keyboard.press('Home');
  await expect(chart(page, 'mode-residual').locator('h3')).toContainText('eigenmode 1');
  await expect(slider(page, 'half-times')).toHaveAttribute('aria-valuenow', '0');
  await section(page, 'finite')
    .getByRole('button', { name: /^Train the network/ })
    .click();
  await expect(section(page, 'finite').locator('.note')).toContainText('training has moved it by', { timeout: 30_000 });
  expect(await columnsOf(chart(page, 'mode-residual'))).toEqual([
    'step',
    'measured',
    'predicted by the network’s kernel',
    'predicted by infinite width',
  ]);
  expect(Number(await section(page, 'finite').locator('.note data').first().getAttribute('value'))).toBeLessThan(0.3);

  // a learning rate above 2/λ is reported, and can be corrected
  const told = section(page, 'finite').locator('[data-unstable]');
  await expect(told).toBeHidden();
  const rate = section(page, 'finite').locator('[data-field=rate] input[type=number]');
  await rate.fill('1.5');
  await expect(told).toContainText('is above 2/λ₁');
  await expect(told).toContainText('= −2');
  expect((await fact(page, 'finite', 'rate')) / (await fact(page, 'finite', 'limit'))).toBeCloseTo(1.5, 12);
  await rate.fill('1');
  await expect(told).toBeHidden();
  await rate.fill('9');
  await expect(section(page, 'finite').locator('[data-field=rate] .field-error')).toContainText('at most 2');
  await rate.fill('1');

  // the error of finite kernels falls with the square root of the width
  await section(page, 'finite').getByRole('button', { name: /^Draw/ }).click();
  await expect(chart(page, 'ntk-convergence')).toBeVisible({ timeout: 30_000 });
  const slope = section(page, 'finite').locator('.experiment-part[data-ran] .reading data');
  expect(Math.abs(Number(await slope.getAttribute('value')) + 0.5)).toBeLessThan(0.06);
});

test('the claim about periodic networks, in five parts with figures', async ({ notebook, page }) => {
  await open(notebook, page, 'claim');
  await expect(section(page, 'claim').locator('.verdicts .verdict-word')).toHaveText([
    'true',
    'true',
    'false',
    'false',
    'in part',
  ]);
  // (2 + 10·13) k̂(3) of the encoding with 512 channels.
  const frequencies = Array.from({ length: 256 }, (_, i) => 10000 ** (-i / 256));
  const khat = frequencies.reduce((sum, w) => sum + Math.cos(3 * w), 0) / 256;
  const third = section(page, 'claim').locator('.verdicts li').nth(2).locator('data');
  expect(Number(await third.nth(0).getAttribute('value'))).toBeCloseTo(132 * khat, 9);
  expect(Number(await third.nth(1).getAttribute('value')) / (132 * khat)).toBeCloseTo(1, 1);
});

test('a signal of one’s own: chosen, drawn by keyboard, trained, played, saved, and linked', async ({
  notebook,
  page,
}) => {
  await notebook.open('spectral-bias.html', 'own');
  const own = section(page, 'own');
  const pad = own.getByRole('slider', { name: 'Signal to learn' });
  await own.locator('select[name=target]').selectOption('saw');
  await expect(page).toHaveURL(/own=saw/);
  await pad.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowUp');
  await expect(own.locator('select[name=target]')).toHaveValue('drawn');
  await expect(page).toHaveURL(/own\.drawn=/);
  const hash = await page.evaluate(() => location.hash);
  await own.getByRole('button', { name: 'bare coordinate' }).click();
  await own.locator('[data-field=steps] input[type=number]').fill('200');
  await own.getByRole('button', { name: /^Train/ }).click();
  await expect(page.locator('#own[data-trained]')).toHaveCount(1, { timeout: 30_000 });
  await expect(chart(page, 'own-fit').locator('.reading')).toContainText('Step 200: off by');
  const scrub = own.locator('.scrubber input');
  await scrub.focus();
  await page.keyboard.press('Home');
  await expect(chart(page, 'own-fit').locator('.reading')).toContainText('Step 0: off by');
  await slider(page, 'own-components').focus();
  await page.keyboard.press('End');
  await expect(box(page, 'frequency')).toHaveValue('32');
  const csv = await notebook.save(chart(page, 'own-fit').getByRole('button', { name: 'CSV' }));
  expect(csv.bytes.toString().trim().split('\n')).toHaveLength(1 + 4 * 64);
  await page.goto('about:blank');
  await notebook.open(`spectral-bias.html${hash}`, 'own');
  await expect(section(page, 'own').locator('select[name=target]')).toHaveValue('drawn');
});

test('training can be cancelled, and what is refused stands beside its control', async ({ notebook, page }) => {
  await notebook.open('spectral-bias.html#v=1&train-network.steps=500000', 'first', 'own');
  const own = section(page, 'own');
  await own.getByRole('button', { name: /^Train/ }).click();
  await own.getByRole('button', { name: 'Cancel' }).click();
  await expect(own).toContainText('Cancelled');
  await own.locator('.run-form [data-field=learningRate] input[type=number]').fill('-1');
  await own.getByRole('button', { name: /^Train/ }).click();
  await expect(own.locator('.run-form [data-field=learningRate] .field-error')).toContainText('learningRate must be');
  const first = section(page, 'first');
  await first.locator('[data-field=width] input[type=number]').fill('0');
  await expect(first.locator('[data-field=width] .field-error')).toContainText('width must be');
  await first.locator('[data-field=width] input[type=number]').fill('64');
  await expect(first.locator('[data-field=width] .field-error')).toBeEmpty();
  await first.locator('[data-field=points] input[type=number]').fill('1e300');
  await expect(first.locator('[data-field=points] .field-error')).toContainText('points must be');
  await first.locator('[data-field=points] input[type=number]').fill('32');
  // An encoding without half positions cannot be tested between the points, and the page says so.
  await own.locator('.run-form [data-field=learningRate] input[type=number]').fill('0.01');
  await own.getByText('Its parameters').click();
  await own.locator('select[name=encoding]').selectOption('learned');
  await own.locator('.run-form [data-field=steps] input[type=number]').fill('10');
  await own.getByRole('button', { name: /^Train/ }).click();
  await expect(own.locator('.fault:visible, .field-error:visible').filter({ hasText: /\w/ }).first()).toBeVisible();
});

test('the links on the page lead to its sections and leave the state in the address alone', async ({
  notebook,
  page,
}) => {
  await notebook.open('spectral-bias.html#v=1&f=7');
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Your own' }).click();
  await expect(section(page, 'own')).toBeFocused();
  await expect(section(page, 'own').locator('h2')).toBeInViewport();
  expect(await page.evaluate(() => location.hash)).toBe('#v=1&f=7');
  await expect(box(page, 'frequency')).toHaveValue('7');
});

test('a figure is seen at once, its button is one line, and p = ∞ has no place on an axis', async ({
  notebook,
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await open(notebook, page, 'first', '#v=1&fourier-regression.width=64');
  const top = await chart(page, 'first-spectra').evaluate((figure) => figure.getBoundingClientRect().top + scrollY);
  expect(top).toBeLessThan(600);
  const { height } = await section(page, 'first')
    .getByRole('button', { name: /^Train/ })
    .boundingBox();
  expect(height).toBeLessThan(48);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(
    await chart(page, 'first-spectra').evaluate((figure) => figure.getBoundingClientRect().top + scrollY),
  ).toBeLessThan(1.5 * 740);
  await page.setViewportSize({ width: 1280, height: 900 });
  await section(page, 'decay').scrollIntoViewIfNeeded();
  await expect(chart(page, 'decay-predicted').locator('.reading')).toContainText(
    'At p = ∞, one frequency alone: α = 0.5',
  );
  const csv = await notebook.save(chart(page, 'decay-predicted').getByRole('button', { name: 'CSV' }));
  expect(Number(csv.bytes.toString().trim().split('\n').at(-1).split(',')[0])).toBe(2);
});

test('what was marked as none in a link stays none', async ({ notebook, page }) => {
  await notebook.open('spectral-bias.html#v=1&f=none&sigma=none&claim.dim=64', 'first');
  await expect(page.locator('[data-chosen=frequency]')).toContainText('none is marked');
  await page.goto('about:blank');
  await notebook.open('spectral-bias.html#v=1&f=7', 'first');
  await expect(box(page, 'frequency')).toHaveValue('7');
});

test('a hostile link opens the start', async ({ notebook, page }) => {
  const links = [
    '#v=1&f=-1&sigma=x&mode=1e99&own=__proto__&own.n=1e9&own.e=constructor&rate=-1&steps=0.5&claim.dim=7',
    '#v=1&finite.drawn=1,2,3&finite.l=9999&rahaman.width=%3Cimg%3E',
    '#v=2&f=7',
  ];
  for (const hash of sampled('hostile links', links, 1)) {
    await page.goto('about:blank');
    await notebook.open(`spectral-bias.html${hash}`);
    await expect(section(page, 'first').locator('h2')).toHaveText('Which frequencies are learned first?');
  }
});
