/** Files of the package that are made of others of it: they import nothing. */
import { readFileSync, writeFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';

/** The copies of modules, deflated, with what makes them whole again. */
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

/** A script that defines `name`, or only does what it does. */
async function script(input, name, plugins = []) {
  const { build } = await import('rolldown');
  const { output } = await build({
    input,
    plugins: [...plugins, deflatedCopies],
    platform: 'browser',
    write: false,
    output: { format: 'iife', name, minify: true, codeSplitting: false },
    // what would be found beside the script is in it
    transform: { define: { 'import.meta.url': 'undefined' } },
  });
  return output[0].code;
}

/** The worker as a text. */
export async function bundleWorker(input, output) {
  writeFileSync(output, `export const workerText =\n  ${JSON.stringify(await script(input))};\n`);
}

/** The largest module, which few pages of one script want: they give `modules: { train }`. */
const withoutTraining = {
  name: 'without-training',
  resolveId: (id) => (id.endsWith('/inline-train.js') ? '\0without-training' : null),
  load: (id) =>
    id === '\0without-training'
      ? "export function trainBinary() { throw new Error('posenc.global.js is without it'); }"
      : null,
};

/** Everything else, as the global `posenc`: of a script tag, of importScripts, and of the import of a module. */
export async function bundleGlobal(input, output) {
  writeFileSync(output, `${await script(input, 'posenc', [withoutTraining])}globalThis.posenc = posenc;\n`);
}

/** The element `posenc-chart`, for one script tag: it defines the element and leaves no name behind. */
export async function bundleElement(input, output) {
  writeFileSync(output, await script(input, undefined, [withoutTraining]));
}

/** The copies of files in JavaScript, for bundlers that leave files out: beside these files they lie. */
const withoutCopies = {
  name: 'without-copies',
  resolveId: (id) => (/\/inline(?:-\w+)?\.js$/.test(id) ? '\0without-copies' : null),
  load: (id) =>
    id === '\0without-copies'
      ? ['wasmBinary', 'analysisBinary', 'trainBinary']
          .map((name) => `export function ${name}() { throw new Error('a file of the package is missing'); }`)
          .concat("export const workerText = '';")
          .join('\n')
      : null,
};

/** A program for Node with all that it imports of the package; it finds files from where it lies. */
export async function bundleForNode(input, output) {
  const { build } = await import('rolldown');
  await build({
    input,
    plugins: [withoutCopies],
    platform: 'node',
    output: { file: output, format: 'esm', minify: true, codeSplitting: false },
  });
}
