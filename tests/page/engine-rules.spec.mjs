import { gguf, llamaKeys } from '../web/support/gguf.mjs';
import { expect, test } from './page.mjs';

/** The position fields of Qwen/Qwen2.5-7B-Instruct. */
const qwen = JSON.stringify({
  architectures: ['Qwen2ForCausalLM'],
  model_type: 'qwen2',
  hidden_size: 3584,
  num_attention_heads: 28,
  num_key_value_heads: 4,
  num_hidden_layers: 28,
  max_position_embeddings: 32768,
  rope_theta: 1000000.0,
});
const engine = (page, id) => page.locator(`.engines tr[data-engine="${id}"]`);

const verdict = (page) => page.locator('.verdict-text');
const wanted = (page) => page.locator('#config [data-field="contextLength"] input[type=number]');
const command = (page, title) =>
  page.locator('.command', { has: page.getByRole('button', { name: `Copy the command for ${title}`, exact: true }) });

test('what the page shows first is what it computes, above the fold', async ({ notebook, page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await notebook.open('', 'config');
  await expect(verdict(page)).toContainText('Yes: transformers 5 and 4, vLLM');
  expect((await verdict(page).boundingBox()).y).toBeLessThan(768 - 60);
  const rows = await page.locator('.verdict-rows').innerText();
  await notebook.open('#v=1&ctx=131072', 'config');
  await expect(page.locator('.verdict')).toHaveAttribute('data-length', '131072');
  expect(await page.locator('.verdict-rows').innerText()).toBe(rows);
  await page.setViewportSize({ width: 360, height: 740 });
  await notebook.open('', 'config');
  expect((await verdict(page).boundingBox()).y).toBeLessThan(1.5 * 740);
});

test('128k for Qwen 2.5: a file in, the commands of vLLM and llama.cpp out', async ({ notebook, page }) => {
  await notebook.open('', 'config');
  await notebook.drop('config.json', qwen);
  // at its own length, unchanged
  await expect(verdict(page)).toContainText('serve it at 32,768 positions');
  await expect(wanted(page)).toHaveValue('32768');
  await expect(command(page, 'vLLM').locator('code')).toHaveText('vllm serve MODEL --max-model-len 32768');
  await page.getByRole('group', { name: 'Lengths of note' }).getByRole('button', { name: '131,072' }).click();
  await expect(wanted(page)).toHaveValue('131072');
  await expect(command(page, 'vLLM').locator('code')).toContainText('vllm serve MODEL --max-model-len 131072');
  await expect(command(page, 'vLLM').locator('code')).toContainText('"rope_type": "yarn", "factor": 4.0');
  await expect(command(page, 'llama.cpp').locator('code')).toHaveText(
    'llama-server -m model.gguf -c 131072 --rope-scaling yarn --rope-scale 4 --yarn-orig-ctx 32768',
  );
  // another method by keyboard, another length typed in
  await page.getByRole('tab', { name: 'YaRN' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(command(page, 'llama.cpp').locator('code')).toContainText('--rope-freq-base 4088995');
  // interpolation: vLLM rejects an integer factor in the file
  await page.getByRole('tab', { name: 'position interpolation' }).click();
  await page.locator('.in-the-file summary').click();
  await expect(page.locator('.command', { hasText: '"rope_type": "linear"' }).last()).toContainText('"factor": 4.0');
  await wanted(page).fill('65536');
  await wanted(page).press('Enter');
  await expect(command(page, 'vLLM').locator('code')).toContainText('--max-model-len 65536');
  // the effect of each method on the pairs, and inapplicable methods in one line
  await page.locator('#engines').scrollIntoViewIfNeeded();
  await expect(page.locator('.extensions tbody tr')).toHaveCount(5);
  await expect(page.locator('#engines .ways-not')).toHaveText(
    /^These ways are none for this file: LongRoPE \(.*\); Llama 3\.1 \(/,
  );
});

test('the link keeps length, method and engine', async ({ notebook, page }) => {
  await notebook.open('', 'config');
  await notebook.drop('config.json', qwen);
  await wanted(page).fill('65536');
  await wanted(page).press('Enter');
  await page.getByRole('tab', { name: 'dynamic NTK' }).click();
  const engines = page.locator('#verdict select[name=engine]');
  await engines.focus();
  await engines.press('v'); // vLLM
  await expect(page.locator('.verdict-rows > li')).toHaveCount(1);
  await expect(page.locator('.verdict-rows .engine-version')).toBeVisible();
  await expect.poll(() => page.url()).toContain('ctx=65536&method=dynamic&engine=vllm');
  const said = await verdict(page).textContent();
  await page.goto('about:blank');
  await page.goBack();
  await notebook.ready();
  await expect(verdict(page)).toHaveText(said);
  await expect(wanted(page)).toHaveValue('65536');
  await expect(page.getByRole('tab', { name: 'dynamic NTK' })).toHaveAttribute('aria-selected', 'true');
  await expect(engines).toHaveValue('vllm');
});

test('a GGUF file has its row and its command, and no error', async ({ notebook, page }) => {
  await notebook.open('', 'config');
  await notebook.drop('model.gguf', gguf(llamaKeys()));
  await expect(verdict(page)).toHaveText('Yes: llama.cpp serves it at 131,072 positions.');
  await expect(command(page, 'llama.cpp').locator('code')).toHaveText('llama-server -m model.gguf -c 131072');
  await page.locator('#engines').scrollIntoViewIfNeeded();
  await expect(engine(page, 'llama-cpp')).toContainText('as the report says');
  await expect(page.locator('.fault:visible')).toHaveCount(0);
});

test('engines that differ are said and drawn, pair by pair', async ({ notebook, page }) => {
  await notebook.open('', 'config');
  // mlx-lm does not support `truncate`: gpt-oss
  await page.locator('[data-preset="gpt-oss-20b"]').click();
  await expect(verdict(page)).toContainText('Prefer them to llama.cpp, mlx-lm and ollama');
  await page.locator('#engines').scrollIntoViewIfNeeded();
  await expect(engine(page, 'mlx-lm')).toContainText('off by up to');
  await expect(engine(page, 'transformers-5')).toContainText('the reference');
  const chart = page.locator('#engines .series-place').getByRole('slider');
  await expect(chart).toBeVisible();
  await chart.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('#engines .reading')).toContainText('pair 1: ');
});
