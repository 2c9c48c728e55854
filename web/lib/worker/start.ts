/**
 * Starts the web worker. The URL must be inside `new Worker(…)`, where bundlers look for it.
 */
import { errorAbout, PosencError, reason } from '../checks/errors.js';
import type { StartWorker } from './client.js';
import type { FromWorker } from './messages.js';
import { withFallback } from './fallback.js';

/** The usual cause is a page policy: worker-src without blob:, or trusted types without a policy for script URLs. */
const advice =
  'build posenc/worker for your own origin and give a workerFactory that makes it, or leave worker out; see docs/bundlers.md of posenc';
const factoryAdvice = "the address in workerFactory must be that of posenc/worker as built, of the page's own origin";
const notLoaded = 'its script could not be loaded';

const connected =
  (makeWorker: () => Worker, said: (why: string) => string): StartWorker =>
  (onMessage, onFail) => {
    const worker = makeWorker();
    worker.onmessage = (event: MessageEvent<FromWorker>) => onMessage(event.data);
    worker.onerror = (event) => onFail(event.message || said(notLoaded));
    worker.onmessageerror = () => onFail('a message could not be read');
    return {
      post: (message, transfer) => worker.postMessage(message, transfer),
      terminate: () => worker.terminate(),
      hold: () => undefined,
    };
  };

const packaged = connected(
  () => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }),
  (why) => why,
);

let address: string | undefined;

/** The classic script is always the same, so its URL is created once. */
const ofText = (text: string): StartWorker =>
  connected(
    () => {
      address ??= URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
      try {
        return new Worker(address);
      } catch (cause) {
        throw new Error(`${reason(cause)}; ${advice}`, { cause });
      }
    },
    (why) => `${why}; ${advice}`,
  );

/** Starts workers with `first`, or from the copy if that fails. */
const startsWith =
  (first: StartWorker) =>
  (factory: (() => Worker) | undefined): StartWorker => {
    if (factory)
      return connected(
        () => ownWorker(factory),
        (why) => `${why}; ${factoryAdvice}`,
      );
    if (typeof Worker === 'function') return withFallback(first, ofText);
    return () => {
      throw new PosencError(
        'worker_failed',
        '',
        'this environment has no Worker; use create() without worker, or give a workerFactory that makes one of posenc/worker',
      );
    };
  };

export const startWebWorker = startsWith(packaged);

/** For the one-file build, which contains the copy. */
export const startCopiedWorker = startsWith(() => {
  throw new Error('it has no file of its own');
});

function ownWorker(factory: () => Worker): Worker {
  try {
    const worker: unknown = factory();
    if (typeof (worker as Worker | undefined)?.postMessage === 'function') return worker as Worker;
  } catch (cause) {
    throw errorAbout('worker_failed', 'options.workerFactory', `threw: ${reason(cause)}`, {
      cause,
    });
  }
  throw errorAbout('worker_failed', 'options.workerFactory', 'must return a Worker');
}
