import { sampled } from '../web/support/random.mjs';
import { expect, test } from './page.mjs';
import { bar } from './visit.mjs';

test('a number box changes all pictures', async ({ notebook, page }) => {
  await notebook.open();
  await notebook.picture(512, 128);
  await notebook.type('dim', '64');
  await notebook.picture(512, 64);
  await expect(page.locator('#encoding .follows')).toHaveText('Set by hand');
  await page.getByRole('button', { name: 'Follow the configuration again' }).click();
  await notebook.picture(512, 128);
});

test('one press of an arrow key changes the number of any slider, a width never to one that is refused', async ({
  notebook,
  page,
}) => {
  await notebook.open('', 'encoding', 'table');
  await notebook.picture(512, 128);
  const numberOf = async (field) => {
    const text = await field.locator('input[type=number]').inputValue();
    return text === '' ? undefined : Number(text);
  };
  for (const key of ['ArrowRight', 'ArrowUp', 'ArrowLeft', 'ArrowDown']) {
    const before = await numberOf(notebook.field('dim'));
    await notebook.field('dim').locator('input[type=range]').press(key);
    const after = await numberOf(notebook.field('dim'));
    expect(Math.sign(after - before), key).toBe(/Right|Up/.test(key) ? 1 : -1);
  }
  const slider = notebook.field('dim').locator('input[type=range]');
  await slider.press('Home');
  for (const width of [4, 6, 8, 10]) {
    await slider.press('ArrowRight');
    expect(await numberOf(notebook.field('dim'))).toBe(width);
    await expect(notebook.field('dim').locator('.field-error')).toBeEmpty();
  }
  await notebook.picture(512, 10);
  for (const field of await page.locator('#encoding .field:has(input[type=range]:visible)').all()) {
    const before = await numberOf(field);
    const range = field.locator('input[type=range]');
    const last = await range.evaluate(({ value, max }) => value === max);
    await range.press(last ? 'ArrowLeft' : 'ArrowRight');
    expect(await numberOf(field), await field.getAttribute('data-field')).not.toBe(before);
  }
});

test('a wrong number is refused beside its control, and the last picture stays', async ({ notebook, page }) => {
  await notebook.open('#v=1&n=64&offsets=256', 'encoding', 'table');
  await notebook.picture(64, 128);
  for (const [name, text, message, good, channels] of [
    ['base', '-3', /base|greater|> 0|above/, '10000', 128],
    ['factor', '0', /factor|greater|> 0|above/, '2', 128],
    ['dim', '7', /even/, '32', 32],
    ['dim', '', /dim/, '64', 64],
    ['dim', '1e12', /65536/, '16', 16],
  ]) {
    await test.step(`${name} = "${text}"`, async () => {
      const reading = await page.locator('.cell-reading').textContent();
      await notebook.type(name, text);
      const field = notebook.field(name);
      await expect(field.locator('.field-error')).toHaveText(message);
      await expect(field.locator('input[type=number]')).toHaveAttribute('aria-invalid', 'true');
      await expect(page.locator('.cell-reading')).toHaveText(reading);
      await notebook.type(name, good);
      await expect(field.locator('.field-error')).toBeEmpty();
      await expect(field.locator('input[type=number]')).not.toHaveAttribute('aria-invalid', 'true');
      await notebook.picture(64, channels);
    });
  }
});

test('every context extension of the registry can be chosen', async ({ notebook, page }) => {
  await notebook.open('#v=1&n=64&offsets=256', 'encoding');
  const scalings = await page.evaluate(() =>
    posenc.encodings.find(({ id }) => id === 'rope').scalings.map(({ id, params }) => ({ id, params: params.length })),
  );
  expect(scalings.length).toBeGreaterThanOrEqual(12);
  await page.locator('#encoding select[name=encoding]').selectOption('rope');
  for (const scaling of scalings) {
    await page.locator('#encoding select[name=scaling]').selectOption(scaling.id);
    await expect(page.locator('#encoding .scaling .param-form .field')).toHaveCount(scaling.params);
    await expect(page.locator('#encoding [role=alert]:not(:empty)')).toHaveCount(0);
    await expect(page.locator('#encoding .code')).toContainText(scaling.id === 'default' ? 'rope' : `'${scaling.id}'`);
  }
});

test('formulas are MathML and every parameter is explained', async ({ notebook, page }) => {
  await notebook.open('', 'encoding');
  await page.locator('#encoding div.about').scrollIntoViewIfNeeded();
  await expect(page.locator('#encoding div.about math').first()).toBeVisible();
  await expect(page.locator('#encoding .tex.raw')).toHaveCount(0);
  for (const doc of await page.locator('#encoding .param-form .field-doc').allTextContents())
    expect(doc.length).toBeGreaterThan(5);
  await expect(page.locator('#own-bands .reading')).toHaveText(/; wavelengths from 6\.28319 to \d\S* positions\.$/);
});

test('LongRoPE factors are a list, and a wrong length is told at the list', async ({ notebook, page }) => {
  await notebook.open('', 'encoding');
  await page.locator('[data-preset="phi-3-mini-128k"]').click();
  const area = notebook.field('shortFactor').locator('textarea');
  await expect(area).toHaveValue(/^1\.\d+, /);
  await area.fill('1, 1.5, 2');
  await expect(notebook.field('shortFactor').locator('.field-error')).toContainText('48');
});

for (const { file, title } of [bar[0], ...sampled('pages whose number fields are emptied', bar.slice(1), 1)])
  test(`an empty number field is empty, and no page says NaN: ${title}`, async ({ notebook, page }) => {
    await page.goto(`${notebook.origin}${file}?sw=off`);
    await notebook.ready();
    await notebook.unfold();
    const wrong = await page.evaluate(async () => {
      const boxes = [...document.querySelectorAll('main input[type=number]')].filter((box) => box.checkVisibility());
      const found = [];
      for (const box of boxes.slice(0, 16)) {
        const { value } = box;
        const set = (text) => {
          box.value = text;
          for (const type of ['input', 'change']) box.dispatchEvent(new Event(type, { bubbles: true }));
        };
        const told = () => [...document.querySelectorAll('main [role=alert], main .field-error, main .fault, #status')];
        set('');
        for (let turn = 0; turn < 20; turn++) {
          await new Promise((done) => setTimeout(done, 20));
          found.push(
            ...told()
              .map((one) => one.textContent)
              .filter((text) => text.includes('NaN')),
          );
        }
        const own = box.closest('.field')?.querySelector('.field-error')?.textContent ?? '';
        if (own !== '' && !/is empty; it must be/.test(own)) found.push(`${box.name}: ${own}`);
        set(value);
      }
      return { found: [...new Set(found)], boxes: boxes.length };
    });
    expect(wrong.found).toEqual([]);
    if (file === '') expect(wrong.boxes).toBeGreaterThan(3);
  });
