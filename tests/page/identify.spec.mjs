/** The reader's own numbers on the page Find the mistake, pasted, chosen and dropped: the findings, and both curves. */
import { expect, test } from './page.mjs';
import { gguf, llamaKeys } from '../web/support/gguf.mjs';
import { npyBytes } from '../web/support/posenc.mjs';
import { configOf } from '../web/support/identify-cases.mjs';
import { listOf, tablesOf } from '../web/support/rope-makers.mjs';

const spec = { encoding: 'rope', dim: 128, base: 1e6, scaling: { type: 'yarn', factor: 4, originalContext: 32768 } };
const config = JSON.stringify(configOf(spec, 131072));
const part = (page) => page.locator('#numbers');
const verdict = (page) => part(page).locator('.diff-verdict');
const file = (name, bytes) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) });
const printed = (list) => `tensor([${[...list].map((x) => x.toExponential(4)).join(', ')}])`;

/** Opens the page with the config as the model. @returns the box for numbers */
async function opened(notebook, page) {
  await page.goto(`${notebook.origin}mistake.html`);
  await notebook.ready();
  await notebook.drop('config.json', config);
  await expect(part(page).locator('.drop-zone')).toContainText('config.json');
  return part(page).getByRole('textbox', { name: /Frequencies/ });
}

test('pasted frequencies: those of the file, a mistake with its thread, and numbers that nothing explains', async ({
  notebook,
  page,
}) => {
  const area = await opened(notebook, page);
  const ask = part(page).getByRole('button', { name: 'Identify' });
  await area.fill(printed(listOf(spec)));
  await ask.click();
  await expect(verdict(page)).toContainText('These are the numbers of the config');
  await area.fill(printed(listOf(spec, 'betas-swapped')));
  await ask.click();
  await expect(verdict(page)).toContainText('beta_fast and beta_slow are swapped');
  await expect(verdict(page)).toContainText('first differs at pair 0 (0.25 was given, 1 expected)');
  await expect(part(page).getByRole('link', { name: 'pytorch/torchtitan#3787' })).toBeVisible();
  const chart = part(page).locator('.series-place').getByRole('slider');
  await chart.focus();
  await page.keyboard.press('Home');
  await expect(part(page).locator('.reading')).toContainText('pair 0: 0.25 as given, 0.25 as computed');
  await expect(part(page).locator('.reading')).toContainText('the file means 1');
  await area.fill('1, 0.9, 0.7, 0.69, 0.2, 0.19, 0.18, 0.03');
  await ask.click();
  await expect(verdict(page)).toContainText('Nothing known explains these numbers. The nearest is');
  await area.fill('no number');
  await ask.click();
  await expect(part(page).getByRole('alert')).toContainText('cannot be read as numbers');
});

test('files: a table, a GGUF file, and without the file of the page', async ({ notebook, page }) => {
  await opened(notebook, page);
  const chooser = page.locator('#asking input[type=file]');
  const { cos } = tablesOf(spec, 'amplitude-missing', { rows: 64 });
  await chooser.setInputFiles(file('cos.npy', await npyBytes(cos)));
  await expect(verdict(page)).toContainText('cos and sin are not multiplied by the attention factor');
  await chooser.setInputFiles(file('model.gguf', gguf(llamaKeys({ 'llama.rope.freq_base': ['f32', 1e6] }), {})));
  await expect(verdict(page)).toContainText('the context extension is skipped');
  await part(page).getByRole('button', { name: 'not known' }).click();
  await expect(verdict(page)).toContainText('These are the numbers of rope of 128 rotated channels, base 1000000');
});

test('a file that is dropped on the box is not taken for a model', async ({ notebook, page }) => {
  const area = await opened(notebook, page);
  const text = printed(listOf(spec, 'base-default'));
  const data = await page.evaluateHandle((content) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], 'inv_freq.txt'));
    return transfer;
  }, text);
  await area.dispatchEvent('drop', { dataTransfer: data });
  await expect(verdict(page)).toContainText("base 10000 instead of the file's");
});

test('the example is explained, and the Report passes its file on', async ({ notebook, page }) => {
  await page.goto(`${notebook.origin}mistake.html`);
  await notebook.ready();
  await part(page).getByRole('button', { name: 'Try an example' }).click();
  await expect(verdict(page)).toContainText('beta_fast and beta_slow are swapped');
  await notebook.open('', 'facts');
  await notebook.drop('mine.json', config);
  await expect(page.locator('.report-title')).toHaveText('mine.json');
  await page.getByRole('link', { name: 'Find the mistake', exact: false }).last().click();
  await expect(part(page).locator('.drop-zone')).toContainText('mine.json');
});
