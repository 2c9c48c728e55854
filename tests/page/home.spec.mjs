/** The home page: its answers and its picture are right, its links work, and old addresses of the Report lead to it. */
import { bundledConfig, expect, test } from './page.mjs';

const open = async (notebook, page, hash = '') => {
  await page.goto(`${notebook.origin}${hash}`);
  await notebook.ready();
};
const caption = (page) => page.locator('#caption');
const verdict = (page) => page.locator('.home-verdict');
/** Rows of the canvas on either side of the divider, as text, and the colour next to it, from the top. */
const picture = (page) =>
  page.locator('.halves canvas').evaluate((canvas) => {
    const { width, height } = canvas;
    const rows = 256;
    const half = (from) =>
      Array.from({ length: rows }, (_, row) => {
        const y = Math.floor(((row + 0.5) * height) / rows);
        return [...canvas.getContext('2d').getImageData(from, y, width / 2, 1).data];
      });
    const [left, right] = [half(0), half(width / 2)];
    const text = (rows) => rows.map((row) => row.join());
    const fastest = left.map((row) => row.slice(-8, -4));
    const mirrored = left.every((row, y) => {
      const mirror = Array.from({ length: row.length / 4 }, (_, x) =>
        row.slice(-4 * (x + 1), row.length - 4 * x),
      ).flat();
      return mirror.join() === right[y].join();
    });
    return { left: new Set(text(left)).size, right: new Set(text(right)).size, fastest, mirrored };
  });

test('the first answer is there without the core, and the core gives the same', async ({ notebook, page }) => {
  notebook.expected = /status of 404|MIME type|dynamically imported/;
  for (const part of ['**/*.wasm', '**/inline-*.js'])
    await page.route(part, (route) => route.fulfill({ status: 404, body: 'not here' }));
  await page.goto(notebook.origin);
  await expect(verdict(page)).toContainText('engines');
  const early = await page.locator('.home-answer').textContent();
  for (const part of ['**/*.wasm', '**/inline-*.js']) await page.unroute(part);
  await page.goto('about:blank'); // a new fragment alone loads nothing
  await open(notebook, page, '#v=1&at=0&ctx=32768');
  await page.getByRole('button', { name: '131,072 tokens' }).click();
  await expect(page.locator('.home-answer')).toHaveText(early);
});

test('an answer counts the engines of the Report; its link opens the model at that length', async ({
  notebook,
  page,
}) => {
  await open(notebook, page, '#v=1&at=0');
  await page.getByRole('button', { name: 'Qwen2.5 7B' }).click();
  await page.getByRole('button', { name: '1,048,576 tokens' }).click();
  await expect(page.locator('h1')).toContainText('at token 1,048,576?');
  await expect(page.locator('.home-model')).toHaveText('Qwen2.5 7B Instruct at 1,048,576 tokens');
  const said = /(\d+) of (\d+)/.exec(await verdict(page).textContent());
  await page.getByRole('link', { name: 'see all' }).click();
  await notebook.ready();
  await expect(page.locator('.report-title')).toContainText('Qwen2.5 7B');
  await expect(page.locator('.verdict')).toHaveAttribute('data-length', '1048576');
  const rows = page.locator('.verdict-rows > li');
  const serving = await rows.evaluateAll((all) => {
    const trainers = ['torchtitan', 'megatron-core'];
    return all.filter((row) => !trainers.includes(row.dataset.engine)).map((row) => row.classList.contains('served'));
  });
  expect([serving.filter(Boolean).length, serving.length]).toEqual(said.slice(1).map(Number));
});

test('a pasted file is answered in place; a broken one leaves the answer and says why', async ({ notebook, page }) => {
  await open(notebook, page, '#v=1&at=0');
  const paste = (text) =>
    page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  await paste(bundledConfig('deepseek-v3'));
  await expect(page.locator('.home-model')).toHaveText('pasted config at 131,072 tokens');
  await paste('{ "rope_theta": 1e4,, }');
  await expect(page.locator('.fault:visible')).toContainText(/line 1, column 21/);
  await expect(page.locator('.home-model')).toHaveText('pasted config at 131,072 tokens');
  await page.getByRole('button', { name: 'gpt-oss' }).click();
  await expect(page.locator('.fault:visible')).toHaveCount(0);
  await paste(bundledConfig('gemma-3-27b'));
  await page.getByRole('link', { name: 'see all' }).click();
  await notebook.ready();
  await expect(page.locator('.report-title')).toHaveText('pasted config');
  await expect(page).toHaveURL(/ctx=131072/);
});

test('the picture is exact on the left, and on the right at the positions as they are stored', async ({
  notebook,
  page,
}) => {
  await open(notebook, page, '#v=1&at=0&model=llama-3.1-8b');
  await expect(caption(page)).toContainText('both sides are alike');
  expect(await picture(page)).toMatchObject({ left: 256, right: 256, mirrored: true });
  // red above 0 and blue below, as the sine of the fastest pair, which turns by one radian a token
  for (const [token, [red, , blue]] of (await picture(page)).fastest.entries())
    if (Math.abs(Math.sin(token)) > 0.2)
      expect(Math.sign(red - blue), `token ${token}`).toBe(Math.sign(Math.sin(token)));
  const distinct = (at, id) =>
    page.evaluate(
      async ([at, id]) => {
        const positions = Float64Array.from({ length: 256 }, (_, row) => at + row);
        const spec = { encoding: 'rope', dim: 128, base: 500_000 };
        const { methods } = await posenc.precision(spec, positions, { methods: [id], scores: false });
        return methods[0].distinctPositions;
      },
      [at, id],
    );
  for (const [at, as, id] of [
    [300, 'bfloat16', 'bf16'],
    [4096, 'bfloat16', 'bf16'],
    [131_072, 'bfloat16', 'bf16'],
    [3000, 'float16', 'fp16'],
    [1_000_000_000, 'float32', 'hf-f32'],
  ]) {
    await page.goto(`${notebook.origin}#v=1&at=${at}&as=${as}&model=llama-3.1-8b`);
    const places = await distinct(at, id);
    await expect(caption(page)).toContainText(`share ${places} place`);
    expect(await picture(page), `${at} in ${as}`).toMatchObject({ left: 256, right: places, mirrored: false });
  }
  await page.goto(`${notebook.origin}#v=1&at=131072&as=float16`);
  await expect(caption(page)).toContainText('on the right nothing is left');
  expect((await picture(page)).right).toBe(1);
});

test('position, format and divider are set by keyboard, and the link keeps the picture', async ({ notebook, page }) => {
  await open(notebook, page, '#v=1&at=0');
  await page.getByRole('button', { name: '4,096', exact: true }).click();
  await page.getByLabel('Positions on the right').selectOption('float16');
  await expect(page).toHaveURL(/#v=1&at=4096&as=float16$/);
  await page.reload();
  await notebook.ready();
  await expect(caption(page)).toContainText('from 4,096 on');
  const divider = page.getByRole('slider', { name: 'Divider' });
  await divider.focus();
  for (const [key, value] of [
    ['ArrowLeft', '45'],
    ['End', '90'],
    ['ArrowRight', '90'],
    ['Home', '10'],
  ]) {
    await page.keyboard.press(key);
    await expect(divider).toHaveAttribute('aria-valuenow', value);
  }
  await page.getByRole('button', { name: 'Fly' }).press('Enter');
  await page.getByRole('button', { name: 'Stop' }).press('Enter');
  await expect(page).not.toHaveURL(/at=4096/);
  await page.locator('#picture input[type=number]').fill('-4');
  await expect(page.locator('#picture .field-error')).toContainText('must be a whole number from 0');
});

test('it flies by itself, without an entry in the history', async ({ notebook, page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await open(notebook, page);
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
  await expect(caption(page)).toContainText(/from 5\d\d on/);
  await expect(page).toHaveURL(notebook.origin);
  await page.getByRole('button', { name: '1,000,000', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Fly' })).toBeVisible();
  await expect(caption(page)).toContainText('from 1,000,000 on');
});
test('it stays where motion is unwelcome', async ({ notebook, page }) => {
  await open(notebook, page);
  await expect(page.getByRole('button', { name: 'Fly' })).toBeVisible();
  await expect(caption(page)).toContainText('from 131,072 on');
});

test('the cards open by mouse and keyboard', async ({ notebook, page }) => {
  await open(notebook, page);
  await page
    .locator('.cards section')
    .first()
    .click({ position: { x: 20, y: 60 } });
  await expect(page).toHaveURL(/mistake\.html$/);
  await open(notebook, page);
  await page.getByRole('link', { name: 'Every encoding' }).focus();
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
