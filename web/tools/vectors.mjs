/**
 * `npm run vectors`: writes the package posenc-vectors, for npm and PyPI, to build/vectors. It contains expected values
 * of rotary embedding for many config.json files, with helpers for tests in JavaScript and Python (web/tools/vectors).
 */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './setup.mjs';
import { main, step } from './steps.mjs';

const at = (...paths) => join(root, ...paths);
const source = at('web/tools/vectors');
const json = (path) => JSON.parse(readFileSync(path, 'utf8'));
const far = [131072, 2 ** 20];
const dtypes = ['f64', 'f32', 'f16', 'bf16'];

/** The entries of configs.json: a config or the name of one in tests/golden/configs, and a length if it matters. */
const asked = () =>
  Object.entries(json(join(source, 'configs.json'))).map(([name, { config, file, contextLength }]) => ({
    name,
    contextLength,
    config: config ?? json(at('tests/golden/configs', `${file}.json`)),
  }));

const base64 = ({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength).toString('base64');

const near = (a, b, tolerance) => Math.abs(a - b) <= tolerance * Math.abs(b);

/** Answers of each release that was executed to the config: numbers only where they differ from those of the case. */
async function enginesOn(pe, { config, contextLength }, layerType, { frequencies, attentionFactor }) {
  const { executedOn } = await import(pathToFileURL(at('dist/lib/engines/executed.js')).href);
  const answers = await pe.engines(config, contextLength === undefined ? {} : { contextLength });
  return answers
    .filter(({ engine }) => engine in executedOn)
    .map(({ engine, version: release, asOf, basis, error, layers }) => {
      const about = { engine, release, asOf, basis };
      if (error) return { ...about, answer: 'raises', error: `${error.kind}: ${error.message}` };
      if (basis === 'unknown') return { ...about, answer: 'not known' };
      const own = layers[layerType] ?? layers.default ?? Object.values(layers)[0];
      const same =
        own.frequencies.length === frequencies.length &&
        own.frequencies.every((value, pair) => near(value, frequencies[pair], 1e-5)) &&
        near(own.attentionFactor, attentionFactor, 2e-6);
      if (same) return { ...about, answer: 'same' };
      return { ...about, answer: 'other', frequencies: own.frequencies, amplitude: own.attentionFactor };
    });
}

async function caseOf(pe, asking, layerType, report) {
  const { name, config, contextLength } = asking;
  const { spec, trainedContext: L, frequencies, attentionFactor, softmaxMultiplier, queryScale } = report;
  const positions = [...new Set([0, 1, L - 1, L, ...far])].sort((a, b) => a - b);
  const exact = await pe.frequencies(spec);
  if (String(exact) !== String(frequencies)) throw new Error(`${name}: the spec has other frequencies than the report`);
  const [cos, sin] = [{}, {}];
  for (const dtype of dtypes) {
    const rows = [];
    for (const position of positions) rows.push(await pe.cosSin(spec, position, 1, { dtype }));
    for (const [all, which] of [
      [cos, 'cos'],
      [sin, 'sin'],
    ])
      all[dtype] = base64(Buffer.concat(rows.map((row) => Buffer.from(row[which].buffer))));
  }
  return {
    name: layerType === undefined ? name : `${name}, ${layerType}`,
    config,
    layerType,
    contextLength,
    pairing: spec.layout ?? 'half',
    headDim: report.headDim,
    rotaryDim: report.rotaryDim,
    trainedContext: L,
    frequencies,
    amplitude: attentionFactor,
    softmaxMultiplier,
    queryScale,
    positions,
    cos,
    sin,
    engines: await enginesOn(pe, asking, layerType, report),
  };
}

export async function vectors() {
  const { create } = await import(pathToFileURL(at('dist/lib/node.js')).href);
  const pe = await create();
  const cases = [];
  for (const one of asked()) {
    const { contextLength } = one;
    const report = await pe.report(one.config, contextLength === undefined ? {} : { contextLength });
    const layers = report.layers ? Object.entries(report.layers) : [[undefined, report]];
    for (const [layerType, layer] of layers) cases.push(await caseOf(pe, one, layerType, layer));
  }
  pe.dispose();
  return cases;
}

/** Writes the package into `folder`, which is emptied first. */
export async function writeVectors(folder) {
  const { version, license } = json(at('package.json'));
  const cases = await vectors();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'posenc_vectors'), { recursive: true });
  const write = (name, text) => writeFileSync(join(folder, name), text);
  write('posenc_vectors/vectors.json', `${JSON.stringify({ version, cases })}\n`);
  for (const [from, to] of [
    ['index.mjs', 'index.mjs'],
    ['index.d.mts', 'index.d.mts'],
    ['__init__.py', 'posenc_vectors/__init__.py'],
    ['README.md', 'README.md'],
  ])
    copyFileSync(join(source, from), join(folder, to));
  copyFileSync(at('LICENSE'), join(folder, 'LICENSE'));
  const description = 'What rotary embedding must compute: exact frequencies, cosines and sines of many configs';
  const manifest = { name: 'posenc-vectors', version, description, license, type: 'module', exports: './index.mjs' };
  write('package.json', `${JSON.stringify(manifest, undefined, 2)}\n`);
  write(
    'pyproject.toml',
    `[project]
name = "posenc-vectors"
version = "${version}"
description = "${description}"
readme = "README.md"
license = { text = "${license}" }
requires-python = ">=3.9"

[build-system]
requires = ["setuptools"]
build-backend = "setuptools.build_meta"

[tool.setuptools]
packages = ["posenc_vectors"]
package-data = { posenc_vectors = ["vectors.json"] }
`,
  );
  return cases;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  await main(() => step('Writing build/vectors', () => writeVectors(at('build/vectors'))));
