/**
 * Starts a worker from its JavaScript copy if its file cannot be loaded, as for core.wasm. Some bundlers omit the file,
 * some servers return a web page for it, and browsers load none from another origin.
 */
import { reason } from '../checks/errors.js';
import type { StartWorker, WorkerPort } from './client.js';
import type { ToWorker } from './messages.js';

/** @param ofText starts a worker from a classic script */
export const withFallback =
  (packaged: StartWorker, ofText: (text: string) => StartWorker): StartWorker =>
  (onMessage, onFail) => {
    let port: WorkerPort | undefined;
    let busy = false;
    let ended = false;
    let tried = false;
    /** Messages posted before the first response: modules, which are copied, not moved. */
    let posted: ToWorker[] | undefined = [];
    const heard: typeof onMessage = (message) => {
      posted = undefined;
      onMessage(message);
    };
    const startCopy = async (first: string): Promise<void> => {
      if (!posted || ended) return onFail(first);
      if (tried) return; // Node emits an error and then an exit
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
