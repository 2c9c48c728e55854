/**
 * The notebook page as a fixture. Whatever a test does, it fails when the page asked for anything
 * outside its origin, broke its content security policy, wrote an error to the console, or scrolls sideways in the end.
 *
 * To add a test: `test('what a reader can do', async ({ notebook, page }) => { await notebook.open(); … })`.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { test as base, expect } from '@playwright/test';

export { expect };

export const test = base.extend({
  /** A browser context of its own, with empty caches: for tests of what is loaded, and of other screens. */
  alone: [false, { option: true }],

  /**
   * The context that the other tests of a worker share. Its first tab stays, and opens those of the tests: a page is
   * new in all that it holds, but starts in a process that has the page's files, and their code compiled.
   */
  room: [
    async ({ browser }, use, { project }) => {
      const { viewport, contextOptions, serviceWorkers } = project.use;
      const context = await browser.newContext({ viewport, ...contextOptions, serviceWorkers });
      const door = await context.newPage();
      await door.goto(`${process.env.POSENC_PAGE}door`); // nothing is there; it only has to be of the same origin
      const tab = async () => {
        const [page] = await Promise.all([door.waitForEvent('popup'), door.evaluate(() => void open())]);
        return page;
      };
      /** Leaves nothing of a test: its tabs, and what the page stores. */
      const clear = async () => {
        for (const page of context.pages()) if (page !== door) await page.close();
        await door.evaluate(async () => {
          localStorage.clear();
          for (const { name } of await indexedDB.databases())
            await new Promise((done) => {
              const request = indexedDB.deleteDatabase(name);
              request.onsuccess = request.onerror = request.onblocked = done;
            });
        });
        await context.clearCookies();
      };
      await use({ context, tab, clear });
      await context.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ alone, browser, room, serviceWorkers }, use) => {
    const context = alone ? await browser.newContext({ serviceWorkers }) : room.context;
    await use(context);
    await (alone ? context.close() : room.clear());
  },
  page: async ({ alone, context, room }, use) => {
    await use(alone ? await context.newPage() : await room.tab());
  },

  // `auto`: the watch stands even where a test drives `page` alone.
  notebook: [
    async ({ context, page }, use, { file, title }) => {
      const hits = process.env.POSENC_HITS; // tests/campaign/net.mjs
      const hit = (message) => {
        const id = /^posenc-mutant (\d+)$/.exec(message.text())?.[1];
        if (id) appendFileSync(hits, `${id}\t${basename(file)} ${title}\n`);
      };
      if (hits) context.on('console', hit);
      const origin = process.env.POSENC_PAGE;
      const outside = [];
      const errors = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(origin) && !/^(blob|data):/.test(request.url())) outside.push(request.url());
      });
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      page.on('pageerror', (error) => errors.push(String(error)));
      await page.addInitScript(() => {
        addEventListener('securitypolicyviolation', (event) =>
          console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`),
        );
      });
      const notebook = new Notebook(page, origin);
      await use(notebook);
      if (hits) context.off('console', hit);
      expect(outside, 'requests outside the origin').toEqual([]);
      const unexpected = errors.filter((error) => !notebook.expected.test(error));
      expect(unexpected, 'errors in the console, policy violations included').toEqual([]);
      // an opened menu is moved into the window with the next frame
      if (page.url().startsWith(origin))
        await expect.poll(() => page.evaluate(wider), { message: 'pixels that are reached sideways' }).toBe(0);
    },
    { auto: true },
  ],
});

export { goldenFile as golden } from '../web/support/golden.mjs';
export const bundledConfig = (id) =>
  readFileSync(new URL(`../../web/notebook/configs/${id}.json`, import.meta.url), 'utf8');

/** The chart in `place`: the stage of its shadow root, and what its element answers. */
export const stage = (place) => place.locator('.stage').first();
/** The names of its columns, as its file of numbers has them: x, then each curve. */
export const columnsOf = (place) =>
  stage(place).evaluate((one) => one.getRootNode().host.toCSV().split('\n')[0].slice(1, -1).split('","'));

/** Runs in the page. */
const wider = () => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth);

class Notebook {
  constructor(page, origin) {
    this.page = page;
    this.origin = origin;
    /** Console errors that a test provokes on purpose. */
    this.expected = /^$/;
  }

  /**
   * Opens a page, `address` being what follows its folder (`?gl=0#v=1&…` of the Report), and waits for its first report and for all
   * of its sections, which a reader has when they come into view or when he prints; or only for `sections`, by their
   * ids, which come into view one after the other: what a test does not look at need not be computed. A test that
   * points at places needs all: a section that is made late moves what is under it.
   */
  async open(address = '', ...sections) {
    await this.page.goto(this.origin + address.replace(/^(?=[?#]|$)/, 'report.html'));
    if (sections.length === 0) return this.whole();
    await this.ready();
    for (const id of sections) await expect.poll(() => this.page.evaluate(unmadeAround, id)).toEqual([]);
  }
  async ready() {
    await expect(this.page.locator('html[data-ready]')).toHaveCount(1);
  }
  /** Waits for all sections of the page that is open. */
  async whole() {
    await this.ready();
    await this.page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await expect(this.page.locator('section[data-lazy]')).toHaveCount(0);
  }

  /** One fact of the report as the exact number behind its text. */
  fact(key) {
    return this.page.locator(`[data-fact="${key}"] .value`);
  }
  async number(key) {
    return Number(await this.fact(key).locator('data').getAttribute('value'));
  }
  /** The exact frequencies of the table of pairs. */
  frequencies() {
    return this.page.$$eval('tr[data-pair] td:nth-of-type(1) data', (cells) => cells.map((cell) => Number(cell.value)));
  }

  /** Drops a file on the page, as a desktop would: a text, or bytes. */
  async drop(name, content) {
    const transfer = await this.page.evaluateHandle(
      ([fileName, text, base64]) => {
        const data = new DataTransfer();
        data.items.add(new File([text ?? Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], fileName));
        return data;
      },
      // as one text: numbers in a list are sent by Playwright one by one
      typeof content === 'string' ? [name, content] : [name, null, Buffer.from(content).toString('base64')],
    );
    for (const type of ['dragenter', 'dragover', 'drop'])
      await this.page.dispatchEvent('.drop-zone', type, { dataTransfer: transfer });
  }

  field(name) {
    return this.page.locator(`#encoding [data-field="${name}"]`);
  }
  /** Types into a number box of the encoding's controls. */
  async type(name, text) {
    const box = this.field(name).locator('input[type=number]');
    await box.fill(text);
    await box.blur();
  }

  /** Looks at the whole page once, screen by screen, and at each until what waits for being seen is there. */
  async scrollThrough() {
    for (let y = 0, more = true; more; y += this.page.viewportSize().height) {
      more = await this.page.evaluate(async (to) => {
        scrollTo(0, to);
        // then the page's observers know what is seen
        for (let told = 0; told < 2; told += 1) await new Promise(requestAnimationFrame);
        return to + innerHeight < document.documentElement.scrollHeight;
      }, y);
      await expect.poll(() => this.page.evaluate(unfinishedInView)).toEqual([]);
    }
  }

  /**
   * What axe finds wrong. Our pages have no frames of other origins, for which alone it would have to run outside the
   * page, and only violations are read: a third of the time for the same rules. With `rules`: only of these.
   */
  async violations(rules) {
    const only = rules && { runOnly: { type: 'rule', values: rules } };
    const axe = new AxeBuilder({ page: this.page }).setLegacyMode().options({ resultTypes: ['violations'], ...only });
    const { violations } = await axe.analyze();
    return violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target).join(' ')}`);
  }

  /** Opens everything that is folded away. */
  async unfold() {
    await this.page.$$eval('details', (all) => all.forEach((details) => (details.open = true)));
  }

  /** Waits for the heat map to show a matrix of this size. */
  async picture(rows, cols) {
    await expect(this.page.locator('.cell-reading')).toContainText(
      `${rows.toLocaleString('en')} × ${cols.toLocaleString('en')} values`,
    );
  }
  /** Moves the reading to a cell through the two boxes and gives the exact value shown. */
  async read(row, col) {
    const form = this.page.locator('.go-to');
    await form.locator('input').nth(0).fill(String(row));
    await form.locator('input').nth(1).fill(String(col));
    await form.getByRole('button').click();
    return Number(await this.page.locator('.cell-reading data').getAttribute('value'));
  }

  /** Clicks a button that saves a file; gives its name and bytes. */
  async save(button) {
    const [download] = await Promise.all([this.page.waitForEvent('download'), button.click()]);
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  }
}

/** Runs in the page: what the window shows that is still to come. */
function unfinishedInView() {
  const inView = (element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > 0 && top < innerHeight && element.checkVisibility();
  };
  const unfinished = '[data-lazy], [data-state=waiting], [data-state=working], .tex.seen:not(.raw) > code';
  return [...document.querySelectorAll(unfinished)].filter(inView).map((element) => element.outerHTML.slice(0, 200));
}

/**
 * Runs in the page: scrolls to a section, and tells which are still to be made near the window. One that is made above
 * it moves it, so that it is where it stays, and is seen, when there are none.
 */
function unmadeAround(id) {
  document.getElementById(id).scrollIntoView();
  const near = (element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > -50 && top < innerHeight + 50; // within AHEAD of widgets/lazy-mount.ts
  };
  return [...document.querySelectorAll('section[data-lazy]')].filter(near).map((section) => section.id);
}
