/**
 * `npm run lighthouse`: Lighthouse's scores of every page and of a notebook, on a phone and on a desktop, both simulated,
 * from a server that compresses as hosts of pages do. Lighthouse is many packages: it is put into build/, by its version.
 *
 *   node tests/bench/lighthouse.mjs [--only PAGE] [--runs 3] [--save NAME] [--site FOLDER]
 *
 * The median of several runs. With --site, one address of each kind of page of what `npm run site` wrote. A page that
 * Lighthouse cannot judge is named, and the others go on; --save keeps what there is after each.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { findChromium } from '../../web/tools/chromium.mjs';
import { serve } from '../../web/tools/serve.mjs';
import { root, setup } from '../../web/tools/setup.mjs';
import { pages } from '../page/visit.mjs';
import { notebookPaths } from '../web/support/notebook-files.mjs';
import { load, machine } from './machine.mjs';

const VERSION = '12.8.2';
const { values: given } = parseArgs({
  options: {
    only: { type: 'string' },
    runs: { type: 'string', default: '1' },
    save: { type: 'string' },
    site: { type: 'string' },
  },
});

await setup();
const { chromium } = await import('@playwright/test');

/** Lighthouse, from build/lighthouse. */
async function lighthouse() {
  const folder = join(root, 'build/lighthouse');
  const entry = join(folder, 'node_modules/lighthouse/core/index.js');
  if (!existsSync(entry)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', `lighthouse@${VERSION}`];
    execFileSync('npm', args, { cwd: folder, stdio: 'inherit' });
  }
  return {
    ...(await import(pathToFileURL(entry))),
    desktop: await import(pathToFileURL(join(folder, 'node_modules/lighthouse/core/config/desktop-config.js'))),
  };
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const { default: run, desktop } = await lighthouse();
const [notebook] = notebookPaths.keys();
/** Of a site: the start, a tool, a notebook, a document, the gallery, examples, the reference, versions, what is not there. */
const ofSite = [
  '',
  'report.html',
  'encodings.html',
  `notebooks.html?name=${notebook}`,
  'docs-gpu.html',
  'docs-examples.html',
  'charts.html',
  'api/',
  'api/interfaces/Posenc.html',
  'versions.html',
  '404.html',
];
const addresses = given.site ? ofSite : [...pages, `notebooks.html?name=${notebook}`];
const presets = { phone: undefined, desktop: desktop.default };

const served = given.site ? resolve(given.site) : join(root, 'dist-page');
if (!existsSync(join(served, 'index.html'))) {
  console.error(`${served} has no pages: ${given.site ? 'npm run site' : 'node web/tools/build.mjs'} writes them`);
  process.exit(1);
}
// the reference and 404.html have scripts in them, which pages carry no policy against
const headers = {
  'Cache-Control': 'max-age=3600',
  ...(given.site ? { 'Content-Security-Policy': "base-uri 'none'" } : {}),
};
const { url, close } = await serve(served, 0, headers, () => {}, true);
const port = 9333 + (process.pid % 500);
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ['--no-sandbox', `--remote-debugging-port=${port}`],
});
const results = {};
const save = () => {
  if (!given.save) return;
  const text = JSON.stringify({ machine: machine(), load: load(), lighthouse: VERSION, results }, null, 1);
  writeFileSync(join(root, 'tests/bench/results', `${given.save}.json`), `${text}\n`);
};
for (const address of addresses.filter((name) => name.includes(given.only ?? '')))
  for (const [preset, config] of Object.entries(presets)) {
    const reports = [];
    for (let i = 0; i < Number(given.runs); i++) {
      const { lhr } = await run(url + address, { port, logLevel: 'error', output: 'json' }, config);
      reports.push(lhr);
    }
    const broken = reports.find(({ runtimeError }) => runtimeError)?.runtimeError;
    if (broken) {
      console.log(`${address} ${preset}`.padEnd(48), `not judged: ${broken.code} ${broken.message}`);
      process.exitCode = 1;
      continue;
    }
    const score = (id) => Math.round(100 * median(reports.map(({ categories }) => categories[id].score ?? 0)));
    const ids = Object.keys(reports[0].categories);
    const { audits, categories } = reports[0];
    const worst = Object.values(categories).flatMap(({ id, auditRefs }) =>
      auditRefs
        .filter(({ id: audit, weight }) => weight > 0 && (audits[audit].score ?? 1) < 0.9)
        .map(({ id: audit }) => `${id}: ${audit} ${audits[audit].displayValue ?? ''}`.trim()),
    );
    const interactive = Math.round(median(reports.map((one) => one.audits.interactive.numericValue)));
    results[`${address} ${preset}`] = { ...Object.fromEntries(ids.map((id) => [id, score(id)])), interactive, worst };
    console.log(
      `${address} ${preset}`.padEnd(48),
      ids.map((id) => `${id} ${score(id)}`).join(', '),
      `${interactive} ms`,
    );
    for (const line of worst) console.log(`    ${line}`);
    save();
  }
await browser.close();
await close();
