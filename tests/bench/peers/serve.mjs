/**
 * The line protocol of a contender in Node: prints `{ version }`, then answers each request, a line of JSON, with a line of JSON.
 *
 *   { workload, what: 'posenc', repeat, sample }  → { cpu, sample }   seconds of one repetition, entries of the result
 */
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** Version of an npm package. */
export const installed = (name) =>
  JSON.parse(readFileSync(new URL(`../../../node_modules/${name}/package.json`, import.meta.url), 'utf8')).version;

/**
 * @param prepare (workload, variant) => run, called once per workload and variant; run() returns the array of the result, or a
 *   function from an index to its entry
 */
export async function serve({ version, prepare }) {
  console.log(JSON.stringify({ version }));
  let key = '';
  const runs = new Map(); // by variant
  for await (const line of createInterface({ input: process.stdin })) {
    const { workload, what, repeat, sample } = JSON.parse(line);
    if (key !== JSON.stringify(workload)) runs.clear(); // frees the memory of the previous workload
    key = JSON.stringify(workload);
    if (!runs.has(what)) runs.set(what, await prepare(workload, what));
    const run = runs.get(what);
    const before = process.cpuUsage();
    let result;
    for (let k = 0; k < repeat; k++) result = await run();
    const { user, system } = process.cpuUsage(before);
    const entries = sample.map((i) => (typeof result === 'function' ? result(i) : result[i]));
    console.log(JSON.stringify({ cpu: (user + system) / 1e6 / repeat, sample: entries }));
  }
}
