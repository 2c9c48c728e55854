/**
 * Builds everything that is published or served; a stage whose inputs did not change is skipped.
 *
 *   node web/tools/build.mjs [wasm | gen | lib | package | page | api]     up to and including that stage; all by default
 *
 *   wasm   C++ → build/wasm, dist/{core,analysis,train,config}.wasm, dist/lib/wasm (their glue and copies in JavaScript)
 *   gen    the C++ registries and the list of engines → web/lib/generated; citations and verdicts → web/notebook/generated
 *   lib    TypeScript → dist/lib, dist/cli, which tests and pages import
 *   package   dist/lib and dist/cli, bundled → dist, which is published
 *   page   web/notebook → dist-page
 *   api    the types of web/lib and their comments → dist-page/api
 */
import { chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bibliographySource } from './bibliography.mjs';
import { bundleWorker } from './bundle.mjs';
import { verdictsSource } from './coverage.mjs';
import { filesBelow, readableByAll, removeForeignBuild, whenStale } from './fresh.mjs';
import { sources } from './gen.mjs';
import { writePackage } from './package.mjs';
import { root, setup } from './setup.mjs';
import { SetupError, main, run, step } from './steps.mjs';

const at = (...paths) => join(root, ...paths);
const all = (...paths) => paths.map((path) => at(path));

/** Configures and builds targets of a CMake preset (all by default). @param settings `-DNAME=value` */
export function cmake(preset, env, targets = [], settings = []) {
  return step(`Compiling C++ (${preset})`, async (report) => {
    const options = { cwd: root, env, report };
    removeForeignBuild(at('build', preset), root);
    await run('cmake', ['--preset', preset, ...settings], options);
    const only = targets.length ? ['--target', ...targets] : [];
    await run('cmake', ['--build', '--preset', preset, '-j', String(availableParallelism()), ...only], options);
  });
}

/** Generated sources of the pages. */
const pageSources = { 'bibliography.ts': bibliographySource, 'verdicts.ts': verdictsSource };
const pageSource = (name) => at('web/notebook/generated', name);

/** Writes the generated sources; gen.mjs receives the C++ registry, which a program prints as JSON. */
async function generate(env) {
  mkdirSync(pageSource(''), { recursive: true });
  for (const [name, source] of Object.entries(pageSources)) writeFileSync(pageSource(name), source());
  const { stdout } = await run(process.execPath, [at('build/wasm/describe.cjs')], { cwd: root, env });
  return run(process.execPath, [at('web/tools/gen.mjs')], { cwd: root, env, input: stdout });
}

/** The WebAssembly modules: name, the file that holds a copy, and the function in it that returns the copy. */
const modules = [
  { name: 'core', inline: 'inline.js', copy: 'wasmBinary' },
  { name: 'analysis', inline: 'inline-analysis.js', copy: 'analysisBinary' },
  { name: 'train', inline: 'inline-train.js', copy: 'trainBinary' },
  { name: 'config', inline: 'inline-config.js', copy: 'configBinary' },
];

const inlined = (base64, { name, copy }) => `const base64 =
  '${base64}';

/** A fresh copy of the bytes of ${name}.wasm. */
export function ${copy}() {
  return Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
}
`;

/** Removes the exports for CommonJS and AMD at the end of Emscripten's glue, about which bundlers warn. */
function onlyModule(glue) {
  const [begin, end] = ['if(typeof exports===', 'export default'].map((mark) => glue.lastIndexOf(mark));
  if (begin < 0 || end < begin) throw new Error("Emscripten's glue ends otherwise than it did");
  return glue.slice(0, begin) + glue.slice(end);
}

const api = all(
  'web/lib',
  'web/tsconfig.json',
  'web/typedoc.json',
  'web/tools/site/api.css',
  'web/tools/site/reference-pages.mjs',
  'web/tools/site/browser/reference.js',
  'web/notebook/icon.svg',
  'package-lock.json',
);

const stages = [
  {
    name: 'wasm',
    inputs: all('src', 'wasm', 'CMakeLists.txt', 'CMakePresets.json', 'web/tools/build.mjs'),
    outputs: [
      at('build/wasm/describe.cjs'),
      ...modules.flatMap(({ name, inline }) =>
        all(`dist/${name}.wasm`, `dist/lib/wasm/${name}-glue.js`, `dist/lib/wasm/${inline}`),
      ),
    ],
    async work(env) {
      await cmake('wasm', env, [...modules.map(({ name }) => `${name}-glue`), 'describe']);
      mkdirSync(at('dist/lib/wasm'), { recursive: true });
      for (const module of modules) {
        const { name, inline } = module;
        const glue = readFileSync(at(`build/wasm/wasm/${name}-glue.js`), 'utf8');
        writeFileSync(at(`dist/lib/wasm/${name}-glue.js`), onlyModule(glue));
        copyFileSync(at(`build/wasm/wasm/${name}-glue.wasm`), at(`dist/${name}.wasm`));
        const base64 = readFileSync(at(`dist/${name}.wasm`)).toString('base64');
        writeFileSync(at(`dist/lib/wasm/${inline}`), inlined(base64, module));
      }
    },
  },
  {
    name: 'gen',
    inputs: all(
      'build/wasm/describe.wasm',
      'web/tools',
      'web/lib/engines',
      'examples/notebooks/references.bib',
      'examples/notebooks/course/statements.json',
    ),
    outputs: [
      ...Object.keys(sources).map((name) => at('web/lib/generated', name)),
      ...Object.keys(pageSources).map(pageSource),
    ],
    work: (env) => step('Generating the registry in TypeScript', () => generate(env)),
  },
  {
    name: 'lib',
    inputs: all(
      'web/lib',
      'web/cli',
      'web/tsconfig.json',
      'web/tools/build.mjs',
      'web/tools/bundle.mjs',
      'web/tools/script-package.md',
      'package-lock.json',
      'dist/core.wasm',
      'dist/analysis.wasm',
      'dist/config.wasm',
    ),
    outputs: all('dist/lib/index.js', 'dist/lib/node.js', 'dist/cli/posenc.js'),
    work: (env) =>
      step('Compiling TypeScript', async (report) => {
        const args = [at('node_modules/typescript/bin/tsc'), '-p', at('web/tsconfig.json'), '--listEmittedFiles'];
        const { stdout } = await run(process.execPath, args, { cwd: root, env, report });
        tidy(stdout, stages[0].outputs);
        withoutMaps(at('dist/lib/generated'));
        chmodSync(at('dist/cli/posenc.js'), 0o755);
        await bundleWorker(at('dist/lib/worker/worker.js'), at('dist/lib/worker/inline.js'));
        readableByAll([at('dist')]);
      }),
  },
  {
    name: 'package',
    inputs: all(
      'dist/lib',
      'dist/cli',
      'package.json',
      'web/tools/package.mjs',
      'web/tools/declarations.mjs',
      'web/tools/bundle.mjs',
      'web/tools/script-package.md',
      'package-lock.json',
    ),
    outputs: all('dist/index.js', 'dist/index.d.ts', 'dist/posenc.js', 'dist/script/posenc-chart.js'),
    work: () => step('Bundling the package', writePackage),
  },
  {
    name: 'page',
    inputs: all(
      'web/notebook',
      'examples/charts',
      'examples/experiments',
      'examples/notebooks',
      'examples/cpp',
      'examples/python',
      ...readdirSync(at('examples'))
        .filter((name) => name.endsWith('.mjs'))
        .map((name) => `examples/${name}`),
      'web/vite.config.ts',
      'docs',
      'README.md',
      'CHANGELOG.md',
      'web/tools/documents.mjs',
      'web/tools/examples-document.mjs',
      'web/tools/bibliography.mjs',
      'web/tools/bundled.mjs',
      'web/tools/formulas.mjs',
      'web/tools/offline.mjs',
      'web/tools/row-texts.mjs',
      'web/tools/chunks.mjs',
      'web/lib',
      'dist/core.wasm',
      'dist/analysis.wasm',
      'dist/config.wasm',
      'dist/lib',
      'package-lock.json',
    ),
    outputs: all('dist-page/index.html'),
    work: (env) =>
      step('Building the page', async (report) => {
        const node = (script, ...args) =>
          run(process.execPath, [at('node_modules', script), ...args], { cwd: root, env, report });
        await Promise.all([
          node('typescript/bin/tsc', '-p', at('web/notebook'), '--noEmit'),
          node('vite/bin/vite.js', 'build', '--config', at('web/vite.config.ts')),
        ]);
      }),
  },
  {
    name: 'api',
    inputs: [...api, at('web/tools/build.mjs')],
    outputs: all('dist-page/api/index.html'), // the stage 'page' deletes it
    async work(env) {
      const made = at('build/api');
      const stage = { stamp: at('build/stamps/typedoc'), inputs: api, outputs: [join(made, 'index.html')] };
      const typedoc = [at('node_modules/typedoc/bin/typedoc'), '--options', at('web/typedoc.json'), '--out', made];
      await whenStale(stage, () =>
        step('Writing the API reference', (report) => run(process.execPath, typedoc, { cwd: root, env, report })),
      );
      cpSync(made, at('dist-page/api'), { recursive: true });
      copyFileSync(at('node_modules/typedoc/LICENSE'), at('dist-page/api/licence-of-typedoc.txt')); // its scripts and styles
    },
  },
];

/** Removes outputs of deleted sources, and copies the hand-written .d.ts files, which tsc does not copy. */
function tidy(tscOutput, kept) {
  const made = new Set([
    ...kept,
    ...[...tscOutput.matchAll(/^TSFILE: (.+)$/gm)].map((match) => normalize(match[1].trim())),
  ]);
  for (const file of filesBelow(all('web/lib', 'web/cli')).filter((name) => name.endsWith('.d.ts'))) {
    const target = at('dist', relative(at('web'), file));
    copyFileSync(file, target);
    made.add(target);
  }
  for (const file of filesBelow(all('dist/lib', 'dist/cli'))) if (!made.has(file)) rmSync(file);
}

/** Removes the source maps of generated files: they are large, and debugging generated code does not need them. */
function withoutMaps(folder) {
  for (const file of filesBelow([folder])) {
    if (file.endsWith('.map')) rmSync(file);
    else if (file.endsWith('.js'))
      writeFileSync(file, readFileSync(file, 'utf8').replace(/\/\/# sourceMappingURL=.*\n?$/, ''));
  }
}

/** Brings `last` and all stages before it up to date. */
export async function build(env, last = 'page') {
  const count = stages.findIndex((stage) => stage.name === last) + 1;
  if (count === 0)
    throw new SetupError(`unknown stage '${last}': one of ${stages.map((stage) => stage.name).join(', ')}`);
  for (const { name, work, ...stage } of stages.slice(0, count)) {
    await whenStale({ stamp: at('build/stamps', name), extra: process.version, ...stage }, () => work(env));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(async () => build(await setup(), process.argv[2] ?? 'api'));
}
