/**
 * How long an abort of each analysis waits, at the largest inputs that it accepts. In process that is the time between two turns
 * of the event loop during the call; in a worker it is the time until a small call is answered meanwhile. The call copies its
 * inputs before it returns its promise, and cannot be aborted then.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from '../../web/tools/build.mjs';
import { number, quantile } from './figures.mjs';

const most = 5000; // ms of a call; then it is aborted

/** Waits in ms while an analysis runs: median, 99 of 100, longest. @param pause ms between them */
async function waits(pe, { spec, inputs }, wait, pause) {
  const controller = new AbortController();
  let going = true;
  const call = pe.analyse(spec, inputs, { signal: controller.signal }).catch(() => undefined);
  call.finally(() => (going = false));
  const found = [];
  for (const begin = performance.now(); going && performance.now() - begin < most;) {
    const asked = performance.now();
    await wait();
    const took = performance.now() - asked;
    if (took > 0.5) found.push(took); // less: the loop turned while nothing was done
    if (pause) await sleep(pause);
  }
  controller.abort();
  await call;
  return [0.5, 0.99, 1].map((q) => number(quantile(found, q))).join(', ');
}

export async function measure({ only, env }) {
  await build(env, 'lib');
  const { create } = await import('../../dist/lib/node.js');
  const { largestCalls, largestOf } = await import('../web/support/largest-analyses.mjs');
  const rows = [['analysis', 'in process: median, p99, longest ms', 'in a worker']];
  for (const id of largestOf.filter((one) => !only || one === only))
    for (const call of largestCalls(id, 1)) {
      const cells = [];
      for (const worker of [false, true]) {
        const pe = await create({ worker });
        const ask = () => pe.shape({ encoding: 'sinusoidal', dim: 4 });
        await ask();
        cells.push(await (worker ? waits(pe, call, ask, 7) : waits(pe, call, () => new Promise(setImmediate))));
        pe.dispose();
      }
      rows.push([`${id}, ${call.shape}`, ...cells]);
      console.log(rows.at(-1).join('; '));
    }
  return { rows, versions: [] };
}
