/** Notebooks as a reader changes them: cells are edited, added, moved and deleted, and what depends on them follows. */
import { faultsOfFormulas } from './formulas.mjs';
import { cell, edit, open, settled, type } from './notebook-steps.mjs';
import { expect, test } from './page.mjs';

test('an edit runs what depends on it; an error stands at its place; undo and reset bring back', async ({
  notebook,
  page,
}) => {
  await open(notebook, page, 'kernels');
  await edit(
    page,
    5,
    'const spec = { encoding: "sinusoidal", dim: 8, base };\nconst gram = await pe.gram(spec, size);\nconst profile = await pe.kernelProfile(spec, size);',
  );
  await expect(cell(page, 7).locator('strong').first()).toHaveText('4');
  await expect(cell(page, 5)).toHaveAttribute('data-edited', '');
  expect(await notebook.violations(), 'with an editor open').toEqual([]);

  // characters that no formula of the pages has
  await edit(page, 3, 'It is $\\oint \\aleph \\rightsquigarrow \\sqrt[3]{\\wp}$.');
  await expect(cell(page, 3).locator('mroot')).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  expect(await faultsOfFormulas(page)).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await cell(page, 5).locator('.cm-content').focus();

  // while it runs: where, in the cell
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('const spec = 1;\nconst gram = spec.x.y;');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(cell(page, 5).locator('.nb-fault')).toContainText('TypeError');
  await expect(cell(page, 5).locator('.nb-fault button')).toHaveText('line 2');
  await expect(cell(page, 5).locator('.wrong-line')).toHaveText('const gram = spec.x.y;');
  await expect(cell(page, 7).locator('.nb-fault')).toContainText('profile is not defined');

  // before it runs: the others keep what they have
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('const spec = {\n  encoding: ;');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(cell(page, 5).locator('.nb-fault')).toContainText('Unexpected token');
  await expect(cell(page, 5).locator('.nb-fault button')).toHaveText('line 2');

  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cell(page, 7).locator('strong').first()).toHaveText('4');
  await page.locator('.nb-bar').getByRole('button', { name: 'Reset' }).click();
  await expect(cell(page, 7).locator('strong').first()).toHaveText('32');
  await expect(page.locator('[data-edited]')).toHaveCount(0);
  await expect.poll(() => page.url()).not.toContain('#');
});

test('cells are added, moved and deleted, by keyboard', async ({ notebook, page }) => {
  await open(notebook, page, 'kernels');
  const fresh = 1 + Math.max(...(await page.$$eval('.nb-cell', (all) => all.map((one) => Number(one.dataset.cell)))));
  await cell(page, 2).locator('.nb-edit').focus();
  await page.keyboard.press('Enter');
  await expect(cell(page, 2).locator('.cm-content')).toBeFocused();
  // the way out of an editor, in which Tab indents
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(cell(page, 2).locator('.nb-run')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter'); // adds code
  await expect(cell(page, fresh).locator('.cm-content')).toBeFocused();
  await page.keyboard.insertText('[dim, base]');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(cell(page, fresh).locator('.nb-value')).toHaveText('(2) [64, 10000]');
  const order = () => page.$$eval('.nb-cell', (all) => all.map((one) => Number(one.dataset.cell)));
  expect((await order()).slice(0, 4), 'behind the same in Python').toEqual([1, 2, 20, fresh]);
  await cell(page, fresh).getByRole('button', { name: 'Move down' }).press('Enter');
  expect((await order()).slice(0, 5)).toEqual([1, 2, 20, 3, fresh]);
  await cell(page, fresh).getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(cell(page, fresh)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cell(page, fresh).locator('.nb-value')).toHaveText('(2) [64, 10000]');
});

test('what is typed is completed, and hovered over is explained, by the declarations of the library', async ({
  notebook,
  page,
}) => {
  await open(notebook, page, 'kernels');
  await type(page, 9, '');
  const editor = cell(page, 9).locator('.nb-editor');
  await page.keyboard.type('pe.kernelPro');
  await expect(editor.locator('.cm-completionInfo')).toContainText('kernelProfile(spec: EncodingSpec, offsets');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(
    "lineChart({ series }, { height: 200 });\npe.analyse({ analysis: 'spectrum' });\n({ encoding: 'rope', base: 3 });\ncheck();",
  );
  const hovered = async (text, said) => {
    const word = editor.locator('.cm-line span', { hasText: text }).first();
    await page.mouse.move(0, 0);
    await (text === 'check' ? editor.locator('.cm-line').last().locator('span').first() : word).hover();
    await expect(editor.locator('.nb-hover')).toContainText(said);
  };
  await hovered('lineChart', 'Curves over a common x, linear or logarithmic.');
  await hovered('series', 'readonly LineSeries[]');
  await hovered('height', 'height: number');
  await hovered('analyse', 'Runs one of them.');
  await hovered("'rope'", 'RoFormer');
  await hovered('base', 'Base b of the frequencies');
  await hovered('check', 'A claim of the text with the number that bears it out.');
});

test('prose is edited, with formulas and values', async ({ notebook, page }) => {
  await open(notebook, page, 'kernels');
  await edit(page, 10, '## Now\n\nWith ${tex`\\sqrt{x}`}, *dim* is ${dim}. <img src=x onerror=alert(1)>');
  await expect(cell(page, 10).locator('h2')).toHaveText('Now');
  await expect(cell(page, 10).locator('math')).toHaveCount(1);
  await expect(cell(page, 10).locator('.nb-prose')).toContainText('dim is 64. <img src=x onerror=alert(1)>');
  await expect(cell(page, 10).locator('img')).toHaveCount(0);
});

test('an input sets what depends on it, and goes into the link', async ({ notebook, page }) => {
  await open(notebook, page, 'kernels');
  await cell(page, 4).locator('select').selectOption('16');
  await expect(cell(page, 7).locator('strong').first()).toHaveText('8');
  await expect.poll(() => page.url()).toContain('#v=1&nb=');
  await page.reload();
  await settled(page);
  await expect(cell(page, 4).locator('select')).toHaveValue('16');
  await expect(cell(page, 7).locator('strong').first()).toHaveText('8');
});

test('an edited cell runs once, and once more where the reader asks for it unchanged', async ({ notebook, page }) => {
  let ran = 0;
  page.on('console', (message) => (ran += message.text() === 'it ran' ? 1 : 0));
  await open(notebook, page, 'kernels');
  await type(page, 8, 'const spectrum = { eigenvalues: [1, 2] }; console.log("it ran")');
  for (const times of [1, 2]) {
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect.poll(() => ran).toBe(times);
    await settled(page);
    expect(ran).toBe(times);
  }
});

test('a cell that was emptied gives its names no more', async ({ notebook, page }) => {
  await open(notebook, page, 'kernels');
  await edit(page, 5, '');
  await expect(cell(page, 7).locator('.nb-fault')).toContainText('is not defined');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cell(page, 7).locator('strong').first()).toHaveText('32');
});
