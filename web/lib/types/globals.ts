/**
 * Types of globals that a program may have no declarations of: those of the DOM's library, in Node or at an edge. There
 * they are any object.
 */
export type WasmModule = typeof globalThis extends { WebAssembly: { Module: { prototype: infer M } } } ? M : object;
/** Numbers of float16: Float16Array where the engine has it, otherwise their bits. */
export type Halves = typeof globalThis extends { Float16Array: { prototype: infer H } } ? H | Uint16Array : Uint16Array;
export type WebWorker = typeof globalThis extends { Worker: { prototype: infer W } } ? W : object;
