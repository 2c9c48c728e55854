/**
 * Firefox and WebKit if they are installed, without a driver: the browser opens a page of a server started here, which
 * runs a module and sends back its results.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { which } from '../../../web/tools/chromium.mjs';
import { chromiumFolder } from './chromium.mjs';
import { root } from './posenc.mjs';

const silentMs = 60_000;
const types = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.mjs': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.ts': 'text/plain',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

export const quietFirefox = {
  'gfx.webgpu.ignore-blocklist': true,
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.enabled': false,
};

/** A software Vulkan driver (Mesa's lavapipe or Chromium's), or undefined to use the machine's own. */
function softwareDriver() {
  const folder = '/usr/share/vulkan/icd.d';
  const lavapipe = existsSync(folder) && readdirSync(folder).find((file) => file.startsWith('lvp_icd'));
  if (lavapipe) return join(folder, lavapipe);
  const chromium = chromiumFolder();
  return chromium && join(chromium, 'vk_swiftshader_icd.json');
}

export function miniBrowser() {
  const folders = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/libexec', '/usr/lib'];
  return folders
    .flatMap((folder) =>
      ['webkit2gtk-4.1', 'webkitgtk-6.0', 'webkit2gtk-4.0'].map((part) => join(folder, part, 'MiniBrowser')),
    )
    .find(existsSync);
}

/** Starts `command` without the user's environment. With LANG=C, WebKit would report the language 'C'. */
export const started = (command, args, home, env = {}, stdio = 'ignore') =>
  spawn(command, args, {
    env: { ...process.env, HOME: home, XDG_RUNTIME_DIR: home, LC_ALL: 'en_US.UTF-8', ...env },
    stdio,
  });

/** The text of a profile's user.js. */
export const userPrefs = (prefs) =>
  Object.entries(prefs)
    .map((pref) => `user_pref(${JSON.stringify(pref).slice(1, -1)});`)
    .join('\n');

/** @param webgpu whether WebGPU is enabled */
async function firefox(url, home, { webgpu = true }) {
  writeFileSync(join(home, 'user.js'), userPrefs({ ...quietFirefox, 'dom.webgpu.enabled': webgpu }));
  const driver = softwareDriver();
  const args = ['--headless', '--no-remote', '--profile', home, url];
  return [started(which('firefox-esr') || which('firefox'), args, home, driver && { VK_ICD_FILENAMES: driver })];
}

/** Starts a separate screen for programs without a headless mode; returns the environment that selects it. */
export async function screen(home, programs) {
  const args = ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'];
  const server = started('Xvfb', args, home, {}, ['ignore', 'ignore', 'ignore', 'pipe']);
  programs.push(server);
  const [number] = await once(server.stdio[3], 'data');
  return { DISPLAY: `:${String(number).trim()}`, GDK_BACKEND: 'x11', WEBKIT_DISABLE_COMPOSITING_MODE: '1' };
}

async function webkit(url, home) {
  const programs = [];
  const display = await screen(home, programs);
  return [started(miniBrowser(), [url], home, display), ...programs];
}

/** `missing`: how to install it, or ''. */
export const browsers = [
  {
    name: 'Firefox',
    start: firefox,
    missing: which('firefox-esr') || which('firefox') ? '' : 'sudo apt-get install firefox-esr mesa-vulkan-drivers',
  },
  {
    name: 'WebKit',
    start: webkit,
    missing: miniBrowser() && which('Xvfb') ? '' : 'sudo apt-get install webkit2gtk-driver xvfb',
  },
];

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
 * Yields the results that `export default run(send)` of a module of this repository sends; rethrows its errors.
 * @param module path from the root
 * @param options `query`: query of the module's address; and the options of `start`
 */
export async function inBrowser({ name, start }, module, options = {}) {
  const results = [];
  const home = mkdtempSync(join(tmpdir(), 'posenc-browser-'));
  let programs = [];
  let server, late;
  try {
    await new Promise((resolve, reject) => {
      const heard = () => {
        clearTimeout(late);
        late = setTimeout(() => reject(new Error(`${name} said nothing for ${silentMs} ms`)), silentMs);
      };
      const told = (path, value) => {
        if (path === '/result') results.push(value);
        else if (value.error) reject(new Error(`${value.error}\n${value.stack}`));
        else resolve();
      };
      server = createServer((request, response) => {
        heard();
        answer(request, response, `${module}?${options.query ?? ''}`, told);
      });
      server.listen(0, '127.0.0.1', async () => {
        heard();
        programs = await start(`http://127.0.0.1:${server.address().port}/`, home, options).catch((thrown) => {
          reject(thrown);
          return [];
        });
        for (const program of programs) {
          program.on('error', reject);
          program.on('exit', (code) => reject(new Error(`${name} ended with ${code}`)));
        }
      });
    });
    return results;
  } finally {
    clearTimeout(late);
    for (const program of programs) {
      if (program.exitCode !== null || program.signalCode !== null) continue;
      const gone = once(program, 'exit');
      program.kill('SIGKILL');
      await gone;
    }
    server?.closeAllConnections();
    server?.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
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
