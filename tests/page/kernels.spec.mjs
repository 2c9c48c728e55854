import { columnsOf, expect, stage, test } from './page.mjs';

const computed = (page) => expect(page.locator('#kernel[data-computed]')).toHaveCount(1);
const fact = async (page, id) =>
  Number(await page.locator(`#statistics [data-fact=${id}] data`).first().getAttribute('value'));
const chart = (page, id) => page.locator(`[data-chart=${id}]`);
const slider = (page, id) => chart(page, id).getByRole('slider');
const box = (page, id) => page.locator(`[data-chosen=${id}] input`);
const output = (page, id) => page.locator(`[data-chosen=${id}] output`);
const marks = (page) => chart(page, 'matrix').locator('.heat-map svg svg path').last().getAttribute('d');

async function open(notebook, page, hash = '', section = 'kernel') {
  await notebook.open(`kernels.html${hash}`, section);
  await page.evaluate(() => dispatchEvent(new Event('pointermove'))); // content out of view waits for the reader
  await computed(page);
}

test('statistics of the paper’s encoding are those of the reference', async ({ notebook, page }) => {
  await open(notebook, page, '#v=1&e=sinusoidal&e.dim=512&n=512', 'statistics');
  await expect(page.locator('#statistics [data-fact=numericalRank] data')).toHaveText('117');
  expect(await fact(page, 'effectiveRank')).toBeCloseTo(20.13, 2);
  expect(await fact(page, 'participationRatio')).toBeCloseTo(5.21, 2);
  expect(await fact(page, 'stableRank')).toBeCloseTo(2.37, 2);
  for (const id of ['stationary', 'constant-norm'])
    await expect(page.locator(`[data-badge=${id}]`)).toHaveAttribute('data-holds', 'true');
  // the number of eigenvalues above the precision does not determine the rank
  await expect(page.locator('.badges')).not.toContainText('rank');
  await expect(page.locator('[data-fact=resolvedRank]')).not.toContainText('rank');
  expect(await columnsOf(chart(page, 'profile'))).toContain('limit of many channels');
});

test('an offset that is chosen in the profile is marked in the matrix, by keyboard', async ({ notebook, page }) => {
  await open(notebook, page);
  await expect(box(page, 'lag')).toHaveValue('12');
  const before = await marks(page);
  await slider(page, 'profile').focus();
  await page.keyboard.press('ArrowRight');
  await expect(box(page, 'lag')).toHaveValue('13');
  await expect(output(page, 'lag')).toContainText('k(13) =');
  await expect.poll(() => marks(page)).not.toBe(before);
  await expect(slider(page, 'profile')).toHaveAttribute('aria-valuenow', '13');
  await expect(page).toHaveURL(/lag=13/);
  await page.keyboard.press('Home');
  await expect(output(page, 'lag')).toHaveText('k(0) = 32');
  await page.goBack();
  await expect(box(page, 'lag')).toHaveValue('13');
});

test('a cell that is chosen in the matrix marks its offset in the profile', async ({ notebook, page }) => {
  await open(notebook, page);
  await chart(page, 'matrix').locator('.heat-map .stage').focus();
  for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await expect(box(page, 'lag')).toHaveValue('3');
  await expect(chart(page, 'matrix').locator('.cell-reading')).toContainText('offset 3');
  const exact = Array.from({ length: 32 }, (_, i) => Math.cos(3 * 10000 ** (-i / 32))).reduce((a, b) => a + b, 0);
  const shown = Number(await chart(page, 'matrix').locator('.cell-reading data').getAttribute('value'));
  expect(Math.abs(shown - exact)).toBeLessThan(1e-12);
  await expect(slider(page, 'profile')).toHaveAttribute('aria-valuenow', '3');
  await expect(chart(page, 'profile').locator('circle[stroke="var(--posenc-series-0)"]')).toHaveCount(1);
});

test('an eigenvalue that is chosen shows its eigenfunction; below the precision none is drawn', async ({
  notebook,
  page,
}) => {
  await open(notebook, page);
  await expect(chart(page, 'eigenvector').locator('h3')).toHaveText('Eigenfunction 3');
  const curve = chart(page, 'eigenvector').locator('path[stroke="var(--posenc-series-2)"]').first();
  const third = await curve.getAttribute('d');
  await slider(page, 'spectrum').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(chart(page, 'eigenvector').locator('h3')).toHaveText('Eigenfunction 2');
  await expect(curve).not.toHaveAttribute('d', third);
  await page.keyboard.press('End');
  await expect(output(page, 'mode')).toContainText('≤ precision');
  await expect(chart(page, 'eigenvector')).toContainText('any direction would do');
  await expect(curve).toBeHidden();
  await expect(stage(chart(page, 'spectrum')).locator('text', { hasText: '≤ precision' })).toHaveCount(1);
  await expect(stage(chart(page, 'spectrum')).locator('text', { hasText: 'Strang' })).toHaveCount(1);
});

test('a pair that is chosen draws its wave and its wavelength into the profile', async ({ notebook, page }) => {
  await open(notebook, page);
  await slider(page, 'wavelengths').focus();
  await page.keyboard.press('Home');
  await expect(output(page, 'pair')).toContainText('6.2832 positions a turn');
  const lines = chart(page, 'profile').locator('path[opacity="0.5"]');
  await expect(lines).toHaveCount(20);
  expect(await columnsOf(chart(page, 'profile'))).toContain('wave of pair 0, not to scale');
  await box(page, 'pair').fill('');
  await box(page, 'pair').press('Enter');
  await expect(lines).toHaveCount(0);
  await expect(page).toHaveURL(/pair=none/);
  // 100 positions half a unit apart
  await notebook.open('kernels.html#v=1&n=100&step=0.5&pair=0', 'kernel');
  await expect(output(page, 'pair')).toContainText('6.2832 positions a turn, 7.96 turns here');
});

test('a grid has offsets of two coordinates, and its kernel is additive', async ({ notebook, page }) => {
  await open(notebook, page, '#v=1&e=sincos2d-mae&e.dim=64&n=144&lag=5', 'statistics');
  const additive = page.locator('[data-badge=additive]');
  await expect(additive).toHaveAttribute('data-holds', 'true');
  await expect(page.locator('[data-badge=isotropic]')).toHaveAttribute('data-holds', 'false');
  await expect(output(page, 'lag')).toContainText('k(');
  expect((await marks(page)).split('M').length - 1).toBeGreaterThan(10);
  await expect(chart(page, 'eigenvector').locator('.heat-map canvas')).toBeVisible();
});

test('a bias stands for its exponential; one that is no kernel says why', async ({ notebook, page }) => {
  await open(notebook, page, '', 'network');
  await notebook.unfold();
  await page.locator('#kernel select[name=encoding]').selectOption('alibi');
  await expect(chart(page, 'matrix').locator('h3')).toHaveText('exp of the bias');
  await box(page, 'lag').fill('2');
  await box(page, 'lag').press('Enter');
  // Head 0 of 8 has the slope 1/2.
  await expect(page.locator('#kernel [data-field=heads] input[type=number]')).toHaveValue('8');
  await expect(output(page, 'lag')).toHaveText('k(2) = 0.367879');
  await expect(page.locator('#network')).toContainText('a bias has none');
  await page.locator('#kernel select[name=direction]').selectOption('causal');
  await expect(page.locator('.marked .fault:not([hidden])')).toContainText('not symmetric');
});

test('cosine similarities have ones on the diagonal', async ({ notebook, page }) => {
  await open(notebook, page, '#v=1&e=sinusoidal&e.dim=64&n=64&normalised=1');
  await expect(chart(page, 'matrix').locator('h3')).toHaveText('Cosine similarities');
  await box(page, 'lag').fill('0');
  await box(page, 'lag').press('Enter');
  await expect(output(page, 'lag')).toHaveText('k(0) = 1');
});

test('any number of positions has a spectrum', async ({ notebook, page }) => {
  await open(notebook, page, '', 'long');
  await page.locator('#long').scrollIntoViewIfNeeded();
  await expect(page.locator('#long[data-computed]')).toHaveCount(1);
  await expect(page.locator('#long tr[data-positions="1000000000"] td').nth(3)).toHaveText('64');
  await page.getByRole('button', { name: '10¹²' }).click();
  await expect(page.locator('#long tr[data-positions="1000000000000"]')).toHaveCount(1);
  await expect(page).toHaveURL(/long=1000000000000/);
  await page.locator('#kernel select[name=encoding]').selectOption('learned');
  await expect(page.locator('#long .calm')).toBeVisible();
});

test('modules for what is not seen come with the first touch', async ({ notebook, page }) => {
  const modules = [];
  page.on('request', (request) => request.url().includes('analysis-') && modules.push(request.url()));
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto(`${notebook.origin}kernels.html`);
  await notebook.ready();
  await expect(output(page, 'lag')).toHaveText('k(12) = 21.3304');
  expect(modules).toEqual([]);
  await page.keyboard.press('Tab');
  await computed(page);
  expect(modules.length).toBeGreaterThan(0);
});

test('a network’s kernels stand over those of the encoding', async ({ notebook, page }) => {
  await open(notebook, page, '', 'network');
  await expect(page.locator('#network[data-computed]')).toHaveCount(1);
  const rank = (name) => page.locator(`#network [data-fact="${name}-rank"] data`);
  expect(Number(await rank('encoding').getAttribute('value'))).toBeCloseTo(6.8, 2);
  const before = await rank('NTK').getAttribute('value');
  const kinds = page.locator('.layers select').filter({ visible: true });
  await page.locator('#network').getByLabel('Kind of layer 2').selectOption('erf');
  await expect(rank('NTK')).not.toHaveAttribute('value', before);
  await expect(page).toHaveURL(/l1=erf/);
  await page.locator('#network').getByRole('button', { name: 'Remove layer 5' }).click();
  await expect(page.locator('#network').getByLabel(/Kind of layer/)).toHaveCount(4);
  await page.locator('#network').getByRole('button', { name: 'Add a layer' }).click();
  await expect(page.locator('#network').getByLabel('Kind of layer 5')).toBeFocused();
  expect(await kinds.count()).toBeGreaterThan(4);
  // a layer that was moved is where its neighbour was; the ends cannot be moved on
  const move = (to, layer) => page.locator('#network').getByRole('button', { name: `Move ${to} layer ${layer}` });
  const chosen = () => kinds.evaluateAll((menus) => menus.map(({ value }) => value));
  for (const [to, layer] of [
    ['up', 1],
    ['down', 5],
  ])
    await expect(move(to, layer)).toBeDisabled();
  const [first, second] = await chosen();
  await move('down', 1).click();
  await expect.poll(async () => (await chosen()).slice(0, 2)).toEqual([second, first]);
  await move('up', 2).click();
  await expect.poll(async () => (await chosen()).slice(0, 2)).toEqual([first, second]);
  // An error of the library appears at the layer it is about.
  const weight = page.locator('#network [data-layer="0"] [data-field=weightStd]');
  await weight.locator('input[type=number]').fill('-1');
  await expect(weight.locator('.field-error')).not.toBeEmpty();
  await weight.locator('input[type=number]').fill('1');
  await expect(weight.locator('.field-error')).toBeEmpty();
});

test('what the library refuses stands beside its control', async ({ notebook, page }) => {
  await open(notebook, page);
  await notebook.unfold();
  const dim = page.locator('#kernel [data-field=dim]');
  await dim.locator('input[type=number]').fill('7');
  await expect(dim.locator('.field-error')).toContainText('even');
  const count = page.locator('#kernel [data-field=count]');
  await count.locator('input[type=number]').fill('5000');
  await expect(count.locator('.field-error')).toContainText('2 to 1024');
  await dim.locator('input[type=number]').fill('16');
  await expect(dim.locator('.field-error')).toBeEmpty();
});

test('a hostile link opens the start', async ({ notebook, page }) => {
  for (const hash of [
    '#v=1&e=__proto__&n=1e9&lag=-1&mode=x&l=9999&a=constructor',
    '#v=2&e=rope',
    '#v=1&l=2&l0=toString&l1=%3Cimg%3E&long=-5&e=sinusoidal&e.dim=1e300',
  ]) {
    await page.goto('about:blank');
    await notebook.open(`kernels.html${hash}`);
    await expect(page.locator('#kernel h2')).toHaveText('One kernel, linked charts');
  }
});

test('charts, matrix and statistics are saved', async ({ notebook, page }) => {
  await open(notebook, page, '', 'statistics');
  const svg = await notebook.save(chart(page, 'spectrum').getByRole('button', { name: 'SVG' }));
  expect(svg.name).toBe('sinusoidal-spectrum.svg');
  expect(svg.bytes.toString(), 'a picture alone says of what it is').toContain(
    '>Spectrum of the kernel, sinusoidal, d = 64<',
  );
  const npy = await notebook.save(chart(page, 'matrix').getByRole('button', { name: 'NPY' }));
  expect(npy.bytes.length).toBe(128 + 128 * 128 * 8);
  const json = await notebook.save(page.locator('#statistics').getByRole('button', { name: 'JSON' }));
  expect(JSON.parse(json.bytes.toString()).effectiveRank).toBeCloseTo(6.8, 2);
});
