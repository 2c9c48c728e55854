/**
 * Firefox where it is installed, with nothing between: it opens a page of a server here, which runs a module and sends
 * back what came out. WebGPU by the software driver of Mesa (lavapipe) or that of Chromium, unless there is a real one.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { which } from '../../../web/tools/setup.mjs';
import { chromiumFolder } from './chromium.mjs';
import { root } from './posenc.mjs';

export const firefox = which('firefox-esr') || which('firefox');
const types = {
  '.json': 'application/json',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
};
const silentMs = 60_000;

const prefs = {
  'dom.webgpu.enabled': true,
  'gfx.webgpu.ignore-blocklist': true,
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.enabled': false,
};

/** A Vulkan driver that is a program, or undefined: then the machine's own. */
function driver() {
  const folder = '/usr/share/vulkan/icd.d';
  const lavapipe = existsSync(folder) && readdirSync(folder).find((file) => file.startsWith('lvp_icd'));
  if (lavapipe) return join(folder, lavapipe);
  const chromium = chromiumFolder();
  return chromium && join(chromium, 'vk_swiftshader_icd.json');
}

const page = (module) => `<!doctype html><meta charset="utf-8"><title>posenc</title><script type="module">
const send = (path, value) => fetch(path, { method: 'POST', body: JSON.stringify(value) });
try {
  const { default: run } = await import(${JSON.stringify(module)});
  await run((result) => send('/result', result));
  await send('/end', {});
} catch (thrown) {
  await send('/end', { error: String(thrown), stack: String(thrown.stack) });
}
</script>`;

/**
 * The results that `export default run(send)` of a module of this repository sends, as they come; throws what it throws.
 * @param module its path from the root
 */
export async function inFirefox(module, options = {}) {
  const results = [];
  const profile = mkdtempSync(join(tmpdir(), 'posenc-firefox-'));
  const lines = Object.entries({ ...prefs, ...options.prefs }).map(
    (pref) => `user_pref(${JSON.stringify(pref).slice(1, -1)});`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  let browser, server;
  try {
    await new Promise((resolve, reject) => {
      let late;
      const heard = () => {
        clearTimeout(late);
        late = setTimeout(() => reject(new Error(`Firefox said nothing for ${silentMs} ms`)), silentMs);
      };
      server = createServer((request, response) => {
        heard();
        answer(request, response, module, (path, value) => {
          if (path === '/result') results.push(value);
          else if (value.error) reject(new Error(`${value.error}\n${value.stack}`));
          else resolve();
        });
      });
      server.listen(0, '127.0.0.1', () => {
        heard();
        const icd = driver();
        const env = { ...process.env, HOME: profile, ...(icd && { VK_ICD_FILENAMES: icd }) };
        const url = `http://127.0.0.1:${server.address().port}/`;
        const args = ['--headless', '--no-remote', '--profile', profile, url];
        browser = spawn(firefox, args, { env, stdio: 'ignore' });
        browser.on('error', reject);
        browser.on('exit', (code) => reject(new Error(`Firefox ended with ${code}`)));
      });
    });
    return results;
  } finally {
    browser?.removeAllListeners('exit');
    if (browser && browser.exitCode === null) {
      const gone = new Promise((resolve) => browser.once('exit', resolve));
      browser.kill('SIGKILL');
      await gone;
    }
    server?.closeAllConnections();
    server?.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

function answer(request, response, module, told) {
  if (request.method === 'POST') {
    let body = '';
    request.on('data', (data) => (body += data));
    request.on('end', () => {
      response.end();
      told(request.url, JSON.parse(body));
    });
    return;
  }
  if (request.url === '/') {
    response.setHeader('content-type', 'text/html').end(page(`/${module}`));
    return;
  }
  const path = join(root, new URL(request.url, 'http://localhost').pathname);
  const type = types[extname(path)];
  if (!type || !existsSync(path)) response.writeHead(404).end();
  else response.setHeader('content-type', type).end(readFileSync(path));
}
