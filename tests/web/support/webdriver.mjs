/**
 * Firefox and WebKit as users have them: a tab whose pages are opened, read and clicked. Uses the commands of WebDriver
 * (W3C): over HTTP for WebKit's driver, over Marionette's own port for Firefox, which needs neither a driver nor a
 * package.
 */
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { which } from '../../../web/tools/chromium.mjs';
import { miniBrowser, quietFirefox, screen, started, userPrefs } from './browsers.mjs';

const patienceMs = 60_000;
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Keys without a letter. */
export const keys = { control: '\uE009', enter: '\uE007' };

/** Browsers to drive; `missing`: how to install it, or ''. */
export const driven = [
  {
    name: 'Firefox',
    start: firefox,
    missing: which('firefox-esr') || which('firefox') ? '' : 'sudo apt-get install firefox-esr',
  },
  {
    name: 'WebKit',
    start: webkit,
    missing:
      miniBrowser() && which('Xvfb') && which('WebKitWebDriver') ? '' : 'sudo apt-get install webkit2gtk-driver xvfb',
  },
];

/** Passes a tab of a fresh browser to `use`, and removes everything afterwards. */
export async function withTab({ start }, use) {
  const home = mkdtempSync(join(tmpdir(), 'posenc-driven-'));
  const programs = [];
  try {
    const send = await start(home, programs);
    await use(new Tab(send));
  } finally {
    for (const program of programs.reverse()) {
      if (program.exitCode !== null || program.signalCode !== null) continue;
      const gone = once(program, 'exit');
      program.kill('SIGKILL');
      await gone;
    }
    rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** Marionette's frames: a length, a colon and JSON, `[type, number, command, parameters]`. */
async function firefox(home, programs) {
  writeFileSync(join(home, 'user.js'), userPrefs({ ...quietFirefox, 'marionette.port': 0 }));
  const args = ['--headless', '--marionette', '--remote-allow-system-access', '--no-remote', '--profile', home];
  programs.push(started(which('firefox-esr') || which('firefox'), args, home));
  const told = join(home, 'MarionetteActivePort');
  await until(() => existsSync(told) && readFileSync(told, 'utf8') !== '');
  const socket = connect(Number(readFileSync(told, 'utf8')), '127.0.0.1');
  const waiting = new Map();
  let got = Buffer.alloc(0);
  socket.on('data', (data) => {
    got = Buffer.concat([got, data]);
    for (;;) {
      const colon = got.indexOf(':');
      const length = Number(got.subarray(0, Math.max(0, colon)));
      if (colon < 0 || got.length < colon + 1 + length) return;
      const answer = JSON.parse(got.subarray(colon + 1, colon + 1 + length));
      got = got.subarray(colon + 1 + length);
      if (Array.isArray(answer)) waiting.get(answer[1])?.(answer);
    }
  });
  await once(socket, 'connect');
  const gone = once(socket, 'close').then(() => {
    throw new Error('Firefox is gone');
  });
  gone.catch(() => undefined);
  let number = 0;
  return async (command, parameters = {}) => {
    const id = ++number;
    const text = JSON.stringify([0, id, `WebDriver:${command}`, parameters]);
    const answered = new Promise((resolve) => waiting.set(id, resolve));
    socket.write(`${Buffer.byteLength(text)}:${text}`);
    const [, , error, result] = await Promise.race([answered, gone]);
    waiting.delete(id);
    if (error) throw new Error(`${command}: ${error.message}`);
    return result;
  };
}

/** HTTP paths of the commands used here. */
const paths = {
  Navigate: ['POST', 'url'],
  ExecuteAsyncScript: ['POST', 'execute/async'],
  SetTimeouts: ['POST', 'timeouts'],
  SwitchToFrame: ['POST', 'frame'],
  FindElement: ['POST', 'element'],
  ElementClick: ['POST', 'element/{element}/click'],
  PerformActions: ['POST', 'actions'],
  TakeScreenshot: ['GET', 'screenshot'],
};

async function webkit(home, programs) {
  const display = await screen(home, programs);
  const port = await freePort();
  programs.push(started('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], home, display));
  const options = { binary: miniBrowser(), args: ['--automation'] };
  const send = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}/${path}`, {
      method,
      ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
    });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } };
  let session;
  await until(async () => {
    session = await send('POST', 'session', { capabilities }).catch((error) => {
      if (error.cause) return undefined; // not listening yet
      throw error;
    });
    return session;
  });
  return (command, parameters = {}) => {
    if (command === 'NewSession') return session;
    const [method, path] = paths[command];
    return send(method, `session/${session.sessionId}/${path.replace('{element}', parameters.id)}`, parameters);
  };
}

async function until(holds) {
  for (const begin = performance.now(); !(await holds()); await pause(50))
    if (performance.now() - begin > patienceMs) throw new Error('the browser did not start');
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

/** The tab in the current engine; tabOf of tests/page/reader.mjs has the same functions for Playwright. */
class Tab {
  #ready;
  #send;
  constructor(send) {
    this.#send = send;
    this.#ready = (async () => {
      await send('NewSession', { capabilities: {} });
      await send('SetTimeouts', { script: patienceMs, pageLoad: patienceMs });
    })();
  }
  async #do(command, parameters) {
    await this.#ready;
    return this.#send(command, parameters);
  }
  goto(url) {
    return this.#do('Navigate', { url });
  }
  /** Calls a function in the page, which may return a promise; its arguments are JSON. */
  async evaluate(work, ...args) {
    const script = `const done = arguments[arguments.length - 1];
      Promise.resolve().then(() => (${work})(...JSON.parse(arguments[0])))
        .then((value) => done(JSON.stringify({ value })), (error) => done(JSON.stringify({ error: String(error) })));`;
    const result = await this.#do('ExecuteAsyncScript', { script, args: [JSON.stringify(args)] });
    const { value, error } = JSON.parse(result?.value ?? result);
    if (error) throw new Error(error);
    return value;
  }
  async #element(selector) {
    const found = await this.#do('FindElement', { using: 'css selector', value: selector });
    return (found.value ?? found)[elementKey];
  }
  /** Clicks a visible element, as a user does. */
  async click(selector) {
    await this.#do('ElementClick', { id: await this.#element(selector) });
  }
  /** Presses keys at the focus. @param strokes each a key, or several held together */
  async press(...strokes) {
    const actions = strokes.flatMap((stroke) => {
      const held = [stroke].flat();
      const of = (type, all) => all.map((value) => ({ type, value }));
      return [...of('keyDown', held), ...of('keyUp', held.toReversed())];
    });
    await this.#do('PerformActions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }
  /** Enters a frame; without a selector, returns to the page. */
  async frame(selector) {
    const id = selector === undefined ? null : { [elementKey]: await this.#element(selector) };
    await this.#do('SwitchToFrame', { id, ...(id ? { element: id[elementKey] } : {}) });
  }
  async screenshot() {
    const shot = await this.#do('TakeScreenshot', { full: false });
    return Buffer.from(shot.value ?? shot, 'base64');
  }
}
