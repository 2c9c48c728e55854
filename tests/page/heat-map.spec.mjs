import { sampled } from '../web/support/random.mjs';
import { expect, test } from './page.mjs';

const stage = (page) => page.locator('#table .heat-map .stage');
const cells = (page) => stage(page).locator('canvas');
const picture = async (page) => (await cells(page).screenshot()).toString('base64');
/** Numbers and names on the axes. */
const ticks = (page) => stage(page).locator('svg > g').first().locator('> text').allTextContents();

/** Number of colours in a picture, and the share of its pixels that differ from another picture. */
function compare(page, ...pictures) {
  return page.evaluate(async (all) => {
    const [first, second] = await Promise.all(
      all.map(async (base64) => {
        const image = new Image();
        image.src = `data:image/png;base64,${base64}`;
        await image.decode();
        const pen = new OffscreenCanvas(image.width, image.height).getContext('2d');
        pen.drawImage(image, 0, 0);
        return pen.getImageData(0, 0, image.width, image.height).data;
      }),
    );
    const colours = new Set(new Uint32Array(first.buffer)).size;
    if (second === undefined) return { colours };
    let far = 0;
    for (let i = 0; i < first.length; i += 4) {
      if ([0, 1, 2].some((k) => Math.abs(first[i + k] - second[i + k]) > 12)) far += 1;
    }
    return { colours, differing: first.length === second.length ? far / (first.length / 4) : 1 };
  }, pictures);
}
/** Waits until the cells are painted. */
const painted = (page) =>
  expect.poll(async () => (await compare(page, await picture(page))).colours).toBeGreaterThan(100);

test('the reading equals the library’s value', async ({ notebook, page }) => {
  await notebook.open('', 'table');
  await notebook.picture(512, 128);
  for (const [row, col] of [
    [0, 0],
    [3, 70],
    [511, 127],
    [100, 5],
  ]) {
    const shown = await notebook.read(row, col);
    expect(shown).toBe(
      await page.evaluate(
        async ([r, c]) => {
          const report = await posenc.report({
            model_type: 'llama',
            hidden_size: 4096,
            num_attention_heads: 32,
            num_key_value_heads: 8,
            max_position_embeddings: 131072,
            rope_theta: 500000,
            rope_scaling: {
              factor: 8,
              low_freq_factor: 1,
              high_freq_factor: 4,
              original_max_position_embeddings: 8192,
              rope_type: 'llama3',
            },
          });
          const table = await posenc.table(report.spec, [r]);
          return table.data[c];
        },
        [row, col],
      ),
    );
  }
});

for (const [painter, address] of [
  ['webgl2', '?gl=1'],
  ['canvas', '?gl=0'],
]) {
  test(`${painter} paints the table, zooms and pans`, async ({ notebook, page }) => {
    await notebook.open(address, 'table');
    await notebook.picture(512, 128);
    await expect(cells(page)).toHaveAttribute('data-painter', painter);
    await painted(page);
    const shown = () => ticks(page);
    const all = await shown();
    await stage(page).focus();
    for (let i = 0; i < 6; i += 1) await page.keyboard.press('+');
    await expect.poll(shown).not.toEqual(all);
    const zoomed = await shown();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await expect.poll(shown).not.toEqual(zoomed);
    await page.keyboard.press('0');
    await expect.poll(shown).toEqual(all);
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('.cell-reading')).toContainText('position 1, channel 1:');
  });
}

test('both painters show the same picture', async ({ notebook, page }) => {
  const pictures = [];
  for (const address of ['?gl=1', '?gl=0']) {
    await notebook.open(`${address}#v=1&e=sinusoidal&e.dim=96&n=300`, 'table');
    await notebook.picture(300, 96);
    await painted(page);
    pictures.push(await picture(page));
  }
  // A pixel on a border between cells may fall to either side: one painter uses float32, the other float64.
  expect((await compare(page, ...pictures)).differing).toBeLessThan(0.01);
});

test('a wheel with Ctrl zooms about the pointer, Shift and a drag pan, a drag marks what to see', async ({
  notebook,
  page,
}) => {
  await notebook.open();
  await notebook.picture(512, 128);
  await cells(page).scrollIntoViewIfNeeded();
  const box = await cells(page).boundingBox();
  /** Whole pixels, as from a mouse: the one near the requested place that is farthest from a border of cells. */
  const inside = (start, length, cells, share) =>
    [-3, -2, -1, 0, 1, 2, 3]
      .map((step) => Math.round(start + length * share) + step)
      .map((place) => ({ place, off: Math.abs(((((place - start) / length) * cells) % 1) - 0.5) }))
      .sort((a, b) => a.off - b.off)[0].place;
  const at = [inside(box.x, box.width, 128, 0.25), inside(box.y, box.height, 512, 0.5)];
  await page.mouse.move(...at);
  const before = await page.locator('.cell-reading').textContent();
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -400);
  await page.keyboard.up('Control');
  await expect(stage(page)).toHaveClass(/held/);
  await page.mouse.move(at[0], at[1] + 0.01);
  expect(await page.locator('.cell-reading').textContent()).toBe(before);
  const dragged = async (dx, dy) => {
    await page.mouse.move(...at);
    await page.mouse.down();
    await page.mouse.move(at[0] + dx, at[1] + dy, { steps: 5 });
    await page.mouse.up();
  };
  const view = () => page.locator('.heat-map > div').evaluate((chart) => chart.view);
  const width = ({ x }) => x[1] - x[0];
  const wheeled = await view();
  await page.keyboard.down('Shift');
  await dragged(-150, -60);
  await page.keyboard.up('Shift');
  await page.mouse.move(...at);
  await expect(page.locator('.cell-reading')).not.toHaveText(before);
  const moved = await view();
  expect(width(moved)).toBeCloseTo(width(wheeled), 6);
  expect(moved.x[0]).toBeGreaterThan(wheeled.x[0]);
  expect(moved.y[0]).toBeGreaterThan(wheeled.y[0]);
  await dragged(80, 40);
  expect(width(await view())).toBeCloseTo((width(moved) * 80) / box.width, 1);
});

test('a cell that is read by keys or by the boxes comes into view', async ({ notebook, page }) => {
  await notebook.open('#v=1&e=sinusoidal&e.dim=96&n=300', 'table');
  await notebook.picture(300, 96);
  await stage(page).focus();
  await page.keyboard.press('Home');
  for (let i = 0; i < 8; i += 1) await page.keyboard.press('+');
  const view = () => page.locator('.heat-map > div').evaluate((chart) => chart.view);
  const near = await view();
  expect(near.x[1]).toBeLessThan(12);
  await page.keyboard.press('End');
  await expect(page.locator('.cell-reading')).toContainText('position 299, channel 95:');
  const far = await view();
  expect(far.x[1]).toBeCloseTo(95.5, 6);
  expect(far.y[1]).toBeCloseTo(299.5, 6);
  await notebook.read(7, 1e6); // beyond the last column, which is read instead, with a message
  const [row, column] = await page.locator('.go-to input').all();
  await expect(row).toHaveValue('7');
  await expect(column).toHaveValue('95');
  await notebook.read(7, 5);
  const back = await view();
  expect(back.x[0]).toBeCloseTo(4.5, 6);
  expect(back.y[0]).toBeCloseTo(6.5, 6);
  expect(back.x[1] - back.x[0]).toBeCloseTo(near.x[1] - near.x[0], 6);
});

test('4096 by 4096 works in both painters', async ({ notebook, page }) => {
  for (const address of sampled('painters', ['?gl=1', '?gl=0'], 1)) {
    await notebook.open(`${address}#v=1&e=sinusoidal&e.dim=4096&n=4096&offsets=64`, 'table');
    await notebook.picture(4096, 4096);
    expect(await notebook.read(4095, 4094)).toBe(
      await page.evaluate(async () => (await posenc.table({ encoding: 'sinusoidal', dim: 4096 }, [4095])).data[4094]),
    );
    await painted(page);
  }
});

test('a table wider than the picture is refused in words', async ({ notebook, page }) => {
  await notebook.open('#v=1&e=sinusoidal&e.dim=8192&offsets=64', 'table');
  await expect(page.locator('#table .fault')).toContainText('at most 4096 channels');
});

test('the legend follows the colours, and masked cells have none of them', async ({ notebook, page }) => {
  await notebook.open('#v=1&e=alibi&e.heads=8&n=64', 'table', 'kernel');
  await notebook.picture(64, 64);
  expect(await notebook.read(10, 4)).toBe(-3); // slope 1/2, six keys back
  await expect(page.locator('#kernel .calm').first()).toContainText('ALiBi');
  await page.locator('#table select[name=colours]').selectOption('cividis');
  await expect(page.locator('.heat-map .about')).toContainText('Colours: cividis, from');
  expect(await ticks(page)).toContain('masked');
  await notebook.read(4, 10);
  await expect(page.locator('.cell-reading')).toContainText('−∞');
  const head = page.locator('#table [data-field=head] input[type=number]');
  await head.fill('1');
  await head.blur();
  await expect.poll(() => notebook.read(10, 4)).toBe(-1.5);
});

test('two fingers zoom, one finger scrolls the page', async ({ notebook, page }) => {
  const touch = await page.context().newCDPSession(page);
  await touch.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 });
  await notebook.open();
  await notebook.picture(512, 128);
  await cells(page).scrollIntoViewIfNeeded();
  const box = await cells(page).boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const fingers = (type, ...apart) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: apart.map((dx, id) => ({ x: x + dx, y, id })) });
  await fingers('touchStart', 0);
  await fingers('touchMove', 30);
  await fingers('touchEnd');
  await expect(stage(page)).not.toHaveClass(/held/);
  await fingers('touchStart', -40, 40);
  for (const spread of [60, 90, 130, 180]) await fingers('touchMove', -spread, spread);
  await fingers('touchEnd');
  await expect(stage(page)).toHaveClass(/held/);
  // The content is now larger than the view, and one finger moves it.
  const view = () => page.locator('.heat-map > div').evaluate((chart) => chart.view);
  const zoomed = await view();
  await fingers('touchStart', 0);
  for (const dx of [-20, -40, -60]) await fingers('touchMove', dx);
  await fingers('touchEnd');
  expect((await view()).x[0]).toBeGreaterThan(zoomed.x[0]);
});
