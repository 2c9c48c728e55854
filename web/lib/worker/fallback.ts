/**
 * A worker whose file cannot be loaded is made of its copy in JavaScript, as core.wasm is: some bundlers leave the file
 * out, some servers answer a web page for it, and a browser loads none from another origin.
 */
import { reason } from '../checks/errors.js';
import type { StartWorker, WorkerPort } from './client.js';
import type { ToWorker } from './messages.js';

/** @param ofText starts a worker of a classic script */
export const withFallback =
  (packaged: StartWorker, ofText: (text: string) => StartWorker): StartWorker =>
  (onMessage, onFail) => {
    let port: WorkerPort | undefined;
    let busy = false;
    let ended = false;
    let tried = false;
    /** What was posted before the first answer: modules, of which nothing is moved. */
    let posted: ToWorker[] | undefined = [];
    const heard: typeof onMessage = (message) => {
      posted = undefined;
      onMessage(message);
    };
    const startCopy = async (first: string): Promise<void> => {
      if (!posted || ended) return onFail(first);
      if (tried) return; // Node tells of an error, and then of an exit
      tried = true;
      const failed = (second: string): void => onFail(posted ? `${first}; its copy: ${second}` : second);
      try {
        const { workerText } = await import('./inline.js');
        if (ended) return onFail(first);
        port = ofText(workerText)(heard, failed);
        port.hold(busy);
        for (const message of posted) port.post(message, []);
      } catch (thrown) {
        failed(reason(thrown));
      }
    };
    try {
      port = packaged(heard, (why) => void startCopy(why));
    } catch (thrown) {
      void startCopy(reason(thrown));
    }
    return {
      post(message, transfer) {
        posted?.push(message);
        port?.post(message, transfer);
      },
      terminate() {
        ended = true;
        port?.terminate();
      },
      hold(now) {
        busy = now;
        port?.hold(now);
      },
    };
  };
