/** The page's file compared with another: the change of its positions in words, tables and curves. */
import { expect, test } from './page.mjs';

const base = {
  model_type: 'qwen2',
  hidden_size: 3584,
  num_attention_heads: 28,
  max_position_embeddings: 32768,
  rope_theta: 1e6,
};
const yarn = { rope_type: 'yarn', factor: 4, original_max_position_embeddings: 32768 };
const longer = { ...base, rope_scaling: yarn, max_position_embeddings: 131072 };
const part = (page) => page.locator('.config-diff');
const file = (config, name = 'config.json') => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify(config)),
});

test('a second file: what it changes by field, by pair and by context', async ({ notebook, page }) => {
  await notebook.open('', 'facts');
  await notebook.drop('config.json', JSON.stringify(base));
  await part(page).locator('summary').first().focus();
  await page.keyboard.press('Enter');
  const chooser = part(page).locator('input[type=file]');
  await chooser.setInputFiles(file(longer, 'longer.json'));
  await expect(part(page).locator('.diff-verdict')).toContainText('config.json → longer.json. The positions differ.');
  const fields = part(page).getByRole('table', { name: 'Fields that changed' });
  await expect(fields.locator('tr', { hasText: 'factor' }).first()).toContainText('4');
  const contexts = part(page).getByRole('table', { name: 'The difference by context' });
  await expect(contexts.locator('tbody tr').first()).toBeVisible();
  const [pairs, lengths] = await part(page).locator('.series-place').getByRole('slider').all();
  await expect(lengths).toBeVisible();
  await pairs.focus();
  await page.keyboard.press('End');
  await expect(part(page).locator('.reading').first()).toContainText('pair 63: ');
});

test('the same file twice says so; a published one is chosen from the list; a broken one is refused', async ({
  notebook,
  page,
}) => {
  await notebook.open('', 'facts');
  await notebook.drop('config.json', JSON.stringify(base));
  await part(page).locator('summary').first().click();
  const chooser = part(page).locator('input[type=file]');
  await chooser.setInputFiles(file(base));
  await expect(part(page).locator('.diff-verdict')).toContainText('The positions are the same');
  await part(page).getByRole('combobox', { name: 'The other file' }).selectOption({ index: 1 });
  await expect(part(page).locator('.diff-verdict')).toContainText('The positions differ');
  await chooser.setInputFiles(file({ model_type: 'bert' }));
  await expect(part(page).getByRole('alert')).toContainText('uses no rotary positions');
});
