/**
 * A pool of two workers at full load: four calls are always under way, which follow from the seed. Each answer is compared by its
 * hash with that of one instance. Some calls are aborted, some are invalid, and now and then a worker is ended.
 */
import { build } from '../../web/tools/build.mjs';
import { step } from '../../web/tools/steps.mjs';
import { collected, growth } from './leaks.mjs';
import { random } from './random.mjs';

const [lanes, times] = [4, 60];
const invalid = [
  (pe) => pe.table({ encoding: 'rope', dim: 63 }, 2),
  (pe) => pe.table({ encoding: 'sinusoidal', dim: 8 }, 1e12),
  (pe) => pe.gram({ encoding: 'sinusoidal', dim: 8 }, [[1, 2]]),
  (pe) => pe.attentionBias({ encoding: 'rope', dim: 8 }, 2, 2),
];

export async function run({ env, args: [seconds = '3600', seed = '1'] }) {
  await build(env, 'lib');
  const { PosencError, create } = await import('../../dist/lib/node.js');
  const { divided } = await import('../web/support/divided.mjs');
  const { killable } = await import('../web/support/pool.mjs');
  const { digest } = await import('../web/support/walk.mjs');
  const calls = Object.entries(divided).flatMap(([name, { call, much }]) =>
    [2, 67, Math.ceil(much / 20), much].map((n) => ({ name: `${name}, ${n}`, call: (pe, how) => call(pe, n, how) })),
  );
  const own = await create();
  for (const one of calls) one.expected = digest(await one.call(own));
  own.dispose();

  const pool = await killable(2);
  const count = { calls: 0, compared: 0, aborted: 0, invalid: 0, kills: 0 };
  const faults = [];
  /** Calls of each lane since the last kill. A call survives one death of a worker, and fails at the second. */
  const since = Array.from({ length: lanes }, () => 1);
  async function oneCall(next, lane) {
    if (next(150) === 0 && pool.ports.size === 2 && !since.includes(0)) {
      since.fill(0);
      count.kills++;
      pool.kill();
    }
    const [kind, one] = [next(100), calls[next(calls.length)]];
    const isInvalid = kind >= 92;
    const { call, name, expected } = isInvalid ? { call: invalid[kind % 4], name: `invalid ${kind % 4}` } : one;
    const controller = new AbortController();
    let turns = next(40);
    const abort = () => (turns-- > 0 ? setImmediate(abort) : controller.abort());
    if (kind < 10) abort();
    try {
      if (digest(await call(pool.pe, { signal: controller.signal })) !== expected) throw new Error('another hash');
      count.compared++;
    } catch (error) {
      if (isInvalid && error instanceof PosencError && error.code !== 'internal') count.invalid++;
      else if (controller.signal.aborted && error.name === 'AbortError') count.aborted++;
      else faults.push(`${name}: ${error.code} ${error.message}`.slice(0, 200));
    }
    count.calls++;
    since[lane]++;
  }

  // each lane draws its own numbers, so that its calls do not depend on how fast the others are
  const draws = since.map((_, lane) => random(seed * 1000 + lane));
  const points = [];
  await step('A pool at full load', async (report) => {
    const begin = performance.now();
    for (let k = 1; k <= times; k++) {
      const goesOn = () => performance.now() - begin < (1000 * seconds * k) / times;
      await Promise.all(
        draws.map(async (next, lane) => {
          while (goesOn()) await oneCall(next, lane);
        }),
      );
      await pool.buried();
      points.push({ calls: count.calls, ...(await collected()) });
      report(`${count.calls} calls, ${count.kills} workers ended, ${faults.length} faults`);
    }
  });
  pool.pe.dispose();
  const many = `${count.calls} calls: ${count.aborted} aborted, ${count.invalid} invalid, ${count.kills} workers ended under them`;
  const came = `${faults.length} faults; ${count.compared} answers have the hash of one instance's; bytes per call: JavaScript after collection ${growth(points, 'heap')}, the process ${growth(points, 'rss')}`;
  return { rows: [['a pool of two workers at full load, four calls under way', many, came]], faults };
}
