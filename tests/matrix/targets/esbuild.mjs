/** esbuild: one module. With the step, the .wasm files are copied next to it and the worker is built as a separate file. */
import { cpSync } from 'node:fs';
import { entry, openFolder, page } from '../browser.mjs';

export const options = `options: { wasmUrl: new URL('core.wasm', import.meta.url) },
  workerOptions: {
    worker: true,
    wasmUrl: new URL('core.wasm', import.meta.url),
    workerFactory: () => new Worker(new URL('worker.js', import.meta.url), { type: 'module' }),
  },`;

export async function run(project, { flags = [], step }) {
  project.write({ 'app.js': entry(step ? options : ''), 'dist/index.html': page('./app.js') });
  const common = ['--bundle', '--minify', '--format=esm', '--target=es2022', '--outdir=dist', ...flags];
  await project.bin('esbuild', ['app.js', ...common]);
  if (step) {
    await project.bin('esbuild', ['worker=posenc/worker', ...common]);
    for (const name of ['core', 'analysis'])
      cpSync(project.at(`node_modules/posenc/dist/${name}.wasm`), project.at(`dist/${name}.wasm`));
  }
  return openFolder(project.at('dist'));
}
