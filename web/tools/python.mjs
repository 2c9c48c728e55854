/**
 * Writes the JavaScript of the Python package, python/posenc/js, which the wheel and the sdist contain. It is the
 * command line in one file, the file of its workers, and the WebAssembly modules where the code expects them.
 *
 *   node web/tools/python.mjs             writes these files
 *   node web/tools/python.mjs --wheel     also builds the wheel into dist-wheel (`npm run wheel`)
 */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleForNode } from './bundle.mjs';
import { build } from './build.mjs';
import { buildPython, wheelPython } from './pythons.mjs';
import { root, setup } from './setup.mjs';
import { main, step } from './steps.mjs';

const target = join(root, 'python/posenc/js');

/** Rewrites python/posenc/js from dist. */
export async function writePythonFiles() {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(join(target, 'node/program'), { recursive: true });
  for (const name of ['core', 'analysis', 'train', 'config'])
    copyFileSync(join(root, `dist/${name}.wasm`), join(target, `${name}.wasm`));
  const { name, version, type, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writeFileSync(join(target, 'package.json'), `${JSON.stringify({ name, version, type, license }, undefined, 2)}\n`);
  const dist = (path) => join(root, 'dist', path);
  const program = (file) => join(target, 'node/program', file);
  await bundleForNode(dist('cli/posenc.js'), program('posenc.js'));
  await bundleForNode(dist('lib/worker/worker.node.js'), program('worker.node.js'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(async () => {
    const wheel = process.argv.includes('--wheel');
    if (wheel) await wheelPython(); // reports missing programs before the long build
    const env = await setup();
    await build(env, 'lib');
    await writePythonFiles();
    const [source, folder] = [join(root, 'python'), join(root, 'dist-wheel')];
    if (wheel) await step('Building the wheel', (report) => buildPython('wheel', source, folder, { env, report }));
  });
}
