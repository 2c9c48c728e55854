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

/** Where one module is to be taken from; nothing = from the package. */
export interface Place {
  readonly module?: WebAssembly.Module | undefined;
  readonly binary?: ArrayBuffer | Uint8Array | undefined;
  /** Absolute: it means the same later, when the page has another address. */
  readonly url?: string | undefined;
  /** `url` was not given, but follows from this option. */
  readonly beside?: string;
}
export type LoadOptions = { readonly [M in ModuleId]?: Place };

/** What differs between a browser and Node. Those that read reject where there is nothing usable. */
export interface Source {
  /** The place where the package has the file. */
  packaged(file: ModuleFile): string | URL;
  compiled(place: string | URL, signal: AbortSignal | undefined): Promise<WebAssembly.Module>;
  bytes(place: string | URL, signal: AbortSignal | undefined): Promise<ArrayBuffer | Uint8Array>;
  /** What the caller named, whatever it is relative to. */
  absolute(url: string | URL): string;
}

/** The copies in JavaScript, and what a caller imports to have one without a file. */
const copies: Record<ModuleId, { readonly file: string; readonly entry: string; load(): Promise<Uint8Array> }> = {
  core: {
    file: 'inline.js',
    entry: 'posenc/inline',
    load: async () => (await import('./inline.js')).wasmBinary(),
  },
  analysis: {
    file: 'inline-analysis.js',
    entry: 'posenc/inline-analysis',
    load: async () => (await import('./inline-analysis.js')).analysisBinary(),
  },
  train: {
    file: 'inline-train.js',
    entry: 'posenc/inline-train',
    load: async () => (await import('./inline-train.js')).trainBinary(),
  },
};

/** What is wanted of a module: itself, or its bytes. */
interface Wanted<T> {
  of(bytes: ArrayBuffer | Uint8Array, name: string): Promise<T>;
  at(source: Source, place: string | URL, signal: AbortSignal | undefined): Promise<T>;
}
const compiled: Wanted<WebAssembly.Module> = {
  of: compile,
  at: (source, place, signal) => source.compiled(place, signal),
};
const raw: Wanted<Uint8Array> = {
  of: async (bytes, name) => moduleBytes(bytes, name),
  at: async (source, place, signal) => moduleBytes(await source.bytes(place, signal), String(place)),
};

export class Finder {
  constructor(
    readonly given: LoadOptions,
    readonly source: Source,
  ) {}

  async module(id: ModuleId, signal: AbortSignal | undefined): Promise<WebAssembly.Module> {
    requireWasm();
    return this.#placeOf(id).module ?? this.#find(id, compiled, signal);
  }

  /** Undefined where the caller gave a module, of which there are none. */
  async bytes(id: ModuleId, signal: AbortSignal | undefined): Promise<Uint8Array | undefined> {
    return this.#placeOf(id).module ? undefined : this.#find(id, raw, signal);
  }

  #placeOf(id: ModuleId): Place {
    const { core = {}, [id]: own } = this.given;
    return own ?? besideOf(core, modules[id].file);
  }

  async #find<T>(id: ModuleId, wanted: Wanted<T>, signal: AbortSignal | undefined): Promise<T> {
    const { file, options } = modules[id];
    const { binary, url, beside } = this.#placeOf(id);
    if (binary) return wanted.of(binary, options.binary);
    const copy = copies[id];
    const advice = `${options.binary}, such as that of ${copy.entry}`;
    if (url !== undefined) {
      const place = beside ? `${printable(url, 200)}, beside ${beside}` : `${options.url} ${printable(url, 200)}`;
      const remedy = beside ? `put ${file} there, or give ${options.url} or ${advice}` : `or give ${advice}`;
      return wanted.at(this.source, url, signal).catch((thrown: unknown) => {
        throw notFound(`nothing usable at ${place}: ${reason(thrown)}; ${remedy}`, thrown);
      });
    }
    try {
      return await wanted.at(this.source, this.source.packaged(file), signal);
    } catch (first) {
      throwIfAborted(signal);
      if (isUnsupported(first)) throw first;
      try {
        return await wanted.of(await copy.load(), copy.file);
      } catch (second) {
        if (isUnsupported(second)) throw second;
        throw notFound(
          `${file} was not found (${reason(first)}), nor its copy ${copy.file} (${reason(second)}); give ${options.url}, ${options.module}, or ${advice}`,
          first,
        );
      }
    }
  }
}

function besideOf({ module, binary, url }: Place, file: ModuleFile): Place {
  if (module || binary || url === undefined) return {};
  try {
    return { url: new URL(file, url).href, beside: modules.core.options.url };
  } catch {
    return {}; // data: and blob: have no folder
  }
}

export const isUnsupported = (thrown: unknown): thrown is PosencError =>
  thrown instanceof PosencError && thrown.code === 'wasm_unsupported';

const notFound = (message: string, cause: unknown): PosencError =>
  isUnsupported(cause) ? cause : new PosencError('wasm_not_found', '', message + more, { cause });
