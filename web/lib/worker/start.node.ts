/**
 * Starts a worker thread in Node. An idle one does not keep the process alive.
 */
import { Worker as NodeWorker } from 'node:worker_threads';
import type { StartWorker } from './client.js';
import type { FromWorker } from './messages.js';
import { startWebWorker } from './start.js';

/** A bundler took the library along, and not the file that its worker begins with. */
const advice = 'leave posenc out of the bundle (external), or build posenc/worker beside it as worker.node.js';

export const startNodeWorker =
  (factory: (() => Worker) | undefined): StartWorker =>
  (onMessage, onFail) => {
    if (factory) return startWebWorker(factory)(onMessage, onFail);
    // Without the parent's flags: some of them, such as --input-type, stop a worker from starting.
    const worker = new NodeWorker(new URL('./worker.node.js', import.meta.url), { execArgv: [] });
    worker.on('message', (message: FromWorker) => onMessage(message));
    worker.on('messageerror', () => onFail('a message could not be read'));
    worker.on('error', (error: NodeJS.ErrnoException) =>
      onFail(error.code?.endsWith('MODULE_NOT_FOUND') ? `${error.message}; ${advice}` : error.message),
    );
    worker.on('exit', (code) => onFail(`it ended with status ${code}`));
    return {
      post: (message, transfer) => worker.postMessage(message, transfer),
      terminate: () => void worker.terminate(),
      hold: (busy) => (busy ? worker.ref() : worker.unref()),
    };
  };
