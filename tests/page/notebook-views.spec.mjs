/**
 * Views of the site in cells: the pages' charts, computed and drawn by the page; runs of the lab, which are stored;
 * errors in views, shown with their lines; and cells that fail, each with its line.
 */
import { readFileSync } from 'node:fs';
import { cell, runFile, settled, textOf } from './notebook-steps.mjs';
import { expect, test } from './page.mjs';
import { everyFaultHasALine, tabOf } from './reader.mjs';

/** The second notebook of docs/notebooks.md. */
const sample = () => {
  const text = readFileSync(new URL('../../docs/notebooks.md', import.meta.url), 'utf8');
  return [...text.matchAll(/```html\n(.*?)```/gs)].map(([, code]) => code).find((code) => code.includes('Views.'));
};

test('the views of docs/notebooks.md: clocks, linked charts, a comparison', async ({ notebook, page }) => {
  await runFile(notebook, page, sample());
  await expect(page.locator('.nb-cell[data-state=failed]')).toHaveCount(0);
  const [clocks, kernel, compare] = ['clocks', 'kernel', 'compare'].map((name) => page.locator(`.nb-view.${name}`));
  await clocks.scrollIntoViewIfNeeded();
  await expect(clocks.locator('.stage').first()).toBeVisible();

  await kernel.scrollIntoViewIfNeeded();
  const offset = kernel.locator('[data-chosen=lag] input');
  await expect(offset).toHaveValue('12');
  const profile = kernel.locator('[data-chart=profile]');
  await expect(profile.locator('.reading')).toContainText('k(12) =');
  await offset.fill('30');
  await offset.press('Enter');
  await expect(profile.locator('.reading')).toContainText('k(30) =');
  await page.mouse.move(5, 5); // the first touch loads the module of analyses
  await expect(kernel.locator('[data-chart=spectrum] .stage').first()).toBeVisible();
  await expect(kernel.locator('[data-chosen=mode]')).toContainText('λ');

  await compare.scrollIntoViewIfNeeded();
  await expect(compare.locator('.variant-map .stage').nth(2)).toBeVisible();
  await expect(compare.locator('.sentence')).toContainText('A turns queries and keys, B adds a bias to each logit');
  await expect(compare.locator('h3').first()).toContainText('RoPE');
  expect(await notebook.violations()).toEqual([]);
});

test('a run of the lab in a cell: begun, kept, and told to its cell', async ({ notebook, page }) => {
  test.slow();
  await runFile(notebook, page, sample());
  const view = page.locator('.nb-view.labRun');
  await view.scrollIntoViewIfNeeded();
  const button = view.locator('.lab-run button');
  await expect(button).toHaveText('Train σ = 0.2');
  await expect(cell(page, 3)).toContainText('At step 0 of 0 the loss is not known.');
  await button.click();
  await expect(button).toHaveText('Pause');
  await expect(cell(page, 3)).toContainText(/At step \d+ of 100 the loss is \d/);
  await expect(button).toHaveText('Done');
  await expect(cell(page, 3)).toContainText('At step 100 of 100 the loss is');
  await expect(view.locator('[data-chart=lab-accuracy] .stage').first()).toBeVisible();
  await expect(view.locator('[data-chart=lab-loss] .stage').first()).toBeVisible();
  await expect(view.locator('[data-chart=lab-attention]')).toBeHidden();
  await view.locator('details summary').click();
  await expect(view.locator('[data-chart=lab-attention] .stage').first()).toBeVisible();
  expect(await notebook.violations()).toEqual([]);
  const said = await cell(page, 3).textContent();

  await page.reload();
  await notebook.ready();
  await settled(page);
  await view.scrollIntoViewIfNeeded();
  await expect(button).toHaveText('Done');
  await expect(cell(page, 3)).toHaveText(said);
  await page.getByRole('button', { name: 'Run all' }).click();
  await settled(page);
  await expect(cell(page, 3), 'it is told again').toHaveText(said);

  // it is a run of the lab
  await page.goto(`${notebook.origin}lab.html`);
  await notebook.ready();
  await expect(page.locator('#runs')).toContainText('σ = 0.2');
});

test('what is wrong in a view or chart is told where it stands, with its line', async ({ notebook, page }) => {
  const cells = [
    'const spec = { encoding: "rope", dim: 3 };\nViews.kernel(spec)',
    '// a\nViews.kernel({ encoding: "rope", dim: 4 }, { count: 5000 })',
    '// a\n\nViews.compare({ encoding: "rope", dim: 4 }, { encoding: "rope", dim: 4 }, { counts: 5 })',
    'Views.labRun({ task: 3 })',
    'import { lineChart } from "posenc/charts"',
    'display(\n  lineChart({ series: 5 }))',
    'Views.clocks({ encoding: "nothing" })',
    'Views.clocks(5)',
    '// a\nViews.figure("nothing")',
  ];
  await runFile(notebook, page, textOf(cells));
  const told = {
    1: /even.*\(cell 1, line 2\)$/,
    2: /kernel\.count must be one that the page Kernels takes, got 5000 \(cell 2, line 2\)$/,
    3: /compare has no counts.*\(cell 3, line 3\)$/,
    4: /must name a task of the lab \(cell 4, line 1\)$/,
    6: /\(cell 6, line 2\)$/,
    7: /nothing.*\(cell 7, line 1\)$/,
    9: /name must be one of lock, ideas, .*\(cell 9, line 2\)$/,
  };
  for (const [id, text] of Object.entries(told)) {
    await cell(page, id).scrollIntoViewIfNeeded();
    await expect(cell(page, id).locator('.fault')).toHaveText(text);
  }
  await expect(cell(page, 8).locator('.nb-fault')).toContainText('a spec is an object');
});

test('a run is paused by the reader, and when its cell no longer shows it', async ({ notebook, page }) => {
  test.slow();
  const experiment = `{ task: { id: 'latin-square', puzzles: 200, shifted: 10 }, model: { dim: 32, blocks: 1, heads: 2, hidden: 64 },
    positions: [{ encoding: 'rope' }], batch: 32, steps: 5000, evaluateEvery: 10 }`;
  await runFile(notebook, page, textOf([`Views.labRun(${experiment})`]));
  const button = page.locator('.lab-run button');
  await button.click();
  await expect(page.locator('.lab-status')).toContainText(/step [1-9]/);
  await button.click();
  await expect(button).toHaveText(/^Go on with Rotary/);
  await button.click();
  await expect(button).toHaveText('Pause');
  await cell(page, 1).locator('.nb-edit').click();
  await expect(cell(page, 1).locator('.cm-content')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(`// again\\nViews.labRun(${experiment})`.replace('\\n', '\n'));
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.locator('.lab-run button')).toHaveText(/^Go on with Rotary/);
});

test('every cell that fails says so with its line', async ({ page }) => {
  await everyFaultHasALine(tabOf(page), process.env.POSENC_PAGE);
});

test('prose: tags, folded details, a picture with its caption', async ({ notebook, page }) => {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const prose = `# Own

Press <kbd>Ctrl</kbd>, see [the proof](#the-proof); x<sub>2</sub>, <abbr title="rotary position embedding">RoPE</abbr>.

<details>
<summary>More of *it*</summary>

## The proof

It is **so**, <img src=x onerror=alert(1)>.

</details>

![a dot](data:image/png;base64,${png} "A dot")`;
  const text = `<notebook><title>Own</title><script id="1" type="text/markdown">${prose}</script></notebook>`;
  await runFile(notebook, page, text);
  const own = cell(page, 1);
  await expect(own.locator('kbd')).toHaveText('Ctrl');
  await expect(own.locator('abbr')).toHaveAttribute('title', 'rotary position embedding');
  await expect(own.locator('details h2')).toBeHidden();
  await own.locator('summary').press('Enter');
  await expect(own.locator('details')).toContainText('It is so, <img src=x onerror=alert(1)>.');
  await expect(own.locator('figure img')).toHaveAttribute('alt', 'a dot');
  await expect(own.locator('figcaption')).toHaveText('A dot');
  expect(await own.locator('figure img').evaluate((one) => one.naturalWidth)).toBe(1);
  await expect(own.locator('img')).toHaveCount(1);
  expect(await notebook.violations()).toEqual([]);
});
