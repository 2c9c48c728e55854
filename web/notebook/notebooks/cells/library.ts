/**
 * Modules for cells: `posenc` is the whole library, run in the sandbox with WebAssembly passed by the page.
 * `posenc/charts` has the chart functions, which return descriptions here.
 */
import { apiOf } from '../../../lib/api.js';
import { PosencError } from '../../../lib/checks/errors.js';
import { createOn } from '../../../lib/create.js';
import * as exported from '../../../lib/exports.js';
import { methods } from '../../../lib/methods/index.js';
import type { CreateOptions, Posenc } from '../../../lib/types/posenc.js';
import type { ModuleFetcher } from '../../../lib/wasm/module-loader.js';
import type { ModuleFile } from '../protocol.js';
import { charts } from './charts.js';

/** Requests a file of the library. */
export type Ask = (name: ModuleFile) => Promise<ArrayBuffer>;

const untold = (): Promise<never> =>
  Promise.reject(
    new Error('the sandbox does not have the texts of the registry: read them on the page of the encodings'),
  );

export type Libraries = ReturnType<typeof libraries>;

export function libraries(ask: Ask) {
  const kept = new Map<ModuleFile, Promise<ArrayBuffer>>();
  const bytes = (place: string | URL): Promise<ArrayBuffer> => {
    const name = String(place) as ModuleFile;
    let found = kept.get(name);
    if (!found) kept.set(name, (found = ask(name)));
    return found;
  };
  const fetcher: ModuleFetcher = {
    packaged: (file) => file,
    compiled: async (place) => WebAssembly.compile(await bytes(place)),
    bytes,
    absolute: (url) => String(url),
  };
  const startWorker = (): never => {
    throw new PosencError('worker_failed', 'options.worker', 'cells run in a worker already: leave options.worker out');
  };
  const create = (options?: CreateOptions): Promise<Posenc> =>
    createOn({ fetcher, startWorker, methods, api: apiOf }, options);
  const modules: Readonly<Record<string, object>> = {
    posenc: Object.freeze({
      ...exported,
      create,
      documentation: untold,
      encodingDocumentation: untold,
      analysisDocumentation: untold,
    }),
    'posenc/charts': charts,
  };
  return {
    async load(name: unknown): Promise<object> {
      const plain = String(name).replace(/^npm:/, '');
      if (Object.hasOwn(modules, plain)) return modules[plain]!;
      throw new Error(`cells import ${Object.keys(modules).join(' and ')}; '${plain.slice(0, 80)}' is not there`);
    },
    /** The module that exports a name. */
    module: (name: string) => Object.keys(modules).find((one) => Object.hasOwn(modules[one]!, name)),
  };
}
