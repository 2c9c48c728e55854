/**
 * Entry of the worker thread in Node. It does nothing until its first message.
 */
import { parentPort } from 'node:worker_threads';
import type { ToWorker } from './messages.js';
import { serve } from './serve.js';

const port = parentPort;
if (port) {
  const { take, unread } = serve({ post: (message, transfer) => port.postMessage(message, transfer) });
  port.on('message', (message: ToWorker) => take(message));
  port.on('messageerror', unread);
}
