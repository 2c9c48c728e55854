/**
 * A pool at full load for a given time: four calls are always under way. Which they are follows from a seed: most are calls that a
 * pool divides, of some sizes, and every answer is compared by its hash with that of one instance without workers; some are
 * aborted, some are wrong, and now and then a worker is ended, as a system might. Sixty times all wait, and memory is read.
 *
 *   node --expose-gc soak-pool.mjs SECONDS SEED     prints progress on standard error, and JSON at its end
 */
import { PosencError, create } from '../../dist/lib/node.js';
import { divided } from '../web/support/divided.mjs';
import { killable } from '../web/support/pool.mjs';
import { digest } from '../web/support/walk.mjs';
import { random } from './fuzz.mjs';

const [seconds, seed] = process.argv.slice(2).map(Number);
const lanes = 4;
/** Each lane draws for itself, so that what it calls does not depend on how fast the others are. */
const draws = Array.from({ length: lanes }, (_, lane) => random(seed * 1000 + lane));
const times = 60;

const refusals = [
  (pe) => pe.table({ encoding: 'rope', dim: 63 }, 2),
  (pe) => pe.table({ encoding: 'sinusoidal', dim: 8 }, 1e12),
  (pe) => pe.gram({ encoding: 'sinusoidal', dim: 8 }, [[1, 2]]),
  (pe) => pe.attentionBias({ encoding: 'rope', dim: 8 }, 2, 2),
];
const others = {
  frequencies: (pe) => pe.frequencies({ encoding: 'rope', dim: 64, scaling: { type: 'linear', factor: 4 } }),
  'table, eight rows': (pe) => pe.table({ encoding: 'sinusoidal', dim: 512 }, 8),
};
const sizes = ({ much }) => [2, 67, Math.ceil(much / 20), much];
const calls = [
  ...Object.entries(divided).flatMap(([name, one]) =>
    sizes(one).map((n) => ({ name: `${name}, ${n}`, call: (pe, options) => one.call(pe, n, options) })),
  ),
  ...Object.entries(others).map(([name, call]) => ({ name, call })),
];

const own = await create();
for (const one of calls) one.expected = digest(await one.call(own));
own.dispose();
console.error(`${calls.length} calls have their hash`);

const counts = { calls: 0, compared: 0, wrong: 0, aborted: 0, refused: 0, kills: 0 };
const faults = [];
const fault = (text) => faults.length < 20 && faults.push(text);
function compare(result, { name, expected }) {
  counts.compared++;
  if (digest(result) === expected) return;
  counts.wrong++;
  fault(`${name}: other bits`);
}
const pool = await killable(2);

/** Calls that ended since the last kill: one call answers for one death, and a second one is its caller's. */
const since = Array.from({ length: lanes }, () => 1);
function maybeKill(next) {
  if (next(150) !== 0 || pool.ports.size < 2 || since.some((n) => n === 0)) return;
  since.fill(0);
  counts.kills++;
  pool.kill();
}

const answered = async (one) => compare(await one.call(pool.pe), one);
async function aborted(one, next) {
  const controller = new AbortController();
  let turns = next(40);
  const abort = () => (turns-- > 0 ? setImmediate(abort) : controller.abort());
  setImmediate(abort);
  try {
    // where the abort came too late there is an answer
    compare(await one.call(pool.pe, { signal: controller.signal }), one);
  } catch (error) {
    if (error?.name !== 'AbortError' && error?.code !== 'aborted') throw error;
    counts.aborted++;
  }
}
async function refused(call) {
  try {
    await call(pool.pe);
    fault('what should be refused is not');
  } catch (error) {
    if (!(error instanceof PosencError) || error.code === 'internal') throw error;
    counts.refused++;
  }
}
async function one(next) {
  const kind = next(100);
  const call = calls[next(calls.length)];
  try {
    if (kind < 8) await refused(refusals[next(refusals.length)]);
    else if (kind < 18 && divided[call.name.replace(/, \d+$/, '')]) await aborted(call, next);
    else await answered(call);
  } catch (error) {
    fault(`${call.name}: ${String(error?.code)} ${String(error?.message).slice(0, 200)}`);
  }
  counts.calls++;
}

const points = [];
const begin = performance.now();
const elapsed = () => (performance.now() - begin) / 1000;
for (let k = 1; k <= times; k++) {
  const until = (seconds * k) / times;
  await Promise.all(
    since.map(async (_, lane) => {
      while (elapsed() < until) {
        maybeKill(draws[lane]);
        await one(draws[lane]);
        since[lane]++;
      }
    }),
  );
  await pool.buried();
  // numbers lie outside of the heap, and are freed a turn after what held them
  gc();
  await new Promise(setImmediate);
  gc();
  const { rss, heapUsed, external } = process.memoryUsage();
  points.push({ seconds: Math.round(elapsed()), calls: counts.calls, rss, heap: heapUsed + external });
  console.error(
    `${counts.calls} calls, ${counts.kills} workers ended, ${faults.length} faults, ${Math.round(rss / 2 ** 20)} MiB`,
  );
}
const started = pool.started();
pool.pe.dispose();
console.log(JSON.stringify({ ...counts, started, points, faults }));
