/** A course of notebooks: lessons in order, search, citations, and a lesson as slides with notes, by keyboard. */
import { readFile } from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import { notebookPaths } from '../web/support/notebook-files.mjs';
import answers from '../web/answers/2-sinusoidal-step-by-step.mjs';
import { settled } from './notebook-steps.mjs';
import { expect, test } from './page.mjs';
import { faultsOfText } from './visible-text.mjs';

/** Number of exercises in lesson 2. */
const posed = Object.keys(answers).length;

const lesson = 'notebooks.html?name=2-sinusoidal-step-by-step';

test('a word leads to the section that has it, and a lesson to the next one', async ({ notebook, page }) => {
  await notebook.open('notebooks.html', 'index');
  // a card is one link: nothing else in it takes the focus
  await expect(page.locator('.nb-index :is([tabindex], button, abbr)')).toHaveCount(0);
  const box = page.getByRole('searchbox', { name: 'Search the notebooks' });
  await box.fill('odometer with hands');
  const first = page.locator('.nb-search li').first();
  await expect(first).toContainText('2. Where am I?');
  await first.getByRole('link').click();
  await settled(page);
  await expect(page.locator('#the-formula')).toBeInViewport();
  await page
    .locator('#neighbours')
    .getByRole('link', { name: /The next lesson/ })
    .click();
  await settled(page);
  await expect(page).toHaveURL(/name=3-what-the-table-can-do/);
  await page
    .locator('#neighbours')
    .getByRole('link', { name: /The lesson before/ })
    .click();
  await expect(page).toHaveURL(/name=2-/);
  await notebook.open('notebooks.html', 'index');
  await box.fill('xylophone');
  await expect(page.locator('.nb-search [role=status]')).toHaveText('No section has all of these words.');
});

test('a citation leads to its entry, and a notebook says how it is cited', async ({ notebook, page }) => {
  await notebook.open(lesson, 'notebook');
  await settled(page);
  const cite = page.locator('.cite', { hasText: 'slide 10: wrong' });
  await expect(cite).toHaveText('(Pustejovsky 2025, slide 10: wrong)');
  await cite.click();
  await expect(page.locator('#reference-pustejovsky2025')).toBeFocused();
  await expect(page.locator('#reference-pustejovsky2025')).toContainText('Positional Encoding');
  await expect(page.locator('.nb-references li').first()).toBeVisible();
  await page.getByText('Cite this notebook').click();
  await expect(page.locator('.nb-references')).toContainText('@misc{posenc-where-am-i,');
});

test('a formula that the text refers to has a number, here and in its copies', async ({ notebook, page }) => {
  await notebook.open(lesson, 'notebook');
  await settled(page);
  await expect(page.locator('#formula-wavelength .number')).toHaveText('(2)');
  const mention = page.locator('.mention', { hasText: 'formula (2)' });
  await mention.click();
  await expect(page.locator('#formula-wavelength')).toBeFocused();
  for (const [copy, kept] of [
    [
      'Copy for Jupyter, in JavaScript',
      ['tag{2}$$', 'so by formula (2) none reaches', '(Vaswani et al. 2017, section 3.5)', '## References'],
    ],
    [
      'Copy for LaTeX',
      ['\\label{formula-wavelength}', 'formula~(\\ref{formula-wavelength})', '\\section*{References}'],
    ],
    ['Copy as a page to read, without scripts', ['<h2>References</h2>', 'formula (2)']],
  ]) {
    await page.getByText('File', { exact: true }).click();
    const saves = page.waitForEvent('download');
    await page.getByRole('button', { name: copy }).click();
    const text = await readFile(await (await saves).path(), 'utf8');
    for (const one of kept) expect(text, copy).toContain(one);
    for (const teachers of ['Let the class bet', 'Ask the class', 'For the teacher'])
      expect(text.split('<template>')[0], copy).not.toContain(teachers);
  }
});

const courseLessons = [...notebookPaths].filter(([, path]) => path.includes('/course/')).map(([name]) => name);
for (const name of [...courseLessons, '2-sinusoidal-step-by-step&lang=de'])
  test(`a teacher's part is folded on the page, and neither on slides nor on paper: ${name}`, async ({
    notebook,
    page,
  }) => {
    await notebook.open(`notebooks.html?name=${name}`, 'notebook');
    await settled(page);
    const teacher = page.locator('.nb-prose details.teacher');
    await expect(teacher, name).toHaveCount(1);
    await expect(teacher, name).not.toHaveAttribute('open');
    const lines = await teacher.locator('summary, p, li').allTextContents();
    expect(lines.length, name).toBeGreaterThan(4);
    const seen = async () => {
      await teacher.evaluate((one) => void (one.open = true));
      const text = (await page.locator('#main').innerText()).replace(/\s+/g, ' ');
      return lines.filter((line) => text.includes(line.replace(/\s+/g, ' ').trim()));
    };
    expect(await seen(), `${name}, opened`).toEqual(lines);
    await page.emulateMedia({ media: 'print' });
    expect(await seen(), `${name} on paper`).toEqual([]);
    await page.emulateMedia({ media: null });
    await page.getByText('File', { exact: true }).click();
    await page.getByRole('button', { name: 'Present as slides' }).click();
    const slide = page.locator('.nb-presenter [role=status]');
    await expect(slide).toHaveText(/^1 of /);
    await page.keyboard.press('End');
    await expect(slide).toHaveText(/^(\d+) of \1$/);
    await expect(page.locator('.nb-cell[data-here]:has(.teacher)'), 'it is on this slide').toHaveCount(1);
    expect(await seen(), `${name} as slides`).toEqual([]);
    await page.keyboard.press('Escape');
  });

test('a lesson in another language', async ({ notebook, page }) => {
  await notebook.open(lesson, 'notebook');
  await page.locator('#languages').getByRole('link', { name: 'Deutsch' }).click();
  await settled(page);
  await expect(page.locator('#notebook')).toHaveAttribute('lang', 'de');
  await expect(page.locator('.nb-cells h1')).toHaveText('Wo bin ich? Sinusoidale Kodierungen, mit Uhren erklärt');
  await expect(page.locator('.nb-counts')).toContainText('25 of 25 claims hold');
  await expect(page.locator('.nb-cells')).not.toContainText('(in English)');
  const exercise = page.locator('.nb-exercise').first();
  await exercise.getByLabel('Your number').fill('1/4');
  await exercise.getByRole('button', { name: 'Check' }).click();
  await expect(exercise).toHaveAttribute('data-solved', 'true', { timeout: 30_000 });
  await page.locator('#languages').getByRole('link', { name: 'English' }).click();
  await settled(page);
  await expect(page.locator('.nb-exercise').first()).toHaveAttribute('data-solved', 'true');
});

test('a term is explained where it first stands, and in a list', async ({ notebook, page }) => {
  await notebook.open(lesson, 'notebook');
  const term = page.locator('.nb-cells .term', { hasText: 'radians' }).first();
  await expect(page.locator('.nb-cells .term', { hasText: 'radians' })).toHaveCount(1);
  await expect(term).toHaveAttribute('title', /^the angle whose arc/);
  const shown = (element) => getComputedStyle(element, '::after').content;
  expect(await term.evaluate(shown)).toBe('none');
  await term.focus();
  expect(await term.evaluate(shown)).toContain('the angle whose arc');
  await notebook.open('notebooks.html', 'index');
  await page.getByText('Glossary', { exact: true }).click();
  await expect(page.locator('.nb-terms dt')).not.toHaveCount(0);
  await expect(page.locator('.nb-terms')).toContainText('the number of positions in which a pair turns once');
});

test('exercises that were solved are counted in the index', async ({ notebook, page }) => {
  await notebook.open(lesson, 'notebook');
  const exercise = page.locator('.nb-exercise').first();
  await exercise.getByLabel('Your number').fill('1/4');
  await exercise.getByRole('button', { name: 'Check' }).click();
  await expect(exercise).toHaveAttribute('data-solved', 'true', { timeout: 30_000 });
  await notebook.open('notebooks.html', 'index');
  await expect(page.getByText(`About 22 minutes, 1 of ${posed} exercises solved`)).toBeVisible();
});

test('a student hands in a file, and a teacher reads a table of files', async ({ notebook, page }) => {
  await notebook.open(lesson, 'notebook');
  const exercise = page.locator('.nb-exercise').first();
  await exercise.getByLabel('Your number').fill('1/4');
  await exercise.getByRole('button', { name: 'Check' }).click();
  await expect(exercise).toHaveAttribute('data-solved', 'true', { timeout: 30_000 });
  await page.locator('.nb-posed summary').click();
  await page.getByRole('button', { name: 'Hand in…' }).click();
  await page.getByLabel('Your name, as your teacher knows it').fill('Ada Example');
  const saves = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const saved = await saves;
  expect(saved.suggestedFilename()).toMatch(/^Ada Example \d{4}-\d\d-\d\d\.json$/);
  const text = await readFile(await saved.path(), 'utf8');
  await expect(page.locator('dialog')).toHaveCount(0);

  await notebook.open('notebooks.html', 'index');
  await page.getByText('For teachers: a table of what was handed in').click();
  const file = (name, content) => ({ name, mimeType: 'application/json', buffer: Buffer.from(content) });
  await page
    .getByLabel('Files', { exact: true })
    .setInputFiles([file('ada.json', text), file('eve.json', text.replace('Ada', 'Eve')), file('other.json', '{}')]);
  const table = page.locator('.nb-hand-ins table');
  const column = await table.locator('thead th', { hasText: '2. Where am I' }).evaluate((cell) => cell.cellIndex);
  const cells = (student) => table.locator('tbody tr', { hasText: student }).locator('th, td');
  await expect(cells('Ada Example').nth(column)).toHaveText('1');
  await expect(cells('Ada Example').filter({ hasText: 'as written' })).toHaveCount(1);
  await expect(cells('Eve Example').filter({ hasText: 'edited or damaged' })).toHaveCount(1);
  await expect(page.locator('.nb-hand-ins [role=alert]')).toHaveText(
    'other.json: it is no file that was handed in from here',
  );
  expect(await faultsOfText(page), 'the time of each is read in one way').toEqual([]);
  const csvs = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  expect(await readFile(await (await csvs).path(), 'utf8')).toContain('"Ada Example",');
});

test.describe('slides', () => {
  test.use({ alone: true, viewport: { width: 1280, height: 640 } });
  test('by keyboard, with the notes in a window of their own', async ({ notebook, page }) => {
    await notebook.open('notebooks.html?name=1-why-attention-needs-order&present', 'notebook');
    await settled(page);
    const where = page.locator('.nb-presenter [role=status]');
    const visible = () => page.locator('.nb-cells h1:visible, .nb-cells h2:visible').allTextContents();
    await expect(where).toHaveText(/^1 of \d+$/);
    expect(await visible()).toEqual(['Why attention needs order']);
    await expect(page.locator('.nb-bar')).toBeHidden();
    const notesCome = page.waitForEvent('popup');
    await page.keyboard.press('n');
    const notes = await notesCome;
    await expect(notes.locator('body')).toContainText('which word notices that the sentence is reversed');
    await expect(notes.locator('body')).toContainText('Next: Words as rows of numbers');
    await page.bringToFront();
    // a slide longer than the window is first scrolled to its end
    const end = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight - scrollY);
    expect(await end()).toBeGreaterThan(1);
    for (let presses = 0; (await end()) > 1 && presses < 10; presses++) await page.keyboard.press('PageDown');
    await expect(where).toHaveText(/^1 of/);
    await page.keyboard.press('PageDown');
    expect(await visible()).toEqual(['Words as rows of numbers']);
    await expect(notes.locator('body')).toContainText('two words with equal rows apart');
    for (let presses = 0; (await where.textContent()).startsWith('2') && presses < 10; presses++)
      await notes.keyboard.press('ArrowRight');
    await expect(where).toHaveText(/^3 of/);
    expect(await visible()).toEqual(['Attention, step by step']);
    await page.keyboard.press('b');
    await expect(page.locator('.nb-curtain')).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(page.locator('.nb-curtain')).toBeHidden();
    await expect(where).toHaveText(/^2 of/);
    // an arrow key in a box belongs to the box; the keys of a remote control belong to the slides
    await page.keyboard.press('Home');
    await page.locator('.nb-cells [data-here] input:checked').first().focus();
    await page.keyboard.press('ArrowLeft');
    await expect(where).toHaveText(/^1 of/);
    for (let presses = 0; (await where.textContent()).startsWith('1') && presses < 10; presses++)
      await page.keyboard.press('PageDown');
    await expect(where).toHaveText(/^2 of/);
    await page.keyboard.press('End');
    const [, at, of] = /^(\d+) of (\d+)$/.exec(await where.textContent());
    expect(at).toBe(of);
    await page.keyboard.press('Home');
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes[0].html])).toEqual([]);
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press('Escape');
    await expect(page.locator('.nb-presenter')).toHaveCount(0);
    await expect(page.locator('.nb-bar')).toBeVisible();
    expect(notes.isClosed()).toBe(true);
    expect((await visible()).length).toBeGreaterThan(5);
  });
});
