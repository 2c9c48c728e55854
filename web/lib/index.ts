/**
 * posenc: exact position encodings. Entry for browsers, web workers, bundlers and edge runtimes.
 *
 *   const pe = await create({ worker: true });
 *   const { data, rows, cols } = await pe.table({ encoding: 'rope', dim: 128 }, 4096);
 */
import { apiOf } from './api.js';
import { createOn } from './create.js';
import { methods } from './methods/index.js';
import type { CreateOptions, Posenc } from './types/posenc.js';
import { browserFetcher } from './wasm/browser.js';
import { startWebWorker } from './worker/start.js';

export * from './exports.js';
// not in posenc.global.js, which cannot train and would otherwise contain all puzzles
export { publishedSquares } from './files/published-squares.js';

/** Loads the module (or starts the worker) and resolves when it is ready. */
export function create(options?: CreateOptions): Promise<Posenc> {
  return createOn({ fetcher: browserFetcher, startWorker: startWebWorker, methods, api: apiOf }, options);
}
