/** A course page with charts, saved as docs/embed.md says, works from the disk, and offline after the first visit. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import { serve } from '../../web/tools/serve.mjs';
import { blocksOf, pages, root } from '../web/support/docs.mjs';
import { newFolder } from '../web/support/own-folder.mjs';

test.use({ serviceWorkers: 'allow' });

test('a page of another site from the disk, and without a network', async ({ page: tab, context }) => {
  const folder = newFolder();
  const text = pages.get('docs/embed.md');
  const { code } = blocksOf(text).find(({ file }) => file === 'keep.js');
  const [, register] = /(<script>navigator\.serviceWorker[^`]*<\/script>)/.exec(text);
  const chart = `<posenc-chart spec='{"encoding":"rope","dim":16}' chart="clock-hands"></posenc-chart>`;
  const page = (more) => `<!doctype html><html lang="en"><title>x</title>${more}<body>${chart}`;
  copyFileSync(join(root, 'dist/script/posenc-chart.js'), join(folder, 'posenc-chart.js'));
  writeFileSync(join(folder, 'keep.js'), code);
  writeFileSync(join(folder, 'index.html'), page(`<script src="posenc-chart.js"></script>${register}`));
  writeFileSync(join(folder, 'disk.html'), page('<script src="posenc-chart.js"></script>'));
  const about = tab.locator('posenc-chart .about');
  const policy = "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'";
  const server = await serve(folder, 0, { 'Content-Security-Policy': policy });
  try {
    await tab.goto(pathToFileURL(join(folder, 'disk.html')).href);
    await expect(about).toContainText('8 dials');
    await tab.goto(server.url);
    await expect(about).toContainText('8 dials');
    await tab.evaluate(() => navigator.serviceWorker.ready);
  } finally {
    server.close();
  }
  await context.setOffline(true);
  await tab.goto(server.url);
  await expect(about).toContainText('8 dials');
  expect(readFileSync(join(folder, 'index.html'), 'utf8')).not.toContain('http');
});
