/**
 * Writes the initial predictions of the page about spectral bias, so that the page shows them without loading the
 * module of analyses. Run it after a change of these analyses or of the page's initial state:
 *
 *   node web/tools/predictions.mjs
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { root } from './setup.mjs';
import { main } from './steps.mjs';

const input = join(root, 'web/notebook/spectral-bias/asked.ts');
const place = join(root, 'build/tools/predictions.mjs');
const folder = 'web/notebook/spectral-bias/generated';

async function asked() {
  const bundle = await rolldown({ input, platform: 'node' });
  await bundle.write({ file: place, format: 'esm', codeSplitting: false });
  await bundle.close();
  return import(pathToFileURL(place).href);
}

/** Converts arrays to JSON, which keeps the bits of finite numbers. Throws for NaN and infinities. */
function stored(value) {
  if (ArrayBuffer.isView(value)) {
    if (!value.every(Number.isFinite)) throw new Error('JSON has no number for NaN and infinities');
    return [...value];
  }
  return { rows: value.rows, cols: value.cols, data: stored(value.data) };
}

/** Returns the text of each file by its path in the repository. */
export async function predictions() {
  const [{ specOf, fourierRegression, bandwidthSweep }, { create }] = await Promise.all([
    asked(),
    import(pathToFileURL(join(root, 'dist/lib/node.js')).href),
  ]);
  const pe = await create();
  const texts = new Map();
  for (const experiment of [fourierRegression, bandwidthSweep]) {
    const { id, start = {}, shown } = experiment;
    const spec = specOf(experiment, start, false);
    const all = await pe.analyse(spec, {});
    const results = Object.fromEntries(shown.map((name) => [name, stored(all[name])]));
    texts.set(`${folder}/${id}.json`, `${JSON.stringify({ asked: spec, results })}\n`);
  }
  return texts;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await main(async () => {
    for (const [path, text] of await predictions()) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
  });
