/**
 * Bundles dist/lib and dist/cli into dist, the published files. All are in one folder, so that each refers to a module
 * or a worker by the same relative URL.
 */
import { chmodSync, copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { bundleElement, bundleGlobal, deflatedCopies } from './bundle.mjs';
import { entries, writeDeclarations } from './declarations.mjs';
import { readableByAll } from './fresh.mjs';
import { root } from './setup.mjs';

const dist = join(root, 'dist');

/** Rewrites URLs relative to a module as relative to dist. */
const addresses = {
  name: 'addresses',
  transform: (code, id) =>
    code.replace(/new URL\('([^']+)', import\.meta\.url\)/g, (_, path) => {
      const file = relative(dist, resolve(dirname(id), path));
      const published = Object.keys(entries).find((name) => `${entries[name]}.js` === file);
      const place = published ? `./${published}.js` : file.startsWith('.') ? file : `./${file}`;
      return `new URL('${place}', import.meta.url)`;
    }),
};

/** Writes URLs in double quotes: the minifier uses backticks, which bundlers do not recognise. */
const quotes = {
  name: 'quotes',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle))
      chunk.code = chunk.code.replace(/\b(new URL|import)\(`([^`$]+)`(,import\.meta\.url)?\)/g, '$1("$2"$3)');
  },
};

/**
 * Models of images and videos have their own file. Reports load it on demand, and few programs use the export of
 * `posenc` that needs it. Bundlers keep or drop a file as a whole if it is also loaded dynamically.
 */
const codeSplitting = {
  includeDependenciesRecursively: false,
  groups: [{ name: 'axial', test: /\/lib\/hf\/axial\// }],
};

/** Entries whose chunks export more, for other chunks. Users import a file that re-exports only the public names. */
const facades = ['index', 'node', 'charts'];
const workers = ['worker', 'worker.node'];

const inputs = (names) => Object.fromEntries(names.map((name) => [name, join(dist, `${entries[name]}.js`)]));
const common = { plugins: [addresses, deflatedCopies, quotes], external: /^node:/, platform: 'neutral' };
const output = { dir: dist, format: 'esm', minify: true };

async function bundleModules() {
  const { build } = await import('rolldown');
  // each worker is one file, because it loads no other
  for (const name of workers)
    await build({ ...common, input: inputs([name]), output: { ...output, codeSplitting: false } });
  await build({
    ...common,
    input: inputs(Object.keys(entries).filter((name) => !workers.includes(name))),
    preserveEntrySignatures: 'allow-extension',
    output: {
      ...output,
      entryFileNames: ({ name }) => (facades.includes(name) ? 'chunk-of-[name].js' : '[name].js'),
      chunkFileNames: 'chunk-[name].js',
      codeSplitting,
    },
  });
  for (const name of facades) {
    const names = Object.keys(await import(join(dist, `${entries[name]}.js`)));
    writeFileSync(join(dist, `${name}.js`), `export{${names.join(',')}}from"./chunk-of-${name}.js";\n`);
  }
}

/**
 * The package posenc-script: each file contains everything, the modules too, for pages without a build. They would double the
 * size of posenc.
 */
async function writeScripts(folder) {
  mkdirSync(folder, { recursive: true });
  await bundleGlobal(join(dist, 'lib/global.js'), join(folder, 'posenc.global.js'));
  await bundleElement(join(dist, 'lib/element.global.js'), join(folder, 'posenc-chart.js'));
  for (const name of ['LICENSE', 'NOTICE.md']) copyFileSync(join(root, name), join(folder, name));
  copyFileSync(join(root, 'web/tools/script-package.md'), join(folder, 'README.md'));
  const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const description = 'posenc for script tags: position encodings in one file, and charts of them in another';
  const main = 'posenc.global.js';
  const manifest = { name: 'posenc-script', version, description, license, main, unpkg: main, jsdelivr: main };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/** Replaces the files of an earlier build. */
export async function writePackage() {
  for (const name of readdirSync(dist)) if (/\.js$|\.d\.ts$/.test(name)) rmSync(join(dist, name));
  await bundleModules();
  await writeDeclarations();
  chmodSync(join(dist, 'posenc.js'), 0o755);
  await writeScripts(join(dist, 'script'));
  readableByAll([dist]);
}
