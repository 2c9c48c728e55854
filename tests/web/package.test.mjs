/** The package as it is published: its files, its size, and that it works where it is installed. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { filesBelow } from '../../web/tools/fresh.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const at = (...paths) => join(root, ...paths);
const run = (command, args, cwd) => execFileSync(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] }).toString();
const bin = (name) => at('node_modules/.bin', name);

let folder;
let tarball;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'posenc-package-'));
  const [{ filename }] = JSON.parse(
    run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], root),
  );
  tarball = join(folder, filename);
});
after(() => rmSync(folder, { recursive: true, force: true }));

test('holds the compiled sources, the module, and nothing else', () => {
  const [{ files, size }] = JSON.parse(run('npm', ['pack', '--ignore-scripts', '--dry-run', '--json'], root));
  const expected = [
    'LICENSE',
    'README.md',
    'package.json',
    'dist/core.wasm',
    'dist/lib/wasm/core-glue.js',
    'dist/lib/wasm/inline.js',
  ];
  for (const file of filesBelow([at('web/lib'), at('web/cli')])) {
    const name = relative(at('web'), file);
    if (name.startsWith('lib/charts/')) continue; // the page's: they need d3
    if (name.endsWith('.d.ts')) expected.push(`dist/${name}`);
    else if (name.endsWith('.ts'))
      expected.push(...['.js', '.js.map', '.d.ts'].map((end) => `dist/${name.slice(0, -3)}${end}`));
  }
  assert.deepEqual(files.map(({ path }) => path).sort(), expected.sort());
  assert.ok(size < 1_800_000, `the tarball has ${size} bytes`);
});

test('every path that package.json names is there, and there are no dependencies', () => {
  const manifest = JSON.parse(readFileSync(at('package.json'), 'utf8'));
  const paths = [];
  const visit = (value) => (typeof value === 'string' ? paths.push(value) : Object.values(value).forEach(visit));
  visit(manifest.exports);
  visit(manifest.bin);
  for (const path of paths) assert.ok(existsSync(at(path)), path);
  assert.equal(manifest.dependencies, undefined);
  for (const [name, version] of Object.entries(manifest.devDependencies))
    assert.match(version, /^\d+\.\d+\.\d+$/, name);
});

test('the lock file names no host', () => {
  assert.doesNotMatch(readFileSync(at('package-lock.json'), 'utf8'), /"resolved"/);
});

// 56 encodings with their parameters' names, bounds and texts, fifteen layers and Eigen's products
test('core.wasm has at most 420 KB, the glue at most 20 KB, compressed with brotli', () => {
  const compressed = (name) => brotliCompressSync(readFileSync(at('dist', name))).length;
  assert.ok(compressed('core.wasm') <= 420_000, `core.wasm: ${compressed('core.wasm')}`);
  assert.ok(compressed('lib/wasm/core-glue.js') <= 20_000, `core-glue.js: ${compressed('lib/wasm/core-glue.js')}`);
});

test('the glue needs no Node module, no eval and no address', () => {
  const glue = readFileSync(at('dist/lib/wasm/core-glue.js'), 'utf8');
  assert.doesNotMatch(glue, /\brequire\(|\bimport\b|["']node:/);
  assert.doesNotMatch(glue, /\beval\(|\bnew Function\b|(?<![\w$])Function\(/);
});

test('inline.js holds the bytes of core.wasm', async () => {
  const { wasmBinary } = await import(at('dist/lib/wasm/inline.js'));
  assert.deepEqual(Buffer.from(wasmBinary()), readFileSync(at('dist/core.wasm')));
});

test('works where it was installed offline: import, require, command line', () => {
  const project = mkdtempSync(join(folder, 'project-'));
  writeFileSync(join(project, 'package.json'), '{ "private": true }');
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', tarball], project);
  for (const name of ['consumer.mjs', 'consumer.cjs']) {
    copyFileSync(at('tests/package-smoke', name), join(project, name));
    const { rows, cols, data } = JSON.parse(run(process.execPath, [name], project));
    assert.deepEqual([rows, cols], [2, 4], name);
    // rows 0 and 1 of sin(p), cos(p), sin(p/100), cos(p/100), rounded to f32 (WolframAlpha digits)
    const expected = [0, 1, 0, 1, 0.8414709848, 0.5403023059, 0.0099998333, 0.9999500004].map(Math.fround);
    assert.deepEqual(data, expected, name);
  }
  assert.match(run(join(project, 'node_modules/.bin/posenc'), ['list'], project), /sinusoidal/);
});

test('publint and arethetypeswrong find nothing', () => {
  run(bin('publint'), ['--strict', tarball], root);
  run(bin('attw'), [tarball, '--profile', 'esm-only', '--exclude-entrypoints', 'core.wasm'], root);
});
