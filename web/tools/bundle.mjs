/** Bundles files of the package into single files that import nothing. */
import { readFileSync, writeFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';

/** Deflates the copies of modules and adds the code that inflates them. */
export const deflatedCopies = {
  name: 'deflated-copies',
  load(id) {
    if (!/\/lib\/wasm\/inline(?:-\w+)?\.js$/.test(id)) return null;
    const [, base64, name] = /'([\w+/=]+)'[^]*export function (\w+)/.exec(readFileSync(id, 'utf8'));
    const bytes = Buffer.from(base64, 'base64');
    return `import { inflateSync } from 'fflate';
const base64 = '${deflateRawSync(bytes, { level: 9 }).toString('base64')}';
export const ${name} = () => inflateSync(Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)));`;
  },
};

/** Returns the bundled script; it defines the global `name` if that is given. */
async function script(input, name, plugins = []) {
  const { build } = await import('rolldown');
  const { output } = await build({
    input,
    plugins: [...plugins, deflatedCopies],
    platform: 'browser',
    write: false,
    output: { format: 'iife', name, minify: true, codeSplitting: false },
    // the script contains every file that it would otherwise find by its own URL
    transform: { define: { 'import.meta.url': 'undefined' } },
  });
  return output[0].code;
}

/** Writes a module that exports the bundled worker as a string. */
export async function bundleWorker(input, output) {
  writeFileSync(output, `export const workerText =\n  ${JSON.stringify(await script(input))};\n`);
}

/** Leaves out the largest module. Few pages with one script need it, and they can pass `modules: { train }`. */
const withoutTraining = {
  name: 'without-training',
  resolveId: (id) => (id.endsWith('/inline-train.js') ? '\0without-training' : null),
  load: (id) =>
    id === '\0without-training'
      ? "export function trainBinary() { throw new Error('posenc.global.js is without it'); }"
      : null,
};

/** Bundles the rest as the global `posenc`, for a script tag, importScripts or an import. */
export async function bundleGlobal(input, output) {
  writeFileSync(output, `${await script(input, 'posenc', [withoutTraining])}globalThis.posenc = posenc;\n`);
}

/** Bundles the element `posenc-chart` for one script tag. The script defines no global name. */
export async function bundleElement(input, output) {
  writeFileSync(output, await script(input, undefined, [withoutTraining]));
}

/** Leaves out the copies of files in JavaScript: next to a program for Node are the files themselves. */
const withoutCopies = {
  name: 'without-copies',
  resolveId: (id) => (/\/inline(?:-\w+)?\.js$/.test(id) ? '\0without-copies' : null),
  load: (id) =>
    id === '\0without-copies'
      ? ['wasmBinary', 'analysisBinary', 'trainBinary', 'configBinary']
          .map((name) => `export function ${name}() { throw new Error('a file of the package is missing'); }`)
          .concat("export const workerText = '';")
          .join('\n')
      : null,
};

/** Bundles a program for Node with its imports from the package. It finds files relative to its own location. */
export async function bundleForNode(input, output) {
  const { build } = await import('rolldown');
  await build({
    input,
    plugins: [withoutCopies],
    platform: 'node',
    output: { file: output, format: 'esm', minify: true, codeSplitting: false },
  });
}
