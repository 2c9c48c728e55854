/** The first pages of docs/ that end in a browser: their steps, followed exactly, show the documented result. */
import { execFileSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import { serveFolder } from '../matrix/browser.mjs';
import { blocksOf, pages, projectOf, root } from '../web/support/docs.mjs';

const shown = (text) =>
  blocksOf(text)
    .find(({ language }) => language === 'text')
    .code.trim();

async function follow(name, packages, work) {
  const text = pages.get(name);
  const folder = projectOf(text, packages);
  await work(folder, text, shown(text));
}

for (const name of ['docs/vite.md', 'docs/charts.md'])
  test(name, ({ page }) =>
    follow(name, ['vite'], async (folder, text, words) => {
      const command = /^npx (vite build.*)$/m.exec(text)[1].split(' ');
      execFileSync('npx', command, { cwd: folder, stdio: 'pipe' });
      const server = await serveFolder(join(folder, 'dist'));
      await page.goto(server.url);
      await expect(page.locator('#shown')).toHaveText(words);
      if (name === 'docs/charts.md') {
        await expect(page.locator('#chart')).toContainText('Kernel of a sinusoidal encoding');
        const path = page.locator('#chart svg path[d]').first();
        const before = await path.getAttribute('d');
        await page.getByLabel('base').fill('100');
        await page.getByLabel('base').blur();
        await expect(path).not.toHaveAttribute('d', before);
      }
      server.close();
    }),
  );

test('docs/script-tag.md: from a server, and from the disk', ({ page }) =>
  follow('docs/script-tag.md', [], async (folder, text, words) => {
    copyFileSync(join(root, 'dist/script/posenc.global.js'), join(folder, 'posenc.global.js'));
    const server = await serveFolder(folder);
    for (const url of [server.url, pathToFileURL(join(folder, 'index.html')).href]) {
      await page.goto(url);
      await expect(page.locator('#shown')).toHaveText(words);
    }
    server.close();
  }));
