/**
 * Lighthouse's scores of every page and of a notebook, on a simulated phone and desktop, from a server that compresses: medians of
 * --rounds runs. Lighthouse is many packages; it is installed into build/. With --site, one address of each kind of page that
 * `npm run site` wrote. A page that Lighthouse cannot judge is named.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findChromium } from '../../web/tools/chromium.mjs';
import { serve } from '../../web/tools/serve.mjs';
import { root } from '../../web/tools/setup.mjs';
import { SetupError } from '../../web/tools/steps.mjs';
import { median } from './figures.mjs';

const VERSION = '12.8.2';
const ofSite = ['', 'report.html', 'encodings.html', 'docs-gpu.html', 'docs-examples.html', 'charts.html', 'api/'];
ofSite.push('api/interfaces/Posenc.html', 'versions.html', '404.html');

async function lighthouse() {
  const folder = join(root, 'build/lighthouse');
  const at = (path) => pathToFileURL(join(folder, 'node_modules/lighthouse/core', path));
  if (!existsSync(at('index.js'))) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', `lighthouse@${VERSION}`];
    execFileSync('npm', args, { cwd: folder, stdio: 'inherit' });
  }
  return [(await import(at('index.js'))).default, (await import(at('config/desktop-config.js'))).default];
}

export async function measure({ only = '', count, site }) {
  const served = site ? resolve(site) : join(root, 'dist-page');
  if (!existsSync(join(served, 'index.html'))) throw new SetupError(`${served} has no pages`);
  const { chromium } = await import('@playwright/test');
  const { pages } = await import('../page/visit.mjs');
  const { notebookPaths } = await import('../web/support/notebook-files.mjs');
  const [run, desktop] = await lighthouse();
  const addresses = [...(site ? ofSite : pages), `notebooks.html?name=${[...notebookPaths.keys()][0]}`];
  // the reference and 404.html contain scripts, which the policy of the pages forbids
  const headers = { 'Cache-Control': 'max-age=3600', ...(site && { 'Content-Security-Policy': "base-uri 'none'" }) };
  const { url, close } = await serve(served, 0, headers, () => {}, true);
  const port = 9333 + (process.pid % 500);
  const args = ['--no-sandbox', `--remote-debugging-port=${port}`];
  const browser = await chromium.launch({ executablePath: await findChromium(), args });
  const rows = [['page', 'performance', 'accessibility', 'best practices', 'SEO', 'interactive, ms']];
  for (const address of addresses.filter((name) => name.includes(only)))
    for (const [preset, config] of Object.entries({ phone: undefined, desktop })) {
      const reports = [];
      for (let i = 0; i < count; i++)
        reports.push((await run(url + address, { port, logLevel: 'error', output: 'json' }, config)).lhr);
      const cells = Object.keys(reports[0].categories).map((id) =>
        Math.round(100 * median(reports.map(({ categories }) => categories[id].score ?? 0))),
      );
      const interactive = Math.round(median(reports.map(({ audits }) => audits.interactive.numericValue ?? NaN)));
      const broken = reports.find(({ runtimeError }) => runtimeError)?.runtimeError.message;
      rows.push([`${address || 'index.html'} ${preset}`, ...(broken ? [broken] : [...cells, interactive])]);
      console.log(rows.at(-1).join(', '));
    }
  await browser.close();
  await close();
  return { rows, versions: [`${count} rounds`, `Lighthouse ${VERSION}`] };
}
