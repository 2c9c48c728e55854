/** The notebook accepts every row of the registry: chosen from the menu, each is computed without an error. */
import { sampled } from '../web/support/random.mjs';
import { expect, test } from './page.mjs';

// Split for two workers.
const parts = 2;
for (let part = 0; part < parts; part += 1)
  test(`every encoding can be chosen, and all cells follow: part ${part + 1} of ${parts}`, async ({
    notebook,
    page,
  }) => {
    test.slow();
    await notebook.open('#v=1&n=64&offsets=256');
    const every = await page.evaluate(() =>
      posenc.encodings.map(({ id, title, stages, params }) => ({
        id,
        title,
        stages,
        params: params.length,
      })),
    );
    const rows = sampled('encodings that are chosen', every, 8);
    for (const { id, title, stages, params } of rows.filter((_, i) => i % parts === part)) {
      await page.locator('#encoding select[name=encoding]').selectOption(id);
      await expect(page.locator('#encoding .about h3').first(), id).toContainText(title);
      await expect(page.locator('#encoding .about .citation').first(), id).not.toBeEmpty();
      await expect(page.locator('#encoding .param-form').first().locator('.field'), id).toHaveCount(params);
      await expect(page.locator('#encoding [role=alert]:not(:empty)'), id).toHaveCount(0);
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
