/**
 * posenc in one file, for script tags, importScripts and file: pages. The build turns it into posenc.global.js, which
 * defines `posenc`. It contains JavaScript copies of the modules and the worker; nothing is imported later.
 */
import { apiOf } from './api.js';
import { createOn } from './create.js';
import { methods } from './methods/index.js';
import type { CreateOptions, Posenc } from './types/posenc.js';
import { browserFetcher } from './wasm/browser.js';
import type { ModuleFetcher } from './wasm/module-loader.js';
import { startCopiedWorker } from './worker/start.js';

export * from './exports.js';

const fetcher: ModuleFetcher = {
  ...browserFetcher,
  packaged: (file) => {
    throw new Error(`${file} is not a separate file`);
  },
};

/** See index.ts. */
export function create(options?: CreateOptions): Promise<Posenc> {
  return createOn({ fetcher, startWorker: startCopiedWorker, methods, api: apiOf }, options);
}
