/**
 * Checks of every row of the two long pages, after they were scrolled through; every-page.spec.mjs runs them during its
 * visit. Each function returns the faults that it finds, in words.
 */
import { expect } from './page.mjs';
import { faultsOfFormulas } from './formulas.mjs';

/** Every encoding has a picture that is not blank, and a formula that is not cut. */
const cards = (page) =>
  page.evaluate(() => {
    const ids = posenc.encodings.map((info) => info.id);
    const count = document.querySelectorAll('.card').length;
    const faults = count === ids.length ? [] : [`${count} cards for ${ids.length} encodings`];
    for (const id of ids) {
      const card = document.querySelector(`[data-row="${id}"]`);
      const figure = card.querySelector('.card-picture');
      if (figure.dataset.state !== 'done') faults.push(`${id}: ${figure.dataset.state}, ${figure.textContent}`);
      const canvas = card.querySelector('.card-canvas > div').shadowRoot.querySelector('canvas');
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      if (new Set(new Uint32Array(data.buffer)).size < 2) faults.push(`${id} shows one colour alone`);
      const formula = card.querySelector('.tex.display');
      const math = formula?.querySelector('math');
      if (!math?.checkVisibility() || math.getBoundingClientRect().height === 0) faults.push(`${id} has no formula`);
      else if (formula.scrollWidth > formula.clientWidth) faults.push(`the formula of ${id} is cut`);
    }
    return faults;
  });

/** Every statement has a verdict, a source, and computed figures if it has figures; one document after another. */
async function statements(page) {
  const faults = [];
  let count = 0;
  for (const document of await page.locator('#list a').all()) {
    await document.click();
    await expect(page.locator(`section.errata${await document.getAttribute('href')}`)).toBeVisible();
    for (const live of await page.locator('.live:visible').all()) {
      await live.scrollIntoViewIfNeeded();
      await expect(live).toHaveAttribute('data-state', 'done');
    }
    const rows = page.locator('.erratum:visible');
    count += await rows.count();
    // formulas are typeset when they come near
    await page.mouse.wheel(0, -100_000);
    for (const last = rows.last(); !(await inSight(last));) await page.mouse.wheel(0, 600);
    faults.push(...(await rows.evaluateAll(faultsOfStatements)), ...(await faultsOfFormulas(page)));
  }
  await page.locator('#list a').first().click();
  return count > 40 ? faults : [...faults, `${count} statements`];
}
const inSight = (row) => row.evaluate((one) => one.getBoundingClientRect().bottom < innerHeight + 900);
const faultsOfStatements = (rows) => {
  const faults = [];
  for (const row of rows) {
    const fault = (what) => faults.push(`${row.id}: ${what}`);
    for (const part of ['.verdict', '.source'])
      if (!row.querySelector(part)?.textContent.trim()) fault(`${part} is empty`);
    // A quotation is marked as one, everything else is labelled.
    const head = row.querySelector('.printed blockquote') ? 'Printed' : 'Printed, in our words';
    const heads = [...row.querySelectorAll('.printed h4')].map((h4) => h4.textContent.trim());
    if (heads.length !== 1 || heads[0] !== head) fault(`its heads are ${heads}`);
    // MathML, not its TeX placeholder.
    if (row.querySelector('.tex code')) fault('a formula is TeX');
  }
  return faults;
};

export const rows = { 'encodings.html': cards, 'errata.html': statements };
