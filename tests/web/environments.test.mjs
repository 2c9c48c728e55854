/**
 * Environments whose globals are neither Node's nor a browser's. Test runners such as Vitest and Jest replace Node's
 * globals by jsdom's: another EventTarget next to Node's AbortSignal, no setImmediate, no MessageChannel, no fetch.
 * Edge runtimes identify as workers and have no address.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { root } from './support/posenc.mjs';

/** Runs a module in a process whose globals `before` changed. */
const run = (before, script) =>
  execFileSync(process.execPath, ['--input-type=module', '--eval', `${before}\n${script}`], {
    cwd: root,
    encoding: 'utf8',
  });

const otherTarget = `
  globalThis.EventTarget = class EventTarget {
    addEventListener() { throw new TypeError('called on an object that is not a valid instance of EventTarget'); }
    removeEventListener() { throw new TypeError('called on an object that is not a valid instance of EventTarget'); }
  };`;
const without = (...names) => names.map((name) => `delete globalThis.${name};`).join('\n');

/** A call of many turns, one that is aborted in between, and a start. */
const uses = (entry) => `
  const { create } = await import('./dist/lib/${entry}.js');
  const pe = await create({ signal: new AbortController().signal });
  const controller = new AbortController();
  const spec = { encoding: 'sinusoidal', dim: 512 };
  let last = 0;
  await pe.kernelProfile(spec, 20_000, { onProgress: (fraction) => (last = fraction), signal: controller.signal });
  const stopped = pe.kernelProfile(spec, 100_000_000, { signal: controller.signal, onProgress: () => controller.abort('enough') });
  console.log(last, await stopped.catch((thrown) => thrown));
  pe.dispose();`;

describe('with globals as a test runner leaves them', () => {
  for (const entry of ['node', 'index']) {
    test(`${entry}.js: another EventTarget`, () => assert.equal(run(otherTarget, uses(entry)), '1 enough\n'));
    test(`${entry}.js: neither setImmediate, MessageChannel nor fetch`, () =>
      assert.equal(run(without('setImmediate', 'MessageChannel', 'fetch'), uses(entry)), '1 enough\n'));
  }
});

test('an edge runtime: a worker without an address, and a module that was compiled for it', () => {
  const edge = `
    globalThis.WorkerGlobalScope = class WorkerGlobalScope {};
    globalThis.self = globalThis;
    const { readFileSync } = await import('node:fs');
    const [core, analysis] = ['core', 'analysis'].map(
      (name) => new WebAssembly.Module(readFileSync('dist/' + name + '.wasm')));
    WebAssembly.compile = () => Promise.reject(new Error('Wasm code generation disallowed by embedder'));
    delete globalThis.fetch;`;
  const script = `
    const { create } = await import('./dist/lib/index.js');
    const pe = await create({ modules: { core, analysis } });
    const kernel = { spec: { encoding: 'rope', dim: 8 }, positions: 5 };
    console.log((await pe.analyse({ analysis: 'stationarity' }, { kernel })).profileMean.length);`;
  assert.equal(run(edge, script), '5\n');
});
