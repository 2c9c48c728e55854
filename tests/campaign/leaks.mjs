/**
 * Memory of one instance over many calls, valid and invalid: WebAssembly's, JavaScript's after a collection, and the process's.
 * WebAssembly's grows by whole pages and starts with 16 MiB, so the place of its last byte that is not zero is measured, too: a
 * leak moves it long before the memory grows.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { build } from '../../web/tools/build.mjs';
import { step } from '../../web/tools/steps.mjs';

/** Memory after a collection. Typed arrays are freed one turn of the event loop after the objects that held them. */
export async function collected() {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc');
  gc();
  await new Promise(setImmediate);
  gc();
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss, heap: heapUsed + external };
}

/** Bytes per call from the middle third of the points to the last one; in the first third caches fill. */
export function growth(points, key) {
  const third = Math.floor(points.length / 3);
  const mean = (list, of) => list.reduce((sum, one) => sum + one[of], 0) / list.length;
  const [from, to] = [points.slice(third, 2 * third), points.slice(-third)];
  return Math.round((1000 * (mean(to, key) - mean(from, key))) / (mean(to, 'calls') - mean(from, 'calls'))) / 1000;
}

const sum = (memories, of) => memories.reduce((all, { buffer }) => all + of(buffer), 0);
/** Bytes up to the last one that was ever written with a value other than zero. */
function reached(buffer) {
  const words = new Int32Array(buffer);
  let last = words.length;
  while (last > 0 && words[last - 1] === 0) last--;
  return 4 * last;
}

export async function run({ env, args: [total = '1000000'] }) {
  await build(env, 'lib');
  const { create } = await import('../../dist/lib/node.js');
  const memories = [];
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = async (...args) => {
    const made = await instantiate(...args);
    memories.push(...Object.values((made.instance ?? made).exports).filter((one) => one instanceof WebAssembly.Memory));
    return made;
  };
  const pe = await create();
  const { sync } = await pe.prepare({ encoding: 'rope', dim: 64 });
  const yarn = { encoding: 'rope', dim: 32, scaling: { type: 'yarn', factor: 4, originalContext: 4096 } };
  const vectors = { data: new Float64Array(2 * 64).fill(0.5), rows: 2, cols: 64 };
  const valid = [() => sync.table([0.5, -3]), () => sync.kernelProfile(4), () => sync.rotate(vectors, 2)];
  valid.push(...[{ encoding: 'sinusoidal', dim: 32 }, yarn].map((spec) => () => pe.table(spec, 2)));
  const invalid = [() => sync.table(-1), () => pe.table({ encoding: 'rope', dim: 63 }, 2)];
  const points = [];
  await step(`${total} calls`, async (report) => {
    for (let calls = 1; calls <= total; calls++) {
      await valid[calls % valid.length]();
      const error = await (async () => invalid[calls % 2]())().catch((one) => one);
      if (!error.code || error.code === 'internal') throw new Error('an invalid call returned', { cause: error });
      if (calls % Math.ceil(total / 50) !== 0) continue;
      const wasm = sum(memories, ({ byteLength }) => byteLength);
      points.push({ calls, wasm, touched: sum(memories, reached), ...(await collected()) });
      report(`${calls} calls`);
    }
  });
  pe.dispose();
  const [settled, end] = [points[Math.floor(points.length / 3)], points.at(-1)];
  const came = `bytes per call: WebAssembly ${growth(points, 'touched')}, its memory grew by ${end.wasm - points[0].wasm}; JavaScript after collection ${growth(points, 'heap')}, the process ${growth(points, 'rss')}`;
  const rows = [['memory over many calls of one instance', `${total} valid calls and as many invalid ones`, came]];
  return { rows, faults: end.touched > settled.touched ? [{ settled, end }] : [] };
}
