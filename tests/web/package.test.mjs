/** The published package: its files, its size, and that it works when installed. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { entries } from '../../web/tools/declarations.mjs';
import { filesBelow } from '../../web/tools/fresh.mjs';
import { withoutDeadLinks } from '../../web/tools/published.mjs';
import { compressedSize } from './support/compressed.mjs';
import { graph } from './support/graph.mjs';
import { packedPackage } from './support/packed.mjs';
import { sampled } from './support/random.mjs';
import { folder, newFolder } from './support/own-folder.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const at = (...paths) => join(root, ...paths);
const run = (command, args, cwd) => execFileSync(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] }).toString();
const bin = (name) => at('node_modules/.bin', name);

const manifest = JSON.parse(readFileSync(at('package.json'), 'utf8'));
/** The entries that have declarations. */
const typed = Object.values(manifest.exports).flatMap(({ types }) => /([\w-]+)\.d\.ts$/.exec(types)?.[1] ?? []);

/** npm's report on the package. */
let packed;
let tarball;
before(() => void ({ packed, tarball } = packedPackage()));

/** Targets of the links of a document to other files, without anchors. */
const relativeLinks = (text) =>
  [...text.replace(/^```[^]*?^```|`[^`\n]*`/gm, '').matchAll(/\]\(([^)\s#]+)[^)]*\)|^\[[^\]]+\]: +([^\s#]+)/gm)]
    .map(([, target, named]) => target ?? named)
    .filter((target) => !/^[a-z][a-z+.-]*:/i.test(target));

/** Files that a published one imports, at once or later, or locates by address. */
const neededBy = (file) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:\bfrom|\bimport|\bimport\(|new URL\()\s*["'](\.[^"']+)["']/g)].map(
    ([, path]) => relative(root, join(dirname(file), path)),
  );

test('holds the entries, what they need, and nothing else', () => {
  const { files, size } = packed;
  const paths = new Set(files.map(({ path }) => path));
  const expected = new Set([
    'CHANGELOG.md',
    'LICENSE',
    'NOTICE.md',
    'README.md',
    'package.json',
    'dist/core.wasm',
    'dist/analysis.wasm',
    'dist/train.wasm',
    'dist/config.wasm',
    ...filesBelow([at('docs')]).map((file) => relative(root, file)),
    ...typed.map((name) => `dist/${name}.d.ts`),
  ]);
  const visit = (path) => {
    expected.add(path);
    for (const needed of neededBy(at(path))) if (!expected.has(needed)) visit(needed);
  };
  for (const name of Object.keys(entries)) visit(`dist/${name}.js`);
  assert.deepEqual([...paths].sort(), [...expected].sort());
  for (const path of paths) if (path.endsWith('.js')) assert.doesNotMatch(readFileSync(at(path), 'utf8'), /sourceMapp/);
  assert.ok(files.length <= 200, `the tarball has ${files.length} files`);
  assert.ok(size <= 2_200_000, `the tarball has ${size} bytes`);
});

test('documents of the package have no dead links', () => {
  const files = packed.files.map(({ path }) => path);
  const folder = join(newFolder(), 'package');
  execFileSync('tar', ['-xzf', tarball], { cwd: dirname(folder) });
  let links = 0;
  for (const path of files.filter((name) => name.endsWith('.md')))
    for (const target of relativeLinks(readFileSync(join(folder, path), 'utf8'))) {
      links++;
      assert.ok(existsSync(join(folder, dirname(path), target)), `${path} links to ${target}`);
    }
  assert.ok(links > 50, `${links}`);
  // their readers have one file
  for (const path of ['python/README.md', 'web/tools/script-package.md'])
    assert.deepEqual(relativeLinks(readFileSync(at(path), 'utf8')), [], path);
});

test('a link out of the package becomes an address if package.json has a repository, and words if not', () => {
  const text = '[`a` b](../src/a.hpp#L1), ![p](p.png), [c](#c), [d](d.md), [e](https://e.org), `[f](f)`\n';
  const rewritten = (repository) =>
    withoutDeadLinks(text, 'docs/x.md', ['docs/d.md'], { version: '1.2.3', ...(repository && { repository }) });
  assert.equal(rewritten(), '`a` b, p, [c](#c), [d](d.md), [e](https://e.org), `[f](f)`\n');
  const address = 'https://github.com/owner/name';
  for (const repository of ['owner/name', 'github:owner/name', address, { type: 'git', url: `git+${address}.git` }])
    assert.equal(
      rewritten(repository),
      `[\`a\` b](${address}/blob/v1.2.3/src/a.hpp#L1), ![p](${address}/raw/v1.2.3/docs/p.png), ` +
        '[c](#c), [d](d.md), [e](https://e.org), `[f](f)`\n',
    );
});

test('posenc-script holds the two files, with licences and a readme, in the version of posenc', () => {
  const args = ['pack', './dist/script', '--dry-run', '--ignore-scripts', '--json'];
  const [script] = JSON.parse(execFileSync('npm', args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] }));
  assert.equal(script.id, `posenc-script@${manifest.version}`);
  assert.deepEqual(script.files.map(({ path }) => path).sort(), [
    'LICENSE',
    'NOTICE.md',
    'README.md',
    'package.json',
    'posenc-chart.js',
    'posenc.global.js',
  ]);
});

test('each entry exports what its source does', async () => {
  for (const [name, source] of Object.entries(entries).filter(([name]) => !['element', 'posenc'].includes(name)))
    assert.deepEqual(
      Object.keys(await import(at(`dist/${name}.js`))).sort(),
      Object.keys(await import(at(`dist/${source}.js`))).sort(),
      name,
    );
});

test('every path that package.json names is there, and there are no dependencies', () => {
  const paths = [];
  const visit = (value) => (typeof value === 'string' ? paths.push(value) : Object.values(value).forEach(visit));
  visit(manifest.exports);
  visit([manifest.bin, manifest.sideEffects]);
  // bundlers that do not read exports (Parcel, unless told to) use these
  assert.equal(manifest.main, manifest.exports['.'].default);
  assert.equal(manifest.types, manifest.exports['.'].types);
  for (const path of paths) assert.ok(existsSync(at(path)), path);
  assert.equal(manifest.dependencies, undefined);
  for (const [name, version] of Object.entries(manifest.devDependencies))
    assert.match(version, /^\d+\.\d+\.\d+(-[\w.]+)?$/, name);
});

test('the types that a program sees are words that TypeScript 5.2 knows', () => {
  const seen = new Set();
  const visit = (file) => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = readFileSync(file, 'utf8').replace(/\/\*[^]*?\*\//g, '');
    const generic = /\w*(?:Array|DataView)<ArrayBuffer\w*>/.exec(text)?.[0]; // TypeScript 5.7 has it
    assert.equal(generic, undefined, relative(root, file));
    for (const [, path] of text.matchAll(/(?:\bfrom|\bimport\()\s*['"](\.[^'"]+)\.js['"]/g))
      visit(join(file, '..', `${path}.d.ts`));
  };
  for (const entry of typed) visit(at(`dist/${entry}.d.ts`));
  assert.equal(seen.size, typed.length);
});

test('the lock file names no host', () => {
  assert.doesNotMatch(readFileSync(at('package-lock.json'), 'utf8'), /"resolved"/);
});

/** docs/bundlers.md is the only place that states sizes. */
const promised = Object.fromEntries(
  [...readFileSync(at('docs/bundlers.md'), 'utf8').matchAll(/^\| `?([^`|]+?)`? \| (\d+) kB \|$/gm)].map(
    ([, name, kilobytes]) => [name, 1000 * kilobytes],
  ),
);

// core.wasm: 60 encodings with their parameters' names, bounds and texts; analysis.wasm: 24 analyses, fifteen layers
// and decompositions; train.wasm: the encodings again, with adjoints, transformers, their tangent kernels and six tasks;
// config.wasm: rope and its context extensions, JSON, identify and multimodalIds
const limits = {
  'core.wasm': 147_000,
  'analysis.wasm': 200_000,
  'train.wasm': 210_000,
  'config.wasm': 87_000,
  'lib/wasm/core-glue.js': 8_000,
  'lib/wasm/analysis-glue.js': 8_000,
  'lib/wasm/train-glue.js': 8_000,
  'lib/wasm/config-glue.js': 8_000,
  // everything except training; the modules are base64
  'script/posenc.global.js': promised['posenc.global.js'],
  // the same and the charts
  'script/posenc-chart.js': promised['posenc-chart.js'],
};
for (const [name, limit] of sampled('compressed files', Object.entries(limits), 4)) {
  test(`${name} has at most ${limit} bytes compressed with brotli`, () => {
    const length = compressedSize(readFileSync(at('dist', name)));
    assert.ok(length <= limit, `${length}`);
  });
}

for (const name of ['core', 'analysis', 'train', 'config']) {
  test(`the glue of ${name}.wasm needs no Node module, no eval and no address`, () => {
    const glue = readFileSync(at(`dist/lib/wasm/${name}-glue.js`), 'utf8');
    assert.doesNotMatch(glue, /\brequire\(|\bimport\b|["']node:/);
    assert.doesNotMatch(glue, /\blocation\b/); // edge runtimes have none
    assert.doesNotMatch(glue, /typeof exports|\bmodule\.exports/); // bundlers warn of these
    assert.doesNotMatch(glue, /\beval\(|\bnew Function\b|(?<![\w$])Function\(/);
  });
}

for (const name of ['worker', 'worker.node']) {
  test(`${name}.js is whole: nothing is imported or looked for later`, () => {
    const files = graph(at(`dist/lib/worker/${name}.js`));
    assert.ok(files.size > 20, 'the imports are seen');
    for (const [file, text] of files) {
      const code = text.replace(/\/\*[^]*?\*\//g, '');
      assert.doesNotMatch(code, /\bimport\s*\(|\bimport\.meta\b/, relative(root, file));
    }
  });
}

test('the worker is one small file of any format', async () => {
  const { build } = await import('rolldown');
  for (const format of ['iife', 'esm']) {
    const { output } = await build({
      input: at('dist/worker.js'),
      platform: 'browser',
      write: false,
      output: { format, minify: true },
    });
    assert.equal(output.length, 1);
    const length = compressedSize(output[0].code);
    assert.ok(length <= 20_000, `${format}: ${length}`);
  }
});

test('what does something when it is imported stays in bundles: sideEffects names it', async () => {
  const { build } = await import('rolldown');
  const code = async (entry) => {
    const source = join(folder, 'side.mjs');
    writeFileSync(source, `import ${JSON.stringify(at('dist', entry))};`);
    const { output } = await build({ input: source, platform: 'node', write: false });
    return output[0].code.replace(/\/\/.*|export \{\};/g, '').trim();
  };
  for (const name of manifest.sideEffects) assert.notEqual(await code(name.replace('./dist/', '')), '', name);
  for (const name of ['index.js', 'node.js', 'charts.js', 'inline.js']) assert.equal(await code(name), '', name);
});

test('a program that makes a table loads no more than is stated, the module among them', async () => {
  const { build } = await import('rolldown');
  const input = join(folder, 'table.mjs');
  const program = `import { create } from ${JSON.stringify(at('dist/index.js'))};
    const pe = await create();
    console.log(await pe.table({ encoding: 'rope', dim: 128 }, 4096));`;
  writeFileSync(input, program);
  const { output } = await build({ input, platform: 'browser', write: false, output: { minify: true } });
  const chunk = new Map(output.map((file) => [file.fileName, file]));
  const loaded = new Set();
  const visit = (name) => {
    if (loaded.has(name)) return;
    loaded.add(name);
    chunk.get(name).imports.forEach(visit);
  };
  visit(output[0].fileName);
  const sizeOf = () => [...loaded].reduce((total, name) => total + compressedSize(chunk.get(name).code), 0);
  assert.ok(sizeOf() <= 28_000, `at once: ${sizeOf()}`);
  // imported later by create() and a table
  const later = ['engine', 'load', 'core-glue'].map((name) => `chunk-${name}`);
  for (const { fileName, name } of output) if (later.includes(name)) visit(fileName);
  assert.ok(later.every((name) => [...loaded].some((file) => chunk.get(file).name === name)));
  const sum = sizeOf();
  const all = sum + compressedSize(readFileSync(at('dist/core.wasm')));
  assert.ok(all <= promised['a program that makes a table'], `${all}`);
});

// code that a page loads for one chart, including files and axes; code for saving is loaded when a chart is saved
const chartLimits = { lineChart: 18_000, heatMap: 20_400, clockHands: 17_000 };
for (const [name, limit] of Object.entries(chartLimits))
  test(`${name} alone is at most ${limit} bytes of brotli, without other charts`, async () => {
    const { build } = await import('rolldown');
    const input = join(folder, `${name}.mjs`);
    writeFileSync(input, `export { ${name} } from ${JSON.stringify(at('dist/charts.js'))};`);
    const { output } = await build({ input, platform: 'browser', write: false, output: { minify: true } });
    const length = compressedSize(output[0].code);
    assert.ok(length <= limit, `${length}`);
    assert.equal(/wavelengths of pairs/.test(output[0].code), false, 'another chart is in it');
  });

test('the copies in JavaScript hold the bytes of the modules', async () => {
  const { wasmBinary } = await import(at('dist/inline.js'));
  const { analysisBinary } = await import(at('dist/inline-analysis.js'));
  const { trainBinary } = await import(at('dist/inline-train.js'));
  const { configBinary } = await import(at('dist/inline-config.js'));
  assert.deepEqual(Buffer.from(wasmBinary()), readFileSync(at('dist/core.wasm')));
  assert.deepEqual(Buffer.from(analysisBinary()), readFileSync(at('dist/analysis.wasm')));
  assert.deepEqual(Buffer.from(trainBinary()), readFileSync(at('dist/train.wasm')));
  assert.deepEqual(Buffer.from(configBinary()), readFileSync(at('dist/config.wasm')));
});

describe('where it was installed offline', () => {
  let project;
  // rows 0 and 1 of sin(p), cos(p), sin(p/100), cos(p/100), rounded to f32 (WolframAlpha digits)
  const expected = [0, 1, 0, 1, 0.8414709848, 0.5403023059, 0.0099998333, 0.9999500004].map(Math.fround);
  before(() => {
    project = newFolder();
    writeFileSync(join(project, 'package.json'), '{ "private": true }');
    run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', tarball], project);
    for (const name of ['consumer.mjs', 'consumer.cjs', 'app.mjs', 'run-bundled.mjs'])
      copyFileSync(at('tests/package-smoke', name), join(project, name));
  });

  test('import, require, command line', () => {
    for (const name of ['consumer.mjs', 'consumer.cjs']) {
      const { rows, cols, data } = JSON.parse(run(process.execPath, [name], project));
      assert.deepEqual([rows, cols], [2, 4], name);
      assert.deepEqual(data, expected, name);
    }
    assert.match(run(join(project, 'node_modules/.bin/posenc'), ['list'], project), /sinusoidal/);
  });

  /** The output of a bundle whose files are served only from its own folder. */
  const result = (bundle) => JSON.parse(run(process.execPath, ['run-bundled.mjs', bundle], project));
  const check = ({ data, profileMean }) => {
    assert.deepEqual(data, expected);
    assert.equal(profileMean.length, 5);
    assert.ok(Math.abs(profileMean[0] - 4) < 1e-12, 'cos² + sin² of four pairs');
  };

  test('bundled by Vite: both modules are copied and found, the second when it is needed', async () => {
    const { build } = await import('vite');
    await build({
      root: project,
      configFile: false,
      logLevel: 'error',
      base: './',
      build: {
        outDir: 'vite',
        modulePreload: false,
        target: 'es2022',
        rolldownOptions: {
          input: join(project, 'app.mjs'),
          output: { entryFileNames: 'app.js' },
        },
      },
    });
    const made = result('vite/app.js');
    check(made);
    assert.deepEqual(
      made.fetched.map((name) => name.replace(/-.+(?=\.wasm)/, '')),
      ['core.wasm', 'analysis.wasm'],
    );
  });

  test('bundled without the .wasm files: their copies in JavaScript are taken', async () => {
    run(bin('rolldown'), ['app.mjs', '-d', 'rolled', '--platform', 'browser', '--format', 'esm'], project);
    const made = result('rolled/app.js');
    check(made);
    assert.deepEqual(made.fetched, []);
  });
});

test('bundled for Node without its worker, the copy of it is taken', async () => {
  const file = join(folder, 'bundled', 'app.mjs');
  const { build } = await import('rolldown');
  const source = join(folder, 'bundled.mjs');
  writeFileSync(source, `export { create } from ${JSON.stringify(at('dist/node.js'))};`);
  await build({ input: source, platform: 'node', output: { file, format: 'esm', codeSplitting: false } });
  const { create } = await import(file);
  const pe = await create({ workers: 2 });
  const { data } = await pe.table({ encoding: 'sinusoidal', dim: 4 }, 2);
  assert.equal(data[4], Math.fround(0.8414709848));
  pe.dispose();
});

test('publint and arethetypeswrong find nothing', () => {
  run(bin('publint'), ['--strict', tarball], root);
  run(
    bin('attw'),
    [
      tarball,
      '--profile',
      'esm-only',
      '--exclude-entrypoints',
      'core.wasm',
      'analysis.wasm',
      'train.wasm',
      'config.wasm',
    ],
    root,
  );
});
