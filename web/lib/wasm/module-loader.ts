/**
 * Locates and checks the modules in the caller's thread, for posting to workers. Importing it has no side effects.
 *
 * The order for each module: the caller's (a module, bytes, a URL), else the file next to the package, else its copy in
 * JavaScript, which is fetched only then. Some dev servers return a web page for a missing .wasm, and esbuild and Rollup
 * omit the file. The import of the copies is why their bundles work without configuration (docs/bundlers.md), so an
 * explicit import of posenc/inline does not replace it.
 */
import { PosencError, reason } from '../checks/errors.js';
import { throwIfAborted } from '../checks/options.js';
import { printable } from '../checks/show.js';
import { compile, more, moduleBytes, requireWasm } from './compile.js';
import { type ModuleFile, type ModuleId, modules } from './modules.js';

/** Replacement of a packaged file. A string is an absolute URL, independent of the page's current URL. */
export type GivenModule = ArrayBuffer | Uint8Array | WebAssembly.Module | string;
export type GivenModules = { readonly [M in ModuleId]?: GivenModule };

/** Differences between a browser and Node. Readers reject if there is nothing usable. */
export interface ModuleFetcher {
  /** Location of the file in the package. */
  packaged(file: ModuleFile): string | URL;
  compiled(place: string | URL, signal: AbortSignal | undefined): Promise<WebAssembly.Module>;
  bytes(place: string | URL, signal: AbortSignal | undefined): Promise<ArrayBuffer | Uint8Array>;
  /** The caller's URL, resolved to an absolute one. */
  absolute(url: string | URL): string;
}

/** The copies in JavaScript, and the entry point that exports each. */
const copies: Record<ModuleId, { readonly entry: string; load(): Promise<Uint8Array> }> = {
  core: { entry: 'inline', load: async () => (await import('./inline.js')).wasmBinary() },
  analysis: { entry: 'inline-analysis', load: async () => (await import('./inline-analysis.js')).analysisBinary() },
  train: { entry: 'inline-train', load: async () => (await import('./inline-train.js')).trainBinary() },
  config: { entry: 'inline-config', load: async () => (await import('./inline-config.js')).configBinary() },
};

/** How to load a module in one of two forms: compiled, or as bytes. */
interface Wanted<T> {
  of(bytes: ArrayBuffer | Uint8Array, name: string): Promise<T>;
  at(fetcher: ModuleFetcher, place: string | URL, signal: AbortSignal | undefined): Promise<T>;
}
const compiled: Wanted<WebAssembly.Module> = {
  of: compile,
  at: (fetcher, place, signal) => fetcher.compiled(place, signal),
};
const raw: Wanted<Uint8Array> = {
  of: async (bytes, name) => moduleBytes(bytes, name),
  at: async (fetcher, place, signal) => moduleBytes(await fetcher.bytes(place, signal), String(place)),
};

export class ModuleLoader {
  constructor(
    readonly given: GivenModules,
    readonly fetcher: ModuleFetcher,
  ) {}

  async module(id: ModuleId, signal: AbortSignal | undefined): Promise<WebAssembly.Module> {
    requireWasm();
    const given = this.given[id];
    return given instanceof WebAssembly.Module ? given : this.#load(id, given, compiled, signal);
  }

  /** Resolves with undefined if the caller passed a compiled module, which has no bytes. */
  async bytes(id: ModuleId, signal: AbortSignal | undefined): Promise<Uint8Array | undefined> {
    const given = this.given[id];
    return given instanceof WebAssembly.Module ? undefined : this.#load(id, given, raw, signal);
  }

  async #load<T>(
    id: ModuleId,
    given: ArrayBuffer | Uint8Array | string | undefined,
    wanted: Wanted<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    const { file } = modules[id];
    const option = `modules.${id}`;
    if (given !== undefined && typeof given !== 'string') return wanted.of(given, option);
    const { entry, load } = copies[id];
    const remedy = `give ${option}: an address, bytes such as those of posenc/${entry}, or a compiled module`;
    const url = given ?? beside(this.given.core, file);
    if (url !== undefined) {
      const place = `${printable(url, 200)}${given === undefined ? ', beside core.wasm' : ''}`;
      return wanted.at(this.fetcher, url, signal).catch((thrown: unknown) => {
        throw notFound(`nothing usable at ${place}: ${reason(thrown)}; put ${file} there, or ${remedy}`, thrown);
      });
    }
    try {
      return await wanted.at(this.fetcher, this.fetcher.packaged(file), signal);
    } catch (first) {
      throwIfAborted(signal);
      if (isUnsupported(first)) throw first;
      try {
        return await wanted.of(await load(), `${entry}.js`);
      } catch (second) {
        if (isUnsupported(second)) throw second;
        const text = `${file} was not found (${reason(first)}), nor its copy ${entry}.js (${reason(second)}); ${remedy}`;
        throw notFound(text, first);
      }
    }
  }
}

/** URL of a module that was not passed, next to core.wasm. */
function beside(core: GivenModule | undefined, file: ModuleFile): string | undefined {
  try {
    return typeof core === 'string' ? new URL(file, core).href : undefined;
  } catch {
    return undefined; // data: and blob: have no folder
  }
}

export const isUnsupported = (thrown: unknown): thrown is PosencError =>
  thrown instanceof PosencError && thrown.code === 'wasm_unsupported';

const notFound = (message: string, cause: unknown): PosencError =>
  isUnsupported(cause) ? cause : new PosencError('wasm_not_found', '', message + more, { cause });
