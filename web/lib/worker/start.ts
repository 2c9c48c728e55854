/**
 * Starts the web worker. The URL stands inside `new Worker(…)`, where bundlers look for it.
 */
import { PosencError, reason } from '../checks/errors.js';
import type { StartWorker } from './client.js';
import type { FromWorker } from './messages.js';

/** A bundler that does not follow the URL, another origin, a policy. */
const advice = 'let your bundler build posenc/worker and give a workerFactory that makes it, or leave worker out';
const factoryAdvice = "the address in workerFactory must be that of posenc/worker as built, of the page's own origin";

export const startWebWorker =
  (factory: (() => Worker) | undefined): StartWorker =>
  (onMessage, onFail) => {
    if (!factory && typeof Worker !== 'function') {
      throw new PosencError(
        'worker_failed',
        '',
        'this environment has no Worker; use create() without worker, or give a workerFactory that makes one of posenc/worker',
      );
    }
    const worker = factory ? ownWorker(factory) : packagedWorker();
    worker.onmessage = (event: MessageEvent<FromWorker>) => onMessage(event.data);
    worker.onerror = (event) =>
      onFail(event.message || `its script could not be loaded; ${factory ? factoryAdvice : advice}`);
    worker.onmessageerror = () => onFail('a message could not be read');
    return {
      post: (message, transfer) => worker.postMessage(message, transfer),
      terminate: () => worker.terminate(),
      hold: () => undefined,
    };
  };

function packagedWorker(): Worker {
  try {
    return new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  } catch (cause) {
    // A policy of the page: worker-src, or trusted types without a policy for script URLs.
    throw new PosencError('worker_failed', '', `the worker could not be made: ${reason(cause)}; ${advice}`, { cause });
  }
}

function ownWorker(factory: () => Worker): Worker {
  try {
    const worker: unknown = factory();
    if (typeof (worker as Worker | undefined)?.postMessage === 'function') return worker as Worker;
  } catch (cause) {
    throw new PosencError('worker_failed', 'options.workerFactory', `options.workerFactory threw: ${reason(cause)}`, {
      cause,
    });
  }
  throw new PosencError('worker_failed', 'options.workerFactory', 'options.workerFactory must return a Worker');
}
