/**
 * The notebook page as a fixture. Every test fails if the page requests anything outside its origin, violates its
 * content security policy, logs an error to the console, or scrolls sideways at the end.
 *
 * To add a test: `test('what a reader can do', async ({ notebook, page }) => { await notebook.open(); … })`.
 */
import { readFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { test as base, expect } from '@playwright/test';

export { expect };

export const test = base.extend({
  /** A separate browser context with empty caches, for tests of loading and of other screens. */
  alone: [false, { option: true }],

  /**
   * The context that the other tests of a worker share. Its first tab stays open and opens the tabs of the tests: each
   * page is new, but its process already has the page's files and their compiled code.
   */
  room: [
    async ({ browser }, use, { project }) => {
      const { viewport, contextOptions, serviceWorkers } = project.use;
      const context = await browser.newContext({ viewport, ...contextOptions, serviceWorkers });
      const door = await context.newPage();
      await door.goto(`${process.env.POSENC_PAGE}door`); // the page does not exist; it only needs the same origin
      const tab = async () => {
        const [page] = await Promise.all([door.waitForEvent('popup'), door.evaluate(() => void open())]);
        return page;
      };
      /** Removes everything that a test left: its tabs, and the page's storage. */
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

  // `auto`: also watches tests that only use `page`.
  notebook: [
    async ({ page }, use) => {
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
      expect(outside, 'requests outside the origin').toEqual([]);
      const unexpected = errors.filter((error) => !notebook.expected.test(error));
      expect(unexpected, 'errors in the console, policy violations included').toEqual([]);
      // an opened menu moves into the window in the next frame
      if (page.url().startsWith(origin))
        await expect.poll(() => page.evaluate(wider), { message: 'pixels that are reached sideways' }).toBe(0);
    },
    { auto: true },
  ],
});

export { goldenFile as golden } from '../web/support/golden.mjs';
export const bundledConfig = (id) =>
  readFileSync(new URL(`../../web/notebook/configs/${id}.json`, import.meta.url), 'utf8');

/** The stage in the shadow root of the chart in `place`; evaluate it to reach the chart's element. */
export const stage = (place) => place.locator('.stage').first();
/** The names of the chart's columns in its CSV file: x, then each curve. */
export const columnsOf = (place) =>
  stage(place).evaluate((one) => one.getRootNode().host.toCSV().split('\n')[0].slice(1, -1).split('","'));

/**
 * Runs in the page: pixels of horizontal overflow. Chromium may keep those of an earlier layout (a notebook that was
 * unfolded, in one of twenty visits), so that they count only if a new layout has them, too.
 */
function wider() {
  const { documentElement: all, body } = document;
  const pixels = () => Math.max(0, all.scrollWidth - all.clientWidth);
  if (pixels() === 0) return 0;
  body.style.display = 'none';
  pixels();
  body.style.display = '';
  return pixels();
}

class Notebook {
  constructor(page, origin) {
    this.page = page;
    this.origin = origin;
    /** Console errors that a test provokes on purpose. */
    this.expected = /^$/;
  }

  /**
   * Opens a page and waits for its first report and all sections, which otherwise appear in view or in print. `address`
   * follows the page's folder (`?gl=0#v=1&…` of the Report). With `sections`, waits only for these ids, scrolled into
   * view one after another; the others need not be computed. A test that points at places needs all: a section that is
   * made late moves those below it.
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
  /** Waits for all sections of the open page. */
  async whole() {
    await this.ready();
    await this.page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await expect(this.page.locator('section[data-lazy]')).toHaveCount(0);
  }

  /** One fact of the report; its element holds the exact number. */
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

  /** Drops a file on the page, as from a desktop: a string or bytes. */
  async drop(name, content) {
    const transfer = await this.page.evaluateHandle(
      ([fileName, text, base64]) => {
        const data = new DataTransfer();
        data.items.add(new File([text ?? Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], fileName));
        return data;
      },
      // as one string: Playwright sends the numbers of a list one by one
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

  /** Scrolls once through the whole page, and waits on each screen until everything in view is finished. */
  async scrollThrough() {
    for (let y = 0, more = true; more; y += this.page.viewportSize().height) {
      more = await this.page.evaluate(async (to) => {
        scrollTo(0, to);
        // then the page's observers have reported what is in view
        for (let told = 0; told < 2; told += 1) await new Promise(requestAnimationFrame);
        return to + innerHeight < document.documentElement.scrollHeight;
      }, y);
      await expect.poll(() => this.page.evaluate(unfinishedInView)).toEqual([]);
    }
  }

  /**
   * Violations that axe finds. Our pages have no frames of other origins, for which alone axe would have to run outside
   * the page, and only violations are read: a third of the time for the same rules. `rules` limits the rules.
   */
  async violations(rules) {
    const only = rules && { runOnly: { type: 'rule', values: rules } };
    const axe = new AxeBuilder({ page: this.page }).setLegacyMode().options({ resultTypes: ['violations'], ...only });
    const { violations } = await axe.analyze();
    return violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target).join(' ')}`);
  }

  /** Opens everything that is folded. */
  async unfold() {
    await this.page.$$eval('details', (all) => all.forEach((details) => (details.open = true)));
  }

  /** Waits for the heat map to show a matrix of this size. */
  async picture(rows, cols) {
    await expect(this.page.locator('.cell-reading')).toContainText(
      `${rows.toLocaleString('en')} × ${cols.toLocaleString('en')} values`,
    );
  }
  /** Moves the reading to a cell through the two boxes and returns the exact value shown. */
  async read(row, col) {
    const form = this.page.locator('.go-to');
    await form.locator('input').nth(0).fill(String(row));
    await form.locator('input').nth(1).fill(String(col));
    await form.getByRole('button').click();
    return Number(await this.page.locator('.cell-reading data').getAttribute('value'));
  }

  /** Clicks a button that saves a file; returns its name and bytes. */
  async save(button) {
    const [download] = await Promise.all([this.page.waitForEvent('download'), button.click()]);
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  }
}

/** Runs in the page: unfinished content in view. */
function unfinishedInView() {
  const inView = (element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > 0 && top < innerHeight && element.checkVisibility();
  };
  const unfinished = '[data-lazy], [data-state=waiting], [data-state=working], .tex.seen:not(.raw) > code';
  return [...document.querySelectorAll(unfinished)].filter(inView).map((element) => element.outerHTML.slice(0, 200));
}

/**
 * Runs in the page: scrolls to a section, and returns the unmade sections near the window. Making one above it moves
 * it, so its place is final, and in view, when none are left.
 */
function unmadeAround(id) {
  document.getElementById(id).scrollIntoView();
  const near = (element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > -50 && top < innerHeight + 50; // within AHEAD of widgets/lazy-mount.ts
  };
  return [...document.querySelectorAll('section[data-lazy]')].filter(near).map((section) => section.id);
}
