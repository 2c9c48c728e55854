/** The window of the page of large tables, computed and painted on a GPU: none of the table is read back. */
import { sampled } from '../web/support/random.mjs';
import { expect, test } from './page.mjs';

const place = (page) => page.locator('#window');
// few channels and pixels, because Chromium's GPU is emulated in software
const dim = 16;
test.beforeEach(async ({ page }) => page.setViewportSize({ width: 640, height: 450 }));

const spec = { encoding: 'sinusoidal', dim };
const address = (more) =>
  `large.html${more.includes('gl=0') ? '?gl=0' : '?gl=1'}#v=1&e=sinusoidal&e.dim=${dim}&${more}`;
const shows = async (page, painter, first) => {
  await expect(place(page)).toHaveAttribute('data-shown', String(first));
  await expect(place(page)).toHaveAttribute('data-painter', painter);
  await expect(place(page).locator('.heat-map canvas')).toHaveAttribute('data-painter', painter);
};

/** The visible pixels at several zooms, as the painter left them on its canvas. */
const pictures = (page) =>
  page.evaluate(async () => {
    const element = document.querySelector('#window .heat-map > div').shadowRoot.querySelector('.stage');
    const key = (name, shiftKey = false) =>
      element.dispatchEvent(new KeyboardEvent('keydown', { key: name, shiftKey, bubbles: true }));
    const taken = async () => {
      // The callback runs after the chart's own in the same frame.
      await new Promise(requestAnimationFrame);
      const canvas = element.querySelector('canvas');
      const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
      copy.drawImage(canvas, 0, 0);
      const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
      let binary = '';
      for (let i = 0; i < data.length; i += 32768) binary += String.fromCharCode(...data.subarray(i, i + 32768));
      return btoa(binary);
    };
    const all = [];
    for (const keys of [['0'], ['+'], ['+', '+', '+', '+'], ['ArrowDown', 'ArrowRight'], Array(12).fill('+')]) {
      for (const name of keys) key(name, name.startsWith('Arrow'));
      all.push(await taken());
    }
    return all;
  });

/** Opens the page with either painter, and returns what it paints after `prepare` has run. */
async function painted(notebook, page, painter, first, prepare) {
  await notebook.open(address(painter === 'canvas' ? `gl=0&first=${first}` : `device=webgpu&first=${first}`), 'window');
  await shows(page, painter, first);
  await prepare?.();
  return (await pictures(page)).map((base64) => Buffer.from(base64, 'base64'));
}

function expectSame(got, expected) {
  expect(got.length).toBe(expected.length);
  for (const [i, picture] of expected.entries()) {
    expect(got[i].length).toBe(picture.length);
    expect(new Set(new Uint32Array(Uint8Array.from(picture).buffer)).size).toBeGreaterThan(20);
    const off = got[i].map((value, k) => Math.abs(value - picture[k]));
    // A mean on the border between two colours may round to either side: neighbours are up to 3 / 255 apart.
    expect(off.reduce((a, b) => Math.max(a, b))).toBeLessThanOrEqual(3);
    expect(off.filter((value) => value > 2).length / off.length).toBeLessThan(1e-4);
  }
}

test('the same pixels as on a 2-D canvas, zoomed in and out, anywhere', async ({ notebook, page }) => {
  for (const first of sampled('first positions', [0, 4294963200, 1e12], 1)) {
    const got = await painted(notebook, page, 'webgpu', first);
    expectSame(got, await painted(notebook, page, 'canvas', first));
  }
});

test('missing values are grey and span no colours, in both painters', async ({ notebook, page }) => {
  // the first sixteen rows have no values, nor do some cells of the others; one is larger than all waves
  const spoil = () =>
    page.evaluate((dim) => {
      const holes = [
        [16 * dim + 5, 2.5],
        ...[NaN, Infinity, -Infinity].map((value, i) => [(100 + i) * (dim + 1), value]),
      ];
      for (let i = 0; i < 16 * dim; i += 1) holes.push([i, [NaN, Infinity, -Infinity][i % 3]]);
      const { table, tableOnGpu } = posenc;
      posenc.table = async (...given) => {
        const made = await table.apply(posenc, given);
        for (const [at, value] of holes) made.data[at] = value;
        return made;
      };
      posenc.tableOnGpu = async (...given) => {
        const made = await tableOnGpu.apply(posenc, given);
        for (const [at, value] of holes) made.device.queue.writeBuffer(made.buffer, 4 * at, Float32Array.of(value));
        return made;
      };
    }, dim);
  const seen = {};
  for (const painter of ['webgpu', 'canvas']) {
    seen[painter] = await painted(notebook, page, painter, 5000, async () => {
      await spoil();
      await place(page).getByRole('button', { name: '131,072' }).click();
      await shows(page, painter, 131072);
      await expect(place(page).locator('.heat-map .about')).toContainText('from −3 to 3');
    });
  }
  expectSame(seen.webgpu, seen.canvas);
  expect([...seen.webgpu[0].subarray(0, 4)]).toEqual([150, 152, 158, 255]);
});

test('the reading is the exact number', async ({ notebook, page }) => {
  await notebook.open(address('device=webgpu&first=4294967000'), 'window');
  await shows(page, 'webgpu', 4294967000);
  await expect(place(page)).toHaveAttribute('data-computed', 'webgpu');
  await place(page).locator('.heat-map .stage').focus();
  const reading = place(page).locator('.cell-reading');
  const tip = place(page).locator('.heat-map .tip');
  for (const [key, row, col] of [
    ['Home', 0, 0],
    ['End', 4095, dim - 1],
  ]) {
    await page.keyboard.press(key);
    await expect(reading).toContainText(`channel ${col}:`);
    await expect(reading).toContainText((4294967000 + row).toLocaleString('en'));
    const exact = await page.evaluate(
      async ([asked, at, c]) => (await posenc.table(asked, [at])).data[c],
      [spec, 4294967000 + row, col],
    );
    expect(Number(await reading.locator('data').getAttribute('value'))).toBe(exact);
    // The chart has no numbers of its own; it shows the same value as soon as they arrive.
    await expect
      .poll(async () => Number((await tip.textContent()).split('value').pop().replace('−', '-')))
      .toBeCloseTo(exact, 5);
  }
});

test('dragging the first position computes and paints on the GPU, and the newest stays', async ({ notebook, page }) => {
  await notebook.open(address('device=webgpu'), 'window');
  await shows(page, 'webgpu', 1e9);
  const { times, last } = await page.evaluate(async () => {
    const root = document.querySelector('#window');
    const slider = root.querySelector('input[type=range]');
    const took = new Set();
    // The slider moves without a pause: pictures must appear on the way, not only after the last move.
    for (let i = 0; took.size < 4; i += 1) {
      slider.value = String(300 + (i % 100));
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise(requestAnimationFrame);
      took.add(Number(root.querySelector('[data-took]').dataset.took));
    }
    slider.dispatchEvent(new Event('change', { bubbles: true }));
    return { times: [...took], last: root.querySelector('input[name=first]').value };
  });
  await shows(page, 'webgpu', last);
  times.sort((a, b) => a - b);
  console.log(`a window of 4096 x ${dim} on the GPU: ${times[times.length >> 1].toFixed(1)} ms in the median`);
});

test('the reader chooses what computes', async ({ notebook, page }) => {
  await notebook.open(address('first=5000'), 'window', 'compute');
  await shows(page, 'webgl2', 5000);
  for (const [device, painter] of [
    ['webgpu', 'webgpu'],
    ['wasm', 'webgl2'],
    ['webgpu', 'webgpu'],
  ]) {
    await page.locator('select[name=device]').selectOption(device);
    await shows(page, painter, 5000);
    await expect(place(page)).toHaveAttribute('data-computed', device);
    await expect(place(page).locator('.heat-map canvas')).toHaveCount(1);
  }
});

test('a lost device: the same window by the usual painter, and the page goes on', async ({ notebook, page }) => {
  await page.addInitScript(() => {
    const { requestDevice } = GPUAdapter.prototype;
    GPUAdapter.prototype.requestDevice = async function (...given) {
      const device = await requestDevice.apply(this, given);
      globalThis.device = device;
      return device;
    };
  });
  await notebook.open(address('device=webgpu&first=5000'), 'window');
  await shows(page, 'webgpu', 5000);
  await page.evaluate(() => device.destroy());
  await shows(page, 'webgl2', 5000);
  await expect(place(page).locator('.fault')).toBeHidden();
  await expect(place(page).locator('.headline')).toContainText('painted by WebGL');
  await place(page).getByRole('button', { name: '131,072' }).click();
  await shows(page, 'webgl2', 131072);
});

test('a device that is lost half way', async ({ notebook, page }) => {
  await page.addInitScript(() => {
    const { createRenderPipelineAsync } = GPUDevice.prototype;
    GPUDevice.prototype.createRenderPipelineAsync = function (...given) {
      this.destroy();
      return createRenderPipelineAsync.apply(this, given);
    };
  });
  await notebook.open(address('device=webgpu&first=5000'), 'window');
  await shows(page, 'webgl2', 5000);
  await expect(place(page)).toHaveAttribute('data-computed', 'wasm');
});
