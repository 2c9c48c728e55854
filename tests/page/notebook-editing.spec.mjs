/** Editing notebooks: cells are edited, added, moved and deleted, and dependent cells follow. */
import { faultsOfFormulas } from './formulas.mjs';
import { sampled } from '../web/support/random.mjs';
import { cell, edit, names, open, settled, type } from './notebook-steps.mjs';
import { expect, test } from './page.mjs';
import { openFile, tabOf } from './reader.mjs';

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

  // characters that no formula of the pages uses
  await edit(page, 3, 'It is $\\oint \\aleph \\rightsquigarrow \\sqrt[3]{\\wp}$.');
  await expect(cell(page, 3).locator('mroot')).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  expect(await faultsOfFormulas(page)).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await cell(page, 5).locator('.cm-content').focus();

  // a runtime error: shows its line in the cell
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('const spec = 1;\nconst gram = spec.x.y;');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(cell(page, 5).locator('.nb-fault')).toContainText('TypeError');
  await expect(cell(page, 5).locator('.nb-fault button')).toHaveText('line 2');
  await expect(cell(page, 5).locator('.wrong-line')).toHaveText('const gram = spec.x.y;');
  await expect(cell(page, 7).locator('.nb-fault')).toContainText('profile is not defined');

  // a syntax error: the other cells keep their results
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

/** For each cell in the order of the page, the numbers in its labels for screen readers. */
const numbersNamed = (page) =>
  page.$$eval('.nb-cells > .nb-cell', (all) =>
    all.map((one) => {
      const editors = [...one.querySelectorAll('.nb-editor')].map(({ shadowRoot }) =>
        shadowRoot.querySelector('.cm-content'),
      );
      const labelled = [...one.querySelectorAll('.nb-panel [aria-label]'), ...editors].map(
        ({ ariaLabel }) => ariaLabel,
      );
      const named = [...labelled, one.querySelector('.nb-edit').textContent];
      return [...new Set(named.flatMap((name) => /\bcell (\w+)/i.exec(name)?.[1] ?? []))].join();
    }),
  );
async function expectInOrder(page, count) {
  const wanted = Array.from({ length: count }, (_, i) => String(i + 1));
  await expect.poll(() => numbersNamed(page)).toEqual(wanted);
}

for (const name of sampled('notebooks by the numbers of their cells', names, 3))
  test(`the cells of a notebook are numbered as they stand: ${name}`, async ({ notebook, page }) => {
    await open(notebook, page, name);
    await page.evaluate(() => dispatchEvent(new Event('beforeprint'))); // including those that are made later
    await expectInOrder(page, await page.locator('.nb-cells > .nb-cell').count());
  });

test('numbers of cells, and those in faults, follow where cells stand; the count of faults leads to the first', async ({
  notebook,
  page,
}) => {
  // ids as after moving and deleting cells, and a Python cell that uses the one before it
  const source = (id, type, text) => `<script id="${id}" type="${type}" pinned>\n${text}\n</script>`;
  const parts = [
    source(3, 'text/markdown', '# Text'),
    source(9, 'module', 'const one = 1'),
    source(2, 'text/x-python', 'one = 1'),
    source(5, 'module', 'const twice = 1'),
    source(12, 'module', 'Views.kernel({ encoding: "rope", dim: 3 })'),
    source(4, 'module', 'const a = b'),
    source(8, 'module', 'const b = a'),
    source(1, 'module', 'const twice = 2'),
    source(6, 'module', 'b'),
  ];
  await openFile(
    tabOf(page),
    notebook.origin,
    `<!doctype html><notebook><title>Mine</title>${parts.join('\n')}</notebook>`,
  );
  await page.getByRole('button', { name: 'Run this notebook' }).click();
  await settled(page);
  const place = async (id) => {
    const ids = await page.$$eval('.nb-cells > .nb-cell', (all) => all.map((one) => one.dataset.cell));
    return ids.indexOf(String(id)) + 1;
  };
  const expectFaults = async () => {
    const [twice, again, view, a, b] = await Promise.all([5, 1, 12, 4, 8].map(place));
    const fault = (id) => cell(page, id).locator('.nb-fault, .fault:not(.nb-fault)').filter({ visible: true });
    for (const id of [5, 1])
      await expect(fault(id)).toContainText(`twice is defined in cells ${twice} and ${again}; only one`);
    await expect(fault(12)).toContainText(`(cell ${view}, line 1)`);
    await expect(fault(4)).toContainText(
      `circular definition: cell ${a} needs b of cell ${b}, cell ${b} needs a of cell ${a}`,
    );
    await expect(fault(6)).toContainText(`This cell needs b of cell ${b}, which`);
  };
  await expectInOrder(page, 8);
  await expectFaults();

  const failed = page.getByRole('button', { name: '5 cells failed' });
  await failed.click();
  await expect(cell(page, 5)).toBeFocused();
  await expect(cell(page, 5)).toBeInViewport();

  await cell(page, 9).locator('.nb-edit').click();
  await cell(page, 9).getByRole('button', { name: 'Add code below' }).click();
  await expectInOrder(page, 9);
  await expectFaults();
  expect(await place(13)).toBe(3);
  await cell(page, 12).locator('.nb-edit').click();
  await cell(page, 12).getByRole('button', { name: 'Move up' }).click();
  await cell(page, 12).getByRole('button', { name: 'Move up' }).click();
  expect(await place(12)).toBe(3);
  await expectInOrder(page, 9);
  await expectFaults();
  await cell(page, 13).getByRole('button', { name: 'Delete' }).click();
  await expect(page.locator('#status')).toContainText('Cell 4 was deleted');
  await expectInOrder(page, 8);
  await expectFaults();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectInOrder(page, 9);
  expect(await notebook.violations()).toEqual([]);
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
  await hovered('analyse', 'Runs an analysis.');
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
