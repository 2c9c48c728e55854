/** Every page in Firefox and WebKit, where they are installed: it gets ready, without an error. */
import { expect, test } from '@playwright/test';
import { browsers, inBrowser } from '../web/support/browsers.mjs';

for (const browser of browsers)
  test(`every page gets ready in ${browser.name}`, async () => {
    test.skip(browser.missing !== '', `${browser.name} is not installed (${browser.missing})`);
    test.setTimeout(180_000);
    const pages = await inBrowser(browser, 'tests/web/support/pages-in-browser.mjs');
    expect(pages.length).toBeGreaterThanOrEqual(8);
    for (const { file, ready, words, errors } of pages) {
      expect(errors, file).toEqual([]);
      expect(ready, `${file} is ready`).toBeTruthy();
      expect(words, file).toBeGreaterThan(100);
    }
    expect(pages.reduce((sum, { charts }) => sum + charts, 0)).toBeGreaterThan(20);
  });
