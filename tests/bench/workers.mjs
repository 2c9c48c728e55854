/**
 * How much faster two workers are than one: wall time through the public API, not pinned to a core. What is written
 * goes to shared memory of the caller's, so that both write directly.
 */
import { availableParallelism } from 'node:os';

const shared = (length) => new Float32Array(new SharedArrayBuffer(4 * length));
const scattered = (n) => Float64Array.from({ length: n }, (_, i) => ((i * 7919) % (4 * n)) + 0.25);

/** What is measured; `prepare` gives the call for an instance. */
export function divided(quick) {
  const [rows, dim, side, offsets] = quick ? [4096, 256, 512, 2000] : [65536, 1024, 4096, 100_000];
  const table = shared(rows * dim);
  const bias = shared(8 * side * side);
  const sinusoidal = { encoding: 'sinusoidal', dim };
  return [
    { id: 'W1a', title: `table ${rows} x ${dim}`, call: (pe) => pe.table(sinusoidal, rows, { into: table }) },
    {
      id: 'W6 ALiBi',
      title: `bias 8 x ${side} x ${side}`,
      call: (pe) =>
        pe.attentionBias({ encoding: 'alibi', heads: 8, direction: 'symmetric' }, side, side, { into: bias }),
    },
    { id: 'profile', title: `kernel profile, ${offsets} offsets`, call: (pe) => pe.kernelProfile(sinusoidal, offsets) },
    { id: 'gram', title: `Gram matrix, ${side} positions`, call: (pe) => pe.gram(sinusoidal, scattered(side)) },
  ];
}

/** Seconds of each round with one worker and with two, which take turns. Undefined on one core. */
export async function twoWorkers(quick, count, report) {
  if (availableParallelism() < 2) return undefined;
  const { create } = await import('../../dist/lib/node.js'); // after the build
  // every worker compiles for itself, and optimises what it often ran
  const [warmUp, rounds] = quick ? [1, count] : [6, Math.max(count, 9)];
  const pools = await Promise.all([1, 2].map((workers) => create({ workers })));
  const results = [];
  try {
    for (const { id, title, call } of divided(quick)) {
      const seconds = [[], []];
      for (let round = -warmUp; round < rounds; round++) {
        for (const [i, pe] of pools.entries()) {
          report(`${title}, ${i + 1} ${i ? 'workers' : 'worker'}, round ${round + 1} of ${rounds}`);
          const start = performance.now();
          await call(pe);
          if (round >= 0) seconds[i].push((performance.now() - start) / 1000);
        }
      }
      results.push({ id, title, one: seconds[0], two: seconds[1] });
    }
  } finally {
    for (const pe of pools) pe.dispose();
  }
  return results;
}
