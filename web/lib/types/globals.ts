/**
 * Types of globals that a program may not declare, such as DOM types in Node or in edge runtimes. They fall back to
 * `object`.
 */
export type WasmModule = typeof globalThis extends { WebAssembly: { Module: { prototype: infer M } } } ? M : object;
/** float16 values: a Float16Array if the runtime has it, otherwise their bits. */
export type Halves = typeof globalThis extends { Float16Array: { prototype: infer H } } ? H | Uint16Array : Uint16Array;
export type WebWorker = typeof globalThis extends { Worker: { prototype: infer W } } ? W : object;
