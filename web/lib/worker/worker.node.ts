/**
 * Entry of the worker thread in Node. It does nothing until its first message.
 */
import { parentPort } from 'node:worker_threads';
import { nodeSource } from '../wasm/node.js';
import type { ToWorker } from './messages.js';
import { serve } from './serve.js';

const port = parentPort;
if (port) {
  const take = serve({ post: (message, transfer) => port.postMessage(message, transfer) }, nodeSource);
  port.on('message', (message: ToWorker) => take(message));
}
