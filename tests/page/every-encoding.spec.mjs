/** The notebook takes every row of the registry: chosen from the menu, each is computed without a complaint. */
import { expect, test } from './page.mjs';

test('every encoding can be chosen, and all cells follow', async ({ notebook, page }) => {
  test.setTimeout(300_000);
  await notebook.open('#v=1&n=64&offsets=256');
  const rows = await page.evaluate(() => posenc.encodings.map(({ id, title, stages }) => ({ id, title, stages })));
  for (const { id, title, stages } of rows) {
    await page.locator('#encoding select[name=encoding]').selectOption(id);
    await expect(page.locator('#encoding .about h3').first(), id).toContainText(title);
    const complaints = () =>
      page.$$eval('main .fault, main .field-error', (all) =>
        all.filter((e) => e.checkVisibility() && e.textContent.trim() !== '').map((e) => e.textContent),
      );
    const pictures = ['table', 'attentionBias', 'relativeMap', 'rotate', 'attentionScores'].filter((picture) =>
      stages.includes(picture),
    );
    for (const picture of pictures) {
      await page.locator('#table select[name=picture]').selectOption(picture);
      await expect(page.locator('#table'), `${id} ${picture}`).toHaveAttribute('data-shown', `${id}/${picture}`);
      expect(await complaints(), `${id} ${picture}`).toEqual([]);
    }
    await expect(page.locator('.code').first(), id).toContainText(`encoding: '${id}'`);
  }
});
