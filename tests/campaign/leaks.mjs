/**
 * Memory after very many calls, good and refused ones: WebAssembly's, which only grows, JavaScript's after a collection, and the
 * process's. The calls are made by leak-calls.mjs in a process of its own, which tells its memory fifty times.
 */
import { fileURLToPath } from 'node:url';
import { build } from '../../web/tools/build.mjs';
import { run as command, step } from '../../web/tools/steps.mjs';

/**
 * Bytes a call by least squares, and the upper end of the slope's interval of 95 % (1.96 standard errors; neighbours of a memory
 * are alike, so it is rather too short). @param points [[calls, bytes]]
 */
export function line(points) {
  const mean = (list) => list.reduce((sum, x) => sum + x, 0) / list.length;
  const [x, y] = [0, 1].map((i) => mean(points.map((point) => point[i])));
  const along = points.reduce((sum, [a]) => sum + (a - x) ** 2, 0);
  const slope = points.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0) / along;
  const left = points.reduce((sum, [a, b]) => sum + (b - y - slope * (a - x)) ** 2, 0);
  return { slope, upper: slope + 1.96 * Math.sqrt(left / (points.length - 2) / along) };
}

const rounded = (numbers) =>
  Object.fromEntries(Object.entries(numbers).map(([name, x]) => [name, Math.round(1000 * x) / 1000]));

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
  // the first half fills caches, lets the compiler of Node finish, and its heap find its size
  const settled = points.filter(({ calls: n }) => n >= Number(calls) / 2);
  const of = (key) => rounded(line(settled.map((point) => [point.calls, point[key]])));
  const [reached, heap, whole] = ['touched', 'heap', 'rss'].map(of);
  return {
    calls: points.at(-1).calls,
    refused: points.at(-1).refused,
    wasmGrew: points.at(-1).wasm - points[0].wasm,
    wasmReached: reached,
    heap,
    process: whole,
    points,
    failed: reached.slope > 0,
  };
}

export const rows = ({ calls, refused, wasmGrew, wasmReached, heap, process: whole }) => [
  [
    'memory over many calls of one instance',
    `${calls} calls, ${refused} of them refused`,
    `bytes a call, with the upper end of 95 %: WebAssembly ${wasmReached.slope}, its memory grew by ${wasmGrew}; JavaScript after collection ${heap.slope} (${heap.upper}), the process ${whole.slope} (${whole.upper})`,
  ],
];
