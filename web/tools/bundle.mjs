/** Files of the package that are made of others of it: they import nothing. */
import { writeFileSync } from 'node:fs';

/** A script that defines `name`, or only does what it does. */
async function script(input, name) {
  const { build } = await import('rolldown');
  const { output } = await build({
    input,
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

/** Everything, as the global `posenc`: of a script tag, of importScripts, and of the import of a module. */
export async function bundleGlobal(input, output) {
  writeFileSync(output, `${await script(input, 'posenc')}globalThis.posenc = posenc;\n`);
}
