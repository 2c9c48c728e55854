/**
 * Memory after very many calls, good and refused ones: WebAssembly's, which only grows, and the process's. The calls are made by
 * leak-calls.mjs in a process of its own, which tells its memory ten times.
 */
import { fileURLToPath } from 'node:url';
import { build } from '../../web/tools/build.mjs';
import { run as command, step } from '../../web/tools/steps.mjs';

/** Bytes a call by least squares. @param points [[calls, bytes]] */
export function slope(points) {
  const mean = (list) => list.reduce((sum, x) => sum + x, 0) / list.length;
  const [x, y] = [0, 1].map((i) => mean(points.map((point) => point[i])));
  const along = points.reduce((sum, [a]) => sum + (a - x) ** 2, 0);
  return points.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0) / along;
}

export async function run({ env, args: [calls = '1000000'] }) {
  await build(env, 'lib');
  const script = fileURLToPath(new URL('leak-calls.mjs', import.meta.url));
  const { stdout } = await step(`${calls} calls`, (report) =>
    command(process.execPath, ['--expose-gc', script, calls], { env, report }),
  );
  const points = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  // the first fifth fills caches and lets the compiler of Node finish
  const settled = points.filter(({ calls: n }) => n >= Number(calls) / 5);
  const of = (key) => settled.map((point) => [point.calls, point[key]]);
  return {
    calls: points.at(-1).calls,
    refused: points.at(-1).refused,
    wasmBytesPerCall: slope(of('wasm')),
    processBytesPerCall: Math.round(1000 * slope(of('rss'))) / 1000,
    heapBytesPerCall: Math.round(1000 * slope(of('heap'))) / 1000,
    points,
  };
}

export const rows = ({ calls, refused, wasmBytesPerCall, processBytesPerCall, heapBytesPerCall }) => [
  [
    'memory over many calls of one instance',
    `${calls} calls, ${refused} of them refused`,
    `bytes a call: WebAssembly ${wasmBytesPerCall}, JavaScript after collection ${heapBytesPerCall}, the process ${processBytesPerCall}`,
  ],
];
