/** The window of the page of large tables, computed and painted on a GPU: nothing of the table comes back. */
import { expect, test } from './page.mjs';

const place = (page) => page.locator('#window');
const spec = { encoding: 'sinusoidal', dim: 96 };
const address = (more) => `large.html${more.includes('gl=0') ? '?gl=0' : ''}#v=1&e=sinusoidal&e.dim=96&${more}`;
const shows = async (page, painter, first) => {
  await expect(place(page)).toHaveAttribute('data-shown', String(first));
  await expect(place(page)).toHaveAttribute('data-painter', painter);
};

/** The visible pixels at several zooms, as the painter left them on its canvas. */
const pictures = (page) =>
  page.evaluate(async () => {
    const element = document.querySelector('#window .heatmap');
    const key = (name, shiftKey = false) =>
      element.dispatchEvent(new KeyboardEvent('keydown', { key: name, shiftKey, bubbles: true }));
    const taken = async () => {
      // The callback comes after the painter's own in the same frame, while its canvas can still be read.
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

test('the same pixels as on a 2-D canvas, zoomed in and out, anywhere', async ({ notebook, page }) => {
  for (const first of [0, 4294963200, 1e12]) {
    const seen = {};
    for (const painter of ['webgpu', 'canvas']) {
      await notebook.open(address(painter === 'canvas' ? `gl=0&first=${first}` : `device=webgpu&first=${first}`));
      await shows(page, painter, first);
      seen[painter] = (await pictures(page)).map((base64) => Buffer.from(base64, 'base64'));
    }
    for (const [i, expected] of seen.canvas.entries()) {
      const got = seen.webgpu[i];
      expect(got.length).toBe(expected.length);
      expect(new Set(new Uint32Array(Uint8Array.from(expected).buffer)).size).toBeGreaterThan(20);
      let far = 0;
      let largest = 0;
      for (let k = 0; k < got.length; k += 1) {
        const off = Math.abs(got[k] - expected[k]);
        largest = Math.max(largest, off);
        if (off > 2) far += 1;
      }
      // A mean on the border between two colours may fall to either side: neighbours are up to 3 / 255 apart.
      expect(largest).toBeLessThanOrEqual(3);
      expect(far / got.length).toBeLessThan(1e-4);
    }
  }
});

test('the reading is the exact number', async ({ notebook, page }) => {
  await notebook.open(address('device=webgpu&first=4294967000'));
  await shows(page, 'webgpu', 4294967000);
  await expect(place(page)).toHaveAttribute('data-computed', 'webgpu');
  await place(page).locator('.heatmap').focus();
  const reading = place(page).locator('.cell-reading');
  for (const [key, row, col] of [
    ['Home', 0, 0],
    ['End', 4095, 95],
  ]) {
    await page.keyboard.press(key);
    await expect(reading).toContainText(`channel ${col}:`);
    await expect(reading).toContainText((4294967000 + row).toLocaleString('en'));
    const exact = await page.evaluate(
      async ([asked, at, c]) => (await posenc.table(asked, [at])).data[c],
      [spec, 4294967000 + row, col],
    );
    expect(Number(await reading.locator('data').getAttribute('value'))).toBe(exact);
  }
});

test('dragging the first position computes and paints on the GPU, and the newest stays', async ({ notebook, page }) => {
  await notebook.open(address('device=webgpu'));
  await shows(page, 'webgpu', 1e9);
  const { times, last } = await page.evaluate(async () => {
    const root = document.querySelector('#window');
    const slider = root.querySelector('input[type=range]');
    const took = new Set();
    for (let i = 300; i < 340; i += 1) {
      slider.value = String(i);
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise(requestAnimationFrame);
      took.add(Number(root.querySelector('[data-took]').dataset.took));
    }
    slider.dispatchEvent(new Event('change', { bubbles: true }));
    return { times: [...took], last: root.querySelector('input[name=first]').value };
  });
  await shows(page, 'webgpu', last);
  expect(times.length).toBeGreaterThan(3); // pictures on the way, not only the last
  times.sort((a, b) => a - b);
  console.log(`a window of 4096 x 96 on the GPU: ${times[times.length >> 1].toFixed(1)} ms in the median`);
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
  await notebook.open(address('device=webgpu&first=5000'));
  await shows(page, 'webgpu', 5000);
  await page.evaluate(() => device.destroy());
  await shows(page, 'webgl2', 5000);
  await expect(place(page).locator('.fault')).toBeHidden();
  await expect(place(page).locator('.headline')).toContainText('painted by WebGL');
  await place(page).getByRole('button', { name: '131 072' }).click();
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
  await notebook.open(address('device=webgpu&first=5000'));
  await shows(page, 'webgl2', 5000);
  await expect(place(page)).toHaveAttribute('data-computed', 'wasm');
});
