/**
 * Firefox and WebKit, if they are installed: pages load without an error (`npm test`: some of them), and notebooks work
 * as in Chromium. All ways out of the sandbox fail there, too.
 */
import { expect, test } from '@playwright/test';
import { browsers, inBrowser } from '../web/support/browsers.mjs';
import { sampled } from '../web/support/random.mjs';
import { driven, keys, withTab } from '../web/support/webdriver.mjs';
import { countingServers } from './counting-servers.mjs';
import * as reader from './reader.mjs';
import { bar } from './visit.mjs';

for (const browser of browsers)
  test(`pages get ready in ${browser.name}`, async () => {
    test.skip(browser.missing !== '', `${browser.name} is not installed (${browser.missing})`);
    test.setTimeout(180_000);
    const gallery = 'encodings.html'; // draws before it is in view
    const others = bar.map(({ file }) => file).filter((file) => file !== gallery);
    const files = [gallery, ...sampled(`pages in ${browser.name}`, others, 3)];
    const pages = await inBrowser(browser, 'tests/web/support/pages-in-browser.mjs', { query: files.join() });
    expect(pages.map(({ file }) => file)).toEqual(files);
    for (const { file, ready, words, inkless, errors } of pages) {
      expect(inkless, file).toEqual([]);
      expect(errors, file).toEqual([]);
      expect(ready, `${file} is ready`).toBeTruthy();
      expect(words, file).toBeGreaterThan(100);
    }
    expect(pages[0].charts).toBeGreaterThan(0);
  });

for (const browser of driven)
  test(`a reader has notebooks in ${browser.name}`, async () => {
    test.skip(browser.missing !== '', `${browser.name} is not installed (${browser.missing})`);
    test.setTimeout(240_000);
    const servers = await countingServers();
    try {
      await withTab(browser, async (tab) => {
        const { page } = servers;
        for (const name of sampled(`notebooks in ${browser.name}`, reader.names, 1))
          await test.step(`${name}: every cell runs, every check holds`, () => reader.everyCellRuns(tab, page, name));
        await test.step('axe finds nothing', async () => expect(await reader.violations(tab)).toEqual([]));
        await test.step('what depends on an edited cell follows', () =>
          reader.dependantsFollow(tab, page, (text) =>
            tab.press([keys.control, 'a'], ...text, [keys.control, keys.enter]),
          ));
        await test.step('every cell that fails says so with its line', () => reader.everyFaultHasALine(tab, page));
        await test.step('nothing of a link runs before the reader says so', () => reader.linkWaits(tab, page));
        await test.step('no cell reaches anything', () => reader.cellsReachNothing(tab, servers));
        await test.step('nor does the frame around them', () =>
          reader.frameReachesNothing(tab, servers, reader.names[0]));
        await test.step('a loop without end is stopped', async () => {
          await reader.loopIsStopped(tab, page);
        });
      });
    } finally {
      await servers.close();
    }
  });
