/** A pool whose workers the test can end. */
import { Api } from '../../../dist/lib/api.js';
import { PoolClient } from '../../../dist/lib/pool/pool.js';
import { startNodeWorker } from '../../../dist/lib/worker/start.node.js';

/** `ports` are the workers now running; `kill()` ends one, as the system might, and its thread with it. */
export async function killable(workers) {
  const ports = new Set();
  const start = startNodeWorker(undefined);
  let started = 0;
  const client = new PoolClient(
    (onMessage, onFail) => {
      started++;
      const port = start(onMessage, (why) => {
        ports.delete(port);
        onFail(why);
      });
      ports.add(port);
      return port;
    },
    {},
    workers,
  );
  await client.start();
  const kill = () => {
    const all = [...ports];
    all[Math.floor(Math.random() * all.length)]?.terminate();
  };
  return { pe: new Api(client), client, ports, kill, started: () => started };
}
