/** The build's own tools: the local server, and the stages skipped when nothing changed. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { dirname, join } from 'node:path';
import { before, test } from 'node:test';
import { removeForeignBuild, whenStale } from '../../web/tools/fresh.mjs';
import { runJobs } from '../../web/tools/jobs.mjs';
import { servedPolicy } from '../../web/tools/policy.mjs';
import { serve } from '../../web/tools/serve.mjs';
import { folder } from './support/own-folder.mjs';

before(() => {
  mkdirSync(join(folder, 'page'));
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'page/index.html'), '<!doctype html><title>x</title>');
  writeFileSync(join(folder, 'page/core.wasm'), '\0asm');
});

/** fetch() normalises the path; this requests exactly `path`. */
const get = (url, path, method = 'GET', headers = {}) =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    request({ hostname, port, path, method, headers }, (response) => {
      let body = '';
      response
        .on('data', (chunk) => (body += chunk))
        .on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }));
    })
      .on('error', reject)
      .end();
  });

test('serves files with their type and the content security policy', async () => {
  const server = await serve(join(folder, 'page'));
  const page = await get(server.url, '/');
  assert.equal(page.status, 200);
  assert.equal(page.headers['content-security-policy'], servedPolicy('index.html'));
  assert.match(servedPolicy('index.html'), /frame-ancestors 'none'/);
  assert.match(servedPolicy('index.html', 'hide=title&embed=1'), /frame-ancestors \*$/);
  assert.match(page.headers['content-type'], /^text\/html/);
  assert.match(page.body, /<title>x/);
  assert.equal((await get(server.url, '/core.wasm?x=1')).headers['content-type'], 'application/wasm');
  assert.equal((await get(server.url, '/', 'HEAD')).body, '');
  assert.equal((await get(server.url, '/', 'POST')).status, 405);
  await server.close();
});

test('serves nothing outside its folder', async () => {
  const server = await serve(join(folder, 'page'));
  for (const path of [
    '/missing',
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/%2e%2e%2fsecret.txt',
    '/..%5csecret.txt',
    '/%00',
    '/%',
  ]) {
    const { status, body } = await get(server.url, path);
    assert.equal(status, 404, path);
    assert.doesNotMatch(body, /secret/, path);
  }
  await server.close();
});

test('answers to the names of this machine only', async () => {
  const server = await serve(join(folder, 'page'));
  const { port } = new URL(server.url);
  for (const host of [`localhost:${port}`, `LOCALHOST:${port}`, '127.0.0.1', `[::1]:${port}`])
    assert.equal((await get(server.url, '/', 'GET', { host })).status, 200, host);
  for (const host of [
    'example.org',
    `localhost.example.org:${port}`,
    `127.0.0.1.example.org`,
    'localhost:80@evil',
    '0.0.0.0',
  ]) {
    const { status, body } = await get(server.url, '/', 'GET', { host });
    assert.equal(status, 421, host);
    assert.doesNotMatch(body, /<title>/, host);
  }
  await server.close();
});

test('files that come, go and change while they are asked for never end the server', async () => {
  const server = await serve(join(folder, 'page'));
  const file = join(folder, 'page/coming.js');
  const answers = [];
  for (let i = 0; i < 60; i += 1) {
    if (i % 2) rmSync(file, { force: true });
    else writeFileSync(file, 'x'.repeat(i * 1000));
    answers.push(get(server.url, '/coming.js').catch((error) => ({ status: error.code })));
    if (i % 7 === 0) await Promise.all(answers);
  }
  const seen = new Set((await Promise.all(answers)).map(({ status }) => status));
  assert.ok(
    [...seen].every((status) => [200, 404, 'ECONNRESET'].includes(status)),
    [...seen].join(),
  );
  assert.equal((await get(server.url, '/')).status, 200);
  await server.close();
});

test('takes another port where the wanted one is taken', async () => {
  const first = await serve(join(folder, 'page'));
  const second = await serve(join(folder, 'page'), Number(new URL(first.url).port));
  assert.notEqual(second.url, first.url);
  assert.equal((await get(second.url, '/')).status, 200);
  await Promise.all([first.close(), second.close()]);
});

test('a stage runs for a changed input, a missing output or a failure before, and not otherwise', async () => {
  const input = join(folder, 'input');
  const output = join(folder, 'output');
  writeFileSync(input, '1');
  const stage = (work = () => writeFileSync(output, 'made')) =>
    whenStale({ stamp: join(folder, 'stamps/x'), inputs: [input], outputs: [output] }, work);
  assert.equal(await stage(), true);
  assert.equal(await stage(), false);
  writeFileSync(input, '2');
  await assert.rejects(
    stage(() => Promise.reject(new Error('no'))),
    /no/,
  );
  assert.equal(await stage(), true);
  assert.equal(await stage(), false);
  rmSync(output);
  assert.equal(await stage(), true);
  assert.ok(existsSync(output));
});

test('what CMake configured for a checkout that was moved or copied is made again, and only that', () => {
  const configure = (checkout) =>
    execFileSync('cmake', ['-S', checkout, '-B', join(checkout, 'build')], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  mkdirSync(first);
  writeFileSync(join(first, 'CMakeLists.txt'), 'cmake_minimum_required(VERSION 3.22)\nproject(x LANGUAGES NONE)\n');
  configure(first);
  assert.equal(removeForeignBuild(join(first, 'build'), first), false);
  cpSync(first, second, { recursive: true });
  assert.throws(() => configure(second), /CMakeCache\.txt/);
  assert.equal(removeForeignBuild(join(second, 'build'), second), true);
  configure(second);
  assert.equal(removeForeignBuild(join(second, 'build'), second), false);
  rmSync(first, { recursive: true }); // moved: the old place is gone
  cpSync(second, first, { recursive: true });
  rmSync(second, { recursive: true });
  assert.equal(removeForeignBuild(join(first, 'build'), first), true);
  assert.equal(removeForeignBuild(join(first, 'build'), first), false);
});

test('the page tests run in the Chromium that POSENC_CHROMIUM names, else in what Playwright installed', () => {
  const chosen = (env) => {
    const config = new URL('../page/playwright.config.mjs', import.meta.url);
    const program = `const { default: c } = await import(${JSON.stringify(config)});
      const all = [c, ...c.projects].flatMap(({ use }) => use?.launchOptions?.executablePath ?? []);
      console.log([...new Set(all)].join());`;
    const options = {
      encoding: 'utf8',
      env: { PATH: folder, PLAYWRIGHT_BROWSERS_PATH: join(folder, 'browsers'), ...env },
    };
    return execFileSync(process.execPath, ['--input-type=module', '--eval', program], options).trim();
  };
  assert.equal(chosen({ POSENC_CHROMIUM: '/opt/own' }), '/opt/own');
  const path = execFileSync(
    process.execPath,
    ['--input-type=module', '--eval', "console.log((await import('@playwright/test')).chromium.executablePath())"],
    { encoding: 'utf8', env: { PLAYWRIGHT_BROWSERS_PATH: join(folder, 'browsers') } },
  ).trim();
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '');
  assert.equal(chosen({}), path);
  // the headless one if there is one, except for tests that need a window, and with --full
  const shell = join(folder, 'chromium-headless-shell');
  writeFileSync(shell, '');
  assert.equal(chosen({}), `${shell},${path}`);
  assert.equal(chosen({ POSENC_FULL: '1' }), path);
  assert.equal(chosen({ POSENC_CHROMIUM: '/opt/own' }), '/opt/own');
});

test("a compiler's cache is used where it is installed, and what its user has set stays", () => {
  const program = join(folder, 'cache');
  mkdirSync(program);
  const code = `const { compilerCache } = await import(${JSON.stringify(new URL('../../web/tools/setup.mjs', import.meta.url))});
    console.log(JSON.stringify(compilerCache()));`;
  const env = () => {
    const args = ['--input-type=module', '--eval', code];
    return JSON.parse(execFileSync(process.execPath, args, { env: { PATH: program }, encoding: 'utf8' }));
  };
  assert.deepEqual(env(), {});
  writeFileSync(join(program, 'ccache'), '');
  const { CMAKE_CXX_COMPILER_LAUNCHER, EM_COMPILER_WRAPPER, CCACHE_COMPILERCHECK } = env();
  assert.deepEqual([CMAKE_CXX_COMPILER_LAUNCHER, EM_COMPILER_WRAPPER], ['ccache', 'ccache']);
  assert.match(CCACHE_COMPILERCHECK, /--version/);
});

test("Emscripten is told the Python behind a script's name", () => {
  const shims = join(folder, 'shims');
  mkdirSync(shims);
  const python = execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim();
  writeFileSync(join(shims, 'python3'), `#!/bin/sh\nexec ${python} "$@"\n`, { mode: 0o755 });
  const code = `const { pythonOfEmscripten } = await import(${JSON.stringify(new URL('../../web/tools/setup.mjs', import.meta.url))});
    console.log(pythonOfEmscripten().EMSDK_PYTHON);`;
  const args = ['--input-type=module', '--eval', code];
  assert.equal(execFileSync(process.execPath, args, { env: { PATH: shims }, encoding: 'utf8' }), `${python}\n`);
});

test('jobs wait for their predecessors, at most two run at once, the first of the list is the most urgent', async () => {
  const log = [];
  let running = 0;
  const ends = {};
  const work = async ({ name }) => {
    running++;
    assert.ok(running <= 2);
    log.push(name);
    await new Promise((resolve, reject) => (ends[name] = { resolve, reject }));
    running--;
  };
  const skipped = [];
  const jobs = [
    { name: 'a' },
    { name: 'of b', after: ['b'] },
    { name: 'b' },
    { name: 'of both', after: ['a', 'b'] },
    { name: 'of of b', after: ['of b'] },
    { name: 'c' },
  ];
  const all = runJobs(jobs, 2, work, ({ name }, broken) => skipped.push([name, broken]));
  const turn = () => new Promise(setImmediate);
  await turn();
  assert.deepEqual(log, ['a', 'b']);
  ends.a.resolve();
  await turn();
  assert.deepEqual(log, ['a', 'b', 'c']);
  ends.b.resolve();
  await turn();
  assert.deepEqual(log, ['a', 'b', 'c', 'of b']);
  ends.c.resolve();
  await turn();
  assert.deepEqual(log, ['a', 'b', 'c', 'of b', 'of both']);
  running--;
  ends['of b'].reject(new Error('no'));
  await turn();
  ends['of both'].resolve();
  await all;
  assert.deepEqual(skipped, [['of of b', 'of b']]);
  await assert.rejects(runJobs([{ name: 'x', after: ['y'] }], 2, work, skipped), /never comes: x/);
});
