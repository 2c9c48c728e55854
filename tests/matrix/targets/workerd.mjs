/**
 * workerd, the runtime of Cloudflare's workers. esbuild bundles the program and leaves .wasm files to the runtime, as
 * Cloudflare's tool does. workerd compiles no WebAssembly at run time; the step is to import the modules.
 */
import { cpSync } from 'node:fs';

const imports = `import core from 'posenc/core.wasm';
import analysis from 'posenc/analysis.wasm';
`;

export async function run(project, { step }) {
  project.write({
    'worker.js': `${step ? imports : ''}import { program } from './program.js';
export default {
  fetch: async () => Response.json(await program({ ${step ? 'options: { modules: { core, analysis } }' : ''} })),
};`,
    'build.mjs': `import { build } from 'esbuild';
const wasm = { name: 'wasm', setup: (build) => build.onResolve({ filter: /\\.wasm$/ }, ({ path }) =>
  ({ path: './' + path.split('/').at(-1), external: true })) };
await build({ entryPoints: ['worker.js'], bundle: true, format: 'esm', target: 'es2022', outfile: 'out/index.mjs',
  conditions: ['workerd', 'worker', 'browser'], plugins: [wasm] });`,
    'serve.mjs': `import { Miniflare } from 'miniflare';
import { readFileSync } from 'node:fs';
const wasm = (path) => ({ type: 'CompiledWasm', path, contents: readFileSync('out/' + path) });
const runtime = new Miniflare({ compatibilityDate: '2026-07-01', modules: [
  { type: 'ESModule', path: 'index.mjs', contents: readFileSync('out/index.mjs', 'utf8') },
  ...${JSON.stringify(step ? ['core.wasm', 'analysis.wasm'] : [])}.map(wasm),
] });
console.log(await (await runtime.dispatchFetch('http://localhost/')).text());
await runtime.dispose();`,
  });
  await project.run(process.execPath, ['build.mjs']);
  if (step)
    for (const name of ['core', 'analysis'])
      cpSync(project.at(`node_modules/posenc/dist/${name}.wasm`), project.at(`out/${name}.wasm`));
  return project.result(process.execPath, ['serve.mjs']);
}
