/** The matrix of models and engines: what the build computed is what the rules say, and a reader's file becomes a row. */
import { sampled } from '../web/support/random.mjs';
import { bundledConfig, expect, test } from './page.mjs';

const open = async (notebook, page, hash = '') => {
  await page.goto(`${notebook.origin}matrix.html${hash}`);
  await notebook.ready();
};
const cells = (page) => page.locator('.matrix-cell');
const detail = (page) => page.locator('.matrix-detail');

test('a chosen cell is asked again, and says the same', async ({ notebook, page }) => {
  await open(notebook, page);
  for (const length of ['8,192', '131,072', '1,048,576']) {
    await page.getByRole('button', { name: `${length} tokens` }).click();
    const labels = await cells(page).evaluateAll((all) => all.map((cell) => cell.getAttribute('aria-label')));
    expect(labels.length).toBeGreaterThan(100);
    for (const label of sampled(`cells at ${length}`, labels, 6)) {
      await page.getByRole('button', { name: label, exact: true }).click();
      const [, where, word] = /^(.*): (.*)$/.exec(label);
      await expect(detail(page)).toContainText(`${where} tokens: ${word}`);
    }
  }
});

test('words find models; the link keeps length, words and cell', async ({ notebook, page }) => {
  await open(notebook, page);
  const rows = page.locator('.matrix-table tbody tr');
  const all = await rows.count();
  await page.getByRole('searchbox', { name: 'Find a model' }).fill('KIMI k2');
  await expect.poll(() => rows.count()).toBeLessThan(all);
  for (const name of await rows.locator('th').allTextContents()) expect(name).toMatch(/kimi.*k2/i);
  await page.getByRole('button', { name: '32,768 tokens' }).click();
  await page.getByRole('button', { name: /Kimi-K2-Instruct on llama\.cpp/ }).click();
  await expect(detail(page)).toContainText('Kimi-K2-Instruct on llama.cpp at 32,768 tokens');
  await page.reload();
  await notebook.ready();
  await expect(detail(page)).toContainText('Kimi-K2-Instruct on llama.cpp at 32,768 tokens');
  await expect(rows).not.toHaveCount(all);
  await page.getByRole('link', { name: 'The whole report' }).click();
  await notebook.ready();
  await expect(page.locator('.report-title')).toContainText('Kimi-K2');
  await expect(page).toHaveURL(/ctx=32768.*engine=llama-cpp|engine=llama-cpp.*ctx=32768/);
});

test("a reader's file is the first row; one that cannot be read is named", async ({ notebook, page }) => {
  await open(notebook, page, '#v=1&q=qwen3-8b');
  const drop = (name, text) =>
    page.evaluate(
      ([name, text]) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([text], name));
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
      },
      [name, text],
    );
  await drop('mine.json', bundledConfig('gpt-oss-20b'));
  await expect(page.locator('.matrix-table tbody th').first()).toHaveText('mine.json');
  await page.getByRole('button', { name: /mine\.json on llama\.cpp/ }).click();
  await expect(detail(page)).toContainText('other angles');
  await drop('broken.json', '{"model_type": "llama",}');
  await expect(page.locator('.fault:visible')).toContainText(/broken\.json: .*line 1/);
  await expect(page.locator('.matrix-table tbody th').first()).toHaveText('mine.json');
});
