/** The lab: small runs, started by one button, paused, left, saved, continued and read from a file; and a sweep. */
import { studies } from '../../dist/lib/studies/list.js';
import { stagesOf } from '../../dist/lib/studies/study.js';
import { recordedFile } from '../web/support/recorded.mjs';
import { sampled } from '../web/support/random.mjs';
import { columnsOf, expect, test } from './page.mjs';
import { titlesOf } from './picture.mjs';

const small =
  '#v=1&task=latin-square&task.puzzles=20&task.shifted=4&model.dim=8&model.blocks=2&e=learned&e.init=small-norm&e.sigma=0.2&where.where=blocks&t.batch=16&t.learningRate=0.01&t.seed=3';
const link = (steps, every) => `lab.html${small}&t.steps=${steps}&t.evaluateEvery=${every}`;
const run = (page) => page.locator('.lab-run .primary');
const status = (page) => page.locator('.lab-status');
const rows = (page) => page.locator('.lab-runs li');
/** The row of a run, by its text. */
const row = (page, title) => rows(page).filter({ hasText: title });
/** Waits for all steps of all runs, and for their last records, which contain the weights. */
const done = async (page, count = 2) =>
  expect(page.locator('.lab-runs li[data-phase=done]')).toHaveCount(count, { timeout: 60_000 });
const weights = (page, title) => row(page, title).getAttribute('data-weights');
const curves = (page) => columnsOf(page.locator('[data-chart=lab-runs]')).then((names) => names.slice(1));
const change = (page) => page.locator('.lab-change > summary').click();
/** Opens another document, not just another address of this one. */
const elsewhere = (page) => page.goto('about:blank');

/** The weights in Node after `steps` steps of the small model. */
async function inNode(sigma, steps) {
  const { create } = await import('../../dist/lib/node.js');
  const pe = await create();
  const own = await pe.train({
    task: { id: 'latin-square', puzzles: 20, shifted: 4 },
    model: { dim: 8, blocks: 2 },
    positions: [{ encoding: 'learned', init: 'small-norm', sigma, where: 'blocks' }],
    ...{ batch: 16, learningRate: 0.01, seed: 3, steps },
  });
  await own.advance(steps);
  const { weightsHash } = await own.evaluate();
  pe.dispose();
  return weightsHash;
}

test('before a click: recorded runs in the chart, the true places, and nothing of the training is loaded', async ({
  notebook,
  page,
}) => {
  const loaded = [];
  page.on('request', (request) => loaded.push(request.url()));
  await notebook.open('lab.html', 'train');
  await expect(run(page)).toHaveText('Train σ = 0.4 and σ = 2');
  expect((await curves(page)).slice(0, 2)).toEqual(['σ = 0.4', 'σ = 0.4, seed 0']);
  await page.getByRole('button', { name: 'CKA of block 1' }).press('Enter');
  await expect(page.locator('[data-chart=lab-runs] h3')).toHaveText('CKA of block 1');
  await expect(page.locator('.lab-map')).toHaveCount(3);
  expect(loaded.filter((url) => /\.wasm$/.test(url))).toEqual([]);
  await expect(page.locator('.lab-lede')).toHaveText(recordedFile('lab/generated/recorded.json').lede);
});

test('one button trains two runs, which have the weights of single ones, and can be gone through', async ({
  notebook,
  page,
}) => {
  await notebook.open(link(30, 10), 'train');
  await expect(run(page)).toHaveText('Train σ = 0.2 and σ = 2');
  await run(page).focus();
  await page.keyboard.press('Enter');
  await done(page);
  await expect(status(page)).toContainText('σ = 0.2, seed 3: step 30 of 30');
  await expect(run(page)).toBeDisabled();
  await expect(row(page, 'σ = 0.2').getByRole('button', { name: 'Look closer' })).toBeVisible();
  await expect(row(page, 'σ = 0.2').getByRole('button', { name: /^(Pause|Go on)/ })).toBeHidden();
  for (const sigma of [0.2, 2]) expect(await weights(page, `σ = ${sigma}`)).toBe(await inNode(sigma, 30));
  expect(await curves(page)).toEqual(['σ = 0.2, seed 3', 'σ = 2, seed 3']);
  await expect(page.locator('#found')).toContainText(/^Your runs: σ = 0\.2, seed 3 after 30 steps: .*; σ = 2, seed 3/);
  // a map each, next to the map of the true places, with the same colours
  for (const map of await page.locator('.lab-map .heat-map > *').all())
    expect((await map.evaluate((chart) => chart.toCSV())).trim().split('\n')).toHaveLength(17);
  await page.getByRole('group', { name: 'What is compared' }).getByRole('button', { name: 'train' }).click();
  await expect(page.locator('[data-chart=lab-runs] h3')).toHaveText('Share of right answers, train');
  await page.locator('.lab-compared').getByRole('slider', { name: 'step' }).press('Home');
  await expect(page.locator('.lab-compared .scrubber output')).toHaveText('0');

  // one of them in detail: each cell of the square has a place, in the plane and in space
  await row(page, 'σ = 0.2').getByRole('button', { name: 'Look closer' }).press('Enter');
  await expect(page.locator('#closer-title')).toHaveText('The run σ = 0.2, seed 3');
  await expect(page.locator('[data-chart=lab-attention]')).toBeVisible();
  // saved pictures are self-contained: pictures of one run have its name, pictures of both have both names
  const nameless = (titles) => titles.filter((title) => !title.includes('σ = 0.2, seed 3'));
  await expect.poll(() => titlesOf(page, '.lab-closer').then(({ length }) => length)).toBeGreaterThanOrEqual(5);
  await expect.poll(() => titlesOf(page, '.lab-closer').then(nameless)).toEqual([]);
  expect(await titlesOf(page, '.lab-compared')).toEqual([
    'Share of right answers, train: σ = 0.2, seed 3 and σ = 2, seed 3',
    'Heat map of the true places',
    'Heat map of cosines, σ = 0.2, seed 3',
    'Heat map of cosines, σ = 2, seed 3',
  ]);
  for (const [way, columns] of [
    ['three', 3],
    ['two', 2],
  ]) {
    await page.getByRole('group', { name: 'Components' }).getByRole('button', { name: way }).click();
    const csv = await page.locator('.lab-places > *').evaluate((chart) => chart.toCSV());
    const lines = csv.trim().split('\n').slice(1);
    expect(lines).toHaveLength(16);
    for (const line of lines)
      expect(line.split(',').filter((cell) => Math.abs(Number(cell)) > 1e-9).length).toBeGreaterThanOrEqual(columns);
  }
  const accuracies = page.locator('[data-chart=lab-accuracy]').getByRole('slider');
  await expect(accuracies).toHaveAttribute('aria-valuemax', '3');
  await accuracies.focus();
  await page.keyboard.press('Home');
  await expect(page.locator('.lab-closer .scrubber output')).toHaveText('0');
  await page.getByRole('group', { name: 'Block' }).getByRole('button', { name: 'block 2' }).click();
  await expect(page.locator('.lab-numbers')).toContainText('CKA to the truth');
  const { bytes } = await notebook.save(
    page.getByRole('group', { name: 'The run as a file' }).getByRole('button', { name: 'CSV' }),
  );
  const lines = bytes.toString().trim().split('\n');
  expect(lines).toHaveLength(5);
  expect(lines[0]).toContain('"block 2 cka"');
});

test('the page begins with a recorded experiment, and each preset is one, with what its runs gave', async ({
  notebook,
  page,
}) => {
  await notebook.open('lab.html', 'train');
  await change(page);
  const chosen = page.locator('select[name=preset]');
  await expect(chosen).toHaveValue('small-norm/σ = 0.4');
  const heads = page.locator('.lab-setup details [data-field=heads] input[type=number]');
  await expect(heads).toHaveValue('4');
  await chosen.selectOption('small-norm-3d/σ = 0.1');
  await expect(heads).toHaveValue('1');
  const all = await chosen
    .locator('option:not([value=""])')
    .evaluateAll((options) => options.map(({ value }) => value));
  expect(all.length).toBeGreaterThan(30);
  for (const id of sampled('presets', all, 4)) {
    await chosen.selectOption(id);
    const [studyId] = id.split('/');
    const name = id.slice(studyId.length + 1);
    const study = studies.find((one) => one.id === studyId);
    const row = recordedFile(`studies/generated/${studyId}.json`).rows.find(([arm]) => arm === name);
    await expect(page.locator('.lab-notice')).toContainText(
      row ? row.at(-1) : 'No run of this experiment is recorded yet.',
    );
    const arm = study.arms.find((one) => one.name === name);
    const { model, evaluateEvery, ...recorded } = stagesOf(study, arm, 0)[0];
    const { bytes } = await notebook.save(page.getByRole('button', { name: 'Save as JSON' }));
    const own = JSON.parse(bytes.toString());
    expect(own).toEqual({
      positions: [],
      ...recorded,
      model: expect.objectContaining({ dim: model.dim }),
      evaluateEvery: 100,
    });
    expect({ hidden: 4 * own.model.dim, ...own.model }).toEqual({ hidden: 4 * model.dim, ...model });
    expect(evaluateEvery).toBeGreaterThan(0);
  }
});

test('runs that are left by a reload go on, and end with the weights of unbroken ones', async ({ notebook, page }) => {
  await notebook.open(link(300, 10), 'train');
  await run(page).click();
  await expect(status(page)).toContainText(/step ([2-9]\d|[12]\d\d) of 300.*step ([2-9]\d|[12]\d\d) of 300/);
  await page.reload();
  await notebook.ready();
  await expect(rows(page)).toHaveCount(2);
  await expect(run(page)).toHaveText('Go on with σ = 0.2 and σ = 2');
  await expect(row(page, 'σ = 2')).toContainText(/step [1-9]\d+ of 300/);
  await run(page).click();
  await done(page);
  for (const sigma of [0.2, 2]) expect(await weights(page, `σ = ${sigma}`)).toBe(await inNode(sigma, 300));
});

test('pause, go on, one step', async ({ notebook, page }) => {
  await notebook.open(link(4000, 50), 'train');
  await run(page).click();
  await expect(run(page)).toHaveText('Pause');
  await expect(status(page)).toContainText(/(about .+|less than a second) to go/);
  await run(page).click();
  await expect(run(page)).toHaveText('Go on with σ = 0.2 and σ = 2');
  const stepOf = async (name) => {
    const [, step] = /step ([\d,]+) of/.exec(await row(page, name).textContent());
    return Number(step.replace(',', ''));
  };
  const at = () => stepOf('σ = 2');
  const share = await page.getByLabel('Training: progress').evaluate(({ value }) => value);
  expect(share).toBeCloseTo(((await stepOf('σ = 0.2')) + (await at())) / 8000, 3);
  await row(page, 'σ = 2').getByRole('button', { name: 'Look closer' }).click();
  const step = page.getByRole('button', { name: 'One step' });
  await expect(step).toBeEnabled();
  const before = await at();
  await step.click();
  await expect.poll(at).toBe(before + 1);
  await row(page, 'σ = 2').getByRole('button', { name: 'Go on' }).press('Enter');
  await expect.poll(at).toBeGreaterThan(before + 1);
  await row(page, 'σ = 2').getByRole('button', { name: 'Remove' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(page.locator('.lab-closer')).toBeHidden();
});

test('runs are kept: after a reload, compared with others, saved as a file and read from it', async ({
  notebook,
  page,
}) => {
  await notebook.open(link(20, 10), 'train');
  await run(page).click();
  await done(page);
  const hashes = [await weights(page, 'σ = 0.2'), await weights(page, 'σ = 2')];
  const file = await notebook.save(row(page, 'σ = 0.2').getByRole('button', { name: 'Save checkpoint' }));
  await page.reload();
  await notebook.ready();
  await expect(rows(page)).toHaveCount(2);
  await expect(run(page)).toHaveText('Done');
  expect(await curves(page)).toEqual(['σ = 0.2, seed 3', 'σ = 2, seed 3']);
  await expect.poll(() => weights(page, 'σ = 2')).toBe(hashes[1]);
  // a third run of another experiment
  await elsewhere(page);
  await notebook.open(`${link(20, 10)}&e.sigma=0.5`.replace('&e.sigma=0.2', ''), 'train');
  await run(page).click();
  await done(page, 3); // the run with σ = 2 exists already
  const shown = row(page, 'σ = 0.2').getByRole('checkbox');
  await expect(shown).not.toBeChecked();
  await shown.press('Space');
  await expect.poll(() => curves(page)).toEqual(['σ = 0.5, seed 3', 'σ = 2, seed 3', 'σ = 0.2, seed 3']);
  await expect(page.locator('.lab-map')).toHaveCount(4);
  // from its file, when nothing is stored
  for (const title of ['σ = 0.2', 'σ = 0.5', 'σ = 2'])
    await row(page, title).getByRole('button', { name: 'Remove' }).click();
  await expect(rows(page)).toHaveCount(0);
  const given = (name, buffer) =>
    page.locator('input[name=checkpoint]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  await given(file.name, file.bytes);
  await done(page, 1);
  expect(await weights(page, 'σ = 0.2')).toBe(hashes[0]);
  await page.reload();
  await expect(row(page, 'σ = 0.2')).toContainText('step 20 of 20');
  await row(page, 'σ = 0.2').getByRole('button', { name: 'Look closer' }).click();
  await expect(page.locator('[data-chart=lab-attention]')).toBeVisible();
  // a file of another kind, and a truncated one
  const error = page.locator('.lab-runs .field-error');
  await given('x.posenc-run', Buffer.from('not a run'));
  await expect(error).toContainText('does not begin with the experiment of a run');
  const torn = Buffer.from(file.bytes);
  torn[torn.length - 100] ^= 1;
  await given('torn.posenc-run', torn);
  await expect(error).toContainText('checkpoint');
  await expect(rows(page)).toHaveCount(1);
});

test('where as many runs are kept as can be, the oldest that nobody looks at go', async ({ notebook, page }) => {
  await notebook.open(link(10, 10), 'train');
  await run(page).click();
  await done(page);
  /** Ids in the list of the store; `more` adds that many older runs first. */
  const ids = (more = 0) =>
    page.evaluate(async (count) => {
      const answer = (request) => new Promise((ready) => (request.onsuccess = () => ready(request.result)));
      const db = await answer(indexedDB.open('posenc-lab'));
      const runs = db.transaction('runs', 'readwrite').objectStore('runs');
      const [kept] = await answer(runs.getAll());
      for (let i = 0; i < count; i++)
        runs.put({ ...kept, id: `0-${String(i).padStart(4, '0')}`, experiment: { ...kept.experiment, seed: 100 + i } });
      const all = await answer(runs.getAllKeys());
      db.close();
      return all;
    }, more);
  expect(new Set(await ids(10)).size).toBe(12);
  await page.reload();
  await notebook.ready();
  await expect(rows(page)).toHaveCount(12);
  await elsewhere(page);
  await notebook.open(`${link(10, 10)}&t.seed=5`.replace('&t.seed=3', ''), 'train');
  await run(page).click();
  await expect(run(page)).toHaveText('Done');
  await expect(rows(page)).toHaveCount(12);
  for (const sigma of [0.2, 2]) await expect(row(page, `σ = ${sigma}, seed 5`)).toContainText('step 10 of 10');
  await expect.poll(ids).toHaveLength(12);
  const left = await ids();
  expect(left.filter((id) => ['0-0000', '0-0001'].includes(id))).toEqual([]);
  expect(left.filter((id) => id.startsWith('0-'))).toHaveLength(8);
});

test('what this browser kept and cannot be read is refused in words, and can be removed', async ({
  notebook,
  page,
}) => {
  await page.goto(`${notebook.origin}${link(10, 10)}`);
  await notebook.ready();
  await run(page).click();
  await done(page);
  await page.evaluate(async () => {
    const answer = (request) => new Promise((done) => (request.onsuccess = () => done(request.result)));
    const db = await answer(indexedDB.open('posenc-lab'));
    const all = db.transaction(['runs', 'checkpoints', 'frames'], 'readwrite');
    const [runs, checkpoints, frames] = ['runs', 'checkpoints', 'frames'].map((name) => all.objectStore(name));
    const [kept] = await answer(runs.getAll());
    const [frame] = await answer(frames.getAll());
    runs.put({ ...kept, id: '0-hostile', experiment: { task: '<img src=x>' } });
    runs.put({ ...kept, id: '1-torn' });
    checkpoints.put(new Uint8Array([1, 2, 3]), '1-torn');
    frames.put({ ...frame, run: kept.id, evaluation: { ...frame.evaluation, splits: 7 } });
    await new Promise((done) => (all.oncomplete = done));
    db.close();
  });
  await page.reload();
  await notebook.ready();
  const failed = page.locator('.lab-runs li[data-phase=failed]');
  await expect(failed.filter({ hasText: 'cannot be read' })).toContainText('the run.experiment must be an experiment');
  await expect(failed.filter({ hasText: 'stopped' })).toContainText('evaluation.splits must be a list');
  const last = rows(page).filter({ hasText: 'step 10 of 10' }).last();
  await last.getByRole('button', { name: 'Look closer' }).click();
  await expect(failed.filter({ hasText: 'does not begin with the experiment' })).toHaveCount(1);
  await failed.filter({ hasText: 'cannot be read' }).getByRole('button', { name: 'Remove' }).click();
  await expect(failed.filter({ hasText: 'cannot be read' })).toHaveCount(0);
});

test('a wrong number is said at its field when it is left, in every part of the form, and Train refuses it', async ({
  notebook,
  page,
}) => {
  await notebook.open(link(30, 10), 'train');
  await change(page);
  await page.getByText('Model and optimiser').click();
  const fields = await page.locator('.lab-form .field:has(input.number-box:visible)').all();
  const names = await Promise.all(fields.map((one) => one.getAttribute('data-field')));
  for (const name of ['puzzles', 'sigma', 'dim', 'blocks', 'steps', 'learningRate']) expect(names).toContain(name);
  for (const [i, field] of fields.entries()) {
    const name = names[i];
    const box = field.locator('input.number-box');
    const before = await box.inputValue();
    await box.fill('-1e99');
    await expect(field.locator('.field-error'), `${name} while it is typed`).toHaveText('');
    await box.blur();
    await expect(field.locator('.field-error'), name).toContainText(' must be ');
    await expect(page.locator('.lab-form .field-error:not(:empty)'), name).toHaveCount(1);
    await box.fill(before);
    await expect(field.locator('.field-error'), `${name} as it was`).toHaveText('');
    await box.blur();
  }
  await expect(rows(page)).toHaveCount(0); // nothing was started for it
  await page.locator('.lab-form input.number-box[name=steps]').fill('-1');
  await run(page).click();
  await expect(page.locator('#together > .fault')).toContainText('steps must be');
});

test('what the library refuses stands beside its control, and what stops a run names step and tensor', async ({
  notebook,
  page,
}) => {
  await notebook.open(link(30, 10), 'train');
  await change(page);
  await page.locator('input.number-box[name=sigma]').fill('-1');
  await page.locator('input.number-box[name=sigma]').blur();
  await run(page).click();
  await expect(page.locator('[data-field=sigma] .field-error')).toContainText('sigma must be');
  await page.locator('input.number-box[name=sigma]').fill('0.3');
  await expect(page.locator('[data-field=sigma] .field-error')).toHaveText('');
  await expect(run(page)).toHaveText('Train σ = 0.3 and σ = 2');
  await elsewhere(page);
  const steep = small.replace('t.learningRate=0.01', 't.learningRate=10');
  await notebook.open(`lab.html${steep}&t.steps=200&t.evaluateEvery=50&t.optimizer=sgd&model.preNorm=1`, 'train');
  await run(page).click();
  await expect(page.locator('#together > .fault')).toContainText(/gradient of .+ at step \d+/, { timeout: 60_000 });
  await expect(page.locator('[data-field=learningRate] .field-error')).toContainText(/gradient of .+ at step \d+/, {
    timeout: 60_000,
  });
  await expect(page.locator('[data-field=learningRate]')).toBeVisible(); // its section is open
});

test('data of the reader’s own: samples as .npy or CSV, puzzles of several files', async ({ notebook, page }) => {
  const { create, npyBytes } = await import('../../dist/lib/node.js');
  const pe = await create();
  const steps = '&model.dim=8&model.blocks=1&e=learned&e.sigma=0.2&t.batch=16&t.seed=1&t.steps=20&t.evaluateEvery=10';
  const own = async (task) => {
    const made = await pe.train({
      task,
      model: { dim: 8, blocks: 1 },
      positions: [{ encoding: 'learned', sigma: 0.2 }],
      ...{ batch: 16, seed: 1, steps: 20 },
    });
    await made.advance(20);
    return (await made.evaluate()).weightsHash;
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
  await done(page, 1);
  expect(await rows(page).first().getAttribute('data-weights')).toBe(
    await own({ id: 'own-values', nodes: 8, values: data }),
  );
  await give('modules', file('modules.csv', '0\n0\n0\n1\n1\n1\n9999\n1\n'));
  await run(page).click();
  await expect(page.locator('[data-field=modules] .field-error')).toContainText('modules');

  const square = '1234341221434325'; // the last cell is the target: 1
  const csv = (rows) => `puzzles,solutions\n${Array(rows).fill(`${square},1`).join('\n')}\n`;
  await page.locator('select[name=task]').selectOption('own-squares');
  await expect(status(page)).toContainText('Choose the files');
  await give('cells', file('some.csv', csv(40)), file('others.csv', csv(20)));
  await page.getByLabel('What the puzzles of others.csv are for').selectOption('shifted');
  await run(page).click();
  await done(page, 2);
  const cells = [...square.repeat(60)].map(Number);
  const splits = Array.from({ length: 60 }, (_, i) => (i < 40 ? Number(i % 10 === 9) : 2));
  expect(await rows(page).first().getAttribute('data-weights')).toBe(
    await own({ id: 'own-squares', cells, answers: Array(60).fill(1), splits }),
  );
  const { bytes } = await notebook.save(page.getByRole('button', { name: 'Save as JSON' }));
  const { task } = JSON.parse(bytes.toString());
  expect(task).toEqual({ id: 'own-squares', cells: ['@some.csv', '@others.csv#shifted'] });
  pe.dispose();
});

test('a sweep has a row for each norm, beside the paper’s', async ({ notebook, page }) => {
  await notebook.open(`${link(10, 5)}&sigmas=0.2,2`, 'train');
  await notebook.scrollThrough();
  await expect(page.getByRole('heading', { name: 'Over training' })).toBeHidden(); // before the first run
  const field = await page.getByLabel('σ', { exact: true }).evaluate((input) => input.scrollWidth - input.clientWidth);
  expect(field, 'what the field holds is seen whole').toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Run 2' }).click();
  const rows = page.locator('.lab-table tbody tr');
  await expect(rows).toHaveCount(2, { timeout: 60_000 });
  await expect(rows.nth(1)).toContainText('0.847 ± 0.071');
  await expect(page.locator('.lab-table caption')).toContainText('10 steps of 16 samples', { timeout: 60_000 });
  expect(await titlesOf(page, '#sweep')).toEqual(['Over training, σ = 0.2, 2, seed 3']);
  await expect(page.locator('.lab-table caption')).toContainText('108 that were made for people');
  // equal to the numbers of sequential runs
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
    blocks[0].cka.toFixed(3).replace('-', '−'),
  ]);
  pe.dispose();

  // an error that stops one run stops the others, and is shown
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
