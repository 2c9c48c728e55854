/** The page Studies: questions with verdicts, one of them with its runs, and a short version that trains in the page. */
import { studies } from '../../dist/lib/studies/list.js';
import { changed, sampled } from '../web/support/random.mjs';
import { recordedFile } from '../web/support/recorded.mjs';
import { columnsOf, expect, test } from './page.mjs';

const { studies: index, totals } = recordedFile('studies/generated/index.json');

test('every study has its question and the counts of its verdicts, leads to its runs and back, by keyboard', async ({
  notebook,
  page,
}) => {
  const loaded = [];
  page.on('request', (request) => loaded.push(request.url()));
  await notebook.open('studies.html');
  await expect(page.locator('#questions a')).toHaveText(studies.map(({ question }) => question));
  await expect(page.locator('#totals p')).toHaveText(totals);
  expect(loaded.filter((url) => /\.wasm$/.test(url))).toEqual([]);
  for (const { id, seeds, claims } of index) {
    const row = page.locator('.study-row', { has: page.locator(`[data-study="${id}"]`) });
    const counts = await row.locator('.verdict-counts li').allTextContents();
    const sum = counts.reduce((all, text) => all + (Number.parseInt(text, 10) || 0), 0);
    expect(sum, id).toBe(seeds === 0 ? 0 : claims.length);
  }
  const [first] = index;
  await page.getByRole('link', { name: first.question }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(first.question);
  await expect(page.locator('#claims li')).toHaveCount(first.claims.length);
  for (const [i, { verdict }] of first.claims.entries())
    await expect(page.locator('#claims li').nth(i)).toHaveText(new RegExp(`^\\s*${verdict}`));
  await expect(page.locator('#claims')).toContainText(first.claims[0].text);
  await expect(page.locator('#claims')).toContainText(first.claims[0].evidence);
  await expect(page.locator('#claims')).toContainText(first.claims[0].tests);
  const own = recordedFile(`studies/generated/${first.id}.json`);
  await expect(page.locator('#table tbody tr')).toHaveCount(own.rows.length);
  await expect(page.locator('#table tbody tr').first()).toContainText(own.rows[0].at(-1));
  await page.getByRole('button', { name: 'shifted accuracy' }).press('Enter');
  expect(await columnsOf(page.locator('[data-chart=study-curves]'))).toContain('σ = 0.4: median of the recorded seeds');
  await page.getByRole('link', { name: '← All studies' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: first.question })).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(first.question);
});

test('the short version trains here, is drawn beside what is recorded, and can be cancelled', async ({
  notebook,
  page,
}) => {
  await notebook.open('studies.html#v=1&study=relative-or-absolute');
  const study = studies.find(({ id }) => id === 'relative-or-absolute');
  const train = page.getByRole('button', { name: `Train ${study.inPage.arms.length} runs` });
  await train.click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeHidden();
  await train.click();
  await expect(page.locator('#here')).toContainText(/Done: .*One seed decides nothing/, { timeout: 60_000 });
  const columns = await columnsOf(page.locator('[data-chart=study-curves]'));
  for (const arm of study.inPage.arms) expect(columns).toContain(`${arm}: run in this browser`);
});

const short = studies.filter(({ id }) => id !== 'pictures' && id !== 'published-puzzles');
for (const { id, inPage } of [
  ...sampled('short versions of studies', short, 1, ({ id }) => changed(`studies/rows/${id}.ts`)),
  studies.find(({ id: name }) => name === 'published-puzzles'),
])
  test(`${id}: its short version begins`, async ({ notebook, page }) => {
    await notebook.open(`studies.html#v=1&study=${id}`);
    await page.getByRole('button', { name: `Train ${inPage.arms.length} runs` }).click();
    await expect
      .poll(() => columnsOf(page.locator('[data-chart=study-curves]')), { timeout: 60_000 })
      .toContain(`${inPage.arms[0]}: run in this browser`);
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

test('a picture of the reader is seen as the networks see it, and is what they learn; another file is refused in words', async ({
  notebook,
  page,
}) => {
  await notebook.open('studies.html#v=1&study=pictures');
  const choose = page.getByLabel('A picture of your own');
  await choose.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(page.locator('#here')).toContainText('notes.png is no picture that this browser can read');
  await expect(page.locator('canvas.own-picture')).toBeHidden();
  // one grey everywhere, so its visible part is enough
  const grey = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [40, 30];
    const context = canvas.getContext('2d');
    context.fillStyle = '#808080';
    context.fillRect(0, 0, 40, 30);
    return canvas.toDataURL().split(',')[1];
  });
  await choose.setInputFiles({ name: 'grey.png', mimeType: 'image/png', buffer: Buffer.from(grey, 'base64') });
  await expect(page.getByRole('img', { name: 'grey.png, as the networks see it: 16 × 16 pixels' })).toBeVisible();
  await expect(page.locator('#here')).not.toContainText('no picture');
  await page.getByRole('button', { name: 'Train 3 runs' }).click();
  await expect(page.locator('#here')).toContainText(/Done: coordinates: 0\.00/, { timeout: 60_000 });
  await expect(page.locator('#here')).toContainText('the recorded curves are of the drawn one');
});
