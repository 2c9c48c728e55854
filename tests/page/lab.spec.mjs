/** The lab: a run that is pressed, paused, left and gone on with, and a sweep. Small models, for what is trained is tested elsewhere. */
import { readFileSync } from 'node:fs';
import { expect, test } from './page.mjs';

const small =
  '#v=1&task=latin-square&task.puzzles=20&task.shifted=4&model.dim=8&model.blocks=2&e=learned&e.init=small-norm&e.sigma=0.2&where.where=blocks&t.batch=16&t.learningRate=0.01&t.seed=3';
const link = (steps, every) => `lab.html${small}&t.steps=${steps}&t.evaluateEvery=${every}`;
const run = (page) => page.locator('.lab-run .primary');
const status = (page) => page.locator('.lab-status');
/** All steps, and the last record, from which the weights are read. */
async function done(page, steps) {
  await expect(status(page)).toContainText(`step ${steps} of ${steps}`, { timeout: 60_000 });
  await expect(run(page)).toBeDisabled();
}
const weights = (page) => page.locator('#train').getAttribute('data-weights');
const accuracies = (page) => page.locator('[data-chart=lab-accuracy]').getByRole('slider');

async function opened(notebook, page, address) {
  await notebook.open(address, 'train');
  await expect(run(page)).toHaveText(/^(Run|Go on) \(/, { timeout: 30_000 });
}

test('a run is trained, has the weights that Node has, and can be gone through afterwards', async ({
  notebook,
  page,
}) => {
  await opened(notebook, page, link(30, 10));
  await expect(page.locator('[data-chart=lab-attention]')).toBeVisible();
  await run(page).click();
  await done(page, 30);
  await expect(run(page)).toBeDisabled();
  await expect(accuracies(page)).toHaveAttribute('aria-valuemax', '3');
  const { create } = await import('../../dist/lib/node.js');
  const pe = await create();
  const own = await pe.train({
    task: { id: 'latin-square', puzzles: 20, shifted: 4 },
    model: { dim: 8, blocks: 2 },
    positions: [{ encoding: 'learned', init: 'small-norm', sigma: 0.2, where: 'blocks' }],
    ...{ batch: 16, learningRate: 0.01, seed: 3, steps: 30, evaluateEvery: 10 },
  });
  await own.advance(30);
  expect(await weights(page)).toBe((await own.evaluate()).weightsHash);
  pe.dispose();

  // Each cell of the square has a place, in the plane and in space.
  for (const [way, columns] of [
    ['three', 3],
    ['two', 2],
  ]) {
    await page.getByRole('group', { name: 'Components' }).getByRole('button', { name: way }).click();
    const csv = await page.locator('.lab-places > *').evaluate((chart) => chart.toCSV());
    const rows = csv.trim().split('\n').slice(1);
    expect(rows).toHaveLength(16);
    for (const row of rows)
      expect(row.split(',').filter((cell) => Math.abs(Number(cell)) > 1e-9).length).toBeGreaterThanOrEqual(columns);
  }
  await accuracies(page).focus();
  await page.keyboard.press('Home');
  await expect(page.locator('.scrubber output')).toHaveText('0');
  await page.getByRole('group', { name: 'Block' }).getByRole('button', { name: 'block 2' }).click();
  await expect(page.locator('.lab-numbers')).toContainText('CKA to the truth');
  const download = page.waitForEvent('download');
  await page.getByRole('group', { name: 'The run as a file' }).getByRole('button', { name: 'CSV' }).click();
  const lines = readFileSync(await (await download).path(), 'utf8')
    .trim()
    .split('\n');
  expect(lines).toHaveLength(5);
  expect(lines[0]).toContain('"block 2 cka"');
});

test('the page begins with a recorded experiment, and each preset is one, with what its runs gave', async ({
  notebook,
  page,
}) => {
  await notebook.open('lab.html', 'train');
  const chosen = page.locator('select[name=preset]');
  await expect(chosen).toHaveValue('latin-square-sigma-0.4');
  const module = readFileSync(new URL('../../web/notebook/lab/generated/findings.ts', import.meta.url), 'utf8');
  await expect(page.locator('.lab-lede')).toHaveText(/lede =\s+'(.*)';/.exec(module)[1]);
  for (const id of await chosen.locator('option:not([value=""])').evaluateAll((all) => all.map(({ value }) => value))) {
    await chosen.selectOption(id);
    const finding =
      module.split(`'${id}':\n    '`)[1]?.split(`',\n`)[0] ?? 'No run of this experiment is recorded yet.';
    await expect(page.locator('.lab-notice')).toContainText(finding);
    const file = readFileSync(new URL(`../../examples/experiments/${id}.json`, import.meta.url), 'utf8');
    const { model, evaluateEvery, ...recorded } = JSON.parse(file);
    const download = page.waitForEvent('download');
    await page.getByRole('group', { name: 'The run as a file' }).getByRole('button', { name: 'Experiment' }).click();
    const own = JSON.parse(readFileSync(await (await download).path(), 'utf8'));
    expect(own).toEqual({ ...recorded, model: expect.objectContaining({ dim: model.dim }), evaluateEvery: 100 });
    expect({ hidden: 4 * own.model.dim, ...own.model }).toEqual({ hidden: 4 * model.dim, ...model });
    expect(evaluateEvery).toBeGreaterThan(0);
  }
});

test('a run that is left by a reload goes on, and ends with the weights of an unbroken one', async ({
  notebook,
  page,
}) => {
  await opened(notebook, page, link(300, 10));
  await run(page).click();
  await done(page, 300);
  const unbroken = await weights(page);
  await page.getByRole('button', { name: 'From the beginning' }).click();
  await expect(run(page)).toHaveText(/^Run \(/);
  await run(page).click();
  await expect(status(page)).toContainText(/step ([2-9]\d|[12]\d\d) of 300/);
  await page.reload();
  await notebook.ready();
  await expect(page.locator('.lab-kept')).toContainText(/was left at step \d+0 of 300/);
  await page.locator('.lab-kept').getByRole('button', { name: 'Go on' }).click();
  await done(page, 300);
  expect(await weights(page)).toBe(unbroken);
});

test('pause, one step, from the beginning', async ({ notebook, page }) => {
  await opened(notebook, page, link(4000, 50));
  await run(page).click();
  await expect(run(page)).toHaveText('Pause');
  await run(page).click();
  await expect(run(page)).toHaveText(/^Go on \(about .+\)|^Go on \(less/);
  const at = async () => Number(/step ([\d,]+) of/.exec(await status(page).textContent())?.[1].replace(',', '') ?? -1);
  const before = await at();
  await page.getByRole('button', { name: 'One step' }).click();
  await expect.poll(at).toBe(before + 1);
  await page.getByRole('button', { name: 'From the beginning' }).click();
  await expect.poll(at).toBe(0);
});

test('what the library refuses stands beside its control, and what stops a run names step and tensor', async ({
  notebook,
  page,
}) => {
  await opened(notebook, page, link(30, 10));
  await page.locator('input.number-box[name=sigma]').fill('-1');
  await expect(page.locator('[data-field=sigma] .field-error')).toContainText('sigma must be');
  await page.locator('input.number-box[name=sigma]').fill('0.3');
  await expect(page.locator('[data-field=sigma] .field-error')).toHaveText('');
  await expect(run(page)).toHaveText(/^Run \(/);
  await page.goto('about:blank'); // another document, not another address of this one
  const steep = small.replace('t.learningRate=0.01', 't.learningRate=10');
  await notebook.open(`lab.html${steep}&t.steps=200&t.evaluateEvery=50&t.optimizer=sgd&model.preNorm=1`, 'train');
  await expect(page.locator('input.number-box[name=learningRate]')).toHaveValue('10'); // the address was read
  await expect(run(page)).toBeEnabled({ timeout: 30_000 });
  await run(page).click();
  await expect(page.locator('[data-field=learningRate] .field-error')).toContainText(/gradient of .+ at step \d+/, {
    timeout: 60_000,
  });
  await expect(page.locator('[data-field=learningRate]')).toBeVisible(); // its fold is open
});

test('data of the reader’s own: samples as .npy or CSV, puzzles of several files', async ({ notebook, page }) => {
  const { create, npyBytes } = await import('../../dist/lib/node.js');
  const pe = await create();
  const steps = '&model.dim=8&model.blocks=1&e=learned&e.sigma=0.2&t.batch=16&t.seed=1&t.steps=20&t.evaluateEvery=10';
  const inNode = async (task) => {
    const own = await pe.train({
      task,
      model: { dim: 8, blocks: 1 },
      positions: [{ encoding: 'learned', sigma: 0.2 }],
      ...{ batch: 16, seed: 1, steps: 20 },
    });
    await own.advance(20);
    return (await own.evaluate()).weightsHash;
  };
  const give = (name, ...files) => page.locator(`input[type=file][name=${name}]`).setInputFiles(files);
  const file = (name, content) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });

  const data = Float64Array.from({ length: 480 }, (_, i) => ((i * 7919) % 97) / 97 - 0.5 * (i % 8));
  const samples = { data, rows: 60, cols: 8 };
  await notebook.open(`lab.html#v=1&task=own-values${steps}`, 'train');
  await expect(status(page)).toContainText('Choose the files');
  await expect(run(page)).toBeDisabled();
  await give('values', file('torn.csv', '1,2\n3,x\n'));
  await expect(page.locator('[data-field=values] .field-error')).toContainText("line 2, column 2: 'x'");
  await expect(run(page)).toBeDisabled();
  await give('values', file('samples.npy', await npyBytes(samples)));
  await expect(page.locator('[data-field=values]')).toContainText('samples.npy: 60 × 8');
  await run(page).click();
  await done(page, 20);
  expect(await weights(page)).toBe(await inNode({ id: 'own-values', nodes: 8, values: data }));
  await give('modules', file('modules.csv', '0\n0\n0\n1\n1\n1\n9999\n1\n'));
  await expect(page.locator('[data-field=modules] .field-error')).toContainText('modules');

  const square = '1234341221434325'; // the last cell is the target: 1
  const csv = (rows) => `puzzles,solutions\n${Array(rows).fill(`${square},1`).join('\n')}\n`;
  await page.locator('select[name=task]').selectOption('own-squares');
  await expect(status(page)).toContainText('Choose the files');
  await give('cells', file('some.csv', csv(40)), file('others.csv', csv(20)));
  await page.getByLabel('What the puzzles of others.csv are for').selectOption('shifted');
  await run(page).click();
  await done(page, 20);
  const cells = [...square.repeat(60)].map(Number);
  const splits = Array.from({ length: 60 }, (_, i) => (i < 40 ? Number(i % 10 === 9) : 2));
  expect(await weights(page)).toBe(await inNode({ id: 'own-squares', cells, answers: Array(60).fill(1), splits }));
  const download = page.waitForEvent('download');
  await page.getByRole('group', { name: 'The run as a file' }).getByRole('button', { name: 'Experiment' }).click();
  const { task } = JSON.parse(readFileSync(await (await download).path(), 'utf8'));
  expect(task).toEqual({ id: 'own-squares', cells: ['@some.csv', '@others.csv#shifted'] });
  pe.dispose();
});

test('a sweep has a row for each norm, beside the paper’s', async ({ notebook, page }) => {
  await opened(notebook, page, `${link(10, 5)}&sigmas=0.2,2`);
  await notebook.scrollThrough();
  await expect(page.getByRole('heading', { name: 'Over training' })).toBeHidden(); // before there is a run
  const field = await page.getByLabel('σ', { exact: true }).evaluate((input) => input.scrollWidth - input.clientWidth);
  expect(field, 'what the field holds is seen whole').toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Run 2' }).click();
  const rows = page.locator('.lab-table tbody tr');
  await expect(rows).toHaveCount(2, { timeout: 60_000 });
  await expect(rows.nth(1)).toContainText('0.847 ± 0.071');
  await expect(page.locator('.lab-table caption')).toContainText('10 steps of 16 samples', { timeout: 60_000 });
  await expect(page.locator('.lab-table caption')).toContainText('108 that were made for people');
  // the same numbers as one after the other
  const { create } = await import('../../dist/lib/node.js');
  const pe = await create();
  const own = await pe.train({
    task: { id: 'latin-square', puzzles: 20, shifted: 4 },
    model: { dim: 8, blocks: 2 },
    positions: [{ encoding: 'learned', init: 'small-norm', sigma: 2, where: 'blocks' }],
    ...{ batch: 16, learningRate: 0.01, seed: 3, steps: 10 },
  });
  await own.advance(10);
  const { splits, blocks } = await own.evaluate();
  await expect(rows.nth(1).locator('td')).toContainText([
    '10',
    ...splits.toReversed().map(({ accuracy }) => accuracy.toFixed(3)),
    blocks[0].cka.toFixed(3),
  ]);
  pe.dispose();

  // what stops one run stops the others, and is told
  await page.goto('about:blank');
  const steep = small.replace('t.learningRate=0.01', 't.learningRate=10');
  await notebook.open(
    `lab.html${steep}&t.steps=200&t.evaluateEvery=50&t.optimizer=sgd&model.preNorm=1&sigmas=0.2,1`,
    'train',
  );
  await notebook.scrollThrough();
  await page.getByRole('button', { name: 'Run 2' }).click();
  await expect(page.locator('#sweep .fault')).toContainText(/gradient of .+ at step \d+/, { timeout: 60_000 });
  await expect(page.getByRole('button', { name: 'Run 2' })).toBeEnabled();
});
