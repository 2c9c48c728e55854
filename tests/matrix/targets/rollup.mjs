/** Rollup with node-resolve. The step is the same as for esbuild. */
import { cpSync } from 'node:fs';
import { entry, openFolder, page } from '../browser.mjs';
import { options } from './esbuild.mjs';

export async function run(project, { step }) {
  project.write({
    'app.js': entry(step ? options : ''),
    'worker.js': `import 'posenc/worker';`,
    'dist/index.html': page('./app.js'),
    'rollup.config.mjs': `import { nodeResolve } from '@rollup/plugin-node-resolve';
export default {
  input: ${step ? `['app.js', 'worker.js']` : `'app.js'`},
  output: { dir: 'dist', format: 'es' },
  plugins: [nodeResolve({ browser: true })],
};`,
  });
  await project.bin('rollup', ['-c']);
  if (step)
    for (const name of ['core', 'analysis'])
      cpSync(project.at(`node_modules/posenc/dist/${name}.wasm`), project.at(`dist/${name}.wasm`));
  return openFolder(project.at('dist'));
}
