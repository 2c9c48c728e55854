/** Input before a page is ready, or in an unexpected place: no page loses it. */
import { sampled } from '../web/support/random.mjs';
import { bundledConfig, expect, test } from './page.mjs';
import { pages } from './visit.mjs';

for (const file of sampled('pages opened early', pages, 5, (one) => one === 'report.html'))
  test(`${file}: what is unfolded before its section is made has content all the same`, async ({ notebook, page }) => {
    await page.addInitScript(() =>
      addEventListener('DOMContentLoaded', () => {
        for (const details of document.querySelectorAll('main details')) {
          details.open = true;
          details.dataset.early = '';
        }
      }),
    );
    await notebook.open(file);
    for (const details of await page.locator('details[data-early]:visible').all()) {
      await expect(details, await details.textContent()).toHaveAttribute('open');
      await expect(details.locator(':scope > :not(summary)').first(), await details.textContent()).not.toBeEmpty();
    }
  });

const config = bundledConfig('deepseek-v3');
/** Runs in the page: drags a file over it and drops it; returns whether the browser was prevented from opening it. */
const dropOn = ([name, text]) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], name));
  return ['dragover', 'drop'].map(
    (type) => !document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true })),
  );
};
/** These pages answer in place; tests of their own drop files there. */
const inPlace = ['index.html', 'matrix.html', 'mistake.html'];
const handing = pages.filter((one) => !inPlace.includes(one));
for (const file of sampled('pages on which files fall', handing, 5, (one) => one === 'lab.html'))
  test(`${file}: a file that is dropped or a config that is pasted replaces nothing, and is read by the Report`, async ({
    notebook,
    page,
  }) => {
    await page.goto(notebook.origin + file);
    await notebook.ready();
    const title = page.locator('.report-title');
    if (file === 'notebooks.html') return expect(await page.evaluate(dropOn, ['x.html', ''])).toEqual([true, true]);
    expect(await page.evaluate(dropOn, ['photo.png', 'x'])).toEqual([true, true]);
    await expect(page.locator('.fault:visible')).toContainText('photo.png: ');
    expect(await page.evaluate(dropOn, ['mine.json', config])).toEqual([true, true]);
    await expect(title).toHaveText('mine.json');
    expect(new URL(page.url()).pathname).toMatch(/report\.html$/);
    await page.goto(notebook.origin + file);
    await notebook.ready();
    await page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, config);
    await expect(title).toHaveText('pasted config');
  });
