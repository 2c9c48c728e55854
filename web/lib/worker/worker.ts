/**
 * Entry of the web worker. It does nothing until its first message.
 */
import { browserSource } from '../wasm/browser.js';
import type { ToWorker } from './messages.js';
import { serve } from './serve.js';

const scope = globalThis as unknown as Pick<Worker, 'postMessage' | 'onmessage'>;
const take = serve({ post: (message, transfer) => scope.postMessage(message, transfer) }, browserSource);
scope.onmessage = (event: MessageEvent<ToWorker>) => take(event.data);
