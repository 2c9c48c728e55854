/**
 * Finds and checks the modules, in the caller's thread; workers are posted what was found. Nothing happens at import.
 *
 * The order, for each: what the caller gave (a module, bytes, a URL), else the file next to the package, else
 * its copy in JavaScript, which is fetched only then: some dev servers answer a web page for a missing .wasm,
 * and some bundlers leave the file out.
 */
import { PosencError, reason } from '../checks/errors.js';
import { throwIfAborted } from '../checks/options.js';
import { printable } from '../checks/show.js';
import { compile, more, moduleBytes, requireWasm } from './compile.js';
import { type ModuleFile, type ModuleId, modules } from './modules.js';

/** What is given in place of a packaged file. A string is an absolute URL: it means the same later, when the page has another. */
export type GivenModule = ArrayBuffer | Uint8Array | WebAssembly.Module | string;
export type GivenModules = { readonly [M in ModuleId]?: GivenModule };

/** What differs between a browser and Node. Those that read reject where there is nothing usable. */
export interface ModuleFetcher {
  /** The place where the package has the file. */
  packaged(file: ModuleFile): string | URL;
  compiled(place: string | URL, signal: AbortSignal | undefined): Promise<WebAssembly.Module>;
  bytes(place: string | URL, signal: AbortSignal | undefined): Promise<ArrayBuffer | Uint8Array>;
  /** What the caller named, whatever it is relative to. */
  absolute(url: string | URL): string;
}

/** The copies in JavaScript, and what a caller imports to have one without a file. */
const copies: Record<ModuleId, { readonly entry: string; load(): Promise<Uint8Array> }> = {
  core: { entry: 'inline', load: async () => (await import('./inline.js')).wasmBinary() },
  analysis: { entry: 'inline-analysis', load: async () => (await import('./inline-analysis.js')).analysisBinary() },
  train: { entry: 'inline-train', load: async () => (await import('./inline-train.js')).trainBinary() },
};

/** What is wanted of a module: itself, or its bytes. */
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

  /** Undefined where the caller gave a module, of which there are none. */
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

/** A module that is not given, where core.wasm has an address. */
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
