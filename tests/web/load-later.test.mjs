/**
 * Loading of modules that create() does not load by its option `preload`: not before the first call that needs one; its
 * location; errors; and a failure only affects the call that caused it.
 */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { create as createInBrowser } from '../../dist/lib/index.js';
import { analysisBinary } from '../../dist/lib/wasm/inline-analysis.js';
import { configBinary } from '../../dist/lib/wasm/inline-config.js';
import { trainBinary } from '../../dist/lib/wasm/inline-train.js';
import { create, modes, refused, root } from './support/posenc.mjs';
import { folder } from './support/own-folder.mjs';

const core = readFileSync(join(root, 'dist/core.wasm'));
const other = new WebAssembly.Module(core);
const table = (pe) => pe.table({ encoding: 'sinusoidal', dim: 2 }, 3);
const analyse = (pe, options) =>
  pe.analyse({ analysis: 'stationarity' }, { kernel: { spec: { encoding: 'rope', dim: 8 }, positions: 5 } }, options);
const experiment = { task: { id: 'latin-square', puzzles: 10 }, model: { dim: 4, blocks: 1 }, batch: 4, steps: 1 };

/** The modules, and a call that needs each. */
const laters = [
  {
    name: 'analysis',
    copy: analysisBinary,
    call: analyse,
    refusal: (pe) => refused(pe.analyse({ analysis: 'none' }, {}), 'unknown_method', 'analysis'),
    works: async (pe) =>
      assert.deepEqual((await analyse(pe)).profileMean, await pe.kernelProfile({ encoding: 'rope', dim: 8 }, 5)),
  },
  {
    name: 'train',
    copy: trainBinary,
    call: (pe, options) => pe.train(experiment, options),
    refusal: (pe) => refused(pe.train({ task: { id: 'none' } }), 'unknown_method', 'task.id'),
    works: async (pe) => {
      const run = await pe.train(experiment);
      assert.equal((await run.advance()).step, 1);
      run.close();
    },
  },
  {
    name: 'config',
    copy: configBinary,
    call: (pe, options) => pe.identify([1, 0.1, 0.01, 0.001], options),
    refusal: (pe) => refused(pe.identify([1, 2], { firstPosition: -1 }), 'bad_argument', 'options.firstPosition'),
    works: async (pe) => assert.equal((await pe.identify([1, 0.1, 0.01, 0.001])).verdict, 'spec'),
  },
].map((later) => {
  const file = `${later.name}.wasm`;
  const bytes = readFileSync(join(root, 'dist', file));
  return { ...later, file, bytes };
});

/** Folders of a server with a core.wasm each: the response to /NAME/FILE, from that file. */
const answers = {
  good: (bytes) => [200, 'application/wasm', bytes],
  typeless: (bytes) => [200, 'text/plain', bytes],
  missing: () => [404, 'text/plain', 'no'],
  page: () => [200, 'text/html', '<!doctype html>'],
  liar: () => [200, 'application/wasm', '<!doctype html>'],
  half: (bytes) => [200, 'application/wasm', bytes.subarray(0, bytes.length / 2)],
  'other-module': () => [200, 'application/wasm', core],
  empty: () => [200, 'application/wasm', new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])],
  slow: () => undefined, // never responds
};
const wrong = {
  missing: /404/,
  page: /first bytes/,
  liar: /could not be compiled/,
  half: /could not be compiled/,
  'other-module': /not the \w+\.wasm of this version/,
  empty: /not the \w+\.wasm of this version/,
};

let server;
let url;
let asked = [];
before(async () => {
  server = createServer((request, response) => {
    asked.push(request.url);
    const [, name, file] = request.url.split(/[/?]/);
    const bytes = laters.find((later) => later.file === file)?.bytes;
    const answer = file === 'core.wasm' ? [200, 'application/wasm', core] : answers[name]?.(bytes ?? core);
    if (answer) response.writeHead(answer[0], { 'content-type': answer[1] }).end(answer[2]);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${server.address().port}`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked = [];
});

for (const { mode, options } of modes)
  for (const later of laters) {
    const { name, file, bytes: own, call, refusal } = later;
    const giving = (module) => ({ modules: { [name]: module } });
    describe(`${file}, ${mode}`, () => {
      const works = async (pe) => {
        assert.equal((await table(pe)).rows, 3);
        await later.works(pe);
      };
      /** Runs `use` with an instance, and disposes of it. */
      const using = async (more, use) => {
        const pe = await create({ ...options, ...more });
        try {
          await use(pe);
        } finally {
          pe.dispose();
        }
      };

      test('is not fetched before the first analysis, and then once', async () => {
        await using({ wasmUrl: `${url}/good/core.wasm?v=2` }, async (pe) => {
          await table(pe);
          await pe.gram({ encoding: 'rope', dim: 8 }, 5);
          await refusal(pe);
          assert.deepEqual(asked, ['/good/core.wasm?v=2']);
          await Promise.all([works(pe), works(pe)]);
          await works(pe);
          assert.deepEqual(asked, ['/good/core.wasm?v=2', `/good/${file}`]);
        });
      });

      test('bytes, a module, a URL, a path, beside core.wasm, the package', async () => {
        const place = join(folder, `own ${name} ${mode}#1`);
        mkdirSync(place);
        writeFileSync(join(place, 'core.wasm'), core);
        writeFileSync(join(place, file), own);
        writeFileSync(join(place, 'renamed.wasm'), own);
        for (const given of [
          {},
          { modules: { core } },
          { modules: { core: await WebAssembly.compile(core) } },
          { modules: { core: join(place, 'core.wasm') } },
          giving(own),
          giving(later.copy().buffer),
          giving(await WebAssembly.compile(own)),
          giving(join(place, 'renamed.wasm')),
          giving(relative(process.cwd(), join(place, 'renamed.wasm'))),
          giving(pathToFileURL(join(place, 'renamed.wasm'))),
          giving(`${url}/typeless/${file}`),
          { wasmUrl: join(place, 'core.wasm') },
          { wasmUrl: relative(process.cwd(), join(place, 'core.wasm')) },
          { wasmUrl: pathToFileURL(join(place, 'core.wasm')).href },
          { ...giving(`${url}/good/${file}`), wasmUrl: `${url}/missing/core.wasm` },
        ])
          await using(given, works);
      });

      test('bytes that are changed after create()', async () => {
        for (const bytes of [Buffer.from(own), new Uint8Array(own).buffer]) {
          await using(giving(bytes), async (pe) => {
            new Uint8Array(bytes.buffer ?? bytes).fill(0);
            await works(pe);
          });
        }
      });

      for (const [answer, message] of Object.entries(wrong)) {
        test(`${answer}: said at the first call; tables work before and after`, async () => {
          for (const given of [
            { wasmUrl: `${url}/${answer}/core.wasm` },
            giving(`${url}/${answer}/${file}`),
            ...(answer === 'half' ? [giving(own.subarray(0, 1000))] : []),
            ...(answer === 'page' ? [giving(new TextEncoder().encode('<!doctype html>'))] : []),
            ...(answer === 'other-module' ? [giving(other)] : []),
          ]) {
            await using(given, async (pe) => {
              await table(pe);
              const error = await refused(call(pe), 'wasm_not_found', '');
              assert.match(error.message, message);
              assert.equal((await table(pe)).rows, 3);
            });
          }
        });
      }

      test('what was not found, and what to do', async () => {
        await using({ wasmUrl: `${url}/missing/core.wasm` }, async (pe) => {
          const { message } = await refused(call(pe), 'wasm_not_found', '');
          assert.ok(message.includes(`${url}/missing/${file}, beside core.wasm`), message);
          const remedy = `put ${file} there, or give modules.${name}: an address, bytes such as those of posenc/inline-${name}, or a compiled module; see docs/bundlers.md of posenc`;
          assert.ok(message.endsWith(remedy), message);
        });
        await using(giving(`${url}/missing/a.wasm`), async (pe) => {
          const { message } = await refused(call(pe), 'wasm_not_found', '');
          assert.ok(message.includes(`nothing usable at ${url}/missing/a.wasm:`), message);
        });
      });

      test('a failure is not remembered', async () => {
        const { missing } = answers;
        await using({ wasmUrl: `${url}/missing/core.wasm` }, async (pe) => {
          await refused(call(pe), 'wasm_not_found', '');
          await refused(call(pe), 'wasm_not_found', '');
          answers.missing = answers.good;
          try {
            await works(pe);
          } finally {
            answers.missing = missing;
          }
          assert.equal(asked.filter((path) => path === `/missing/${file}`).length, 3);
        });
      });

      test('an abort, and dispose, end a load that hangs', async () => {
        const pe = await create({ ...options, wasmUrl: `${url}/slow/core.wasm` });
        const controller = new AbortController();
        setTimeout(() => controller.abort('too slow'), 20);
        assert.equal(await call(pe, { signal: controller.signal }).catch((thrown) => thrown), 'too slow');
        assert.equal((await table(pe)).rows, 3);
        const pending = call(pe);
        setTimeout(() => pe.dispose(), 20);
        await refused(pending, 'disposed', '');
        await refused(call(pe), 'disposed', '');
      });

      test('arguments of another type', async () => {
        for (const value of [1, {}, null, []])
          await refused(create({ ...options, ...giving(value) }), 'bad_argument', `options.modules.${name}`);
      });
    });
  }

for (const { mode, options } of modes)
  describe(`preload, ${mode}`, () => {
    const wasmUrl = () => `${url}/good/core.wasm`;
    const own = { kernel: [[1]] };

    test('what is listed is there when create() resolves, and nothing else', async () => {
      for (const preload of [undefined, [], ['core'], ['analysis'], ['train', 'core']]) {
        asked = [];
        const pe = await create({ ...options, wasmUrl: wasmUrl(), preload });
        assert.deepEqual(asked.sort(), (preload ?? ['core']).map((name) => `/good/${name}.wasm`).sort());
        pe.dispose();
      }
    });

    test('a call loads what it needs: an analysis of given numbers has no table made', async () => {
      const pe = await create({ ...options, wasmUrl: wasmUrl(), preload: [] });
      assert.deepEqual([...(await pe.analyse({ analysis: 'stationarity' }, own)).profileMean], [1]);
      assert.deepEqual(asked, ['/good/analysis.wasm']);
      assert.equal((await table(pe)).rows, 3);
      assert.deepEqual(asked, ['/good/analysis.wasm', '/good/core.wasm']);
      for (const later of laters) await later.works(pe);
      pe.dispose();
    });

    test('what is wrong with a listed module shows in create()', async () => {
      const wrongUrl = `${url}/missing/analysis.wasm`;
      await refused(
        create({ ...options, modules: { analysis: wrongUrl }, preload: ['analysis'] }),
        'wasm_not_found',
        '',
      );
      const pe = await create({
        ...options,
        modules: { core: wrongUrl, analysis: `${url}/good/analysis.wasm` },
        preload: [],
      });
      await refused(table(pe), 'wasm_not_found', '');
      await pe.analyse({ analysis: 'stationarity' }, own);
      pe.dispose();
    });

    test('arguments of another type', async () => {
      for (const preload of ['core', {}, null, ['none'], [1], Array(5).fill('core')])
        await refused(create({ ...options, preload }), 'bad_argument', 'options.preload');
    });
  });

test('without fetch the browser entry falls back on the copy in JavaScript', async () => {
  const pe = await createInBrowser(); // Node's fetch does not support file: URLs
  for (const later of laters) await later.works(pe);
  pe.dispose();
});
