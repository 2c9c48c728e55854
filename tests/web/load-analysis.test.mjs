/**
 * Finding and starting analysis.wasm: not before the first analysis, where it is looked for, what is wrong with it,
 * and that a failure is over with the call that it failed.
 */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { create as createInBrowser } from '../../dist/lib/index.js';
import { analysisBinary } from '../../dist/lib/wasm/inline-analysis.js';
import { create, modes, refused, root } from './support/posenc.mjs';

const core = readFileSync(join(root, 'dist/core.wasm'));
const analysis = readFileSync(join(root, 'dist/analysis.wasm'));
const table = (pe) => pe.table({ encoding: 'sinusoidal', dim: 2 }, 3);
const analyse = (pe, options) =>
  pe.analyse({ analysis: 'stationarity' }, { kernel: { spec: { encoding: 'rope', dim: 8 }, positions: 5 } }, options);
const works = async (pe) => {
  assert.equal((await table(pe)).rows, 3);
  assert.deepEqual((await analyse(pe)).profileMean, await pe.kernelProfile({ encoding: 'rope', dim: 8 }, 5));
};

/** Folders of a server, each with a core.wasm: what /NAME/analysis.wasm answers. */
const answers = {
  good: () => [200, 'application/wasm', analysis],
  typeless: () => [200, 'text/plain', analysis],
  missing: () => [404, 'text/plain', 'no'],
  page: () => [200, 'text/html', '<!doctype html>'],
  liar: () => [200, 'application/wasm', '<!doctype html>'],
  half: () => [200, 'application/wasm', analysis.subarray(0, analysis.length / 2)],
  'other-module': () => [200, 'application/wasm', core],
  empty: () => [200, 'application/wasm', new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])],
  slow: () => undefined, // never answered
};
const wrong = {
  missing: /404/,
  page: /first bytes/,
  liar: /could not be compiled/,
  half: /could not be compiled/,
  'other-module': /not the analysis\.wasm of this version/,
  empty: /not the analysis\.wasm of this version/,
};

let folder;
let server;
let url;
let asked = [];
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'posenc-analysis-'));
  server = createServer((request, response) => {
    asked.push(request.url);
    const [, name, file] = request.url.split(/[/?]/);
    const answer = file === 'core.wasm' ? [200, 'application/wasm', core] : answers[name]?.();
    if (answer) response.writeHead(answer[0], { 'content-type': answer[1] }).end(answer[2]);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${server.address().port}`;
});
after(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  asked = [];
});

for (const { mode, options } of modes) {
  describe(`analysis.wasm, ${mode}`, () => {
    /** Runs `use` with an instance, which is disposed. */
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
        await refused(pe.analyse({ analysis: 'none' }, {}), 'unknown_method', 'analysis');
        assert.deepEqual(asked, ['/good/core.wasm?v=2']);
        await Promise.all([works(pe), works(pe)]);
        await works(pe);
        assert.deepEqual(asked, ['/good/core.wasm?v=2', '/good/analysis.wasm']);
      });
    });

    test('bytes, a module, a URL, a path, beside core.wasm, the package', async () => {
      const own = join(folder, `own ${mode}#1`);
      mkdirSync(own);
      writeFileSync(join(own, 'core.wasm'), core);
      writeFileSync(join(own, 'analysis.wasm'), analysis);
      writeFileSync(join(own, 'renamed.wasm'), analysis);
      for (const given of [
        {},
        { wasmBinary: core },
        { wasmModule: await WebAssembly.compile(core) },
        { wasmBinary: core, wasmUrl: `${url}/missing/core.wasm` },
        { analysisBinary: analysis },
        { analysisBinary: analysisBinary().buffer },
        { analysisModule: await WebAssembly.compile(analysis) },
        { analysisUrl: join(own, 'renamed.wasm') },
        { analysisUrl: relative(process.cwd(), join(own, 'renamed.wasm')) },
        { analysisUrl: pathToFileURL(join(own, 'renamed.wasm')) },
        { analysisUrl: `${url}/typeless/analysis.wasm` },
        { wasmUrl: join(own, 'core.wasm') },
        { wasmUrl: relative(process.cwd(), join(own, 'core.wasm')) },
        { wasmUrl: pathToFileURL(join(own, 'core.wasm')).href },
        { wasmUrl: `${url}/missing/core.wasm`, analysisUrl: `${url}/good/analysis.wasm` },
      ])
        await using(given, works);
    });

    test('bytes that are changed after create()', async () => {
      for (const bytes of [Buffer.from(analysis), new Uint8Array(analysis).buffer]) {
        await using({ analysisBinary: bytes }, async (pe) => {
          new Uint8Array(bytes.buffer ?? bytes).fill(0);
          await works(pe);
        });
      }
    });

    for (const [name, message] of Object.entries(wrong)) {
      test(`${name}: said at the first analysis; tables work before and after`, async () => {
        for (const given of [
          { wasmUrl: `${url}/${name}/core.wasm` },
          { analysisUrl: `${url}/${name}/analysis.wasm` },
          ...(name === 'half' ? [{ analysisBinary: analysis.subarray(0, 1000) }] : []),
          ...(name === 'page' ? [{ analysisBinary: new TextEncoder().encode('<!doctype html>') }] : []),
          ...(name === 'other-module' ? [{ analysisModule: await WebAssembly.compile(core) }] : []),
        ]) {
          await using(given, async (pe) => {
            await table(pe);
            const error = await refused(analyse(pe), 'wasm_not_found', '');
            assert.match(error.message, message);
            assert.equal((await table(pe)).rows, 3);
          });
        }
      });
    }

    test('what was not found, and what to do', async () => {
      await using({ wasmUrl: `${url}/missing/core.wasm` }, async (pe) => {
        const { message } = await refused(analyse(pe), 'wasm_not_found', '');
        assert.ok(message.includes(`${url}/missing/analysis.wasm, beside wasmUrl`), message);
        assert.match(
          message,
          /put analysis\.wasm there, or give analysisUrl or analysisBinary, such as that of posenc\/inline-analysis; see docs\/bundlers\.md of posenc$/,
        );
      });
      await using({ analysisUrl: `${url}/missing/a.wasm` }, async (pe) => {
        const { message } = await refused(analyse(pe), 'wasm_not_found', '');
        assert.ok(message.includes(`analysisUrl ${url}/missing/a.wasm`), message);
      });
    });

    test('a failure is not remembered', async () => {
      const { missing } = answers;
      await using({ wasmUrl: `${url}/missing/core.wasm` }, async (pe) => {
        await refused(analyse(pe), 'wasm_not_found', '');
        await refused(analyse(pe), 'wasm_not_found', '');
        answers.missing = answers.good;
        try {
          await works(pe);
        } finally {
          answers.missing = missing;
        }
        assert.equal(asked.filter((path) => path === '/missing/analysis.wasm').length, 3);
      });
    });

    test('an abort, and dispose, end a load that hangs', async () => {
      const pe = await create({ ...options, wasmUrl: `${url}/slow/core.wasm` });
      const controller = new AbortController();
      setTimeout(() => controller.abort('too slow'), 20);
      assert.equal(await analyse(pe, { signal: controller.signal }).catch((thrown) => thrown), 'too slow');
      assert.equal((await table(pe)).rows, 3);
      const call = analyse(pe);
      setTimeout(() => pe.dispose(), 20);
      await refused(call, 'disposed', '');
      await refused(analyse(pe), 'disposed', '');
    });

    test('arguments of another type', async () => {
      for (const name of ['analysisBinary', 'analysisModule', 'analysisUrl'])
        for (const value of [1, {}, null, []])
          await refused(create({ ...options, [name]: value }), 'bad_argument', `options.${name}`);
    });
  });
}

test('without fetch the browser entry falls back on the copy in JavaScript', async () => {
  const pe = await createInBrowser(); // Node's fetch knows no file: URL
  await works(pe);
  pe.dispose();
});
