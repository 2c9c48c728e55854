/**
 * Finds, checks and compiles the modules. Nothing happens at import.
 *
 * The order, for each: what the caller gave (a module, bytes, a URL), else the file next to the package, else
 * its copy in JavaScript, which is fetched only then: some dev servers answer a web page for a missing .wasm,
 * and some bundlers leave the file out.
 */
import { PosencError, reason } from '../checks/errors.js';
import { throwIfAborted } from '../checks/options.js';
import { printable } from '../checks/show.js';
import { type ModuleFile, type ModuleId, type ModuleKind, modules } from './modules.js';

/** Where one module is to be taken from; nothing = from the package. Plain data, for a worker. */
export interface Place {
  readonly module?: WebAssembly.Module | undefined;
  readonly binary?: ArrayBuffer | Uint8Array | undefined;
  /** Absolute: it means the same in a worker, and later, when the page has another address. */
  readonly url?: string | undefined;
  /** `url` was not given, but follows from this option. */
  readonly beside?: string;
}
export type LoadOptions = { readonly [M in ModuleId]?: Place };

/** What differs between a browser and Node. The first two reject when there is nothing usable. */
export interface Source {
  /** The file at the place where the package has it. */
  packaged(file: ModuleFile, signal: AbortSignal | undefined): Promise<WebAssembly.Module>;
  at(url: string, signal: AbortSignal | undefined): Promise<WebAssembly.Module>;
  /** What the caller named, whatever it is relative to. */
  absolute(url: string | URL): string;
}

/** Makes a fresh instance; the first compiles. */
export type Make<M> = (signal?: AbortSignal) => Promise<M>;
type Made = { [M in ModuleId]: (typeof modules)[M] extends ModuleKind<infer Module> ? Module : never };
export type Modules = { readonly [M in ModuleId]: Make<Made[M]> };

export function modulesOf(given: LoadOptions, source: Source): Modules {
  const first = given.core ?? {};
  const makers = Object.entries(modules).map(([id, kind]) => {
    const own = given[id as ModuleId];
    const place = own ?? (kind === modules.core ? first : besideOf(first, kind.file));
    return [id, maker(kind as ModuleKind<object>, place, source)];
  });
  return Object.fromEntries(makers) as Modules;
}

function besideOf({ module, binary, url }: Place, file: ModuleFile): Place {
  if (module || binary || url === undefined) return {};
  try {
    return { url: new URL(file, url).href, beside: modules.core.options.url };
  } catch {
    return {}; // data: and blob: have no folder
  }
}

function maker<M extends object>(kind: ModuleKind<M>, place: Place, source: Source): Make<M> {
  let module: WebAssembly.Module | undefined;
  return async (signal) => {
    requireWasm();
    module ??= await findModule(kind, place, source, signal);
    return instantiate(kind, module);
  };
}

/** `(func (result v128) i32.const 0 i8x16.splat)`: valid only with 128-bit SIMD. */
// prettier-ignore
const simdProbe = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11,
]);

function requireWasm(): void {
  const missing = (what: string): PosencError =>
    new PosencError(
      'wasm_unsupported',
      '',
      `this JavaScript engine has no ${what}; it came in 2017 (WebAssembly) and 2021 (SIMD) to all browsers`,
    );
  if (typeof WebAssembly !== 'object') throw missing('WebAssembly');
  if (!WebAssembly.validate(simdProbe)) throw missing('WebAssembly SIMD');
}

async function findModule<M>(
  { file, inline, options }: ModuleKind<M>,
  { module, binary, url, beside }: Place,
  source: Source,
  signal: AbortSignal | undefined,
): Promise<WebAssembly.Module> {
  if (module) return module;
  if (binary) return compile(binary, options.binary);
  if (url !== undefined) {
    const place = beside ? `${printable(url, 200)}, beside ${beside}` : `${options.url} ${printable(url, 200)}`;
    const advice = beside ? `; put ${file} there, or give ${options.url} or ${options.binary}` : '';
    return source.at(url, signal).catch((thrown: unknown) => {
      throw notFound(`nothing usable at ${place}: ${reason(thrown)}${advice}`, thrown);
    });
  }
  try {
    return await source.packaged(file, signal);
  } catch (first) {
    throwIfAborted(signal);
    if (first instanceof PosencError && first.code === 'wasm_unsupported') throw first;
    try {
      return await compile(await inline.load(), inline.file);
    } catch (second) {
      if (second instanceof PosencError && second.code === 'wasm_unsupported') throw second;
      throw notFound(
        `${file} was not found (${reason(first)}), nor its copy ${inline.file} (${reason(second)}); give ${options.url} or ${options.binary}`,
        first,
      );
    }
  }
}

const notFound = (message: string, cause: unknown): PosencError =>
  cause instanceof PosencError && cause.code === 'wasm_unsupported'
    ? cause
    : new PosencError('wasm_not_found', '', message, { cause });

/** Bytes to module; `name` says in errors where the bytes came from. */
export async function compile(bytes: ArrayBuffer | Uint8Array, name: string): Promise<WebAssembly.Module> {
  const head =
    bytes instanceof Uint8Array ? bytes.subarray(0, 4) : new Uint8Array(bytes, 0, Math.min(4, bytes.byteLength));
  if (head.length < 4 || head[0] !== 0 || head[1] !== 0x61 || head[2] !== 0x73 || head[3] !== 0x6d) {
    throw new PosencError('wasm_not_found', '', `${name} is not a WebAssembly module (its first bytes are not \\0asm)`);
  }
  try {
    return await WebAssembly.compile(bytes as BufferSource);
  } catch (cause) {
    throw compileError(cause, name);
  }
}

/** A page whose Content-Security-Policy forbids WebAssembly fails here, with a CompileError. */
export function compileError(cause: unknown, name: string): PosencError {
  const text = reason(cause);
  if (/content security policy|unsafe-eval/i.test(text)) {
    return new PosencError(
      'wasm_unsupported',
      '',
      "the page's Content-Security-Policy forbids WebAssembly: add 'wasm-unsafe-eval' to script-src",
      { cause },
    );
  }
  return new PosencError('wasm_not_found', '', `${name} could not be compiled (truncated?): ${text}`, { cause });
}

async function instantiate<M extends object>(kind: ModuleKind<M>, module: WebAssembly.Module): Promise<M> {
  const { default: createInstance } = await kind.glue();
  // The glue does not tell when instantiation fails, so that path rejects here.
  const instance = await new Promise<M>((resolve, reject) => {
    const fail = (cause: unknown): void => reject(startError(kind.file, cause));
    createInstance({
      instantiateWasm(imports, receive) {
        WebAssembly.instantiate(module, imports)
          .then((instance) => receive(instance, module))
          .catch(fail);
        return {};
      },
    }).then(resolve, fail);
  });
  if (typeof instance[kind.mark] !== 'function') {
    throw startError(kind.file, new Error(`it does not export ${String(kind.mark)}`));
  }
  return instance;
}

/** Memory that cannot be had is a RangeError; anything else means that the module is not ours. */
function startError(file: ModuleFile, cause: unknown): PosencError {
  const text = reason(cause);
  return cause instanceof RangeError
    ? new PosencError('out_of_memory', '', `there is no memory to start the WebAssembly module: ${text}`, { cause })
    : new PosencError('wasm_not_found', '', `the WebAssembly module is not the ${file} of this version: ${text}`, {
        cause,
      });
}
