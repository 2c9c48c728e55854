/**
 * Exercises and guesses other than boxes and choices: items to order, curves to draw and places to mark on them, by
 * keyboard, by dragging and on a small screen; and individual numbers for each student.
 */
import answers from '../web/answers/2-sinusoidal-step-by-step.mjs';
import { keptField, runFile, settled, textOf } from './notebook-steps.mjs';
import { expect, test } from './page.mjs';
import { linkOf } from './reader.mjs';

/** Number of exercises in lesson 2. */
const posed = Object.keys(answers).length;

const openFile = (notebook, page, cells) =>
  runFile(notebook, page, textOf(cells, '<script id="99" type="text/markdown">\n# Own\n\n## Exercises\n</script>'));
const overflow = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const items = ['look the words up', 'add the positions', 'multiply', 'apply the softmax'];
const order = `exercise({ question: "In which order?", key: "steps", order: ${JSON.stringify(items)} });`;

test('items are put in order by keyboard: the focus stays, moves are told, progress keeps the order', async ({
  notebook,
  page,
}) => {
  await openFile(notebook, page, [order]);
  const exercise = page.locator('.nb-exercise');
  const rows = exercise.locator('.nb-order-text');
  await expect(rows).toHaveCount(4);
  expect(await rows.allTextContents()).not.toEqual(items);
  await exercise.getByRole('button', { name: 'Check' }).click();
  await expect(exercise.locator('.nb-verdict')).toContainText('Not yet.');
  for (const [place, text] of items.entries()) {
    const up = exercise.getByRole('button', { name: `Up: ${text}` });
    await up.focus();
    for (let at = (await rows.allTextContents()).indexOf(text); at > place; at--) {
      await page.keyboard.press('Enter');
      await expect(up).toBeFocused();
      await expect(exercise.locator('.nb-order-box [role=status]')).toHaveText(`${text}: place ${at} of 4`);
    }
  }
  const first = exercise.getByRole('button', { name: `Up: ${items[0]}` });
  await expect(first).toHaveAttribute('aria-disabled', 'true');
  await first.press('Enter');
  await expect(rows).toHaveText(items);
  expect(await notebook.violations()).toEqual([]);
  await exercise.getByRole('button', { name: 'Check' }).click();
  await expect(exercise.locator('.nb-verdict')).toContainText('Right.');
  await page.reload();
  await settled(page);
  await expect(rows).toHaveText(items);
  await expect(exercise).toHaveAttribute('data-solved', 'true');
});

test.describe('on a small screen', () => {
  test.use({ alone: true, viewport: { width: 360, height: 740 } });
  test('items are dragged by their handles and by the mouse', async ({ notebook, page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openFile(notebook, page, [order]);
    const rows = page.locator('.nb-order > li');
    await expect(rows).toHaveCount(4);
    await rows.last().scrollIntoViewIfNeeded();
    const before = await rows.locator('.nb-order-text').allTextContents();
    const [from, to] = [
      await rows.nth(0).locator('.nb-order-handle').boundingBox(),
      await rows.nth(3).locator('.nb-order-handle').boundingBox(),
    ];
    await page.mouse.move(from.x + 5, from.y + 5);
    await page.mouse.down();
    await page.mouse.move(to.x + 5, to.y + to.height, { steps: 12 });
    await page.mouse.up();
    await expect(rows.locator('.nb-order-text')).toHaveText([...before.slice(1), before[0]]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await notebook.violations()).toEqual([]);
  });
});

const drawn = [
  'const guess = view(Inputs.predictCurve([0, 1, 2, 3, 4], { label: "How does it go?", x: "position", min: -1, max: 1 }));',
  `import { lineChart } from "posenc/charts";
  if (guess === undefined) display("guess first");
  else {
    display(\`guessed \${guess.map((one) => one.toFixed(2))}\`);
    display(lineChart({ series: [{ name: "guess", values: guess }, { name: "truth", values: [0, 1, 0, -1, 0] }] }));
  }`,
];
const group = (page) => page.getByRole('group', { name: 'How does it go?' });
const kept = (page) => expect(page.locator('.nb-outputs').last());

test('a curve is drawn by keyboard and kept once; a reload asks for no other', async ({ notebook, page }) => {
  await openFile(notebook, page, drawn);
  const keep = group(page).getByRole('button', { name: 'Keep this guess' });
  await kept(page).toContainText('guess first');
  await expect(keep).toBeDisabled();
  const sliders = group(page).getByRole('slider');
  await expect(sliders).toHaveCount(5);
  await expect(group(page).locator('input[tabindex="0"]')).toHaveCount(1);
  await sliders.first().focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  await expect(sliders.nth(1)).toBeFocused();
  await expect(sliders.nth(1)).toHaveAccessibleName('position 1');
  await page.keyboard.press('End');
  await expect(group(page).locator('.nb-plot-now')).toHaveText('position 1: 1');
  expect(await notebook.violations()).toEqual([]);
  await page.keyboard.press('Tab');
  await expect(keep).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(group(page).locator('.nb-guess')).toBeFocused();
  await expect(group(page)).toContainText('Your guess: 0.02, 1, 0, 0, 0.');
  await kept(page).toContainText('guessed 0.02,1.00,0.00,0.00,0.00');
  await expect(page.locator('.nb-chart .stage').first()).toBeVisible();
  await expect(sliders.first()).toBeDisabled();
  expect(await notebook.violations()).toEqual([]);
  await expect.poll(() => keptField(page, 'inputs')).toEqual([['1/0', [0.02, 1, 0, 0, 0]]]);
  await page.reload();
  await settled(page);
  await expect(group(page)).toContainText('Your guess: 0.02, 1, 0, 0, 0.');
  await kept(page).toContainText('guessed 0.02');
});

test('a stroke that goes on beside a place leaves it, and places far apart on a line are even', async ({
  notebook,
  page,
}) => {
  await openFile(notebook, page, [drawn[0].replace('[0, 1, 2, 3, 4]', '[100, 300, 1000, 5000]')]);
  const picture = group(page).locator('svg');
  await picture.scrollIntoViewIfNeeded();
  const labels = picture.locator('.nb-plot-text').filter({ hasText: /^(100|300|1,000|5,000)$/ });
  await expect(labels).toHaveText(['100', '300', '1,000', '5,000']);
  const boxes = await labels.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
  const frame = await picture.boundingBox();
  boxes.forEach(({ left, right }, i) => {
    expect(left).toBeGreaterThan(i === 0 ? frame.x : boxes[i - 1].right + 4);
    expect(right).toBeLessThanOrEqual(frame.x + frame.width + 1);
  });
  const value = (i) => group(page).getByRole('slider').nth(i).inputValue();
  const [, second, third] = boxes.map(({ left, right }) => (left + right) / 2);
  await page.mouse.click(second, frame.y + 30);
  const before = await value(1);
  expect(Number(before)).toBeGreaterThan(0.5);
  await page.mouse.move(second + 30, frame.y + 120);
  await page.mouse.down();
  await page.mouse.move(third, frame.y + 150, { steps: 8 });
  await page.mouse.up();
  expect(await value(1)).toBe(before);
  expect(Number(await value(2))).toBeLessThan(0);
});

const boxes = [
  'const p = view(Inputs.range([0, 100], { label: "position p", step: 1, value: 3 })); const b = view(Inputs.number([2, 9], { label: "base b", value: 4 })); const m = view(Inputs.matrix([[1, 2]], { label: "matrix" }));',
  'display(`with ${p}, ${b}, ${m}`)',
];
test('a number box shows the number that was computed with', async ({ notebook, page }) => {
  await openFile(notebook, page, boxes);
  const fields = page.locator('.nb-input input[type=number]');
  await expect(fields).toHaveCount(4);
  const shown = async () =>
    `with ${(await fields.evaluateAll((all) => all.map(({ value }) => value))).join(', ').replace(/, (?=\d+$)/, ',')}`;
  await expect(page.locator('.nb-text')).toHaveText('with 3, 4, 1,2');
  for (const [at, typed, reason] of [
    [0, '150', '150 is not from 0 to 100: 3 stays.'],
    [1, '1', '1 is not from 2 to 9: 4 stays.'],
    [3, '', 'This is not a number: 2 stays.'],
  ]) {
    await fields.nth(at).fill(typed);
    await expect(fields.nth(at)).toHaveAttribute('aria-invalid', 'true');
    await fields.nth(at).press('Tab');
    await expect(page.getByText(reason)).toBeVisible();
    await expect(page.locator('.nb-text')).toHaveText(await shown());
  }
  await fields.nth(0).fill('40');
  await fields.nth(0).press('Tab');
  await expect(page.locator('.nb-text')).toHaveText('with 40, 4, 1,2');
  await expect(page.locator('.nb-text')).toHaveText(await shown());
  await expect(page.getByText('3 stays')).toHaveCount(0);
});

test('a curve in a link that could not be drawn is no guess; one that could is kept', async ({ notebook, page }) => {
  const cells = drawn.map((value, i) => ({ id: i + 1, mode: 'js', value }));
  for (const [guess, is] of [
    [[0, 0, 0, 0], false],
    [[0, 0, 7, 0, 0], false],
    ['curve', false],
    [[0, 0.5, 0.25, 0, -1], true],
  ]) {
    await page.goto('about:blank');
    await notebook.open(`notebooks.html${linkOf({ title: 'Curve', cells, inputs: { '1/0': guess } })}`, 'notebook');
    await page.getByRole('button', { name: 'Run this notebook' }).click(); // each link has its own inputs
    await settled(page);
    if (is) await expect(group(page)).toContainText('Your guess: 0, 0.5, 0.25, 0, −1.');
    else await expect(group(page).getByRole('button', { name: 'Keep this guess' })).toBeVisible();
    await kept(page).toContainText(is ? 'guessed 0.00,0.50' : 'guess first');
    await page.waitForFunction(() => localStorage.getItem('posenc-trusted-notebooks') !== null);
  }
});

test.describe('on a small screen, by the pointer', () => {
  test.use({ alone: true });
  test('a curve is drawn in a stroke, without holes', async ({ notebook, page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openFile(notebook, page, drawn);
    const picture = group(page).locator('svg');
    await picture.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await picture.boundingBox();
    expect(width).toBeLessThan(340);
    await page.mouse.move(x + 55, y + 100);
    await page.mouse.down();
    await page.mouse.move(x + width - 16, y + 20);
    await page.mouse.up();
    const values = await group(page)
      .getByRole('slider')
      .evaluateAll((all) => all.map((one) => Number(one.value)));
    values.slice(1).forEach((value, i) => expect(value).toBeGreaterThan(values[i]));
    expect(height).toBe(220);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await notebook.violations()).toEqual([]);
    await group(page).getByRole('button', { name: 'Keep this guess' }).click();
    await kept(page).toContainText('guessed');
  });
});

const values = Array.from({ length: 41 }, (_, i) => Math.sin((i * Math.PI) / 40));
const point = `exercise({ question: "Where is it highest?", key: "peak", answer: 20, point: { curve: ${JSON.stringify(values)}, label: "position", within: 1 } });`;

test.describe('a place on a curve', () => {
  test.use({ alone: true });
  test('is pointed at, or taken by the arrow keys, and kept', async ({ notebook, page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openFile(notebook, page, [point]);
    const exercise = page.locator('.nb-exercise');
    const verdict = exercise.locator('.nb-verdict');
    const slider = exercise.getByRole('slider', { name: 'Your place, position' });
    await expect(slider).toHaveAttribute('aria-valuetext', /^nothing chosen/);
    await exercise.getByRole('button', { name: 'Check' }).click();
    await expect(verdict).toHaveText('Give an answer first.');
    const picture = exercise.locator('svg');
    await picture.scrollIntoViewIfNeeded();
    const { x, y, width } = await picture.boundingBox();
    await page.mouse.click(x + width - 14, y + 50);
    await expect(picture.locator('.nb-plot-dot')).toHaveCount(1);
    await expect(slider).toHaveValue('40');
    await exercise.getByRole('button', { name: 'Check' }).click();
    await expect(verdict).toContainText('40 is too large.');
    await slider.focus();
    for (let i = 0; i < 19; i++) await page.keyboard.press('ArrowLeft');
    await expect(slider).toHaveAttribute('aria-valuetext', /^position 21, value 0\.99/);
    expect(await notebook.violations()).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await exercise.getByRole('button', { name: 'Check' }).click();
    await expect(verdict).toContainText('Right.');
    await page.reload();
    await settled(page);
    await expect(slider).toHaveValue('21');
    await expect(exercise).toHaveAttribute('data-solved', 'true');
  });
});

test('the student sets a number once: exercises have their own numbers, here, after a reload and in files', async ({
  notebook,
  page,
}) => {
  const lesson = 'notebooks.html?name=2-sinusoidal-step-by-step';
  await notebook.open(lesson, 'notebook');
  const exercise = page.locator('.nb-exercise').first();
  const menu = page.locator('.nb-posed .nb-menu');
  const number = page.getByRole('spinbutton', { name: 'Your number' });
  await expect(exercise).toContainText('pair 2 at position 25');
  await exercise.getByLabel('Your number').fill('1/4');
  await exercise.getByRole('button', { name: 'Check' }).click();
  await expect(exercise).toHaveAttribute('data-solved', 'true');

  await menu.locator('summary').click();
  await expect(number).toHaveValue('0');
  expect(await notebook.violations()).toEqual([]);
  await number.fill('-3');
  await number.press('Enter');
  await expect(number).toHaveValue('0');
  await number.fill('7');
  await number.press('Tab');
  await expect(exercise).not.toContainText('pair 2 at position 25');
  await expect(exercise).toHaveAttribute('data-solved', 'false');
  await expect(menu).toContainText(`0 of ${posed} solved`);
  await expect(exercise.locator('.nb-prose').first()).toContainText(/pair \d at position \d+/); // not while it is computed
  const question = await exercise.locator('.nb-prose').first().textContent();
  const [, pair, at] = /pair (\d) at position (\d+)/.exec(question).map(Number);
  await page.keyboard.press('Escape');
  await exercise.getByLabel('Your number').fill(String(at / 10 ** pair));
  await exercise.getByRole('button', { name: 'Check' }).click();
  await expect(exercise).toHaveAttribute('data-solved', 'true');

  await page.reload();
  await settled(page);
  await expect(exercise.locator('.nb-prose').first()).toHaveText(question);
  await expect(menu).toContainText(`1 of ${posed} solved`);
  await menu.locator('summary').click();
  await expect(number).toHaveValue('7');
  const { name, bytes } = await notebook.save(page.getByRole('button', { name: 'Save progress as a file' }));
  expect(JSON.parse(bytes).number).toBe(7);
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect(exercise).toContainText('pair 2 at position 25');
  await page.getByLabel('Open a file of progress').setInputFiles({ name, mimeType: 'application/json', buffer: bytes });
  await expect(exercise.locator('.nb-prose').first()).toHaveText(question);
  await expect(exercise).toHaveAttribute('data-solved', 'true');
  await menu.locator('summary').click();
  await expect(number).toHaveValue('7');

  await page.getByRole('button', { name: 'Hand in…' }).click();
  await page.getByLabel('Your name, as your teacher knows it').fill('Ada Example');
  const handed = await notebook.save(page.getByRole('button', { name: 'Save the file' }));
  const text = handed.bytes.toString();
  expect(JSON.parse(text).number).toBe(7);
  await notebook.open('notebooks.html', 'index');
  await expect(page.getByText(`1 of ${posed} exercises solved`)).toBeVisible();
  await page.getByText('For teachers: a table of what was handed in').click();
  await page.getByLabel('Files', { exact: true }).setInputFiles([
    { name: 'ada.json', mimeType: 'application/json', buffer: Buffer.from(text) },
    { name: 'torn.json', mimeType: 'application/json', buffer: Buffer.from(text.slice(0, 20)) },
  ]);
  await expect(page.locator('.nb-hand-ins').getByRole('alert')).toContainText('torn.json: ');
  const cells = page.locator('.nb-hand-ins tbody tr').locator('th, td');
  await expect(cells.nth(1)).toHaveText('7');
  await expect(cells.filter({ hasText: 'as written' })).toHaveCount(1);
});
