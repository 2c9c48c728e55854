/** Copy link on every page: the copied link restores the page, control by control. */
import { changed, sampled } from '../web/support/random.mjs';
import { expect, test } from './page.mjs';

const pages = ['index', 'report', 'precision', 'large', 'variants', 'kernels', 'spectral-bias', 'lab'];
/** Pasted numbers are too many for a link; the next read or save is not part of the shown state. */
const apart = '.files *, .go-to *, [aria-label="Select"]';

/** Runs in the page: the value of every control, by its place and name. */
function controlsOf(without) {
  const seen = new Map();
  return Object.fromEntries(
    [...document.querySelectorAll('main :is(select, input, textarea, [aria-pressed])')]
      .filter((one) => one.checkVisibility() && one.type !== 'file' && !one.matches(without))
      .map((one) => {
        const label = one.localName === 'button' ? one.textContent.trim() : `${one.type} ${one.ariaLabel ?? ''}`;
        const field = one.closest('[data-field]')?.dataset.field ?? one.name ?? '';
        const name = [one.closest('section')?.id ?? '', field, label, one.type === 'radio' ? one.value : ''].join('/');
        seen.set(name, (seen.get(name) ?? 0) + 1);
        return [
          `${name}/${seen.get(name)}`,
          one.ariaPressed ?? (/checkbox|radio/.test(one.type) ? one.checked : one.value),
        ];
      }),
  );
}
const controls = (page) => page.evaluate(`(${controlsOf})(${JSON.stringify(apart)})`);
const unfold = (page) => page.$$eval('main details', (all) => all.forEach((one) => (one.open = true)));

/** Changes the last menu, number, toggle and box of each section that can be changed. */
async function changeAll(page) {
  for (const id of await page.$$eval('main section[id]', (all) => all.map((one) => one.id)))
    for (const kind of ['select', 'input.number-box', '[aria-pressed=false]', 'input[type=checkbox]']) {
      await unfold(page);
      const one = page.locator(`#${id} ${kind}:not(:is(${apart})):visible:enabled`).last();
      if ((await one.count()) === 0) continue;
      if (kind === 'select') {
        const other = await one.evaluate(({ options, value }) =>
          [...options].map((option) => option.value).find((each, i) => i > 0 && each !== value),
        );
        if (other !== undefined) await one.selectOption(other);
      } else if (kind === 'input.number-box') {
        const value = Number(await one.inputValue());
        if (!Number.isFinite(value)) continue;
        await one.fill(String(Number.isInteger(value) ? (value > 8 ? value - 2 : value + 2) : value / 2));
        await one.blur();
      } else await one.click();
    }
}

for (const name of sampled('pages whose link is copied', pages, 2, (one) => changed(`notebook/${one}/`)))
  test(`${name}: the link that is copied opens the page as it stands`, async ({ notebook, page, context }) => {
    test.slow();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await notebook.open(`${name}.html`);
    await changeAll(page);
    await unfold(page);
    const before = await controls(page);
    expect(Object.keys(before).length).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Copy link' }).click();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await page.goto('about:blank');
    await page.goto(link);
    await notebook.whole();
    await expect
      .poll(async () => {
        await unfold(page);
        return controls(page);
      })
      .toEqual(before);
  });
