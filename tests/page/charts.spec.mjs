/**
 * The gallery: every chart of the package with its example, read by mouse, keys and screen reader, saved, redrawn and
 * removed. A chart reports by events, and displays in its shadow root, into which Playwright's locators see.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { changed, sampled } from '../web/support/random.mjs';
import { expect, test } from './page.mjs';

const every = readdirSync(new URL('../../examples/charts', import.meta.url)).map((name) => name.replace('.mjs', ''));
const ids = sampled('charts that are read', every, 4, (id) => changed(`charts/kinds/${id}`));
/** Charts that rotate when dragged, or do nothing. */
const unzoomed = ['scatter3d', 'bar', 'clock-hands'];

/** Opens the gallery and waits for this chart. */
async function open(notebook, page, id) {
  await page.goto(`${notebook.origin}charts.html`);
  await notebook.ready();
  return made(page, id);
}
async function made(page, id) {
  const figure = page.locator(`#${id} .gallery-chart`);
  await figure.scrollIntoViewIfNeeded();
  await expect(figure).toHaveAttribute('data-state', 'done');
  const chart = figure.locator('> div');
  const stage = chart.locator('.stage');
  await expect(stage.locator('svg > g').first().locator('> *').first()).toBeAttached();
  return { figure, chart, stage };
}
/** Number of data rows of a CSV file. */
const rowsOf = (text) => text.trim().split('\n').length - 1;

/** Charts in parts for two workers: one page for all charts of a part, one after another. */
const parts = 2;
for (let part = 0; part < parts; part += 1)
  test(`read, saved and zoomed: part ${part + 1} of ${parts}`, async ({ notebook, page }) => {
    test.slow();
    await page.goto(`${notebook.origin}charts.html`);
    await notebook.ready();
    for (const id of ids.filter((_, i) => i % parts === part)) {
      const shown = await made(page, id);
      await test.step(`${id}: read by keys, the values as a table, files without the page`, () =>
        readAndSaved(notebook, page, shown));
      if (!unzoomed.includes(id))
        await test.step(`${id}: a brush zooms, a double click and a button show all`, () => zoomed(page, shown));
    }
  });

async function readAndSaved(notebook, page, { chart, stage }) {
  await stage.focus();
  await page.keyboard.press('Home');
  const said = () =>
    chart.evaluate(
      (c) =>
        c.shadowRoot.querySelector('.stage').getAttribute('aria-valuetext') ??
        c.shadowRoot.querySelector('output.hidden').textContent,
    );
  await expect.poll(said).not.toBe('');
  const first = await said();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect.poll(said).not.toBe(first);
  await expect(chart.locator('.tip')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(chart.locator('.tip')).toBeHidden();

  const summary = await chart.locator('.about').textContent();
  expect(summary.length).toBeGreaterThan(40);
  expect(summary).not.toMatch(/NaN|undefined|Infinity/);

  // each button names its chart, which may be one of eigenvalues
  await chart.getByRole('button', { name: /^Values/ }).click();
  await expect(chart.locator('.values tbody tr').first()).toBeVisible();

  const svg = await notebook.save(chart.getByRole('button', { name: 'SVG' }));
  const text = svg.bytes.toString();
  expect(svg.name).toMatch(/^[a-z0-9-]+\.svg$/);
  expect(text).toMatch(/^<svg xmlns/);
  expect(text).not.toMatch(/var\(|class=|style=|NaN|undefined/);
  const png = await notebook.save(chart.getByRole('button', { name: 'PNG' }));
  expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
  const [width, box] = [png.bytes.readUInt32BE(16), await stage.boundingBox()];
  expect(Math.abs(width - 2 * box.width)).toBeLessThan(4);
  const csv = await notebook.save(chart.getByRole('button', { name: 'CSV' }));
  expect(rowsOf(csv.bytes.toString())).toBeGreaterThan(2);
  const npy = await notebook.save(chart.getByRole('button', { name: 'NPY' }));
  expect(npy.bytes.subarray(1, 6).toString()).toBe('NUMPY');
}

async function zoomed(page, { chart, stage }) {
  await stage.scrollIntoViewIfNeeded();
  const view = () => chart.evaluate((c) => c.view);
  const box = await stage.boundingBox();
  const [x, y] = [box.x + box.width * 0.4, box.y + box.height * 0.4];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y + 25, { steps: 4 });
  await expect(chart.locator('.brush')).toBeVisible();
  await page.mouse.up();
  await expect(chart.locator('.brush')).toBeHidden();
  const near = await view();
  expect(near.x[0]).toBeLessThan(near.x[1]);
  await chart.getByRole('button', { name: 'Show all' }).click();
  expect(await view()).toEqual({});
  await stage.focus();
  for (const key of ['+', '+', 'Shift+ArrowRight']) await page.keyboard.press(key);
  await expect.poll(async () => (await view()).x).toBeTruthy();
  await page.keyboard.press('0');
  expect(await view()).toEqual({});
}

test('scatter3d turns by a drag and by keys', async ({ notebook, page }) => {
  const { chart, stage } = await open(notebook, page, 'scatter3d');
  const yaw = () => chart.evaluate((c) => c.view.yaw);
  const box = await stage.boundingBox();
  await page.mouse.move(box.x + 200, box.y + 150);
  await page.mouse.down();
  await page.mouse.move(box.x + 260, box.y + 160, { steps: 3 });
  await page.mouse.up();
  const turned = await yaw();
  expect(turned).toBeGreaterThan(0.65);
  await stage.focus();
  await page.keyboard.press('Shift+ArrowLeft');
  expect(await yaw()).toBeLessThan(turned);
});

test('a place read on one chart is shown by the others that have it', async ({ notebook, page }) => {
  const { chart: curves } = await open(notebook, page, 'channel-curves');
  const { chart: map } = await made(page, 'heat-map');
  const told = await map.evaluate((c) => {
    const heard = [];
    c.addEventListener('read', (event) => heard.push(event.detail));
    c.shadowRoot.querySelector('.stage').focus();
    return heard;
  });
  expect(told).toBeDefined();
  await page.keyboard.press('Home');
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowDown');
  await expect(map.locator('.tip')).toContainText(/position \d/);
  const position = /position (\d+)/.exec(await map.locator('.tip b').textContent())[1];
  await expect(curves.locator('.tip b')).toContainText(`position ${position}`);
});

test('a drag selects: what lies in it is told, charts of one cursor show it, Escape clears', async ({
  notebook,
  page,
}) => {
  const selected = (chart) => chart.evaluate((c) => c.selection);
  for (const [id, names] of Object.entries({
    line: ['offset'],
    scatter: ['divided by', 'radians per position'],
    bar: ['item'],
    'heat-map': ['channel', 'position'],
  })) {
    const { chart, stage } = id === 'line' ? await open(notebook, page, id) : await made(page, id);
    await chart.evaluate((c) => {
      globalThis.heard = [];
      c.addEventListener('chart-select', ({ detail }) =>
        heard.push(detail && [detail.ranges, detail.points.length, Object.keys(detail.points[0]).length]),
      );
    });
    const drag = async () => {
      const box = await stage.boundingBox();
      await page.mouse.move(box.x + box.width * 0.2, box.y + box.height * 0.25);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * 0.8, box.y + box.height * 0.75, { steps: 4 });
      await page.mouse.up();
    };
    // by Alt, and in the mode of the button; neither zooms
    await page.keyboard.down('Alt');
    await drag();
    await page.keyboard.up('Alt');
    const first = await selected(chart);
    expect(Object.keys(first).sort(), id).toEqual(names);
    await page.keyboard.press('Escape');
    expect(await selected(chart)).toBeUndefined();
    const mode = chart.getByRole('button', { name: 'Select' });
    await mode.click();
    await expect(mode).toHaveAttribute('aria-pressed', 'true');
    await drag();
    expect(await selected(chart)).toEqual(first);
    expect(await chart.evaluate((c) => c.view)).toEqual({});
    await expect(stage.locator('svg rect[stroke-dasharray]')).toBeAttached();
    const heard = await page.evaluate(() => globalThis.heard);
    expect(heard.map((one) => one?.[0])).toEqual([first, undefined, first]);
    const [, points, columns] = heard[0];
    expect(points, id).toBeGreaterThan(0);
    expect(columns, id).toBeGreaterThan(1);
    await mode.click();
    await page.keyboard.press('Escape');
  }
});

test('keys select, and other charts of the cursor show it', async ({ notebook, page }) => {
  const { chart: curves } = await open(notebook, page, 'channel-curves');
  const { chart: map, stage } = await made(page, 'heat-map');
  await stage.focus();
  for (const key of ['Home', 's', 'ArrowDown', 'ArrowDown', 's']) await page.keyboard.press(key);
  const { position, channel } = await map.evaluate((c) => c.selection);
  expect([position[0], ...channel]).toEqual([0, 0, 0]);
  expect(position[1]).toBeGreaterThan(1);
  await expect(map.locator('output.hidden')).toHaveText(`Selected: channel 0 to 0, position 0 to ${position[1]}.`);
  await page.keyboard.press('ArrowDown');
  expect((await map.evaluate((c) => c.selection)).position).toEqual(position);
  await expect(curves.locator('.stage svg rect[stroke-dasharray]')).toHaveCount(4);
  await page.keyboard.press('Escape');
  await expect(curves.locator('.stage svg rect[stroke-dasharray]')).toHaveCount(0);
  // a range set by a program
  await curves.evaluate((c) => c.select({ position: [10, 20] }));
  expect(await map.evaluate((c) => c.selection)).toEqual({ position: [10, 20] });
});

test('clocks turn by their slider; nothing plays where less motion is wanted', async ({ notebook, page }) => {
  const { chart } = await open(notebook, page, 'clock-hands');
  const hands = () => chart.evaluate((c) => c.toSVG());
  const before = await hands();
  await chart.getByRole('slider', { name: 'position' }).fill('40');
  await expect.poll(hands).not.toBe(before);
  await expect(chart.getByRole('button', { name: 'Play', includeHidden: true })).toBeHidden();
});

test('update() changes the picture in place, keeps view and cursor, and refuses without a trace', async ({
  notebook,
  page,
}) => {
  const { chart, stage } = await open(notebook, page, 'line');
  await stage.focus();
  await page.keyboard.press('End');
  const result = await chart.evaluate(async (c) => {
    const svg = c.shadowRoot.querySelector('svg');
    const path = svg.querySelector('svg path');
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const drawn = path.getAttribute('d');
    const values = Float64Array.from({ length: 20000 }, (_, i) => i % 97);
    c.update({ series: [{ name: 'a', values }] }, { tools: ['svg'] });
    await frame();
    const same = svg.querySelector('svg path') === path && path.getAttribute('d') !== drawn;
    let code;
    try {
      c.update({ x: [1], series: [{ name: 'a', values: [1, 2] }] });
    } catch (error) {
      code = error.code;
    }
    await frame();
    return {
      same,
      code,
      kept: path.getAttribute('d') !== drawn,
      tools: [...c.shadowRoot.querySelectorAll('.foot button')].filter((b) => !b.hidden).map((b) => b.textContent),
      focused: c.shadowRoot.activeElement?.className.includes('stage'),
      // other options, without a cursor that is set from outside
      place: (c.update(undefined, { cursor: undefined, label: 'renamed' }), await frame(), c.place !== undefined),
    };
  });
  expect(result).toEqual({ same: true, code: 'bad_shape', kept: true, tools: ['SVG'], focused: true, place: true });
  await expect(chart.locator('.tip')).toBeVisible();
});

test('a chart that left the page hears no cursor, and hears it again when it is back', async ({ notebook, page }) => {
  const { chart } = await open(notebook, page, 'channel-curves');
  const counts = await chart.evaluate(async (c) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    let listening = 0;
    const cursor = { value: undefined, set() {}, subscribe: () => (listening++, () => void listening--) };
    const place = c.parentElement;
    const all = [];
    c.update(undefined, { cursor });
    await frame();
    all.push(listening);
    c.remove();
    await frame();
    all.push(listening);
    place.append(c);
    await frame();
    all.push(listening);
    c.destroy();
    all.push(listening);
    return all;
  });
  expect(counts).toEqual([1, 0, 1, 0]);
});

test('dark and light follow the page without a new picture, and files take the scheme', async ({ notebook, page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  const { chart } = await open(notebook, page, 'bar');
  const shown = () => chart.evaluate((c) => getComputedStyle(c.shadowRoot.querySelector('svg text')).fill);
  const light = await shown();
  expect(await chart.evaluate((c) => c.toSVG())).toContain('#fdfdfb');
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await shown()).not.toBe(light);
  expect(await chart.evaluate((c) => c.toSVG())).toContain('#121418');
});

test('the middle of a diverging map is paper, light or dark, also when the scheme changes', async ({
  notebook,
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  const { chart } = await open(notebook, page, 'heat-map');
  await chart.evaluate((c) => c.update({ rows: 1, cols: 3, data: Float64Array.of(-1, 0, 1) }, { colours: 'rdbu' }));
  const middle = () =>
    chart.evaluate((c) => {
      const canvas = c.shadowRoot.querySelector('canvas');
      return canvas.getContext('2d').getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data[0];
    });
  await expect.poll(middle).toBeGreaterThan(240);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(middle).toBeLessThan(40);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(middle).toBeGreaterThan(240);
});

test('the tools of a chart are one stop of the Tab key, and arrow keys go through them', async ({ notebook, page }) => {
  const { chart, stage } = await open(notebook, page, 'line');
  const tools = chart.getByRole('toolbar');
  const focused = () => chart.evaluate((c) => c.shadowRoot.activeElement?.textContent);
  await stage.focus();
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('Values');
  await page.keyboard.press('ArrowLeft');
  expect(await focused()).toBe('Embed');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  const second = await focused();
  expect(second).not.toBe('Values');
  await page.keyboard.press('Shift+Tab');
  expect(await chart.evaluate((c) => c.shadowRoot.activeElement.className)).toContain('stage');
  await page.keyboard.press('Tab');
  expect(await focused(), 'it is where it was left').toBe(second);
  await page.keyboard.press('Tab');
  expect(await focused()).toBe(undefined);
  await expect(tools.locator('button[tabindex="0"]')).toHaveCount(1);
  // hiding a button moves the tab stop to another one
  await stage.focus();
  await page.keyboard.press('+');
  const all = chart.getByRole('button', { name: 'Show all' });
  await all.focus();
  await page.keyboard.press('Enter');
  await expect(all).toBeHidden();
  await expect(tools.locator('button[tabindex="0"]')).toHaveCount(1);
});

test('the pixels of a heat map are those of its colours', async ({ notebook, page }) => {
  const { chart } = await open(notebook, page, 'heat-map');
  const read = await chart.evaluate(async (c) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const matrix = { rows: 2, cols: 2, data: Float64Array.of(1, 0, 0, 0) };
    c.update(matrix, { colours: 'viridis' });
    await frame();
    // The same array with other numbers is read again, with its span and missing values.
    matrix.data.set([0, 1, NaN, 0.5]);
    c.update(matrix);
    await frame();
    const canvas = c.shadowRoot.querySelector('canvas');
    const pen = canvas.getContext('2d');
    const at = (x, y) => [...pen.getImageData(Math.floor(canvas.width * x), Math.floor(canvas.height * y), 1, 1).data];
    return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)];
  });
  // viridis at 0, 1, masked grey, and at the middle
  const expected = [
    [68, 1, 84, 255],
    [253, 231, 37, 255],
    [150, 152, 158, 255],
    [33, 145, 140, 255],
  ];
  read.forEach((pixel, i) =>
    pixel.forEach((value, c) => expect(Math.abs(value - expected[i][c])).toBeLessThanOrEqual(3)),
  );
});

test('the program beside a chart is the one that made it', async ({ notebook, page }) => {
  await open(notebook, page, 'line');
  const text = readFileSync(new URL('../../examples/charts/line.mjs', import.meta.url), 'utf8');
  await expect(page.locator('#line .code code')).toHaveText(text);
});

test('the gallery keeps room for a program before it is there', async ({ notebook, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await notebook.open('charts.html');
  const heights = (which) =>
    page.$$eval(which, (cells) =>
      cells.map((cell) => [cell.id, cell.querySelector('.code-view').getBoundingClientRect().height]),
    );
  const kept = await heights('.gallery-cell:has([data-state=waiting])');
  expect(kept.length).toBeGreaterThan(5);
  await notebook.scrollThrough();
  await expect(page.locator('[data-state=waiting]')).toHaveCount(0);
  const filled = Object.fromEntries(await heights('.gallery-cell'));
  // the tab header adds less than a line
  for (const [id, height] of kept) expect(Math.abs(filled[id] - height), id).toBeLessThan(20);
});
