import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from './page.mjs';

const section = (page, id) => page.locator(`#${id}`);
const compute = (page) => page.getByRole('button', { name: 'Compute the table' }).click();
const runs = (page) => section(page, 'compute').locator('tbody tr');

/** FNV-1a over the 32-bit words of a table, computed in the page itself. */
const word = (page, spec, count) =>
  page.evaluate(
    async ([asked, rows]) => {
      const { data } = await posenc.table(asked, rows);
      const bits = new Uint32Array(data.buffer);
      return (bits.reduce((hash, x) => Math.imul(hash ^ x, 0x01000193), 0x811c9dc5) >>> 0)
        .toString(16)
        .padStart(8, '0');
    },
    [spec, count],
  );

test('a table is computed, and its check word is the same for one worker and for two', async ({ notebook, page }) => {
  await notebook.open('large.html#v=1&e=sinusoidal&e.dim=64&n=20000');
  await expect(section(page, 'compute').locator('[data-size]')).toContainText('20,000 × 64');
  await compute(page);
  await expect(runs(page)).toHaveCount(1);
  const expected = await word(page, { encoding: 'sinusoidal', dim: 64 }, 20000);
  await expect(runs(page).first().locator('code')).toHaveText(expected);
  await section(page, 'compute').locator('input[name=workers]').fill('2');
  await compute(page);
  await expect(runs(page)).toHaveCount(2);
  await expect(runs(page).first()).toContainText('2 × worker');
  await expect(runs(page).first().locator('code')).toHaveText(expected);
});

test('a large table shows progress, is cancelled at will, and the page goes on', async ({ notebook, page }) => {
  await notebook.open('large.html#v=1&n=1000000000');
  await compute(page);
  const job = section(page, 'compute').locator('.job');
  await expect(job.getByRole('progressbar')).toBeVisible();
  await job.getByRole('button', { name: 'Cancel' }).click();
  await expect(job).toContainText('Cancelled');
  await expect(runs(page)).toHaveCount(0);
  await section(page, 'compute').locator('input[name=count]').fill('1000');
  await compute(page);
  await expect(runs(page)).toHaveCount(1);
});

test('1 000 000 x 128 is computed to its end', async ({ notebook, page }) => {
  await notebook.open('large.html');
  await compute(page);
  await expect(runs(page)).toHaveCount(1, { timeout: 30_000 });
  await expect(runs(page).first()).toContainText('1,000,000 × 128 f32');
  await expect(runs(page).first()).toContainText('GB/s');
});

test('the window shows any position and reads its numbers', async ({ notebook, page }) => {
  await notebook.open('large.html?gl=0#v=1&e=sinusoidal&e.dim=32&first=1000000000000');
  const place = section(page, 'window');
  await expect(place).toHaveAttribute('data-shown', '1000000000000');
  await place.locator('.heat-map .stage').focus();
  await page.keyboard.press('Home');
  const shown = Number(await place.locator('.cell-reading data').getAttribute('value'));
  const [exact] = await page.evaluate(async () =>
    Array.from((await posenc.table({ encoding: 'sinusoidal', dim: 32 }, [1e12])).data),
  );
  expect(shown).toBe(exact);
  await place.getByRole('button', { name: '131,072' }).click();
  await expect(place).toHaveAttribute('data-shown', '131072');
  await expect(page).toHaveURL(/first=131072/);
  await page.goBack();
  await expect(place).toHaveAttribute('data-shown', '1000000000000');
});

test('without a GPU, a window that asks for one is computed and painted as ever', async ({ notebook, page }) => {
  await notebook.open('large.html#v=1&e=sinusoidal&e.dim=32&first=5000&device=webgpu');
  const place = section(page, 'window');
  await expect(place).toHaveAttribute('data-shown', '5000');
  await expect(place).toHaveAttribute('data-computed', 'wasm');
  // These tests run without a graphics card, so WebGL would be the slower painter.
  await expect(place).toHaveAttribute('data-painter', 'canvas');
  await expect(place.locator('.headline')).toContainText('computed by the processor, painted on a 2-D canvas');
  await expect(place.locator('.fault')).toBeHidden();
});

test('4096 x 4096 cells pan from the picture in memory: no frame waits for a table', async ({ notebook, page }) => {
  await notebook.open('large.html#v=1&e=sinusoidal&e.dim=4096&first=0');
  const place = section(page, 'window');
  await expect(place).toHaveAttribute('data-shown', '0', { timeout: 30_000 });
  await expect(place.locator('.headline')).toContainText('4,096 × 4,096');
  await place.getByRole('button', { name: 'Zoom in' }).click();
  await place.locator('.heat-map .stage').focus();
  const { tables, ticks, median } = await page.evaluate(async () => {
    const element = document.querySelector('#window .heat-map > div').shadowRoot.querySelector('.stage');
    const labels = () => element.querySelector('svg').textContent;
    const { table } = posenc;
    let calls = 0;
    posenc.table = (...args) => ((calls += 1), table.apply(posenc, args));
    const times = [];
    const seen = new Set();
    for (let i = 0; i < 30; i += 1) {
      const key = i < 15 ? 'ArrowRight' : 'ArrowLeft';
      element.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey: true, bubbles: true }));
      times.push(await new Promise(requestAnimationFrame));
      seen.add(labels());
    }
    const frames = times.slice(1).map((t, i) => t - times[i]);
    return { tables: calls, ticks: seen.size, median: frames.sort((x, y) => x - y)[14] };
  });
  test.info().annotations.push({ type: 'median frame', description: `${median.toFixed(1)} ms` });
  expect(tables).toBe(0);
  expect(ticks, 'views that the axes named').toBeGreaterThan(5);
});

test('a file goes on while another number of workers computes', async ({ notebook, page }) => {
  await page.addInitScript(() => delete window.showSaveFilePicker);
  await notebook.open('large.html#v=1&e=sinusoidal&e.dim=64&n=200000&workers=2');
  const wait = page.waitForEvent('download');
  await section(page, 'file').getByRole('button', { name: 'NPY' }).click();
  await section(page, 'compute').locator('input[name=count]').fill('1000');
  await section(page, 'compute').locator('input[name=workers]').fill('3');
  await compute(page);
  await expect(runs(page).first()).toContainText('3 × worker');
  expect((await wait).suggestedFilename()).toBe('sinusoidal-200000x64.npy');
  await expect(section(page, 'file').locator('.fault')).toBeHidden();
});

test('a file is written with all rows', async ({ notebook, page }) => {
  await page.addInitScript(() => delete window.showSaveFilePicker); // tests cannot drive its dialogue
  await notebook.open('large.html#v=1&e=sinusoidal&e.dim=16&n=3000');
  const wait = page.waitForEvent('download');
  await section(page, 'file').getByRole('button', { name: 'NPY' }).click();
  const download = await wait;
  expect(download.suggestedFilename()).toBe('sinusoidal-3000x16.npy');
  const bytes = await readFile(await download.path());
  expect(bytes.toString('latin1', 1, 6)).toBe('NUMPY');
  const data = bytes.subarray(bytes.length - 3000 * 16 * 4);
  const sum = await page.evaluate(async () => {
    const { data: all } = await posenc.table({ encoding: 'sinusoidal', dim: 16 }, 3000);
    const hash = await crypto.subtle.digest('SHA-256', all.buffer);
    return Array.from(new Uint8Array(hash), (b) => b.toString(16).padStart(2, '0')).join('');
  });
  expect(createHash('sha256').update(data).digest('hex')).toBe(sum);
});

test('a file that is streamed is closed at its end, and given up when cancelled', async ({ notebook, page }) => {
  await page.addInitScript(() => {
    window.sink = { bytes: 0, closed: 0, aborted: 0 };
    window.showSaveFilePicker = async () => ({
      createWritable: async () => ({
        write: async (chunk) => void (window.sink.bytes += chunk.byteLength),
        close: async () => void (window.sink.closed += 1),
        abort: async () => void (window.sink.aborted += 1),
      }),
    });
  });
  await notebook.open('large.html#v=1&e=sinusoidal&e.dim=16&n=3000');
  const place = section(page, 'file');
  await place.getByRole('button', { name: 'safetensors' }).click();
  await expect(place).toHaveAttribute('data-written', /\d+/);
  expect(await page.evaluate(() => window.sink)).toMatchObject({ closed: 1, aborted: 0 });
  await section(page, 'compute').locator('input[name=count]').fill('1000000000');
  await place.getByRole('button', { name: 'NPY' }).click();
  await place.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => page.evaluate(() => window.sink.aborted)).toBe(1);
  expect(await page.evaluate(() => window.sink.closed)).toBe(1);
});

test('a link is read with care, and wrong numbers are said beside their box', async ({ notebook, page }) => {
  await notebook.open('large.html#v=1&n=-5&workers=1e9&device=abacus&first=0.5&dtype=f64');
  await expect(section(page, 'compute').locator('input[name=count]')).toHaveValue('1000000');
  await expect(section(page, 'compute').locator('select[name=dtype]')).toHaveValue('f64');
  await section(page, 'compute').locator('input[name=count]').fill('0.5');
  await expect(section(page, 'compute').locator('[data-field=count] .field-error')).toContainText('whole number');
});
