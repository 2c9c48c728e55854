/**
 * Makes calls of many kinds with one instance, and prints its memory fifty times, a line of JSON each. Of WebAssembly it is not
 * only how much there is, which grows by whole pages and begins with 16 MiB, but also where the last byte lies that is not
 * zero: what is not given back raises it long before memory grows.
 */
import { create } from '../../dist/lib/node.js';

const memories = [];
const { instantiate } = WebAssembly;
WebAssembly.instantiate = async (...args) => {
  const made = await instantiate(...args);
  for (const one of Object.values((made.instance ?? made).exports))
    if (one instanceof WebAssembly.Memory) memories.push(one);
  return made;
};

const times = 50;
const total = Number(process.argv[2]);
const pe = await create();
const rope = { encoding: 'rope', dim: 64 };
const prepared = await pe.prepare(rope);
const vectors = { data: Float64Array.from({ length: 2 * 64 }, (_, i) => i / 64), rows: 2, cols: 64 };
const specs = [
  { encoding: 'sinusoidal', dim: 32 },
  { encoding: 'rope', dim: 32, scaling: { type: 'yarn', factor: 4, originalContext: 4096 } },
  { encoding: 'rope', dim: 16, base: 5e5 },
];
let refused = 0;
const refusing = async (call) => {
  try {
    await call();
  } catch {
    refused++;
    return;
  }
  throw new Error('what should be refused is not');
};
const kinds = [
  () => prepared.sync.table(4),
  () => prepared.sync.table([0.5, -3]),
  () => prepared.sync.frequencies(),
  () => prepared.sync.kernelProfile(4),
  () => prepared.sync.table(3),
  () => prepared.sync.rotate(vectors, 2),
  () => refusing(() => prepared.sync.table(-1)),
  (i) => pe.table(specs[i % 3], 2),
  () => refusing(() => pe.table({ encoding: 'rope', dim: 63 }, 2)),
  () => prepared.sync.gram(3),
];

/** Bytes up to the last one that was ever written with something else than zero. */
function reached({ buffer }) {
  const words = new Int32Array(buffer);
  let last = words.length;
  while (last > 0 && words[last - 1] === 0) last--;
  return 4 * last;
}

const tell = (calls) => {
  gc();
  const { rss, heapUsed, external } = process.memoryUsage();
  const sum = (of) => memories.reduce((all, one) => all + of(one), 0);
  const [wasm, touched] = [sum(({ buffer }) => buffer.byteLength), sum(reached)];
  console.log(JSON.stringify({ calls, refused, wasm, touched, rss, heap: heapUsed + external }));
};
for (let i = 0; i < total; i++) {
  await kinds[i % kinds.length](i);
  if ((i + 1) % Math.ceil(total / times) === 0 || i + 1 === total) {
    await new Promise(setImmediate);
    tell(i + 1);
  }
}
pe.dispose();
