/**
 * The pool of workers in the browser: the built library, unbundled, under the page's content security policy; without
 * cross-origin isolation, and with it for shared memory.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test as base } from '@playwright/test';
import { serve } from '../../web/tools/serve.mjs';
import { randoms, sampled } from '../web/support/random.mjs';

const library = fileURLToPath(new URL('../../dist', import.meta.url));
const calls = readFileSync(new URL('../web/support/divided.mjs', import.meta.url), 'utf8');
const isolation = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };
const many = process.env.POSENC_FULL ? 1000 : 6;

/** `open(headers)` opens an empty page of the library's origin, with `lib` and `calls` in it. */
const test = base.extend({
  open: async ({ page }, use) => {
    const servers = [];
    await use(async (headers = {}) => {
      const server = await serve(library, 0, headers);
      servers.push(server);
      const answer = (path, contentType, body) =>
        page.route(server.url + path, (route) => route.fulfill({ contentType, body, headers }));
      await answer('', 'text/html', '<!doctype html><title>pool</title>');
      await answer('calls.mjs', 'text/javascript', calls);
      await page.goto(server.url);
      await page.evaluate(async () => {
        window.lib = await import('/lib/index.js');
        window.calls = await import('/calls.mjs');
        /** A pool whose workers can be killed, as by an error in them. */
        window.killable = async (workers) => {
          const running = [];
          const workerFactory = () => {
            const worker = new Worker('/lib/worker/worker.js', { type: 'module' });
            running.push(worker);
            return worker;
          };
          const pe = await lib.create({ workers, workerFactory });
          const kill = (chance) => {
            const [worker] = running.splice(Math.floor(chance * running.length), 1);
            worker.terminate();
            worker.onerror(new ErrorEvent('error', { message: 'killed by the test' }));
          };
          return { pe, kill };
        };
      });
    });
    await page.close();
    for (const { close } of servers) await close();
  },
});

// Node runs the same code to divide work; pool.test.mjs tries every number of workers and rows there.
const counts = process.env.POSENC_FULL ? [1, 2, 3] : [3];
test(`the same bits with ${counts} workers, without isolation`, async ({ page, open }) => {
  await open();
  const every = await page.evaluate(() => Object.keys(calls.divided));
  const names = sampled('divided methods', every, 6);
  const { isolated, wrong, tried } = await page.evaluate(
    async ([counts, names]) => {
      const own = await lib.create();
      const pools = await Promise.all(counts.map((workers) => lib.create({ workers })));
      const wrong = [];
      let tried = 0;
      for (const name of names) {
        const { much, call } = calls.divided[name];
        for (const n of counts.length > 1 ? [1, much] : [much]) {
          const expected = await call(own, n);
          for (const [i, pe] of pools.entries()) {
            tried++;
            if (!calls.same(await call(pe, n), expected)) wrong.push(`${name}, ${n} rows, ${counts[i]} workers`);
          }
        }
      }
      [own, ...pools].forEach((pe) => pe.dispose());
      return { isolated: crossOriginIsolated, wrong, tried };
    },
    [counts, names],
  );
  expect(isolated).toBe(false);
  expect(wrong).toEqual([]);
  expect(tried).toBe(names.length * (counts.length > 1 ? 6 : 1));
  expect(every.length).toBeGreaterThan(15);
});

test(`workers that end at ${many} random times: nobody notices`, async ({ page, open }) => {
  test.setTimeout(many * 10_000);
  await open();
  const wrong = await page.evaluate(
    async (chances) => {
      const { pe, kill } = await killable(2);
      const call = () => pe.kernelProfile({ encoding: 'sinusoidal', dim: 64 }, 60_000);
      const expected = await call();
      const start = performance.now();
      await call();
      const took = performance.now() - start;
      let differing = 0;
      for (const chance of chances) {
        const timer = setTimeout(kill, chance * took, (chance * 1024) % 1); // the worker: other digits of the number
        if (!calls.same(await call(), expected)) differing++;
        clearTimeout(timer); // at most one death per call: two may hit the same part
      }
      pe.dispose();
      return differing;
    },
    randoms('a worker that dies', many),
  );
  expect(wrong).toBe(0);
});

test(`aborts at ${many} random times`, async ({ page, open }) => {
  test.setTimeout(many * 10_000);
  await open();
  const { late, mistaken } = await page.evaluate(
    async (chances) => {
      const pe = await lib.create({ workers: 2 });
      const spec = { encoding: 'sinusoidal', dim: 512 };
      let late = 0;
      let mistaken = 0;
      for (const chance of chances) {
        const controller = new AbortController();
        let settled = false;
        const call = pe
          .kernelProfile(spec, 1_000_000, { signal: controller.signal })
          .catch((error) => error)
          .finally(() => (settled = true));
        await new Promise((resolve) => setTimeout(resolve, chance * 30));
        controller.abort('enough');
        await new Promise((resolve) => setTimeout(resolve)); // one turn of the event loop, without the workers
        if (!settled) late++;
        const thrown = await call;
        if (thrown !== 'enough' || (await pe.table(spec, 3)).rows !== 3) mistaken++;
      }
      pe.dispose();
      return { late, mistaken };
    },
    randoms('aborts', many),
  );
  expect(mistaken).toBe(0);
  expect(late).toBe(0);
});

test('progress is one sum, never falling; blocks come in order', async ({ page, open }) => {
  await open();
  const { seen, rows } = await page.evaluate(async () => {
    const pe = await lib.create({ workers: 2 });
    const spec = { encoding: 'sinusoidal', dim: 256 };
    const seen = [];
    await pe.kernelProfile(spec, 100_000, { onProgress: (fraction) => seen.push(fraction) });
    const rows = [];
    for await (const { firstRow } of pe.tableBlocks(spec, 5000, { blockRows: 999 })) rows.push(firstRow);
    pe.dispose();
    return { seen, rows };
  });
  expect(seen.at(-1)).toBe(1);
  seen.forEach((fraction, i) => expect(fraction).toBeGreaterThan(seen[i - 1] ?? 0));
  expect(rows).toEqual([0, 999, 1998, 2997, 3996, 4995]);
});

test('in an isolated page the workers write to shared memory', async ({ page, open }) => {
  await open(isolation);
  const result = await page.evaluate(async () => {
    const pe = await lib.create({ workers: 2 });
    const spec = { encoding: 'sinusoidal', dim: 512 };
    const expected = await pe.table(spec, 20_000);
    const into = new Float32Array(new SharedArrayBuffer(expected.data.byteLength));
    const shared = await pe.table(spec, 20_000, { into });
    const given = new Float32Array(expected.data.length);
    const handed = await pe.table(spec, 20_000, { into: given, transfer: true });
    pe.dispose();
    return {
      isolated: crossOriginIsolated,
      same: shared.data === into && calls.same(shared.data, expected.data) && calls.same(handed.data, expected.data),
      detached: given.length === 0,
    };
  });
  expect(result).toEqual({ isolated: true, same: true, detached: true });
});
