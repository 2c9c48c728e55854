/**
 * Entry of the web worker. It does nothing until its first message.
 */
import type { ToWorker } from './messages.js';
import { serve } from './serve.js';

const scope = globalThis as unknown as Pick<Worker, 'postMessage' | 'onmessage' | 'onmessageerror'>;
const { take, unread } = serve({ post: (message, transfer) => scope.postMessage(message, transfer) });
scope.onmessage = (event: MessageEvent<ToWorker>) => take(event.data);
scope.onmessageerror = unread;
