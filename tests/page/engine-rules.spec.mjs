import { expect, test } from './page.mjs';

/** Qwen/Qwen2.5-7B-Instruct, the fields about positions. */
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

test('128k for Qwen 2.5: a file in, the commands of vLLM and llama.cpp out', async ({ notebook, page }) => {
  await notebook.open('', 'config');
  await notebook.drop('config.json', qwen);
  await page.locator('#engines').scrollIntoViewIfNeeded();
  await expect(engine(page, 'vllm')).toContainText('agree');
  const wanted = page.locator('input[name=wantedContext]');
  await expect(wanted).toHaveValue('131072');
  const command = (title) =>
    page.locator('.command', { has: page.getByRole('button', { name: `Copy the command for ${title}`, exact: true }) });
  await expect(command('vLLM').locator('code')).toContainText('vllm serve MODEL --max-model-len 131072');
  await expect(command('vLLM').locator('code')).toContainText('"rope_type": "yarn", "factor": 4.0');
  await expect(command('llama.cpp').locator('code')).toHaveText(
    'llama-server -m model.gguf -c 131072 --rope-scaling yarn --rope-scale 4 --yarn-orig-ctx 32768',
  );
  // another method by keyboard, another length by hand
  await page.getByRole('tab', { name: 'YaRN' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(command('llama.cpp').locator('code')).toContainText('--rope-freq-base 4088995');
  // interpolation: vLLM refuses an integer factor in the file
  await page.getByRole('tab', { name: 'position interpolation' }).click();
  await expect(page.locator('.command', { hasText: '"rope_type": "linear"' }).last()).toContainText('"factor": 4.0');
  await wanted.fill('65536');
  await wanted.press('Enter');
  await expect(command('vLLM').locator('code')).toContainText('--max-model-len 65536');
  await wanted.fill('100');
  await expect(page.locator('#engines [role=alert]:visible')).toContainText('needs no extension');
});

test('engines that differ are said and drawn, pair by pair', async ({ notebook, page }) => {
  await notebook.open('', 'config');
  // mlx-lm knows no `truncate`: gpt-oss
  await page.locator('[data-preset="gpt-oss-20b"]').click();
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
