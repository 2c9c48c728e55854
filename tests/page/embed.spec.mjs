/**
 * `<posenc-chart>`, the notebook widget, and the examples of examples/embed, in foreign pages under a policy stricter
 * than most; charts of the gallery by their embed code; and our pages in frames of other sites.
 */
import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { marked } from 'marked';
import { sampled } from '../web/support/random.mjs';
import { serve } from '../../web/tools/serve.mjs';
import { root } from '../../web/tools/setup.mjs';
import { addPictures } from './picture.mjs';
import { assertNotebook } from '../web/nbformat/nbformat.mjs';
import { newFolder } from '../web/support/own-folder.mjs';

const strict = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'";
const page = (script, body) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${strict}"><title>x</title><script ${script}></script><body>${body}`;

let server;
let folder;
test.beforeAll(async () => {
  folder = newFolder();
  cpSync(join(root, 'examples/embed'), folder, { recursive: true });
  copyFileSync(join(root, 'dist/script/posenc-chart.js'), join(folder, 'posenc-chart.js'));
  for (const name of ['reveal.js', 'reveal.css', 'reset.css'])
    copyFileSync(join(root, 'node_modules/reveal.js/dist', name), join(folder, name));
  mkdirSync(join(folder, 'package'));
  cpSync(join(root, 'dist'), join(folder, 'package'), { recursive: true });
  writeFileSync(
    join(folder, 'own.html'),
    page(
      'src="posenc-chart.js"',
      `<div id="host"></div><posenc-chart id="bad" spec="{"></posenc-chart>
       <posenc-chart id="unknown" chart="pie"></posenc-chart>
       <posenc-chart id="data" chart="bar" data='{"names":["a"],"series":[{"name":"n","values":[2]}]}'></posenc-chart>
       <posenc-chart id="wrong" chart="bar" data='{"names":["a"],"series":[{"name":"n","values":["x"]}]}'></posenc-chart>
       <posenc-chart id="late" chart="scatter"></posenc-chart>
       <posenc-chart id="one" group="g" chart="line" positions="32" options='{"x":{"title":"position"}}'></posenc-chart>
       <posenc-chart id="two" group="g" positions="32"></posenc-chart>
       <div style="height:5000px"></div><posenc-chart id="far"></posenc-chart>`.replace(
        ' style="height:5000px"',
        ' class="tall"',
      ),
    ),
  );
  writeFileSync(join(folder, 'widget.html'), page('type="module" src="widget.js"', '<div id="cell"></div>'));
  writeFileSync(
    join(folder, 'widget.js'),
    `import widget from './package/lib/widget.js';
     const state = { spec: { encoding: 'rope', dim: 16 }, chart: 'clock-hands', positions: 16 };
     const listeners = new Map();
     globalThis.model = {
       get: (name) => state[name],
       set: (name, value) => { state[name] = value; listeners.get('change:' + name)?.(); },
       save_changes: () => {},
       on: (event, listener) => listeners.set(event, listener),
       off: (event) => listeners.delete(event),
       listeners,
     };
     globalThis.end = widget.render({ model, el: document.querySelector('#cell') });`,
  );
  server = await serve(folder, 0);
});
test.afterAll(() => server.close());

let faults;
test.beforeEach(async ({ page: tab }) => {
  faults = [];
  tab.on('pageerror', (error) => faults.push(String(error)));
  tab.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await tab.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) =>
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  await addPictures(tab);
});
test.afterEach(() => expect(faults).toEqual([]));

test('the example: one script, three charts, light and dark', async ({ page: tab }) => {
  const asked = [];
  tab.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await tab.goto(`${server.url}index.html`);
  const charts = tab.locator('posenc-chart');
  await expect(charts.nth(0).locator('canvas')).toBeVisible();
  await expect(charts.nth(1).locator('svg circle').first()).toBeAttached();
  await expect(charts.nth(1).locator('[data-theme=dark]')).toBeAttached();
  expect(asked.filter((path) => !path.endsWith('/') && path !== '/favicon.ico')).toEqual([
    '/index.html',
    '/posenc-chart.js',
  ]);
  await expect(charts.nth(2).locator('.about')).toContainText('Loss of a run');
  // attribute changes are followed
  await charts.nth(0).evaluate((element) => element.setAttribute('chart', 'spectrum'));
  await expect(charts.nth(0).locator('.about')).toContainText('Spectrum');
  const svg = await charts.nth(0).evaluate((element) => element.chart.toSVG());
  expect(svg).toContain('A sinusoidal table');
});

test('in a shadow root; what is wrong is said in its place; what is far is not made', async ({ page: tab }) => {
  await tab.goto(`${server.url}own.html`);
  await tab.evaluate(() => {
    document.querySelector('.tall').style.height = '5000px';
    const root = document.querySelector('#host').attachShadow({ mode: 'open' });
    root.append(document.createElement('posenc-chart'));
  });
  await expect(tab.locator('#host posenc-chart canvas')).toBeVisible();
  await expect(tab.locator('#bad')).toContainText('spec must be JSON, such as {"encoding"');
  await expect(tab.locator('#unknown')).toContainText('chart must be one of');
  await expect(tab.locator('#wrong')).toContainText(
    "data.series[0].values[0] must be a number or null, got 'x' (a string)",
  );
  await expect(tab.locator('#data .about')).toContainText('1 bar');
  // data that arrive later, as content and by the property, which takes precedence
  const about = tab.locator('#late .about');
  await tab.evaluate(() => {
    const script = Object.assign(document.createElement('script'), { type: 'application/json' });
    script.textContent = '{"x":[1,2,3],"y":[1,null,3]}';
    document.querySelector('#late').append(script);
  });
  await expect(about).toContainText('3 points');
  await tab.evaluate(() => (document.querySelector('#late').data = { x: Float64Array.of(1, 2), y: [3, 4] }));
  await expect(about).toContainText('2 points');
  // a group shares one selection
  await tab.locator('#two').scrollIntoViewIfNeeded();
  await expect(tab.locator('#two canvas')).toBeVisible();
  const told = tab.evaluate(
    () => new Promise((done) => addEventListener('chart-select', ({ detail }) => done(detail.points.length))),
  );
  await tab.evaluate(() => document.querySelector('#one').chart.select({ position: [3, 6] }));
  expect(await told).toBe(4);
  await expect(tab.locator('#two').locator('svg rect[fill-opacity]').last()).toBeAttached();
  expect(await tab.evaluate(() => document.querySelector('#two').chart.selection)).toEqual({ position: [3, 6] });
  await tab.locator('#far').scrollIntoViewIfNeeded();
  await expect(tab.locator('#far canvas')).toBeVisible();
});

test('the widget draws its model, follows it, and lets go', async ({ page: tab }) => {
  await tab.goto(`${server.url}widget.html`);
  const cell = tab.locator('#cell');
  await expect(cell.locator('.about')).toContainText('8 dials');
  await tab.evaluate(() => globalThis.model.set('spec', { encoding: 'rope', dim: 8 }));
  await expect(cell.locator('.about')).toContainText('4 dials');
  await cell.locator('.stage').hover({ position: { x: 20, y: 60 } });
  expect(await tab.evaluate(() => globalThis.model.get('cursor'))).toEqual({ pair: 0 });
  await tab.evaluate(() => globalThis.model.set('chart', 'no such chart'));
  await expect(cell).toContainText('chart must be one of');
  expect(await tab.evaluate(() => (globalThis.end(), globalThis.model.listeners.size))).toBe(0);
});

test('slides of reveal.js: charts turn with their slides, and are read where the slide is scaled', async ({
  page: tab,
}) => {
  await tab.setViewportSize({ width: 1600, height: 1000 });
  await tab.goto(`${server.url}slides.html`);
  await expect(tab.locator('.reveal.ready')).toBeVisible();
  await tab.keyboard.press('ArrowRight');
  const clocks = tab.locator('posenc-chart').first();
  await expect(clocks.locator('.about')).toContainText('16 dials');
  // the middle of the last dial
  const dial = await clocks.locator('svg text').last().boundingBox();
  await tab.mouse.move(dial.x + dial.width / 2, dial.y - 30);
  await expect(clocks.locator('.tip b')).toContainText('pair 15');
  await clocks.getByRole('slider', { name: 'position' }).fill('20');
  await tab.mouse.click(20, 20);
  await tab.keyboard.press('ArrowRight');
  const curves = tab.locator('posenc-chart').nth(1);
  await expect(curves.locator('.tip b')).toContainText('position 20');
});

test('a lesson in Markdown', async ({ page: tab }) => {
  const text = readFileSync(join(root, 'examples/embed/lesson.md'), 'utf8');
  writeFileSync(join(folder, 'lesson.html'), page('src="posenc-chart.js"', marked.parse(text)));
  await tab.goto(`${server.url}lesson.html`);
  await expect(tab.locator('posenc-chart .about').nth(0)).toContainText('32 pairs, positions per turn from 6.28319');
  await expect(tab.locator('posenc-chart .about').nth(1)).toContainText('2 bars');
  await expect(tab.locator('li')).toHaveCount(1);
});

test('the Python notebook: its widget from the module that it makes, with models as it makes them', async ({
  page: tab,
}) => {
  const notebook = JSON.parse(readFileSync(join(root, 'examples/embed/notebook.ipynb'), 'utf8'));
  assertNotebook(notebook);
  const source = Object.fromEntries(notebook.cells.map((cell) => [cell.id, cell.source.join('')]));
  // the module is the file and the line that the class appends to it
  const [, file] = /Path\("([^"]+)"\)/.exec(source.widget);
  const [, line] = /"\\n(export default [^"]+)\\n"/.exec(source.widget);
  writeFileSync(join(folder, 'cell.js'), `${readFileSync(join(folder, file), 'utf8')}\n${line}\n`);
  const traits = [...source.widget.matchAll(/^ {4}(\w+) = traitlets\.\w+\(([^)]*)\)/gm)].map(([, name, first]) => [
    name,
    first.startsWith('None') ? null : first === 'auto' ? first : JSON.parse(first),
  ]);
  expect(traits.map(([name]) => name)).toContain('selection');
  const models = ['rope', 'loss'].map((id) => {
    const inside = /PosencChart\(([^]*?)\n?\)(?:\nchart)?$/.exec(source[id].trim())[1];
    const json = inside
      .trim()
      .replace(/(^|,\s*)(\w+)=/g, '$1"$2":')
      .replaceAll('True', 'true')
      .replaceAll('None', 'null');
    return { ...Object.fromEntries(traits), ...JSON.parse(`{${json.trim().replace(/,$/, '')}}`) };
  });
  writeFileSync(
    join(folder, 'cells.js'),
    `import widget from './cell.js';
     globalThis.states = ${JSON.stringify(models)};
     for (const state of states)
       widget.render({
         el: document.querySelector('#cell').appendChild(document.createElement('div')),
         model: { get: (name) => state[name], set: (name, value) => (state[name] = value), save_changes() {}, on() {}, off() {} },
       });`,
  );
  writeFileSync(join(folder, 'cells.html'), page('type="module" src="cells.js"', '<div id="cell"></div>'));
  await tab.goto(`${server.url}cells.html`);
  const outputs = tab.locator('#cell > div');
  await expect(outputs.nth(0).locator('.about')).toContainText('16 dials');
  await expect(outputs.nth(1).locator('.about')).toContainText('Loss of a run');
  await outputs.nth(1).locator('.stage').focus();
  for (const key of ['Home', 's', 'ArrowRight', 'ArrowRight', 's']) await tab.keyboard.press(key);
  expect(await tab.evaluate(() => globalThis.states[1].selection)).toEqual({ step: [0, 200] });
});

test('charts of the gallery, by the code that it gives, in a blank page', async ({ page: tab, context }) => {
  test.slow();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await tab.goto(`${process.env.POSENC_PAGE}charts.html`);
  await expect(tab.locator('html[data-ready]')).toHaveCount(1);
  const every = await tab.$$eval('#gallery > section', (all) => all.map(({ id }) => id));
  const made = 'spectrum';
  const ids = [...new Set([made, ...sampled('charts that are embedded', every, 5)])];
  const codes = [];
  const drawn = [];
  for (const id of ids) {
    const figure = tab.locator(`#${id} .gallery-chart`);
    await figure.scrollIntoViewIfNeeded();
    await expect(figure).toHaveAttribute('data-state', 'done');
    const button = figure.getByRole('button', { name: 'Embed' });
    await button.focus();
    await tab.keyboard.press('Enter');
    const panel = figure.getByRole('region', { name: 'Embed this chart' });
    await expect(panel.getByRole('status')).toContainText('Copied.');
    const code = await panel.getByRole('textbox', { name: 'Code of the chart' }).inputValue();
    if (codes.length === 0) expect(await tab.evaluate(() => navigator.clipboard.readText())).toBe(code);
    const frame = await panel.getByRole('textbox', { name: 'Code of a frame' }).inputValue();
    expect(frame).toContain(`?embed=1&amp;only=${id}"`);
    codes.push(code);
    // charts and the tracing of calls share module state: the page has one copy of both
    if (id === made) expect(code).toContain('{"call":["analyse"');
    drawn.push(await figure.locator('> div').evaluate((chart) => pictureOf(chart)));
    await panel.getByRole('button', { name: 'Copy: Code of the chart' }).focus();
    await tab.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(button).toBeFocused();
  }
  writeFileSync(
    join(folder, 'pasted.html'),
    `<!doctype html><html lang="en"><title>x</title><link rel="icon" href="data:,"><body>\n${codes.join('\n')}`,
  );
  const strictServer = await serve(folder, 0, {
    'Content-Security-Policy': "script-src 'self' 'wasm-unsafe-eval'; connect-src 'none'",
  });
  await tab.goto(`${strictServer.url}pasted.html`);
  for (const [i, id] of ids.entries()) {
    const chart = tab.locator('posenc-chart').nth(i);
    await chart.scrollIntoViewIfNeeded();
    await expect(chart.locator('.about'), id).not.toBeEmpty();
    const again = await chart.evaluate((element) => pictureOf(element.chart));
    const thinned = codes[i].length > 40_000;
    expect(again.words, id).toEqual(drawn[i].words);
    expect(again.nodes, id).toEqual(drawn[i].nodes);
    expect(again.numbers.length > 20, id).toBe(true);
    if (thinned) continue;
    const apart = again.numbers.map((value, at) => Math.abs(value - drawn[i].numbers[at]));
    expect(Math.max(...apart), id).toBeLessThan(0.1);
  }
  strictServer.close();
});

/** A link to a notebook of the page with another first cell. */
function linkTo(name, cell) {
  const text = JSON.stringify({ title: 'Foreign', cells: [cell] });
  return `notebooks.html?name=${name}&embed=1#v=1&nb=${deflateRawSync(text).toString('base64url')}`;
}

test(
  'our pages in frames of another site: only where the address asks for it, without header, with their height',
  {
    tag: '@window',
  },
  async ({ page: tab }) => {
    const pages = process.env.POSENC_PAGE;
    const foreign = `${pages}${linkTo('exact-positions', { id: 900, mode: 'js', value: 'display(6 * 7)', pinned: false, hidden: false })}`;
    const frames = {
      chart: `${pages}charts.html?embed=1&only=spectrum&hide=code`,
      refused: `${pages}charts.html`,
      own: `${pages}notebooks.html?name=exact-positions&embed=1`,
      linked: foreign,
      unseen: foreign,
    };
    writeFileSync(
      join(folder, 'course.html'),
      `<!doctype html><html lang="en"><title>x</title><link rel="icon" href="data:,"><script src="course.js"></script><body>
     ${Object.entries(frames)
       .map(
         ([id, src]) => `<iframe id="${id}" width="900" height="700" src="${src.replaceAll('&', '&amp;')}"></iframe>`,
       )
       .join('')
       .replace('id="unseen"', 'id="unseen" style="opacity:.02"')}`,
    );
    writeFileSync(
      join(folder, 'course.js'),
      `addEventListener('message', ({ data, source }) => {
       for (const frame of document.querySelectorAll('iframe'))
         if (frame.contentWindow === source && data?.type === 'posenc-height') frame.dataset.height = data.height;
     });`,
    );
    const course = await serve(folder, 0, {
      'Content-Security-Policy': `default-src 'none'; script-src 'self'; frame-src http:; style-src 'unsafe-inline'; img-src data:`,
    });
    await tab.clock.install();
    const refusal = /frame-ancestors 'none'|ERR_BLOCKED_BY_RESPONSE|chrome-error/;
    await tab.goto(course.url.replace('localhost', '127.0.0.1') + 'course.html');

    const chart = tab.frameLocator('#chart');
    await expect(chart.locator('#spectrum .about')).toContainText('Spectrum');
    for (const gone of ['.top', '.bottom', '.hero', '#line', '#bar', '#spectrum .code'])
      await expect(chart.locator(gone).first()).toBeHidden();
    const height = () => tab.$eval('#chart', (frame) => Number(frame.dataset.height));
    await expect.poll(height).toBeGreaterThan(300);
    const before = await height();
    await chart.getByRole('button', { name: /^Values of/ }).click();
    await expect.poll(height).toBeGreaterThan(before + 100);

    // a frame out of view draws nothing
    await tab.$eval('#own', (frame) => frame.scrollIntoView());
    await expect(tab.frameLocator('#own').locator('#notebook')).toHaveAttribute('data-running', '0', {
      timeout: 30_000,
    });
    await expect(tab.frameLocator('#own').locator('.nb-cell[data-state=failed]')).toHaveCount(0);
    await expect(tab.frameLocator('#refused').locator('main')).toHaveCount(0);

    // A visible notebook of a link runs, and is not remembered; otherwise a click opens it elsewhere. A hand rests on a
    // button before it presses: drawing under it must not make a browser consider the button hidden.
    await tab.$eval('#linked', (frame) => frame.scrollIntoView());
    const linked = tab.frameLocator('#linked');
    await linked.locator('.nb-review .primary').scrollIntoViewIfNeeded();
    const run = linked.locator('.nb-review .primary');
    const inside = await (await tab.$('#linked')).contentFrame();
    const ran = () => inside.$eval('#cell-900 .nb-outputs', (one) => one.textContent.includes('42'));
    await run.hover();
    await test.step('a press in a frame that has no focus gives it the focus, and is none', async () => {
      await expect(run).toHaveText('Run this notebook');
      await expect(run).toHaveAttribute('aria-disabled', 'true');
      await run.click({ force: true });
      await expect(run).toHaveText('Press again to run it');
    });
    await test.step('what covers the button until the first press of a double click leads no second one', async () => {
      await expect(run).not.toHaveAttribute('aria-disabled');
      const { x, y, width, height } = await run.boundingBox();
      await tab.evaluate(
        ([left, top, wide, high]) => {
          const cover = document.createElement('div');
          cover.id = 'cover';
          cover.textContent = 'Press twice';
          const place = { position: 'fixed', left: `${left - 9}px`, top: `${top - 9}px` };
          Object.assign(cover.style, place, { width: `${wide + 18}px`, height: `${high + 18}px`, background: 'gold' });
          document.body.append(cover);
        },
        [x, y, width, height],
      );
      await expect(run).toHaveText('Open it in a tab of its own');
      await tab.evaluate(() => {
        const cover = document.getElementById('cover');
        cover.addEventListener('mousedown', () => cover.remove(), { once: true });
      });
      // time stops between the two
      await tab.clock.pauseAt(new Date(Date.now() + 2000));
      await tab.mouse.move(x + width / 2, y + height / 2);
      for (const clickCount of [1, 2]) {
        await tab.mouse.down({ clickCount });
        await tab.mouse.up({ clickCount });
        await expect(run, 'the browser looked again').not.toHaveText('Open it in a tab of its own');
        await expect(tab.locator('#cover')).toHaveCount(0);
      }
      await expect(run).toHaveText('Press again to run it');
      await tab.clock.runFor(499);
      await run.click({ force: true });
      await tab.clock.resume();
      await expect(run).not.toHaveAttribute('aria-disabled');
      expect(await ran()).toBe(false);
    });
    await run.click({ timeout: 5000 });
    await expect(linked.locator('#cell-900 .nb-outputs')).toContainText('42', { timeout: 30_000 });
    // a browser may deny storage to pages in frames altogether
    const kept = () => {
      try {
        return localStorage.length;
      } catch {
        return 0;
      }
    };
    expect(await inside.evaluate(kept)).toBe(0);
    await tab.$eval('#unseen', (frame) => frame.scrollIntoView());
    const unseen = tab.frameLocator('#unseen');
    for (const name of ['Open it in a tab of its own', 'Run all']) {
      const [opened] = await Promise.all([
        tab.context().waitForEvent('page'),
        unseen.getByRole('button', { name, exact: true }).click(),
      ]);
      expect(opened.url()).toContain('notebooks.html?name=exact-positions#v=1&nb=');
      await expect(opened.getByRole('button', { name: 'Run this notebook' })).toBeVisible();
      await opened.close();
    }
    await expect(unseen.locator('#cell-900 .nb-outputs')).not.toContainText('42');

    course.close();
    expect(faults.filter((fault) => !refusal.test(fault))).toEqual([]);
    expect(faults.length).toBeGreaterThan(0);
    faults.length = 0;
  },
);
