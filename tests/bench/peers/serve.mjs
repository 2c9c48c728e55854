/**
 * The line protocol of a contender in Node: prints `{ version }`, then answers each request, a JSON
 * line, with a JSON line.
 *
 *   { workload, what: 'posenc', repeat, sample }  → { cpu, wall, sample }   seconds of one repetition
 *   { start, count, spec }                        → { rows }                float32 rows as hexadecimal bytes
 */
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** Of an npm package. */
export const installed = (name) =>
  JSON.parse(readFileSync(new URL(`../../../node_modules/${name}/package.json`, import.meta.url), 'utf8')).version;

/**
 * @param prepare (workload, variant) => run, where run() gives the array of the result, or a function from an index to its
 *   entry; called once a workload and variant
 * @param rows    ({ spec, start, count }) => Float32Array, of contenders that make tables
 */
export async function serve({ version, prepare, rows }) {
  console.log(JSON.stringify({ version }));
  let key = '';
  const runs = new Map(); // by variant
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line);
    if ('start' in request) {
      const { buffer, byteOffset, byteLength } = await rows(request);
      console.log(JSON.stringify({ rows: Buffer.from(buffer, byteOffset, byteLength).toString('hex') }));
      continue;
    }
    const { workload, what, repeat, sample } = request;
    if (key !== JSON.stringify(workload)) runs.clear(); // frees what the workload before has kept
    key = JSON.stringify(workload);
    if (!runs.has(what)) runs.set(what, await prepare(workload, what));
    const run = runs.get(what);
    const cpu = process.cpuUsage();
    const wall = performance.now();
    let result;
    for (let k = 0; k < repeat; k++) result = await run();
    const took = process.cpuUsage(cpu);
    const times = { cpu: (took.user + took.system) / 1e6 / repeat, wall: (performance.now() - wall) / 1e3 / repeat };
    console.log(
      JSON.stringify({ ...times, sample: sample.map((i) => (typeof result === 'function' ? result(i) : result[i])) }),
    );
  }
}
