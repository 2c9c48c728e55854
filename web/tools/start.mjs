/**
 * `npm start`: sets up, builds, serves the pages on localhost, and then builds the API reference.
 *
 *   node web/tools/start.mjs [--port 4747] [--no-open] [--dev]
 *
 * --dev serves the sources with Vite's development server, which reloads on a change.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { which } from './chromium.mjs';
import { serve } from './serve.mjs';
import { root, setup } from './setup.mjs';
import { main } from './steps.mjs';

/** Opens the default browser if there is a desktop. */
function open(url) {
  const desktop = process.platform === 'darwin' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  const opener = ['xdg-open', 'open'].map(which).find(Boolean);
  if (!desktop || !opener || process.env.CI) return;
  spawn(opener, [url], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}

main(async () => {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '4747' },
      'no-open': { type: 'boolean', default: false },
      dev: { type: 'boolean', default: false },
    },
  });
  const env = await setup();
  if (values.dev) {
    await build(env, 'lib');
    const started = (script, ...args) =>
      spawn(process.execPath, [join(root, 'node_modules', script), ...args], { cwd: root, env, stdio: 'inherit' });
    // the pages use the built library
    started('typescript/bin/tsc', '-p', 'web/tsconfig.json', '--watch', '--preserveWatchOutput');
    started('vite/bin/vite.js', '--config', 'web/vite.config.ts');
    return;
  }
  await build(env);
  const { url } = await serve(join(root, 'dist-page'), Number(values.port));
  console.log(`\n  The pages are at ${url}   (Ctrl-C ends it)\n`);
  if (!values['no-open']) open(url);
  await build(env, 'api'); // last, because it is read later than the pages
});
