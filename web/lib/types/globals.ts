/**
 * Types of globals that a program may have no declarations of: those of the DOM's library, in Node or at an edge. There
 * they are any object.
 */
export type WasmModule = typeof globalThis extends { WebAssembly: { Module: { prototype: infer M } } } ? M : object;
export type WebWorker = typeof globalThis extends { Worker: { prototype: infer W } } ? W : object;
