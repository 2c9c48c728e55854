/** Compiles bytes to modules, and reports unsupported features. Also part of the workers' code. */
import { PosencError, reason } from '../checks/errors.js';

/** `(func (result v128) i32.const 0 i8x16.splat)`: valid only with 128-bit SIMD. */
// prettier-ignore
const simdProbe = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11,
]);

/** Points to the package's documentation of remedies. */
export const more = '; see docs/bundlers.md of posenc';

export function requireWasm(): void {
  const missing = (what: string): PosencError =>
    new PosencError(
      'wasm_unsupported',
      '',
      `this JavaScript engine has no ${what}, which posenc needs: Chrome and Edge have it from 91 on, Firefox from 89, Safari from 16.4, Node from 16.4${more}`,
    );
  if (typeof WebAssembly !== 'object') throw missing('WebAssembly');
  if (!WebAssembly.validate(simdProbe)) throw missing('WebAssembly SIMD');
}

/** Checks that bytes start like a module; `name` is their source in errors. */
export function moduleBytes(given: ArrayBuffer | Uint8Array, name: string): Uint8Array<ArrayBuffer> {
  const bytes = (given instanceof ArrayBuffer ? new Uint8Array(given) : given) as Uint8Array<ArrayBuffer>;
  if (bytes.length < 4 || bytes[0] !== 0 || bytes[1] !== 0x61 || bytes[2] !== 0x73 || bytes[3] !== 0x6d)
    throw new PosencError('wasm_not_found', '', `${name} is not a WebAssembly module (its first bytes are not \\0asm)`);
  return bytes;
}

export async function compile(given: ArrayBuffer | Uint8Array, name: string): Promise<WebAssembly.Module> {
  const bytes = moduleBytes(given, name);
  try {
    return await WebAssembly.compile(bytes);
  } catch (cause) {
    throw compileError(cause, name);
  }
}

/** The CompileError of a page whose Content-Security-Policy forbids WebAssembly, and of an edge runtime. */
export function compileError(cause: unknown, name: string): PosencError {
  const text = reason(cause);
  if (/content security policy|unsafe-eval/i.test(text))
    return new PosencError(
      'wasm_unsupported',
      '',
      "the page's Content-Security-Policy forbids WebAssembly: add 'wasm-unsafe-eval' to script-src" + more,
      { cause },
    );
  if (/disallowed by embedder/i.test(text))
    return new PosencError(
      'wasm_unsupported',
      '',
      'this runtime cannot compile WebAssembly at run time: import posenc/core.wasm as a module and give it as modules.core (posenc/analysis.wasm as modules.analysis, posenc/train.wasm as modules.train)' +
        more,
      { cause },
    );
  return new PosencError('wasm_not_found', '', `${name} could not be compiled (truncated?): ${text}`, { cause });
}
