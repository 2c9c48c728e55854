/**
 * Finds, checks and compiles core.wasm. Nothing happens at import.
 *
 * The order: what the caller gave (a module, bytes, a URL), else the file next to the package, else
 * the copy in inline.js, which is fetched only then: some dev servers answer a web page for a
 * missing .wasm, and some bundlers leave the file out.
 */
import { PosencError, reason } from '../errors.js';
import type { CreateOptions } from '../posenc.js';
import { throwIfAborted } from '../options.js';
import { printable } from '../show.js';
import type { CoreModule } from './core.js';

export type LoadOptions = Pick<CreateOptions, 'wasmBinary' | 'wasmModule' | 'wasmUrl' | 'signal'>;

/** What differs between a browser and Node. Each rejects when there is nothing usable. */
export interface Source {
  /** core.wasm at the place where the package has it. */
  packaged(signal: AbortSignal | undefined): Promise<WebAssembly.Module>;
  at(url: string | URL, signal: AbortSignal | undefined): Promise<WebAssembly.Module>;
}

/** `(func (result v128) i32.const 0 i8x16.splat)`: valid only with 128-bit SIMD. */
// prettier-ignore
const simdProbe = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11,
]);

/** Compiles once; the function it gives makes a fresh instance each time. */
export async function loadCore(options: LoadOptions, source: Source): Promise<() => Promise<CoreModule>> {
  requireWasm();
  const module = await findModule(options, source);
  return () => instantiate(module);
}

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

async function findModule(options: LoadOptions, source: Source): Promise<WebAssembly.Module> {
  if (options.wasmModule) return options.wasmModule;
  if (options.wasmBinary) return compile(options.wasmBinary, 'wasmBinary');
  if (options.wasmUrl !== undefined) {
    return source.at(options.wasmUrl, options.signal).catch((thrown: unknown) => {
      throw notFound(`nothing usable at wasmUrl ${printable(String(options.wasmUrl), 200)}: ${reason(thrown)}`, thrown);
    });
  }
  try {
    return await source.packaged(options.signal);
  } catch (first) {
    throwIfAborted(options.signal);
    if (first instanceof PosencError && first.code === 'wasm_unsupported') throw first;
    try {
      const { wasmBinary } = await import('./inline.js');
      return await compile(wasmBinary(), 'inline.js');
    } catch (second) {
      if (second instanceof PosencError && second.code === 'wasm_unsupported') throw second;
      throw notFound(
        `core.wasm was not found (${reason(first)}), nor its copy inline.js (${reason(second)}); give wasmUrl or wasmBinary`,
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

async function instantiate(module: WebAssembly.Module): Promise<CoreModule> {
  const { default: createCore } = await import('./core-glue.js');
  // The glue does not tell when instantiation fails, so that path rejects here.
  const core = await new Promise<Partial<CoreModule>>((resolve, reject) => {
    const fail = (cause: unknown): void => reject(startError(cause));
    createCore({
      instantiateWasm(imports, receive) {
        WebAssembly.instantiate(module, imports)
          .then((instance) => receive(instance, module))
          .catch(fail);
        return {};
      },
    }).then(resolve, fail);
  });
  if (typeof core.plan !== 'function') throw startError(new Error('it does not export plan'));
  return core as CoreModule;
}

/** Memory that cannot be had is a RangeError; anything else means that the module is not ours. */
function startError(cause: unknown): PosencError {
  const text = reason(cause);
  return cause instanceof RangeError
    ? new PosencError('out_of_memory', '', `there is no memory to start the WebAssembly module: ${text}`, { cause })
    : new PosencError('wasm_not_found', '', `the WebAssembly module is not the core.wasm of this version: ${text}`, {
        cause,
      });
}
