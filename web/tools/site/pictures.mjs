/**
 * Pictures for link previews, 1200 by 630: a chart of the library for each kind of page, painted by Chromium. They are
 * painted again if the charts or this file change.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findHeadless } from '../chromium.mjs';
import { whenStale } from '../fresh.mjs';
import { root } from '../setup.mjs';

/** The picture of a page, by the start of its file name; the first match counts. */
const kinds = [
  [/^(encodings|variants|notebooks|docs-notebooks)/, 'clocks'],
  [/^(report|large|docs-engines|docs-identify)/, 'bands'],
  [/^(kernels|errata|precision|docs-errors)/, 'curves'],
  [/^(analyses|spectral-bias|lab|studies|docs-lab|docs-studies)/, 'spectrum'],
  [/./, 'table'],
];
export const pictureOf = (file) => `social/${kinds.find(([of]) => of.test(file))[1]}.png`;

/** Returns name → SVG, from the calls of examples/charts. They are drawn small and enlarged to keep text readable. */
async function charts() {
  const from = (path) => import(pathToFileURL(join(root, 'dist/lib', path)).href);
  const [{ create }, chart] = await Promise.all([from('node.js'), from('charts/index.js')]);
  const size = { width: 720, height: 350 };
  const pe = await create();
  const sinusoidal = { encoding: 'sinusoidal', dim: 128 };
  const [table, short] = [await pe.table(sinusoidal, 512), await pe.table({ ...sinusoidal, dim: 64 }, 128)];
  const wavelengths = (await pe.frequencies({ ...sinusoidal, dim: 64 })).map((one) => (2 * Math.PI) / one);
  const config = {
    ...{ model_type: 'llama', hidden_size: 4096, num_attention_heads: 32, max_position_embeddings: 131072 },
    rope_theta: 500000,
    rope_scaling: {
      ...{ rope_type: 'llama3', factor: 8, low_freq_factor: 1, high_freq_factor: 4 },
      original_max_position_embeddings: 8192,
    },
  };
  const { eigenvalues } = await pe.analyse({ analysis: 'spectrum' }, { table: { spec: sinusoidal, positions: 512 } });
  const axes = { rows: { title: 'position' }, cols: { title: 'channel' } };
  const made = {
    table: chart.heatMap.svg(table, { ...size, ...axes, title: 'Sinusoidal encoding' }),
    curves: chart.channelCurves.svg(
      { table: short, pairs: [0, 4, 8, 12], wavelengths },
      { ...size, title: 'Sine and cosine of four pairs' },
    ),
    bands: chart.wavelengthBands.svg(await pe.report(config), { ...size, title: 'Pairs of Llama 3.1' }),
    clocks: chart.clockHands.svg(
      { frequencies: await pe.frequencies({ encoding: 'rope', dim: 32, base: 400 }) },
      { ...size, title: 'Pairs as clocks', position: 5, positions: 128 },
    ),
    spectrum: chart.spectrumChart.svg(
      { series: [{ name: 'sinusoidal', values: eigenvalues }] },
      { ...size, title: 'Eigenvalues of 512 positions' },
    ),
  };
  pe.dispose();
  return made;
}

async function paint(folder, executablePath) {
  const { chromium } = await import('@playwright/test');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1200, height: 630 }, colorScheme: 'light' });
    for (const [name, svg] of Object.entries(await charts())) {
      await page.setContent(`<!doctype html><style>
        body { margin: 0; padding: 24px 40px 0; background: #fdfdfb; color: #191b20; font: 600 34px system-ui, sans-serif }
        svg { display: block; inline-size: 1120px; block-size: auto; margin-block-start: 4px; font-weight: 400 }</style>posenc ${svg}`);
      writeFileSync(join(folder, `${name}.png`), await page.screenshot());
    }
  } finally {
    await browser.close();
  }
}

/** Returns the folder of the pictures, or undefined if one is missing and there is no Chromium. */
export async function pictures() {
  const folder = join(root, 'build/social');
  const stage = {
    stamp: join(root, 'build/stamps/social'),
    inputs: ['web/tools/site/pictures.mjs', 'dist/lib/charts', 'dist/core.wasm'].map((path) => join(root, path)),
    outputs: kinds.map(([, name]) => join(folder, `${name}.png`)),
  };
  const executablePath = await findHeadless();
  if (!executablePath) return stage.outputs.every((path) => existsSync(path)) ? folder : undefined;
  mkdirSync(folder, { recursive: true });
  await whenStale(stage, () => paint(folder, executablePath));
  return folder;
}
