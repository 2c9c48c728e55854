/**
 * Reading and starting notebooks: contents, tabs of a cell, inline checks, places named by a link. The browser keeps a
 * notebook that a reader writes, and a file that was opened.
 */
import { cell, edit, keptField, runFile, settled, textOf } from './notebook-steps.mjs';
import { expect, test } from './page.mjs';
import { linkOf } from './reader.mjs';
import { cutMenus, faultsOfText } from './visible-text.mjs';

const openFile = (notebook, page, cells) => runFile(notebook, page, textOf(cells));

test.describe('by width', () => {
  test.use({ alone: true });
  for (const [width, beside] of [
    [1440, true],
    [1024, false],
    [360, false],
  ])
    test(`${width}: every cell has one Edit that can be hit, and the contents lead to the headings`, async ({
      notebook,
      page,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      await notebook.open('notebooks.html?name=exact-positions', 'notebook');
      await settled(page);
      const heads = await page.locator('.nb-cells > .nb-cell').count();
      await expect(page.locator('.nb-edit:visible')).toHaveCount(heads);
      for (const edit of await page.locator('.nb-edit').all()) await edit.click({ trial: true });
      await expect(page.locator('.nb-bar button:visible', { hasText: /^(Undo|Redo|Reset|Stop)$/ })).toHaveCount(0);

      expect(await cutMenus(page), 'menus that the window cuts').toEqual([]);

      await expect(page.locator('.nb-page > .nb-contents')).toBeVisible({ visible: beside });
      if (!beside) await page.locator('.nb-contents-menu summary').click();
      const links = page.locator(beside ? '.nb-page > .nb-contents a' : '.nb-contents-menu a');
      await expect(links.first()).toHaveText('One angle');
      await links.filter({ hasText: 'How it is avoided' }).click();
      await expect(page.locator('#how-it-is-avoided')).toBeFocused();
      await expect(page.locator('#how-it-is-avoided')).toBeInViewport();
      expect(new URL(page.url()).hash).toBe('#how-it-is-avoided');
      await page.reload();
      await settled(page);
      await expect(page.locator('#how-it-is-avoided')).toBeInViewport();
    });
});

test('a place in the address stays beside what was changed, and going back leads back', async ({ notebook, page }) => {
  await page.goto(`${notebook.origin}notebooks.html?name=kernels#a-spectrum`);
  await notebook.ready();
  await settled(page);
  await expect(page.locator('#a-spectrum')).toBeInViewport();
  await cell(page, 4).locator('select').selectOption('16');
  await expect.poll(() => page.url()).toMatch(/#v=1&nb=[\w-]+&at=a-spectrum$/);
  await page.reload();
  await settled(page);
  await expect(cell(page, 4).locator('select')).toHaveValue('16');
  await expect(page.locator('#a-spectrum')).toBeInViewport();
  await page.locator('.nb-page > .nb-contents a').first().click();
  await expect(page.locator('#a-kernel-of-the-distance')).toBeFocused();
  await page.goBack();
  await expect(page.locator('#a-spectrum')).toBeFocused();
  await expect(cell(page, 4).locator('select')).toHaveValue('16');
});

test('a cell with nothing to see is a row, Python is a tab, checks are a line: by keyboard', async ({
  notebook,
  page,
}) => {
  await notebook.open('notebooks.html?name=kernels', 'notebook');
  await settled(page);
  const row = cell(page, 2).locator('.nb-row');
  await expect(row.first()).toHaveText('setup ▸');
  await row.first().press('Enter');
  await expect(row.first()).toHaveAttribute('aria-expanded', 'true');
  await expect(cell(page, 2).locator('.nb-code').first()).toContainText('import { create }');
  await row.first().press('Enter');
  await expect(cell(page, 2).locator('.nb-code:visible')).toHaveCount(0);

  const tabs = cell(page, 5).getByRole('tab');
  await expect(tabs).toHaveText(['JavaScript', 'Python']);
  await tabs.first().press('ArrowRight');
  await expect(cell(page, 22).locator('.nb-code')).toBeVisible();
  await expect(cell(page, 22).locator('.nb-code')).toContainText('np.outer');
  await expect(cell(page, 5).locator('.nb-code:visible')).toHaveCount(1);
  // editing starts at the visible part
  await cell(page, 5).locator('.nb-edit').click();
  await expect(cell(page, 22).locator('.cm-content')).toBeFocused();
  await cell(page, 5).locator('.nb-edit').click();
  await expect(cell(page, 5).locator('.cm-content')).toHaveCount(0);

  const checks = cell(page, 11).locator('.nb-checks');
  await expect(checks.locator('summary')).toHaveText('✓ 7 claims hold');
  await expect(checks.locator('.nb-check').first()).toBeHidden();
  await checks.locator('summary').press('Enter');
  await expect(checks.locator('.nb-check').first()).toBeVisible();
  expect(await notebook.violations()).toEqual([]);
});

test('a claim that does not hold is seen', async ({ notebook, page }) => {
  await openFile(notebook, page, [['js', 'check("right", 1, 1); check("wrong", 1, 2); display("after")']]);
  await expect(page.locator('.nb-checks summary')).toHaveText('✗ 1 of 2 claims hold');
  await expect(page.locator('.nb-check.fails')).toBeVisible();
  await expect(page.locator('.nb-counts')).toContainText('1 of 2 claims hold');
});

test('prose: places, footnotes, tasks, pictures of other places', async ({ notebook, page }) => {
  await openFile(notebook, page, [
    [
      'md',
      '# Own\n\nSee [below](#the-proof).[^b] And[^a] again[^b].\n\n[^a]: The *other* note.\n[^b]: A note\n      of two lines.',
    ],
    ['md', '## The proof\n\n- [x] done\n- [ ] to do\n\n![a cat](https://example.org/cat.png)'],
    ['md', '## The proof\n\nTwice. ## index'],
    ['md', '## Status\n\nAs the page calls something.'],
  ]);
  await expect(page.locator('.nb-prose h2')).toHaveCount(3);
  await expect
    .poll(() => page.$$eval('.nb-prose h2', (all) => all.map(({ id }) => id)))
    .toEqual(['the-proof', 'the-proof-2', 'status-2']);
  await expect(page.locator('sup a.note')).toHaveText(['1', '2', '1']);
  await expect(page.locator('.notes li')).toHaveText([/^The other note\. ↩$/, /^A note\s+of two lines\. ↩$/]);
  expect(await page.$$eval('.notes li', (all) => all.map(({ value }) => value))).toEqual([2, 1]);
  await page.locator('sup a.note').first().click();
  await expect(page.locator('#note-b')).toBeFocused();
  await page.locator('#note-b a.back').press('Enter');
  await expect(page.locator('#note-b-mark')).toBeFocused();
  await expect(cell(page, 2).locator('li')).toHaveText([/☑ done/, /☐ to do/]);
  await expect(cell(page, 2).locator('img')).toHaveCount(0);
  await expect(cell(page, 2).locator('.not-loaded')).toContainText('The picture “a cat” is not loaded');
  await page.getByRole('link', { name: 'below' }).press('Enter');
  await expect(page.locator('#the-proof')).toBeFocused();
  expect(await notebook.violations()).toEqual([]);
});

test('a chart that is made small leaves no hole', async ({ notebook, page }) => {
  await openFile(notebook, page, [
    ['js', 'import { lineChart } from "posenc/charts";'],
    ['js', 'lineChart({ series: [{ name: "x", values: [1, 2, 3] }] }, { height: 150 })'],
  ]);
  await expect(page.locator('.nb-chart .stage').first()).toBeVisible();
  await expect
    .poll(() => page.locator('.nb-chart').evaluate((one) => one.getBoundingClientRect().height))
    .toBeLessThan(210);
});

test('a new notebook is kept over a reload, listed, shared as a link, and deleted', async ({ notebook, page }) => {
  await notebook.open('notebooks.html', 'index');
  await page.getByRole('button', { name: 'New notebook' }).press('Enter');
  await page.waitForURL(/\?draft=/);
  await notebook.ready();
  await settled(page);
  await expect(page.locator('.nb-review'), 'it is the reader’s own').toHaveCount(0);
  await expect(page.locator('.nb-cell[data-state=failed]')).toHaveCount(0);
  await expect(page.locator('.nb-counts')).toContainText('1 of 1 claims hold');
  await expect(cell(page, 6).locator('.nb-chart .stage').first()).toBeVisible();
  const address = page.url();
  await page.getByLabel('Title of the notebook').fill('Waves');
  await page.getByLabel('Title of the notebook').press('Enter');
  await edit(page, 8, '## A claim');
  await expect(cell(page, 8).locator('h2')).toHaveText('A claim');
  await cell(page, 3).locator('input[type=range]').fill('20');
  await expect.poll(() => keptField(page, 'text')).toContain('A claim');
  await expect.poll(() => keptField(page, 'inputs')).toEqual([['3/0', 20]]);
  expect(page.url()).toBe(address);
  await page.reload();
  await settled(page);
  await expect(cell(page, 8).locator('h2')).toHaveText('A claim');
  await expect(cell(page, 3).locator('input[type=range]')).toHaveValue('20');
  await expect(page.locator('.nb-review')).toHaveCount(0);

  await notebook.open('notebooks.html', 'index');
  await expect(page.locator('#kept li')).toHaveCount(1);
  await expect(page.locator('#kept li h3')).toHaveText('Waves');
  expect(await faultsOfText(page), 'a date is read in one way').toEqual([]);
  await expect(page.locator('#kept li p')).toHaveText(/^Your own, \d{1,2} [A-Z][a-z]+ \d{4}, \d\d:\d\d$/);
  expect(await notebook.violations()).toEqual([]);
  await page.getByRole('button', { name: 'Delete Waves' }).press('Enter');
  await expect(page.locator('#kept li')).toHaveCount(0);
  await page.goto(address);
  await notebook.ready();
  await expect(page.locator('#fault')).toContainText('keeps no such notebook');
});

test('a file that was opened is there after a reload, and still asks before it runs', async ({ notebook, page }) => {
  await notebook.open('notebooks.html', 'index');
  const buffer = Buffer.from(
    '<notebook><title>Theirs</title><script id="1" type="module">"it ran"</script></notebook>',
  );
  await page.setInputFiles('#open-notebook', { name: 'theirs.html', mimeType: 'text/html', buffer });
  await expect(page.locator('.nb-review')).toContainText('came with the file theirs.html');
  await expect.poll(() => page.url()).toContain('?draft=');
  await page.reload();
  await notebook.ready();
  await expect(page.locator('.nb-review')).toContainText('came with the file theirs.html');
  await expect(page.locator('iframe')).toHaveCount(0);
  await expect(cell(page, 1).locator('.nb-outputs')).toHaveText('');
  await page.getByRole('button', { name: 'Run this notebook' }).click();
  await expect(cell(page, 1).locator('.nb-outputs')).toHaveText('it ran');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('posenc-trusted-notebooks'))).not.toBe(null);
  await page.reload();
  await notebook.ready();
  await expect(cell(page, 1).locator('.nb-outputs')).toHaveText('it ran');
});

test('inputs: button, radio, checkbox, colour, and numbers in time', async ({ notebook, page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const inputs = {
    pressed: 'button("Draw again")',
    one: 'radio(["a", "b", "c"], { label: "one", value: "b" })',
    some: 'checkbox([1, 2, 3], { label: "some", value: [2] })',
    colour: 'color({ label: "colour", value: "#102030" })',
    time: 'play([0, 3], { label: "time", rate: 30 })',
  };
  await openFile(notebook, page, [
    ...Object.entries(inputs).map(([name, made]) => ['js', `const ${name} = view(Inputs.${made});`]),
    ['md', '# Inputs'],
    ['js', 'display([pressed, one, some.join(), colour, time].join(" "))'],
  ]);
  const shown = page.locator('.nb-cell').last().locator('.nb-outputs');
  await expect(shown).toHaveText('0 b 2 #102030 0');
  await page.getByRole('button', { name: 'Draw again' }).press('Enter');
  await page.getByLabel('b', { exact: true }).press('ArrowDown');
  await page.getByLabel('1', { exact: true }).press('Space');
  await page.getByLabel('2', { exact: true }).uncheck();
  await page.getByLabel('colour').fill('#ff0000');
  await expect(shown).toHaveText('1 c 1 #ff0000 0');
  const play = page.getByRole('button', { name: 'Play time' });
  await expect(play, 'nothing moves before').toBeVisible();
  await play.press('Enter');
  await expect(shown).toHaveText('1 c 1 #ff0000 3');
  await page.getByRole('button', { name: 'Pause time' }).press('Enter');
  await page.getByLabel('time', { exact: true }).fill('2');
  await expect(shown).toHaveText('1 c 1 #ff0000 2');
  expect(await notebook.violations()).toEqual([]);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect
    .poll(() => keptField(page, 'inputs').then(JSON.stringify), 'kept when the reader pauses')
    .toMatch(/"#ff0000".*,2\]/);
  await page.reload();
  await notebook.ready();
  await settled(page);
  await expect(shown, 'what was set is kept').toHaveText('1 c 1 #ff0000 2');
  await page.getByRole('button', { name: 'Step time' }).press('Enter');
  await expect(shown).toHaveText('1 c 1 #ff0000 3');
});

test('a guess is made once, by keyboard; the answer waits for it, and a reload asks for no other', async ({
  notebook,
  page,
}) => {
  await openFile(notebook, page, [
    ['js', 'const share = view(Inputs.predict([0, 1], { label: "Which share?", step: 0.05 }));'],
    ['js', 'const kind = view(Inputs.predictOne(["all", "none"], { label: "How many?" }));'],
    ['md', '```after share\n```\nIt is one half.'],
    ['js', 'display(share === undefined || kind === undefined ? "guess first" : `guessed ${share} and ${kind}`);'],
  ]);
  const [number, choice] = ['Which share?', 'How many?'].map((name) => page.getByRole('group', { name }));
  const said = page.locator('.nb-outputs').last();
  await expect(said).toContainText('guess first');
  const answer = page.locator('.nb-cell').nth(2);
  await expect(answer).toBeHidden();
  await expect(number.getByRole('button')).toBeDisabled();
  await expect(number).toContainText('Move the slider to your guess.');
  await number.getByRole('slider').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(number).toContainText('Your guess: 0.55.');
  await expect(answer).toHaveText(/It is one half\./);
  await expect(number.locator('.nb-guess')).toBeFocused();
  await expect(number.getByRole('slider')).toBeDisabled();
  await choice.getByLabel('none').check();
  await expect(said).toContainText('guess first');
  await choice.getByRole('button', { name: 'This is my guess' }).click();
  await expect(said).toContainText('guessed 0.55 and none');
  await expect(page.getByRole('button', { name: 'This is my guess' })).toHaveCount(0);
  await expect.poll(async () => (await keptField(page, 'inputs'))?.map(([, value]) => value)).toEqual([0.55, 1]);
  await page.reload();
  await settled(page);
  await expect(page.getByRole('group', { name: 'Which share?' })).toContainText('Your guess: 0.55.');
  await expect(page.getByRole('group', { name: 'How many?' }).getByLabel('none')).toBeChecked();
});

test('a guess in a link that its control could not give is none', async ({ notebook, page }) => {
  const cells = [
    'const share = view(Inputs.predict([0, 1], { label: "Which share?", step: 0.05 }));',
    'const kind = view(Inputs.predictOne(["all", "none"], { label: "How many?" }));',
  ].map((value, i) => ({ id: i + 1, mode: 'js', value }));
  for (const [share, kind] of [
    [7, 2],
    ['0.5', 'all'],
    [null, -1],
  ]) {
    await page.goto('about:blank');
    const link = linkOf({ title: 'Guesses', cells, inputs: { '1/0': share, '2/0': kind } });
    await notebook.open(`notebooks.html${link}`, 'notebook');
    await page.getByRole('button', { name: 'Run this notebook' }).click(); // each link has its own inputs
    await settled(page);
    for (const name of ['Which share?', 'How many?'])
      await expect(page.getByRole('group', { name })).not.toContainText('Your guess');
    await expect(page.getByRole('button', { name: 'This is my guess' })).toHaveCount(2);
  }
});
