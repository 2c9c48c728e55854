/** A pool whose workers the test can kill. */
import { setTimeout } from 'node:timers/promises';
import { apiOf } from '../../../dist/lib/api.js';
import { methods } from '../../../dist/lib/methods/index.js';
import { PoolClient } from '../../../dist/lib/pool/pool.js';
import { startNodeWorker } from '../../../dist/lib/worker/start.node.js';
import { nodeFetcher } from '../../../dist/lib/wasm/node.js';
import { ModuleCache } from '../../../dist/lib/wasm/module-cache.js';
import { random } from './random.mjs';

/** The modules of the package, for workers. */
export const packaged = () => new ModuleCache({}, nodeFetcher);

/** A pool that starts its workers by `begin(start, onMessage, onFail)`; `start` is the package's. */
export function poolOf(workers, begin) {
  const start = startNodeWorker(undefined);
  return new PoolClient((...handlers) => begin(start, ...handlers), packaged(), workers, methods);
}

/**
 * `ports` are the running workers; `kill()` ends one with its thread, as the system might. `buried()` waits until the
 * pool has noticed all killed workers: it blames a call for two deaths.
 */
export async function killablePool(workers) {
  const ports = new Set();
  const dying = new Set();
  let started = 0;
  const client = poolOf(workers, (start, onMessage, onFail) => {
    started++;
    const port = start(onMessage, (why) => {
      ports.delete(port);
      dying.delete(port);
      onFail(why);
    });
    ports.add(port);
    return port;
  });
  await client.start();
  const chance = random('which worker');
  const kill = () => {
    const all = [...ports];
    const port = all[Math.floor(chance() * all.length)];
    if (!port) return;
    dying.add(port);
    port.terminate();
  };
  const buried = async () => {
    while (dying.size > 0) await setTimeout(1);
  };
  return { pe: apiOf(client), client, ports, kill, buried, started: () => started };
}
