/**
 * The figures of lesson 2, "Where am I?": what they show, by mouse and by keyboard. Motion is reduced here, so each
 * stands at the end of its play; the last tests let them play.
 */
import { random } from '../web/support/random.mjs';
import { settled } from './notebook-steps.mjs';
import { expect, test } from './page.mjs';
import { views } from './visit.mjs';

const lesson = 'notebooks.html?name=2-sinusoidal-step-by-step';
const names = ['lock', 'ideas', 'bits', 'clock', 'formula', 'row', 'picture', 'arcs', 'cards', 'keep'];

/** A figure, in view and drawn. */
async function figure(page, name) {
  const place = page.locator(`.nb-view[data-figure=${name}]`);
  await place.scrollIntoViewIfNeeded();
  const made = place.locator('> figure');
  await expect(made).toBeVisible();
  await made.scrollIntoViewIfNeeded();
  return made;
}
async function dragBy(page, element, x, y) {
  const { x: left, y: top, width, height } = await element.boundingBox();
  const from = [left + width / 2, top + height / 2];
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(from[0] + x / 2, from[1] + y / 2);
  await page.mouse.move(from[0] + x, from[1] + y);
  await page.mouse.up();
}
const opened = async (notebook, page) => {
  await notebook.open(lesson, 'notebook');
  await settled(page);
};

test('four uncovered dials leave one lit position, whichever is hidden and in any order', async ({
  notebook,
  page,
}) => {
  await opened(notebook, page);
  const lock = await figure(page, 'lock');
  await expect(lock.locator('.fig-chain')).toHaveText('10,00054955 51'.replace(' ', ''));
  await expect(lock.locator('.fig-found')).toHaveText('3,046');
  const dials = lock.locator('button[aria-pressed]');
  await expect(dials).toHaveCount(4);
  const next = random('orders of dials');
  for (let round = 0; round < 6; round++) {
    const order = [0, 1, 2, 3].map((i) => [next(), i]).sort(([a], [b]) => a - b);
    await lock.getByRole('button', { name: 'New position' }).click();
    await expect(lock).toHaveAttribute('data-left', '10000');
    let before = 10_000;
    for (const [, i] of order) {
      if (round % 2 === 0) await dials.nth(i).click();
      else await dials.nth(i).press('Enter');
      await expect(dials.nth(i)).toHaveAttribute('aria-pressed', 'true');
      const left = Number(await lock.getAttribute('data-left'));
      expect(left).toBeLessThanOrEqual(before); // three may do
      before = left;
    }
    expect(before).toBe(1);
    await expect(lock.locator('.fig-found')).toHaveText(/^\d{1,3}(,\d{3})?$/);
    await expect(lock.locator('.fig-chain li')).toHaveCount(5);
  }
});

test('each idea breaks where its knob is dragged', async ({ notebook, page }) => {
  await opened(notebook, page);
  const ideas = await figure(page, 'ideas');
  const [number, share, bits] = await ideas.getByRole('slider').all();
  await number.press('Home');
  await expect(ideas).not.toContainText('The word has vanished.');
  await dragBy(page, number, 200, 0);
  await expect(ideas).toContainText('The word has vanished.');
  await share.press('Home');
  await expect(ideas).toContainText('Word 3 of 4 gets 3/4 = 0.750.');
  await bits.press('Home');
  const flips = [];
  for (let p = 0; p < 8; p++) {
    flips.push(
      Number(/From \d+ to \d+, (\d|one) digits? flips?/.exec(await ideas.textContent())[1].replace('one', '1')),
    );
    await bits.press('ArrowRight');
  }
  expect(flips).toEqual([1, 2, 1, 3, 1, 2, 1, 4]);
});

test('the strip of steps becomes flat with the cosines, and only with them', async ({ notebook, page }) => {
  await opened(notebook, page);
  const bits = await figure(page, 'bits');
  const spread = async () => Number(await bits.getAttribute('data-spread'));
  const told = bits.locator('output');
  await expect(told).toHaveText('0.964, everywhere');
  expect(await spread()).toBeLessThan(1e-12);
  const knob = bits.getByRole('slider');
  await knob.press('Home');
  await expect(told).toHaveText('from 1.00 to 2.65');
  await knob.press('End');
  await expect(told).toHaveText('from 0.10 to 1.01');
  expect(await spread()).toBeGreaterThan(0.9);
  await knob.press('ArrowLeft');
  await expect(told, 'nothing that Math drew is a result').toHaveText('changing …');
  await bits.getByRole('button', { name: 'Give each sine its cosine' }).click();
  await expect(told).toHaveText('0.964, everywhere');
  const heights = await bits
    .locator('.fig-lengths i')
    .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().height));
  expect(heights.length).toBe(64);
  expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(0.01);
});

test('one shadow leaves two hands, which the next step tells apart', async ({ notebook, page }) => {
  await opened(notebook, page);
  const clock = await figure(page, 'clock');
  const hand = clock.getByRole('slider');
  await expect(hand).toHaveAttribute(
    'aria-valuetext',
    'position 10, on the wall: sine 0.84, on the floor: cosine 0.54',
  );
  await hand.press('ArrowRight');
  await expect(hand).toHaveAttribute('aria-valuenow', '11');
  // to the left, half a turn on
  const room = await clock.locator('.fig-room').boundingBox();
  const tip = await clock.locator('.fig-hand:not(.fig-ghost) circle').boundingBox();
  await page.mouse.move(tip.x + tip.width / 2, tip.y + tip.height / 2);
  await page.mouse.down();
  await page.mouse.move(room.x + 12, room.y + (56 / 128) * room.height - 1);
  await page.mouse.up();
  await expect(hand).toHaveAttribute('aria-valuenow', '31');
  await clock.getByRole('button', { name: 'Cover the floor' }).click();
  const status = clock.getByRole('status');
  await expect(status).toHaveText(
    'The shadow on the wall is at 0.84. Where will it be one position later? Two hands fit: choose one.',
  );
  await clock.getByRole('button', { name: 'The hand of position 21.4' }).press('Enter');
  await expect(status).toHaveText('No choice is right. From 10 the shadow rises to 0.89; from 21.4 it falls to 0.78.');
  await clock.getByRole('button', { name: 'Uncover the floor' }).click();
  await expect(status).toHaveText('The floor is uncovered: one hand is left.');
});

test('numbers are dragged in the formula, and parts light each other', async ({ notebook, page }) => {
  await opened(notebook, page);
  const formula = await figure(page, 'formula');
  const [base, pair, width, position] = await formula.getByRole('slider').all();
  const clocks = formula.locator('.fig-one-clock');
  await expect(clocks).toHaveCount(4);
  await expect(formula.locator('.fig-ratio')).toHaveText('Each clock is 10 times as slow as the one before.');
  await width.press('ArrowRight');
  await expect(clocks).toHaveCount(6);
  await dragBy(page, width, -48, 0);
  await expect(clocks).toHaveCount(3);
  await width.press('Home');
  await expect(clocks).toHaveCount(2);
  await expect(formula.locator('.fig-ratio')).toContainText('100 times');
  await base.press('ArrowRight');
  await expect(base).toHaveAttribute('aria-valuetext', '100000');
  await expect(formula.locator('.fig-ratio')).toContainText('316.2 times');
  await base.press('ArrowLeft');
  await pair.press('End');
  await expect(pair).toHaveText('1');
  await position.press('End');
  await expect(formula).toContainText('100 · 0.01 = 1');
  const lit = () => formula.getAttribute('data-lit');
  await formula.locator('.fig-one-clock').first().locator('[data-part=p]').hover();
  expect(await lit()).toBe('p');
  await formula.locator('var[data-part=theta]').first().hover();
  expect(await lit()).toBe('theta');
});

test('position 3 by hand: what is right, and what a slip is told', async ({ notebook, page }) => {
  await opened(notebook, page);
  const row = await figure(page, 'row');
  const status = row.getByRole('status');
  for (const [i, given, told] of [
    [0, '0.0523', 'Set the calculator to radians.'],
    [0, '-0.1411', 'The sign is wrong'],
    [0, '-0.99', 'That is the other shadow'],
    [1, '−0.9899', 'rounded, −0.9900'],
    [2, '0.1411', 'The second clock has turned by 0.03 only.'],
    [2, 'x', 'This is no number.'],
    [3, '0.5', 'Not yet.'],
    [0, '0.1411', '0.1411: right.'],
    [1, '-0.99', '−0.9900: right.'],
    [2, '0.03', '0.0300: right.'],
    [3, '0.9996', 'This is the row of position 3.'],
  ]) {
    const box = row.getByRole('textbox', { name: `Channel ${i}` });
    await box.fill(given);
    await box.press('Enter');
    await expect(status, given).toContainText(told);
  }
});

test('a row, a column and the order of the table are chosen in its picture', async ({ notebook, page }) => {
  await opened(notebook, page);
  const picture = await figure(page, 'picture');
  const [row, column] = await picture.getByRole('slider').all();
  await row.press('Home');
  await column.press('Home');
  await expect(picture).toContainText('Position 0, channel 0: the sine of clock 0, 0.0000.');
  await row.press('ArrowRight');
  await column.press('ArrowRight');
  await expect(picture).toContainText('Position 1, channel 1: the cosine of clock 0, 0.5403.');
  await picture.getByRole('button', { name: 'half' }).click();
  await expect(picture, 'the same wave has another place').toContainText(
    'Position 1, channel 32: the cosine of clock 0, 0.5403.',
  );
  const { x, y, width, height } = await picture.locator('canvas').boundingBox();
  await page.mouse.click(x + (63.5 / 64) * width, y + (127.5 / 128) * height);
  await expect(picture).toContainText('Position 127, channel 63: the cosine of clock 31');
  await dragBy(page, row, 0, -height);
  await expect(row).toHaveAttribute('aria-valuenow', '0');
});

test('arcs and rotations stay when both markers are dragged, and the hands turn', async ({ notebook, page }) => {
  await opened(notebook, page);
  const arcs = await figure(page, 'arcs');
  const [joint, gap] = await arcs.getByRole('slider').all();
  const cut = () => arcs.locator('.fig-cut').evaluateAll((all) => all.map((one) => one.getAttribute('d')));
  const blocks = () => arcs.locator('.fig-block').allTextContents();
  const hands = () =>
    arcs.locator('.fig-hand:not(.fig-ahead)').evaluateAll((all) => all.map((one) => one.getAttribute('transform')));
  const before = [await cut(), await blocks()];
  expect(before[1][0]).toBe('0.284−0.9590.9590.284');
  const turned = await hands();
  await joint.press('Home');
  await expect(joint).toHaveAttribute('aria-valuetext', 'From position 0 to 5');
  expect([await cut(), await blocks()]).toEqual(before);
  expect(await hands()).not.toEqual(turned);
  await dragBy(page, joint, 200, 0);
  expect(Number(await joint.getAttribute('aria-valuenow'))).toBeGreaterThan(20);
  expect([await cut(), await blocks()]).toEqual(before);
  await gap.press('ArrowRight');
  expect(await cut()).not.toEqual(before[0]);
  expect((await blocks())[0]).not.toBe(before[1][0]);
});

test('every card answers, and the card to keep has the four numbers', async ({ notebook, page }) => {
  await opened(notebook, page);
  const cards = await figure(page, 'cards');
  for (let i = 0; i < 4; i++)
    await cards
      .getByRole('button', { name: i % 2 ? 'False' : 'True' })
      .first()
      .click();
  await expect(cards.getByRole('status')).toHaveCount(4);
  await expect(cards.getByRole('button')).toHaveCount(0);
  await expect(cards).toContainText('Right, it is false. Every turn has a factor 2π.');
  const keep = await figure(page, 'keep');
  await expect(keep.locator('.fig-keep-numbers b')).toHaveText(['549', '55', '5', '1']);
});

test('copies have the figures as charts, and the card prints on one sheet', async ({ notebook, page }) => {
  await opened(notebook, page);
  for (const [copy, picture, count] of [
    ['Copy as a page to read, without scripts', '<figure>', 8],
    ['Copy for LaTeX', '\\begin{tikzpicture}', 8],
  ]) {
    await page.getByText('File', { exact: true }).click();
    const { bytes } = await notebook.save(page.getByRole('button', { name: copy }));
    expect(String(bytes).split(picture).length - 1, copy).toBe(count);
  }
  await figure(page, 'keep');
  const sheets = async () => String(await page.pdf()).match(/\/Type \/Page\b/g).length;
  expect(await sheets()).toBeGreaterThan(5);
  await page.evaluate(() => (document.documentElement.dataset.printing = 'card'));
  expect(await sheets()).toBe(1);
});

test('every slider of a figure has a name, and goes from end to end by keys', async ({ notebook, page }) => {
  await opened(notebook, page);
  let count = 0;
  for (const name of names) {
    for (const slider of await (await figure(page, name)).getByRole('slider').all()) {
      const value = async (attribute) => Number(await slider.getAttribute(attribute));
      expect(await slider.getAttribute('aria-label'), name).toMatch(/\S/);
      const [min, max] = [await value('aria-valuemin'), await value('aria-valuemax')];
      await slider.press('End');
      expect(await value('aria-valuenow'), name).toBe(max);
      await slider.press('ArrowLeft');
      expect(await value('aria-valuenow'), name).toBeLessThan(max);
      await slider.press('PageDown');
      await slider.press('Home');
      expect(await value('aria-valuenow'), name).toBe(min);
      await slider.press('ArrowUp');
      expect(await value('aria-valuenow'), name).toBeGreaterThan(min);
      count++;
    }
  }
  expect(count).toBe(13);
  expect(await notebook.violations()).toEqual([]);
});

test.describe('slides', () => {
  test.use({ alone: true, viewport: { width: 1280, height: 720 } });
  test('none is longer than the window, and what is for readers is in the notes only', async ({ notebook, page }) => {
    await notebook.open(`${lesson}&present`, 'notebook');
    await settled(page);
    const where = page.locator('.nb-presenter [role=status]');
    const shown = [];
    for (let at = 1, of = 2; at <= of; at++) {
      await expect(where).toHaveText(new RegExp(`^${at} of `));
      of = Number(/of (\d+)$/.exec(await where.textContent())[1]);
      const view = page.locator('[data-here] .nb-view.figure');
      if ((await view.count()) > 0) {
        await expect(view.locator('figure')).toBeVisible();
        shown.push(await view.getAttribute('data-figure'));
      }
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollHeight - innerHeight), {
          message: `slide ${at}`,
        })
        .toBeLessThanOrEqual(1);
      await expect(page.getByText('From the sine alone you cannot tell')).toBeHidden();
      if (at < of) await page.keyboard.press('PageDown');
    }
    expect(shown).toEqual(names);
    await page.keyboard.press('Escape');
    await expect(page.locator('figure.fig').first(), 'as large as before').not.toHaveAttribute('style', /zoom/);
  });
});

test.describe('with motion', () => {
  test.use({ alone: true, contextOptions: { reducedMotion: 'no-preference' } });
  test('a figure plays once it is seen, and a touch stops it', async ({ page, notebook }) => {
    await notebook.open(lesson, 'notebook');
    const lock = await figure(page, 'lock');
    await expect(lock, 'it plays').toHaveAttribute('data-left', '549');
    await lock.getByRole('button', { name: 'New position' }).click();
    await expect(lock).toHaveAttribute('data-left', '10000');
    // as many frames as the next step would take
    await page.evaluate(async () => {
      const begun = document.timeline.currentTime;
      while (document.timeline.currentTime < begun + 2500) await new Promise(requestAnimationFrame);
    });
    await expect(lock).toHaveAttribute('data-left', '10000');
  });
});

test.describe('on a phone, dark', () => {
  const { viewport, deviceScaleFactor, hasTouch, isMobile } = views.phone.options;
  test.use({ alone: true, viewport, deviceScaleFactor, hasTouch, isMobile, colorScheme: 'dark' });
  test('figures fit, have contrast, and follow a finger', async ({ notebook, page }) => {
    await opened(notebook, page);
    for (const name of names) {
      const { x, width } = await (await figure(page, name)).boundingBox();
      expect(x, name).toBeGreaterThanOrEqual(0);
      expect(x + width, name).toBeLessThanOrEqual(viewport.width);
    }
    expect(await notebook.violations()).toEqual([]);
    const joint = (await figure(page, 'arcs')).getByRole('slider').first();
    await joint.press('Home');
    const box = await joint.boundingBox();
    const [left, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const finger = await page.context().newCDPSession(page);
    for (const [type, by] of [
      ['touchStart', 0],
      ['touchMove', 40],
      ['touchMove', 90],
    ])
      await finger.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: left + by, y }] });
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    expect(Number(await joint.getAttribute('aria-valuenow'))).toBeGreaterThan(20);
  });
});
