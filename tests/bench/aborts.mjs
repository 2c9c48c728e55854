/**
 * How long an abort of each analysis waits, at the largest inputs that it accepts:
 *
 *   node tests/bench/aborts.mjs [--seconds 5] [--share 1] [--save FILE] [ID…]
 *
 * In process that is the time between two turns of the event loop, all along the call; in a worker the time until a
 * small call is answered that is made on the way, as an abort is. What the call itself copies before it gives its
 * promise is stated apart: nobody can abort then.
 */
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { create } from '../../dist/lib/node.js';
import { largestCalls, largestOf } from '../web/support/largest-analyses.mjs';
import { quantile } from './figures.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '5' },
    share: { type: 'string', default: '1' },
    save: { type: 'string' },
  },
});
const most = 1000 * Number(values.seconds);
const digits = (x) => Math.round(10 * x) / 10;
const summary = (waits) => ({
  samples: waits.length,
  p50: digits(quantile(waits, 0.5)),
  p99: digits(quantile(waits, 0.99)),
  max: digits(Math.max(...waits)),
});

/** Milliseconds between turns while the call runs, for as long as is given; then it is aborted. */
async function inProcess(pe, { spec, inputs }) {
  const controller = new AbortController();
  const before = performance.now();
  let call = pe.analyse(spec, inputs, { signal: controller.signal });
  const begin = performance.now();
  let going = true;
  let outcome;
  call = call.then(
    () => (outcome = 'done'),
    (error) => (outcome = error === controller.signal.reason ? 'aborted' : String(error.message ?? error)),
  );
  call.finally(() => (going = false));
  const waits = [];
  for (let last = begin; going;) {
    await new Promise(setImmediate);
    const now = performance.now();
    if (now - last > 0.5) waits.push(now - last); // less: the loop turned while nothing was done
    last = now;
    if (now - begin > most) controller.abort();
  }
  return { copied: digits(begin - before), outcome, ...summary(waits) };
}

/** Milliseconds until small calls of the same worker are answered. */
async function inWorker(pe, { spec, inputs }) {
  const controller = new AbortController();
  let going = true;
  const call = pe.analyse(spec, inputs, { signal: controller.signal }).catch(() => undefined);
  call.finally(() => (going = false));
  const waits = [];
  for (const begin = performance.now(); going && performance.now() - begin < most;) {
    const asked = performance.now();
    await pe.shape({ encoding: 'sinusoidal', dim: 4 });
    waits.push(performance.now() - asked);
    await sleep(7);
  }
  controller.abort();
  await call;
  return summary(waits);
}

const results = [];
for (const id of positionals.length > 0 ? positionals : largestOf) {
  for (const one of largestCalls(id, Number(values.share))) {
    const row = { id, shape: one.shape };
    for (const [mode, options, measure] of [
      ['process', {}, inProcess],
      ['worker', { worker: true }, inWorker],
    ]) {
      const pe = await create(options);
      await pe.shape({ encoding: 'sinusoidal', dim: 4 });
      row[mode] = await measure(pe, one);
      pe.dispose();
    }
    results.push(row);
    const { process: p, worker: w } = row;
    console.log(
      `${`${id}, ${one.shape}`.padEnd(36)} process p50 ${p.p50} p99 ${p.p99} max ${p.max} (${p.outcome}, copied ${p.copied})  worker p50 ${w.p50} p99 ${w.p99} max ${w.max}`,
    );
  }
}
if (values.save) {
  const machine = { cpu: cpus()[0]?.model, cpus: cpus().length, loadAverage: loadavg().map(digits) };
  const head = {
    date: new Date().toISOString(),
    seconds: Number(values.seconds),
    share: Number(values.share),
    machine,
  };
  writeFileSync(values.save, `${JSON.stringify({ ...head, unit: 'ms', results }, null, 1)}\n`);
}
