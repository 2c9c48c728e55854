/**
 * Starts a worker thread in Node. An idle worker does not keep the process alive.
 */
import { Worker as NodeWorker, type WorkerOptions } from 'node:worker_threads';
import type { StartWorker } from './client.js';
import type { FromWorker } from './messages.js';
import { withFallback } from './fallback.js';
import { startWebWorker } from './start.js';

const started =
  (script: URL | string, options: WorkerOptions): StartWorker =>
  (onMessage, onFail) => {
    // Without the parent's flags: some, such as --input-type, prevent a worker from starting.
    const worker = new NodeWorker(script, { execArgv: [], ...options });
    worker.on('message', (message: FromWorker) => onMessage(message));
    worker.on('messageerror', () => onFail('a message could not be read'));
    worker.on('error', (error) => onFail(error.message));
    worker.on('exit', (code) => onFail(`it ended with status ${code}`));
    return {
      post: (message, transfer) => worker.postMessage(message, transfer),
      terminate: () => void worker.terminate(),
      hold: (busy) => (busy ? worker.ref() : worker.unref()),
    };
  };

/** Runs a web worker's script, with its globals mapped to Node's. */
const ofText = (text: string): StartWorker =>
  started(
    `const { parentPort } = require('node:worker_threads');
globalThis.postMessage = (message, transfer) => parentPort.postMessage(message, transfer);
parentPort.on('message', (data) => globalThis.onmessage({ data }));
parentPort.on('messageerror', () => globalThis.onmessageerror());
${text}`,
    { eval: true },
  );

const packaged: StartWorker = (...listeners) => started(new URL('./worker.node.js', import.meta.url), {})(...listeners);

export const startNodeWorker = (factory: (() => Worker) | undefined): StartWorker =>
  factory ? startWebWorker(factory) : withFallback(packaged, ofText);
