/**
 * Loading of core.wasm: given by the caller or from the package, errors in either, and importing has no side effects.
 * load-later.test.mjs covers analysis.wasm.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Worker as NodeWorker } from 'node:worker_threads';
import { create as createInBrowser } from '../../dist/lib/index.js';
import { ModuleLoader } from '../../dist/lib/wasm/module-loader.js';
import { modulesOf } from '../../dist/lib/wasm/load.js';
import { packaged } from './support/pool.mjs';
import { create, refused, root } from './support/posenc.mjs';
import { folder } from './support/own-folder.mjs';

const wasm = readFileSync(join(root, 'dist/core.wasm'));
const works = async (pe) => {
  assert.equal((await pe.table({ encoding: 'sinusoidal', dim: 2 }, [1], { dtype: 'f64' })).data[0], 0.8414709848078965);
  pe.dispose();
};
const node = (script, ...flags) =>
  execFileSync(process.execPath, [...flags, '--input-type=module', '--eval', script], { cwd: root, encoding: 'utf8' });

describe('where the module comes from', () => {
  let server;
  let url;
  const asked = [];
  before(async () => {
    server = createServer((request, response) => {
      asked.push(request.url);
      const answers = {
        '/core.wasm': [200, 'application/wasm', wasm],
        '/typeless.wasm': [200, 'text/plain', wasm],
        '/page.wasm': [200, 'text/html', '<!doctype html>'],
        '/liar.wasm': [200, 'application/wasm', '<!doctype html>'],
        '/half.wasm': [200, 'application/wasm', wasm.subarray(0, wasm.length / 2)],
      };
      if (request.url === '/slow.wasm') return; // never responds
      const [status, type, body] = answers[request.url] ?? [404, 'text/plain', 'no'];
      response.writeHead(status, { 'content-type': type }).end(body);
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${server.address().port}`;
  });
  after(() => server.close());

  test('bytes, a module, a path, a file: URL, an http: URL', async () => {
    const path = join(folder, 'own.wasm');
    writeFileSync(path, wasm);
    await works(await create({ modules: { core: wasm } }));
    await works(await create({ modules: { core: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length) } }));
    await works(await create({ modules: { core: await WebAssembly.compile(wasm) } }));
    await works(await create({ wasmUrl: path }));
    await works(await create({ wasmUrl: pathToFileURL(path) }));
    await works(await create({ wasmUrl: pathToFileURL(path).href }));
    await works(await create({ wasmUrl: `${url}/core.wasm` }));
    await works(await create({ wasmUrl: `${url}/typeless.wasm` }));
  });

  test('`wasmUrl` is an address, and has no effect when `modules` names the core', async () => {
    const wasmUrl = `${url}/core.wasm`;
    await refused(create({ wasmUrl, modules: { core: wasm } }), 'bad_argument', 'options.wasmUrl');
    for (const given of [wasm, 1, null, {}])
      await refused(create({ wasmUrl: given }), 'bad_argument', 'options.wasmUrl');
    await refused(create({ modules: { core: wasm, kernel: wasm } }), 'bad_argument', 'options.modules.kernel');
    for (const modules of [null, 1, [wasm]]) await refused(create({ modules }), 'bad_argument', 'options.modules');
  });

  test('the same given to a worker', async () => {
    await works(await create({ worker: true, modules: { core: wasm } }));
    await works(await create({ worker: true, modules: { core: await WebAssembly.compile(wasm) } }));
    await works(await create({ worker: true, wasmUrl: `${url}/core.wasm` }));
  });

  test('any number of workers is sent one module, fetched once', async () => {
    asked.length = 0;
    await works(await create({ workers: 3, wasmUrl: `${url}/core.wasm` }));
    assert.deepEqual(asked, ['/core.wasm']);
  });

  test('what is wrong with it is said', async () => {
    for (const options of [
      { wasmUrl: `${url}/missing.wasm` },
      { wasmUrl: `${url}/page.wasm` },
      { wasmUrl: `${url}/liar.wasm` },
      { wasmUrl: `${url}/half.wasm` },
      { wasmUrl: join(folder, 'missing.wasm') },
      { wasmUrl: 'http://127.0.0.1:1/core.wasm' },
      { modules: { core: new Uint8Array(0) } },
      { modules: { core: new TextEncoder().encode('<!doctype html>') } },
      { modules: { core: wasm.subarray(0, 1000) } },
    ]) {
      await refused(create(options), 'wasm_not_found', '');
      await refused(create({ ...options, worker: true }), 'wasm_not_found', '');
    }
    await refused(create({ wasmUrl: `${url}/missing.wasm` }), 'wasm_not_found', '', /404/);
    await refused(create({ wasmUrl: `${url}/page.wasm` }), 'wasm_not_found', '', /first bytes/);
  });

  test('an abort ends a start that hangs', async () => {
    for (const worker of [false, true]) {
      const controller = new AbortController();
      setTimeout(() => controller.abort('too slow'), 20);
      const thrown = await create({ worker, wasmUrl: `${url}/slow.wasm`, signal: controller.signal }).catch(
        (error) => error,
      );
      assert.equal(thrown, 'too slow');
    }
  });

  test('a module that is another program is refused at start, not later', async () => {
    const empty = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
    const other = readFileSync(join(root, 'dist/analysis.wasm'));
    for (const worker of [false, true]) {
      for (const core of [empty, other]) {
        await refused(
          create({ worker, modules: { core } }),
          'wasm_not_found',
          '',
          /not the core\.wasm of this version/,
        );
      }
    }
  });

  test('without fetch the browser entry falls back on the copy in JavaScript', async () => {
    // Node's fetch does not support file: URLs, just as a page's fetch may fail to get core.wasm.
    await works(await createInBrowser());
    await refused(createInBrowser({ worker: true }), 'worker_failed', '');
  });

  test('what cannot be loaded is said with its remedy, in one line', async () => {
    const said = async (promise, code, ...remedies) => {
      const { message } = await refused(promise, code, '');
      for (const remedy of remedies) assert.ok(message.includes(remedy), message);
      assert.doesNotMatch(message, /\n/);
    };
    await said(create({ wasmUrl: `${url}/missing.wasm` }), 'wasm_not_found', 'modules.core', 'posenc/inline');
    await said(createInBrowser({ worker: true }), 'worker_failed', 'without worker', 'workerFactory', 'posenc/worker');
    try {
      globalThis.Worker = class {
        constructor() {
          throw new DOMException('cannot be accessed from this origin', 'SecurityError');
        }
      };
      await said(createInBrowser({ worker: true }), 'worker_failed', 'this origin', 'workerFactory', 'posenc/worker');
      globalThis.Worker = class {
        postMessage() {
          queueMicrotask(() => this.onerror({}));
        }
        terminate() {}
      };
      await said(createInBrowser({ worker: true }), 'worker_failed', 'workerFactory', 'posenc/worker');
      const workerFactory = () => new Worker();
      await said(createInBrowser({ worker: true, workerFactory }), 'worker_failed', 'origin', 'posenc/worker');
    } finally {
      delete globalThis.Worker;
    }
    const gone = { packaged: () => assert.fail('no address'), bytes: () => undefined };
    const loader = new ModuleLoader({}, gone);
    const { compile } = WebAssembly;
    try {
      WebAssembly.compile = () => Promise.reject(new WebAssembly.CompileError('broken'));
      await said(loader.module('core'), 'wasm_not_found', 'modules.core', 'posenc/inline');
      WebAssembly.compile = () =>
        Promise.reject(new WebAssembly.CompileError('Wasm code generation disallowed by embedder'));
      await said(loader.module('core'), 'wasm_unsupported', 'modules.core', 'posenc/core.wasm');
    } finally {
      WebAssembly.compile = compile;
    }
  });

  test('without the file the copy in JavaScript is taken, in Node too', async () => {
    const gone = { packaged: (file) => file, compiled: () => Promise.reject(new Error('ENOENT')) };
    const { core, analysis } = modulesOf({}, gone);
    for (const module of [await core(), await analysis()]) assert.equal(module.liveHandles(), 0);
  });

  test('a policy may forbid WebAssembly here and allow it in workers', async () => {
    const { compile } = WebAssembly;
    WebAssembly.compile = () =>
      Promise.reject(new WebAssembly.CompileError("Refused: 'unsafe-eval' is not an allowed source of script"));
    try {
      await works(await create({ worker: true }));
    } finally {
      WebAssembly.compile = compile;
    }
  });

  test('no WebAssembly, no SIMD, forbidden by policy: wasm_unsupported', async () => {
    const { validate, compile } = WebAssembly;
    try {
      WebAssembly.validate = () => false;
      await refused(create(), 'wasm_unsupported', '', /SIMD/);
      WebAssembly.validate = validate;
      WebAssembly.compile = () =>
        Promise.reject(
          new WebAssembly.CompileError(
            "WebAssembly.compile(): Refused to compile because 'unsafe-eval' is not an allowed source of script in the following Content Security Policy directive",
          ),
        );
      await refused(create(), 'wasm_unsupported', '', /'wasm-unsafe-eval'/);
    } finally {
      Object.assign(WebAssembly, { validate, compile });
    }
    const out = node(`
      delete globalThis.WebAssembly;
      const { create } = await import('posenc');
      console.log((await create().catch((error) => error)).code);`);
    assert.equal(out, 'wasm_unsupported\n');
  });
});

describe('importing', () => {
  test('does nothing: no listeners, no globals', () => {
    const out = node(`
      const names = ['uncaughtException', 'unhandledRejection', 'exit', 'beforeExit', 'SIGINT', 'SIGTERM', 'warning'];
      const state = () => JSON.stringify([names.map((name) => process.listenerCount(name)), Reflect.ownKeys(globalThis).length]);
      const before = state();
      const { create } = await import('posenc');
      const imported = state();
      const pe = await create();
      await pe.table({ encoding: 'rope', dim: 4 }, 3);
      console.log(before === imported, JSON.stringify(JSON.parse(state())[0]) === JSON.stringify(JSON.parse(before)[0]));`);
    assert.equal(out, 'true true\n');
  });

  test('works with require, and where strings are never code', () => {
    const script = `const { create } = require('posenc'); create().then((pe) => pe.table({ encoding: 'rope', dim: 4 }, 3)).then(({ rows }) => console.log(rows))`;
    assert.equal(
      execFileSync(process.execPath, ['--no-warnings', '--eval', script], { cwd: root, encoding: 'utf8' }),
      '3\n',
    );
    const strict = `
      import { create } from 'posenc';
      for (const worker of [false, true]) {
        const pe = await create({ worker });
        console.log((await pe.gram({ encoding: 'rope', dim: 4, scaling: { type: 'linear', factor: 2 } }, 3)).rows);
        pe.dispose();
      }
      try { eval('1'); } catch { console.log('no eval'); }`;
    assert.equal(node(strict, '--disallow-code-generation-from-strings'), '3\n3\nno eval\n');
  });

  test('is possible from other threads and beside itself', async () => {
    const worker = new NodeWorker(
      `import('posenc').then(async ({ create }) => { const pe = await create(); require('node:worker_threads').parentPort.postMessage((await pe.table({ encoding: 'rope', dim: 4 }, 3)).rows); })`,
      { eval: true },
    );
    const rows = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
    assert.equal(rows, 3);
    await worker.terminate();
    const many = await Promise.all(Array.from({ length: 8 }, () => create()));
    await Promise.all(many.map(works));
  });

  test('the exports of both entries are the same', async () => {
    const [browser, nodeEntry] = await Promise.all([
      import('../../dist/lib/index.js'),
      import('../../dist/lib/node.js'),
    ]);
    assert.deepEqual(Object.keys(browser).sort(), Object.keys(nodeEntry).sort());
  });
});

describe('the worker', () => {
  test('an idle worker does not keep the process alive; work under way does', () => {
    const script = `
      import { create } from 'posenc';
      const pe = await create({ worker: true });
      pe.table({ encoding: 'rope', dim: 64 }, 5000).then(({ rows }) => console.log(rows));`;
    const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: root,
      encoding: 'utf8',
      timeout: 30_000,
    });
    assert.deepEqual([stdout, status], ['5000\n', 0]);
  });

  test('a crash fails the calls under way; the next call starts a new worker', async () => {
    const { WorkerClient } = await import('../../dist/lib/worker/client.js');
    const { apiOf } = await import('../../dist/lib/api.js');
    const { startNodeWorker } = await import('../../dist/lib/worker/start.node.js');
    const started = [];
    const start = startNodeWorker(undefined);
    const pe = apiOf(
      new WorkerClient((onMessage, onFail) => {
        const port = start(onMessage, onFail);
        started.push({ port, crash: () => onFail('killed by the test') });
        return port;
      }, packaged()),
    );
    assert.equal(started.length, 0, 'a worker starts with the first call');
    const spec = { encoding: 'sinusoidal', dim: 512 };
    for (let i = 1; i <= 5; i++) {
      assert.equal((await pe.table(spec, 2)).rows, 2);
      assert.equal(started.length, i);
      const underWay = [pe.kernelProfile(spec, 1_000_000), pe.table(spec, 500_000)];
      started.at(-1).crash();
      for (const call of underWay) await refused(call, 'worker_failed', '');
    }
    pe.dispose();
  });

  test('a real end of the thread is noticed', async () => {
    const { WorkerClient } = await import('../../dist/lib/worker/client.js');
    const { startNodeWorker } = await import('../../dist/lib/worker/start.node.js');
    let port;
    const start = startNodeWorker(undefined);
    const client = new WorkerClient((...handlers) => (port = start(...handlers)), packaged());
    await client.start();
    const call = client.run(
      'kernelProfile',
      {
        spec: { encoding: 'sinusoidal', numbers: { dim: 512 }, arrays: {} },
        positions: { start: 0, step: 1, count: 1e6 },
      },
      {},
    );
    port.terminate();
    await refused(call, 'worker_failed', '');
    client.dispose();
  });

  test('workerFactory: what it makes is used; what it does wrong is worker_failed', async () => {
    const wrong = [
      () => {
        throw new Error('no');
      },
      () => undefined,
      () => ({}),
    ];
    for (const workerFactory of wrong)
      await refused(create({ worker: true, workerFactory }), 'worker_failed', 'options.workerFactory');
    await works(await create({ worker: true, workerFactory: threadWith((message) => message) }));
  });

  /** A Worker like a browser's, made from a thread; `carried` transforms the messages that reach it. */
  const threadWith = (carried) => () => {
    const thread = new NodeWorker(new URL('../../dist/lib/worker/worker.node.js', import.meta.url));
    const worker = {
      postMessage(message, transfer) {
        const arriving = carried(message);
        if (arriving === undefined) worker.onmessage({ data: { unread: true } });
        else thread.postMessage(arriving, transfer);
      },
      terminate: () => thread.terminate(),
    };
    thread.on('message', (data) => worker.onmessage({ data }));
    return worker;
  };
  const isModule = ({ method, args }) => method === 'load' && args[1] instanceof WebAssembly.Module;
  const lossy = {
    'modules cannot be cloned': () => {
      throw new DOMException('a WebAssembly.Module could not be cloned', 'DataCloneError');
    },
    'modules arrive as empty objects': (message) => ({ ...message, args: [message.args[0], {}] }),
    'modules cannot be read there': () => undefined,
  };
  for (const [why, lose] of Object.entries(lossy)) {
    test(`where ${why} the worker is sent bytes, of both modules`, async () => {
      const workerFactory = threadWith((message) => (isModule(message) ? lose(message) : message));
      const core = await WebAssembly.compile(wasm);
      for (const given of [{}, { modules: { core: wasm } }]) {
        const pe = await create({ worker: true, workerFactory, ...given });
        const { profileMean } = await pe.analyse(
          { analysis: 'stationarity' },
          { kernel: { spec: { encoding: 'rope', dim: 8 }, positions: 5 } },
        );
        assert.equal(profileMean.length, 5);
        await works(pe);
      }
      // a compiled module has no bytes
      await refused(create({ worker: true, workerFactory, modules: { core } }), 'worker_failed', '');
    });
  }

  test('another message that cannot be read there fails the calls under way', async () => {
    const workerFactory = threadWith((message) => (message.method === 'run' ? undefined : message));
    const pe = await create({ worker: true, workerFactory });
    await refused(pe.table({ encoding: 'rope', dim: 4 }, 3), 'worker_failed', '');
    pe.dispose();
  });

  test('wasmUrl: a URL object and a string mean the same in a worker', async () => {
    const url = new URL('../../dist/core.wasm', import.meta.url);
    for (const wasmUrl of [url, url.href]) await works(await create({ worker: true, wasmUrl }));
    await refused(create({ worker: true, wasmUrl: new URL('missing.wasm', url) }), 'wasm_not_found', '');
  });
});
