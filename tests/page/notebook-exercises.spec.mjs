/**
 * Exercises and guesses beside boxes and choices: items to be put in order, by keyboard, by dragging and on a small screen.
 */
import { expect, test } from './page.mjs';

const settled = (page) => expect(page.locator('#notebook')).toHaveAttribute('data-running', '0');

/** Opens a file of cells in JavaScript, and runs it. */
async function openFile(notebook, page, cells) {
  await notebook.open('notebooks.html', 'index');
  const scripts = cells.map((value, i) => `<script id="${i + 1}" type="module">\n${value}\n</script>`);
  const buffer = Buffer.from(
    `<notebook><title>Own</title><script id="99" type="text/markdown">\n# Own\n\n## Exercises\n</script>${scripts.join('')}</notebook>`,
  );
  await page.setInputFiles('#open-notebook', { name: 'own.html', mimeType: 'text/html', buffer });
  await page.getByRole('button', { name: 'Run this notebook' }).click();
  await settled(page);
}
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
