/**
 * posenc: exact position encodings. Entry for Node. It differs from index.ts only in how it reads files and starts
 * workers.
 */
import { apiOf } from './api.js';
import { createOn } from './create.js';
import { methods } from './methods/index.js';
import type { CreateOptions, Posenc } from './types/posenc.js';
import { nodeFetcher } from './wasm/node.js';
import { startNodeWorker } from './worker/start.node.js';

export * from './exports.js';
// not in posenc.global.js, which cannot train and would otherwise contain all puzzles
export { publishedSquares } from './files/published-squares.js';

/** Reads the module (or starts the worker thread) and resolves when it is ready. */
export function create(options?: CreateOptions): Promise<Posenc> {
  return createOn({ fetcher: nodeFetcher, startWorker: startNodeWorker, methods, api: apiOf }, options);
}
